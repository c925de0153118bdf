"""The flow of a run: what is done once, what is done again, and what ends it. No Java is needed for that."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from swerefactor.errors import InvalidInstance, ModelError, SandboxError, SwerefactorError
from swerefactor.refactoring.dataset import find
from swerefactor.refactoring.evaluate import evaluate
from swerefactor.refactoring.sample import sample_repositories
from swerefactor.refactoring.verify.verifier import Verifier
from swerefactor.refactoring.verify.workbench import Workbench
from swerefactor.repositories import Repositories
from swerefactor.runs.folder import Kept, RunFolder, content_key
from swerefactor.values import CodeBleuScore, Limits, Outcome, Report, RunRecord, RunResult, RunSettings
from tests.fakes.analyser import ScriptedAnalyser
from tests.fakes.parts import OneAfterTheOther, ScriptedBuildTool, ScriptedPredictor, ScriptedTestRun
from tests.fakes.sandbox import FakeSandbox
from tests.refactoring.builders import PROJECT, baseline, case, detection, run
from tests.refactoring.test_jobs import EXTRACT, Quiet, gold_patch

INSTANCE = find(EXTRACT, None)
SEEN = detection(subject=INSTANCE.target)
GREEN, RED = run(case("a")), run(case("a", Outcome.FAILED, message="expected 1"))
GONE = SandboxError("The engine went away.", "Start it.")
SCORE = CodeBleuScore(codebleu=1, ngram=1, weighted_ngram=1, syntax=1, dataflow=1)


class Flow:
    """One run folder, evaluated as often as a test likes, each time with other parts."""

    def __init__(self, folder: RunFolder, builds: Path) -> None:
        self.folder = folder
        self.builds = builds
        self.predictor = ScriptedPredictor({EXTRACT: gold_patch(EXTRACT)})
        self.test_run = ScriptedTestRun(GREEN)

    def evaluate(self, *results: RunResult | SwerefactorError) -> Report:
        self.test_run = ScriptedTestRun(*(results or [GREEN]))
        repositories = Repositories(made=sample_repositories())
        bench = Workbench(
            repositories=repositories,
            sandbox=FakeSandbox(repositories),
            build_tool=lambda base: ScriptedBuildTool(PROJECT),
            test_run=self.test_run,
            analyser=ScriptedAnalyser([SEEN]),
            baseline=lambda base, project: baseline({"p.CartTest": ("a",)}),
            score=lambda candidate, reference: SCORE,
            limits=Limits(),
            runs=Kept(self.builds),
            key=content_key,
        )
        return evaluate(
            [INSTANCE], [self.predictor], Verifier(bench), self.folder, OneAfterTheOther(), Quiet()
        )


@pytest.fixture
def flow(tmp_path: Path) -> Iterator[Flow]:
    settings = RunSettings(
        model="scripted", mode="simple", dataset="d", instances=(EXTRACT,), sandbox="local", build="fast"
    )
    with RunFolder.create(
        tmp_path / "r", RunRecord(settings=settings, dataset_digest="d"), fresh=False
    ) as folder:
        yield Flow(folder, tmp_path / "builds")


def test_what_is_finished_is_not_done_again(flow: Flow) -> None:
    assert flow.evaluate().resolved == 1
    assert flow.evaluate(RED).resolved == 1
    assert flow.test_run.runs == 0
    assert flow.predictor.asked == [EXTRACT]


def test_what_broke_by_our_fault_is_done_again(flow: Flow) -> None:
    first = flow.evaluate(GONE)
    assert (first.resolved, first.broken, first.rate) == (0, 1, None)
    assert first.broken_instances == {EXTRACT: "The engine went away. Start it."}
    assert flow.evaluate(GREEN).resolved == 1
    assert flow.predictor.asked == [EXTRACT]


def test_a_verdict_that_fails_by_a_test_counts_only_when_it_fails_again(flow: Flow) -> None:
    report = flow.evaluate(RED, GREEN)
    found = flow.folder.verdict(EXTRACT)
    assert (report.resolved, flow.test_run.runs) == (1, 2)
    assert found is not None
    assert found.tests is not None
    assert found.tests.mixed == ("p.CartTest#a",)


def test_a_test_that_fails_twice_fails_the_instance(flow: Flow) -> None:
    report = flow.evaluate(RED, RED)
    assert (report.by_reason, flow.test_run.runs) == ({"test_failed": 1}, 2)


def test_another_patch_is_another_verdict(flow: Flow) -> None:
    flow.evaluate()
    flow.predictor = ScriptedPredictor({EXTRACT: ""})
    assert flow.evaluate().by_reason == {"no_edit": 1}


def test_a_service_that_fails_is_asked_again_on_resume(flow: Flow) -> None:
    right = flow.predictor
    flow.predictor = ScriptedPredictor({EXTRACT: ModelError("No answer.", "Wait.", "model_timeout")})
    assert flow.evaluate().broken == 1
    flow.predictor = right
    assert flow.evaluate().resolved == 1


def test_a_service_that_lets_nobody_in_ends_the_run(flow: Flow) -> None:
    flow.predictor = ScriptedPredictor({EXTRACT: ModelError("Wrong key.", "Set it.", "model_denied")})
    with pytest.raises(ModelError, match="Wrong key"):
        flow.evaluate()


def test_an_instance_that_can_t_be_asked_for_is_invalid(flow: Flow) -> None:
    flow.predictor = ScriptedPredictor(
        {EXTRACT: InvalidInstance("No such lines.", "Mend it.", "target_missing")}
    )
    report = flow.evaluate()
    assert (report.invalid, report.by_reason) == (1, {"target_missing": 1})
    assert report.invalid_instances == {EXTRACT: "No such lines."}
