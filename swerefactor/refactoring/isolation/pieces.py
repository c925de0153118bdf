"""A developer's change cut into pieces: member by member, and within a member line by line."""

from __future__ import annotations

import re
from bisect import bisect_left
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from difflib import SequenceMatcher
from itertools import groupby, pairwise

from swerefactor.refactoring.isolation.recipe import lines_of
from swerefactor.repositories import Change
from swerefactor.values import KeptLines, MethodInfo, MethodRef

Name = tuple[str, str]
"""A method by class and signature."""


def named(method: MethodRef) -> Name:
    """The method's class and signature."""
    return method.class_name, method.signature


@dataclass(frozen=True)
class Piece:
    """A smallest part of a change. Pieces of one `group` belong together: a hunk, or a whole method.

    `member` is the method that the piece changes, adds or removes, where it is one.
    """

    lines: KeptLines
    group: int
    member: MethodRef | None = None
    text: str = ""
    """What it adds."""
    gone: str = ""
    """What it removes."""


def cut(
    changes: Iterable[Change],
    before: Sequence[MethodInfo],
    after: Sequence[MethodInfo],
    same: Iterable[tuple[MethodRef, MethodRef]] = (),
) -> tuple[Piece, ...]:
    """All pieces of a change in order; the methods are those of its files on both sides.

    `same` are methods before and after that are one, although their names differ.
    """
    names = {named(one): named(other) for one, other in same}
    found: list[Piece] = []
    for change in changes:
        one, other = (
            _top_level([i.method for i in side if i.method.file == change.path]) for side in (before, after)
        )
        found += _File(change, one, other, names, found[-1].group + 1 if found else 0).pieces()
    return tuple(found)


@dataclass(frozen=True)
class _Region:
    """Lines `[start, end)` of both sides that are compared with each other, both from 0."""

    before: tuple[int, int]
    after: tuple[int, int]
    member: MethodRef | None = None


@dataclass(frozen=True)
class _Unit:
    """What a comparison takes as one, lines `[start, end)` from 0: a line, or a whole method."""

    start: int
    end: int
    method: MethodRef | None = None


class _File:
    """One file of the change."""

    def __init__(
        self,
        change: Change,
        before: Sequence[MethodRef],
        after: Sequence[MethodRef],
        names: Mapping[Name, Name],
        first_group: int,
    ) -> None:
        self._path = change.path
        self._lines = lines_of(change.before), lines_of(change.after)
        self._methods = before, after
        self._names = names
        self._group = first_group

    def pieces(self) -> Iterator[Piece]:
        for region in self._regions():
            for pair in self._blocks(region):
                made = list(self._split(pair) if pair.member is None or _both(pair) else [pair])
                yield from (self._piece(part, pair.member) for part in made)
                self._group += bool(made)

    # --- Which lines are compared with which ---------------------------------------------------

    def _regions(self) -> Iterator[_Region]:
        """The file from top to bottom: methods of both sides, and what stands between them."""
        at = (0, 0)
        for one, other in _anchors(*self._methods, self._names):
            yield _Region((at[0], one.start_line - 1), (at[1], other.start_line - 1))
            yield _Region((one.start_line - 1, one.end_line), (other.start_line - 1, other.end_line), other)
            at = one.end_line, other.end_line
        yield _Region((at[0], len(self._lines[0])), (at[1], len(self._lines[1])))

    def _blocks(self, region: _Region) -> Iterator[_Region]:
        """The differences within a region; a method that only one side has is a block of its own."""
        one, other = self._units(0, region), self._units(1, region)
        old, new = ([self._text(side, unit) for unit in units] for side, units in ((0, one), (1, other)))
        for tag, i1, i2, j1, j2 in SequenceMatcher(None, old, new, autojunk=False).get_opcodes():
            if tag == "equal":
                continue
            at = [
                one[i1].start if i1 < len(one) else region.before[1],
                other[j1].start if j1 < len(other) else region.after[1],
            ]
            for gone, come in _runs(one[i1:i2], other[j1:j2]):
                ends = [gone[-1].end if gone else at[0], come[-1].end if come else at[1]]
                member = region.member or next((u.method for u in (*gone, *come) if u.method), None)
                yield _Region((at[0], ends[0]), (at[1], ends[1]), member)
                at = ends

    def _units(self, side: int, region: _Region) -> list[_Unit]:
        """What a region is compared by: lines, but a method that only this side has is one unit."""
        start, end = region.after if side else region.before
        found: list[_Unit] = []
        for method in self._methods[side] if region.member is None else ():
            if start <= method.start_line - 1 and method.end_line <= end:
                found += [_Unit(at, at + 1) for at in range(start, method.start_line - 1)]
                first = method.start_line - 1
                while found and found[-1].method is None and not self._lines[side][found[-1].start].strip():
                    first = found.pop().start
                found.append(_Unit(first, method.end_line, method))
                start = method.end_line
        return found + [_Unit(at, at + 1) for at in range(start, end)]

    def _text(self, side: int, unit: _Unit) -> bytes:
        return b"".join(self._lines[side][unit.start : unit.end])

    # --- Line by line --------------------------------------------------------------------------

    def _split(self, block: _Region) -> Iterator[_Region]:
        """A block as lines that give way to lines like them, lines that go and lines that come."""
        one, other = self._statements(0, block.before), self._statements(1, block.after)
        texts = [self._texts(0, one), self._texts(1, other)]
        at = [block.before[0], block.after[0]]
        for i, j in (*_alike(*texts), (len(one), len(other))):
            while at[0] < (one[i][0] if i < len(one) else block.before[1]):
                end = next(b for a, b in one if a == at[0])
                yield _Region((at[0], end), (at[1], at[1]))
                at[0] = end
            while at[1] < (other[j][0] if j < len(other) else block.after[1]):
                end = next(b for a, b in other if a == at[1])
                yield _Region((at[0], at[0]), (at[1], end))
                at[1] = end
            if i < len(one):
                yield _Region(one[i], other[j])
                at = [one[i][1], other[j][1]]

    def _statements(self, side: int, span: tuple[int, int]) -> list[tuple[int, int]]:
        """The span's lines, each with the comments and empty lines before it."""
        found = []
        start = span[0]
        for at in range(*span):
            if re.match(rb"\s*(//.*|/?\*.*)?\s*$", self._lines[side][at]) and at + 1 < span[1]:
                continue
            found.append((start, at + 1))
            start = at + 1
        return found

    def _texts(self, side: int, spans: Sequence[tuple[int, int]]) -> list[str]:
        return [self._lines[side][b - 1].decode("utf-8", "replace").strip() for _, b in spans]

    def _piece(self, part: _Region, member: MethodRef | None) -> Piece:
        (start, end), (first, last) = part.before, part.after
        return Piece(
            lines=KeptLines(
                path=self._path,
                before_line=start + 1,
                before_count=end - start,
                after_line=first + 1,
                after_count=last - first,
            ),
            group=self._group,
            member=member,
            text=b"".join(self._lines[1][first:last]).decode("utf-8", "replace"),
            gone=b"".join(self._lines[0][start:end]).decode("utf-8", "replace"),
        )


