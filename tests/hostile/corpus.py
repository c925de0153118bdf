"""The hostile patches: each the right reference plus an attack, so that the attack alone must fail it."""

from __future__ import annotations

import re
import string
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from typing import Literal

from swerefactor.patches import make_patch
from swerefactor.refactoring.dataset import find
from swerefactor.refactoring.sample import sample_repositories
from swerefactor.repositories import Repositories
from swerefactor.values import Instance

JAVA = Path(__file__).parent / "java"
MARK = "86399.731"
"""Seconds that the process which outlives its test sleeps: nobody else's sleep is that long."""
PORT = 47631
"""Where the tests listen for stolen data."""

Base = Literal["gold", "noop", "spoiled"]
"""What an attack is added to: the right refactoring, nothing, or the right one with a fault that tests find."""


@dataclass(frozen=True)
class Host:
    """A sample instance that attacks ride on: the class they get into, and a fault that its tests find."""

    instance_id: str
    file: str
    spoil: tuple[str, str, str]
    """File, text, and what stands in its place."""

    @property
    def instance(self) -> Instance:
        return find(self.instance_id, None)

    @property
    def class_name(self) -> str:
        return Path(self.file).stem

    @property
    def package(self) -> str:
        return f"sample.{self.instance.project}"


_MONEY = "src/main/java/sample/ledger/Money.java"
LEDGER = Host("ledger-extract-method-1", _MONEY, (_MONEY, "decimals, '.'", "decimals, ','"))
_TEXT = "src/main/java/sample/almanac/Text.java"
ALMANAC = Host("almanac-move-method-1", _TEXT, (_TEXT, "room = width - 1;", "room = width;"))
_GRID = "src/main/java/sample/orchard/Grid.java"
ORCHARD = Host("orchard-inline-method-1", _GRID, (_GRID, "0 <= place.row()", "1 <= place.row()"))
TEST_CODE = Host(
    "ledger-extract-method-2",
    "src/test/java/sample/ledger/JournalReaderTest.java",
    (_MONEY, "decimals, '.'", "decimals, ','"),
)


@dataclass(frozen=True)
class Scene:
    """A host's files: as they are at the base, and as they are before the attack comes in."""

    host: Host
    base: Mapping[str, bytes]
    files: Mapping[str, bytes]

    def text(self, path: str) -> str:
        return self.files[path].decode()


@cache
def scene(host: Host, base: Base) -> Scene:
    """The host's files with the reference applied, spoiled, or neither."""
    instance = host.instance
    repository = Repositories(made=sample_repositories()).open(instance.repository)
    commits = (instance.base_commit, instance.commit)
    before, after = (repository.read_all(c, repository.files(c)) for c in commits)
    files = dict(before if base == "noop" else after)
    if base == "spoiled":
        path, old, new = host.spoil
        files[path] = _replaced(files[path].decode(), old, new).encode()
    return Scene(host, before, files)


def _replaced(text: str, old: str, new: str) -> str:
    assert old in text, f"{old!r} is not there any more"
    return text.replace(old, new, 1)


Change = Callable[[Scene], Mapping[str, bytes | None]]
"""The files of a scene that an attack changes or, as None, deletes."""


@dataclass(frozen=True)
class Attack:
    """One attack and how it must end.

    `ends` are the first failed check and reason that are right for it, as `test:test_missing`, on
    the right reference. `runs` tells that its code comes to run: then `says` must be in the log and
    `never_says` must not. `forges` are the paths on which, run, it makes a failing test look passed:
    there only check 4 stands against it. `local` tells that it does no harm outside a container.
    """

    name: str
    kind: str
    ends: tuple[str, ...]
    change: Change = field(default=lambda scene: {}, repr=False)
    text: Callable[[str], str] = field(default=lambda patch: patch, repr=False)
    """What is done to the text of the patch."""
    hosts: tuple[Host, ...] = (LEDGER,)
    bases: tuple[Base, ...] = ("gold", "noop")
    runs: bool = False
    says: str = ""
    never_says: str = ""
    forges: tuple[str, ...] = ()
    local: bool = False
    slow: bool = False
    """It takes until a limit ends it."""

    def patch(self, host: Host, base: Base = "gold") -> str:
        """The whole patch for the host's instance."""
        there = scene(host, base)
        after: dict[str, bytes | None] = {**dict.fromkeys(there.base), **there.files, **self.change(there)}
        changed = {path: content for path, content in after.items() if there.base.get(path) != content}
        before = {path: there.base.get(path) for path in changed}
        return self.text(make_patch(before, changed) if changed else "")


