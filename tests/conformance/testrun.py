"""What every test run must do: inherit `RunContract`, give it the fixtures that it names."""

from __future__ import annotations

from collections import Counter

from swerefactor.protocols import EVERYTHING, BuildTool, Sandbox, TestRun
from swerefactor.values import BaseTree, Limits, Outcome, RunResult, TestScope
from tests.conformance.sandbox import MAIN

LIMITS = Limits(seconds=300)

PARAMETERIZED = """package p;
import java.util.Arrays;
import org.junit.Assert;
import org.junit.Test;
import org.junit.runner.RunWith;
import org.junit.runners.Parameterized;
@RunWith(Parameterized.class)
public class SumTest {
    @Parameterized.Parameters
    public static Iterable<Integer> numbers() { return Arrays.asList(1, 2); }
    private final int number;
    public SumTest(int number) { this.number = number; }
    @Test public void doubles() { Assert.assertEquals(2 * number, new Adder().add(number, number)); }
}
"""
KINDS = """package p;
import org.junit.*;
public class KindsTest {
    @Test public void passes() { }
    @Test public void fails() { Assert.assertEquals("a reason", 4, new Adder().add(1, 2)); }
    @Test public void breaks() { throw new IllegalStateException("broken"); }
    @Ignore("later") @Test public void ignored() { }
    @Test public void assumes() { Assume.assumeTrue(false); }
    @Test(expected = ArithmeticException.class) public void throwsAsItShould() { int x = 1 / (1 - 1); }
}
"""
INHERITED = {
    name: f"package p;\nimport org.junit.Test;\npublic {rest} }}\n"
    for name, rest in {
        "BaseCase": "abstract class BaseCase { @Test public void inherited() { }",
        "OneTest": "class OneTest extends BaseCase {",
        "TwoTest": "class TwoTest extends BaseCase {",
        "AbstractTest": "abstract class AbstractTest { @Test public void never() { }",
    }.items()
}
OLD = """package p;
public class OldTest extends junit.framework.TestCase {
    public void testOld() { assertEquals(3, new Adder().add(1, 2)); }
}
"""
STATIC = """package p;
public class StaticTest {
    static { if (true) throw new IllegalStateException("no start"); }
    @org.junit.Test public void neverBegins() { }
}
"""
EXITS = """package p;
import org.junit.*;
@FixMethodOrder(org.junit.runners.MethodSorters.NAME_ASCENDING)
public class ExitsTest {
    @Test public void a_begins() { }
    @Test public void b_exits() { System.exit(0); }
    @Test public void c_comes_after() { }
}
"""
HANGS = "package p;\npublic class HangsTest { @org.junit.Test public void hangs() { while (true) { } } }\n"


def java_tests(**sources: str) -> dict[str, bytes | None]:
    """Test classes of package `p` as files to put."""
    return {f"src/test/java/p/{name}.java": text.encode() for name, text in sources.items()}


def ids(result: RunResult, outcome: Outcome) -> list[str]:
    """The ids of the tests that ended so, sorted."""
    return sorted(f"{case.class_name}#{case.name}" for case in result.tests or () if case.outcome is outcome)


