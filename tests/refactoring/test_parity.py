"""Parity: what counts as a difference between the paths, what as flaky, and real Java on both."""

from __future__ import annotations

import pytest

from swerefactor.refactoring import farming
from swerefactor.refactoring.covering import FACADE
from swerefactor.refactoring.dataset import find
from swerefactor.refactoring.parity import (
    Build,
    Compared,
    Difference,
    Plan,
    Tree,
    differences,
    summarised,
    unsaid,
)
from swerefactor.refactoring.setup import Choices
from swerefactor.values import Outcome, RunResult
from tests.refactoring.builders import baseline, case, instance, run
from tests.refactoring.test_jobs import Quiet

TREE = Tree(instance(), "noop")
BASE = baseline({"p.CartTest": ("a", "b")}, {"p.CartTest": ("flaky",)})
SAME: dict[Build, str] = {"fast": "passed", "official": "passed"}


def between(fast: RunResult, official: RunResult) -> list[tuple[str, str, str, str]]:
    found = differences(TREE, {"fast": fast, "official": official}, SAME, BASE, ["p.CartTest"])
    return [(each.what, each.id, each.fast, each.official) for each in found]


def test_paths_that_see_the_same_do_not_differ() -> None:
    seen = run(case("a"), case("b", Outcome.FAILED, message="one"))
    assert between(seen, run(case("b", Outcome.FAILED, message="another"), case("a"))) == []


def test_code_that_compiles_on_one_path_only_is_one_difference() -> None:
    broken = run(compiled=False, tests=None)
    assert between(run(case("a")), broken) == [("compile", "", "compiles", "does not compile")]


def test_a_test_that_passes_on_one_path_only_is_a_difference_also_where_it_is_absent() -> None:
    fast = run(case("a"), case("b"), case("new"))
    official = run(case("a", Outcome.FAILED), case("b"))
    assert between(fast, official) == [
        ("test", "p.CartTest#a", "passed", "failed"),
        ("test", "p.CartTest#new", "passed", "absent"),
    ]


def test_a_test_that_fails_on_one_path_and_is_absent_on_the_other_passes_on_neither() -> None:
    assert between(run(case("a")), run(case("a"), case("b", Outcome.FAILED))) == []


def test_one_failed_occurrence_of_an_id_is_a_failure() -> None:
    assert between(run(case("a"), case("a")), run(case("a"), case("a", Outcome.FAILED))) != []


def test_a_test_that_does_not_always_pass_at_the_base_makes_no_difference() -> None:
    assert between(run(case("flaky")), run(case("flaky", Outcome.FAILED))) == []


def test_what_a_build_file_has_run_beside_the_chosen_tests_makes_no_difference() -> None:
    more = run(case("a"), case("a", Outcome.FAILED, class_name="p.OtherTest"), case("z", class_name="p.Far"))
    assert between(run(case("a")), more) == []


def test_one_chosen_test_method_is_compared_with_all_its_parameters() -> None:
    fast, official = (
        run(case("a[1]"), case("b")),
        run(case("a[1]", Outcome.FAILED), case("b", Outcome.FAILED)),
    )
    found = differences(TREE, {"fast": fast, "official": official}, SAME, BASE, ["p.CartTest#a"])
    assert [each.id for each in found] == ["p.CartTest#a[1]"]


def test_where_the_official_path_knows_one_class_alone_names_are_compared() -> None:
    fast = run(case("a"), case("b"))
    same = [case(name, class_name=FACADE) for name in ("a", "b", "far")]
    assert between(fast, run(*same)) == []
    assert between(fast, run(same[0], case("b", Outcome.FAILED, class_name=FACADE))) == [
        ("test", f"{FACADE}#b", "passed", "failed")
    ]


def test_a_name_that_other_tests_bear_too_can_not_be_compared() -> None:
    known = baseline({"p.CartTest": ("a",), "p.OtherTest": ("a",)})
    official = run(case("a", Outcome.FAILED, class_name=FACADE))
    assert (
        differences(TREE, {"fast": run(case("a")), "official": official}, SAME, known, ["p.CartTest"]) == ()
    )