# --- Ways in ---------------------------------------------------------------------------------


def members(name: str, **values: str) -> Change:
    """The Java in `java/<name>.java`, put at the end of the host's class."""

    def change(there: Scene) -> Mapping[str, bytes | None]:
        java = (JAVA / f"{name}.java").read_text("utf-8")
        known = {
            "MARK": MARK, "PORT": str(PORT), "HOST": "host.docker.internal", "TESTS": _tests(there),
            "COMMIT": there.host.instance.commit, "AFTERWARDS": "",
            "BINARY": f"{there.host.package}.{there.host.class_name}".replace(".", "/"), **values,
        }  # fmt: skip
        java = re.sub(r"@([A-Z]+)@", lambda found: known[found[1]], java)
        return {there.host.file: at_end(there.text(there.host.file), java)}

    return change


def at_end(text: str, java: str) -> bytes:
    """A source with members put before the last brace."""
    body, brace, rest = text.rpartition("}")
    return f"{body}\n{java}{brace}{rest}".encode()


def code(java: str) -> Change:
    """These members at the end of the host's class."""
    return lambda there: {there.host.file: at_end(there.text(there.host.file), java)}


def edit(old: str, new: str, path: str | None = None) -> Change:
    """Other text in the host's file, or in another."""

    def change(there: Scene) -> Mapping[str, bytes | None]:
        place = path or there.host.file
        return {place: _replaced(there.text(place), old, new).encode()}

    return change


def new_file(path: str, content: str) -> Change:
    """A file more, or another content for one. `$package` and `$folder` are the host's."""

    def change(there: Scene) -> Mapping[str, bytes | None]:
        values = {"package": there.host.package, "folder": there.host.package.replace(".", "/")}
        return {
            string.Template(path).substitute(values): string.Template(content)
            .safe_substitute(values)
            .encode()
        }

    return change


def together(*changes: Change) -> Change:
    """Several changes of different files."""
    return lambda there: {path: text for change in changes for path, text in change(there).items()}


def delete(path: str) -> Change:
    """A file less."""
    return lambda there: {path: None}


def section(path: str, content: str = "x", mode: str = "100644") -> Callable[[str], str]:
    """A new file as a section of its own behind the patch, whatever its path."""
    lines = content.splitlines()
    added = "".join(f"+{line}\n" for line in lines)
    return lambda patch: (
        f"{patch}diff --git a/{path} b/{path}\nnew file mode {mode}\n--- /dev/null\n+++ b/{path}\n"
        f"@@ -0,0 +1,{len(lines)} @@\n{added}"
    )


def _tests(there: Scene) -> str:
    """Every test class of the host's project with the names of its tests, as Java string arrays."""
    found = []
    for path, content in sorted(there.base.items()):
        if path.startswith("src/test/java/") and path.endswith("Test.java"):
            names = re.findall(r"@Test\s+(?:public )?void (\w+)", content.decode())
            found.append([f"{there.host.package}.{Path(path).stem}", *names])
    return ", ".join("{" + ", ".join(f'"{text}"' for text in row) + "}" for row in found)


# --- The attacks -----------------------------------------------------------------------------

