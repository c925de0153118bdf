"""Instances as rows of PureRefactor, SWE-Refactor's data; every text comes from git."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from contextlib import suppress
from dataclasses import dataclass
from typing import Any

from swerefactor.errors import InvalidInstance
from swerefactor.protocols import Analyser
from swerefactor.refactoring.exchange.described import Operation, described
from swerefactor.refactoring.exchange.official_import import DATASET
from swerefactor.refactoring.types import EXTRACTIONS, INLININGS
from swerefactor.refactoring.verify.target import match, same_signature
from swerefactor.refactoring.verify.workbench import java_texts
from swerefactor.repositories import Repository
from swerefactor.values import Detection, Instance, MethodInfo, MethodRef


@dataclass(frozen=True)
class Commit:
    """A commit's changed Java files: texts by path and methods on both sides, and what was detected."""

    before: Mapping[str, str]
    after: Mapping[str, str]
    old: tuple[MethodInfo, ...]
    new: tuple[MethodInfo, ...]
    detections: tuple[Detection, ...]


@dataclass(frozen=True)
class Part:
    """A method on one side."""

    method: MethodRef
    text: str


class Commits:
    """Reads commits for an export; the last one is at hand for the instances that follow."""

    def __init__(self, analyser: Analyser) -> None:
        self._analyser = analyser
        self._last: tuple[str, Commit] | None = None

    def of(self, instance: Instance, repository: Repository) -> Commit:
        """What an export reads of the commit of an instance. Raises `AnalyserError`."""
        if self._last is None or self._last[0] != instance.commit:
            before, after = java_texts(repository.changes(instance.base_commit, instance.commit))
            found = self._analyser.methods(before), self._analyser.methods(after)
            made = Commit(before, after, *found, self._analyser.detect(before, after))
            self._last = instance.commit, made
        return self._last[1]


def official_row(instance: Instance, commit: Commit) -> dict[str, Any]:
    """The row of an instance, with the data set's own names for the fields.

    Locations are in its order: for an extraction the method before and after it and the new one; for an
    inlining the method that took the body, before and after, and the inlined one; for a move both ends.
    Raises `InvalidInstance` where neither RefactoringMiner nor its description lead to methods of the commit.
    """
    seen = match(instance, commit.detections)
    parts = _seen(instance, seen, commit) if seen else _described(instance, commit)
    target = instance.target
    simple = target.signature.partition("(")[0]
    moved = instance.type not in EXTRACTIONS | INLININGS
    old = parts[-1] if instance.type in INLININGS else parts[0]
    afterwards = parts[1:] if instance.type in EXTRACTIONS else parts[-1:] if moved else parts[-2:-1]
    last = afterwards[0].method
    return {
        "projectName": instance.project,
        "commitId": instance.commit,
        "uniqueId": instance.origin.row if instance.origin.dataset == DATASET else _unique(instance, parts),
        "type": instance.type.value,
        "description": instance.origin.description,
        "packageNameBefore": target.class_name.rpartition(".")[0],
        "classNameBefore": target.class_name,
        "methodNameBefore": f"{target.class_name}#{simple}",
        "filePathBefore": target.file,
        "filePathAfter": last.file,
        "diffLocations": [_location(part.method) for part in parts],
        "sourceCodeBeforeRefactoring": old.text.strip(),
        "sourceCodeAfterRefactoring": "\n".join(part.text.strip() for part in afterwards),
        "sourceCodeBeforeForWhole": commit.before.get(target.file, ""),
        "sourceCodeAfterForWhole": commit.after.get(last.file, ""),
        "isPureRefactoring": True,
        "compileJDK": 1.8 if instance.jdk == 8 else instance.jdk,
        "licence": instance.licence,
    }


def _seen(instance: Instance, seen: Detection, commit: Commit) -> tuple[Part, ...]:
    """The methods of a detection: the host is on the other side of where the subject or the result is."""
    subject, result = _of(seen.subject, commit.old), _of(seen.result, commit.new)
    if seen.host is None:
        return subject, result
    if instance.type in EXTRACTIONS:
        return subject, _of(seen.host, commit.new), result
    return _of(seen.host, commit.old), result, subject


def _of(method: MethodRef, methods: Iterable[MethodInfo]) -> Part:
    return Part(method, next((info.body for info in methods if info.method == method), ""))


def _described(instance: Instance, commit: Commit) -> tuple[Part, ...]:
    """The methods that the description names, where RefactoringMiner does not see it any more.

    Of an inlining's caller it tells what that is afterwards: where it was another before, it is left out.
    """
    told = described(instance.type, instance.origin.description)
    if told is None:
        raise _lost(instance, "it has no description of RefactoringMiner")
    home, goal = told.home, told.goal or told.home
    old, new = _part(instance, commit.old, home, told.old), _part(instance, commit.new, goal, told.new)
    if instance.type in EXTRACTIONS:
        return old, _part(instance, commit.new, home, told.old), new
    if instance.type in INLININGS:
        with suppress(InvalidInstance):
            return _part(instance, commit.old, goal, told.new), new, old
        return new, old
    return old, new


def _part(instance: Instance, methods: Iterable[MethodInfo], class_name: str, wanted: Operation) -> Part:
    for info in methods:
        ref = info.method
        if ref.class_name == class_name and same_signature(ref.signature, wanted.signature):
            return Part(ref, info.body)
    raise _lost(instance, f"the commit has no {class_name}#{wanted.signature}")


def _lost(instance: Instance, why: str) -> InvalidInstance:
    return InvalidInstance(
        f"{instance.id} can't be written as an official row: {why}.", "Leave it out.", "not_described"
    )


def _location(method: MethodRef) -> dict[str, Any]:
    lines = {"startLine": method.start_line, "endLine": method.end_line, "startColumn": 0, "endColumn": 0}
    return {"filePath": method.file, **lines}


def _unique(instance: Instance, parts: tuple[Part, ...]) -> str:
    """The data set's form of an id: the commit and the lines of the methods."""
    lines = [f"{part.method.start_line}_{part.method.end_line}" for part in parts]
    extracted = instance.type in EXTRACTIONS
    lines = [lines[0], lines[2], lines[1]] if extracted else [lines[0], "", *lines[1:]]
    return "_".join([instance.commit, *lines])
