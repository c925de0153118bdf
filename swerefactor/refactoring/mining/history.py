"""A repository's commits, one by one, and which of them are worth a closer look."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from swerefactor.repositories import Repository

_MIB = 1 << 20


@dataclass(frozen=True)
class Step:
    """A commit with one parent. `date` is the committer's, in ISO 8601 and UTC."""

    commit: str
    parent: str
    date: str


@dataclass(frozen=True)
class Bounds:
    """What a commit may be, to be looked at: in a sweep over a tree, refactorings are not told apart."""

    files: int = 60
    """Java files that it changes."""
    file_bytes: int = _MIB
    """Size of one of them, before or after."""
    all_bytes: int = 8 * _MIB
    """Size of all of them."""


def walk(repository: Repository, since: str | None = None, until: str | None = None) -> tuple[Step, ...]:
    """The commits of the default branch that are no merges and have a parent, the newest first.

    `since` and `until` are dates as git reads them. Where a shallow clone ends, a commit has no parent.
    """
    dates = [f"--{name}={date}" for name, date in (("since", since), ("until", until)) if date]
    return tuple(Step(*found) for found in repository.log("--no-merges", "--min-parents=1", *dates))


def unsuitable(sizes: Mapping[str, int], bounds: Bounds) -> str:
    """Why a commit is passed over by the sizes of its Java files: a reason code, empty where it is not."""
    if not sizes:
        return "no_java"
    if len(sizes) > bounds.files:
        return "too_many_files"
    if max(sizes.values()) > bounds.file_bytes or sum(sizes.values()) > bounds.all_bytes:
        return "too_large"
    return ""
