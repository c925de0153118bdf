"""Check 4, the refactoring: the asked one is there, undoing it gives back the original, all else is the same.

RefactoringMiner says where the refactoring is; the inverse and the frame, facts of the analyser,
say whether it is right. RefactoringMiner alone stays satisfied when the moved code loses or
changes a statement.
"""

from __future__ import annotations

from collections.abc import Sequence

from swerefactor.refactoring.types import EXTRACTIONS, INLININGS
from swerefactor.refactoring.verify import target
from swerefactor.refactoring.verify.workbench import checked
from swerefactor.values import (
    Check,
    CheckResult,
    Detection,
    Difference,
    Failure,
    Instance,
    Inversion,
    Proof,
    Value,
)

IN_METHODS = frozenset({"lost_statement", "added_statement", "changed_statement", "reordered"})
"""Kinds of difference within a method; under these codes they are reported as they are."""


class Judgement(Value):
    """What check 4 finds: the outcome, and for what is not proven the reason, with evidence."""

    proof: Proof
    failure: Failure | None = None
    evidence: tuple[str, ...] = ()


def judge(
    instance: Instance, detections: Sequence[Detection], inversion: Inversion, emptied: bool = False
) -> Judgement:
    """Proven, refuted or unknown, from the facts alone.

    An inverse that gives back the original proves the asked refactoring even where
    RefactoringMiner does not see it: it has blind spots. `emptied` says that a method which
    should hold the refactored code holds none.
    """
    seen = target.match(instance, detections)
    undone = inversion.found and not inversion.obstacle
    wrong = _failure(instance, inversion, emptied) or _astray(instance, seen, inversion)
    if undone and wrong is None:
        return Judgement(proof=_proof("proven", inversion), evidence=_descriptions(seen, inversion))
    if seen is None:
        told = inversion.found or (wrong is not None and wrong.reason == "syntax_error")
        wrong = wrong if told and wrong else target.mismatch(instance, detections)
    elif wrong is None and not inversion.found and not inversion.obstacle:
        message = f"Undoing {seen.description} leads nowhere: the change does not have that shape."
        wrong = Failure(reason=target.absent(instance.type), message=message)
    if wrong is not None:
        return Judgement(proof=_proof("refuted", inversion), failure=wrong, evidence=_evidence(inversion))
    return Judgement(proof=_proof("unknown", inversion), evidence=_descriptions(seen, inversion))


def grade_refactoring(
    instance: Instance, judgement: Judgement, covered: bool | None, seconds: float
) -> CheckResult:
    """Check 4 from what was found; what is unknown passes only when tests can vouch for it."""
    failure = judgement.failure
    if judgement.proof.outcome == "unknown":
        failure = _unvouched(instance, judgement.proof, covered)
    return checked(Check.REFACTORING, failure, judgement.evidence, seconds)


def grade_reference(instance: Instance, detections: Sequence[Detection], seconds: float) -> CheckResult:
    """Check 4 for a developer's whole commit, which holds more than what is asked: the target alone."""
    seen = target.match(instance, detections)
    failure = None if seen else target.mismatch(instance, detections)
    evidence = [d.description for d in ([seen] if seen else detections[:5])]
    return checked(Check.REFACTORING, failure, evidence, seconds)


def _unvouched(instance: Instance, proof: Proof, covered: bool | None) -> Failure | None:
    """Why tests can't vouch for what the inverse leaves open; None where they can."""
    open_question = f"The change could not be undone to compare ({proof.obstacle.rstrip('.')})"
    if instance.in_test_code:
        return Failure(reason="unproven", message=f"{open_question}, and no test watches over test code.")
    if covered is False:
        return Failure(reason="unproven", message=f"{open_question}, and no test runs the target.")
    return None


