"""The Docker sandbox: every workspace is a container of its own, cut off from host and network."""

from __future__ import annotations

import contextlib
import io
import shlex
import threading
from collections.abc import Iterator, Mapping, Sequence
from pathlib import PurePosixPath

from swerefactor.errors import InputError, SandboxError
from swerefactor.farm import engine, owners, runner, surroundings
from swerefactor.farm.box import HOME, ROOT, Box, BoxOptions, Ran, open_box
from swerefactor.farm.images import BASE_FOLDER, MAVEN, Farm
from swerefactor.protocols import CLOSED, TOOLS_VARIABLE, Capability
from swerefactor.values import Access, BaseTree, Completed, JavaProject, Limits, Surroundings

TOOLS = "/opt/agent"
"""Where a workspace has the tools of its `Access`."""
_FILES = Limits(seconds=120, output=256 << 20)
"""Limits of reading and writing files: no file of interest is larger."""


class DockerSandbox:
    """Workspaces in containers that are made from the farm's instance images."""

    name = "docker"
    capabilities = frozenset(Capability)

    def __init__(self, farm: Farm) -> None:
        self._farm = farm
        self._open: set[Box] = set()
        self._lock = threading.Lock()
        self._aborts = 0
        sweep(farm)

    def abort(self) -> None:
        """End every open workspace, also one that is still being opened: their commands raise."""
        with self._lock:
            self._aborts += 1
            boxes = tuple(self._open)
        for box in boxes:
            box.close()

    @contextlib.contextmanager
    def workspace(self, base: BaseTree, limits: Limits, access: Access = CLOSED) -> Iterator[DockerWorkspace]:
        """A fresh workspace with the base tree; its container is gone at exit.

        What lies in it counts as memory, so that it never holds more than half of `limits.memory`.
        A folder of tools is one of the engine's machine. Raises `InvalidInstance` when the base
        commit does not build.
        """
        aborts = self._aborts
        image = self._farm.instance(base)
        mounts = [f"{self._farm.runner(base)}:{runner.FOLDER}:ro"]
        if access.tools:
            mounts.append(f"{access.tools}:{TOOLS}:ro")
        options = BoxOptions(
            image=image.id, kind="workspace", limits=limits, network=access.network, mounts=tuple(mounts)
        )
        with self._box(options, aborts) as box:
            _copy_base(box, _COPY, limits)
            yield DockerWorkspace(box, self._variables(box, access))

    def _variables(self, box: Box, access: Access) -> dict[str, str]:
        """What commands must know of their access."""
        tools = {TOOLS_VARIABLE: TOOLS} if access.tools else {}
        return tools | (self._farm.way_to_network(box) if access.network else {})

    @contextlib.contextmanager
    def _box(self, options: BoxOptions, aborts: int) -> Iterator[Box]:
        with open_box(self._farm.client, options) as box:
            with self._lock:
                if self._aborts > aborts:
                    raise SandboxError("The run was stopped.", "Start the same command again: it goes on.")
                self._open.add(box)
            try:
                yield box
            finally:
                with self._lock:
                    self._open.discard(box)

    def surroundings(self, base: BaseTree, project: JavaProject) -> Surroundings:
        """The classes of the base tree and the jars of its class path, copied out of its image once."""
        return surroundings.exported(self._farm, base, project)

    def versions(self, base: BaseTree) -> dict[str, str]:
        """The image, the JDK's Debian package, Maven and the engine."""
        image = self._farm.instance(base)
        with engine.failures("asking for its version"):
            version = str(self._farm.client.version()["Version"])
        return {
            "image": image.id,
            "jdk": image.labels["swerefactor.jdk_package"],
            "maven": MAVEN.coordinate.rpartition(":")[2],
            "docker": version,
        }


def sweep(farm: Farm) -> None:
    """Remove the containers of ours whose owner is dead: the engine itself was restarted meanwhile."""
    with engine.failures("looking for left-over containers"):
        listed = farm.client.api.containers(all=True, filters={"label": [engine.KIND, owners.OWNER]})
    for container in listed:
        if owners.is_dead(container["Labels"].get(owners.OWNER, "")):
            with contextlib.suppress(Exception):
                farm.client.api.remove_container(container["Id"], force=True)


