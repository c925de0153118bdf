"""What the command line can ask of the farm: build images, check them, list and clean them, diagnose."""

from __future__ import annotations

from collections.abc import Sequence

from swerefactor import scratch
from swerefactor.errors import SwerefactorError
from swerefactor.protocols import Progress
from swerefactor.refactoring import dataset as data
from swerefactor.refactoring import setup
from swerefactor.refactoring.predictors.given import GoldPredictor, NoopPredictor
from swerefactor.refactoring.setup import Choices, Say
from swerefactor.refactoring.verify.verifier import base_of
from swerefactor.runs.scheduler import LocalScheduler
from swerefactor.values import BaseTree, Instance, Value

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