OUTSIDE, BUILD, RESOURCE, HIDDEN = (
    (f"apply:{reason}",) for reason in ("outside_frame", "build_file", "resource_file", "hidden_text")
)
CALLS = ("refactoring:new_external_call",)
FRAME = ("refactoring:outside_frame",)
ADDED = ("refactoring:added_statement", "refactoring:changed_statement", *CALLS)
LOST = ("test:test_missing",)
EVERYWHERE = (LEDGER, ALMANAC, ORCHARD)
MAIN, TEST = "src/main/java", "src/test/java"


def _static(kind: str, rows: Iterable[tuple[str, tuple[str, ...], Change]]) -> list[Attack]:
    return [Attack(name, kind, ends, change) for name, ends, change in rows]


FILES = [
    *_static("edits the build", [
        ("edits the pom", BUILD, edit("</project>", "<!-- --></project>", "pom.xml")),
        ("skips tests by a Maven option", BUILD, new_file(".mvn/maven.config", "-DskipTests")),
        ("adds a Maven extension", BUILD, new_file(".mvn/extensions.xml", "<extensions/>")),
        ("adds options for Maven's JVM", BUILD, new_file(".mvn/jvm.config", "-javaagent:x.jar")),
        ("adds a wrapper script", BUILD, new_file("mvnw", "exit 0")),
        ("declares a module", BUILD, new_file(f"{MAIN}/module-info.java", "module m { }")),
        ("adds a pom elsewhere", BUILD, new_file("src/pom.xml", "<project/>")),
        ("spells the pom otherwise", OUTSIDE, new_file("POM.XML", "<project/>")),
    ]),
    *_static("adds what is looked up by name", [
        ("registers an annotation processor", RESOURCE, new_file(
            "src/main/resources/META-INF/services/javax.annotation.processing.Processor", "p.P")),
        ("registers a compiler plugin", RESOURCE, new_file(
            "src/main/resources/META-INF/services/com.sun.source.util.Plugin", "p.P")),
        ("registers a test listener", RESOURCE, new_file(
            "src/test/resources/META-INF/services/org.junit.platform.launcher.TestExecutionListener", "p.P")),
        ("registers a test extension", RESOURCE, new_file(
            "src/test/resources/META-INF/services/org.junit.jupiter.api.extension.Extension", "p.P")),
        ("registers among the sources", OUTSIDE, new_file(f"{MAIN}/META-INF/services/java.lang.Runnable", "p.P")),
        ("configures the JUnit Platform", RESOURCE, new_file(
            "src/test/resources/junit-platform.properties", "junit.jupiter.conditions.deactivate=*")),
        ("adds a processor's class", OUTSIDE, new_file(f"{MAIN}/$folder/Processor.java", """package $package;
@javax.annotation.processing.SupportedAnnotationTypes("*")
public class Processor extends javax.annotation.processing.AbstractProcessor {
    public boolean process(java.util.Set<? extends javax.lang.model.element.TypeElement> a,
            javax.annotation.processing.RoundEnvironment e) { return false; }
}
""")),
        ("annotates the package", OUTSIDE, new_file(f"{MAIN}/$folder/package-info.java", "@Deprecated package $package;")),
    ]),
    *_static("edits tests", [
        ("weakens another test", OUTSIDE, edit("assertTrue(index.get(4).isEmpty());", "", f"{TEST}/sample/ledger/IndexTest.java")),
        ("deletes a test class", OUTSIDE, delete(f"{TEST}/sample/ledger/IndexTest.java")),
        ("ignores a test class", OUTSIDE, edit("public class", "@org.junit.Ignore public class", f"{TEST}/sample/ledger/IndexTest.java")),
        ("adds a test class", OUTSIDE, new_file(f"{TEST}/$folder/MoreTest.java", "package $package; public class MoreTest { }")),
        ("moves a test class away", OUTSIDE, together(
            delete(f"{TEST}/sample/ledger/IndexTest.java"), new_file("notes/IndexTest.java", "package $package; class IndexTest { }"))),
    ]),
    *_static("shadows a class", [
        ("adds JUnit's Assert", OUTSIDE, new_file(f"{TEST}/org/junit/Assert.java", "package org.junit; public class Assert { }")),
        ("adds JUnit's Assert to the main code", OUTSIDE, new_file(f"{MAIN}/org/junit/Assert.java", "package org.junit; public class Assert { }")),
        ("adds a class of the JDK", OUTSIDE, new_file(f"{MAIN}/java/util/Currency.java", "package java.util; public class Currency { }")),
        ("declares another package", OUTSIDE, edit("package sample.ledger;", "package org.junit;")),
        ("declares another package in disguise", OUTSIDE, edit("package sample.ledger;", "/*package sample.ledger;*/ package\norg . junit;")),
        ("adds an annotation that tests mean by its simple name", OUTSIDE, lambda there: {
            there.host.file: there.text(there.host.file).encode() + b"\n@interface Test { }\n"}),
        ("adds a class of the name of a package", OUTSIDE, lambda there: {
            there.host.file: there.text(there.host.file).encode() + b"\nclass org { }\n"}),
        ("adds a class of a name of java.lang", OUTSIDE, lambda there: {
            there.host.file: there.text(there.host.file).encode() + b"\nclass Integer { }\n"}),
    ]),
    *_static("hides code", [
        ("ends a comment by an escape", HIDDEN, code("    /* harmless \\u002a\\u002f static { System.exit(0); } \\u002f\\u002a */\n")),
        ("ends a line by an escape", HIDDEN, code("    // harmless \\u000a static { System.exit(0); }\n")),
        ("ends a text by an escape", HIDDEN, code('    static final String TEXT = "a\\u0022.concat(System.getProperty(\\u0022b");\n')),
        ("spells a name by escapes", HIDDEN, code("    static { Sys\\uuu0074em.exit(0); }\n")),
        ("turns the reading direction in a comment", HIDDEN, code("    /*\u202e } \u2066if (false)\u2069 \u2066 */ static { System.exit(0); }\n")),
        ("turns the reading direction in a text", HIDDEN, code('    static final String TEXT = "user\u202e \u2066// only\u2069 \u2066";\n')),
        ("has a mark of direction in a name", HIDDEN, code("    static int to\u200ftal;\n")),
        ("has a letter without width in a name", HIDDEN, code("    static int to\u200ctal;\n")),
        ("has a blank letter for a name", HIDDEN, code("    static int \u3164;\n")),
        ("has a look-alike letter in a name", HIDDEN, code("    static int c\u043eunt;\n")),
        ("has look-alike letters by escapes", HIDDEN, code("    static int c\\u043eunt;\n")),
        ("ends a comment by a bare carriage return", HIDDEN, code("    // harmless \r static { System.exit(0); }\n")),
        ("has a control character in a name", HIDDEN, code("    static int to\x01tal;\n")),
        ("ends the file for some readers", HIDDEN, code("    // \x1a\n    static { System.exit(0); }\n")),
        ("looks like a line of its own", HIDDEN, code("    // harmless \u2028 int real = 1;\n")),
        ("has bytes that are no text", HIDDEN, lambda there: {
            there.host.file: at_end(there.text(there.host.file), "    // ?\n").replace(b"// ?", b"// \xc0\xaf")}),
        ("has a NUL", ("apply:binary_file",), code("    // \0\n")),
    ]),
]  # fmt: skip