def _both(region: _Region) -> bool:
    return region.before[0] < region.before[1] and region.after[0] < region.after[1]


def _runs(one: Sequence[_Unit], other: Sequence[_Unit]) -> Iterator[tuple[Sequence[_Unit], Sequence[_Unit]]]:
    """A difference in parts: each method alone, first what goes; without one, lines for lines."""
    if not any(unit.method for unit in (*one, *other)):
        yield one, other
        return
    for _, run in groupby(one, key=lambda unit: unit.method):
        yield list(run), []
    for _, run in groupby(other, key=lambda unit: unit.method):
        yield [], list(run)


def _alike(one: Sequence[str], other: Sequence[str]) -> list[tuple[int, int]]:
    """Pairs of places, rising on both sides, of texts that are alike, so that they are most alike in all."""
    if len(one) * len(other) > 10_000:
        return []
    likeness = [[_likeness(a, b) for b in other] for a in one]
    best = [[0] * (len(other) + 1) for _ in range(len(one) + 1)]
    for i in reversed(range(len(one))):
        for j in reversed(range(len(other))):
            best[i][j] = max(best[i + 1][j], best[i][j + 1], likeness[i][j] + best[i + 1][j + 1])
    pairs = []
    i = j = 0
    while i < len(one) and j < len(other):
        if likeness[i][j] and best[i][j] == likeness[i][j] + best[i + 1][j + 1]:
            pairs.append((i, j))
            i, j = i + 1, j + 1
        elif best[i][j] == best[i + 1][j]:
            i += 1
        else:
            j += 1
    return pairs


def _likeness(one: str, other: str) -> int:
    """How many words two lines share; 0 where that is less than half of them, and for lone brackets."""
    if not re.search(r"\w", one) or not re.search(r"\w", other):
        return 0
    a, b = (Counter(re.findall(r"\w+|[^\w\s]", text)) for text in (one, other))
    shared = (a & b).total()
    return shared if 4 * shared >= a.total() + b.total() else 0


def _top_level(methods: Sequence[MethodRef]) -> list[MethodRef]:
    """The methods that stand in no other, in order, without those that share a line with another."""
    ordered = sorted(methods, key=lambda m: (m.start_line, -m.end_line))
    outer: list[MethodRef] = []
    for method in ordered:
        if not outer or method.start_line > outer[-1].end_line:
            outer.append(method)
    return outer


def _anchors(
    before: Sequence[MethodRef], after: Sequence[MethodRef], names: Mapping[Name, Name]
) -> Iterator[tuple[MethodRef, MethodRef]]:
    """The methods that both sides have, in the most that stand in the same order on both.

    The named ones go first: what is moved around them counts as gone and new.
    """
    places = {named(method): at for at, method in enumerate(after)}
    keys = [names.get(named(method), named(method)) for method in before]
    pairs = [(i, places[key]) for i, key in enumerate(keys) if key in places]
    first = _rising([(i, j) for i, j in pairs if named(before[i]) in names])
    others = [
        (i, j) for i, j in pairs if all((i - i0) * (j - j0) > 0 or (i, j) == (i0, j0) for i0, j0 in first)
    ]
    fixed = [(-1, -1), *_rising(others), (len(before), len(after))]
    for (i1, j1), (i2, j2) in pairwise(fixed):
        if i2 - i1 == j2 - j1 == 2 and _named_alike(before[i1 + 1], after[j1 + 1]):
            yield before[i1 + 1], after[j1 + 1]
        if i2 < len(before):
            yield before[i2], after[j2]


def _named_alike(one: MethodRef, other: MethodRef) -> bool:
    """One method whose parameters changed, by the look of it."""
    return (one.class_name, one.signature.split("(")[0]) == (other.class_name, other.signature.split("(")[0])


def _rising(pairs: Sequence[tuple[int, int]]) -> list[tuple[int, int]]:
    """The longest run of pairs in which the second rises as the first does."""
    tails: list[int] = []
    ends: list[int] = []
    previous: list[int] = []
    for at, (_, second) in enumerate(pairs):
        length = bisect_left(tails, second)
        tails[length : length + 1] = [second]
        ends[length : length + 1] = [at]
        previous.append(ends[length - 1] if length else -1)
    found = []
    at = ends[-1] if ends else -1
    while at >= 0:
        found.append(pairs[at])
        at = previous[at]
    return found[::-1]
