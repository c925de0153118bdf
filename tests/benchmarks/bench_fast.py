"""Measures the sandbox's part of a verdict on the fast path against Maven in the same images.

    python tests/benchmarks/bench_fast.py --repos DIR [--instances 10] [--full 1]

Takes so many instances of commons-io with different base commits, applies each isolated reference, and
runs its covering tests. Prints median and 95th percentile of the whole (workspace opened, compiled,
tested, closed) with the tests' own time beside it, the ratios to `mvn -o test -Dtest=...` for all and to
the official full run for `--full` of them, and how much more two workers do than one. Exits 1 when Maven
takes less than 8 times as long, the full run less than 50 times as long, or two workers do too little
more than one; see workers.py.

Images, runner and watched builds are made before anything is measured.
"""

from __future__ import annotations

import argparse
import os
import statistics
import sys
import time
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from functools import partial
from pathlib import Path

import workers

from swerefactor.farm import engine, maven
from swerefactor.farm.docker import DockerSandbox
from swerefactor.farm.fast import FastTestRun
from swerefactor.farm.images import Farm
from swerefactor.farm.official import OfficialTestRun
from swerefactor.farm.reach import docker_reach
from swerefactor.farm.watch import WatchedMaven
from swerefactor.refactoring import dataset
from swerefactor.refactoring.isolation.recipe import isolated_changes
from swerefactor.refactoring.verify.workbench import base_of
from swerefactor.repositories import Repositories
from swerefactor.values import BaseTree, Instance, JavaProject, Limits, RunResult, TestScope

LIMITS = Limits()
LEAST_MAVEN, LEAST_FULL = 8.0, 50.0


@dataclass(frozen=True)
class Job:
    """An instance's reference, ready to be run."""

    name: str
    base: BaseTree
    project: JavaProject
    files: dict[str, bytes | None]
    scope: TestScope


@dataclass(frozen=True)
class Bench:
    """What runs the jobs."""

    sandbox: DockerSandbox

    def fast(self, job: Job) -> RunResult:
        """The sandbox's part of a verdict."""
        with self.sandbox.workspace(job.base, LIMITS) as workspace:
            workspace.put(job.files)
            return FastTestRun(docker_reach()).run(workspace, job.project, LIMITS, job.scope)

    def maven(self, job: Job) -> None:
        """The same tests by Maven alone."""
        chosen = ",".join(
            f"{name.partition('#')[0].replace('.', '/')}.java" for name in job.scope.tests or ()
        )
        with self.sandbox.workspace(job.base, LIMITS) as workspace:
            workspace.put(job.files)
            ran = workspace.run(maven.command(["test", f"-Dtest={chosen}"], job.base.module), LIMITS)
        if not ran.ok:
            raise SystemExit(f"{job.name}: Maven failed:\n{ran.output[-2000:]}")

    def full(self, job: Job) -> None:
        """Everything by the official run."""
        with self.sandbox.workspace(job.base, LIMITS) as workspace:
            workspace.put(job.files)
            OfficialTestRun().run(workspace, job.project, LIMITS)


def jobs(farm: Farm, count: int) -> list[Job]:
    """Isolated references of instances of commons-io with different base commits and covering tests."""
    found: dict[BaseTree, Job] = {}
    for instance in dataset.load("real", None):
        base = base_of(instance)
        known = instance.reference_kind == "isolated" and instance.covering_tests
        if instance.project == "commons-io" and known and base not in found and len(found) < count:
            found[base] = prepared(farm, instance, base)
    if len(found) < count:
        raise SystemExit(f"There are only {len(found)} such instances.")
    return list(found.values())


def prepared(farm: Farm, instance: Instance, base: BaseTree) -> Job:
    repository = farm.repositories.open(instance.repository)
    files = {change.path: change.after for change in isolated_changes(instance, repository)}
    project = WatchedMaven(farm, base).describe(lambda path: repository.read(base.commit, path), base.module)
    scope = TestScope(changed=tuple(files), tests=instance.covering_tests)
    return Job(instance.id, base, project, files, scope)


def seconds(work: Callable[[], object]) -> float:
    begun = time.perf_counter()
    work()
    return time.perf_counter() - begun


def each(work: Callable[[Job], object], these: Sequence[Job]) -> list[float]:
    """The seconds of each."""
    return [seconds(partial(work, job)) for job in these]


def throughput(bench: Bench, work: Sequence[Job], count: int) -> workers.Run:
    """All jobs with so many workers."""
    with ThreadPoolExecutor(count) as pool:
        return workers.timed(len(work), lambda: list(pool.map(bench.fast, work)))


def figures(name: str, times: Sequence[float]) -> float:
    median = statistics.median(times)
    high = sorted(times)[min(len(times) - 1, round(0.95 * (len(times) - 1)))]
    print(f"{name:34} median {median:7.2f} s   p95 {high:7.2f} s   ({len(times)} runs)", flush=True)
    return median


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("--repos", type=Path, required=True)
    parser.add_argument("--instances", type=int, default=10)
    parser.add_argument("--full", type=int, default=1)
    options = parser.parse_args()
    farm = Farm(engine.connect(), Repositories(options.repos), say=lambda line: print(line, file=sys.stderr))
    bench = Bench(DockerSandbox(farm))
    work = jobs(farm, options.instances)
    for job in work:
        bench.fast(job)
    print(f"{os.cpu_count()} processors, load {os.getloadavg()[0]:.1f}")

    times, own, compiler = [], [], []
    for job in work:
        begun = time.perf_counter()
        result = bench.fast(job)
        times.append(time.perf_counter() - begun)
        own.append(sum(case.seconds for case in result.tests or ()))
        compiler.append(result.compile_seconds)
        print(
            f"  {job.name:28} {times[-1]:6.2f} s   {len(result.tests or ()):5} tests {own[-1]:6.2f} s",
            flush=True,
        )
    fast = figures("fast, whole", times)
    figures("fast, compiler", compiler)
    figures("fast, tests' own time", own)
    by_maven = figures("mvn -o test -Dtest", each(bench.maven, work))
    full = figures("official, all tests", each(bench.full, work[: options.full]))
    ratios = (by_maven / fast, full / fast)
    print("ratios: Maven {:.1f}, full run {:.1f}".format(*ratios))
    scales = workers.enough(partial(throughput, bench, work * 3))
    sys.exit(not scales or ratios[0] < LEAST_MAVEN or ratios[1] < LEAST_FULL)


if __name__ == "__main__":
    main()
