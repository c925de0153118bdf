"""Checks 2 and 3: what passed before must pass after, under the id it has then."""

from __future__ import annotations

import pytest

from swerefactor.refactoring.verify.tests import (
    IdMap,
    grade_compile,
    grade_reference,
    grade_tests,
    scope,
    settle,
    split_outcomes,
)
from swerefactor.values import Outcome, Status
from tests.refactoring.builders import baseline, case, detection, method, run

FAILED, SKIPPED = Outcome.FAILED, Outcome.SKIPPED
BASE = baseline({"p.CartTest": ("a", "b")})


def reason(*tests: object, base: object = BASE, ids: IdMap | None = None) -> str:
    return grade_tests(run(*tests), base, ids or IdMap()).result.reason  # type: ignore[arg-type]


def test_all_that_passed_before_passes() -> None:
    grade = grade_tests(run(case("a"), case("b"), case("new", FAILED)), BASE, IdMap())
    assert grade.result.status is Status.PASSED
    assert grade.counts is not None
    assert (grade.counts.expected, grade.counts.passed) == (2, 2)


def test_a_test_that_now_fails_is_named_with_what_it_said() -> None:
    grade = grade_tests(run(case("a"), case("b", FAILED, message="expected 3 but was 4")), BASE, IdMap())
    assert grade.result.reason == "test_failed"
    assert grade.result.evidence == ("p.CartTest#b: expected 3 but was 4",)


def test_one_failing_occurrence_of_a_repeated_id_fails_it() -> None:
    assert reason(case("a"), case("a", FAILED), case("a"), case("b")) == "test_failed"


def test_a_test_that_is_now_skipped_does_not_pass() -> None:
    assert reason(case("a"), case("b", SKIPPED)) == "test_failed"


def test_a_test_that_did_not_run_is_missing() -> None:
    assert reason(case("a")) == "test_missing"


def test_a_moved_test_is_expected_in_its_new_class() -> None:
    ids = IdMap([detection("Move Method", method("b()", "p.CartTest"), method("b()", "p.BasketTest"))])
    assert reason(case("a"), case("b", class_name="p.BasketTest"), ids=ids) == ""
    assert reason(case("a"), case("b"), ids=ids) == "test_missing"


def test_a_moved_and_renamed_parameterized_test_keeps_its_parameter() -> None:
    base = baseline({"p.CartTest": ("b(int)[1]", "b(int)[2]")})
    ids = IdMap(
        [
            detection(
                "Move And Rename Method", method("b(int)", "p.CartTest"), method("c(int)", "p.Basket.Inner")
            )
        ]
    )
    moved = [case(f"c(int)[{n}]", class_name="p.Basket$Inner") for n in (1, 2)]
    assert reason(*moved, base=base, ids=ids) == ""


def test_an_inlined_test_drops_out() -> None:
    ids = IdMap([detection("Inline Method", method("b()", "p.CartTest"), method("a()", "p.CartTest"))])
    assert reason(case("a"), ids=ids) == ""


def test_no_test_left_is_a_failure() -> None:
    ids = IdMap([detection("Inline Method", method("b()", "p.CartTest"), method("a()", "p.CartTest"))])
    assert reason(base=baseline({"p.CartTest": ("b",)}), ids=ids) == "no_tests"


def test_tests_that_were_ended_fail_by_the_limit() -> None:
    grade = grade_tests(run(case("a"), ended_by="time"), BASE, IdMap())
    assert grade.result.reason == "test_time_limit"


@pytest.mark.parametrize(
    ("error", "code"),
    [
        ("/w/A.java:[3,9] cannot find symbol", "undefined_symbol"),
        ("src/A.java:3: total cannot be resolved to a variable", "undefined_symbol"),
        ("/w/A.java:[3,9] method f in class A cannot be applied to given types;", "parameter_mismatch"),
        ("src/A.java:3: The method f(int) in the type A is not applicable for the arguments ()",
         "parameter_mismatch"),
        ("/w/A.java:[3,9] ';' expected", "syntax_error"),
        ('src/A.java:3: Syntax error, insert ";" to complete Statement', "syntax_error"),
        ("/w/A.java:[3,9] incompatible types: int cannot be converted to String", "does_not_compile"),
    ],
)  # fmt: skip
def test_the_first_compiler_error_gives_the_reason(error: str, code: str) -> None:
    later = "/w/B.java:[9,9] cannot find symbol"
    assert grade_compile(run(compiled=False, tests=None, log=f"{error}\n{later}\n")).reason == code


