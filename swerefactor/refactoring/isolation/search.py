"""The search for the smallest part of a change that passes all checks: repair it, then shrink it."""

from __future__ import annotations

import re
import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass

from swerefactor.refactoring.isolation.pieces import Piece, named
from swerefactor.values import Failure, MethodRef

Selection = frozenset[int]
"""Pieces by their places in the whole change."""


@dataclass(frozen=True)
class Spot:
    """A place that is wrong: a line at the base, a line in what was tried (0 where there is none)."""

    path: str
    before_line: int
    after_line: int


@dataclass(frozen=True)
class Finding:
    """What is found of a part of the change. It passes where `failure` is None.

    `badness` falls as a part comes nearer to passing; its last number is the least of all, how early
    something is wrong. `wrong` are places that differ, `needed` methods that the part should change
    too, `names` what it speaks of and does not declare.
    """

    failure: Failure | None
    badness: tuple[int, ...] = ()
    wrong: tuple[Spot, ...] = ()
    needed: tuple[MethodRef, ...] = ()
    names: tuple[str, ...] = ()


class Spent(Exception):
    """The search has used up its calls or its time."""


class Search:
    """One search. `ask` is called for each selection once, at most `calls` times and for `seconds`."""

    def __init__(
        self,
        pieces: Sequence[Piece],
        ask: Callable[[Selection], Finding],
        calls: int = 300,
        seconds: float = 60.0,
    ) -> None:
        self._pieces = pieces
        self._ask = ask
        self._calls = calls
        self._end = time.monotonic() + seconds
        self._known: dict[Selection, Finding] = {}

    @property
    def calls(self) -> int:
        """How often it asked."""
        return len(self._known)

    def find(self, seeds: Iterable[Selection]) -> tuple[Selection, Finding]:
        """The smallest selection that passes, from the seed that leads to one soonest.

        Where none does, the one that comes nearest, with why it does not pass.
        """
        best = (
            frozenset[int](),
            Finding(Failure(reason="not_seen", message="The change does not touch the target.")),
        )
        try:
            # The best first: a repair is dear, and a seed that passes needs none.
            for seed in sorted(seeds, key=lambda seed: self.finding(seed).badness):
                found = self.repair(seed)
                if not best[0] or found[1].badness < best[1].badness:
                    best = found
                if found[1].failure is None:
                    break
        except Spent:
            best = min(self._known.items(), key=lambda one: (one[1].badness, len(one[0])))
        if best[1].failure is None:
            best = self._shrunk(best[0]), best[1]
        return best

    def repair(self, start: Selection) -> tuple[Selection, Finding]:
        """From a selection step by step to better ones, as long as there is a better one."""
        at, found = start, self.finding(start)
        while found.failure is not None:
            better = self._better(at, found)
            if better is None:
                break
            at, found = better
        return at, found

    def _better(self, at: Selection, found: Finding) -> tuple[Selection, Finding] | None:
        """The first step that leaves less wrong, else the one after which it goes wrong latest."""
        best = None
        for step in self._steps(at, found):
            there = self.finding(step)
            if there.badness[:-1] < found.badness[:-1]:
                return step, there
            if there.badness < (best[1] if best else found).badness:
                best = step, there
        return best

    def grow(self, start: Selection, names: Iterable[str]) -> Selection:
        """The selection with the methods and imports of these names that the change adds."""
        return start.union(*(self._bringing(name, start)[0] for name in names))

    def finding(self, selection: Selection) -> Finding:
        """What is found of a selection, asked once. Raises `Spent` when no call or time is left for it."""
        if selection not in self._known:
            if len(self._known) >= self._calls or time.monotonic() > self._end:
                raise Spent
            self._known[selection] = self._ask(selection)
        return self._known[selection]

    # --- Repair ------------------------------------------------------------------------------

    def _steps(self, at: Selection, found: Finding, most: int = 24) -> list[Selection]:
        """The selections next to this one that what was found speaks for, the likeliest first."""
        steps = dict.fromkeys(step for step in self._all_steps(at, found) if step and step != at)
        return list(steps)[:most]

    def _all_steps(self, at: Selection, found: Finding) -> Iterator[Selection]:
        for name in found.names:
            yield at | self._declaring(name, at)
        for method in found.needed:
            yield at | {i for i, piece in enumerate(self._pieces) if touches(piece, method)}
        if found.names or found.needed:
            wanted = {i for i, p in enumerate(self._pieces) for m in found.needed if touches(p, m)}
            yield at.union(wanted, *(self._declaring(name, at) for name in found.names))
        for spot in found.wrong[:6]:
            near = self._near(at, spot)
            yield at - set(near)
            for place in near[:3]:
                yield at - {place}
                yield at - self._group(place)
            for place in self._near(frozenset(range(len(self._pieces))) - at, spot)[:3]:
                yield at | {place}
                yield at | self._group(place)

    def _near(self, among: Selection, spot: Spot, reach: int = 12) -> list[int]:
        """The pieces near a spot, the nearest first."""
        distances = []
        for place in among:
            piece = self._pieces[place].lines
            if piece.path == spot.path and spot.before_line:
                distance = _distance(spot.before_line, piece.before_line, piece.before_count)
                distances.append((distance, place))
        for place, first, count in self._placed(among, spot.path) if spot.after_line else ():
            distances.append((_distance(spot.after_line, first, count), place))
        return list(dict.fromkeys(place for distance, place in sorted(distances) if distance <= reach))

    def _placed(self, selection: Selection, path: str) -> Iterator[tuple[int, int, int]]:
        """The selected pieces of a file with the lines that they take in what was tried."""
        shift = 0
        for place in sorted(selection):
            lines = self._pieces[place].lines
            if lines.path == path:
                yield place, lines.before_line + shift, lines.after_count
                shift += lines.after_count - lines.before_count

    def _group(self, place: int) -> Selection:
        wanted = self._pieces[place].group
        return frozenset(i for i, piece in enumerate(self._pieces) if piece.group == wanted)

    def _declaring(self, name: str, at: Selection) -> Selection:
        """The pieces that bring a name: a method or an import of it, else what names it beside methods."""
        certain, others = self._bringing(name, at)
        return certain or frozenset(j for i in others for j in self._group(i))

    def _bringing(self, name: str, at: Selection) -> tuple[Selection, Selection]:
        """The pieces that add a method or an import of a name; those beside methods that speak of it."""
        simple = re.escape(re.split(r"\W", name.rpartition(".")[2])[0])
        certain, others = set(), set()
        for i, piece in enumerate(self._pieces):
            if i in at or not re.search(rf"\b{simple}\b", piece.text):
                continue
            if declared(piece) == simple or re.search(rf"^import .*\b{simple};", piece.text, re.MULTILINE):
                certain.add(i)
            elif piece.member is None:
                others.add(i)
        return frozenset(certain), frozenset(others)

    # --- Shrink ------------------------------------------------------------------------------

    def _shrunk(self, start: Selection) -> Selection:
        """Delta debugging over the groups: no single one can be left out of what remains."""
        groups: dict[int, set[int]] = {}
        for place in sorted(start):
            groups.setdefault(self._pieces[place].group, set()).add(place)
        kept = list(groups.values())
        size = max(1, len(kept) // 2)
        try:
            while True:
                shorter = self._without_one_run(kept, size)
                if shorter is not None:
                    kept = shorter
                    size = min(size, max(1, len(kept) // 2))
                elif size == 1:
                    break
                else:
                    size //= 2
        except Spent:
            pass
        return frozenset().union(*kept)

    def _without_one_run(self, kept: list[set[int]], size: int) -> list[set[int]] | None:
        for at in range(0, len(kept), size):
            rest = kept[:at] + kept[at + size :]
            if rest and self.finding(frozenset().union(*rest)).failure is None:
                return rest
        return None


def touches(piece: Piece, method: MethodRef) -> bool:
    """Whether a piece changes, adds or removes the method; its lines may count on either side."""
    return piece.member is not None and named(piece.member) == named(method)


def declared(piece: Piece) -> str:
    """The name of the method that a piece adds as a whole, if it does."""
    method, lines = piece.member, piece.lines
    if method is None or lines.before_count or lines.after_line > method.start_line:
        return ""
    return method.signature.split("(")[0] if lines.after_line + lines.after_count > method.end_line else ""


def _distance(line: int, first: int, count: int) -> int:
    return max(first - line, line - (first + max(count, 1) - 1), 0)
