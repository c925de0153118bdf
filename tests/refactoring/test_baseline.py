"""Baselines: which tests are expected of anyone, what is shipped, and what is made only once."""

from __future__ import annotations

import contextlib
import shutil
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import pytest

from swerefactor import material
from swerefactor.analysis.analyser import JavaAnalyser
from swerefactor.errors import InvalidInstance, SandboxError
from swerefactor.farm.fast import FastTestRun
from swerefactor.farm.local import LocalSandbox
from swerefactor.farm.plain import PlainBuildTool, shipped_libraries
from swerefactor.farm.reach import local_reach
from swerefactor.refactoring.baseline import (
    REPEATS,
    baseline_from,
    before_facade,
    merged,
    repeats_of,
    ship,
    shipped_baseline,
    shipped_path,
    with_repeats,
)
from swerefactor.refactoring.baselines import Baselines, Paths
from swerefactor.refactoring.covering import FACADE, SLOW, chosen_tests, covering_tests
from swerefactor.refactoring.dataset import SPLITS, find, load
from swerefactor.refactoring.sample import sample_repositories
from swerefactor.refactoring.verify.workbench import base_of
from swerefactor.repositories import Repositories
from swerefactor.runs.folder import Kept
from swerefactor.values import (
    Baseline,
    BaseTree,
    Instance,
    JavaProject,
    Limits,
    MethodCoverage,
    Outcome,
    RunResult,
)
from tests.conformance.sandbox import FILES, small_repository
from tests.fakes.parts import ScriptedTestRun
from tests.fakes.sandbox import FakeSandbox
from tests.refactoring.builders import PROJECT, baseline, case, instance, method, run

BASE = BaseTree(repository="sample/cart", commit="0" * 40, jdk=17)
A_TEST = "p.CartTest"
INSTANCE = find("ledger-move-method-1", None)
TARGET = MethodCoverage(
    class_name=INSTANCE.target.class_name,
    signature="whatever()V",
    first_line=INSTANCE.target.start_line + 1,
    covered_lines=2,
    missed_lines=0,
)
COVERING = INSTANCE.covering_tests[0]


# --- What is shipped ---


def shipped_files() -> list[Path]:
    return sorted((material.folder("dataset") / "baselines").rglob("*.json.gz"))


def test_every_shipped_baseline_is_that_of_an_instance_and_tells_what_it_measured() -> None:
    bases = {base_of(each) for split in SPLITS for each in load(split, None)}
    found = [
        known for base in bases for box in ("docker", "local") if (known := shipped_baseline(base, box)) is not None
    ]  # fmt: skip
    assert len(found) == len([path for path in shipped_files() if "official" not in path.name]) > 0
    for known in found:
        assert known.passing
        assert known.covering is not None
        assert known.coverage is not None
        assert len(known.covering.methods) == len(known.coverage)
        assert known.repeats == REPEATS


def test_the_sample_is_graded_locally_without_a_baseline_to_wait_for() -> None:
    for each in load("sample", None):
        known = shipped_baseline(base_of(each), "local")
        assert known is not None
        assert set(each.covering_tests) <= set(known.repeated)


def test_what_is_shipped_is_read_as_it_was_written_and_the_same_facts_are_the_same_file(
    tmp_path: Path,
) -> None:
    made = baseline({A_TEST: ("a", "\udcff")})
    place = ship(made, tmp_path)
    first = place.read_bytes()
    assert place == shipped_path(BASE, "local", tmp_path)
    assert ship(made, tmp_path).read_bytes() == first


# --- Which tests are expected ---


def test_tests_that_pass_are_expected_and_all_others_are_named() -> None:
    made = baseline_from(
        BASE, run(case("a"), case("b", Outcome.FAILED), case("c", Outcome.SKIPPED)), "local", "fast"
    )
    assert made.passing == {A_TEST: ("a",)}
    assert made.not_passing == {A_TEST: ("b", "c")}