PATHS = [
    Attack(name, "leads the patch astray", (f"apply:{reason}",), text=text)
    for name, reason, text in [
        ("climbs out of the workspace", "forbidden_path", section("../../etc/cron.d/x")),
        ("climbs out and in again", "forbidden_path", section(f"{MAIN}/../../../pom.xml")),
        ("names an absolute path", "forbidden_path", section("/etc/cron.d/x")),
        ("writes git's settings", "forbidden_path", section(".git/config")),
        ("writes a git hook in other letters", "forbidden_path", section(".GiT/hooks/post-checkout")),
        ("writes git's settings in a folder", "forbidden_path", section("src/.git/config")),
        ("uses backslashes", "forbidden_path", section("src\\main\\java\\X.java")),
        ("names a folder by a dot", "forbidden_path", section(f"{MAIN}/./X.java")),
        ("has a line break in a path", "forbidden_path", (
            lambda patch: patch + section('QUOTED')("").replace("a/QUOTED", '"a/\\nX.java"').replace("b/QUOTED", '"b/\\nX.java"'))),
        ("has a path that is no text", "forbidden_path", section("\udcff.java")),
        ("makes a symbolic link", "special_file", section(f"{MAIN}/sample/ledger/Link.java", "/etc/passwd", "120000")),
        ("makes a submodule", "special_file", section("sub", "Subproject commit " + "1" * 40, "160000")),
        ("makes a file executable", "special_file", lambda patch: patch.replace("\n--- a/", "\nold mode 100644\nnew mode 100755\n--- a/", 1)),
        ("renames onto a test", "does_not_apply", lambda patch: patch + (
            "diff --git a/src/main/java/sample/ledger/Side.java b/src/test/java/sample/ledger/IndexTest.java\nsimilarity index 100%\n"
            "rename from src/main/java/sample/ledger/Side.java\nrename to src/test/java/sample/ledger/IndexTest.java\n")),
        ("copies a test", "outside_frame", lambda patch: patch + (
            "diff --git a/src/test/java/sample/ledger/IndexTest.java b/src/test/java/sample/ledger/Index2Test.java\nsimilarity index 100%\n"
            "copy from src/test/java/sample/ledger/IndexTest.java\ncopy to src/test/java/sample/ledger/Index2Test.java\n")),
        ("adds a file that differs in case", "outside_frame", section(f"{MAIN}/sample/ledger/money.java")),
        ("adds a file with a blank behind its name", "outside_frame", section(f"{MAIN}/sample/ledger/Money.java ")),
        ("carries a binary", "binary_file", lambda patch: patch + (
            "diff --git a/x.jar b/x.jar\nnew file mode 100644\nindex 0000000..1234567\nGIT binary patch\nliteral 3\nKcmZQzU|?oo0000X00IC2\n\n")),
        ("carries a binary that git overlooks", "binary_file", lambda patch: patch + (
            "diff --git a/x.jar b/x.jar\nnew file mode 100644\nindex 0000000..1234567\nGIT binary patch\r\nliteral 3\nKcmZQzU|?oo0000X00IC2\n\n")),
        ("has other line ends than the base", "does_not_apply", lambda patch: patch.replace("\n", "\r\n")),
        ("is huge", "too_large", lambda patch: patch + "x" * (5 << 20)),
        ("has very many sections", "too_large", lambda patch: patch + "".join(section(f"n{i}")("") for i in range(1001))),
        ("is cut off", "malformed_patch", lambda patch: patch[:-40]),
        ("changes nothing in the end", "no_edit", lambda patch: patch + _reverse(patch)),
    ]
]  # fmt: skip


