"""The main job as data flows: instance, prediction, verdict, report."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

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
    predictor: Predictor,
    verifier: Verifier,
    folder: RunFolder,
    scheduler: Scheduler,
    progress: Progress,
) -> Report:
    """Predicts and verifies every instance that has no result yet, and reports on all of them."""

    def one(instance: Instance) -> Verdict:
        try:
            prediction = predict(instance, predictor, folder)
        except SwerefactorError as fault:
            if isinstance(fault, RunFolderFault) or getattr(fault, "reason", "") in HOPELESS:
                raise
            verdict = verifier.unpredicted(instance, predictor.name, fault)
            folder.keep_verdict(verdict)
            return verdict
        return verify(instance, prediction, verifier, folder)

    progress.start(len(instances))
    for instance, verdict in scheduler.run(one, instances):
        progress.done(f"{instance.id}: {'resolved' if verdict.resolved else outcome(verdict)}")
    return summarise(folder.record, instances, folder.verdicts, folder.predictions)


def predict_all(
    instances: Sequence[Instance],
    predictor: Predictor,
    folder: RunFolder,
    scheduler: Scheduler,
    progress: Progress,
) -> tuple[Prediction, ...]:
    """Predicts every instance that has no prediction yet."""
    progress.start(len(instances))
    for instance, made in scheduler.run(partial(predict, predictor=predictor, folder=folder), instances):
        progress.done(f"{instance.id}: {made.failure.reason if made.failure else 'predicted'}")
    return tuple(p for i in instances if (p := folder.prediction(i.id)) is not None)


def predict(instance: Instance, predictor: Predictor, folder: RunFolder) -> Prediction:
    """The prediction for an instance: the one that is there under its present key, else a new one."""
    key = content_key(instance, predictor.identity)
    found = folder.prediction(instance.id, key)
    if found is None:
        found = predictor.predict(instance).model_copy(update={"key": key})
        folder.write_for(instance, "patch.diff", found.model_patch)
        if found.transcript:
            lines = (jsonlines.to_json(message) + "\n" for message in found.transcript)
            folder.write_for(instance, "transcript.jsonl", "".join(lines))
        folder.keep_prediction(found)
    return found


def verify(instance: Instance, prediction: Prediction, verifier: Verifier, folder: RunFolder) -> Verdict:
    """The verdict on a prediction: the one under its present key unless it is broken, else a new one."""
    found = folder.verdict(instance.id, verifier.key(instance, prediction))
    if found is None or found.broken:
        made = verifier.verify(instance, prediction)
        for name, text in made.files.items():
            folder.write_for(instance, name, text)
        found = made.verdict
        if not found.broken and found.invalid is None and Check.TEST in _reached(found):
            folder.update_versions(verifier.versions(instance))
        folder.keep_verdict(found)
    return found


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
