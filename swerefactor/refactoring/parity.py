"""Parity: whether the fast path and the official one see the same in the same trees."""

from __future__ import annotations

import statistics
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Literal

from pydantic import Field

from swerefactor.errors import InvalidInstance, SwerefactorError
from swerefactor.farm.fast import fast_version
from swerefactor.patches import PatchError, apply_patch
from swerefactor.protocols import Progress, Scheduler
from swerefactor.refactoring.covering import FACADE, chosen_tests
from swerefactor.refactoring.mutations import mutants
from swerefactor.refactoring.predictors.given import GoldPredictor
from swerefactor.refactoring.sample import OWNER
from swerefactor.refactoring.setup import Tools
from swerefactor.refactoring.verify import apply, tests
from swerefactor.refactoring.verify.changed import ChangedTree, once
from swerefactor.refactoring.verify.ids import TestId, is_among, passing_ids, top
from swerefactor.refactoring.verify.workbench import base_of, java_texts
from swerefactor.repositories import Change
from swerefactor.runs.folder import Kept, content_key
from swerefactor.values import (
    Baseline,
    Instance,
    Limits,
    Outcome,
    Prediction,
    RunResult,
    TestCase,
    TestScope,
    Value,
)

Build = Literal["fast", "official"]
BUILDS: tuple[Build, Build] = ("fast", "official")
_PLAIN = ("passed", "does_not_compile", "no_tests")
"""Verdicts that are no failure of a test; which reason a failure has depends on what ended it."""
_NOT_BEGUN = "initializationError"
"""JUnit 4's name for the failure of a class or suite of which no test can begin."""
_ENDED = ("The JVM ended in this class", "java.lang.OutOfMemoryError")
"""How the fast path says of a test class that it ends a JVM, or would: ours goes on after it."""
_WORSE = (Outcome.PASSED, Outcome.SKIPPED, Outcome.FAILED)
_LOG = 4000
"""Characters of a log that are kept: its end names what went wrong."""


class Difference(Value):
    """One thing that the paths do not agree on.

    `what` is `compile`, `test` (with its id) or `verdict`; `fast` and `official` are what each says.
    """

    instance: str
    kind: str
    what: Literal["compile", "test", "verdict"]
    id: str = ""
    fast: str
    official: str


class Narrower(Value):
    """A tree on which the covering tests say another thing than all tests do, both on the fast path."""

    instance: str
    kind: str
    covering: str
    all: str


class Compared(Value):
    """What came of one tree. `verdict` is the fast path's; `seconds` are each path's own."""

    instance: str
    kind: str
    verdict: str
    differences: tuple[Difference, ...] = ()
    flaky: tuple[str, ...] = ()
    """Ids that came out otherwise when the same path ran the same tree again: they decide nothing."""
    unsaid: tuple[str, ...] = ()
    """Test classes of which the official path said nothing: see `unsaid`."""
    narrower: Narrower | None = None
    seconds: dict[str, float] = Field(default_factory=dict)
    fault: str = ""
    """Why the tree could not be compared."""


class Parity(Value):
    """What all comparisons say."""

    compared: int
    mutants: int
    """How many of those compared are neither a noop nor a reference."""
    differences: tuple[Difference, ...]
    flaky: dict[str, tuple[str, ...]]
    """Ids with mixed results, by instance and kind."""
    unsaid: dict[str, tuple[str, ...]]
    """Test classes that could not be compared one by one, by instance and kind; the verdict was."""
    narrower: tuple[Narrower, ...]
    all_tests_compared: int
    verdicts: dict[str, int]
    kinds: dict[str, int]
    median_seconds: dict[str, float]
    left_out: dict[str, str]
    """What could not be compared, with the reason."""

    @property
    def agree(self) -> bool:
        """Whether something was compared and nothing differs."""
        return self.compared > 0 and not self.differences


@dataclass(frozen=True)
class Tree:
    """An instance's base tree with some files changed; `kind` says how it came about.

    `fault` is why there are no changes where there should be.
    """

    instance: Instance
    kind: str
    changes: tuple[Change, ...] = ()
    fault: str = ""


