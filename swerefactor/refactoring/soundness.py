"""Whether what a data set says is so: each record against the others and against git."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import Any

from swerefactor.errors import InvalidInstance
from swerefactor.protocols import Analyser
from swerefactor.refactoring.exchange.official_export import Commits, official_row
from swerefactor.refactoring.exchange.official_import import OfficialRow, imported
from swerefactor.refactoring.isolation.recipe import isolated_changes
from swerefactor.refactoring.verify.workbench import decoded
from swerefactor.repositories import GitError, Repository
from swerefactor.values import Instance, Value

_SHOWN, _BEFORE = 160, 40
"""Characters of a value that a finding quotes, and of these what stands before the difference."""


class Finding(Value):
    """What is wrong with a record: a code and a sentence."""

    record: str
    what: str
    message: str


def findings(
    instances: Sequence[Instance], opened: Callable[[str], Repository], analyser: Analyser
) -> Iterator[Finding]:
    """What is wrong with each instance, in their order; nothing where all is so."""
    known = {instance.id: instance for instance in instances}
    for instance in instances:
        try:
            found = list(_findings(instance, known, opened(instance.repository), analyser))
        except GitError as error:
            found = [("commit_missing", error.message)]
        yield from (Finding(record=instance.id, what=what, message=message) for what, message in found)


def _findings(
    instance: Instance, known: dict[str, Instance], repository: Repository, analyser: Analyser
) -> Iterator[tuple[str, str]]:
    parent = repository.parent(instance.commit)
    if parent != instance.base_commit:
        yield (
            "not_the_parent",
            f"{instance.base_commit[:10]} is not the first parent of the commit, {parent}.",
        )
    if instance.date and instance.date != (date := repository.date(instance.commit)):
        yield "other_date", f"The commit is of {date}."
    yield from _target(instance, repository, analyser)
    yield from _destination(instance, repository)
    if instance.same_edit_as is not None:
        yield from _same_edit(instance, known.get(instance.same_edit_as))
    try:
        if not isolated_changes(instance, repository):
            yield "empty_reference", "The reference changes nothing."
    except InvalidInstance as fault:
        yield fault.reason, fault.message
    if bool(instance.reference) > (instance.reference_kind == "isolated"):
        yield "wrong_kind", "It keeps a part of its commit, and calls that the whole."


def _target(instance: Instance, repository: Repository, analyser: Analyser) -> Iterator[tuple[str, str]]:
    target = instance.target
    content = repository.read(instance.base_commit, target.file)
    if content is None:
        yield "file_missing", f"The base commit has no {target.file}."
        return
    methods = [info.method for info in analyser.methods({target.file: decoded(content)})]
    if target in methods:
        return
    same = [m for m in methods if (m.class_name, m.signature) == (target.class_name, target.signature)]
    if same:
        lines = f"{same[0].start_line} to {same[0].end_line}"
        told = f"{target.start_line} to {target.end_line}"
        yield "other_lines", f"{target.signature} is on lines {lines}, not {told}."
    else:
        yield "target_missing", f"{target.file} has no {target.class_name}#{target.signature}."


def _destination(instance: Instance, repository: Repository) -> Iterator[tuple[str, str]]:
    goal = instance.destination
    if goal is not None and repository.read(instance.commit, goal.file) is None:
        yield "destination_missing", f"The developer's commit has no {goal.file}."


def _same_edit(instance: Instance, first: Instance | None) -> Iterator[tuple[str, str]]:
    if first is None:
        yield "unknown_edit", f"There is no instance {instance.same_edit_as}."
    elif (first.repository, first.commit, first.type) != (
        instance.repository,
        instance.commit,
        instance.type,
    ):
        yield "other_edit", f"{first.id} is of another commit or type."
    elif first.same_edit_as is not None:
        yield "not_the_first", f"{first.id} itself is the same edit as {first.same_edit_as}."


def contradictions(
    rows: Sequence[dict[str, Any]],
    opened: Callable[[str], tuple[str, Repository]],
    analyser: Analyser,
) -> Iterator[Finding]:
    """Where the repository says other than official rows do, field by field."""
    by_id = {str(row.get("uniqueId")): row for row in rows}
    found = imported([OfficialRow.model_validate(row) for row in rows], opened, analyser)
    for refused in found.refused:
        yield Finding(record=refused.row, what=refused.failure.reason, message=refused.failure.message)
    commits = Commits(analyser)
    for instance in found.instances:
        _, repository = opened(instance.project)
        name, given = instance.origin.row, by_id[instance.origin.row]
        try:
            made = official_row(instance, commits.of(instance, repository))
        except InvalidInstance as fault:
            yield Finding(record=name, what=fault.reason, message=fault.message)
            continue
        for field, value in made.items():
            if field in given and _plain(given[field]) != _plain(value):
                ours, theirs = _apart(value, given[field])
                message = f"{field} has {ours!r} where the row has {theirs!r}."
                yield Finding(record=name, what="contradiction", message=message)


def _plain(value: Any) -> Any:
    """Without what differs only in writing: 11 and 11.0, or the order of the fields of a location."""
    if isinstance(value, list):
        return [_plain(each) for each in value]
    if isinstance(value, dict):
        return sorted(value.items())
    return float(value) if isinstance(value, int) else value


def _apart(one: Any, other: Any) -> tuple[str, str]:
    """Two values as texts, from where they differ."""
    first, second = _text(one), _text(other)
    same = next((at for at, (a, b) in enumerate(zip(first, second, strict=False)) if a != b), 0)
    start = max(0, same - _BEFORE)
    return first[start : start + _SHOWN], second[start : start + _SHOWN]


def _text(value: Any) -> str:
    if isinstance(value, list):
        value = ", ".join(f"{each['filePath']}:{each['startLine']}-{each['endLine']}" for each in value)
    return " ".join(str(value).split())
