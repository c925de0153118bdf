"""The isolated reference, made again from git by the lines that its recipe keeps of the commit."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import groupby

from swerefactor.errors import InvalidInstance
from swerefactor.patches import patch_of
from swerefactor.repositories import Change, Repository
from swerefactor.values import Instance, KeptLines


def isolated_patch(instance: Instance, repository: Repository) -> str:
    """The git patch from the base commit to the instance's isolated reference.

    Raises `InvalidInstance` where the recipe does not fit the two commits.
    """
    changes = isolated_changes(instance, repository)
    return patch_of(changes)


def isolated_changes(instance: Instance, repository: Repository) -> tuple[Change, ...]:
    """The files that the isolated reference changes; without a recipe those of the whole commit."""
    if not instance.reference:
        return repository.changes(instance.base_commit, instance.commit)
    paths = sorted({kept.path for kept in instance.reference})
    before = repository.read_all(instance.base_commit, paths)
    after = repository.read_all(instance.commit, paths)
    whole = [Change(path, before.get(path), after.get(path)) for path in paths]
    try:
        return compose(whole, instance.reference)
    except ValueError as error:
        raise InvalidInstance(
            f"The reference of {instance.id} does not fit its commits: {error}.",
            "Isolate the instance again.",
            "invalid_reference",
        ) from error


def compose(whole: Iterable[Change], kept: Sequence[KeptLines]) -> tuple[Change, ...]:
    """What is left of whole changes when only these parts are kept; files that stay the same are left out.

    Raises `ValueError` for parts that overlap or lie outside their files.
    """
    by_path = {path: list(parts) for path, parts in groupby(sorted(kept, key=place), lambda k: k.path)}
    partial = [Change(c.path, c.before, _composed(c, by_path[c.path])) for c in whole if c.path in by_path]
    return tuple(c for c in partial if c.before != c.after)


def merged(kept: Iterable[KeptLines]) -> tuple[KeptLines, ...]:
    """The same parts in order, those that follow each other on both sides as one."""
    found: list[KeptLines] = []
    for part in sorted(kept, key=place):
        last = found[-1] if found else None
        if last is not None and _follows(last, part):
            counts = {
                "before_count": last.before_count + part.before_count,
                "after_count": last.after_count + part.after_count,
            }
            found[-1] = last.model_copy(update=counts)
        else:
            found.append(part)
    return tuple(found)


def place(kept: KeptLines) -> tuple[str, int, int, int]:
    """The order of parts: by file and line, what is added before what gives way there."""
    return kept.path, kept.before_line, kept.before_line + kept.before_count, kept.after_line


def lines_of(content: bytes | None) -> list[bytes]:
    """A file's lines with their ends; none where there is no file."""
    # Not splitlines(): a lone carriage return ends no line of a patch.
    *whole, rest = (content or b"").split(b"\n")
    return [line + b"\n" for line in whole] + ([rest] if rest else [])


def _follows(one: KeptLines, next_: KeptLines) -> bool:
    return (one.path, one.before_line + one.before_count, one.after_line + one.after_count) == (
        next_.path, next_.before_line, next_.after_line,
    )  # fmt: skip


def _composed(change: Change, kept: Sequence[KeptLines]) -> bytes | None:
    before, after = lines_of(change.before), lines_of(change.after)
    made: list[bytes] = []
    at = 0
    for part in kept:
        start, end = part.before_line - 1, part.before_line - 1 + part.before_count
        first, last = part.after_line - 1, part.after_line - 1 + part.after_count
        if start < at or end > len(before) or last > len(after):
            raise ValueError(f"lines {start + 1} to {end} of {change.path} overlap others or are not there")
        made += before[at:start] + after[first:last]
        at = end
    made += before[at:]
    if not made and change.after is None:
        return None
    # A file's last line may have no end of its own, and need not be the last one here.
    ended = [line if line.endswith(b"\n") else line + b"\n" for line in made[:-1]]
    return b"".join(ended + made[-1:])