@dataclass(frozen=True)
class Plan:
    """What is to be compared: so many mutants for each instance, or those given.

    `all_tests` has all tests run beside the covering ones also where that takes minutes: on the
    sample, where it takes a second, they always are.
    """

    mutants: int = 5
    given: Mapping[str, Sequence[Prediction]] | None = None
    all_tests: bool = False


def compare(
    instances: Sequence[Instance],
    plan: Plan,
    tools: Tools,
    limits: Limits,
    kept: Kept,
    scheduler: Scheduler,
    progress: Progress,
) -> Parity:
    """Reference, noop and mutants of each instance on both paths, with the same covering tests."""
    trees = [tree for instance in instances for tree in _trees(instance, plan, tools)]
    pair = _Pair(tools, limits, kept, plan)
    tools.baselines.expect(instances)
    progress.start(len(trees))
    found = []
    for tree, compared in scheduler.run(pair.compare, trees):
        found.append(compared)
        progress.done(f"{tree.instance.id} {tree.kind}: {_told(compared)}")
    return summarised(found)


def summarised(found: Sequence[Compared]) -> Parity:
    """The sums over all trees, sorted so that the order in which they came does not show."""
    found = sorted(found, key=lambda each: (each.instance, each.kind))
    sound = [each for each in found if not each.fault]
    wide = [each for each in sound if "all" in each.seconds]
    return Parity(
        compared=len(sound),
        mutants=sum(each.kind not in ("noop", "reference") for each in sound),
        differences=tuple(difference for each in sound for difference in each.differences),
        flaky={f"{each.instance} {each.kind}": each.flaky for each in sound if each.flaky},
        unsaid={f"{each.instance} {each.kind}": each.unsaid for each in sound if each.unsaid},
        narrower=tuple(each.narrower for each in sound if each.narrower),
        all_tests_compared=len(wide),
        verdicts=_counts(each.verdict for each in sound),
        kinds=_counts(each.kind.partition(":")[0] for each in sound),
        median_seconds={
            build: round(statistics.median(times), 2)
            for build in (*BUILDS, "all")
            if (times := [each.seconds[build] for each in sound if build in each.seconds])
        },
        left_out={f"{each.instance} {each.kind}": each.fault for each in found if each.fault},
    )


def differences(
    tree: Tree,
    results: Mapping[Build, RunResult],
    verdicts: Mapping[Build, str],
    baseline: Baseline,
    chosen: Sequence[str] | None = None,
) -> tuple[Difference, ...]:
    """Where the results of one tree differ in the chosen tests, as `TestScope` has them; None: in all.

    Tests that do not always pass at the base are passed over.
    """

    def differing(
        what: Literal["compile", "test", "verdict"], one: str, two: str, test: str = ""
    ) -> Difference:
        return Difference(
            instance=tree.instance.id, kind=tree.kind, what=what, id=test, fast=one, official=two
        )

    fast, official = results["fast"], results["official"]
    if fast.compiled != official.compiled:
        said = ["compiles" if run.compiled else "does not compile" for run in (fast, official)]
        return (differing("compile", *said),)
    unsteady = {(class_name, name) for class_name, names in baseline.not_passing.items() for name in names}
    one, two = _outcomes(fast.tests or ()), _outcomes(official.tests or ())
    compared = {test for test in (one.keys() | two.keys()) - unsteady if is_among(test, chosen)}
    if behind_facade := bool(two) and {class_name for class_name, _ in two} == {FACADE}:
        one, compared = _by_name(one, baseline, chosen)
    silent = unsaid(results)
    found = [
        differing("test", one.get(test, "absent"), two.get(test, "absent"), f"{test[0]}#{test[1]}")
        for test in sorted(compared)
        if top(test[0]) not in silent
        and (one.get(test) == Outcome.PASSED) != (two.get(test) == Outcome.PASSED)
    ]
    said = [verdicts[build] if verdicts[build] in _PLAIN else "failed" for build in BUILDS]
    if not found and not behind_facade and said[0] != said[1]:
        found.append(differing("verdict", verdicts["fast"], verdicts["official"]))
    return tuple(found)


