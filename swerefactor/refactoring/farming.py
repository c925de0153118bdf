"""What the command line can ask of the farm: build images, check them, compare its paths, make baselines."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from swerefactor import jsonlines, scratch, settings
from swerefactor.errors import SwerefactorError
from swerefactor.protocols import Progress
from swerefactor.refactoring import dataset as data
from swerefactor.refactoring import parity as comparing
from swerefactor.refactoring import setup
from swerefactor.refactoring.baseline import ship as ship_baseline
from swerefactor.refactoring.baseline import shipped_baseline
from swerefactor.refactoring.covering import covering_tests
from swerefactor.refactoring.predictors.given import GoldPredictor, NoopPredictor
from swerefactor.refactoring.setup import Choices, Say
from swerefactor.refactoring.verify.workbench import base_of
from swerefactor.runs.folder import Kept
from swerefactor.runs.scheduler import LocalScheduler
from swerefactor.values import Baseline, BaseTree, Instance, Prediction, Value

CHECKED = "ledger"
"""The sample project that every JDK can build: its language level is the oldest."""


class Checked(Value):
    """How one JDK image did: gold must be resolved and noop must not."""

    jdk: int
    gold: bool
    noop: bool
    message: str = ""

    @property
    def sound(self) -> bool:
        """Whether verdicts from this image can be trusted."""
        return self.gold and not self.noop


def build(
    instances: Sequence[Instance],
    jdks: Sequence[int],
    choices: Choices,
    workers: int,
    say: Say,
    progress: Progress,
) -> tuple[str, ...]:
    """Make the images of these JDKs and of these instances' base commits; a line for each that failed."""
    farm = setup.open_farm(choices, say)
    bases = tuple(dict.fromkeys(base_of(instance) for instance in instances))
    progress.start(len(jdks) + len(bases))
    for jdk in jdks:
        farm.jdk(jdk)
        progress.done(f"JDK {jdk}")

    def one(base: BaseTree) -> str:
        try:
            farm.instance(base)
        except SwerefactorError as fault:
            return f"{base.repository} at {base.commit[:10]}: {fault.message}"
        return ""

    failures = []
    for base, failure in LocalScheduler(workers).run(one, bases):
        progress.done(failure or f"{base.repository} at {base.commit[:10]}")
        failures.append(failure)
    return tuple(filter(None, failures))


def baselines(
    instances: Sequence[Instance],
    choices: Choices,
    workers: int,
    ship: bool,
    say: Say,
    progress: Progress,
) -> tuple[str, ...]:
    """Make the baselines of these instances' base commits; a line for each that failed.

    First those of the fast path alone, so that each base has one soon, then the official passes.
    All stages are kept as they come: killed and started again, it goes on where it stood. With
    `ship`, each is written to where the data set keeps its baselines, and replaces what is there.
    """
    by_base: dict[BaseTree, list[Instance]] = {}
    for instance in instances:
        by_base.setdefault(base_of(instance), []).append(instance)
    sandbox = setup.chosen_sandbox(choices, say)
    stages = ["fast"] if sandbox == "local" else ["fast", "official"]
    progress.start(len(by_base) * len(stages))
    failures = []
    with scratch.folder("baselines") as folder, setup.open_tools(choices, sandbox, folder, say) as tools:

        def one(task: tuple[str, BaseTree]) -> str:
            stage, base = task
            try:
                project = tools.project(base)
                make = tools.baselines.made if stage == stages[-1] else tools.baselines.provisional
                made = make(base, by_base[base], project)
            except SwerefactorError as fault:
                return fault.message
            if ship and not _is_less(made, shipped_baseline(base, sandbox)):
                ship_baseline(made)
            return ""

        tasks = [(stage, base) for stage in stages for base in by_base]
        for (stage, base), failure in LocalScheduler(workers).run(one, tasks):
            label = f"{base.repository} at {base.commit[:10]} ({stage})"
            progress.done(f"{label}: {failure}" if failure else label)
            failures += [f"{label}: {failure}"] if failure else []
    return tuple(failures)


def record_covering(split: str) -> int:
    """Write the covering tests that the shipped baselines show into a split; how many have changed."""

    def covered(instance: Instance) -> Instance:
        found = shipped_baseline(base_of(instance), "docker")
        tests = covering_tests(instance, found) if found is not None else ()
        return instance.model_copy(update={"covering_tests": tests or instance.covering_tests})

    return data.record(split, covered)


def _is_less(made: Baseline, there: Baseline | None) -> bool:
    """Whether the data set already holds more than this: a baseline of both paths."""
    return there is not None and there.runs > made.runs


def parity_plan(each: int, given: Path | None, all_tests: bool) -> comparing.Plan:
    """What to compare: mutants that are made, so many for each instance, or those of a predictions file."""
    patches: dict[str, list[Prediction]] = {}
    for prediction in jsonlines.read(given, Prediction) if given is not None else ():
        patches.setdefault(prediction.instance_id, []).append(prediction)
    return comparing.Plan(mutants=each, given=patches if given is not None else None, all_tests=all_tests)


def parity(
    instances: Sequence[Instance],
    plan: comparing.Plan,
    choices: Choices,
    workers: int,
    say: Say,
    progress: Progress,
) -> comparing.Parity:
    """Run reference, noop and mutants of these instances on the fast and on the official path."""
    kept = Kept(settings.cache_folder() / "parity")
    with scratch.folder("parity") as folder, setup.open_tools(choices, "docker", folder, say) as tools:
        return comparing.compare(
            instances, plan, tools, choices.limits, kept, LocalScheduler(workers), progress
        )


def check(jdks: Sequence[int], choices: Choices, say: Say, progress: Progress) -> tuple[Checked, ...]:
    """One gold and one noop on each JDK's image."""
    template = data.select(data.load("sample", None), data.Selection(projects=(CHECKED,), limit=1))[0]
    progress.start(len(jdks))
    found = []
    with scratch.folder("check") as folder, setup.open_tools(choices, "docker", folder, say) as tools:
        for jdk in jdks:
            found.append(_check(template, jdk, tools))
            progress.done(f"JDK {jdk}: {'sound' if found[-1].sound else found[-1].message}")
    return tuple(found)


def _check(template: Instance, jdk: int, tools: setup.Tools) -> Checked:
    instance = Instance.model_validate({**template.model_dump(), "jdk": jdk})
    gold = tools.verifier.verify(instance, GoldPredictor(tools.repositories).predict(instance)).verdict
    noop = tools.verifier.verify(instance, NoopPredictor().predict(instance)).verdict
    failed = gold.first_failed
    message = gold.invalid.message if gold.invalid else failed.message if failed else ""
    return Checked(jdk=jdk, gold=gold.resolved, noop=noop.resolved, message=message)
