"""The target, in RefactoringMiner's words: the asked type, on the asked method, into the asked destination.

The type alone is not enough: any other extraction in the same class would pass for the asked one.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from swerefactor.refactoring.types import EXTRACTIONS, INLININGS, KINDS
from swerefactor.values import Detection, Failure, Instance, MethodRef, RefactoringType


def match(instance: Instance, detections: Sequence[Detection]) -> Detection | None:
    """The detection that is the asked refactoring, if it is among them."""
    return next((d for d in _on_target(instance, detections) if arrives(instance, d.result)), None)


def same_signature(one: str, other: str) -> bool:
    """Whether two signatures are one method's: names and parameter types, generics aside."""
    return _plain(one) == _plain(other)


def mismatch(instance: Instance, detections: Sequence[Detection]) -> Failure:
    """Why no detection is the asked refactoring, by the one that comes nearest."""
    target = f"{instance.target.class_name}#{instance.target.signature}"
    if elsewhere := _on_target(instance, detections):
        place = elsewhere[0].result
        went = f"{target} went to {place.class_name}#{place.signature}, not where it was asked."
        return Failure(reason="wrong_destination", message=went)
    if any(d.type == instance.type for d in detections):
        other = f"There is a refactoring of type {instance.type}, but not of {target}."
        return Failure(reason="wrong_method", message=other)
    if others := [d for d in detections if _is(instance.target, d.subject)]:
        changed = f"{target} was changed by {others[0].type}, not by {instance.type}."
        return Failure(reason="other_type", message=changed)
    return Failure(
        reason=absent(instance.type), message=f"No refactoring of type {instance.type} is seen on {target}."
    )


def absent(kind: RefactoringType) -> str:
    """The reason code for a refactoring that did not take place."""
    if kind in EXTRACTIONS:
        return "not_extracted"
    return "not_inlined" if kind in INLININGS else "not_moved"


def overlap(ours: Detection | None, theirs: Detection | None) -> float | None:
    """How far two extractions took the same lines of the base: intersection over union."""
    if ours is None or theirs is None or ours.type not in EXTRACTIONS:
        return None
    one, other = _extracted(ours), _extracted(theirs)
    return len(one & other) / len(one | other) if one | other else None


def _extracted(detection: Detection) -> set[tuple[str, int]]:
    return {
        (part.file, line)
        for part in detection.left
        if part.role == "extracted code from source method declaration"
        for line in range(part.start_line, part.end_line + 1)
    }


def _on_target(instance: Instance, detections: Sequence[Detection]) -> list[Detection]:
    return [d for d in detections if d.type == instance.type and _is(instance.target, d.subject)]


def _is(asked: MethodRef, found: MethodRef) -> bool:
    return asked.class_name == found.class_name and same_signature(asked.signature, found.signature)


def arrives(instance: Instance, found: MethodRef) -> bool:
    """Whether a method stands where the refactoring was to lead, as far as that was said.

    What is plainly extracted stays in the class.
    """
    asked = instance.destination
    if asked is None:
        stays = KINDS[instance.type].stays and instance.type in EXTRACTIONS
        return not stays or _at_home(instance.target, found.class_name)
    name = found.signature.split("(")[0]
    return found.class_name == asked.class_name and asked.method in (None, name)


def _at_home(host: MethodRef, class_name: str) -> bool:
    """Whether a class is the method's own, one within the method, or one around its class without a name.

    RefactoringMiner calls all of that Extract Method: a class without a name belongs to the method
    around it.
    """
    own = [host.class_name]
    while (outer := re.sub(r"\.[^.]+\.\d+$", "", own[-1])) != own[-1]:
        own.append(outer)
    name = host.signature.partition("(")[0]
    return class_name in own or class_name.startswith(f"{host.class_name}.{name}.")


def _plain(signature: str) -> tuple[str, tuple[str, ...]]:
    name, _, rest = signature.partition("(")
    erased = rest.rstrip(") ")
    while (shorter := re.sub(r"<[^<>]*>", "", erased)) != erased:
        erased = shorter
    types = [re.sub(r"\s|@\w+(\([^)]*\))?|\bfinal\b", "", part) for part in erased.split(",")]
    return name.strip(), tuple(re.sub(r"^.*\.(?=[\w$])", "", t.replace("...", "[]")) for t in types if t)