def unsaid(results: Mapping[Build, RunResult]) -> tuple[str, ...]:
    """The test classes of which the official path has no report, since code under test has prevented it.

    Surefire's one JVM takes along the classes that were still to come, and those whose report was not
    written yet. Where a project runs its tests through a suite, a suite that can't begin takes all of
    them along. The fast path runs each class by itself, and so knows how it ends: nothing to compare
    with.
    """
    fast, official = results["fast"], results["official"]
    known = {top(case.class_name) for case in fast.tests or ()}
    told = {top(case.class_name) for case in official.tests or ()}
    ended = official.ended_by or any(case.message.startswith(_ENDED) for case in fast.tests or ())
    lost = {top(case.class_name) for case in official.tests or () if case.name == _NOT_BEGUN}
    return tuple(sorted(known - told)) if ended or lost - known else ()


def _by_name(
    outcomes: Mapping[TestId, Outcome], baseline: Baseline, chosen: Sequence[str] | None
) -> tuple[dict[TestId, Outcome], set[TestId]]:
    """Outcomes under the facade, and those that can be compared: only chosen tests bear the name."""
    known = {*passing_ids(baseline), *outcomes}
    others = {name for class_name, name in known if not is_among((class_name, name), chosen)}
    others |= {name for names in baseline.not_passing.values() for name in names}
    found: dict[TestId, Outcome] = {}
    for (_, name), outcome in outcomes.items():
        key = (FACADE, name)
        found[key] = max(found.get(key, Outcome.PASSED), outcome, key=_WORSE.index)
    return found, {test for test in found if test[1] not in others}


class _Pair:
    """Both paths, and what they gave before."""

    def __init__(self, tools: Tools, limits: Limits, kept: Kept, plan: Plan) -> None:
        self._tools = tools
        self._limits = limits
        self._kept = kept
        self._plan = plan

    def compare(self, tree: Tree) -> Compared:
        """What comes of one tree. A fault that only concerns it is told, not raised."""
        if tree.fault:
            return _left_out(tree, tree.fault)
        try:
            return self._compared(tree)
        except InvalidInstance as invalid:
            return _left_out(tree, f"{invalid.reason}: {invalid.message}")
        except SwerefactorError as fault:
            return _left_out(tree, fault.message)

    def _compared(self, tree: Tree) -> Compared:
        instance, tools = tree.instance, self._tools
        project = tools.project(base_of(instance))
        if offence := apply.reference_offence(tree.changes, project):
            return _left_out(tree, f"{offence.reason}: {offence.message}")
        baseline = tools.baselines.of(instance, project)
        selection, ids = chosen_tests(instance, baseline), self._ids(tree)
        scope = tests.scope(baseline, ids, selection, sorted(change.path for change in tree.changes))
        runs = {build: self._run(tree, build, scope) for build in BUILDS}
        verdicts = {build: _verdict(run, baseline, ids, selection) for build, run in runs.items()}
        found = differences(tree, runs, verdicts, baseline, scope.tests)
        flaky = self._flaky(tree, scope, runs) if any(each.what == "test" for each in found) else ()
        compared = Compared(
            instance=instance.id,
            kind=tree.kind,
            verdict=verdicts["fast"],
            differences=tuple(each for each in found if each.id not in flaky),
            flaky=flaky,
            unsaid=unsaid(runs),
            seconds={build: _seconds(run) for build, run in runs.items()},
        )
        wide = self._plan.all_tests or instance.repository.startswith(f"{OWNER}/")
        if scope.tests is None or not wide:
            return compared
        run = self._run(tree, "fast", scope.model_copy(update={"tests": None}))
        return _beside(compared, _verdict(run, baseline, ids, None), _seconds(run))

    def _flaky(self, tree: Tree, scope: TestScope, runs: Mapping[Build, RunResult]) -> tuple[str, ...]:
        """The ids that end otherwise when a path runs the same tree once more."""
        again = [tests.settle(run, self._run(tree, build, scope, "again")) for build, run in runs.items()]
        return tuple(sorted({name for _, mixed in again for name in mixed}))

    def _ids(self, tree: Tree) -> tests.IdMap:
        """Where tests went: only a reference moves any."""
        if tree.kind != "reference":
            return tests.IdMap()
        return tests.id_map(tree.instance, self._tools.analyser.detect(*java_texts(tree.changes)))

    def _run(self, tree: Tree, build: Build, scope: TestScope, *repetition: str) -> RunResult:
        tools, base = self._tools, base_of(tree.instance)
        changed = ChangedTree(base, tree.changes)
        version = fast_version() if build == "fast" else ""
        key = content_key(
            "parity/1",
            base,
            tools.sandbox.versions(base),
            version,
            self._limits,
            changed.contents(),
            scope,
            *repetition,
        )

        def make() -> RunResult:
            path, project = tools.paths.of(build), tools.project(base)
            run = changed.run(tools.sandbox, path, project, scope, self._limits)
            return run.model_copy(update={"log": run.log[-_LOG:], "coverage": None})

        return once(self._kept, key, make)


