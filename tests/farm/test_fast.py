"""The fast test run in the local sandbox: the contract, JUnit Jupiter, and what can go wrong."""

from __future__ import annotations

import hashlib
import json
import shutil
import subprocess
from collections.abc import Sequence
from pathlib import Path

import pytest

from swerefactor.errors import EnvironmentFault, SandboxError
from swerefactor.farm.coverage import hit_classes
from swerefactor.farm.fast import FastTestRun
from swerefactor.farm.local import LocalSandbox
from swerefactor.farm.plain import PlainBuildTool, shipped_libraries
from swerefactor.farm.reach import Reach, jacoco_agent, local_reach
from swerefactor.farm.request import read_results
from swerefactor.repositories import Repositories
from swerefactor.values import BaseTree, Limits, MethodCoverage, Outcome, RunResult, TestScope
from tests.conformance.sandbox import FILES, small_repository
from tests.conformance.testrun import EXITS, HANGS, KINDS, LIMITS, RunContract, ids, java_tests


@pytest.fixture(scope="module")
def lists(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("libraries")
    for name, listed in (("contract", "junit4"), ("jupiter", "jupiter")):
        shutil.copy(Path(__file__).with_name(f"{listed}.jars"), folder / f"sample__{name}.jars")
    (folder / "sample__bare.jars").write_text("# no library at all\n")
    return folder


@pytest.fixture(scope="module")
def reach(lists: Path) -> Reach:
    return local_reach(shipped_libraries(lists))


@pytest.fixture(scope="module")
def made(tmp_path_factory: pytest.TempPathFactory) -> tuple[Repositories, BaseTree]:
    return small_repository(tmp_path_factory.mktemp("repository"))


@pytest.fixture
def test_run(reach: Reach) -> FastTestRun:
    return FastTestRun(reach)


@pytest.fixture
def sandbox(made: tuple[Repositories, BaseTree]) -> LocalSandbox:
    return LocalSandbox(made[0])


@pytest.fixture
def base(made: tuple[Repositories, BaseTree]) -> BaseTree:
    return made[1]


@pytest.fixture
def tool(lists: Path) -> PlainBuildTool:
    return PlainBuildTool("sample/contract", lists)


@pytest.fixture
def jupiter(lists: Path) -> PlainBuildTool:
    return PlainBuildTool("sample/jupiter", lists)


class TestFastTestRun(RunContract):
    """The contract of all test runs."""

    seconds_for_a_hang = 15.0


def run_with(
    test_run: FastTestRun,
    sandbox: LocalSandbox,
    base: BaseTree,
    tool: PlainBuildTool,
    files: dict[str, bytes | None],
    limits: Limits = LIMITS,
) -> RunResult:
    return TestFastTestRun().result(test_run, sandbox, base, tool, files, limits)


# --- JUnit Jupiter ---

JUPITER_KINDS = """package p;
import java.util.stream.Stream;
import org.junit.jupiter.api.*;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
@DisplayName("All kinds")
class KindsTest {
    @Test void passes() { }
    @Test @DisplayName("in words") void named() { }
    @Test void injected(TestInfo info) { }
    @Test void fails() { Assertions.assertEquals(4, new Adder().add(1, 2), "a reason"); }
    @Test @Disabled("later") void disabled() { }
    @Test void assumes() { Assumptions.assumeTrue(false); }
    @ParameterizedTest @ValueSource(ints = {1, 2}) void numbers(int number) { }
    @ParameterizedTest(name = "the word {0}") @ValueSource(strings = "a") void words(String word) { }
    @RepeatedTest(2) void repeats() { }
    @TestFactory Stream<DynamicTest> makes() { return Stream.of(DynamicTest.dynamicTest("made", () -> { })); }
    @Nested class Inner {
        @Test void passes() { }
        @Nested class Innermost { @Test void passes() { } }
    }
    @Nested @Disabled class Off { @Test void never() { } }
}
"""
NOT_BEGUN = """package p;
import org.junit.jupiter.api.*;
class NotBegunTest {
    @BeforeAll static void begin() { throw new IllegalStateException("no start"); }
    @Test void never() { }
}
"""
NO_JUNIT_4: dict[str, bytes | None] = {"src/test/java/p/AdderTest.java": None}


def test_jupiter_s_tests_are_named_as_surefire_names_them(
    test_run: FastTestRun, sandbox: LocalSandbox, base: BaseTree, jupiter: PlainBuildTool
) -> None:
    files = NO_JUNIT_4 | java_tests(KindsTest=JUPITER_KINDS)
    result = run_with(test_run, sandbox, base, jupiter, files)
    assert ids(result, Outcome.PASSED) == [
        "p.KindsTest#injected(TestInfo)",
        "p.KindsTest#makes()[1]",
        "p.KindsTest#named",
        "p.KindsTest#numbers(int)[1]",
        "p.KindsTest#numbers(int)[2]",
        "p.KindsTest#passes",
        "p.KindsTest#repeats()[1]",
        "p.KindsTest#repeats()[2]",
        "p.KindsTest#words(String)[1]",
        "p.KindsTest$Inner#passes",
        "p.KindsTest$Inner$Innermost#passes",
    ]
    assert ids(result, Outcome.FAILED) == ["p.KindsTest#fails"]
    assert ids(result, Outcome.SKIPPED) == [
        "p.KindsTest#assumes", "p.KindsTest#disabled", "p.KindsTest$Off#never",
    ]  # fmt: skip


def test_a_class_whose_preparation_fails_has_failed_itself(
    test_run: FastTestRun, sandbox: LocalSandbox, base: BaseTree, jupiter: PlainBuildTool
) -> None:
    result = run_with(test_run, sandbox, base, jupiter, NO_JUNIT_4 | java_tests(NotBegunTest=NOT_BEGUN))
    assert ids(result, Outcome.FAILED) == ["p.NotBegunTest#"]
    assert ids(result, Outcome.PASSED) == []


def test_a_project_without_a_test_framework_is_our_fault_and_not_the_code_s(
    test_run: FastTestRun, sandbox: LocalSandbox, base: BaseTree, lists: Path
) -> None:
    plain_class = java_tests(AdderTest="package p;\npublic class AdderTest { }\n")
    with pytest.raises(SandboxError, match="JUnit"):
        run_with(test_run, sandbox, base, PlainBuildTool("sample/bare", lists), plain_class)


def test_the_compiler_sees_no_class_of_ours(
    test_run: FastTestRun, sandbox: LocalSandbox, base: BaseTree, lists: Path
) -> None:
    fields = "org.eclipse.jdt.core.compiler.IProblem problem; swerefactor.runner.Recorder recorder;"
    files = NO_JUNIT_4 | {"src/main/java/p/Peeks.java": f"package p;\nclass Peeks {{ {fields} }}\n".encode()}
    result = run_with(test_run, sandbox, base, PlainBuildTool("sample/bare", lists), files)
    assert not result.compiled
    assert "org.eclipse" in result.log
    assert "swerefactor" in result.log


def test_a_project_without_tests_has_none(
    test_run: FastTestRun, sandbox: LocalSandbox, base: BaseTree, tool: PlainBuildTool
) -> None:
    result = run_with(test_run, sandbox, base, tool, NO_JUNIT_4)
    assert (result.compiled, result.tests) == (True, ())


# --- Where the tests run ---

SURROUNDINGS = """package p;
import static org.junit.Assert.*;
import java.io.File;
import java.nio.file.*;
import org.junit.Test;
public class SurroundingsTest {
    @Test public void resourcesAreThere() throws Exception {
        assertNotNull(Adder.class.getResource("/deep/main.txt"));
        assertNotNull(getClass().getResource("/test.txt"));
    }
    @Test public void workingFolderIsTheModule() {
        assertEquals(new File("").getAbsolutePath(), System.getProperty("basedir"));
        assertTrue(new File("pom.xml").isFile());
    }
    @Test public void assertionsAreOn() {
        boolean on = false;
        assert on = true;
        assertTrue(on);
    }
    @Test public void classPathIsTheProjects() {
        String path = System.getProperty("java.class.path");
        assertTrue(path, path.contains("test-classes") && path.contains("junit-4.13.2.jar"));
        assertFalse(path, path.contains("ecj"));
    }
    @Test public void runnerIsOutOfReach() {
        try {
            Class.forName("org.eclipse.jdt.internal.compiler.tool.EclipseCompiler");
            fail("the compiler can be seen");
        } catch (ClassNotFoundException right) { }
    }
    @Test public void temporaryFilesStayInTheSandbox() throws Exception {
        Path made = Files.createTempFile("left", "behind");
        assertTrue(made.toString(), made.toString().contains("swerefactor-workspace"));
    }
}
"""


@pytest.mark.parametrize("module", ["", "core"])
def test_tests_find_the_surroundings_that_surefire_gives_them(
    reach: Reach, tmp_path: Path, tool: PlainBuildTool, module: str
) -> None:
    at = f"{module}/" if module else ""
    files = {f"{at}{path}": content for path, content in FILES.items()}
    files[f"{at}src/main/resources/deep/main.txt"] = b"x"
    files[f"{at}src/test/resources/test.txt"] = b"x"
    files[f"{at}src/test/java/p/SurroundingsTest.java"] = SURROUNDINGS.encode()
    repositories, base = small_repository(tmp_path, files)
    base = base.model_copy(update={"module": module})
    result = run_with(FastTestRun(reach), LocalSandbox(repositories), base, tool, {})
    assert ids(result, Outcome.FAILED) == []
    assert len(ids(result, Outcome.PASSED)) == 7


# --- JVMs that end early ---

EATS = """package p;
import java.util.*;
public class EatsTest {
    static final List<long[]> EATEN = new ArrayList<>();
    @org.junit.Test public void eats() { for (int i = 0; i < 40; i++) EATEN.add(new long[1 << 17]); }
}
"""
KINDS_AS_Z = KINDS.replace("KindsTest", "ZTest")
ENDS_BADLY = "package p;\npublic class %s { @org.junit.Test public void ends() { %s } }\n"


def test_classes_that_are_too_much_for_one_jvm_each_get_one(
    test_run: FastTestRun, sandbox: LocalSandbox, base: BaseTree, tool: PlainBuildTool
) -> None:
    # Each class holds 40 MB for ever; the heap has 64.
    names = ("EatsTest", "Eats2Test", "Eats3Test")
    files = java_tests(**{name: EATS.replace("EatsTest", name) for name in names})
    limits = LIMITS.model_copy(update={"memory": 128 << 20})
    result = run_with(test_run, sandbox, base, tool, files, limits)
    assert ids(result, Outcome.PASSED) == [
        "p.AdderTest#adds", "p.Eats2Test#eats", "p.Eats3Test#eats", "p.EatsTest#eats",
    ]  # fmt: skip
    assert ids(result, Outcome.FAILED) == []


def test_a_test_that_eats_all_memory_alone_fails(
    test_run: FastTestRun, sandbox: LocalSandbox, base: BaseTree, tool: PlainBuildTool
) -> None:
    limits = LIMITS.model_copy(update={"memory": 128 << 20})
    result = run_with(test_run, sandbox, base, tool, java_tests(EatsTest=EATS.replace("40", "400")), limits)
    assert ids(result, Outcome.FAILED) == ["p.EatsTest#eats"]
    assert ids(result, Outcome.PASSED) == ["p.AdderTest#adds"]


@pytest.mark.parametrize(
    "deed",
    [
        pytest.param("System.exit(0);", id="exits"),
        pytest.param("Runtime.getRuntime().halt(0);", id="halts"),
        pytest.param(
            'try { Runtime.getRuntime().exec(new String[] {"sh", "-c", "kill -9 $PPID"}).waitFor(); }'
            " catch (Exception e) { } try { Thread.sleep(60000); } catch (Exception e) { }",
            id="is killed",
        ),
    ],
)
def test_when_one_class_ends_the_jvm_the_others_run_all_the_same(
    test_run: FastTestRun, sandbox: LocalSandbox, base: BaseTree, tool: PlainBuildTool, deed: str
) -> None:
    bad = ENDS_BADLY % ("BadTest", deed)
    files = java_tests(BadTest=bad, KindsTest=KINDS)
    result = run_with(test_run, sandbox, base, tool, files)
    assert "p.AdderTest#adds" in ids(result, Outcome.PASSED)
    assert "p.KindsTest#passes" in ids(result, Outcome.PASSED)
    assert "p.BadTest#" in ids(result, Outcome.FAILED)
    assert "p.BadTest#ends" not in ids(result, Outcome.PASSED)


def test_what_passed_before_an_exit_is_kept(
    test_run: FastTestRun, sandbox: LocalSandbox, base: BaseTree, tool: PlainBuildTool
) -> None:
    result = run_with(test_run, sandbox, base, tool, java_tests(ExitsTest=EXITS))
    assert ids(result, Outcome.PASSED) == ["p.AdderTest#adds", "p.ExitsTest#a_begins"]
    assert ids(result, Outcome.FAILED) == ["p.ExitsTest#"]


def test_classes_after_one_that_hangs_still_run(
    test_run: FastTestRun, sandbox: LocalSandbox, base: BaseTree, tool: PlainBuildTool
) -> None:
    limits = LIMITS.model_copy(update={"seconds": 40.0})
    result = run_with(test_run, sandbox, base, tool, java_tests(HangsTest=HANGS, KindsTest=KINDS), limits)
    assert "p.KindsTest#passes" in ids(result, Outcome.PASSED)
    assert "p.HangsTest#" in ids(result, Outcome.FAILED)
    assert result.ended_by == "time"


def test_threads_that_a_test_leaves_hold_up_nothing(
    test_run: FastTestRun, sandbox: LocalSandbox, base: BaseTree, tool: PlainBuildTool
) -> None:
    leaves = ENDS_BADLY % (
        "LeavesTest",
        "new Thread(() -> { while (true) { } }).start();"
        " Runtime.getRuntime().addShutdownHook(new Thread(() -> { while (true) { } }));",
    )
    result = run_with(test_run, sandbox, base, tool, java_tests(LeavesTest=leaves))
    assert "p.LeavesTest#ends" in ids(result, Outcome.PASSED)
    assert result.ended_by == ""


def test_sources_that_break_the_compiler_do_not_compile(
    test_run: FastTestRun, sandbox: LocalSandbox, base: BaseTree, tool: PlainBuildTool
) -> None:
    deep = "package p;\nclass Deep { int x = " + "(" * 20_000 + "1" + ")" * 20_000 + "; }\n"
    result = run_with(test_run, sandbox, base, tool, {"src/main/java/p/Deep.java": deep.encode()})
    assert not result.compiled or "p.AdderTest#adds" in ids(result, Outcome.PASSED)


# --- Results that can be trusted ---

FORGES = r"""package p;
import java.nio.file.*;
public class ForgesTest {
    @org.junit.Test public void forges() throws Exception {
        String test = "{'kind':'test','class':'p.Forged','name':'x','outcome':'passed','message':'','seconds':0}";
        String line = "0 " + test.replace('\'', '"') + "\n";
        for (String pipe : new String[] {"/dev/fd/3", "/proc/self/fd/3"}) {
            try { Files.write(Paths.get(pipe), line.getBytes("UTF-8")); } catch (java.io.IOException none) { }
        }
        Runtime.getRuntime().halt(0);
    }
}
"""
TAMPERS = r"""package p;
import java.nio.file.*;
public class ATampersTest {
    @org.junit.Test public void tampers() throws Exception {
        Path fails = Paths.get("target/test-classes/p/FailsTest.class");
        Files.write(fails, Files.readAllBytes(Paths.get("target/test-classes/p/AdderTest.class")));
        Files.write(Paths.get("target/classes/p/Adder.class"), new byte[0]);
        Runtime.getRuntime().halt(0);
    }
}
"""


def test_results_that_the_code_under_test_writes_itself_do_not_count(
    test_run: FastTestRun, sandbox: LocalSandbox, base: BaseTree, tool: PlainBuildTool
) -> None:
    result = run_with(test_run, sandbox, base, tool, java_tests(ForgesTest=FORGES))
    assert ids(result, Outcome.PASSED) == ["p.AdderTest#adds"]


def test_classes_that_are_tampered_with_are_not_those_that_run_next(
    test_run: FastTestRun, sandbox: LocalSandbox, base: BaseTree, tool: PlainBuildTool
) -> None:
    fails = ENDS_BADLY % ("FailsTest", "throw new AssertionError();")
    result = run_with(test_run, sandbox, base, tool, java_tests(ATampersTest=TAMPERS, FailsTest=fails))
    assert "p.FailsTest#ends" in ids(result, Outcome.FAILED)
    assert "p.AdderTest#adds" in ids(result, Outcome.PASSED)


def test_nothing_of_ours_lies_in_the_workspace(
    test_run: FastTestRun, sandbox: LocalSandbox, base: BaseTree, tool: PlainBuildTool
) -> None:
    with sandbox.workspace(base, LIMITS) as workspace:
        before = workspace.list("", "")
        test_run.run(workspace, tool.describe(workspace.get, ""), LIMITS)
        assert [path for path in workspace.list("", "") if not path.startswith("target/")] == list(before)


def sealed(nonce: str, *records: dict[str, object]) -> str:
    """Results as the runner writes them."""
    key, lines = nonce, ""
    for record in records:
        text = json.dumps(record)
        lines += f"{hashlib.sha256((key + text).encode()).hexdigest()} {text}\n"
        key = hashlib.sha256(f"next{key}".encode()).hexdigest()
    return lines


TEST: dict[str, object] = {
    "kind": "test",
    "class": "p.A",
    "name": "a",
    "outcome": "passed",
    "message": "",
    "seconds": 0.5,
}
COMPILED: dict[str, object] = {"kind": "compiled", "ok": 1, "seconds": 1.5, "sources": 2}
TESTED: tuple[dict[str, object], ...] = (
    {"kind": "found", "class": "p.A"},
    {"kind": "begun", "class": "p.A"},
    TEST,
    {"kind": "done", "class": "p.A"},
    {"kind": "complete"},
)


WHOLE = sealed("c", COMPILED) + sealed("t", *TESTED)


def test_whole_results_are_read_whole() -> None:
    session = read_results(WHOLE, "c", "t")
    assert (session.compiled, session.complete) == (True, True)
    assert session.found == session.done == ("p.A",)
    assert [case.name for case in session.of(["p.A"])] == ["a"]


def test_wherever_results_are_cut_off_nothing_unfinished_counts() -> None:
    for length in range(len(WHOLE)):
        session = read_results(WHOLE[:length], "c", "t")
        assert not session.complete
        assert len(session.tests) == (1 if WHOLE[:length].count("\n") >= 4 else 0)


@pytest.mark.parametrize("nonces", [("t", "c"), ("other", "t"), ("c", "other"), ()])
def test_lines_under_another_nonce_do_not_count(nonces: tuple[str, ...]) -> None:
    assert read_results(WHOLE, *nonces).tests == ()


def test_a_line_that_is_sealed_with_what_earlier_lines_tell_does_not_count() -> None:
    seal = WHOLE.splitlines()[-1].partition(" ")[0]
    assert not read_results(sealed("c", COMPILED) + sealed(seal, *TESTED), "c", "t").tests


# --- Coverage ---


def probes(data: bytes) -> dict[str, list[bool]]:
    """Which probes of each class were hit, from JaCoCo's execution data; the same class is merged."""
    hit: dict[str, list[bool]] = {}
    at = 0

    def take(size: int) -> bytes:
        nonlocal at
        at += size
        return data[at - size : at]

    def number(size: int) -> int:
        return int.from_bytes(take(size), "big")

    while at < len(data):
        kind = number(1)
        if kind == 0x01:  # a header: magic number and version
            assert take(4) == b"\xc0\xc0\x10\x07"
        elif kind == 0x10:  # a session: its name, begin and end
            take(number(2) + 16)
        else:  # a class: its id, name and probes, eight to a byte
            assert kind == 0x11
            take(8)
            name = take(number(2)).decode()
            count = number(1)
            if count > 127:  # seven bits to a byte, the lowest first
                count += (number(1) - 1) << 7
            bits = take((count + 7) // 8)
            found = [bool(bits[i // 8] >> i % 8 & 1) for i in range(count)]
            hit[name] = [one or other for one, other in zip(found, hit.get(name, found), strict=True)]
    return hit


def test_coverage_is_taken_for_all_and_for_each_test_class(
    reach: Reach, sandbox: LocalSandbox, base: BaseTree, tool: PlainBuildTool
) -> None:
    seen: list[tuple[bytes, list[str]]] = []

    def reader(data: Path, classes: Sequence[Path]) -> tuple[MethodCoverage, ...]:
        names = [place.name for folder in classes for place in sorted(folder.rglob("*.class"))]
        seen.append((data.read_bytes(), names))
        return ()

    idle = "package p;\npublic class IdleTest { @org.junit.Test public void idle() { } }\n"
    test_run = FastTestRun(reach, reader)
    with sandbox.workspace(base, LIMITS) as workspace:
        workspace.put(java_tests(IdleTest=idle))
        project = tool.describe(workspace.get, "")
        result = test_run.run(workspace, project, LIMITS)
        by_class = test_run.coverage_by_test_class(workspace, project)
    assert result.coverage == ()
    assert set(by_class) == {"p.AdderTest", "p.IdleTest"}
    (whole, names), (adder, ran), (idle_only, idle_ran) = seen
    assert names == ["Adder.class", "AdderTest.class", "IdleTest.class"]
    assert hit_classes(whole) == {"p/Adder", "p/AdderTest", "p/IdleTest"}
    assert hit_classes(adder) == {"p/Adder", "p/AdderTest"}
    assert hit_classes(idle_only) == {"p/IdleTest"}
    assert (ran, idle_ran) == (["Adder.class", "AdderTest.class"], ["IdleTest.class"])


SUITE = """package p;
import org.junit.*;
import org.junit.runner.RunWith;
import org.junit.runners.Suite;
@RunWith(Suite.class)
@Suite.SuiteClasses({AllTests.Idle.class, AdderTest.class, PreparesTest.class, AllTests.Idle.class})
public class AllTests {
    public static class Idle { @Test public void idle() { } }
}
"""
PREPARES = """package p;
import org.junit.*;
public class PreparesTest {
    static int sum;
    @BeforeClass public static void prepare() { sum = new Adder().add(1, 2); }
    @Test public void one() { Assert.assertEquals(3, sum); }
    @Test public void two() { }
}
"""


def covering(
    reach: Reach,
    sandbox: LocalSandbox,
    base: BaseTree,
    tool: PlainBuildTool,
    scope: TestScope,
    *,
    by_method: bool = False,
) -> dict[str, bool]:
    """Which owners there are, and whether each covers the class under test."""
    seen: list[set[str]] = []

    def reader(data: Path, classes: Sequence[Path]) -> tuple[MethodCoverage, ...]:
        seen.append(hit_classes(data.read_bytes()))
        return ()

    test_run = FastTestRun(reach, reader, by_method=by_method)
    with sandbox.workspace(base, LIMITS) as workspace:
        workspace.put(java_tests(AllTests=SUITE, PreparesTest=PREPARES))
        project = tool.describe(workspace.get, "")
        test_run.run(workspace, project, LIMITS, scope)
        seen.clear()
        owners = test_run.coverage_by_test_class(workspace, project)
    return {owner: "p/Adder" in hit for owner, hit in zip(owners, seen, strict=True)}


def test_coverage_of_a_suite_is_kept_apart_by_the_classes_in_it(
    reach: Reach, sandbox: LocalSandbox, base: BaseTree, tool: PlainBuildTool
) -> None:
    found = covering(reach, sandbox, base, tool, TestScope(tests=("p.AllTests",)))
    expected = {"p.AllTests": False, "p.AdderTest": True, "p.PreparesTest": True}
    assert {owner: found[owner] for owner in expected} == expected
    assert all("$" in owner or owner in expected for owner in found)


def test_coverage_is_kept_apart_by_method_where_that_is_asked_for(
    reach: Reach, sandbox: LocalSandbox, base: BaseTree, tool: PlainBuildTool
) -> None:
    scope = TestScope(tests=("p.PreparesTest", "p.AdderTest"))
    assert covering(reach, sandbox, base, tool, scope, by_method=True) == {
        "p.AdderTest#": False,
        "p.AdderTest#adds": True,
        "p.PreparesTest#": True,
        "p.PreparesTest#one": False,
        "p.PreparesTest#two": False,
    }


def test_coverage_outlives_a_jvm_that_ends_early(
    reach: Reach, sandbox: LocalSandbox, base: BaseTree, tool: PlainBuildTool
) -> None:
    test_run = FastTestRun(reach, lambda data, classes: ())
    with sandbox.workspace(base, LIMITS) as workspace:
        workspace.put(java_tests(BadTest=ENDS_BADLY % ("BadTest", "System.exit(0);"), ZTest=KINDS_AS_Z))
        project = tool.describe(workspace.get, "")
        test_run.run(workspace, project, LIMITS)
        assert {"p.AdderTest", "p.ZTest"} <= set(test_run.coverage_by_test_class(workspace, project))


def test_coverage_of_an_earlier_run_is_gone(
    reach: Reach, sandbox: LocalSandbox, base: BaseTree, tool: PlainBuildTool
) -> None:
    test_run = FastTestRun(reach, lambda data, classes: ())
    with sandbox.workspace(base, LIMITS) as workspace:
        project = tool.describe(workspace.get, "")
        assert test_run.run(workspace, project, LIMITS).coverage == ()
        workspace.put(NO_JUNIT_4)
        assert test_run.run(workspace, project, LIMITS).coverage is None
        assert test_run.coverage_by_test_class(workspace, project) == {}


# --- The runner itself ---


def test_the_agent_is_one_jar_that_java_takes(reach: Reach) -> None:
    agent = jacoco_agent()
    asked = subprocess.run(
        [reach.java, f"-javaagent:{agent}=output=none", "-version"], capture_output=True, check=False
    )
    assert asked.returncode == 0


def test_a_library_without_a_checksum_is_not_fetched(reach: Reach) -> None:
    with pytest.raises(EnvironmentFault, match="group:artifact:1"):
        reach.resolve(["group:artifact:1"])
