"""The verdict on a prediction: facts gathered by the steps, graded by pure functions, put together here."""

from __future__ import annotations

import threading
import time
from dataclasses import dataclass, field

from swerefactor.errors import InvalidInstance, SwerefactorError
from swerefactor.refactoring.verify.gathering import Facts, Gathering
from swerefactor.refactoring.verify.reference import References
from swerefactor.refactoring.verify.workbench import Workbench, base_of
from swerefactor.values import Check, CheckResult, Failure, Instance, Prediction, Status, Verdict

RULES = "11"
"""Changes whenever a verdict on the same facts may change: verdicts made before are made again."""


@dataclass
class Verification:
    """A verdict with the files that go with it."""

    verdict: Verdict
    files: dict[str, str] = field(default_factory=dict)


class Stopped(SwerefactorError):
    """The run was stopped while this verdict was made."""


class Verifier:
    """Makes verdicts. Safe to use from several threads."""

    def __init__(self, workbench: Workbench) -> None:
        self._bench = workbench
        self._references = References(workbench)
        self._stopped = threading.Event()

    def stop(self) -> None:
        """End all that runs; verdicts under way become `Stopped`, so that none is kept as broken."""
        self._stopped.set()
        self._bench.sandbox.abort()

    def key(self, instance: Instance, prediction: Prediction) -> str:
        """The hash of all that a verdict on this prediction depends on."""
        bench = self._bench
        patch = prediction.model_patch.encode("utf-8", "surrogatepass").hex()
        return bench.key(
            RULES, instance, patch, prediction.failure, bench.sandbox.name, bench.test_run.name, bench.tests,
            bench.limits,
        )  # fmt: skip

    def verify(self, instance: Instance, prediction: Prediction) -> Verification:
        """The verdict on one prediction. Our own faults end in `broken` checks, never in exceptions."""
        facts = Facts()
        gathering = Gathering(self._bench, self._references, instance, prediction, facts)
        for check, step in gathering.steps():
            began = time.monotonic()
            try:
                step()
            except InvalidInstance as invalid:
                facts.invalid = Failure(reason=invalid.reason, message=invalid.message)
                facts.results[check] = _result(check, Status.SKIPPED, invalid.reason, invalid.message, began)
            except SwerefactorError as fault:
                message = f"{fault.message} {fault.tip}"
                facts.results[check] = _result(check, Status.BROKEN, "broken", message, began)
            if check is Check.APPLY and facts.results[check].status is not Status.PASSED:
                break
            if facts.invalid is not None:
                break
        if self._stopped.is_set():
            raise Stopped("The run was stopped.", "Run the same command again: it goes on where it stood.")
        return self._verification(instance, prediction, facts)

    def versions(self, instance: Instance) -> dict[str, str]:
        """What a verdict on this instance rests on: images by base commit, JDK packages, runtimes."""
        base = base_of(instance)
        found = self._bench.sandbox.versions(base)
        place = f"{base.repository}@{base.commit[:10]} jdk{base.jdk}"
        named = {"image": f"image {place}", "jdk": f"openjdk-{base.jdk}"}
        return {named.get(name, name): version for name, version in found.items()}

    def unpredicted(self, instance: Instance, model: str, fault: SwerefactorError) -> Verdict:
        """The verdict where no prediction could be had, by no fault of the model."""
        began = time.monotonic()
        facts = Facts()
        if isinstance(fault, InvalidInstance):
            facts.invalid = Failure(reason=fault.reason, message=fault.message)
        else:
            message = f"{fault.message} {fault.tip}"
            facts.results[Check.APPLY] = _result(Check.APPLY, Status.BROKEN, "broken", message, began)
        nothing = Prediction(instance_id=instance.id, model_name_or_path=model)
        return self._verification(instance, nothing, facts).verdict.model_copy(update={"key": ""})

    def _verification(self, instance: Instance, prediction: Prediction, facts: Facts) -> Verification:
        verdict = Verdict(
            instance_id=instance.id,
            model=prediction.model_name_or_path,
            checks=tuple(facts.results.get(check) or _not_reached(check, facts) for check in Check),
            invalid=facts.invalid,
            tests=facts.counts,
            proof=facts.proof,
            type_detected=facts.type_detected,
            codebleu=facts.score,
            target_covered=facts.covered,
            key=self.key(instance, prediction),
        )
        return Verification(verdict, {"build.log": facts.log} if facts.log else {})


def _result(check: Check, status: Status, reason: str, message: str, began: float) -> CheckResult:
    return CheckResult(
        check=check, status=status, reason=reason, message=message, seconds=time.monotonic() - began
    )


def _not_reached(check: Check, facts: Facts) -> CheckResult:
    """A check that had nothing to look at: an earlier one ended the matter, or broke."""
    test = facts.results.get(Check.TEST)
    if check is Check.COMPILE and test is not None and test.status is Status.BROKEN:
        return test.model_copy(update={"check": check})
    return CheckResult(check=check, status=Status.SKIPPED, message="An earlier check ended the matter.")
