"""Reads examples that are pointers: lines of files before and after a commit, from its repository."""

from __future__ import annotations

import re

from swerefactor.errors import InputError
from swerefactor.repositories import Repositories, Repository
from swerefactor.retrieval.corpus import CodePair, Pointer, Reader

_RANGE = re.compile(r"(?P<path>\S+):(?P<first>\d+)-(?P<last>\d+)")
_ARROW = " -> "


def reader(repositories: Repositories) -> Reader:
    """Reads from these repositories. A pointer's `place` is `FILE:10-20 FILE:30-31 -> FILE:10-12 …`.

    Before the arrow stand lines of the commit's first parent, after it lines of the commit itself; lines
    count from 1 and both ends are meant. What is read raises `InputError` for a place that is written
    otherwise or is not there, and `EnvironmentFault` for a repository that can't be had.
    """

    def read(pointer: Pointer) -> CodePair:
        before, arrow, after = pointer.place.partition(_ARROW)
        if not arrow:
            raise _mistake(pointer, "its place has no ' -> ' between before and after")
        repository = repositories.open(pointer.repository)
        return CodePair(
            before=_lines(pointer, repository, f"{pointer.commit}^", before),
            after=_lines(pointer, repository, pointer.commit, after),
        )

    return read


def _lines(pointer: Pointer, repository: Repository, commit: str, place: str) -> str:
    return "\n\n".join(_range(pointer, repository, commit, each) for each in place.split())


def _range(pointer: Pointer, repository: Repository, commit: str, text: str) -> str:
    found = _RANGE.fullmatch(text)
    if found is None:
        raise _mistake(pointer, f"{text!r} is not FILE:FIRST-LAST")
    content = repository.read(commit, found["path"])
    lines = content.decode("utf-8", "replace").splitlines() if content is not None else []
    first, last = int(found["first"]), int(found["last"])
    if not 1 <= first <= last <= len(lines):
        raise _mistake(pointer, f"{found['path']} has no lines {first} to {last} at {commit[:10]}")
    return "\n".join(lines[first - 1 : last])


def _mistake(pointer: Pointer, what: str) -> InputError:
    return InputError(f"The pointer {pointer.id}: {what}.", "Mend its line in pointers.jsonl.")
