"""What every sandbox must do: inherit `SandboxContract`, give it `sandbox` and `base`, and run it."""

from __future__ import annotations

import threading
import time
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from swerefactor.errors import SwerefactorError
from swerefactor.protocols import Capability, Sandbox, Workspace
from swerefactor.repositories import Repositories, git
from swerefactor.values import BaseTree, Completed, Limits

POM = """<project xmlns="http://maven.apache.org/POM/4.0.0">
  <modelVersion>4.0.0</modelVersion>
  <groupId>sample</groupId><artifactId>contract</artifactId><version>1</version>
  <properties>
    <maven.compiler.source>8</maven.compiler.source>
    <maven.compiler.target>8</maven.compiler.target>
    <project.build.sourceEncoding>UTF-8</project.build.sourceEncoding>
  </properties>
  <dependencies>
    <dependency>
      <groupId>junit</groupId><artifactId>junit</artifactId><version>4.13.2</version><scope>test</scope>
    </dependency>
  </dependencies>
</project>
"""
MAIN = """package p;

public class Adder {
    public int add(int a, int b) {
        return a + b;
    }
}
"""
TEST = """package p;

import static org.junit.Assert.assertEquals;

import org.junit.Test;

public class AdderTest {
    @Test
    public void adds() {
        assertEquals(3, new Adder().add(1, 2));
    }
}
"""
FILES = {
    "pom.xml": POM.encode(),
    "src/main/java/p/Adder.java": MAIN.encode(),
    "src/test/java/p/AdderTest.java": TEST.encode(),
    "notes.txt": b"r\xe9sum\xe9\r\nno final newline",
}
"""The files of the base tree: a small Maven project whose one test passes, and a file of odd bytes."""

SMALL = Limits(seconds=60, output=1 << 20, memory=512 << 20, processes=128, workspace=256 << 20)


def small_repository(folder: Path, files: dict[str, bytes] | None = None) -> tuple[Repositories, BaseTree]:
    """A git repository `sample/contract` of one commit, made in the folder, with its base tree."""
    tree, git_dir = folder / "contract", folder / "contract" / ".git"
    for path, content in (FILES if files is None else files).items():
        (tree / path).parent.mkdir(parents=True, exist_ok=True)
        (tree / path).write_bytes(content)
    place = (f"--git-dir={git_dir}", f"--work-tree={tree}")
    someone = ("-c", "user.name=Someone", "-c", "user.email=someone@example.org", "-c", "core.autocrlf=false")
    when = dict.fromkeys(("GIT_AUTHOR_DATE", "GIT_COMMITTER_DATE"), "2020-01-01T00:00:00Z")
    git(*place, "init", "--quiet")
    git(*place, *someone, "add", "--all")
    git(*place, *someone, "commit", "--quiet", "--message", "Base", environment=when)
    commit = git(*place, "rev-parse", "HEAD").decode().strip()
    base = BaseTree(repository="sample/contract", commit=commit, jdk=17)
    return Repositories(made=(("sample/contract", git_dir),)), base


def sh(workspace: Workspace, script: str, limits: Limits = SMALL) -> Completed:
    """What a shell script does in the workspace."""
    return workspace.run(["sh", "-c", script], limits)


def needs(sandbox: Sandbox, capability: Capability) -> None:
    """Leave a test out where the sandbox does not promise what it is about."""
    if capability not in sandbox.capabilities:
        pytest.skip(f"{sandbox.name} does not declare {capability.name}")


def stands_still(workspace: Workspace, path: str) -> bool:
    """Whether a file that is written ten times a second by a live process grows no more."""
    before = workspace.get(path)
    time.sleep(0.6)
    return before is not None and workspace.get(path) == before


BEATS = "while :; do printf x >> {path}; sleep 0.1; done"


