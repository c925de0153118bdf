"""From candidates to instances: built and tested at the base, the developer's change tried, or refused.

What is tried is what a verdict rests on: a JDK that builds the base commit, tests that pass there and run
the target, a reference that all four checks accept each time, and that they do not accept nothing at all.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import PurePosixPath
from typing import get_args

from swerefactor.errors import InvalidInstance
from swerefactor.refactoring.covering import covering_tests
from swerefactor.refactoring.isolation.recording import references
from swerefactor.refactoring.mining.candidates import instance_of
from swerefactor.refactoring.mining.licences import licence
from swerefactor.refactoring.predictors.given import GoldPredictor, NoopPredictor
from swerefactor.refactoring.references import unsteady
from swerefactor.refactoring.setup import Tools
from swerefactor.refactoring.validity import unsupported
from swerefactor.refactoring.verify.workbench import base_of
from swerefactor.repositories import Repository
from swerefactor.runs.folder import Kept
from swerefactor.runs.scheduler import LocalScheduler
from swerefactor.values import (
    BaseTree,
    Candidate,
    Failure,
    Instance,
    Limits,
    Validation,
)

JDKS: tuple[int, ...] = get_args(BaseTree.model_fields["jdk"].annotation)
"""The JDKs that the farm has, the oldest first."""
Level = Callable[[Repository, str, str], int]
"""The Java language level that the build files of a commit's module ask for."""


@dataclass(frozen=True)
class Validator:
    """Tries candidates. Safe to use from several threads, for candidates of different base commits."""

    tools: Tools
    level: Level
    limits: Limits
    kept: Kept

    def of_base(
        self, candidates: Sequence[Candidate], module: str, done: Callable[[Validation], None]
    ) -> None:
        """Try candidates of one base commit and one module (its folder), and hand over what came of each.

        What the base commit needs (its image, its baseline) is made once. Raises `SwerefactorError`
        for our own fault: nothing is said of those that are left then.
        """
        began = time.monotonic()
        try:
            instances = self._instances(candidates, module)
        except InvalidInstance as fault:
            for candidate in candidates:
                done(self._refused(candidate.id, fault, began))
            return
        for asked in instances:
            try:
                done(self._tried(asked, began))
            except InvalidInstance as fault:
                done(self._refused(asked.id, fault, began))
            began = time.monotonic()

    def _refused(self, candidate: str, fault: InvalidInstance, began: float) -> Validation:
        failure = Failure(reason=fault.reason, message=fault.message)
        return Validation(id=candidate, failure=failure, seconds=time.monotonic() - began)

    def _instances(self, candidates: Sequence[Candidate], module: str) -> list[Instance]:
        """The candidates as instances of a JDK that builds their base commit."""
        first = candidates[0]
        repository = self.tools.repositories.open(first.repository)
        jdk = self._jdk(first, repository, module)
        known = licence(repository, first.base_commit)
        made = [instance_of(candidate, jdk, module, known) for candidate in candidates]
        self.tools.baselines.expect(made)
        return made

    def _jdk(self, candidate: Candidate, repository: Repository, module: str) -> int:
        """The oldest JDK that has the language level asked for and builds the commit."""
        level = self.level(repository, candidate.base_commit, module)
        refusal: InvalidInstance | None = None
        for jdk in (jdk for jdk in JDKS if jdk >= level):
            base = BaseTree.model_validate(
                {
                    "repository": candidate.repository,
                    "commit": candidate.base_commit,
                    "jdk": jdk,
                    "module": module,
                }
            )
            try:
                self.tools.project(base)
                return jdk
            except InvalidInstance as fault:
                refusal = refusal or fault
        raise refusal or InvalidInstance(
            f"The build files ask for Java {level}, and the newest JDK here is {JDKS[-1]}.",
            "Leave the candidate out.",
            "jdk_too_old",
        )

    def _tried(self, asked: Instance, began: float) -> Validation:
        repository = self.tools.repositories.open(asked.repository)
        if (refused := unsupported(asked, lambda path: repository.read(asked.base_commit, path))) is not None:
            raise InvalidInstance(refused.message, "Leave the candidate out.", refused.reason)
        baseline = self.tools.baselines.of(asked, self.tools.project(base_of(asked)))
        tests = covering_tests(asked, baseline)
        if not tests:
            raise InvalidInstance(
                "No test that passes runs the target.", "Leave the candidate out.", "no_covering_test"
            )
        instance, whole = self._referenced(asked.model_copy(update={"covering_tests": tests}))
        failed = self._misjudged(instance)
        return Validation(
            id=asked.id,
            instance=None if failed else instance,
            failure=failed,
            whole_commit=whole,
            seconds=time.monotonic() - began,
        )

    def _referenced(self, instance: Instance) -> tuple[Instance, Failure | None]:
        """The instance with its reference, run three times, and why that is a whole commit, if it is."""
        (found,) = references(
            [instance], self.tools, self.limits, True, self.kept, LocalScheduler(1), _Silence()
        ).outcomes
        made = found.instance
        if not made.reference:
            made = made.model_copy(
                update={"unsteady_tests": unsteady(made, self.tools, self.limits, self.kept)}
            )
        return made, found.isolation.failure

    def _misjudged(self, instance: Instance) -> Failure | None:
        """Why the checks do not tell the developer's change from none at all, if so."""
        verify = self.tools.verifier.verify
        gold = verify(instance, GoldPredictor(self.tools.repositories).predict(instance)).verdict
        if gold.invalid is not None:
            return gold.invalid
        if not gold.resolved:
            failed = gold.first_failed
            why = f"{failed.check}: {failed.reason}, {failed.message}" if failed else "it is not resolved."
            return Failure(reason="reference_fails", message=f"The developer's change fails at {why}")
        if verify(instance, NoopPredictor().predict(instance)).verdict.resolved:
            return Failure(reason="nothing_passes", message="A patch that changes nothing is resolved.")
        return None


class _Silence:
    """A progress that tells nobody: the candidates are what is counted."""

    def start(self, total: int) -> None:
        """Ignore it."""

    def done(self, label: str) -> None:
        """Ignore it."""


def module_of(candidate: Candidate, repository: Repository) -> str:
    """The folder of the Maven module that the target lies in; empty for the root's, or for none."""
    for folder in PurePosixPath(candidate.target.file).parents:
        if repository.read(candidate.base_commit, str(folder / "pom.xml")) is not None:
            return "" if str(folder) == "." else str(folder)
    return ""