class RunContract:
    """The tests. Fixtures: `test_run`, and `sandbox`, `base` and `tool` for its workspaces."""

    seconds_for_a_hang = 40.0
    """A time limit that is enough to compile and to begin the tests."""

    def result(
        self,
        test_run: TestRun,
        sandbox: Sandbox,
        base: BaseTree,
        tool: BuildTool,
        files: dict[str, bytes | None],
        limits: Limits = LIMITS,
        scope: TestScope = EVERYTHING,
    ) -> RunResult:
        """The run of a fresh workspace with these files put into it."""
        with sandbox.workspace(base, limits) as workspace:
            workspace.put(files)
            return test_run.run(workspace, tool.describe(workspace.get, base.module), limits, scope)

    def test_a_test_that_passes_has_passed(
        self, test_run: TestRun, sandbox: Sandbox, base: BaseTree, tool: BuildTool
    ) -> None:
        result = self.result(test_run, sandbox, base, tool, {})
        assert result.compiled
        assert ids(result, Outcome.PASSED) == ["p.AdderTest#adds"]
        assert len(result.tests or ()) == 1
        assert result.ended_by == ""

    def test_code_that_does_not_compile_gives_no_tests_and_a_message(
        self, test_run: TestRun, sandbox: Sandbox, base: BaseTree, tool: BuildTool
    ) -> None:
        broken = MAIN.replace("return a + b;", "return a + missing;").encode()
        result = self.result(test_run, sandbox, base, tool, {"src/main/java/p/Adder.java": broken})
        assert not result.compiled
        assert result.tests is None
        assert "Adder.java" in result.log
        assert "missing" in result.log

    def test_test_code_that_does_not_compile_is_no_different(
        self, test_run: TestRun, sandbox: Sandbox, base: BaseTree, tool: BuildTool
    ) -> None:
        result = self.result(test_run, sandbox, base, tool, {"src/main/java/p/Adder.java": None})
        assert not result.compiled
        assert result.tests is None

    def test_each_test_ends_in_its_own_way(
        self, test_run: TestRun, sandbox: Sandbox, base: BaseTree, tool: BuildTool
    ) -> None:
        result = self.result(test_run, sandbox, base, tool, java_tests(KindsTest=KINDS))
        kinds = [f"p.KindsTest#{name}" for name in ("passes", "throwsAsItShould")]
        assert ids(result, Outcome.PASSED) == ["p.AdderTest#adds", *kinds]
        assert ids(result, Outcome.FAILED) == ["p.KindsTest#breaks", "p.KindsTest#fails"]
        assert ids(result, Outcome.SKIPPED) == ["p.KindsTest#assumes", "p.KindsTest#ignored"]
        assert any("a reason" in case.message for case in result.tests or ())

    def test_tests_are_named_as_surefire_names_them(
        self, test_run: TestRun, sandbox: Sandbox, base: BaseTree, tool: BuildTool
    ) -> None:
        result = self.result(
            test_run, sandbox, base, tool, java_tests(SumTest=PARAMETERIZED, OldTest=OLD, **INHERITED)
        )
        assert ids(result, Outcome.PASSED) == [
            "p.AdderTest#adds",
            "p.OldTest#testOld",
            "p.OneTest#inherited",
            "p.SumTest#doubles[0]",
            "p.SumTest#doubles[1]",
            "p.TwoTest#inherited",
        ]
        assert len(result.tests or ()) == 6

    def test_a_class_that_can_t_be_initialised_has_not_passed(
        self, test_run: TestRun, sandbox: Sandbox, base: BaseTree, tool: BuildTool
    ) -> None:
        result = self.result(test_run, sandbox, base, tool, java_tests(StaticTest=STATIC))
        assert ids(result, Outcome.PASSED) == ["p.AdderTest#adds"]
        assert any(case.class_name == "p.StaticTest" for case in result.tests or ())

    def test_what_an_exit_keeps_from_ending_has_not_passed(
        self, test_run: TestRun, sandbox: Sandbox, base: BaseTree, tool: BuildTool
    ) -> None:
        result = self.result(test_run, sandbox, base, tool, java_tests(ExitsTest=EXITS))
        assert result.compiled
        passed = set(ids(result, Outcome.PASSED))
        assert not passed & {"p.ExitsTest#b_exits", "p.ExitsTest#c_comes_after"}

    def test_tests_that_hang_end_at_the_time_limit(
        self, test_run: TestRun, sandbox: Sandbox, base: BaseTree, tool: BuildTool
    ) -> None:
        limits = LIMITS.model_copy(update={"seconds": self.seconds_for_a_hang})
        result = self.result(test_run, sandbox, base, tool, java_tests(HangsTest=HANGS), limits)
        assert result.ended_by == "time"
        assert "p.HangsTest#hangs" not in ids(result, Outcome.PASSED)

    def test_nothing_of_an_earlier_run_is_left(
        self, test_run: TestRun, sandbox: Sandbox, base: BaseTree, tool: BuildTool
    ) -> None:
        with sandbox.workspace(base, LIMITS) as workspace:
            project = tool.describe(workspace.get, base.module)
            workspace.put(java_tests(KindsTest=KINDS))
            first = test_run.run(workspace, project, LIMITS)
            workspace.put({"src/test/java/p/KindsTest.java": None})
            second = test_run.run(workspace, project, LIMITS)
        assert len(first.tests or ()) == 7
        assert ids(second, Outcome.PASSED) == ["p.AdderTest#adds"]
        assert len(second.tests or ()) == 1

    def test_two_runs_of_the_same_code_say_the_same(
        self, test_run: TestRun, sandbox: Sandbox, base: BaseTree, tool: BuildTool
    ) -> None:
        files = java_tests(KindsTest=KINDS, SumTest=PARAMETERIZED)
        one, other = (self.result(test_run, sandbox, base, tool, files) for _ in range(2))
        assert Counter((c.class_name, c.name, c.outcome) for c in one.tests or ()) == Counter(
            (c.class_name, c.name, c.outcome) for c in other.tests or ()
        )

    # --- A scope ---

    def test_only_the_tests_of_the_scope_run(
        self, test_run: TestRun, sandbox: Sandbox, base: BaseTree, tool: BuildTool
    ) -> None:
        files = java_tests(KindsTest=KINDS, SumTest=PARAMETERIZED, OldTest=OLD)
        tests = ("p.SumTest", "p.KindsTest#passes", "p.KindsTest#fails", "p.OldTest")
        scope = TestScope(changed=tuple(files), tests=tests)
        result = self.result(test_run, sandbox, base, tool, files, scope=scope)
        assert ids(result, Outcome.PASSED) == [
            "p.KindsTest#passes", "p.OldTest#testOld", "p.SumTest#doubles[0]", "p.SumTest#doubles[1]",
        ]  # fmt: skip
        assert ids(result, Outcome.FAILED) == ["p.KindsTest#fails"]
        assert len(result.tests or ()) == 5

    def test_a_parameterised_test_is_chosen_by_its_method(
        self, test_run: TestRun, sandbox: Sandbox, base: BaseTree, tool: BuildTool
    ) -> None:
        files = java_tests(SumTest=PARAMETERIZED)
        scope = TestScope(changed=tuple(files), tests=("p.SumTest#doubles",))
        result = self.result(test_run, sandbox, base, tool, files, scope=scope)
        assert ids(result, Outcome.PASSED) == ["p.SumTest#doubles[0]", "p.SumTest#doubles[1]"]

    def test_a_test_that_is_not_there_is_no_result(
        self, test_run: TestRun, sandbox: Sandbox, base: BaseTree, tool: BuildTool
    ) -> None:
        scope = TestScope(changed=(), tests=("p.AdderTest", "p.NobodyTest"))
        result = self.result(test_run, sandbox, base, tool, {}, scope=scope)
        assert ids(result, Outcome.PASSED) == ["p.AdderTest#adds"]
        assert len(result.tests or ()) == 1

    def test_a_change_that_breaks_another_file_does_not_compile(
        self, test_run: TestRun, sandbox: Sandbox, base: BaseTree, tool: BuildTool
    ) -> None:
        path = "src/main/java/p/Adder.java"
        files: dict[str, bytes | None] = {path: MAIN.replace("add(", "sum(").encode()}
        scope = TestScope(changed=(path,), tests=("p.AdderTest",))
        result = self.result(test_run, sandbox, base, tool, files, scope=scope)
        assert not result.compiled
        assert "AdderTest.java" in result.log

    def test_a_changed_method_is_the_one_that_is_tested(
        self, test_run: TestRun, sandbox: Sandbox, base: BaseTree, tool: BuildTool
    ) -> None:
        path = "src/main/java/p/Adder.java"
        files: dict[str, bytes | None] = {path: MAIN.replace("a + b", "a - b").encode()}
        scope = TestScope(changed=(path,), tests=("p.AdderTest",))
        result = self.result(test_run, sandbox, base, tool, files, scope=scope)
        assert ids(result, Outcome.FAILED) == ["p.AdderTest#adds"]