def _trees(instance: Instance, plan: Plan, tools: Tools) -> Iterator[Tree]:
    repository = tools.repositories.open(instance.repository)

    def read(path: str) -> bytes | None:
        return repository.read(instance.base_commit, path)

    def patched(kind: str, prediction: Prediction) -> Tree:
        try:
            return Tree(instance, kind, apply_patch(prediction.model_patch, read))
        except PatchError as error:
            return Tree(instance, kind, fault=f"{error.reason}: {error.message}")

    yield Tree(instance, "noop")
    yield patched("reference", GoldPredictor(tools.repositories).predict(instance))
    if plan.given is not None:
        for number, prediction in enumerate(plan.given.get(instance.id, ()), 1):
            yield patched(f"given: {number} {prediction.model_name_or_path}", prediction)
        return
    source = read(instance.target.file)
    for mutant in mutants(instance, source, plan.mutants) if source is not None else ():
        changes = (Change(instance.target.file, source, mutant.content),)
        yield Tree(instance, f"{mutant.kind}: line {mutant.line}", changes)


def _verdict(run: RunResult, baseline: Baseline, ids: tests.IdMap, selection: Sequence[str] | None) -> str:
    """Checks 2 and 3 in a word; why it does not compile is told by compilers in their own order."""
    if not run.compiled:
        return "does_not_compile"
    return tests.grade_tests(run, baseline, ids, selection).result.reason or "passed"


def _beside(compared: Compared, verdict: str, seconds: float) -> Compared:
    """The comparison with what all tests say of the tree."""
    differs = Narrower(instance=compared.instance, kind=compared.kind, covering=compared.verdict, all=verdict)
    return compared.model_copy(
        update={
            "narrower": differs if verdict != compared.verdict else None,
            "seconds": {**compared.seconds, "all": seconds},
        }
    )


def _seconds(run: RunResult) -> float:
    return run.compile_seconds + run.test_seconds


def _outcomes(cases: Sequence[TestCase]) -> dict[TestId, Outcome]:
    """How each id ended; the worst counts where it occurs more than once."""
    found: dict[TestId, Outcome] = {}
    for case in cases:
        key = (case.class_name, case.name)
        found[key] = max(found.get(key, Outcome.PASSED), case.outcome, key=_WORSE.index)
    return found


def _left_out(tree: Tree, why: str) -> Compared:
    return Compared(instance=tree.instance.id, kind=tree.kind, verdict="", fault=why)


def _told(compared: Compared) -> str:
    if compared.fault:
        return f"left out ({compared.fault})"
    if compared.differences:
        first = compared.differences[0]
        return f"DIFFERS in {first.what} {first.id}: {first.fast}, officially {first.official}"
    return f"same ({compared.verdict})"


def _counts(words: Iterator[str]) -> dict[str, int]:
    found: dict[str, int] = {}
    for word in words:
        found[word] = found.get(word, 0) + 1
    return dict(sorted(found.items()))
