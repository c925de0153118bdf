"""Check 4: what the inverse and the frame say decides, RefactoringMiner only says where."""

from __future__ import annotations

from typing import Any

import pytest

from swerefactor.refactoring.verify.refactoring import Judgement, grade_refactoring, grade_reference, judge
from swerefactor.values import (
    CodeRange,
    Detection,
    Difference,
    ExternalCall,
    Instance,
    Inversion,
    RefactoringType,
    Status,
)
from tests.refactoring.builders import destination, detection, instance, method

EXTRACT = instance()
INLINE = instance(RefactoringType.INLINE_METHOD)
MOVE = instance(RefactoringType.MOVE_METHOD, destination=destination())
SEEN = {
    RefactoringType.EXTRACT_METHOD: detection(),
    RefactoringType.INLINE_METHOD: detection("Inline Method"),
    RefactoringType.MOVE_METHOD: detection("Move Method", result=method(class_name="p.Basket")),
}


def difference(kind: str, after: str = "log(x);") -> Difference:
    return Difference(kind=kind, file="Cart.java", member="p.Cart#total(int)", after_line=14, after=after)


def call(holder: bool = False) -> ExternalCall:
    return ExternalCall(name="java.io.PrintStream#println", file="Cart.java", line=15, holder=holder)


def judged(asked: Instance, emptied: bool = False, **facts: Any) -> Judgement:
    return judge(asked, [SEEN[asked.type]], Inversion(**{"found": True, **facts}), emptied)


def reason(judgement: Judgement) -> str:
    return judgement.failure.reason if judgement.failure else ""


def test_an_inverse_that_gives_back_the_original_is_proof() -> None:
    assert judged(EXTRACT).proof.outcome == "proven"
    assert grade_refactoring(EXTRACT, judged(EXTRACT), None, 0.1).status is Status.PASSED


def test_proof_counts_where_refactoring_miner_is_blind() -> None:
    taken = CodeRange(file="Cart.java", start_line=12, end_line=13, role="")
    facts = Inversion(found=True, results=(method("sum(int)"),), taken=(taken,))
    assert judge(EXTRACT, [], facts).proof.outcome == "proven"


@pytest.mark.parametrize("kind", ["lost_statement", "added_statement", "changed_statement", "reordered"])
def test_a_statement_that_is_not_the_original_s_refutes(kind: str) -> None:
    found = judged(EXTRACT, differences=(difference(kind),))
    assert (found.proof.outcome, reason(found)) == ("refuted", kind)
    assert "p.Cart#total(int)" in (found.failure.message if found.failure else "")
    assert any("log(x);" in line for line in found.evidence)


def test_a_change_elsewhere_is_outside_the_frame() -> None:
    assert reason(judged(EXTRACT, frame=(difference("lost_statement"),))) == "outside_frame"
    assert reason(judged(EXTRACT, frame=(difference("added_member"),))) == "outside_frame"


def test_a_new_call_to_an_outside_api_is_named_before_all_else() -> None:
    found = judged(EXTRACT, calls=(call(),), differences=(difference("added_statement"),))
    assert reason(found) == "new_external_call"


def test_a_caller_that_was_forgotten_refutes() -> None:
    assert reason(judged(INLINE, callers_left=(method(),))) == "not_all_inlined"
    assert reason(judged(MOVE, callers_left=(method(),))) == "caller_not_adapted"


def test_an_old_method_that_is_still_there_is_named_after_what_was_asked() -> None:
    kept = (difference("added_member"),)
    found = [reason(judged(asked, differences=kept)) for asked in (EXTRACT, INLINE, MOVE)]
    assert found == ["not_extracted", "not_inlined", "not_moved"]


def test_a_method_without_its_code_is_empty() -> None:
    assert (
        reason(judged(EXTRACT, emptied=True, differences=(difference("lost_statement"),))) == "empty_method"
    )


def test_code_that_is_no_java_is_a_syntax_error() -> None:
    facts = Inversion(found=False, obstacle="syntax: Cart.java:3 Syntax error on token")
    assert reason(judge(EXTRACT, [], facts)) == "syntax_error"


def test_what_has_not_the_asked_shape_is_refuted_whatever_refactoring_miner_sees() -> None:
    assert reason(judged(EXTRACT, found=False)) == "not_extracted"


@pytest.mark.parametrize(
    ("detections", "expected"),
    [
        ([], "not_extracted"),
        ([detection(subject=method("other()"))], "wrong_method"),
        ([detection("Inline Method")], "other_type"),
    ],
)
def test_another_refactoring_is_named_as_what_it_is(detections: list[Detection], expected: str) -> None:
    assert reason(judge(EXTRACT, detections, Inversion(found=False))) == expected


def test_a_proven_change_must_lead_where_it_was_asked() -> None:
    astray = method(class_name="p.Shelf")
    assert reason(judged(MOVE, results=(astray,))) == "wrong_destination"
    assert judged(MOVE, results=(method(class_name="p.Basket"),)).proof.outcome == "proven"


def test_an_extraction_must_take_something_out() -> None:
    nothing = Inversion(found=True, results=(method("sum(int)"),))
    assert reason(judge(EXTRACT, [], nothing)) == "not_extracted"
    assert judge(EXTRACT, [detection()], nothing).proof.outcome == "proven"


OPEN = {"obstacle": "it returns several values by a holder"}


def graded(asked: Instance, covered: bool | None, **facts: Any) -> tuple[str, str]:
    judgement = judged(asked, **OPEN, **facts)
    return judgement.proof.outcome, grade_refactoring(asked, judgement, covered, 0.1).reason


def test_what_can_t_be_undone_passes_when_tests_run_it() -> None:
    assert graded(EXTRACT, covered=True) == ("unknown", "")
    assert graded(EXTRACT, covered=True, calls=(call(holder=True),)) == ("unknown", "")


def test_what_can_t_be_undone_fails_where_no_test_can_vouch() -> None:
    assert graded(EXTRACT, covered=False) == ("unknown", "unproven")
    assert graded(instance(in_test_code=True), covered=True) == ("unknown", "unproven")


def test_what_can_t_be_undone_may_neither_call_outside_nor_touch_anything_else() -> None:
    assert graded(EXTRACT, covered=True, calls=(call(),)) == ("refuted", "new_external_call")
    assert graded(EXTRACT, covered=True, frame=(difference("lost_statement"),)) == (
        "refuted",
        "outside_frame",
    )


def test_an_obstacle_is_no_excuse_for_what_refactoring_miner_does_not_see() -> None:
    assert judge(EXTRACT, [], Inversion(found=True, **OPEN)).proof.outcome == "refuted"


def test_a_whole_commit_is_graded_by_its_target_alone() -> None:
    assert grade_reference(EXTRACT, [detection()], 0.1).status is Status.PASSED
    assert grade_reference(EXTRACT, [detection("Inline Method")], 0.1).reason == "other_type"
