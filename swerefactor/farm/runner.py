"""Our Java runner on the Docker engine: a volume for each JDK, with an archive for a fast start."""

from __future__ import annotations

import contextlib
import functools
import hashlib
import io
import tarfile
import zipfile
from typing import TYPE_CHECKING

from swerefactor import javatools, material
from swerefactor.errors import SandboxError
from swerefactor.farm import engine, request
from swerefactor.farm.box import ROOT, Box, BoxOptions, open_box
from swerefactor.farm.locks import held
from swerefactor.values import Limits

if TYPE_CHECKING:
    from collections.abc import Iterable
    from pathlib import Path

    from docker import DockerClient
    from swerefactor.farm.images import Image

FOLDER = "/opt/runner"
"""Where a workspace finds it, read only."""
JAR = f"{FOLDER}/runner.jar"
ARCHIVE = f"{FOLDER}/runner.jsa"
COMPILER_OPTIONS = (
    # JDK 8 knows no such archives. Measured on JDK 17: the compiler needs a quarter less time.
    "-XX:+IgnoreUnrecognizedVMOptions", "-Xshare:auto", f"-XX:SharedArchiveFile={ARCHIVE}",
    "-XX:+UseSerialGC", "-XX:TieredStopAtLevel=1",
)  # fmt: skip
_LIMITS = Limits(seconds=300)
_WHEN = (2000, 1, 1, 0, 0, 0)
_EMPTY_FOLDER = "/opt/base"
"""An empty folder of the JDK images that belongs to the user: a new volume takes its owner from there."""


def volume(client: DockerClient, jdk: Image, version: int) -> str:
    """The name of the volume that holds the runner for a JDK, made when it is missing.

    Raises `SandboxError` when it can't be made.
    """
    jar = _jar()
    digest = hashlib.sha256(jdk.tag.encode() + jar + _compile_itself()).hexdigest()[:16]
    name = f"swerefactor-runner-{version}-{digest}"
    with held(name) as mark:
        with engine.failures("looking for the runner's volume"):
            there = {found["Name"] for found in client.api.volumes({"name": name})["Volumes"] or ()}
        if name not in there or not mark.is_file():
            _make(client, jdk, version, name, jar)
            mark.touch()
    return name


def volumes(client: DockerClient) -> tuple[str, ...]:
    """The volumes that hold our runner, one for each JDK image and version of the runner, by name."""
    with engine.failures("listing volumes"):
        found = client.api.volumes({"label": f"{engine.KIND}=runner"})["Volumes"] or ()
    return tuple(sorted(volume["Name"] for volume in found))


def remove_volumes(client: DockerClient, names: Iterable[str]) -> tuple[str, ...]:
    """Remove volumes; those that were. One in use by a container stays."""
    removed = []
    for name in names:
        with held(name) as mark:
            if engine.remove(f"the volume {name}", functools.partial(client.api.remove_volume, name)):
                mark.unlink(missing_ok=True)
                removed.append(name)
    return tuple(removed)


def _make(client: DockerClient, jdk: Image, version: int, name: str, jar: bytes) -> None:
    import docker.errors

    with engine.failures("making the runner's volume"):
        with contextlib.suppress(docker.errors.NotFound):
            client.api.remove_volume(name)  # half made, by a process that was killed
        client.api.create_volume(name, labels={engine.KIND: "runner"})
    with _box(client, jdk, f"{name}:{_EMPTY_FOLDER}:rw"):
        pass
    with _box(client, jdk, f"{name}:{FOLDER}:rw") as box:
        _run(box, ["tee", JAR], jar)
        # The archive holds for a jar of this date alone, and a volume keeps it.
        _run(box, ["touch", "-d", "2000-01-01T00:00:00Z", JAR])
        _run(box, ["tar", "-xf", "-"], _sources())
        for options in _archiving(version):
            command = ["java", *options, "-cp", JAR, request.MAIN_CLASS, "compile"]
            _run(box, command, _compile_itself())


def _box(client: DockerClient, jdk: Image, mount: str) -> contextlib.AbstractContextManager[Box]:
    return open_box(client, BoxOptions(image=jdk.id, kind="builder", limits=_LIMITS, mounts=(mount,)))


def _run(box: Box, command: list[str], stdin: bytes = b"") -> None:
    ran = box.execute(command, _LIMITS, stdin=io.BytesIO(stdin) if stdin else None).completed
    if not ran.ok:
        raise SandboxError(
            f"The runner can't be installed: {ran.output.strip()[-500:]}", "Please report this."
        )


def _archiving(version: int) -> list[list[str]]:
    """The options of the runs that make an archive of the classes which a compilation loads."""
    if version < 11:
        return []
    serial = "-XX:+UseSerialGC"
    if version >= 17:
        return [[serial, f"-XX:ArchiveClassesAtExit={ARCHIVE}"]]
    listed = "-XX:SharedClassListFile=/tmp/classes"
    return [
        [serial, "-XX:DumpLoadedClassList=/tmp/classes"],
        [serial, "-Xshare:dump", listed, f"-XX:SharedArchiveFile={ARCHIVE}"],
    ]


@functools.cache
def _compile_itself() -> bytes:
    """What the runner compiles to have its compiler's classes in the archive: itself, as a change.

    `--release` has the compiler load what reads the platform's older signatures: most projects set it.
    """
    options = ("-g", "-proc:none", "-encoding", "UTF-8", "--release", "8")
    return request.framed(
        [
            ("nonce", "none"),
            ("incremental", ""),
            ("main-root", f"{ROOT}/src"),
            *(("main-option", option) for option in options),
            *(("changed", f"{ROOT}/src/{path}") for path in _own_sources()),
        ]
    )


@functools.cache
def _jar() -> bytes:
    """The runner's classes as a jar that is the same on every host."""
    helper = javatools.helper("runner", 8)
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w", zipfile.ZIP_STORED) as archive:
        for path in sorted(helper.classes.rglob("*.class")):
            name = path.relative_to(helper.classes).as_posix()
            archive.writestr(zipfile.ZipInfo(name, _WHEN), path.read_bytes())
    return packed.getvalue()


def _own_sources() -> dict[str, Path]:
    """The runner's sources by their paths below the root, but for its glue to JUnit."""
    home = material.folder("docker") / "runner/src/main/java"
    found = sorted(home.rglob("*.java"))
    return {path.relative_to(home).as_posix(): path for path in found if path.parent.name != "glue"}


def _sources() -> bytes:
    packed = io.BytesIO()
    with tarfile.open(fileobj=packed, mode="w") as archive:
        for name, path in _own_sources().items():
            archive.add(path, f"src/{name}")
    return packed.getvalue()
