"""The local sandbox: the contract of all sandboxes, and what only a process on this machine can do."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import tempfile
import textwrap
import time
from pathlib import Path

import pytest

from swerefactor import scratch
from swerefactor.errors import InputError, SandboxError
from swerefactor.farm.local import LocalSandbox
from swerefactor.repositories import Repositories
from swerefactor.values import BaseTree
from tests.conformance.sandbox import BEATS, SMALL, SandboxContract, sh, small_repository, stands_still


@pytest.fixture(scope="module")
def made(tmp_path_factory: pytest.TempPathFactory) -> tuple[Repositories, BaseTree]:
    return small_repository(tmp_path_factory.mktemp("repository"))


@pytest.fixture
def sandbox(
    made: tuple[Repositories, BaseTree], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> LocalSandbox:
    # A temporary folder of our own, so that nothing of other tests is in it.
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path))
    return LocalSandbox(made[0])


@pytest.fixture
def base(made: tuple[Repositories, BaseTree]) -> BaseTree:
    return made[1]


class TestLocalSandbox(SandboxContract):
    """The contract of all sandboxes."""


def test_it_promises_no_isolation(sandbox: LocalSandbox) -> None:
    assert sandbox.capabilities == frozenset()


def test_the_folder_is_gone_after_use_and_after_errors(
    sandbox: LocalSandbox, base: BaseTree, tmp_path: Path
) -> None:
    with sandbox.workspace(base, SMALL) as workspace:
        assert sh(workspace, "mkdir -p a/b; touch a/b/c; chmod 000 a/b; chmod 000 a").ok
    with pytest.raises(ZeroDivisionError), sandbox.workspace(base, SMALL):
        raise ZeroDivisionError
    assert list(tmp_path.iterdir()) == []


def test_deleting_a_workspace_follows_no_link(sandbox: LocalSandbox, base: BaseTree, tmp_path: Path) -> None:
    outside = tmp_path / "outside"
    outside.mkdir()
    (outside / "kept").write_text("kept")
    outside.chmod(0o755)
    with sandbox.workspace(base, SMALL) as workspace:
        assert sh(workspace, f"ln -s '{outside}' way").ok
    assert (outside / "kept").read_text() == "kept"
    assert outside.stat().st_mode & 0o777 == 0o755


def test_putting_a_file_leaves_what_a_hard_link_shares(
    sandbox: LocalSandbox, base: BaseTree, tmp_path: Path
) -> None:
    outside = tmp_path / "outside.txt"
    outside.write_text("kept")
    with sandbox.workspace(base, SMALL) as workspace:
        os.link(outside, Path(workspace.root, "linked.txt"))
        workspace.put({"linked.txt": b"changed"})
        assert workspace.get("linked.txt") == b"changed"
    assert outside.read_text() == "kept"


def test_a_path_that_a_folder_or_file_is_in_the_way_of_is_the_caller_s_fault(
    sandbox: LocalSandbox, base: BaseTree
) -> None:
    with sandbox.workspace(base, SMALL) as workspace:
        for path in ("src", "pom.xml/below"):
            with pytest.raises(InputError, match=path):
                workspace.put({path: b"x"})


def test_an_executable_file_stays_one(sandbox: LocalSandbox, base: BaseTree) -> None:
    with sandbox.workspace(base, SMALL) as workspace:
        assert sh(workspace, "printf 'echo one' > run; chmod 755 run").ok
        workspace.put({"run": b"#!/bin/sh\necho two\n"})
        assert sh(workspace, "./run").output == "two\n"


def test_a_command_that_deletes_the_workspace_harms_itself_alone(
    sandbox: LocalSandbox, base: BaseTree, tmp_path: Path
) -> None:
    with sandbox.workspace(base, SMALL) as workspace:
        sh(workspace, 'rm -rf "$PWD" "$TMPDIR" "$HOME"')
        assert workspace.get("pom.xml") is None
        assert sh(workspace, "ls -A").output == ""
    assert list(tmp_path.iterdir()) == []


def test_an_endless_file_is_not_read(sandbox: LocalSandbox, base: BaseTree) -> None:
    with sandbox.workspace(base, SMALL) as workspace:
        with Path(workspace.root, "sparse").open("wb") as stream:
            stream.truncate(1 << 40)
        with pytest.raises(SandboxError, match="sparse"):
            workspace.get("sparse")


def test_a_temporary_folder_that_is_not_there_is_told(
    sandbox: LocalSandbox, base: BaseTree, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path / "missing"))
    with pytest.raises(SandboxError) as caught, sandbox.workspace(base, SMALL):
        pass
    assert "TMPDIR" in caught.value.tip


OWNER = """
import sys, tempfile
from pathlib import Path
from swerefactor.farm.local import LocalSandbox
from swerefactor.repositories import Repositories
from swerefactor.values import BaseTree, Limits
tempfile.tempdir = sys.argv[1]
sandbox = LocalSandbox(Repositories(made=(("sample/contract", Path(sys.argv[2])),)))
base = BaseTree(repository="sample/contract", commit=sys.argv[3], jdk=17)
with sandbox.workspace(base, Limits()) as workspace:
    print(workspace.root, flush=True)
    workspace.run(["sh", "-c", sys.argv[4]], Limits())
