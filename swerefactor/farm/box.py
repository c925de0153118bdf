"""A container that runs commands within limits, ends all they started, and dies with its client."""

from __future__ import annotations

import contextlib
import socket
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import IO, TYPE_CHECKING, Any, Literal

from swerefactor.errors import SandboxError
from swerefactor.farm import owners
from swerefactor.farm.engine import KIND, cpus, failures
from swerefactor.farm.streams import MOST_RESULTS, Kept
from swerefactor.values import Completed, Limits

if TYPE_CHECKING:
    from docker import DockerClient

USER = "1000:1000"
"""Who runs the commands; the image gives this user no right to anything but its tmpfs mounts."""
ROOT = "/workspace"
"""Where commands start: a tmpfs of limited size."""
HOME = "/home/runner"
_PATIENCE = 60.0
"""Seconds the keeper has to end everything; giving back a JVM's memory takes the kernel its time."""
_ERROR_STREAM = 2
_POLL = 0.25
"""Seconds of silence after which a command is looked at: a child may hold its output open."""


@dataclass(frozen=True)
class BoxOptions:
    """How a box is made. `network` and `writable` are for building images, not for judged code."""

    image: str
    kind: Literal["workspace", "builder"]
    limits: Limits
    network: bool = False
    writable: bool = False
    mounts: tuple[str, ...] = ()
    """Volumes, each as `name:path:ro` or `name:path:rw`."""


@dataclass(frozen=True)
class Ran:
    """A command that ended; as `values.Completed`, with its output as bytes."""

    exit_code: int
    output: bytes
    seconds: float
    ended_by: Literal["", "time", "memory", "output"] = ""
    truncated: bool = False
    results: bytes = b""

    @property
    def completed(self) -> Completed:
        """The same with its output as text."""
        return Completed(
            exit_code=self.exit_code,
            output=self.output.decode("utf-8", "replace"),
            seconds=round(self.seconds, 3),
            ended_by=self.ended_by,
            truncated=self.truncated,
            results=self.results.decode("utf-8", "replace"),
        )


@contextlib.contextmanager
def open_box(client: DockerClient, options: BoxOptions) -> Iterator[Box]:
    """A running box, gone at exit with everything in it."""
    box = _start(client, options)
    try:
        yield box
    finally:
        box.close()


def _start(client: DockerClient, options: BoxOptions) -> Box:
    api = client.api
    with failures("starting a container"):
        container: str = api.create_container(
            options.image,
            command=["/opt/keeper"],
            # Root inside, yet without any right but to end other processes: the keeper must be out
            # of reach of the commands, which run as another user.
            user="0:0",
            # Attached input is closed by the engine when its client is gone, and the keeper ends.
            stdin_open=True,
            working_dir=ROOT,
            environment={"HOME": HOME, "LANG": "C.UTF-8", "LC_ALL": "C.UTF-8", "TZ": "UTC"},
            labels={KIND: options.kind, **owners.labels()},
            use_config_proxy=options.network,
            host_config=api.create_host_config(**_host_config(client, options)),
        )["Id"]
        try:
            control = _Stream(api.attach_socket(container, {"stdin": 1, "stdout": 1, "stream": 1}))
            api.start(container)
        except BaseException:
            with contextlib.suppress(Exception):
                api.remove_container(container, force=True)
            raise
    return Box(client, container, control, options.limits)


