"""What the command line can ask for: evaluate, predict, report, explain. Each opens what it needs."""

from __future__ import annotations

import contextlib
import hashlib
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING

from swerefactor import jsonlines
from swerefactor.errors import InputError
from swerefactor.protocols import Analyser, Predictor, Progress
from swerefactor.refactoring import dataset as data
from swerefactor.refactoring import evaluate as flow
from swerefactor.refactoring import setup
from swerefactor.refactoring.forecast import Agree, forecast
from swerefactor.refactoring.predictors.given import ReplayPredictor
from swerefactor.refactoring.predictors.opening import MODES, ModelChoice, open_predictors, price_of
from swerefactor.refactoring.setup import Choices, Say
from swerefactor.reporting.counts import summarise
from swerefactor.reporting.explanation import explain as explanation
from swerefactor.runs.folder import RunFolder, run_path
from swerefactor.runs.scheduler import LocalScheduler
from swerefactor.values import Instance, Report, RunRecord, RunSettings

if TYPE_CHECKING:
    from rich.console import RenderableType

    from swerefactor.refactoring.verify.workbench import Workbench
    from swerefactor.repositories import Repositories


@dataclass(frozen=True)
class Job:
    """One command's choices."""

    model: ModelChoice
    split: str | None = None
    dataset: Path | None = None
    selection: data.Selection = field(default_factory=data.Selection)
    choices: Choices = field(default_factory=Choices)
    workers: int = 1
    run: str | None = None
    fresh: bool = False


@dataclass(frozen=True)
class Done:
    """A finished evaluation: its report and its folder."""

    report: Report
    path: Path


def evaluate(job: Job, say: Say, progress: Progress, agree: Agree = lambda forecast: None) -> Done:
    """Predict, verify and report, going on where a run of the same settings stood."""
    known = _known(job)
    instances = _wanted(job, known)
    sandbox = setup.chosen_sandbox(job.choices, say)
    setup.require_possible(job.choices, sandbox)
    record = _record(job, instances, known, sandbox)
    path = run_path(job.run, record)
    with RunFolder.create(path, record, fresh=job.fresh) as folder:
        folder.write("instances.jsonl", "".join(jsonlines.to_json(i) + "\n" for i in instances))
        with setup.open_tools(job.choices, sandbox, path, say, job.workers) as tools:
            folder.update_versions(setup.versions())
            tools.baselines.expect(instances)
            predictors = _predictors(job, known, tools.repositories, tools.analyser, tools.bench)
            _agree(job, instances, predictors, folder, agree)
            report = flow.evaluate(
                instances, predictors, tools.verifier, folder, LocalScheduler(job.workers), progress
            )
        return Done(report, path)


def predict(job: Job, say: Say, progress: Progress, agree: Agree = lambda forecast: None) -> Path:
    """Predict only; the path of the predictions file."""
    known = _known(job)
    instances = _wanted(job, known)
    sandbox = setup.chosen_sandbox(job.choices, say) if job.model.builds else "local"
    record = _record(job, instances, known, sandbox)
    path = run_path(job.run, record)
    with RunFolder.create(path, record, fresh=job.fresh) as folder:
        folder.write("instances.jsonl", "".join(jsonlines.to_json(i) + "\n" for i in instances))
        with _opened(job, known, path, sandbox, say) as predictors:
            _agree(job, instances, predictors, folder, agree)
            flow.predict_all(instances, predictors, folder, LocalScheduler(job.workers), progress)
    return path / "predictions.jsonl"


@contextlib.contextmanager
def _opened(
    job: Job, known: ReplayPredictor | None, path: Path, sandbox: setup.SandboxName, say: Say
) -> Iterator[Sequence[Predictor]]:
    """The predictors, with a sandbox only where they need one."""
    if known is not None:
        yield (known,)
    elif job.model.builds:
        with setup.open_tools(job.choices, sandbox, path, say, job.workers) as tools:
            yield _predictors(job, None, tools.repositories, tools.analyser, tools.bench)
    else:
        with setup.open_analyser(job.workers) as analyser:
            yield _predictors(job, None, setup.repositories(job.choices), analyser)