_COPY = ("cp", "-a", f"{BASE_FOLDER}/.", ".")
_PLACES = f"{ROOT} /tmp {HOME}"
_CLEAR = f"chmod -R u+rwX {_PLACES} 2>/dev/null; find {_PLACES} -mindepth 1 -delete"
_FRESH = ("sh", "-c", f"{_CLEAR}; {shlex.join(_COPY)}")


def _copy_base(box: Box, command: Sequence[str], limits: Limits) -> None:
    copied = box.execute(command, limits).completed
    if not copied.ok:
        why = copied.output.strip()[-300:] or copied.ended_by
        raise SandboxError(
            f"The base tree does not fit into a workspace: {why}",
            "Allow more workspace, and twice as much memory.",
        )


class DockerWorkspace:
    """One container with a base tree in it."""

    root = ROOT

    def __init__(self, box: Box, environment: Mapping[str, str] | None = None) -> None:
        self._box = box
        self._environment = dict(environment or {})
        self._put: dict[str, bytes | None] = {}

    @property
    def container(self) -> str:
        """The container's id, as `docker exec` takes it."""
        return self._box.container

    def put(self, files: Mapping[str, bytes | None]) -> None:
        """Write or delete files. Raises `InputError` for a path that is outside or behind a link."""
        packed = io.BytesIO()
        for path, content in files.items():
            name = _checked(path).encode("utf-8", "surrogateescape")
            packed.write(f"{len(name)} {'-' if content is None else len(content)}\n".encode())
            packed.write(name + (content or b""))
        packed.seek(0)
        ran = self._files(["put"], packed)
        if ran.exit_code == 65:
            raise InputError(f"{_text(ran)}.", "Choose another path.")
        _sound(ran)
        self._put.update(files)

    def get(self, path: str) -> bytes | None:
        """A regular file's content, or None. Raises `InputError` for a path that is outside."""
        ran = self._files(["get", _checked(path)])
        if ran.exit_code == 66:
            return None
        _sound(ran)
        return ran.output

    def list(self, folder: str, suffix: str) -> tuple[str, ...]:
        """The regular files below a folder, `""` for the root, whose name ends so; links are passed over."""
        top = "" if folder in ("", ".") else _checked(folder)
        ran = self._files(["list", top, suffix])
        _sound(ran)
        found = ran.output.decode("utf-8", "surrogateescape").split("\0")
        return tuple(sorted(path for path in found if path))

    def run(
        self,
        command: Sequence[str],
        limits: Limits,
        environment: Mapping[str, str] | None = None,
        stdin: bytes = b"",
    ) -> Completed:
        """Run a command to its end or a limit; then nothing that it started is left alive."""
        given = io.BytesIO(stdin) if stdin else None
        variables = self._environment | dict(environment or {})
        return self._box.execute(command, limits, variables, given).completed

    def reset(self) -> None:
        """The base tree again with the files that were put; `/tmp` and the home are empty again, too."""
        _copy_base(self._box, _FRESH, self._box.within(_FILES))
        self.put(dict(self._put))

    def _files(self, arguments: Sequence[str], stdin: io.BytesIO | None = None) -> Ran:
        return self._box.execute(["/opt/files", *arguments], self._box.within(_FILES), stdin=stdin)


def _checked(path: str) -> str:
    """The path, made plain. Raises `InputError` for one that is not below the root."""
    parts = PurePosixPath(path).parts
    if not parts or path.startswith("/") or ".." in parts or "\0" in path:
        raise InputError(f"{path!r} is no path in the workspace.", "Name a file relative to its root.")
    return "/".join(parts)


def _sound(ran: Ran) -> None:
    if ran.exit_code or ran.ended_by or ran.truncated:
        why = _text(ran) if ran.exit_code else ran.ended_by or "a file is too large"
        raise SandboxError(f"Files of a workspace can't be read or written: {why}.", engine.tip(why))


def _text(ran: Ran) -> str:
    return ran.output.decode("utf-8", "replace").strip()[-500:]