def _host_config(client: DockerClient, options: BoxOptions) -> dict[str, Any]:
    limits = options.limits
    # Files on a tmpfs count as memory. Were the mounts as large as the memory, a command could fill
    # them and have the kernel end the keeper instead of the command.
    workspace = min(limits.workspace, limits.memory // 2)
    small = min(1 << 30, limits.memory // 8)
    mount = "rw,exec,nosuid,nodev,uid=1000,gid=1000"
    config: dict[str, Any] = {
        "auto_remove": True,
        "binds": list(options.mounts),
        "network_mode": "bridge" if options.network else "none",
        "read_only": not options.writable,
        "cap_drop": ["ALL"],
        "cap_add": ["KILL"],
        "security_opt": ["no-new-privileges"],
        "tmpfs": {
            ROOT: f"{mount},mode=755,size={workspace}",
            "/tmp": f"{mount},mode=1777,size={small}",
            HOME: f"{mount},mode=755,size={small}",
        },
        "ulimits": [_ulimit("core", 0), _ulimit("nofile", 1 << 12)],
        "log_config": {"Type": "none"},
        **_cgroup(client, limits),
    }
    return config


def _cgroup(client: DockerClient, limits: Limits) -> dict[str, Any]:
    # Memory and swap the same: no swap. The keeper and the engine's own helper need a few processes.
    return {
        "mem_limit": limits.memory,
        "memswap_limit": limits.memory,
        "nano_cpus": int(min(limits.cpus, cpus(client)) * 1e9),
        "pids_limit": limits.processes + 8,
    }


def _ulimit(name: str, most: int) -> Any:
    from docker.types import Ulimit

    return Ulimit(name=name, soft=most, hard=most)


class Box:
    """One running container. Not for use by several threads at once."""

    def __init__(self, client: DockerClient, container: str, control: _Stream, limits: Limits) -> None:
        self._client = client
        self._control = control
        self._limits = limits
        self._memory_kills = 0
        self.container = container

    def execute(
        self,
        command: Sequence[str],
        limits: Limits,
        environment: Mapping[str, str] | None = None,
        stdin: IO[bytes] | None = None,
    ) -> Ran:
        """Run a command to its end or a limit; then nothing that it started is left alive.

        Raises `SandboxError` when the engine or the container fails.
        """
        with failures("running a command"):
            self._limit(limits)
            run = self._start_command(command, environment, stdin)
            try:
                reader = _Reader(run.stream, limits.output)
                at_limit = reader.until_end(limits.seconds, lambda: self._running(run.id))
                seconds = time.monotonic() - run.begun
                before, self._memory_kills = self._memory_kills, self.end_all()
                reader.until_end(_PATIENCE, lambda: True)
            finally:
                run.stream.close()
            killed = self._memory_kills > before
            return Ran(
                exit_code=self._exit_code(run.id),
                output=bytes(reader.output.content),
                seconds=seconds,
                ended_by="time" if at_limit else "memory" if killed else "",
                truncated=reader.output.truncated,
                results=bytes(reader.results.content),
            )

    def within(self, limits: Limits) -> Limits:
        """These limits of time and output, with all else as the container has it."""
        return self._limits.model_copy(update={"seconds": limits.seconds, "output": limits.output})

    def _start_command(
        self, command: Sequence[str], environment: Mapping[str, str] | None, stdin: IO[bytes] | None
    ) -> _Command:
        # The command waits for a line from us. Without that, output that comes with the engine's
        # answer is lost: it sits in the HTTP client's buffer while we read from the socket behind it.
        source = "" if stdin else "</dev/null"
        # The stream that the engine has for errors carries what the command writes to descriptor 3.
        script = f'read -r _ && exec "$@" {source} 3>&2 2>&1'
        made = self._client.api.exec_create(
            self.container,
            ["/bin/sh", "-c", script, "sh", *command],
            stdin=True,
            user=USER,
            workdir=ROOT,
            environment=dict(environment or {}),
        )["Id"]
        stream = _Stream(self._client.api.exec_start(made, socket=True))
        begun = time.monotonic()
        stream.send(b"\n")
        if stdin is not None:
            # A command that ends early reads no more; its exit code says why.
            with contextlib.suppress(BrokenPipeError, ConnectionResetError):
                while chunk := stdin.read(1 << 16):
                    stream.send(chunk)
                stream.end_sending()
        return _Command(made, stream, begun)

    def _running(self, command: str) -> bool:
        return bool(self._client.api.exec_inspect(command)["Running"])

    def _exit_code(self, command: str) -> int:
        # The output may end a moment before the engine has seen the process end.
        deadline = time.monotonic() + _PATIENCE
        while time.monotonic() < deadline:
            found = self._client.api.exec_inspect(command)
            if not found["Running"] and found["ExitCode"] is not None:
                return int(found["ExitCode"])
            time.sleep(0.01)
        raise SandboxError("Docker does not say how a command ended.", "See that the engine is well.")

    def end_all(self) -> int:
        """End all processes but the keeper; how many the kernel has ended for memory so far."""
        self._control.send(b"end\n")
        answer = b""
        deadline = time.monotonic() + _PATIENCE
        while not answer.endswith(b"\n"):
            chunk = self._control.receive(deadline - time.monotonic())
            if chunk is None:
                # An engine that is gone is told from a container that is.
                self._client.ping()
                raise SandboxError(
                    "A container ended before its work was done.",
                    "See that the engine is well (`docker info`).",
                )
            if not chunk and time.monotonic() >= deadline:
                raise SandboxError("The processes of a command can't be ended.", "Restart the engine.")
            answer += b"".join(payload for _, payload in chunk)
        return int(answer.split()[-1])

    def _limit(self, limits: Limits) -> None:
        """Give the container other limits than it has; the size of the workspace stays."""
        wanted = _cgroup(self._client, limits)
        if wanted == _cgroup(self._client, self._limits):
            return
        answer = self._client.api.post(
            f"{self._client.api.base_url}/v{self._client.api.api_version}/containers/{self.container}/update",
            # The SDK's own update knows neither NanoCpus nor PidsLimit.
            json={
                "Memory": wanted["mem_limit"],
                "MemorySwap": wanted["memswap_limit"],
                "NanoCpus": wanted["nano_cpus"],
                "PidsLimit": wanted["pids_limit"],
            },
        )
        if answer.status_code != 200:
            raise SandboxError(
                f"Docker does not set the limits of a command: {answer.text.strip()[-500:]}.",
                "Ask for more memory: what lies in the workspace counts.",
            )
        self._limits = limits

    def close(self) -> None:
        """Remove the container; a second call does nothing."""
        self._control.close()
        with contextlib.suppress(Exception):
            self._client.api.remove_container(self.container, force=True)


@dataclass(frozen=True)
class _Command:
    id: str
    stream: _Stream
    begun: float


class _Reader:
    """Keeps a command's output and its results, each up to a limit."""

    def __init__(self, stream: _Stream, most: int) -> None:
        self._stream = stream
        self.output = Kept(most)
        self.results = Kept(MOST_RESULTS)

    def until_end(self, seconds: float, running: Callable[[], bool]) -> bool:
        """Read until the output or the command ends; whether time ran out before."""
        deadline = time.monotonic() + seconds
        look = time.monotonic() + _POLL
        while (now := time.monotonic()) < deadline:
            frames = self._stream.receive(min(look, deadline) - now)
            if frames is None:
                return False
            for kind, payload in frames:
                (self.results if kind == _ERROR_STREAM else self.output).add(payload)
            if time.monotonic() >= look:
                if not running():
                    return False
                look = time.monotonic() + 4 * _POLL
        return True


class _Stream:
    """The two directions of a hijacked connection; what comes in is split into frames by the engine."""

    def __init__(self, connection: Any) -> None:
        # The SDK hands out a file-like wrapper for plain sockets, and the socket itself for TLS and ssh.
        self._owner = connection
        self._socket = getattr(connection, "_sock", connection)
        self._pending = bytearray()
        self._kind = 0
        self._left = 0

    def send(self, content: bytes) -> None:
        """Send all of it."""
        self._socket.settimeout(_PATIENCE)
        self._socket.sendall(content)

    def end_sending(self) -> None:
        """Let the other side see the end of its input, where the connection can say so."""
        with contextlib.suppress(OSError, AttributeError):
            self._socket.shutdown(socket.SHUT_WR)

    def receive(self, seconds: float) -> list[tuple[int, bytes]] | None:
        """What has come, each with its stream's number; nothing when nothing comes; None at the end."""
        self._socket.settimeout(max(seconds, 0.001))
        try:
            chunk = self._socket.recv(1 << 16)
        except TimeoutError:
            return []
        if not chunk:
            return None
        self._pending += chunk
        return list(self._payloads())

    def _payloads(self) -> Iterator[tuple[int, bytes]]:
        """Payload without the frames' headers: a byte of kind, three of nothing, four of length."""
        while self._pending:
            if not self._left:
                if len(self._pending) < 8:
                    return
                self._kind = self._pending[0]
                self._left = int.from_bytes(self._pending[4:8], "big")
                del self._pending[:8]
            payload = bytes(self._pending[: self._left])
            del self._pending[: len(payload)]
            self._left -= len(payload)
            yield self._kind, payload

    def close(self) -> None:
        """Close the connection."""
        with contextlib.suppress(Exception):
            self._socket.shutdown(socket.SHUT_RDWR)
        with contextlib.suppress(Exception):
            self._owner.close()