def test_only_selected_tests_decide() -> None:
    base = baseline({"p.ATest": ("a", "b(int)[1]"), "p.ATest$Inner": ("c",), "p.BTest": ("d",)})
    ran = run(case("a", class_name="p.ATest"), case("b(int)[1]", Outcome.FAILED, "p.ATest"))
    assert grade_tests(ran, base, IdMap(), ["p.ATest#a"]).result.status is Status.PASSED
    assert grade_tests(ran, base, IdMap(), ["p.ATest#b"]).result.reason == "test_failed"
    assert grade_tests(ran, base, IdMap(), ["p.BTest"]).result.reason == "test_missing"
    counts = grade_tests(ran, base, IdMap(), ["p.ATest"]).counts
    assert counts is not None
    assert (counts.expected, counts.missing) == (3, ("p.ATest$Inner#c",))


def test_a_selected_test_that_moves_is_run_where_it_arrives() -> None:
    base = baseline({"p.ATest": ("a",), "p.BTest": ("d",)})
    moved = detection("Move Method", method("a()", "p.ATest"), method("a()", "p.CTest"))
    assert scope(base, IdMap([moved]), ["p.ATest"], ["A.java"]).tests == ("p.ATest", "p.CTest")
    assert scope(base, IdMap(), None, ["A.java"]).tests is None


def test_code_that_does_not_compile_skips_the_tests() -> None:
    broken = run(compiled=False, tests=None, log="[ERROR] /w/p/Cart.java:[3,9] cannot find symbol\nnoise\n")
    assert grade_compile(broken).reason == "undefined_symbol"
    assert grade_compile(broken).evidence == ("/w/p/Cart.java:[3,9] cannot find symbol",)
    assert grade_tests(broken, BASE, IdMap()).result.status is Status.SKIPPED


def test_a_whole_commit_may_remove_tests_and_they_are_listed() -> None:
    grade = grade_reference(run(case("a"), case("new")), BASE, IdMap())
    assert grade.result.status is Status.PASSED
    assert grade.counts is not None
    assert grade.counts.removed == ("p.CartTest#b",)


def test_a_whole_commit_may_not_break_a_test_nor_bring_a_broken_one() -> None:
    assert grade_reference(run(case("a"), case("b", FAILED)), BASE, IdMap()).result.reason == "test_failed"
    assert grade_reference(run(case("a"), case("new", FAILED)), BASE, IdMap()).result.reason == "test_failed"


def test_a_whole_commit_may_bring_a_disabled_test_but_not_disable_one() -> None:
    brought = run(case("a"), case("b"), case("new", SKIPPED))
    assert grade_reference(brought, BASE, IdMap()).result.reason == ""
    assert grade_reference(run(case("a"), case("b", SKIPPED)), BASE, IdMap()).result.reason == "test_failed"


def test_a_test_that_failed_before_is_not_held_against_a_whole_commit() -> None:
    base = baseline({"p.CartTest": ("a",)}, {"p.CartTest": ("zone",)})
    assert grade_reference(run(case("a"), case("zone", FAILED)), base, IdMap()).result.reason == ""


def test_a_test_that_fails_in_one_of_two_runs_decides_nothing_and_is_named() -> None:
    together, mixed = settle(run(case("a", FAILED), case("b")), run(case("a"), case("b")))
    assert grade_tests(together, BASE, IdMap()).result.status is Status.PASSED
    assert mixed == ("p.CartTest#a",)


def test_a_test_that_is_missing_in_one_of_two_runs_decides_nothing() -> None:
    together, mixed = settle(run(case("a")), run(case("a"), case("b")))
    assert grade_tests(together, BASE, IdMap()).result.status is Status.PASSED
    assert mixed == ("p.CartTest#b",)


def test_a_test_that_fails_in_both_runs_fails() -> None:
    together, mixed = settle(run(case("a", FAILED), case("b")), run(case("a", FAILED), case("b")))
    assert grade_tests(together, BASE, IdMap()).result.reason == "test_failed"
    assert mixed == ()


def test_a_baseline_counts_only_what_passes_in_every_run() -> None:
    passing, others = split_outcomes([[case("a"), case("b"), case("c")], [case("a"), case("b", FAILED)]])
    assert passing == {"p.CartTest": ("a",)}
    assert others == {"p.CartTest": ("b", "c")}