def test_verdicts_that_differ_by_something_else_than_a_test_are_a_difference() -> None:
    seen = run(case("a"))
    verdicts: dict[Build, str] = {"fast": "passed", "official": "test_failed"}
    found = differences(TREE, {"fast": seen, "official": seen}, verdicts, BASE)
    assert [each.what for each in found] == ["verdict"]


@pytest.mark.parametrize(
    "message", ["The JVM ended in this class: exit code 0.", "java.lang.OutOfMemoryError: Java heap space"]
)
def test_of_classes_that_an_ended_jvm_took_along_only_the_verdict_is_compared(message: str) -> None:
    ended = case("", Outcome.FAILED, class_name="p.HeavyTest", message=message)
    results: dict[Build, RunResult] = {"fast": run(ended, case("a"), case("b")), "official": run(case("b"))}
    failed: dict[Build, str] = {"fast": "test_failed", "official": "test_missing"}
    assert unsaid(results) == ("p.HeavyTest",)
    assert [each.id for each in differences(TREE, results, failed, BASE)] == ["p.CartTest#a"]
    results["official"] = run()
    assert unsaid(results) == ("p.CartTest", "p.HeavyTest")
    assert differences(TREE, results, failed, BASE) == ()
    passed: dict[Build, str] = {**failed, "official": "passed"}
    assert [each.what for each in differences(TREE, results, passed, BASE)] == ["verdict"]


def test_a_class_that_the_official_path_misses_for_no_reason_is_a_difference() -> None:
    assert [each[0] for each in between(run(case("a")), run())] == ["test"]


def test_the_sums_are_the_same_in_whatever_order_the_trees_came() -> None:
    differs = Difference(instance="b", kind="noop", what="test", id="p.T#a", fast="passed", official="failed")
    found = [
        Compared(instance="b", kind="noop", verdict="passed", differences=(differs,), seconds={"fast": 2.0}),
        Compared(instance="a", kind="other_literal: line 3", verdict="test_failed", seconds={"fast": 1.0}),
        Compared(instance="a", kind="reference", verdict="", fault="invalid_reference: no"),
    ]
    made = summarised(found)
    assert made == summarised(found[::-1])
    assert (made.compared, made.mutants, made.agree) == (2, 1, False)
    assert made.kinds == {"noop": 1, "other_literal": 1}
    assert made.left_out == {"a reference": "invalid_reference: no"}
    assert made.median_seconds == {"fast": 1.5}


def test_nothing_compared_is_no_agreement() -> None:
    assert not summarised([]).agree


@pytest.mark.usefixtures("client")
def test_a_reference_a_noop_and_mutants_come_out_the_same_on_both_paths() -> None:
    chosen = [find("ledger-move-method-1", None), find("orchard-extract-method-1", None)]
    made = farming.parity(chosen, Plan(mutants=3), Choices(sandbox="docker"), 2, lambda line: None, Quiet())
    assert made.left_out == {}
    assert made.differences == ()
    assert made.compared == made.all_tests_compared == 10
    assert made.kinds["reference"] == made.kinds["noop"] == 2
    assert {"passed", "does_not_compile", "test_failed"} <= made.verdicts.keys()


def test_of_classes_below_a_suite_that_can_not_begin_only_the_verdict_is_compared() -> None:
    lost = case("initializationError", Outcome.FAILED, class_name="p.EveryTest")
    failed: dict[Build, str] = {"fast": "test_failed", "official": "test_missing"}
    results: dict[Build, RunResult] = {"fast": run(case("a")), "official": run(lost)}
    assert unsaid(results) == ("p.CartTest",)
    assert differences(TREE, results, failed, BASE) == ()
    passed: dict[Build, str] = {**failed, "fast": "passed"}
    assert [each.what for each in differences(TREE, results, passed, BASE)] == ["verdict"]


def test_a_class_that_can_not_begin_takes_no_other_along() -> None:
    lost = case("initializationError", Outcome.FAILED)
    other = case("a", class_name="p.OtherTest")
    results: dict[Build, RunResult] = {"fast": run(lost, other), "official": run(lost)}
    assert unsaid(results) == ()
