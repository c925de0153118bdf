"""Measures mining over a real history, with RefactoringMiner's own command line beside it.

    python tests/benchmarks/bench_mining.py --repos DIR [--commits 2000] [--enrich 20]
        [--refactoring-miner 'java -cp JARS org.refactoringminer.RefactoringMiner']

Walks the newest commits of commons-io with two analyser processes. Prints the median and the 95th percentile
of a commit's seconds, the rate of the whole, and the memory of all processes after a fifth and at the end;
how long it takes to enrich a candidate; and, given the command, what that takes for the newest 200 commits.
Exits 1 when the median commit takes over 0.4 seconds (two at a time: 5 a second), when the memory grows by
more than a quarter, or when enriching takes over 3 seconds (median).
"""

from __future__ import annotations

import argparse
import os
import shlex
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Sequence
from pathlib import Path

from swerefactor.jsonlines import read
from swerefactor.refactoring.mining.enrich import enriched
from swerefactor.refactoring.mining.history import Step, walk
from swerefactor.refactoring.mining.mine import Ledger, Miner, mine
from swerefactor.refactoring.setup import open_analyser
from swerefactor.repositories import Repositories, Repository
from swerefactor.runs.scheduler import LocalScheduler
from swerefactor.settings import cache_folder
from swerefactor.values import Candidate, Enriched

SLUG = "apache/commons-io"
WORKERS = 2
LEAST_RATE, MOST_GROWTH, MOST_ENRICH = 5.0, 1.25, 3.0
BESIDE = 200
"""Commits that RefactoringMiner's own command line is given."""


class Memory:
    """Is told of each commit that is done; reads the memory of this process and its children."""

    def __init__(self, total: int) -> None:
        self._settled_at = total // 5
        self._done = 0
        self.settled = self.most = 0

    def start(self, total: int) -> None:
        pass

    def done(self, label: str) -> None:
        self._done += 1
        if self._done == self._settled_at:
            self.settled = resident()
        if self._done > self._settled_at:
            self.most = max(self.most, resident())


def resident() -> int:
    """Bytes of this process and its children that are resident now, as Linux counts them."""
    # The thread that starts a process is the one that Linux lists it under.
    listed = [_read(file) for file in Path(f"/proc/{os.getpid()}/task").glob("*/children")]
    return sum(_resident(pid) for pid in (str(os.getpid()), *" ".join(listed).split()))


def _read(file: Path) -> str:
    try:
        return file.read_text()
    except OSError:  # the thread ended meanwhile
        return ""


def _resident(pid: str) -> int:
    try:
        status = Path(f"/proc/{pid}/status").read_text()
    except OSError:
        return 0
    return int(status.split("VmRSS:")[1].split()[0]) << 10 if "VmRSS:" in status else 0


def mining(repository: Repository, steps: Sequence[Step], out: Path) -> bool:
    """Mine the commits; print the figures, and whether they are good."""
    ledger, memory = Ledger(out), Memory(len(steps))
    with open_analyser(WORKERS, 60.0) as analyser:
        began = time.perf_counter()
        mine(Miner(SLUG, repository, analyser), steps, ledger, LocalScheduler(WORKERS), memory)
        whole = time.perf_counter() - began
    times = sorted(each.seconds for each in ledger.looked.values())
    median, high = statistics.median(times), times[int(len(times) * 0.95)]
    print(
        f"{len(steps)} commits, {len(ledger.candidates)} candidates, {WORKERS} workers: median {median:.3f} s, "
        f"p95 {high:.2f} s a commit; {WORKERS / median:.1f} a second at the median, "
        f"{len(steps) / whole:.1f} over all"
    )
    growth = memory.most / memory.settled
    print(f"memory: {memory.settled >> 20} MiB after a fifth, at most {memory.most >> 20} MiB after that")
    return WORKERS / median >= LEAST_RATE and growth <= MOST_GROWTH


def enriching(candidates: Sequence[Candidate], repos: Path, out: Path) -> bool:
    """Enrich candidates, one at a time; print the median without the first, which starts all that is needed."""
    os.environ["SWEREFACTOR_CACHE"] = str(without_contexts(out.parent / "cache"))
    enriched(candidates, out, repos, 1, Memory(len(candidates)))
    times = [each.seconds for each in read(out, Enriched)][1:]
    median = statistics.median(times)
    print(f"enriching: median {median:.2f} s, at most {max(times):.2f} s ({len(times)} candidates)")
    return median <= MOST_ENRICH


def without_contexts(cache: Path) -> Path:
    """A cache that has all but what was found out of methods before."""
    cache.mkdir()
    for kept in cache_folder().iterdir():
        if kept.name != "contexts":
            (cache / kept.name).symlink_to(kept)
    return cache


def command_line(command: str, repository: Repository, steps: Sequence[Step], folder: Path) -> None:
    """RefactoringMiner's own command on the same commits, in a checkout of its own."""
    checkout = folder / "checkout"
    subprocess.run(["git", "clone", "-q", str(repository.git_dir), str(checkout)], check=True)
    ends = [steps[-1].parent, steps[0].commit]
    began = time.perf_counter()
    subprocess.run(
        [*shlex.split(command), "-bc", str(checkout), *ends, "-json", str(folder / "found.json")],
        check=True, capture_output=True,
    )  # fmt: skip
    seconds = time.perf_counter() - began
    print(f"RefactoringMiner's command line: {len(steps) / seconds:.1f} commits a second over {len(steps)}")


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("--repos", type=Path, required=True)
    parser.add_argument("--commits", type=int, default=2000)
    parser.add_argument("--enrich", type=int, default=20)
    parser.add_argument("--refactoring-miner", default="")
    options = parser.parse_args()
    repository = Repositories(options.repos).open(SLUG)
    steps = walk(repository)[: options.commits]
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        good = mining(repository, steps, folder / "candidates.jsonl")
        if options.refactoring_miner:
            beside = steps[:BESIDE]
            good = mining(repository, beside, folder / "beside.jsonl") and good
            command_line(options.refactoring_miner, repository, beside, folder)
        found = read(folder / "candidates.jsonl", Candidate)[: options.enrich]
        good = enriching(found, options.repos, folder / "enriched.jsonl") and good
    return int(not good)


if __name__ == "__main__":
    sys.exit(main())
