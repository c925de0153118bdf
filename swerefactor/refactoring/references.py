"""References run several times: which tests of a developer's change can be relied on."""

from __future__ import annotations

from collections.abc import Sequence

from swerefactor.errors import InvalidInstance
from swerefactor.farm.fast import fast_version
from swerefactor.refactoring.isolation.recipe import isolated_changes
from swerefactor.refactoring.setup import Tools
from swerefactor.refactoring.verify import tests as grading
from swerefactor.refactoring.verify.changed import ChangedTree, once
from swerefactor.refactoring.verify.tests import split_outcomes
from swerefactor.refactoring.verify.workbench import base_of, java_texts
from swerefactor.repositories import Change
from swerefactor.runs.folder import Kept, content_key
from swerefactor.values import Instance, Limits, Record, RunResult, TestScope

RUNS = 3


class ReferenceRuns(Record):
    """How the tests ended in the runs of one reference.

    `passing` are the names by class that passed in every occurrence of every run, `flaky` the ids
    that passed in some. Both are empty where it did not compile.
    """

    instance_id: str
    runs: int
    compiled: bool
    passing: dict[str, tuple[str, ...]]
    flaky: tuple[str, ...]


def reference_runs(
    instance: Instance,
    changes: Sequence[Change],
    scope: TestScope,
    tools: Tools,
    limits: Limits,
    kept: Kept,
) -> ReferenceRuns:
    """Run a reference's tests on the fast path, each time in a fresh workspace. Each run is kept.

    `changes` are all of its files, `scope` says which tests; it must have the changed files, too.
    """
    base = base_of(instance)
    tree = ChangedTree(base, tuple(changes))

    def make() -> RunResult:
        run = tree.run(tools.sandbox, tools.paths.fast, tools.project(base), scope, limits)
        return run.model_copy(update={"log": ""})

    def run(number: int) -> RunResult:
        rests_on = tools.sandbox.versions(base), fast_version(), limits, tree.contents(), scope
        return once(kept, content_key("reference/1", base, *rests_on, number), make)

    return summed(instance.id, [run(number) for number in range(RUNS)])


def unsteady(instance: Instance, tools: Tools, limits: Limits, kept: Kept) -> tuple[str, ...]:
    """The covering tests of an instance, as Class#name, that pass in some runs of its reference only."""
    changes = isolated_changes(instance, tools.repositories.open(instance.repository))
    baseline = tools.baselines.of(instance, tools.project(base_of(instance)))
    try:
        selection = tools.bench.selection(instance, baseline)
    except InvalidInstance:  # no test runs the target: there is none to be steady
        return ()
    ids = grading.id_map(instance, tools.analyser.detect(*java_texts(changes)))
    scope = grading.scope(baseline, ids, selection, sorted(change.path for change in changes))
    return reference_runs(instance, changes, scope, tools, limits, kept).flaky


def summed(instance_id: str, runs: Sequence[RunResult]) -> ReferenceRuns:
    """What several runs of one reference say together; a run that did not compile has no test."""
    tests = [run.tests or () for run in runs]
    passing, others = split_outcomes(tests)
    once = [split_outcomes([cases])[0] for cases in tests]
    flaky = {
        f"{class_name}#{name}"
        for class_name, names in others.items()
        for name in names
        if any(name in found.get(class_name, ()) for found in once)
    }
    return ReferenceRuns(
        instance_id=instance_id,
        runs=len(runs),
        compiled=all(run.compiled for run in runs),
        passing=passing,
        flaky=tuple(sorted(flaky)),
    )
