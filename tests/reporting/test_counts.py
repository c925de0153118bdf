"""A report: what is broken by our fault never counts against a model."""

from __future__ import annotations

from itertools import combinations

import pytest

from swerefactor.models import smollm2
from swerefactor.reporting.counts import pass_at_k, summarise
from swerefactor.reporting.tables import headline, markdown
from swerefactor.values import (
    Check,
    CheckResult,
    CodeBleuScore,
    Failure,
    Instance,
    Proof,
    RefactoringType,
    Report,
    RunRecord,
    RunSettings,
    Status,
    Verdict,
)
from tests.refactoring.builders import instance

RECORD = RunRecord(
    settings=RunSettings(
        model="m", mode="simple", dataset="d", instances=(), sandbox="docker", build="official"
    ),
    dataset_digest="d",
)
INSTANCES = [
    instance(id="good"),
    instance(id="bad"),
    instance(RefactoringType.MOVE_METHOD, id="broken", project="other"),
    instance(RefactoringType.MOVE_METHOD, id="invalid", project="other"),
    instance(id="unfinished"),
]


def verdict(name: str, *failed: tuple[Check, Status, str], **more: object) -> Verdict:
    ended = {check: (status, reason) for check, status, reason in failed}
    checks = [
        CheckResult(
            check=c,
            status=status,
            reason=reason,
            message="The engine went away." if status is Status.BROKEN else "",
        )
        for c in Check
        for status, reason in [ended.get(c, (Status.PASSED, ""))]
    ]
    return Verdict(instance_id=name, model="m", checks=tuple(checks), **more)  # type: ignore[arg-type]


def report(instances: list[Instance] = INSTANCES) -> Report:
    score = CodeBleuScore(codebleu=0.5, ngram=0.5, weighted_ngram=0.5, syntax=0.5, dataflow=0.5)
    verdicts = [
        verdict("good", codebleu=score, proof=Proof(outcome="proven", overlap=0.5), type_detected=True),
        verdict(
            "bad",
            (Check.TEST, Status.FAILED, "test_failed"),
            (Check.REFACTORING, Status.FAILED, "not_extracted"),
            proof=Proof(outcome="refuted", overlap=1.0),
            type_detected=True,
        ),
        verdict("broken", (Check.COMPILE, Status.BROKEN, "broken"), (Check.TEST, Status.BROKEN, "broken")),
        verdict(
            "invalid",
            (Check.TEST, Status.SKIPPED, ""),
            invalid=Failure(reason="base_has_no_tests", message="…"),
        ),
        verdict("of another selection"),
    ]
    return summarise(RECORD, instances, verdicts, ())


def test_the_rate_leaves_out_what_is_broken() -> None:
    found = report()
    assert (found.total, found.resolved, found.broken, found.invalid, found.unfinished) == (5, 1, 1, 1, 1)
    assert found.rate == 1 / 4


def test_counts_by_type_project_and_check_add_up_to_the_total() -> None:
    found = report()
    assert sum(c.total for c in found.by_type.values()) == found.total
    assert sum(c.total for c in found.by_project.values()) == found.total
    assert found.by_check["test"].model_dump() == {"passed": 1, "failed": 1, "skipped": 1, "broken": 1}


def test_each_instance_is_counted_under_its_first_reason() -> None:
    assert report().by_reason == {"test_failed": 1, "broken": 1, "base_has_no_tests": 1}


def test_what_is_broken_or_invalid_is_listed_with_the_reason() -> None:
    found = report()
    assert found.broken_instances == {"broken": "The engine went away."}
    assert found.invalid_instances == {"invalid": "…"}
    assert "| broken | The engine went away. |" in markdown(found)


def test_what_undoing_the_changes_showed_is_counted() -> None:
    assert report().by_proof == {"proven": 1, "refuted": 1, "unknown": 0}
    assert "Undone and compared: 1 proven, 1 refuted, 0 unknown." in markdown(report())
    assert report().overlap == 0.75


def test_the_rule_of_the_paper_has_a_column_of_its_own() -> None:
    assert report().by_type["Extract Method"].by_paper == 1
    failed = verdict("x", (Check.REFACTORING, Status.FAILED, "lost_statement"), type_detected=True)
    assert (failed.by_paper, failed.resolved) == (True, False)
    assert not verdict("x", (Check.TEST, Status.FAILED, "test_failed"), type_detected=True).by_paper
    assert not verdict("x", type_detected=False).by_paper


def test_instances_whose_reference_is_a_whole_commit_stand_beside_the_headline() -> None:
    whole = [instance(id="good", reference_kind="commit"), instance(id="bad")]
    found = report(whole)
    assert headline(found).endswith("resolves 0 of 1 instances (0.0%).")
    assert "Beside them, 1 of 1 whose reference is a whole commit" in markdown(found)


def test_no_graded_instance_gives_no_rate() -> None:
    assert report([INSTANCES[2]]).rate is None


def test_markdown_and_headline_state_the_same_numbers() -> None:
    found = report()
    assert "resolves 1 of 4 instances (25.0%)" in headline(found)
    assert headline(found) in markdown(found)
    assert "| Extract Method | 1 | 3 | 33% | 1 |" in markdown(found)


def test_with_several_samples_answers_are_counted_and_pass_at_k_is_unbiased() -> None:
    settings = RECORD.settings.model_copy(update={"samples": 3})
    wrong = (Check.APPLY, Status.FAILED, "no_edit")
    broke = (Check.TEST, Status.BROKEN, "")
    answers = {"good": ((), (), wrong), "bad": (wrong, wrong, wrong), "unfinished": ((), broke)}
    verdicts = [
        verdict(name, *([ended] if ended else []), sample=sample)
        for name, ends in answers.items()
        for sample, ended in enumerate(ends)
    ]
    instances = [instance(id=name) for name in answers]
    found = summarise(RECORD.model_copy(update={"settings": settings}), instances, verdicts, [])
    assert (found.total, found.resolved, found.broken, found.unfinished) == (9, 3, 1, 1)
    assert found.pass_at[1] == pytest.approx((2 / 3 + 0 + 1) / 3)
    assert found.pass_at[3] == pytest.approx((1 + 0) / 2)
    assert "answers, 3 to each instance" in headline(found)
    assert "pass@1 55.6%, pass@3 50.0%" in markdown(found)


@pytest.mark.parametrize(
    ("answers", "right", "k", "chance"), [(5, 0, 3, 0.0), (5, 5, 1, 1.0), (5, 2, 2, 0.7), (10, 3, 8, 1.0)]
)
def test_pass_at_k_is_the_share_of_the_draws_with_a_right_answer(
    answers: int, right: int, k: int, chance: float
) -> None:
    draws = list(combinations([True] * right + [False] * (answers - right), k))
    assert pass_at_k(answers, right, k) == pytest.approx(sum(map(any, draws)) / len(draws))
    assert pass_at_k(answers, right, k) == pytest.approx(chance)


def test_the_report_of_the_embedded_model_says_that_it_is_too_small() -> None:
    embedded = report().model_copy(update={"model": smollm2.NAME})
    assert "too small to refactor" in markdown(embedded)
    assert "too small to refactor" not in markdown(report())