class FilesContract:
    """What needs no command, so that a scripted fake passes it too. Fixtures as below."""

    def test_a_workspace_holds_the_base_tree_byte_for_byte(self, sandbox: Sandbox, base: BaseTree) -> None:
        with sandbox.workspace(base, SMALL) as workspace:
            for path, content in FILES.items():
                assert workspace.get(path) == content

    def test_files_are_put_read_replaced_and_deleted(self, sandbox: Sandbox, base: BaseTree) -> None:
        with sandbox.workspace(base, SMALL) as workspace:
            workspace.put(
                {"new/deep/ä b.txt": b"\x00\xff", "notes.txt": b"short", "pom.xml": None, "none": None}
            )
            assert workspace.get("new/deep/ä b.txt") == b"\x00\xff"
            assert workspace.get("notes.txt") == b"short"
            assert workspace.get("pom.xml") is None

    def test_a_large_file_comes_back_whole(self, sandbox: Sandbox, base: BaseTree) -> None:
        content = bytes(range(256)) * (12 << 10)
        with sandbox.workspace(base, SMALL) as workspace:
            workspace.put({"large.bin": content})
            assert workspace.get("large.bin") == content

    def test_files_are_listed_by_suffix_and_sorted(self, sandbox: Sandbox, base: BaseTree) -> None:
        with sandbox.workspace(base, SMALL) as workspace:
            workspace.put({"src/a.java": b"", "src/z.txt": b""})
            java = ("src/a.java", "src/main/java/p/Adder.java", "src/test/java/p/AdderTest.java")
            assert workspace.list("src", ".java") == java
            assert workspace.list("nowhere", ".java") == ()

    def test_paths_out_of_the_workspace_are_refused(self, sandbox: Sandbox, base: BaseTree) -> None:
        with sandbox.workspace(base, SMALL) as workspace:
            for path in ("../escaped", "/tmp/escaped", "src/../../escaped", "", "."):
                with pytest.raises(SwerefactorError):
                    workspace.put({path: b"x"})
                with pytest.raises(SwerefactorError):
                    workspace.get(path)

    def test_an_error_in_the_block_passes_through(self, sandbox: Sandbox, base: BaseTree) -> None:
        with pytest.raises(ZeroDivisionError), sandbox.workspace(base, SMALL):
            raise ZeroDivisionError

    def test_workspaces_do_not_see_each_other_s_changes(self, sandbox: Sandbox, base: BaseTree) -> None:
        with sandbox.workspace(base, SMALL) as one, sandbox.workspace(base, SMALL) as other:
            one.put({"pom.xml": b"changed"})
            assert other.get("pom.xml") == POM.encode()
        with sandbox.workspace(base, SMALL) as later:
            assert later.get("pom.xml") == POM.encode()

    def test_versions_say_what_results_rest_on(self, sandbox: Sandbox, base: BaseTree) -> None:
        versions = sandbox.versions(base)
        assert versions
        assert all(name and text for name, text in versions.items())
        assert versions == sandbox.versions(base)


