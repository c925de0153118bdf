"""Check 4, the refactoring: the asked type, on the asked method, into the asked destination.

This is its first form: it believes RefactoringMiner. The matched type alone is not enough: any
other extraction in the same class would pass for the asked one.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from swerefactor.values import Check, CheckResult, Destination, Detection, Instance, MethodRef, Status


def match(instance: Instance, detections: Sequence[Detection]) -> Detection | None:
    """The detection that is the asked refactoring, if it is among them."""
    return next(
        (d for d in _on_target(instance, detections) if _arrives(instance.destination, d.result)), None
    )


def grade_refactoring(instance: Instance, detections: Sequence[Detection], seconds: float) -> CheckResult:
    """Check 4 from what RefactoringMiner saw."""
    found = match(instance, detections)
    if found is not None:
        return CheckResult(
            check=Check.REFACTORING, status=Status.PASSED, evidence=(found.description,), seconds=seconds
        )
    reason, message = _reason(instance, detections)
    return CheckResult(
        check=Check.REFACTORING,
        status=Status.FAILED,
        reason=reason,
        message=message,
        evidence=tuple(d.description for d in detections[:5]),
        seconds=seconds,
    )


def same_signature(one: str, other: str) -> bool:
    """Whether two signatures are one method's: names and parameter types, generics aside."""
    return _plain(one) == _plain(other)


def _reason(instance: Instance, detections: Sequence[Detection]) -> tuple[str, str]:
    target = f"{instance.target.class_name}#{instance.target.signature}"
    if elsewhere := _on_target(instance, detections):
        place = elsewhere[0].result
        return (
            "wrong_destination",
            f"{target} went to {place.class_name}#{place.signature}, not where it was asked.",
        )
    if any(d.type == instance.type for d in detections):
        return "wrong_method", f"There is a refactoring of type {instance.type}, but not of {target}."
    if others := [d for d in detections if _is(instance.target, d.subject)]:
        return "other_type", f"{target} was changed by {others[0].type}, not by {instance.type}."
    return "not_detected", f"No refactoring of type {instance.type} is seen on {target}."


def _on_target(instance: Instance, detections: Sequence[Detection]) -> list[Detection]:
    return [d for d in detections if d.type == instance.type and _is(instance.target, d.subject)]


def _is(asked: MethodRef, found: MethodRef) -> bool:
    return asked.class_name == found.class_name and same_signature(asked.signature, found.signature)


def _arrives(asked: Destination | None, found: MethodRef) -> bool:
    if asked is None:
        return True
    name = found.signature.split("(")[0]
    return found.class_name == asked.class_name and asked.method in (None, name)


def _plain(signature: str) -> tuple[str, tuple[str, ...]]:
    name, _, rest = signature.partition("(")
    erased = rest.rstrip(") ")
    while (shorter := re.sub(r"<[^<>]*>", "", erased)) != erased:
        erased = shorter
    types = [re.sub(r"\s|@\w+(\([^)]*\))?|\bfinal\b", "", part) for part in erased.split(",")]
    return name.strip(), tuple(re.sub(r"^.*\.(?=[\w$])", "", t.replace("...", "[]")) for t in types if t)
