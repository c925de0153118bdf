"""Makes baselines in stages, each kept as it comes, where the data set ships none."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Literal, Protocol

from swerefactor.errors import SandboxError
from swerefactor.farm.fast import fast_version
from swerefactor.protocols import Sandbox, TestRun, Workspace
from swerefactor.refactoring.baseline import (
    REPEATS,
    Repeats,
    baseline_from,
    before_facade,
    merged,
    repeats_of,
    shipped_baseline,
    shipped_official,
    where,
    with_repeats,
)
from swerefactor.refactoring.covering import (
    covering_from,
    covering_tests,
    slow_classes,
    with_cases,
)
from swerefactor.refactoring.verify.ids import top
from swerefactor.refactoring.verify.workbench import base_of
from swerefactor.runs.folder import Kept, content_key
from swerefactor.values import (
    Baseline,
    BaseTree,
    Instance,
    JavaProject,
    Limits,
    MethodCoverage,
    Record,
    TestScope,
)

RECENT = 8
"""Baselines that are kept in memory."""


class Cases(Record):
    """What each test method of a slow class covers."""

    methods: dict[str, tuple[MethodCoverage, ...]]


class MeasuringTestRun(TestRun, Protocol):
    """A test run that also says what each test class, or each test method, covers."""

    def coverage_by_test_class(
        self, workspace: Workspace, project: JavaProject
    ) -> Mapping[str, Sequence[MethodCoverage]]:
        """After a run in this workspace: what each alone covers."""
        ...


@dataclass(frozen=True)
class Paths:
    """The ways in which a base commit is tested.

    `by_class` and `by_case` take coverage while they test, of each test class and of each test
    method; `fast` does not. `official` is absent where no build tool runs.
    """

    by_class: MeasuringTestRun
    by_case: MeasuringTestRun
    fast: TestRun
    official: TestRun | None = None

    def of(self, build: Literal["fast", "official"]) -> TestRun:
        """The way of this name."""
        if build == "fast":
            return self.fast
        if self.official is None:
            raise ValueError("no build tool runs here")
        return self.official


class Baselines:
    """Finds the baseline of a base commit: shipped with the data set, kept, or made now.

    It is made in stages, and each is kept as it comes: a full pass on the official path, whose ids
    are the truth; one on the fast path, with coverage of each test class; then repeats of the
    covering tests alone. A test that does not pass in all of them is not expected of anyone.
    """

    def __init__(
        self,
        sandbox: Sandbox,
        paths: Paths,
        kept: Kept,
        limits: Limits,
        say: Callable[[str], None] = lambda line: None,
        build: Literal["fast", "official"] = "fast",
    ) -> None:
        self._sandbox = sandbox
        self._paths = paths
        self._kept = kept
        self._limits = limits
        self._say = say
        self._build = build
        self._expected: dict[BaseTree, list[Instance]] = {}
        self._recent: dict[BaseTree, Baseline] = {}
        self._guard = threading.Lock()

    def expect(self, instances: Iterable[Instance]) -> None:
        """Say what will be asked for: the covering tests of a base's instances are repeated together."""
        for instance in instances:
            self._expected.setdefault(base_of(instance), []).append(instance)

    def of(self, instance: Instance, project: JavaProject) -> Baseline:
        """The baseline with all that an instance needs, in the ids of the path that it is for.

        Raises `InvalidInstance` for a base that does not build or has no passing test.
        """
        base = base_of(instance)
        asked = [instance, *self._expected.get(base, ())]
        with self._kept.lock(content_key("baseline", base)):
            found = self._recent.get(base) or shipped_baseline(base, self._sandbox.name)
            if found is None:
                found = self.made(base, asked, project)
            else:
                found = self._narrowed(found, asked, project)
                found = self._repeated(found, tests_to_repeat(asked, found), project)
            self._remember(base, found)
        one_class = project.official is not None and project.official.facade
        return before_facade(found) if one_class and self._build == "official" else found

    def made(self, base: BaseTree, instances: Sequence[Instance], project: JavaProject) -> Baseline:
        """The baseline from all stages, with repeats of the covering tests of these instances."""
        official = self.official(base, project)
        fast = self._narrowed(self.fast(base, project), instances, project)
        # Whether the paths differ in a test, or it is merely flaky, shows when it runs again.
        doubtful = set(map(top, merged(official, fast).differing))
        return merged(official, self._repeated(fast, tests_to_repeat(instances, fast) | doubtful, project))

    def provisional(self, base: BaseTree, instances: Sequence[Instance], project: JavaProject) -> Baseline:
        """The baseline from the fast path alone: there long before the official pass is."""
        fast = self._narrowed(self.fast(base, project), instances, project)
        return self._repeated(fast, tests_to_repeat(instances, fast), project)

    def fast(self, base: BaseTree, project: JavaProject) -> Baseline:
        """The full pass on the fast path, with what each test class covers."""
        return self._stage(base, "fast", lambda: self._measured(base, project), fast_version())

    def official(self, base: BaseTree, project: JavaProject) -> Baseline | None:
        """The full pass on the official path; None where there is none."""
        path = self._paths.official
        if path is None:
            return None
        known = shipped_official(base, self._sandbox.name)
        return known or self._stage(base, "official", lambda: self._passed(base, project, path))

    def _remember(self, base: BaseTree, found: Baseline) -> None:
        """Keep the last few at hand: each takes 50 ms to read and some 20 MB of memory."""
        with self._guard:
            self._recent.pop(base, None)
            self._recent[base] = found
            while len(self._recent) > RECENT:
                del self._recent[next(iter(self._recent))]

    def _stage(self, base: BaseTree, name: str, make: Callable[[], Baseline], *rests_on: str) -> Baseline:
        key = content_key("baseline/3", base, self._sandbox.name, name, *rests_on)
        with self._kept.lock(key):
            found = self._kept.get(key, Baseline)
            if found is None:
                self._say(f"Running the tests of {where(base)} for its baseline, on the {name} path.")
                found = make()
                self._kept.put(key, found)
        return found

    def _passed(self, base: BaseTree, project: JavaProject, path: TestRun) -> Baseline:
        with self._sandbox.workspace(base, self._limits) as workspace:
            run = path.run(workspace, project, self._limits)
        return baseline_from(base, run, self._sandbox.name, path.name)

    def _measured(self, base: BaseTree, project: JavaProject) -> Baseline:
        path = self._paths.by_class
        with self._sandbox.workspace(base, self._limits) as workspace:
            run = path.run(workspace, project, self._limits)
            made = baseline_from(base, run, self._sandbox.name, path.name)
            by_class = path.coverage_by_test_class(workspace, project)
        if not by_class or made.coverage is None:
            return made
        covering = covering_from(made.coverage, by_class, run.tests or ())
        return made.model_copy(update={"covering": covering})

    # --- Slow classes, by test method ---

    def _narrowed(self, baseline: Baseline, instances: Sequence[Instance], project: JavaProject) -> Baseline:
        """The baseline that knows the test methods of the slow classes that cover these targets."""
        for name in sorted(slow_classes(instances, baseline)):
            key = content_key("cases/1", baseline.base, self._sandbox.name, name, fast_version())
            cases = self._kept.get(key, Cases)
            if cases is None:
                self._say(f"Measuring the slow {name} of {where(baseline.base)} by test method.")
                cases = self._cases(baseline.base, project, name)
                self._kept.put(key, cases)
            baseline = with_cases(baseline, [name], cases.methods)
        return baseline

    def _cases(self, base: BaseTree, project: JavaProject, name: str) -> Cases:
        path, scope = self._paths.by_case, TestScope(changed=(), tests=(name,))
        with self._sandbox.workspace(base, self._limits) as workspace:
            path.run(workspace, project, self._limits, scope)
            found = path.coverage_by_test_class(workspace, project)
            return Cases(methods={case: tuple(methods) for case, methods in found.items()})

    # --- Repeats ---

    def _repeated(self, baseline: Baseline, wanted: set[str], project: JavaProject) -> Baseline:
        missing = sorted(wanted - set(baseline.repeated))
        return with_repeats(baseline, self._repeats(baseline.base, project, missing)) if missing else baseline

    def _repeats(self, base: BaseTree, project: JavaProject, tests: Sequence[str]) -> list[Repeats]:
        rests_on = base, self._sandbox.name, REPEATS, fast_version()
        keys = {test: content_key("repeats/3", *rests_on, test) for test in tests}
        found = {test: self._kept.get(key, Repeats) for test, key in keys.items()}
        missing = [test for test in tests if found[test] is None]
        # Not together: in one run a class and a method of it would be the same.
        for group in ([t for t in missing if "#" not in t], [t for t in missing if "#" in t]):
            for made in self._repeat(base, project, group) if group else ():
                self._kept.put(keys[made.test], made)
                found[made.test] = made
        return [made for made in found.values() if made is not None]

    def _repeat(self, base: BaseTree, project: JavaProject, tests: Sequence[str]) -> list[Repeats]:
        self._say(f"Repeating {len(tests)} covering tests of {where(base)} for its baseline.")
        scope = TestScope(changed=(), tests=tuple(tests))
        runs = []
        for _ in range(REPEATS):
            with self._sandbox.workspace(base, self._limits) as workspace:
                run = self._paths.fast.run(workspace, project, self._limits, scope)
            if run.tests is None:
                raise SandboxError(
                    f"{where(base)} compiled once and does not compile again.", "Run the same command again."
                )
            runs.append(run.tests)
        return [repeats_of(test, runs) for test in tests]


def tests_to_repeat(instances: Iterable[Instance], baseline: Baseline) -> set[str]:
    """The covering tests of these instances, those that they record too."""
    recorded = {test for each in instances for test in each.covering_tests}
    return recorded.union(*(covering_tests(instance, baseline) for instance in instances))