class SandboxContract(FilesContract):
    """All of it. Fixtures: `sandbox` (a Sandbox), `base` (the BaseTree of `small_repository`)."""

    def test_commands_see_what_was_put_and_the_other_way_round(
        self, sandbox: Sandbox, base: BaseTree
    ) -> None:
        with sandbox.workspace(base, SMALL) as workspace:
            workspace.put({"in.txt": b"hello"})
            assert sh(workspace, "cat in.txt; printf bye > out.txt").output == "hello"
            assert workspace.get("out.txt") == b"bye"

    def test_what_is_no_regular_file_reads_as_none(self, sandbox: Sandbox, base: BaseTree) -> None:
        with sandbox.workspace(base, SMALL) as workspace:
            assert sh(workspace, "mkfifo pipe").ok
            for path in ("missing", "src", "missing/deep", "pom.xml/below", "pipe"):
                assert workspace.get(path) is None

    def test_links_are_neither_read_nor_written_through(self, sandbox: Sandbox, base: BaseTree) -> None:
        with sandbox.workspace(base, SMALL) as workspace:
            links = "ln -s real way; ln -s real/file link"
            assert sh(workspace, f"mkdir real; printf kept > real/file; {links}").ok
            assert workspace.get("link") is None
            assert workspace.get("way/file") is None
            for path in ("link", "way/file", "way/new"):
                with pytest.raises(SwerefactorError):
                    workspace.put({path: b"changed"})
            assert workspace.list("", "file") == ("real/file",)
            assert workspace.get("real/file") == b"kept"
            assert workspace.get("real/new") is None

    def test_a_deep_link_to_the_outside_is_not_read(self, sandbox: Sandbox, base: BaseTree) -> None:
        with sandbox.workspace(base, SMALL) as workspace:
            assert sh(workspace, "ln -s / host").ok
            assert workspace.get("host/etc/passwd") is None
            assert workspace.list("host/etc", "passwd") == ()

    # --- Commands ---

    def test_a_command_starts_in_the_root(self, sandbox: Sandbox, base: BaseTree) -> None:
        with sandbox.workspace(base, SMALL) as workspace:
            assert sh(workspace, "pwd -P").output.strip() == workspace.root
            assert sh(workspace, f"cat '{workspace.root}/pom.xml'").output == POM

    def test_an_exit_code_is_handed_on(self, sandbox: Sandbox, base: BaseTree) -> None:
        with sandbox.workspace(base, SMALL) as workspace:
            assert sh(workspace, "exit 0").ok
            failed = sh(workspace, "echo out; echo err >&2; exit 7")
            assert (failed.exit_code, failed.ended_by, failed.ok) == (7, "", False)
            assert failed.output == "out\nerr\n"

    def test_a_command_killed_by_a_signal_is_not_ok(self, sandbox: Sandbox, base: BaseTree) -> None:
        with sandbox.workspace(base, SMALL) as workspace:
            assert sh(workspace, "kill -9 $$").exit_code == 137

    def test_a_command_that_does_not_exist_is_a_result(self, sandbox: Sandbox, base: BaseTree) -> None:
        with sandbox.workspace(base, SMALL) as workspace:
            missing = workspace.run(["no-such-command-anywhere"], SMALL)
            assert missing.exit_code in (126, 127)
            assert "no-such-command-anywhere" in missing.output
            assert sh(workspace, "echo still here").output == "still here\n"

    def test_arguments_and_environment_arrive_as_they_are(self, sandbox: Sandbox, base: BaseTree) -> None:
        odd = "a b;$HOME \"'*\n"
        with sandbox.workspace(base, SMALL) as workspace:
            ran = workspace.run(["sh", "-c", 'printf "%s|%s" "$1" "$ODD"', "sh", odd], SMALL, {"ODD": odd})
            assert ran.output == f"{odd}|{odd}"

    def test_a_command_reads_no_input(self, sandbox: Sandbox, base: BaseTree) -> None:
        with sandbox.workspace(base, SMALL) as workspace:
            assert workspace.run(["cat"], SMALL).output == ""

    def test_a_command_reads_the_input_that_it_is_given(self, sandbox: Sandbox, base: BaseTree) -> None:
        with sandbox.workspace(base, SMALL) as workspace:
            ran = workspace.run(["head", "-c", "6"], SMALL, stdin=b"a\n\xc3\xa4bc")
            assert ran.output == "a\näbc"

    def test_what_goes_to_descriptor_3_is_kept_apart_and_whole(
        self, sandbox: Sandbox, base: BaseTree
    ) -> None:
        with sandbox.workspace(base, SMALL) as workspace:
            flood = "echo one >&3; head -c 100000 /dev/zero | tr '\\0' x; echo err >&2; echo two > /dev/fd/3"
            ran = sh(workspace, flood, SMALL.model_copy(update={"output": 1000}))
            assert (ran.results, ran.output, ran.truncated) == ("one\ntwo\n", "x" * 1000, True)
            assert sh(workspace, "echo on").results == ""

    def test_after_a_reset_there_is_the_base_tree_and_what_was_put(
        self, sandbox: Sandbox, base: BaseTree
    ) -> None:
        spoil = "rm -r src; mkdir -p deep; ln -s / deep/link; echo x > pom.xml; echo x > added; chmod 0 deep"
        with sandbox.workspace(base, SMALL) as workspace:
            workspace.put({"put.txt": b"put", "src/test/java/p/AdderTest.java": None})
            assert sh(workspace, f'echo x > "${{TMPDIR:-/tmp}}/left"; {spoil}').ok
            workspace.reset()
            assert sh(workspace, 'ls -A "${TMPDIR:-/tmp}"').output == ""
            assert workspace.get("pom.xml") == POM.encode()
            assert workspace.get("put.txt") == b"put"
            assert workspace.list("src", ".java") == ("src/main/java/p/Adder.java",)
            assert workspace.get("added") is None

    def test_locale_and_time_zone_are_the_same_everywhere(self, sandbox: Sandbox, base: BaseTree) -> None:
        with sandbox.workspace(base, SMALL) as workspace:
            assert sh(workspace, 'printf "%s %s" "${LC_ALL:-$LANG}" "$(date +%Z)"').output == "C.UTF-8 UTC"

    def test_the_environment_holds_no_secret_of_the_caller(
        self, sandbox: Sandbox, base: BaseTree, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setenv("OPENAI_API_KEY", "sk-very-secret")
        with sandbox.workspace(base, SMALL) as workspace:
            assert "sk-very-secret" not in sh(workspace, "env").output

    def test_bytes_that_are_no_text_are_replaced(self, sandbox: Sandbox, base: BaseTree) -> None:
        with sandbox.workspace(base, SMALL) as workspace:
            assert sh(workspace, r"printf 'a\377b'").output == "a\ufffdb"

    # --- Limits ---

    def test_output_over_the_limit_is_dropped_and_the_command_goes_on(
        self, sandbox: Sandbox, base: BaseTree
    ) -> None:
        with sandbox.workspace(base, SMALL) as workspace:
            flood = "head -c 3000000 /dev/zero | tr '\\0' x; printf done > end; exit 3"
            ran = sh(workspace, flood, SMALL.model_copy(update={"output": 10_000}))
            assert ran.truncated
            assert ran.output == "x" * 10_000
            assert ran.exit_code == 3
            assert workspace.get("end") == b"done"

    def test_output_up_to_the_limit_is_whole(self, sandbox: Sandbox, base: BaseTree) -> None:
        with sandbox.workspace(base, SMALL) as workspace:
            ran = sh(workspace, "printf 0123456789", SMALL.model_copy(update={"output": 10}))
            assert (ran.output, ran.truncated) == ("0123456789", False)

    def test_a_command_at_its_time_limit_dies_and_says_so(self, sandbox: Sandbox, base: BaseTree) -> None:
        with sandbox.workspace(base, SMALL) as workspace:
            ran = sh(workspace, "echo begun; sleep 600", SMALL.model_copy(update={"seconds": 1.0}))
            assert ran.ended_by == "time"
            assert not ran.ok
            assert ran.output == "begun\n"
            assert 0.5 < ran.seconds < 60
            assert sh(workspace, "echo on").output == "on\n"

    @pytest.mark.parametrize(
        "escape",
        [
            pytest.param("sh -c '{beat}' & wait", id="children"),
            pytest.param("trap '' TERM INT HUP; sh -c '{beat}' & wait", id="those that ignore signals"),
            pytest.param("setsid sh -c '{beat}' & wait", id="those in a session of their own"),
            pytest.param(
                "(trap '' TERM; setsid sh -c \"trap '' TERM; setsid sh -c '{beat}' &\" &) & sleep 600",
                id="those that their parents left",
            ),
        ],
    )
    def test_at_the_time_limit_die_also(self, sandbox: Sandbox, base: BaseTree, escape: str) -> None:
        with sandbox.workspace(base, SMALL) as workspace:
            script = escape.replace("{beat}", BEATS.format(path="beat"))
            ran = sh(workspace, script, SMALL.model_copy(update={"seconds": 1.5}))
            assert ran.ended_by == "time"
            assert stands_still(workspace, "beat")

    def test_what_a_command_leaves_running_dies_with_it(self, sandbox: Sandbox, base: BaseTree) -> None:
        with sandbox.workspace(base, SMALL) as workspace:
            left = f"setsid sh -c 'trap \"\" TERM; {BEATS.format(path='beat')}' > /dev/null 2>&1 &"
            assert sh(workspace, f"{left} until [ -s beat ]; do sleep 0.05; done; exit 0").ok
            assert stands_still(workspace, "beat")

    def test_a_child_that_holds_the_output_open_holds_up_nothing(
        self, sandbox: Sandbox, base: BaseTree
    ) -> None:
        with sandbox.workspace(base, SMALL) as workspace:
            ran = sh(workspace, "sleep 600 & echo out")
            assert (ran.output, ran.ok) == ("out\n", True)

    def test_processes_that_multiply_are_all_ended(self, sandbox: Sandbox, base: BaseTree) -> None:
        # Each generation starts the next and ends: a moving target, yet never many at once.
        chain = "printf 'printf x >> beat; sh ./hop &' > hop; sh ./hop; sleep 600"
        with sandbox.workspace(base, SMALL) as workspace:
            ran = sh(workspace, chain, SMALL.model_copy(update={"seconds": 1.5}))
            assert ran.ended_by == "time"
            assert stands_still(workspace, "beat")

    def test_a_command_over_its_memory_dies(self, sandbox: Sandbox, base: BaseTree) -> None:
        needs(sandbox, Capability.MEMORY_LIMIT)
        # `tail` keeps the last line whole; the only line here is endless.
        limits = SMALL.model_copy(update={"memory": 64 << 20})
        with sandbox.workspace(base, limits) as workspace:
            ran = sh(workspace, "tail -n 1 /dev/zero", limits)
            assert ran.ended_by == "memory"
            assert not ran.ok

    def test_a_command_starts_no_more_processes_than_allowed(self, sandbox: Sandbox, base: BaseTree) -> None:
        needs(sandbox, Capability.PROCESS_LIMIT)
        limits = SMALL.model_copy(update={"processes": 32})
        many = "i=0; while [ $i -lt 64 ]; do sleep 30 & i=$((i+1)); done; echo all 64"
        with sandbox.workspace(base, limits) as workspace:
            assert "all 64" not in sh(workspace, many, limits).output
            assert sh(workspace, "echo on").output == "on\n"

    def test_writing_over_the_workspace_size_fails(self, sandbox: Sandbox, base: BaseTree) -> None:
        needs(sandbox, Capability.WORKSPACE_LIMIT)
        limits = SMALL.model_copy(update={"workspace": 32 << 20})
        with sandbox.workspace(base, limits) as workspace:
            assert not sh(workspace, "head -c 67108864 /dev/zero > fill", limits).ok
            assert len(workspace.get("pom.xml") or b"") == len(POM)

    # --- Isolation ---

    def test_commands_see_no_file_of_the_host(self, sandbox: Sandbox, base: BaseTree, tmp_path: Path) -> None:
        needs(sandbox, Capability.ISOLATED)
        secret = tmp_path / "secret"
        secret.write_text("secret")
        with sandbox.workspace(base, SMALL) as workspace:
            assert not sh(workspace, f"cat '{secret}'").ok

    def test_commands_have_no_network(self, sandbox: Sandbox, base: BaseTree) -> None:
        needs(sandbox, Capability.ISOLATED)
        with sandbox.workspace(base, SMALL) as workspace:
            links = sh(workspace, "tail -n +3 /proc/net/dev | cut -d: -f1 | tr -d ' '").output.split()
            # The kernel puts its tunnels into every network; without a route none leads anywhere.
            assert not [link for link in links if link.startswith(("eth", "en", "wl"))]
            assert sh(workspace, "tail -n +2 /proc/net/route").output == ""

    def test_commands_are_not_root_and_write_in_the_workspace_only(
        self, sandbox: Sandbox, base: BaseTree
    ) -> None:
        needs(sandbox, Capability.ISOLATED)
        with sandbox.workspace(base, SMALL) as workspace:
            assert sh(workspace, "id -u").output.strip() != "0"
            for place in ("/etc", "/usr", "/opt", "/"):
                assert not sh(workspace, f"printf x > {place}/written").ok

    # --- Life of a workspace ---

    def test_a_workspace_holds_no_history(self, sandbox: Sandbox, base: BaseTree) -> None:
        with sandbox.workspace(base, SMALL) as workspace:
            counted = sh(workspace, "git rev-list --all --count 2> /dev/null || echo 0").output.strip()
            assert counted in ("0", "1")

    def test_an_abort_from_another_thread_ends_all_commands(self, sandbox: Sandbox, base: BaseTree) -> None:
        begun = threading.Event()

        def endless() -> Completed | None:
            with sandbox.workspace(base, SMALL) as workspace:
                begun.set()
                try:
                    return sh(workspace, "trap '' TERM; setsid sleep 600; sleep 600", SMALL)
                except SwerefactorError:
                    return None

        with ThreadPoolExecutor() as pool:
            ran = pool.submit(endless)
            assert begun.wait(300)
            time.sleep(0.5)  # Whether the command has begun by then or not, it ends.
            sandbox.abort()
            ended = ran.result()
        assert ended is None or (not ended.ok and ended.ended_by != "time")
        with sandbox.workspace(base, SMALL) as workspace:
            assert sh(workspace, "echo on").output == "on\n"
