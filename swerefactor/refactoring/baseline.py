"""Baselines: how the tests of a base commit end before anything is changed, found once and kept."""

from __future__ import annotations

import gzip
from collections.abc import Callable
from pathlib import Path
from typing import Literal

from swerefactor import jsonlines, material
from swerefactor.errors import InvalidInstance, SandboxError
from swerefactor.protocols import Sandbox, TestRun
from swerefactor.refactoring.verify.tests import split_outcomes
from swerefactor.runs.folder import Kept, content_key
from swerefactor.values import Baseline, BaseTree, JavaProject, Limits, RunResult

Build = Literal["fast", "official"]
SandboxName = Literal["docker", "local"]


class Baselines:
    """Finds the baseline of a base commit: shipped with the data set, kept, or made now."""

    def __init__(
        self,
        sandbox: Sandbox,
        test_run: TestRun,
        kept: Kept,
        limits: Limits,
        say: Callable[[str], None] = lambda line: None,
    ) -> None:
        self._sandbox = sandbox
        self._test_run = test_run
        self._kept = kept
        self._limits = limits
        self._say = say

    def of(self, base: BaseTree, project: JavaProject) -> Baseline:
        """The baseline. Raises `InvalidInstance` for a base that does not build or has no passing test."""
        if shipped := shipped_baseline(base, self._sandbox.name, self._test_run.name):
            return shipped
        key = content_key("baseline/1", base, self._sandbox.name, self._test_run.name)
        with self._kept.lock(key):
            found = self._kept.get(key, Baseline)
            if found is None:
                found = self._made(base, project)
                self._kept.put(key, found)
        return found

    def _made(self, base: BaseTree, project: JavaProject) -> Baseline:
        where = f"{base.repository} at {base.commit[:10]} (JDK {base.jdk})"
        self._say(f"Running the tests of {where} for its baseline.")
        with self._sandbox.workspace(base, self._limits) as workspace:
            run = self._test_run.run(workspace, project, self._limits)
        return baseline_from(base, run, self._sandbox.name, self._test_run.name)


def baseline_from(base: BaseTree, run: RunResult, sandbox: str, build: str) -> Baseline:
    """The baseline that one run of a base commit gives."""
    where = f"{base.repository} at {base.commit[:10]} on JDK {base.jdk}"
    if run.ended_by:
        raise SandboxError(
            f"The tests of {where} were ended at their {run.ended_by} limit.",
            "Raise --time-limit or --memory-limit.",
        )
    if run.tests is None:
        raise InvalidInstance(
            f"{where} does not compile before any change.", "Leave the instance out.", "base_does_not_compile"
        )
    passing, others = split_outcomes([run.tests])
    if not passing:
        raise InvalidInstance(
            f"{where} has no test that passes.", "Leave the instance out.", "base_has_no_tests"
        )
    return Baseline.model_validate(
        {
            "base": base,
            "build": build,
            "sandbox": sandbox,
            "passing": passing,
            "not_passing": others,
            "coverage": run.coverage,
        }
    )


def shipped_path(base: BaseTree, sandbox: str, build: str) -> Path:
    """Where the data set keeps the baseline of a base commit, if it has one."""
    name = f"{base.commit[:12]}-jdk{base.jdk}-{sandbox}-{build}.json.gz"
    return material.folder("dataset") / "baselines" / base.repository.replace("/", "__") / name


def shipped_baseline(base: BaseTree, sandbox: str, build: str) -> Baseline | None:
    """The baseline that came with the data set, or None."""
    path = shipped_path(base, sandbox, build)
    if not path.is_file():
        return None
    found = jsonlines.from_json(Baseline, gzip.decompress(path.read_bytes()).decode(), str(path))
    return found if found.base == base else None
