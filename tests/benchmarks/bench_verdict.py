"""Measures whole verdicts in Docker: all four checks and CodeBLEU, with what each part takes.

    python tests/benchmarks/bench_verdict.py --repos DIR [--instances 10] [--project commons-io]

Takes so many instances with different base commits and isolated references, and makes each reference's
verdict several times, images, baselines and the analyser's code warm. Prints the median and the 95th
percentile of the whole, the tests' own time and each check's beside it, and how much more two workers
do than one. Exits 1 when the median is over 2 seconds, when detection or inversion take more than
100 ms (median), or when two workers do too little more than one; see workers.py.

For the ratios to Maven see bench_fast.py. A machine that does other work at the time measures that.
"""

from __future__ import annotations

import argparse
import contextlib
import dataclasses
import os
import statistics
import sys
import tempfile
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from pathlib import Path

import workers

from swerefactor.protocols import Analyser
from swerefactor.refactoring import dataset, setup
from swerefactor.refactoring.baseline import shipped_baseline
from swerefactor.refactoring.predictors.given import GoldPredictor
from swerefactor.refactoring.verify.verifier import Verifier
from swerefactor.refactoring.verify.workbench import base_of
from swerefactor.runs.folder import Kept, Kind
from swerefactor.values import Asked, Check, Detection, Instance, Inversion, Prediction, Surroundings, Verdict

LAPS = 3
WARM = 4
MOST_SECONDS, MOST_ANALYSIS = 2.0, 0.1


Task = tuple[Instance, Prediction]


@dataclass
class Timed:
    """An analyser whose detections and inversions are timed."""

    inner: Analyser
    detecting: list[float] = field(default_factory=list)
    inverting: list[float] = field(default_factory=list)

    def detect(self, before: Mapping[str, str], after: Mapping[str, str]) -> tuple[Detection, ...]:
        with timed(self.detecting):
            return self.inner.detect(before, after)

    def invert(
        self,
        asked: Asked,
        before: Mapping[str, str],
        after: Mapping[str, str],
        others: Mapping[str, str],
        surroundings: Surroundings,
    ) -> Inversion:
        with timed(self.inverting):
            return self.inner.invert(asked, before, after, others, surroundings)

    def __getattr__(self, name: str) -> object:
        return getattr(self.inner, name)


@contextlib.contextmanager
def timed(into: list[float]) -> Iterator[None]:
    begun = time.perf_counter()
    yield
    into.append(time.perf_counter() - begun)


def chosen(project: str, count: int) -> list[Instance]:
    """The first instances of a project with isolated references and baselines, each on another commit."""
    found: dict[str, Instance] = {}
    for instance in dataset.load("real", None):
        known = shipped_baseline(base_of(instance), "docker")
        if instance.project == project and instance.reference_kind == "isolated" and known:
            found.setdefault(instance.base_commit, instance)
    if len(found) < count:
        raise SystemExit(f"There are only {len(found)} such instances.")
    return list(found.values())[:count]


def p95(values: Sequence[float]) -> float:
    return sorted(values)[min(len(values) - 1, int(len(values) * 0.95))]


def seconds(verdicts: Sequence[Verdict], check: Check) -> float:
    return statistics.median(c.seconds for v in verdicts for c in v.checks if c.check is check)


class Forgetful(Kept):
    """Keeps no run: each verdict compiles and tests anew."""

    def get(self, key: str, kind: type[Kind]) -> Kind | None:
        return None


def measure(tasks: Sequence[Task], choices: setup.Choices) -> bool:
    """Print the figures; whether they are good enough."""
    whole: list[float] = []
    verdicts: list[Verdict] = []
    with ready(tasks, choices, 1) as (tools, analyser):
        for instance, prediction in tasks * LAPS:
            with timed(whole):
                verdict = tools.verifier.verify(instance, prediction).verdict
            if not verdict.resolved:
                raise SystemExit(f"{instance.id} is not resolved: {verdict.first_failed}")
            verdicts.append(verdict)
    median = statistics.median(whole)
    detecting, inverting = map(statistics.median, (analyser.detecting, analyser.inverting))
    print(f"{len(tasks)} instances, {LAPS} laps, load {os.getloadavg()[0]:.1f} on {os.cpu_count()} cores")
    print(f"verdict: median {median:.2f} s, 95th percentile {p95(whole):.2f} s")
    for check in Check:
        print(f"  {check.value}: median {seconds(verdicts, check):.2f} s")
    print(f"detection: median {detecting * 1000:.0f} ms; inversion: median {inverting * 1000:.0f} ms")
    good = median <= MOST_SECONDS and max(detecting, inverting) <= MOST_ANALYSIS
    with throughput(tasks, choices) as run:
        return workers.enough(run) and good


@contextlib.contextmanager
def ready(tasks: Sequence[Task], choices: setup.Choices, count: int) -> Iterator[tuple[setup.Tools, Timed]]:
    """The tools of a run that has made many verdicts already, and will compile and test for the next.

    Images, baselines and exported class paths are there, and the analyser's processes have compiled
    their own code, as they do in their first requests: a run of a model has hundreds.
    """
    with (
        tempfile.TemporaryDirectory() as folder,
        setup.open_tools(choices, "docker", Path(folder), print, count) as tools,
        ThreadPoolExecutor(count) as pool,
    ):
        # Each worker has an analyser of its own.
        for _ in range(WARM * count):
            list(pool.map(lambda task: tools.verifier.verify(*task), tasks))
        analyser = Timed(tools.bench.analyser)
        bench = dataclasses.replace(tools.bench, analyser=analyser, runs=Forgetful(Path(folder)))
        verifier = Verifier(bench)
        verifier._references = tools.verifier._references
        yield dataclasses.replace(tools, bench=bench, verifier=verifier), analyser


@contextlib.contextmanager
def throughput(tasks: Sequence[Task], choices: setup.Choices) -> Iterator[Callable[[int], workers.Run]]:
    """What makes all verdicts with so many workers; the tools of each number stay warm."""
    todo = [*tasks] * LAPS
    with contextlib.ExitStack() as stack:
        opened: dict[int, setup.Tools] = {}

        def run(count: int) -> workers.Run:
            if count not in opened:
                opened[count], _ = stack.enter_context(ready(tasks, choices, count))
            verify = opened[count].verifier.verify
            with ThreadPoolExecutor(count) as pool:
                return workers.timed(len(todo), lambda: list(pool.map(lambda task: verify(*task), todo)))

        yield run


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("--repos", type=Path, required=True)
    parser.add_argument("--instances", type=int, default=10)
    parser.add_argument("--project", default="commons-io")
    arguments = parser.parse_args()
    gold = GoldPredictor(setup.repositories(setup.Choices(repos=arguments.repos)))
    tasks = [(i, gold.predict(i)) for i in chosen(arguments.project, arguments.instances)]
    if not measure(tasks, setup.Choices(repos=arguments.repos, sandbox="docker")):
        sys.exit(1)


if __name__ == "__main__":
    main()
