"""How much more two workers do than one, beside what the machine's processors allow."""

from __future__ import annotations

import os
import time
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

WORKERS = 2
LEAST = 1.6
LEAST_OF_BOUND = 0.8
"""Where one worker keeps more than one processor busy, two can't do twice as much, but this share of what
they can at most: at times both wait for the engine, or for a test that sleeps."""


@dataclass(frozen=True)
class Run:
    """So many tasks done: in so many seconds, by so many processors at a time on average."""

    tasks: int
    seconds: float
    busy: float

    @property
    def rate(self) -> float:
        """Tasks a second."""
        return self.tasks / self.seconds


def timed(tasks: int, work: Callable[[], object]) -> Run:
    """Do the work; all that the machine does meanwhile counts as its own."""
    busy, begun = _busy(), time.perf_counter()
    work()
    seconds = time.perf_counter() - begun
    return Run(tasks, seconds, (_busy() - busy) / seconds)


def compared(one: Run, more: Run) -> bool:
    """Print how much more several workers do; whether it is enough.

    A worker alone uses more than one processor: the JVMs translate their code beside the work, and
    the engine ends a container while the next verdict begins. What two workers can do at most is all
    processors over that.
    """
    processors = os.cpu_count() or 1
    speedup, bound = more.rate / one.rate, processors / one.busy
    print(f"one worker: {one.rate:.2f} a second, {one.busy:.2f} of {processors} processors busy")
    print(f"{WORKERS} workers: {more.rate:.2f} a second, {more.busy:.2f} busy")
    print(f"ratio {speedup:.2f}; more than {bound:.2f} is impossible at the same work for each")
    return speedup >= min(LEAST, LEAST_OF_BOUND * bound)


def _busy() -> float:
    """Seconds that all processors together have worked since the start of the machine."""
    first = Path("/proc/stat").read_text().splitlines()[0].split()[1:]
    user, nice, system, _idle, _wait, interrupt, soft = map(int, first[:7])
    return (user + nice + system + interrupt + soft) / os.sysconf("SC_CLK_TCK")
