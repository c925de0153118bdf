"""From what RefactoringMiner sees in a commit to candidates: those that are pure and can be asked for."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable

from swerefactor.refactoring.mining.history import Step
from swerefactor.refactoring.types import KINDS
from swerefactor.values import Candidate, Destination, Detection, Instance, Origin, RefactoringType


def candidates(
    detections: Iterable[Detection], step: Step, repository: str, types: Collection[RefactoringType]
) -> tuple[Candidate, ...]:
    """A candidate for each question that a pure detection of these types answers, in their order.

    RefactoringMiner reports a method that is inlined, or code that is extracted, once for each place:
    asked of a model, these are one question, and the first of them stands for all.
    """
    project = repository.partition("/")[2]
    pure = [found for found in detections if found.pure and found.type in types]
    asked: dict[object, Candidate] = {}
    for number, found in enumerate(pure, 1):
        candidate = Candidate(
            id=f"{project}-{step.commit[:10]}-{number}",
            project=project,
            repository=repository,
            base_commit=step.parent,
            commit=step.commit,
            date=step.date,
            type=RefactoringType(found.type),
            target=found.subject,
            result=found.result,
            destination=_destination(found),
            in_test_code=is_test(found.subject.file),
            description=found.description,
            purity_comment=found.purity_comment,
        )
        asked.setdefault(_question(candidate), candidate)
    return tuple(asked.values())


def _question(candidate: Candidate) -> object:
    target = candidate.target.class_name, candidate.target.signature
    return candidate.type, target, candidate.destination


def is_test(path: str) -> bool:
    """Whether a file lies in a folder for tests, by the conventions of Maven, Gradle and Ant."""
    return re.search(r"(^|/)(test|tests|it|[a-z]+Test)/", path) is not None


def _destination(found: Detection) -> Destination | None:
    """What a task has to say, so that there is one right answer: the class, and a new name."""
    kind = RefactoringType(found.type)
    if not KINDS[kind].leads:
        return None
    name = found.result.signature.partition("(")[0] if KINDS[kind].renames else None
    return Destination(class_name=found.result.class_name, file=found.result.file, method=name)


def instance_of(candidate: Candidate, jdk: int, module: str, licence: str) -> Instance:
    """The candidate as an instance whose reference is the whole commit, until a smaller one is found."""
    return Instance.model_validate(
        {
            "id": candidate.id,
            "project": candidate.project,
            "repository": candidate.repository,
            "licence": licence,
            "base_commit": candidate.base_commit,
            "commit": candidate.commit,
            "date": candidate.date,
            "type": candidate.type,
            "target": candidate.target,
            "destination": candidate.destination,
            "in_test_code": candidate.in_test_code,
            "jdk": jdk,
            "module": module,
            "reference_kind": "commit",
            "origin": Origin(dataset="mined", row=candidate.id, description=candidate.description),
        }
    )
