"""Measures detection and inversion in a warm process, each alone, and the process's memory over many requests.

    python tests/benchmarks/bench_inversion.py                  on the sample
    python tests/benchmarks/bench_inversion.py --repos DIR      on commons-io and commons-lang as well

Of the real projects those commits are taken that change at most `MOST_FILES` Java files, as an answer to
an instance does, each beside the sources of its base commit. Exits 1 when a median is above 100 ms, or when the memory grows by
more than a quarter between the `SETTLED`th request and the last.
"""

from __future__ import annotations

import argparse
import statistics
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path

from swerefactor.analysis.analyser import JavaAnalyser
from swerefactor.refactoring import dataset
from swerefactor.refactoring.sample import sample_repositories
from swerefactor.repositories import Repositories
from swerefactor.values import Asked, Instance, Surroundings

MOST_FILES = 10
WARM_UP, ROUNDS = 10, 5
REQUESTS, SETTLED = 2000, 400
LIMIT = 0.1
ROOTS = ("src/main/java", "src/test/java", "src/java", "src/test")


@dataclass(frozen=True)
class Case:
    """One reference: what was asked, the changed files on both sides, what they refer to."""

    instance: Instance
    before: dict[str, str]
    after: dict[str, str]
    surroundings: Surroundings

    def detect(self, analyser: JavaAnalyser) -> None:
        analyser.detect(self.before, self.after)

    def invert(self, analyser: JavaAnalyser) -> None:
        asked = Asked(
            type=self.instance.type, target=self.instance.target, destination=self.instance.destination
        )
        analyser.invert(asked, self.before, self.after, {}, self.surroundings)


def cases(instances: tuple[Instance, ...], repositories: Repositories, trees: Path) -> Iterator[Case]:
    for instance in instances:
        repository = repositories.open(instance.repository)
        changes = [
            change
            for change in repository.changes(instance.base_commit, instance.commit)
            if change.path.endswith(".java")
        ]
        if len(changes) > MOST_FILES:
            continue
        tree = trees / instance.base_commit
        if not tree.is_dir():
            repository.export(instance.base_commit, tree)
        yield Case(
            instance,
            {c.path: c.before.decode("utf-8", "replace") for c in changes if c.before is not None},
            {c.path: c.after.decode("utf-8", "replace") for c in changes if c.after is not None},
            Surroundings(source_path=tuple(str(tree / root) for root in ROOTS if (tree / root).is_dir())),
        )


def seconds(work: Callable[[], object]) -> float:
    start = time.perf_counter()
    work()
    return time.perf_counter() - start


def measured(name: str, given: list[Case], work: Callable[[Case, JavaAnalyser], None]) -> float:
    """Prints the median and the 95th percentile of one kind of request, each case measured warm."""
    with JavaAnalyser() as analyser:
        for _ in range(WARM_UP):
            for case in given:
                work(case, analyser)
        times = sorted(
            statistics.median(seconds(lambda case=case: work(case, analyser)) for _ in range(ROUNDS))
            for case in given
        )
    median = statistics.median(times)
    print(f"{name:22} median {median * 1000:6.1f} ms, p95 {times[int(len(times) * 0.95)] * 1000:6.1f} ms")
    return median


def resident(analyser: JavaAnalyser) -> int:
    """Bytes of the process that are resident now, as Linux counts them."""
    assert analyser._process is not None
    status = Path(f"/proc/{analyser._process._popen.pid}/status").read_text()
    return int(status.split("VmRSS:")[1].split()[0]) << 10


def growth(given: list[Case]) -> float:
    """The memory after all requests against that after the first hundreds, in one process."""
    with JavaAnalyser(requests=REQUESTS + 1) as analyser:
        for number in range(REQUESTS):
            case = given[number % len(given)]
            case.invert(analyser)
            if number == SETTLED:
                settled = resident(analyser)
        last = resident(analyser)
    print(f"memory                 {settled >> 20} MiB after {SETTLED}, {last >> 20} MiB after {REQUESTS}")
    return last / settled


def main() -> int:
    parser = argparse.ArgumentParser()
    parser.add_argument("--repos", type=Path)
    options = parser.parse_args()
    repositories = Repositories(folder=options.repos, made=sample_repositories())
    splits = ["sample"] + (["real"] if options.repos else [])
    failed = False
    with tempfile.TemporaryDirectory() as folder:
        for split in splits:
            instances = tuple(i for i in dataset.load(split, None) if i.project != "junit4")
            given = list(cases(instances, repositories, Path(folder)))
            print(f"{split}: {len(given)} references of at most {MOST_FILES} Java files")
            failed |= measured("detection", given, Case.detect) > LIMIT
            failed |= measured("inversion", given, Case.invert) > LIMIT
            failed |= growth(given) > 1.25
    return int(failed)


if __name__ == "__main__":
    sys.exit(main())
