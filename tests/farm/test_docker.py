"""The Docker sandbox does all that a sandbox must, and what only a container can."""

from __future__ import annotations

import contextlib
import os
import signal
import socket
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from swerefactor.errors import SandboxError
from swerefactor.farm import engine, owners
from swerefactor.farm.docker import DockerSandbox, sweep
from swerefactor.farm.images import Farm
from swerefactor.protocols import Sandbox
from swerefactor.values import BaseTree
from tests.conformance.sandbox import SMALL, SandboxContract, sh

if TYPE_CHECKING:
    from docker import DockerClient


class TestDockerSandbox(SandboxContract):
    @pytest.fixture
    def sandbox(self, docker_sandbox: DockerSandbox) -> Sandbox:
        return docker_sandbox

    @pytest.fixture
    def base(self, docker_base: BaseTree) -> BaseTree:
        return docker_base


def containers(client: DockerClient) -> set[str]:
    """The workspaces that are there, whoever owns them."""
    listed = client.api.containers(all=True, filters={"label": f"{engine.KIND}=workspace"})
    return {container["Id"] for container in listed}


def gone(client: DockerClient, container: str) -> bool:
    """Whether a container ends within a few seconds."""
    for _ in range(200):
        if container not in containers(client):
            return True
        time.sleep(0.05)
    return False


# --- Everything ends -------------------------------------------------------------------------


@pytest.mark.parametrize(
    "bomb",
    [
        pytest.param("bomb() { bomb | bomb & }; bomb; sleep 600", id="a fork bomb"),
        pytest.param(
            "(while :; do (trap '' TERM; exec setsid sleep 600) & done); exec sleep 600",
            id="a flood of sessions",
        ),
    ],
)
def test_a_full_process_table_is_cleared_at_the_time_limit(
    docker_sandbox: DockerSandbox, docker_base: BaseTree, bomb: str
) -> None:
    with docker_sandbox.workspace(docker_base, SMALL) as workspace:
        ran = sh(workspace, bomb, SMALL.model_copy(update={"seconds": 2.0}))
        assert ran.ended_by == "time"
        assert ran.seconds < 30
        assert sh(workspace, "ls -d /proc/[0-9]* | wc -l").output.strip() in ("3", "4")
        assert workspace.get("pom.xml")


def test_a_command_cannot_end_the_keeper_of_its_container(
    docker_sandbox: DockerSandbox, docker_base: BaseTree
) -> None:
    with docker_sandbox.workspace(docker_base, SMALL) as workspace:
        sh(workspace, "kill -9 1; kill -TERM 1; kill -9 -1; echo end > /proc/1/fd/0")
        assert sh(workspace, "echo on").output == "on\n"


def test_a_workspace_is_gone_after_the_block_also_after_an_error(
    client: DockerClient, docker_sandbox: DockerSandbox, docker_base: BaseTree
) -> None:
    made = []

    def fail() -> None:
        with docker_sandbox.workspace(docker_base, SMALL) as workspace:
            made.append(workspace.container)
            assert made[0] in containers(client)
            raise ZeroDivisionError

    with pytest.raises(ZeroDivisionError):
        fail()
    assert gone(client, made[0])


HOLDER = """
import sys, time
from pathlib import Path
from swerefactor.farm import engine
from swerefactor.farm.docker import DockerSandbox
from swerefactor.farm.images import Farm
from tests.conformance.sandbox import SMALL, small_repository
repositories, base = small_repository(Path(sys.argv[1]))
with DockerSandbox(Farm(engine.connect(), repositories)).workspace(base, SMALL) as workspace:
    print(workspace.container, flush=True)
    workspace.run(["sleep", "600"], SMALL.model_copy(update={"seconds": 600.0}))
"""


def test_a_container_ends_when_its_client_is_killed_in_the_middle_of_a_command(
    client: DockerClient, docker_sandbox: DockerSandbox, docker_base: BaseTree, tmp_path: Path
) -> None:
    with docker_sandbox.workspace(docker_base, SMALL):
        pass
    holder = subprocess.Popen(
        [sys.executable, "-c", HOLDER, str(tmp_path)],
        stdout=subprocess.PIPE,
        text=True,
        cwd=Path(__file__).parents[2],
    )
    assert holder.stdout is not None
    container = holder.stdout.readline().strip()
    assert container in containers(client)
    os.kill(holder.pid, signal.SIGKILL)
    holder.wait()
    assert gone(client, container)


def test_a_sweep_removes_what_dead_owners_left_and_nothing_else(
    client: DockerClient, docker_farm: tuple[Farm, BaseTree], docker_sandbox: DockerSandbox
) -> None:
    farm, base = docker_farm
    dead = subprocess.Popen(["sleep", "0"])
    mine, others = owners.labels()[owners.OWNER], f"elsewhere {dead.pid} 1"
    theirs = mine.replace(f" {os.getpid()} ", f" {dead.pid} ")
    dead.wait()
    made = {}
    for name, owner in (("dead", theirs), ("alive", mine), ("elsewhere", others)):
        labels = {engine.KIND: "workspace", owners.OWNER: owner}
        made[name] = client.api.create_container(farm.instance(base).id, labels=labels)["Id"]
    try:
        sweep(farm)
        left = containers(client)
        assert made["dead"] not in left
        assert {made["alive"], made["elsewhere"]} <= left
    finally:
        for name in ("alive", "elsewhere"):
            client.api.remove_container(made[name])