def test_only_what_passes_on_both_paths_is_expected_and_what_differs_is_named() -> None:
    official = baseline({A_TEST: ("a", "b")}, {A_TEST: ("c",)})
    fast = baseline({A_TEST: ("a", "c")}, {A_TEST: ("b",)})
    made = merged(official, fast)
    assert made.passing == {A_TEST: ("a",)}
    assert made.not_passing == {A_TEST: ("b", "c")}
    assert made.differing == (f"{A_TEST}#b", f"{A_TEST}#c")
    assert (made.build, made.runs) == ("both", 2)


def test_where_the_official_path_knows_one_class_alone_ids_are_those_of_the_fast_path() -> None:
    official = baseline({FACADE: ("a", "b")}, {FACADE: ("c",)})
    fast = baseline({A_TEST: ("a", "c"), "p.OtherTest": ("b",)}, {"p.OtherTest": ("skipped",)})
    made = merged(official, fast)
    assert made.passing == {A_TEST: ("a",), "p.OtherTest": ("b",)}
    assert made.differing == (f"{A_TEST}#c",)
    assert made.not_passing == {A_TEST: ("c",), "p.OtherTest": ("skipped",)}


def test_behind_one_class_a_name_is_expected_when_all_tests_that_bear_it_pass() -> None:
    known = baseline({A_TEST: ("a", "b"), "p.OtherTest": ("a",)}, {"p.OtherTest": ("b",)})
    assert before_facade(known).passing == {FACADE: ("a",)}
    assert before_facade(known).not_passing == {FACADE: ("b",)}
    assert chosen_tests(instance(), before_facade(known)) == (FACADE,)


def test_a_test_that_only_one_path_knows_is_not_expected() -> None:
    made = merged(baseline({A_TEST: ("a",)}), baseline({A_TEST: ("a", "new")}))
    assert made.passing == {A_TEST: ("a",)}
    assert made.differing == (f"{A_TEST}#new",)


def repeated(known: Baseline, *outcomes: str) -> Baseline:
    """After repeats in which the one test of `p.CartTest` passed (`.`) or failed (`F`)."""
    runs = [[case("a", Outcome.PASSED if letter == "." else Outcome.FAILED)] for letter in outcomes]
    return with_repeats(known, [repeats_of(A_TEST, runs)])


def test_a_test_that_passes_in_every_repeat_stays_expected() -> None:
    made = repeated(baseline({A_TEST: ("a",)}), *"....")
    assert made.passing == {A_TEST: ("a",)}
    assert (made.flaky, made.repeats, made.repeated) == ((), REPEATS, (A_TEST,))


@pytest.mark.parametrize("outcomes", ["...F", "F...", "FFFF"])
def test_a_test_that_fails_in_one_repeat_is_flaky_and_no_longer_expected(outcomes: str) -> None:
    made = repeated(baseline({A_TEST: ("a",), "p.OtherTest": ("x",)}), *outcomes)
    assert made.passing == {"p.OtherTest": ("x",)}
    assert made.not_passing == {A_TEST: ("a",)}
    assert made.flaky == (f"{A_TEST}#a",)


def test_a_test_that_fails_every_time_is_not_flaky() -> None:
    made = repeated(baseline({"p.OtherTest": ("x",)}, {A_TEST: ("a",)}), *"FFFF")
    assert made.flaky == ()


def test_a_test_that_did_not_run_in_a_repeat_is_not_expected() -> None:
    made = with_repeats(baseline({A_TEST: ("a",)}), [repeats_of(A_TEST, [[case("a")], []])])
    assert made.passing == {}
    assert made.flaky == (f"{A_TEST}#a",)


def test_a_test_in_which_the_paths_seem_to_differ_is_flaky_when_it_has_mixed_results_on_one() -> None:
    official = baseline({A_TEST: ("a",)})
    fast = baseline({}, {A_TEST: ("a",)})
    assert merged(official, fast).differing == (f"{A_TEST}#a",)
    made = merged(official, repeated(fast, *"...."))
    assert (made.differing, made.flaky) == ((), (f"{A_TEST}#a",))