def _failure(instance: Instance, inversion: Inversion, emptied: bool) -> Failure | None:
    """The first offence among the facts: outside calls, callers, the code itself, then all around it."""
    if inversion.obstacle.startswith("syntax:"):
        return Failure(reason="syntax_error", message=inversion.obstacle.removeprefix("syntax:").strip())
    if not inversion.found and not inversion.obstacle:
        return None
    if calls := [call for call in inversion.calls if not call.holder]:
        first = calls[0]
        return Failure(
            reason="new_external_call",
            message=f"{first.file}:{first.line} calls {first.name}, which the original does not.",
        )
    if emptied:
        return Failure(reason="empty_method", message="The method that should hold the code is empty.")
    if inversion.callers_left:
        left = inversion.callers_left[0]
        inlining = instance.type in INLININGS
        does = "still calls it" if inlining else "does not follow it"
        return Failure(
            reason="not_all_inlined" if inlining else "caller_not_adapted",
            message=f"{left.class_name}#{left.signature} {does}.",
        )
    if inversion.differences:
        first_difference = inversion.differences[0]
        return Failure(reason=_code(instance, first_difference), message=_sentence(first_difference))
    if inversion.frame:
        return Failure(reason="outside_frame", message=_sentence(inversion.frame[0]))
    return None


def _astray(instance: Instance, seen: Detection | None, inversion: Inversion) -> Failure | None:
    """A change that can be undone and is not what was asked: it leads elsewhere, or takes nothing out.

    Of an expression within a line the inverse may not know that it was taken; RefactoringMiner does.
    """
    if not inversion.found or not inversion.results:
        return None
    astray = [result for result in inversion.results if not target.arrives(instance, result)]
    # A plain extraction leads nowhere else at all; one with a destination may leave parts at home.
    if astray and (instance.destination is None or len(astray) == len(inversion.results)):
        place = astray[0]
        went = f"It leads to {place.class_name}#{place.signature}, not where it was asked."
        return Failure(reason="wrong_destination", message=went)
    nothing_taken = seen is None and not inversion.obstacle and not inversion.taken
    if instance.type in EXTRACTIONS and nothing_taken:
        return Failure(reason="not_extracted", message="The new method took nothing out of the target.")
    return None


def _code(instance: Instance, difference: Difference) -> str:
    if difference.kind in IN_METHODS:
        return difference.kind
    return target.absent(instance.type) if difference.kind == "added_member" else "outside_frame"


_WORDS = {
    "lost_statement": "is lost",
    "added_statement": "is added",
    "changed_statement": "is changed",
    "reordered": "stands in another place",
    "lost_member": "is gone",
    "added_member": "is there that was not, or should be gone",
    "changed_member": "has another declaration",
    "changed_type": "is declared otherwise",
}


def _sentence(difference: Difference) -> str:
    what = difference.after or difference.before or difference.member
    line = difference.after_line or difference.before_line
    happened = _WORDS.get(difference.kind, difference.kind)
    return f"In {difference.member} ({difference.file}:{line}), “{what}” {happened}."


def _evidence(inversion: Inversion) -> tuple[str, ...]:
    lines = []
    for difference in (*inversion.differences, *inversion.frame):
        lines.append(f"{difference.kind}: {difference.file} {difference.member}")
        lines += [f"- {difference.before_line}: {difference.before}"] if difference.before else []
        lines += [f"+ {difference.after_line}: {difference.after}"] if difference.after else []
    return tuple(lines[:15])


def _descriptions(seen: Detection | None, inversion: Inversion) -> tuple[str, ...]:
    if seen is not None:
        return (seen.description,)
    return tuple(f"{m.class_name}#{m.signature}, found by undoing it" for m in inversion.results[:3])


def _proof(outcome: str, inversion: Inversion) -> Proof:
    return Proof.model_validate(
        {
            "outcome": outcome,
            "obstacle": inversion.obstacle if outcome == "unknown" else "",
            "whole_body": inversion.whole_body if inversion.taken else None,
        }
    )