# --- Isolation -------------------------------------------------------------------------------


def test_a_command_has_no_capability_and_can_gain_none(
    docker_sandbox: DockerSandbox, docker_base: BaseTree
) -> None:
    with docker_sandbox.workspace(docker_base, SMALL) as workspace:
        status = dict(
            line.split(":\t", 1) for line in sh(workspace, "cat /proc/self/status").output.splitlines()
        )
    for name in ("CapInh", "CapPrm", "CapEff", "CapAmb"):
        assert int(status[name], 16) == 0
    assert status["NoNewPrivs"] == "1"
    assert status["Seccomp"] == "2"


def test_home_and_tmp_can_be_written_and_programs_run_from_there(
    docker_sandbox: DockerSandbox, docker_base: BaseTree
) -> None:
    with docker_sandbox.workspace(docker_base, SMALL) as workspace:
        for place in ("$HOME", "/tmp", "~", workspace.root):
            script = "printf '#!/bin/sh\\necho ran\\n' > program && chmod +x program && ./program"
            assert sh(workspace, f"cd {place} && {script}").output == "ran\n"


def test_filling_every_writable_place_does_not_break_the_container(
    docker_sandbox: DockerSandbox, docker_base: BaseTree
) -> None:
    fill = "for place in . /tmp $HOME /dev/shm; do cat /dev/zero > $place/fill; done; exit 0"
    with docker_sandbox.workspace(docker_base, SMALL) as workspace:
        sh(workspace, fill)
        assert sh(workspace, "tail -n 1 /dev/zero").ended_by == "memory"
        assert workspace.get("pom.xml")
        with pytest.raises(SandboxError):
            workspace.put({"large": b"x" * (8 << 20)})


# --- Output ----------------------------------------------------------------------------------


def test_not_a_byte_of_output_is_lost_however_short_the_command(
    docker_sandbox: DockerSandbox, docker_base: BaseTree
) -> None:
    with docker_sandbox.workspace(docker_base, SMALL) as workspace:
        assert {sh(workspace, "echo a").output for _ in range(30)} == {"a\n"}


# --- An engine that is far away --------------------------------------------------------------


class Wire:
    """Forwards a loopback port to the engine until it is cut, as a network to a remote engine is."""

    def __init__(self, engine_socket: str) -> None:
        self.engine_socket = engine_socket
        self.server = socket.create_server(("127.0.0.1", 0))
        self.ends: list[socket.socket] = []
        threading.Thread(target=self._accept, daemon=True).start()

    @property
    def address(self) -> str:
        return f"tcp://127.0.0.1:{self.server.getsockname()[1]}"

    def cut(self) -> None:
        # Closing alone would not wake the thread that waits in accept.
        self.server.shutdown(socket.SHUT_RDWR)
        self.server.close()
        for end in self.ends:
            with contextlib.suppress(OSError):
                end.shutdown(socket.SHUT_RDWR)

    def _accept(self) -> None:
        while True:
            try:
                near, _ = self.server.accept()
            except OSError:
                return
            far = socket.socket(socket.AF_UNIX)
            far.connect(self.engine_socket)
            self.ends += [near, far]
            for source, sink in ((near, far), (far, near)):
                threading.Thread(target=self._forward, args=(source, sink), daemon=True).start()

    @staticmethod
    def _forward(source: socket.socket, sink: socket.socket) -> None:
        with contextlib.suppress(OSError):
            while chunk := source.recv(1 << 16):
                sink.sendall(chunk)
            sink.shutdown(socket.SHUT_WR)


@pytest.fixture
def wire(client: DockerClient, monkeypatch: pytest.MonkeyPatch) -> Iterator[tuple[Wire, DockerClient]]:
    if not engine.address().startswith("unix://"):
        pytest.skip("the engine of these tests is a remote one already")
    made = Wire(engine.address().removeprefix("unix://"))
    monkeypatch.setenv("DOCKER_HOST", made.address)
    yield made, engine.open_client(60)
    with contextlib.suppress(OSError):
        made.cut()


def test_a_remote_engine_works_as_a_local_one_does(
    wire: tuple[Wire, DockerClient], docker_farm: tuple[Farm, BaseTree]
) -> None:
    farm, base = docker_farm
    with DockerSandbox(Farm(wire[1], farm.repositories)).workspace(base, SMALL) as workspace:
        workspace.put({"in.txt": b"\x00\xff" * 100_000})
        assert sh(workspace, "cat in.txt | wc -c; exit 3").output.strip() == "200000"
        assert workspace.get("in.txt") == b"\x00\xff" * 100_000


def test_an_engine_that_goes_away_in_the_middle_is_a_sandbox_error_with_a_tip(
    client: DockerClient, wire: tuple[Wire, DockerClient], docker_farm: tuple[Farm, BaseTree]
) -> None:
    farm, base = docker_farm
    cable, far = wire
    made: list[str] = []

    def run() -> None:
        with DockerSandbox(Farm(far, farm.repositories)).workspace(base, SMALL) as workspace:
            made.append(workspace.container)
            threading.Timer(0.5, cable.cut).start()
            sh(workspace, "sleep 600")

    with pytest.raises(SandboxError, match="engine") as raised:
        run()
    assert raised.value.tip
    assert gone(client, made[0])
