"""The references of many instances: isolated, compiled, tested several times, and recorded."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import groupby

from swerefactor import scratch, settings
from swerefactor.analysis.analyser import analyser_version
from swerefactor.errors import InvalidInstance
from swerefactor.patches import apply_patch
from swerefactor.protocols import Progress, Scheduler
from swerefactor.refactoring import setup
from swerefactor.refactoring.isolation.isolate import Isolation, isolate, repeated
from swerefactor.refactoring.references import unsteady
from swerefactor.refactoring.setup import Choices, Say, Tools
from swerefactor.refactoring.verify import tests
from swerefactor.refactoring.verify.changed import ChangedTree
from swerefactor.refactoring.verify.verifier import RULES
from swerefactor.refactoring.verify.workbench import base_of
from swerefactor.runs.folder import Kept, content_key
from swerefactor.runs.scheduler import LocalScheduler
from swerefactor.values import (
    CheckResult,
    Failure,
    Instance,
    Limits,
    Prediction,
    TestScope,
    Value,
    Verdict,
)

OURS = frozenset({"analyser", "broken"})
"""Reasons that say nothing of the developer's change: the search is made again."""


class Isolated(Value):
    """What came of one instance: how it should be recorded, and why."""

    instance: Instance
    isolation: Isolation


class Isolations(Value):
    """What came of all."""

    outcomes: tuple[Isolated, ...]

    @property
    def isolated(self) -> int:
        """How many have an isolated reference."""
        return sum(outcome.isolation.failure is None for outcome in self.outcomes)

    @property
    def reasons(self) -> dict[str, int]:
        """How many have none for each reason, the commonest first."""
        codes = [o.isolation.failure.reason for o in self.outcomes if o.isolation.failure]
        return {code: codes.count(code) for code in sorted(set(codes), key=lambda c: (-codes.count(c), c))}


def isolated_references(
    instances: Sequence[Instance],
    choices: Choices,
    with_tests: bool,
    workers: int,
    say: Say,
    progress: Progress,
) -> Isolations:
    """Look for the isolated references of these instances, with parts opened for it."""
    kept = Kept(settings.cache_folder() / "isolation")
    sandbox = setup.chosen_sandbox(choices, say)
    with (
        scratch.folder("isolation") as folder,
        setup.open_tools(choices, sandbox, folder, say, workers) as tools,
    ):
        return references(
            instances, tools, choices.limits, with_tests, kept, LocalScheduler(workers), progress
        )


def references(
    instances: Sequence[Instance],
    tools: Tools,
    limits: Limits,
    with_tests: bool,
    kept: Kept,
    scheduler: Scheduler,
    progress: Progress,
) -> Isolations:
    """Look for the isolated reference of each instance; commits are searched at the same time.

    Each must compile and, `with_tests`, pass its covering tests, and then three times more: tests
    with mixed results are named. What was found is kept by all that it depends on. An instance
    whose search fails by our own fault keeps the reference that it has.
    """
    work = _Work(tools, limits, with_tests, kept)
    progress.start(len(instances))
    groups = [list(group) for _, group in groupby(sorted(instances, key=_commit), key=_commit)]
    found: list[Isolated] = []
    for _, outcomes in scheduler.run(lambda group: work.of_commit(group, progress), groups):
        found += outcomes
    by_id = {outcome.instance.id: outcome for outcome in found}
    ordered = [by_id[instance.id] for instance in instances]
    same = repeated((outcome.instance for outcome in ordered), tools.repositories)
    return Isolations(
        outcomes=tuple(
            outcome.model_copy(
                update={
                    "instance": outcome.instance.model_copy(
                        update={"same_edit_as": same.get(outcome.instance.id, outcome.instance.same_edit_as)}
                    )
                }
            )
            for outcome in ordered
        )
    )


def _commit(instance: Instance) -> tuple[str, str, str]:
    return instance.repository, instance.commit, instance.module


class _Work:
    def __init__(self, tools: Tools, limits: Limits, with_tests: bool, kept: Kept) -> None:
        self._tools = tools
        self._limits = limits
        self._with_tests = with_tests
        self._kept = kept

    def of_commit(self, instances: Sequence[Instance], progress: Progress) -> list[Isolated]:
        """The outcomes of one commit's instances."""
        outcomes = {i.id: found for i in instances if (found := self._kept.get(self._key(i), Isolated))}
        verify: Callable[[Instance, Prediction], Verdict]
        verify = self._tested if self._with_tests else self._compiled
        missing = [instance for instance in instances if instance.id not in outcomes]
        searched = isolate(missing, self._tools.bench, verify)
        for asked, (instance, isolation) in zip(missing, searched, strict=True):
            if isolation.failure and isolation.failure.reason in OURS:
                outcomes[asked.id] = Isolated(instance=asked, isolation=isolation)
                continue
            outcome = Isolated(instance=self._steady(instance), isolation=isolation)
            self._kept.put(self._key(asked), outcome)
            outcomes[asked.id] = outcome
        for outcome in outcomes.values():
            failure = outcome.isolation.failure
            progress.done(f"{outcome.instance.id}: {failure.reason if failure else 'isolated'}")
        return list(outcomes.values())

    def _key(self, instance: Instance) -> str:
        analyser = analyser_version()
        return content_key("isolation/1", RULES, analyser, instance, self._with_tests)

    # --- Compile and test ------------------------------------------------------------------------

    def _tested(self, instance: Instance, prediction: Prediction) -> Verdict:
        verdict = self._tools.verifier.verify(instance, prediction).verdict
        # That no test runs the target is told of the instance; its reference may be right all the same.
        uncovered = verdict.invalid is not None and verdict.invalid.reason == "no_covering_test"
        return self._compiled(instance, prediction) if uncovered else verdict

    def _compiled(self, instance: Instance, prediction: Prediction) -> Verdict:
        """Check 2 alone."""
        tools, base = self._tools, base_of(instance)
        repository = tools.repositories.open(instance.repository)
        changes = apply_patch(
            prediction.model_patch, lambda path: repository.read(instance.base_commit, path)
        )
        scope = TestScope(changed=tuple(sorted(change.path for change in changes)), tests=())
        invalid: Failure | None = None
        checks: tuple[CheckResult, ...] = ()
        try:
            run = ChangedTree(base, changes).run(
                tools.sandbox, tools.paths.fast, tools.project(base), scope, self._limits
            )
            checks = (tests.grade_compile(run),)
        except InvalidInstance as fault:
            invalid = Failure(reason=fault.reason, message=fault.message)
        return Verdict(
            instance_id=instance.id,
            model=prediction.model_name_or_path,
            checks=checks,
            invalid=invalid,
            key="",
        )

    def _steady(self, instance: Instance) -> Instance:
        """The instance with the tests of its isolated reference that do not always pass."""
        if not self._with_tests or not instance.reference:
            return instance
        flaky = unsteady(instance, self._tools, self._limits, self._kept)
        return instance.model_copy(update={"unsteady_tests": flaky})


def recorded(found: Isolations) -> Callable[[Instance], Instance]:
    """For `dataset.record`: what was found of an instance, in what the data set says of it now."""
    by_id = {outcome.instance.id: outcome.instance for outcome in found.outcomes}
    fields = ("reference_kind", "reference", "unsteady_tests", "same_edit_as")

    def change(instance: Instance) -> Instance:
        made = by_id.get(instance.id)
        return instance.model_copy(update={f: getattr(made, f) for f in fields}) if made else instance

    return change