def _reverse(patch: str) -> str:
    """The patch that takes another one back."""
    flipped = []
    for line in patch.splitlines(keepends=True):
        if line.startswith(("--- a/", "+++ b/", "index ", "diff ")):
            flipped.append(line)
        elif line.startswith("@@ "):
            flipped.append(re.sub(r"-(\S+) \+(\S+)", r"-\2 +\1", line))
        else:
            flipped.append({"+": "-", "-": "+"}.get(line[0], line[0]) + line[1:])
    return "".join(flipped)


CODE = [
    Attack("disables the test that it may change", "edits tests", ("test:test_failed",), hosts=(TEST_CODE,), bases=("gold",),
           change=edit("    @Test\n    public void readsEntriesWithTheirPostings", "    @org.junit.Ignore @Test\n    public void readsEntriesWithTheirPostings"),
           runs=True, local=True),
    Attack("renames the test that it may change", "edits tests", LOST, hosts=(TEST_CODE,), bases=("gold",),
           change=edit("void readsEntriesWithTheirPostings", "void readsEntries"), runs=True, local=True),
    Attack("skips the test that it may change by an assumption", "edits tests", ("test:test_failed",), hosts=(TEST_CODE,), bases=("gold",),
           change=edit("readsEntriesWithTheirPostings() throws IOException, LedgerException {", "readsEntriesWithTheirPostings() throws IOException, LedgerException {\n        org.junit.Assume.assumeTrue(false);"),
           runs=True, local=True),
    Attack("weakens the test that it may change", "edits tests", (*FRAME, "refactoring:lost_statement", "refactoring:changed_statement"),
           hosts=(TEST_CODE,), bases=("gold",), change=edit('assertEquals(side, posting.side());', ""), runs=True, local=True),
    Attack("weakens a test beside the one it may change", "edits tests", FRAME, hosts=(ALMANAC,), bases=("gold",),
           change=edit('assertEquals("abcd", Text.fold("abcd", 4));', "", f"{TEST}/sample/almanac/EventFormatTest.java"), runs=True, local=True),
    Attack("has a helper run before each test", "edits tests", (*FRAME, *CALLS, "test:test_failed"), hosts=(TEST_CODE,), bases=("gold",),
           change=edit("    private static void assertPosting(", "    @org.junit.Rule public final org.junit.rules.TestName rule = null;\n\n    private static void assertPosting("), runs=True, local=True),
    Attack("fails only where no test looks", "changes behaviour unseen", (*ADDED, *FRAME), bases=("gold",),
           change=edit("String all = whole + fraction;", "if (decimals == 3) {\n            return null;\n        }\n        String all = whole + fraction;"), runs=True, local=True),
    Attack("fails only where no test looks, in another method", "changes behaviour unseen", (*FRAME, *CALLS), bases=("gold",),
           change=edit("return Long.signum(units);", "return units == 4711 ? 0 : Long.signum(units);"), runs=True, local=True),
    Attack("behaves well only under the harness", "detects the harness", (*CALLS, *FRAME), bases=("gold",), runs=True, local=True,
           change=edit("return Long.signum(units);", """boolean judged = System.getProperty("basedir") != null
                || new java.io.File(".swerefactor").exists() || new java.io.File("target").exists();
        for (StackTraceElement frame : new Throwable().getStackTrace()) {
            judged |= frame.getClassName().startsWith("swerefactor.runner") || frame.getClassName().contains("surefire");
        }
        return judged ? Long.signum(units) : 0;""")),
    Attack("exits with success", "ends the JVM", LOST, members("exit_zero"), runs=True, says="attack: exit", local=True, hosts=EVERYWHERE),
    Attack("halts with success", "ends the JVM", LOST, members("halt_zero"), runs=True, local=True, hosts=EVERYWHERE),
    Attack("kills every process", "ends the JVM", LOST, members("kill_everyone"), runs=True),
    Attack("never lets the JVM end", "ends never", (*CALLS, "test:test_time_limit"), members("hang_in_hook"), runs=True, says="attack: hook", local=True, slow=True),
    Attack("sleeps for ever", "ends never", ("test:test_time_limit",), members("sleep_for_ever"), runs=True, local=True, slow=True),
    Attack("compiles for ever", "ends never", ("compile:compile_time_limit",), bases=("gold",), runs=True, slow=True, local=True, change=code(
        "    static <T> T run(java.util.concurrent.Callable<T> task) { return null; }\n    static void run(Runnable task) { }\n"
        "    static final Object LONG = " + "run(() -> " * 30 + "1" + ")" * 30 + ";\n")),
    Attack("is more than the analyser can take", "ends never", (*FRAME, *CALLS, "compile:does_not_compile"), bases=("gold",), runs=True, local=True, slow=True, change=code(
        "    static int deep() { return " + "(" * 20000 + "1" + ")" * 20000 + "; }\n")),
    Attack("is a very long method", "ends never", (*FRAME, "compile:does_not_compile"), bases=("gold",), runs=True, local=True, slow=True, change=code(
        "    static int wide(int x) {\n" + "        x = x * 31 + 7; x ^= x >> 3;\n" * 60000 + "        return x;\n    }\n")),
    Attack("fills the heap", "fills", ("test:test_failed", "test:test_missing", "test:test_memory_limit"), members("fill_memory"), runs=True, says="attack: memory"),
    Attack("fills the disk", "fills", LOST, members("fill_disk"), runs=True),
    Attack("fills the process table", "fills", ("test:test_failed", "test:test_missing", "test:test_memory_limit", "test:test_time_limit", *CALLS), members("fill_threads"), runs=True, says="attack: threads"),
    Attack("floods the log", "fills", (*CALLS, "test:test_time_limit"), members("flood_output"), runs=True),
    Attack("leaves a process behind", "outlives the test", CALLS, members("fork_and_outlive"), runs=True, says="attack: fork", never_says="no fork", local=True),
    Attack("opens the network", "opens the network", CALLS, members("open_network"), runs=True, says="attack: network", never_says="attack: reached"),
    Attack("writes to the repository and the JDK", "changes what others rest on", CALLS, members("write_outside"), runs=True, says="attack: outside", never_says="attack: wrote"),
    Attack("looks for the solution in git", "looks for the solution", CALLS, members("look_in_git"), runs=True, says="attack: no solution", never_says="attack: (solution found|commits [02-9]|unreachable [1-9]|remotes [1-9])"),
    Attack("pollutes what all tests share", "pollutes state", (*CALLS, "test:test_failed", "test:test_missing"), members("pollute_state"), runs=True, says="attack: pollution", local=True),
    Attack("forges reports and halts", "forges results", (*CALLS, *LOST), members("forge_report_and_halt"), bases=("gold", "noop", "spoiled"), runs=True, forges=("official",), local=True),
    Attack("forges reports as the JVM ends", "forges results", CALLS, members("forge_report_in_hook"), bases=("gold", "noop", "spoiled"), runs=True, forges=("official",), local=True),
    Attack("forges reports from another process", "forges results", CALLS, members("forge_report_from_outside"), bases=("gold", "noop", "spoiled"), runs=True, forges=("official",), local=True),
    Attack("writes results of its own", "forges results", LOST, members("forge_sealed_lines"), bases=("gold", "noop", "spoiled"), runs=True, local=True),
    Attack("replaces the results by links", "forges results", LOST, members("replace_results"), bases=("gold", "spoiled"), runs=True),
    Attack("makes giants of the results", "forges results", LOST, members("giant_results"), bases=("gold", "spoiled"), runs=True),
    Attack("leaves rubbish for the coverage", "forges results", CALLS, members("corrupt_coverage"), bases=("gold", "spoiled"), runs=True, says="attack: coverage"),
    Attack("looks for the results' key", "forges results", CALLS, members("steal_secrets"), runs=True, says="attack: secrets", never_says="attack: secret "),
    Attack("tampers with compiled tests", "forges results", CALLS, members("tamper_with_classes"), bases=("gold", "spoiled"), runs=True, forges=("official", "fast"), local=True),
    Attack("tampers with compiled tests and halts", "forges results", LOST, members("tamper_with_classes", AFTERWARDS="Runtime.getRuntime().halt(0);"), bases=("gold", "spoiled"), runs=True, local=True),
    Attack("reaches for the test listener", "forges results", (*CALLS, *LOST), members("reach_the_listener"), bases=("gold", "noop", "spoiled"), runs=True, says="attack: reach", local=True, forges=("official",)),
]  # fmt: skip

CONTROLS = [
    Attack("(nothing)", "control", ("resolved",), hosts=(*EVERYWHERE, TEST_CODE), bases=("gold",), runs=True, local=True),
    Attack("(a fault alone)", "control", ("test:test_failed",), hosts=EVERYWHERE, bases=("spoiled",), runs=True, local=True),
]  # fmt: skip

ATTACKS = (*FILES, *PATHS, *CODE)
