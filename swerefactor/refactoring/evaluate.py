"""The main job as data flows: instance, prediction, verdict, report."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from swerefactor import jsonlines
from swerefactor.errors import SwerefactorError
from swerefactor.protocols import Predictor, Progress, Scheduler
from swerefactor.refactoring.verify.verifier import Verifier
from swerefactor.reporting.counts import summarise
from swerefactor.runs.folder import RunFolder, RunFolderFault, content_key
from swerefactor.values import Check, Instance, Prediction, Report, Status, Verdict

HOPELESS = frozenset({"model_denied", "model_unknown", "model_has_no_tools", "budget_spent", "agent_missing"})
"""Reasons for which asking the model or the agent for the next instance is as vain as for this one."""


def evaluate(
    instances: Sequence[Instance],
    predictors: Sequence[Predictor],
    verifier: Verifier,
    folder: RunFolder,
    scheduler: Scheduler,
    progress: Progress,
) -> Report:
    """Predicts and verifies every instance that has no result yet, and reports on all of them.

    Each predictor gives one answer to each instance: its samples.
    """

    def one(attempt: Attempt) -> Verdict:
        predictor = predictors[attempt.sample]
        try:
            prediction = predict(attempt, predictor, folder)
        except SwerefactorError as fault:
            if isinstance(fault, RunFolderFault) or getattr(fault, "reason", "") in HOPELESS:
                raise
            verdict = verifier.unpredicted(attempt.instance, predictor.name, fault)
            return _keep(folder, attempt, verdict)
        return verify(attempt, prediction, verifier, folder)

    attempts = _attempts(instances, predictors)
    progress.start(len(attempts))
    for attempt, verdict in scheduler.run(one, attempts):
        progress.done(f"{attempt.label}: {'resolved' if verdict.resolved else outcome(verdict)}")
    return summarise(folder.record, instances, folder.verdicts, folder.predictions)


def predict_all(
    instances: Sequence[Instance],
    predictors: Sequence[Predictor],
    folder: RunFolder,
    scheduler: Scheduler,
    progress: Progress,
) -> None:
    """Predicts every instance that has no prediction yet, once by each predictor."""

    def one(attempt: Attempt) -> Prediction:
        return predict(attempt, predictors[attempt.sample], folder)

    attempts = _attempts(instances, predictors)
    progress.start(len(attempts))
    for attempt, made in scheduler.run(one, attempts):
        progress.done(f"{attempt.label}: {made.failure.reason if made.failure else 'predicted'}")


@dataclass(frozen=True)
class Attempt:
    """One answer to an instance, of as many as are asked for."""

    instance: Instance
    sample: int = 0

    @property
    def label(self) -> str:
        """How it is named to a person."""
        return f"{self.instance.id} (sample {self.sample + 1})" if self.sample else self.instance.id


def _attempts(instances: Sequence[Instance], predictors: Sequence[Predictor]) -> tuple[Attempt, ...]:
    """First one answer to every instance, then the next."""
    return tuple(Attempt(instance, sample) for sample in range(len(predictors)) for instance in instances)


def predict(attempt: Attempt, predictor: Predictor, folder: RunFolder) -> Prediction:
    """The prediction for an instance: the one that is there under its present key, else a new one."""
    instance, sample = attempt.instance, attempt.sample
    key = content_key(instance, predictor.identity)
    found = folder.prediction(instance.id, key, sample)
    if found is None:
        made = predictor.predict(instance)
        found = made.model_copy(update={"key": key, "sample": sample})
        folder.write_for(instance, "patch.diff", found.model_patch, sample)
        if found.transcript:
            lines = (jsonlines.to_json(message) + "\n" for message in found.transcript)
            folder.write_for(instance, "transcript.jsonl", "".join(lines), sample)
        folder.keep_prediction(found)
    return found


def verify(attempt: Attempt, prediction: Prediction, verifier: Verifier, folder: RunFolder) -> Verdict:
    """The verdict on a prediction: the one under its present key unless it is broken, else a new one."""
    instance = attempt.instance
    found = folder.verdict(instance.id, verifier.key(instance, prediction), attempt.sample)
    if found is None or found.broken:
        made = verifier.verify(instance, prediction)
        for name, text in made.files.items():
            folder.write_for(instance, name, text, attempt.sample)
        found = made.verdict
        if not found.broken and found.invalid is None and Check.TEST in _reached(found):
            folder.update_versions(verifier.versions(instance))
        found = _keep(folder, attempt, found)
    return found


def _keep(folder: RunFolder, attempt: Attempt, verdict: Verdict) -> Verdict:
    kept = verdict.model_copy(update={"sample": attempt.sample})
    folder.keep_verdict(kept)
    return kept


def _reached(verdict: Verdict) -> frozenset[Check]:
    """The checks that were carried out."""
    return frozenset(c.check for c in verdict.checks if c.status is not Status.SKIPPED)


def outcome(verdict: Verdict) -> str:
    """In a word or two why a verdict is not `resolved`."""
    if verdict.invalid:
        return f"invalid ({verdict.invalid.reason})"
    failed = verdict.first_failed
    if failed is None:
        return "skipped"
    return f"{failed.check}: {f'broken: {failed.message}' if verdict.broken else failed.reason}"