"""


def start_owner(
    made: tuple[Repositories, BaseTree], folder: Path, script: str
) -> tuple[subprocess.Popen[bytes], Path]:
    """Another process that has a workspace and runs a script in it; its workspace's root."""
    (_, git_dir), base = made[0].made[0], made[1]
    command = [sys.executable, "-c", textwrap.dedent(OWNER), str(folder), str(git_dir), base.commit, script]
    owner = subprocess.Popen(command, stdout=subprocess.PIPE)
    assert owner.stdout
    return owner, Path(owner.stdout.readline().decode().strip())


def wait_for(path: Path) -> None:
    deadline = time.monotonic() + 30
    while not path.exists():
        assert time.monotonic() < deadline, f"{path.name} does not come"
        time.sleep(0.02)


@pytest.mark.parametrize("how", [signal.SIGKILL, signal.SIGTERM, signal.SIGINT])
def test_when_the_owner_is_killed_its_command_dies_and_the_next_start_sweeps_up(
    made: tuple[Repositories, BaseTree], sandbox: LocalSandbox, base: BaseTree, tmp_path: Path, how: int
) -> None:
    beat = tmp_path / "beat"
    script = f"setsid sh -c 'trap \"\" TERM HUP; {BEATS.format(path=beat)}' & sleep 600"
    owner, root = start_owner(made, tmp_path, script)
    wait_for(beat)
    owner.send_signal(how)
    owner.wait(30)
    deadline = time.monotonic() + 30
    while not still(beat):
        assert time.monotonic() < deadline, "the command lives on"
    with sandbox.workspace(base, SMALL):
        assert not root.parent.exists()


def still(path: Path) -> bool:
    before = path.stat().st_size
    time.sleep(0.6)
    return path.stat().st_size == before


def test_a_sweep_leaves_the_workspaces_of_living_processes(
    made: tuple[Repositories, BaseTree], sandbox: LocalSandbox, base: BaseTree, tmp_path: Path
) -> None:
    owner, root = start_owner(made, tmp_path, "sleep 600")
    try:
        with sandbox.workspace(base, SMALL) as workspace:
            scratch.sweep()
            assert root.is_dir()
            assert workspace.get("pom.xml") is not None
    finally:
        owner.kill()
        owner.wait()


def test_a_command_that_kills_its_supervisor_dies_with_it_and_is_no_result(
    sandbox: LocalSandbox, base: BaseTree
) -> None:
    with sandbox.workspace(base, SMALL) as workspace:
        with pytest.raises(SandboxError, match="supervisor"):
            sh(workspace, f"kill -9 $PPID; {BEATS.format(path='beat')}")
        assert workspace.get("beat") is None or stands_still(workspace, "beat")


def test_output_beyond_the_limit_is_never_held(sandbox: LocalSandbox, base: BaseTree) -> None:
    import tracemalloc

    with sandbox.workspace(base, SMALL) as workspace:
        tracemalloc.start()
        sh(workspace, "head -c 200000000 /dev/zero", SMALL.model_copy(update={"output": 1000}))
        _, peak = tracemalloc.get_traced_memory()
        tracemalloc.stop()
    assert peak < 10 << 20