def test_other_test_classes_are_not_touched_by_repeats() -> None:
    made = repeated(baseline({A_TEST: ("a",), "p.CartTestToo": ("a",)}), *"F...")
    assert made.passing == {"p.CartTestToo": ("a",)}


def test_repeats_of_a_test_method_say_nothing_of_others_in_its_class() -> None:
    runs = [[case("a[1]"), case("a[2]")], [case("a[1]"), case("a[2]", Outcome.FAILED)]]
    known = baseline({A_TEST: ("a[1]", "a[2]", "ab")})
    made = with_repeats(known, [repeats_of(f"{A_TEST}#a", runs)])
    assert made.passing == {A_TEST: ("a[1]", "ab")}
    assert made.flaky == (f"{A_TEST}#a[2]",)


def test_a_test_must_pass_in_the_repeats_of_its_class_and_in_its_own() -> None:
    green, red = [[case("a")]], [[case("a", Outcome.FAILED)]]
    for one, two in ((green, red), (red, green)):
        made = with_repeats(
            baseline({A_TEST: ("a",)}), [repeats_of(A_TEST, one), repeats_of(f"{A_TEST}#a", two)]
        )
        assert made.flaky == (f"{A_TEST}#a",)


def test_a_nested_test_classes_repeats_are_those_of_the_class_around_it() -> None:
    nested = f"{A_TEST}$Empty"
    runs = [[case("a", class_name=nested)], [case("a", Outcome.FAILED, class_name=nested)]]
    made = with_repeats(baseline({nested: ("a",)}), [repeats_of(A_TEST, runs)])
    assert made.flaky == (f"{nested}#a",)


# --- What is no baseline ---


def test_a_base_that_does_not_compile_makes_its_instances_invalid() -> None:
    with pytest.raises(InvalidInstance) as caught:
        baseline_from(BASE, run(compiled=False, tests=None), "local", "fast")
    assert caught.value.reason == "base_does_not_compile"


def test_a_base_without_a_passing_test_makes_its_instances_invalid() -> None:
    with pytest.raises(InvalidInstance) as caught:
        baseline_from(BASE, run(case("a", Outcome.FAILED)), "local", "fast")
    assert caught.value.reason == "base_has_no_tests"


def test_a_base_whose_tests_hit_a_limit_is_our_fault_and_no_baseline() -> None:
    with pytest.raises(SandboxError, match="time limit"):
        baseline_from(BASE, run(case("a"), ended_by="time"), "local", "fast")


# --- The stages ---


class Bench:
    """Scripted paths in a sandbox in memory, and a folder in which stages are kept."""

    def __init__(self, kept: Path) -> None:
        self.kept = kept
        self.measuring, self.by_case, self.fast, self.official = (
            ScriptedTestRun(self.green()) for _ in range(4)
        )
        self.measuring.name = self.fast.name = "fast"
        self.official.name = "official"
        self.measuring.covers = {COVERING: (TARGET,)}

    @staticmethod
    def green() -> RunResult:
        cases = (case("a", class_name=COVERING), case("x", class_name="p.FarTest"))
        return run(*cases, coverage=(TARGET,))

    @contextlib.contextmanager
    def new_process(self) -> Iterator[Baselines]:
        sandbox = FakeSandbox(Repositories(made=sample_repositories()), name="docker")
        paths = Paths(self.measuring, self.by_case, self.fast, self.official)
        yield Baselines(sandbox, paths, Kept(self.kept), Limits())

    @property
    def runs(self) -> tuple[int, int, int]:
        return self.official.runs, self.measuring.runs, self.fast.runs


