"""How much more two workers do than one, beside the most that any number of them does on this machine."""

from __future__ import annotations

import os
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path

WORKERS = 2
LEAST = 1.6
MANY = 4
"""So many leave no processor idle on a machine of two: what they do is all that it can."""
LEAST_OF_MOST = 0.9
TURNS = 2
"""One worker and two take turns so often: the speed of a rented processor drifts by a tenth in minutes."""


@dataclass(frozen=True)
class Run:
    """So many tasks done in so many seconds, in which all processors together worked for `busy` seconds."""

    tasks: int
    seconds: float
    busy: float

    @property
    def rate(self) -> float:
        """Tasks a second."""
        return self.tasks / self.seconds

    def __str__(self) -> str:
        return f"{self.rate:.2f} a second, {self.busy / self.seconds:.2f} of {os.cpu_count()} processors busy"


def timed(tasks: int, work: Callable[[], object]) -> Run:
    """Do the work; all that the machine does meanwhile counts as its own."""
    busy, begun = _busy(), time.perf_counter()
    work()
    return Run(tasks, time.perf_counter() - begun, _busy() - busy)


def enough(run: Callable[[int], Run]) -> bool:
    """Measure the same work with one worker and with two, print it, and say whether two do enough more.

    Enough is 1.6 times as much. A worker alone uses more than one processor (the JVMs translate their
    code beside the work, the engine ends a container while the next verdict begins), so that a machine
    of two may be full before that; there it is nearly all of what many workers do.
    """
    turns = [(run(1), run(WORKERS)) for _ in range(TURNS)]
    one, two = (_together(runs) for runs in zip(*turns, strict=True))
    many = run(MANY)
    for count, measured in ((1, one), (WORKERS, two), (MANY, many)):
        print(f"workers {count}: {measured}")
    speedup, most = two.rate / one.rate, many.rate / one.rate
    print(f"{WORKERS} workers do {speedup:.2f} times as much as one, {MANY} workers {most:.2f} times")
    return speedup >= min(LEAST, LEAST_OF_MOST * most)


def _together(runs: Sequence[Run]) -> Run:
    tasks, seconds, busy = (sum(getattr(run, name) for run in runs) for name in ("tasks", "seconds", "busy"))
    return Run(tasks, seconds, busy)


def _busy() -> float:
    """Seconds that all processors together have worked since the start of the machine."""
    first = Path("/proc/stat").read_text().splitlines()[0].split()[1:]
    user, nice, system, _idle, _wait, interrupt, soft = map(int, first[:7])
    return (user + nice + system + interrupt + soft) / os.sysconf("SC_CLK_TCK")