def _agree(
    job: Job,
    instances: Sequence[Instance],
    predictors: Sequence[Predictor],
    folder: RunFolder,
    agree: Agree,
) -> None:
    """Have the cost agreed to where it is known and there is one."""
    if not job.model.asks or job.model.agent is not None:
        return
    price = price_of(job.model)
    if price is None or job.model.has_own_server or not price.of(1, 1):
        return
    expected = forecast(instances, predictors, folder, price)
    if expected is not None:
        agree(expected)


def _predictors(
    job: Job,
    known: ReplayPredictor | None,
    repositories: Repositories,
    analyser: Analyser,
    bench: Workbench | None = None,
) -> tuple[Predictor, ...]:
    return (known,) if known is not None else open_predictors(job.model, repositories, analyser, bench)


def report(run: str) -> Report:
    """The report of a run, from its folder alone."""
    folder = RunFolder.open(find_run(run))
    return summarise(folder.record, _instances_of(folder), folder.verdicts, folder.predictions)


def explain(run: str, instance_id: str, sample: int = 0) -> RenderableType:
    """Why an instance of a run came out as it did, in one of its answers."""
    folder = RunFolder.open(find_run(run))
    instances = {instance.id: instance for instance in _instances_of(folder)}
    if instance_id not in instances:
        raise data.unknown("instance of this run", instance_id, instances)
    if sample >= folder.record.settings.samples:
        raise InputError(
            f"The run has {folder.record.settings.samples} answers to each instance, no sample {sample + 1}.",
            "Leave out --sample, or name one that is there.",
        )
    return explanation(
        instances[instance_id],
        folder.prediction(instance_id, sample=sample),
        folder.verdict(instance_id, sample=sample),
        folder.read_for(instance_id, "build.log", sample),
    )


def find_run(run: str) -> Path:
    """The folder of a run given by path or by name."""
    for path in (Path(run), Path("runs") / run):
        if (path / "run.json").is_file():
            return path
    names = [path.parent.name for path in Path("runs").glob("*/run.json")]
    if names:
        raise data.unknown("run", run, names)
    raise InputError(f"There is no run {run!r}.", "Make one with swerefactor eval.")


def _instances_of(folder: RunFolder) -> tuple[Instance, ...]:
    return jsonlines.read(folder.path / "instances.jsonl", Instance)


def _known(job: Job) -> ReplayPredictor | None:
    """The predictions file that the job replays, read before anything else."""
    kind, _, file = job.model.name.partition(":")
    return ReplayPredictor.read(Path(file)) if kind == "replay" else None


def _wanted(job: Job, known: ReplayPredictor | None) -> tuple[Instance, ...]:
    if known is None or job.split is not None or job.dataset is not None:
        return data.select(data.load(job.split, job.dataset), job.selection)
    everything = data.everything()
    ids = {instance.id for instance in everything}
    for name in known.instance_ids:
        if name not in ids:
            raise data.unknown("instance", name, ids)
    predicted = [instance for instance in everything if instance.id in set(known.instance_ids)]
    return data.select(predicted, job.selection)


def _record(
    job: Job, instances: tuple[Instance, ...], known: ReplayPredictor | None, sandbox: str
) -> RunRecord:
    asked = job.model.asks
    if asked and job.model.mode not in MODES:
        raise data.unknown("mode", job.model.mode, MODES)
    settings = RunSettings.model_validate(
        {
            "model": known.name if known else job.model.name,
            "mode": "replay" if known else job.model.mode if asked else "reference",
            "dataset": str(job.dataset) if job.dataset else job.split or ("any" if known else "sample"),
            "instances": [instance.id for instance in instances],
            "sandbox": sandbox,
            "build": job.choices.build,
            "tests": job.choices.tests,
            "codebleu": job.choices.codebleu,
            "seed": job.model.seed,
            "temperature": job.model.temperature,
            "samples": job.model.samples,
            "agent": job.model.agent.line if job.model.agent else None,
            "agent_network": job.model.agent is not None and job.model.agent.network,
            "base_url": job.model.base_url,
            "replayed": hashlib.sha256(known.identity.encode()).hexdigest()[:20] if known else None,
        }
    )
    return RunRecord(settings=settings, dataset_digest=data.digest(instances))