@pytest.fixture
def bench(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Bench:
    monkeypatch.setattr("swerefactor.refactoring.baselines.shipped_baseline", lambda base, sandbox: None)
    return Bench(tmp_path)


def test_a_baseline_is_a_full_pass_on_each_path_and_repeats_of_the_covering_tests(bench: Bench) -> None:
    asked = INSTANCE.model_copy(update={"covering_tests": ()})
    with bench.new_process() as baselines:
        made = baselines.of(asked, PROJECT)
    assert bench.runs == (1, 1, REPEATS)
    assert {scope.tests for scope in bench.fast.scopes} == {(COVERING,)}
    assert {scope.changed for scope in bench.fast.scopes} == {()}
    assert (made.build, made.runs, made.repeats, made.repeated) == ("both", 2, REPEATS, (COVERING,))
    assert made.passing == {COVERING: ("a",), "p.FarTest": ("x",)}


def test_a_baseline_is_made_once_for_all_processes(bench: Bench) -> None:
    with bench.new_process() as baselines:
        first = baselines.of(INSTANCE, PROJECT)
        assert baselines.of(INSTANCE, PROJECT) == first
    with bench.new_process() as baselines:
        assert baselines.of(INSTANCE, PROJECT) == first
    assert bench.runs[:2] == (1, 1)


def test_what_was_killed_half_way_goes_on_with_the_stage_that_it_was_in(bench: Bench) -> None:
    bench.fast.script = [SandboxError("The engine went away.", "Start it.")]
    with bench.new_process() as baselines, pytest.raises(SandboxError):
        baselines.of(INSTANCE, PROJECT)
    bench.fast.script = [bench.green()]
    with bench.new_process() as baselines:
        assert baselines.of(INSTANCE, PROJECT).repeats == REPEATS
    assert bench.runs[:2] == (1, 1)


def test_another_instance_of_the_base_has_only_its_own_tests_repeated(bench: Bench) -> None:
    with bench.new_process() as baselines:
        baselines.of(INSTANCE.model_copy(update={"covering_tests": (COVERING,)}), PROJECT)
        made = baselines.of(INSTANCE.model_copy(update={"covering_tests": ("p.FarTest",)}), PROJECT)
    assert bench.runs == (1, 1, 2 * REPEATS)
    assert [scope.tests for scope in bench.fast.scopes][-1] == ("p.FarTest",)
    assert made.repeated == tuple(sorted({COVERING, "p.FarTest"}))


def test_instances_that_are_expected_have_their_covering_tests_repeated_together(bench: Bench) -> None:
    near = INSTANCE.model_copy(update={"covering_tests": (COVERING,)})
    far = INSTANCE.model_copy(update={"covering_tests": ("p.FarTest",)})
    with bench.new_process() as baselines:
        baselines.expect([near, far])
        baselines.of(near, PROJECT)
        baselines.of(far, PROJECT)
    assert bench.runs == (1, 1, REPEATS)


def test_a_class_in_which_the_paths_differ_is_repeated_though_it_covers_nothing(bench: Bench) -> None:
    red = case("x", Outcome.FAILED, class_name="p.FarTest")
    bench.official.script = [run(case("a", class_name=COVERING), red)]
    with bench.new_process() as baselines:
        made = baselines.of(INSTANCE, PROJECT)
    assert "p.FarTest" in made.repeated
    assert made.differing == ("p.FarTest#x",)


def test_a_slow_class_is_measured_by_test_method_once_and_repeated_by_method(bench: Bench) -> None:
    slow = case("a", class_name=COVERING).model_copy(update={"seconds": SLOW + 1})
    bench.measuring.script = bench.official.script = [run(slow, coverage=(TARGET,))]
    bench.by_case.covers = {f"{COVERING}#a": (TARGET,), f"{COVERING}#": ()}
    asked = INSTANCE.model_copy(update={"covering_tests": ()})
    for _ in range(2):
        with bench.new_process() as baselines:
            made = baselines.of(asked, PROJECT)
    assert covering_tests(asked, made) == (f"{COVERING}#a",)
    assert [scope.tests for scope in bench.by_case.scopes] == [(COVERING,)]
    assert {scope.tests for scope in bench.fast.scopes} == {(f"{COVERING}#a",)}
    assert made.repeated == (f"{COVERING}#a",)


def test_without_a_build_tool_the_fast_path_alone_is_the_baseline(bench: Bench) -> None:
    sandbox = FakeSandbox(Repositories(made=sample_repositories()), name="local")
    baselines = Baselines(
        sandbox, Paths(bench.measuring, bench.by_case, bench.fast), Kept(bench.kept), Limits()
    )
    made = baselines.of(INSTANCE, PROJECT)
    assert bench.official.runs == 0
    assert made.runs == 1


# --- Real Java ---

FLAKY = """package p;
import java.nio.file.*;
public class SecondTest {
    @org.junit.Test public void onlyOnce() throws Exception {
        Files.createFile(Paths.get("MARK"));
        new Adder().add(1, 2);
    }
    @org.junit.Test public void always() { new Adder().add(1, 2); }
}
"""
TWO = """package p;
public class SecondTest {
    @org.junit.Test public void near() { new Adder().add(1, 2); }
    @org.junit.Test public void far() { }
}
"""


@dataclass(frozen=True)
class Real:
    """The local sandbox with a small project, and an instance whose target is its only method."""

    baselines: Baselines
    asked: Instance
    project: JavaProject

    @classmethod
    @contextlib.contextmanager
    def of(cls, folder: Path, test: str) -> Iterator[Real]:
        jars = folder / "libraries"
        jars.mkdir()
        shutil.copy(Path(__file__).parents[1] / "farm" / "junit4.jars", jars / "sample__contract.jars")
        repositories, base = small_repository(
            folder, {**FILES, "src/test/java/p/SecondTest.java": test.encode()}
        )
        target = method("add(int, int)", "p.Adder").model_copy(update={"start_line": 1, "end_line": 9})
        asked = instance(repository=base.repository, base_commit=base.commit, target=target)
        reach = local_reach(shipped_libraries(jars))
        with JavaAnalyser() as analyser:
            by_class = FastTestRun(reach, analyser.coverage)
            by_case = FastTestRun(reach, analyser.coverage, by_method=True)
            paths = Paths(by_class=by_class, by_case=by_case, fast=FastTestRun(reach))
            project = PlainBuildTool(base.repository, jars).describe(FILES.get, "")
            kept = Kept(folder / "kept")
            yield cls(Baselines(LocalSandbox(repositories), paths, kept, Limits(seconds=300)), asked, project)


def test_a_test_that_passes_the_first_time_only_is_found_out_by_its_repeats(tmp_path: Path) -> None:
    # The local sandbox does not isolate, which for once is of use: what a run leaves behind stays.
    with Real.of(tmp_path, FLAKY.replace("MARK", str(tmp_path / "mark"))) as real:
        made = real.baselines.of(real.asked, real.project)
    assert covering_tests(real.asked, made) == ("p.AdderTest", "p.SecondTest")
    assert made.flaky == ("p.SecondTest#onlyOnce",)
    assert made.passing == {"p.AdderTest": ("adds",), "p.SecondTest": ("always",)}
    assert made.repeated == ("p.AdderTest", "p.SecondTest")


def test_of_a_slow_class_only_the_tests_that_run_the_target_are_run(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("swerefactor.refactoring.covering.SLOW", -1.0)
    with Real.of(tmp_path, TWO) as real:
        made = real.baselines.of(real.asked, real.project)
    assert covering_tests(real.asked, made) == ("p.AdderTest#adds", "p.SecondTest#near")
    assert made.passing["p.SecondTest"] == ("far", "near")
    assert made.repeated == ("p.AdderTest#adds", "p.SecondTest#near")
