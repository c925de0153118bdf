"""Coverage of a fast run: which methods all tests, or each of them, covered."""

from __future__ import annotations

import io
import os
import tarfile
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path, PurePosixPath

from swerefactor import scratch
from swerefactor.errors import SwerefactorError
from swerefactor.farm.archives import unpack
from swerefactor.protocols import Workspace
from swerefactor.values import JavaProject, Limits, MethodCoverage

CoverageReader = Callable[[Path, Sequence[Path]], tuple[MethodCoverage, ...]]
"""Line counters per method from JaCoCo data and class folders; `Analyser.coverage` is one."""

DATA = ".swerefactor/coverage"
"""The file in the workspace that the runner appends JaCoCo's data to; see its `Coverage`."""
_CLASSES = ".swerefactor/classes.tar"
_FOLDERS = ("target/classes", "target/test-classes")
_LIMITS = Limits(seconds=120)
_UNREADABLE = (SwerefactorError, tarfile.TarError, OSError, EOFError, ValueError)
"""What reading raises where the code under test has spoilt what is read."""


def agent_option(workspace: Workspace, project: JavaProject, agent: str) -> str:
    """The option that starts JaCoCo's agent, for the project's own packages alone."""
    return f"-javaagent:{agent}=output=none,includes={':'.join(packages(workspace, project))}"


def packages(workspace: Workspace, project: JavaProject) -> list[str]:
    """Patterns of the classes in the project's own packages.

    Without them JaCoCo instruments the test framework too, which takes longer than many tests.
    """
    found = sorted(
        {
            ".".join(PurePosixPath(path).relative_to(root).parts[:-1])
            for root in (*project.main_roots, *project.test_roots)
            for path in workspace.list(root, ".java")
        }
    )
    # Only the outermost: those inside them are matched too.
    outer = [name for name in found if not any(name.startswith(f"{other}.") for other in found)]
    return [f"{name}.*" if name else "*" for name in outer]


def of_all(
    workspace: Workspace, project: JavaProject, reader: CoverageReader
) -> tuple[MethodCoverage, ...] | None:
    """All methods with what all tests together covered; None where that can't be read."""
    try:
        data = b"".join(content for _, content in _dumps(workspace))
        with scratch.folder("coverage") as folder:
            return _read(reader, data, _classes(workspace, project, folder)) if data else None
    except _UNREADABLE:
        return None


def by_owner(
    workspace: Workspace, project: JavaProject, reader: CoverageReader
) -> dict[str, tuple[MethodCoverage, ...]]:
    """The methods that each test class, or each test method, covered; empty where that can't be read."""
    owners: dict[str, bytes] = {}
    try:
        for owner, content in _dumps(workspace):
            owners[owner] = owners.get(owner, b"") + content
        with scratch.folder("coverage") as folder:
            classes = _classes(workspace, project, folder) if owners else ()
            return {owner: _covered(reader, data, classes) for owner, data in sorted(owners.items())}
    except _UNREADABLE:
        return {}


def _dumps(workspace: Workspace) -> Iterator[tuple[str, bytes]]:
    """Each owner with JaCoCo's data, as the runner appended them; the last may be cut off."""
    stream = io.BytesIO(workspace.get(DATA) or b"")
    while length := int.from_bytes(stream.read(2), "big"):
        owner = stream.read(length).decode("utf-8", "replace")
        size = int.from_bytes(stream.read(4), "big")
        content = stream.read(size)
        if len(content) == size:
            yield owner, content


def _classes(workspace: Workspace, project: JavaProject, into: Path) -> tuple[Path, ...]:
    """The classes of the module and of its tests, each in a folder of this machine."""
    names = [f"{project.module}/{name}" if project.module else name for name in _FOLDERS]
    workspace.run(["tar", "-cf", _CLASSES, *names], _LIMITS)
    packed = workspace.get(_CLASSES)
    if packed is None:
        return ()
    unpack(packed, into)
    return tuple(place for name in names if (place := into / name).is_dir())


def _read(reader: CoverageReader, data: bytes, classes: Sequence[Path]) -> tuple[MethodCoverage, ...]:
    with scratch.folder("data") as folder:
        place = folder / "all.exec"
        place.write_bytes(data)
        return reader(place, classes)


def _covered(reader: CoverageReader, data: bytes, classes: Sequence[Path]) -> tuple[MethodCoverage, ...]:
    """The covered methods alone. Only classes that were run are read: one test runs few of them."""
    with scratch.folder("run") as folder:
        names = hit_classes(data)
        for number, home in enumerate(classes):
            for name in names:
                if (home / f"{name}.class").is_file():
                    place = folder / str(number) / f"{name}.class"
                    place.parent.mkdir(parents=True, exist_ok=True)
                    os.link(home / f"{name}.class", place)
        found = _read(reader, data, sorted(place for place in folder.iterdir()))
        return tuple(method for method in found if method.covered_lines)


def hit_classes(data: bytes) -> set[str]:
    """The internal names of the classes in JaCoCo's data of which anything was run.

    The format: blocks of a kind of one byte; a header (magic number and version), a session (a name, two
    times) or a class (an id, its name, its probes as a number of seven bits a byte and as bits).
    """
    found: set[str] = set()
    stream = io.BytesIO(data)
    while kind := stream.read(1):
        if kind == b"\x01":
            stream.seek(4, io.SEEK_CUR)
        elif kind == b"\x10":
            stream.seek(int.from_bytes(stream.read(2), "big") + 16, io.SEEK_CUR)
        elif kind == b"\x11":
            stream.seek(8, io.SEEK_CUR)
            name = stream.read(int.from_bytes(stream.read(2), "big")).decode("utf-8", "replace")
            if any(stream.read((_number(stream) + 7) // 8)):
                found.add(name)
        else:
            raise ValueError("not JaCoCo's data")
    return found


def _number(stream: io.BytesIO) -> int:
    value, shift = 0, 0
    while byte := stream.read(1):
        value |= (byte[0] & 0x7F) << shift
        if byte[0] < 128:
            break
        shift += 7
    return value
