"""A model's answer becomes a verdict: right, wrong, in the wrong format, or none, over real HTTP."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from swerefactor.errors import InputError, SwerefactorError
from swerefactor.refactoring import jobs
from swerefactor.refactoring.dataset import Selection, find
from swerefactor.refactoring.forecast import Forecast
from swerefactor.refactoring.predictors import opening
from swerefactor.runs.folder import RunFolder
from swerefactor.values import Verdict
from tests.fakes.openai_server import Fails, OpenAIServer, Says, Step
from tests.refactoring.test_jobs import EXTRACT, LOCAL, Quiet, sample

ROOT = Path(__file__).resolve().parents[2]


@pytest.fixture(autouse=True)
def no_key_and_no_proxy(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in list(os.environ):
        if name.lower().endswith("_proxy") or name.startswith(("OPENAI_", "LANGSMITH_", "LANGCHAIN_")):
            monkeypatch.delenv(name)


@pytest.fixture(autouse=True)
def own_replies(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("SWEREFACTOR_REPLIES", str(tmp_path / "replies"))


def ask(tmp_path: Path, *script: Step, mode: str = "simple") -> Verdict:
    with OpenAIServer(script) as server:
        job = jobs.Job(
            model=opening.ModelChoice("scripted", mode, base_url=server.url),
            selection=Selection(instances=(EXTRACT,)),
            choices=LOCAL,
            run=str(tmp_path / "run"),
        )
        jobs.evaluate(job, lambda line: None, Quiet())
    found = RunFolder.open(tmp_path / "run").verdict(EXTRACT)
    assert found is not None
    return found


def right_answer() -> str:
    instance = find(EXTRACT, None)
    (change,) = sample(instance.project).changes(instance.base_commit, instance.commit)
    assert change.before is not None
    assert change.after is not None
    before, after = change.before.decode(), change.after.decode()
    return f"Here it is.\n\n{change.path}\n<<<<<<< SEARCH\n{before}=======\n{after}>>>>>>> REPLACE\n"


def test_a_right_answer_is_resolved(tmp_path: Path) -> None:
    verdict = ask(tmp_path, Says(right_answer()))
    assert verdict.resolved
    assert RunFolder.open(tmp_path / "run").predictions[0].usage.input_tokens == 100


def test_with_examples_a_right_answer_is_resolved(tmp_path: Path) -> None:
    assert ask(tmp_path, Says(right_answer()), mode="rag").resolved
    (prediction,) = RunFolder.open(tmp_path / "run").predictions
    request = prediction.transcript[1].content
    assert [request.count(f"## Example {number}: Extract Method") for number in (1, 2, 3, 4)] == [1, 1, 1, 0]
    assert request.index("## Example 3") < request.index("# Task")


def test_a_run_that_is_made_again_asks_nothing(tmp_path: Path) -> None:
    with OpenAIServer([Says(right_answer())]) as server:
        for name in ("one", "two"):
            job = jobs.Job(
                model=opening.ModelChoice("scripted", base_url=server.url),
                selection=Selection(instances=(EXTRACT,)),
                choices=LOCAL,
                run=str(tmp_path / name),
            )
            jobs.predict(job, lambda line: None, Quiet())
    one, two = (RunFolder.open(tmp_path / name).predictions for name in ("one", "two"))
    assert one == two
    assert len(server.requests) == 1


def test_a_format_error_is_mended_in_one_more_round(tmp_path: Path) -> None:
    assert ask(tmp_path, Says("I extracted the method."), Says(right_answer())).resolved


def test_an_answer_without_edits_fails_with_its_reason(tmp_path: Path) -> None:
    verdict = ask(tmp_path, Says("I would rather not change it."))
    assert verdict.checks[0].reason == "no_edit"
    assert not verdict.broken


def test_a_server_that_fails_is_no_fault_of_the_model_and_is_asked_again_on_resume(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert ask(tmp_path, Fails(500)).broken
    assert RunFolder.open(tmp_path / "run").predictions == ()


def test_a_wrong_key_ends_the_run_at_once(tmp_path: Path) -> None:
    with pytest.raises(SwerefactorError) as caught:
        ask(tmp_path, Fails(401, "Incorrect API key provided"))
    assert "key" in (caught.value.message + caught.value.tip).lower()


def test_each_sample_is_another_answer_under_one_budget(tmp_path: Path) -> None:
    prices = tmp_path / "prices.toml"
    prices.write_text('as_of = "now"\n[models]\n"scripted" = { input = 1, output = 1 }\n')
    script = [Says("no"), Says("no"), Says(right_answer()), Says("never"), Says("never")]
    with OpenAIServer(script) as server:
        job = jobs.Job(
            model=opening.ModelChoice(
                "scripted", base_url=server.url, temperature=0.5, samples=3, budget=1.0, prices=prices
            ),
            selection=Selection(instances=(EXTRACT,)),
            choices=LOCAL,
            run=str(tmp_path / "run"),
        )
        report = jobs.evaluate(job, lambda line: None, Quiet()).report
    assert (report.resolved, report.total, report.pass_at) == (1, 3, {1: pytest.approx(1 / 3), 3: 1.0})
    folder = RunFolder.open(tmp_path / "run")
    assert sorted(p.sample for p in folder.predictions) == [0, 1, 2]
    assert folder.read_for(EXTRACT, "patch.diff") == ""
    assert "diff --git" in (folder.read_for(EXTRACT, "patch.diff", sample=1) or "")
    assert len({request["seed"] for request in server.requests}) == 3
    assert report.usage.cost == pytest.approx(5 * 120 / 1e6)


def test_samples_that_can_not_differ_are_refused() -> None:
    for name, way_out in (("gpt-4o-mini", "--temperature"), ("gold", "--samples")):
        with pytest.raises(InputError) as caught:
            opening.ModelChoice(name, samples=3)
        assert way_out in caught.value.tip


@pytest.mark.parametrize("mode", ["simple", "multi-agent"])
def test_what_a_paid_run_will_cost_is_said_before_the_first_call(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, mode: str
) -> None:
    monkeypatch.setenv("OPENAI_API_KEY", "none")
    told: list[Forecast] = []

    def refuse(forecast: Forecast) -> None:
        told.append(forecast)
        raise InputError("No.", "Another day.")

    job = jobs.Job(
        model=opening.ModelChoice("gpt-4o-mini", mode),
        selection=Selection(projects=("ledger",)),
        choices=LOCAL,
        run=str(tmp_path / "run"),
    )
    with pytest.raises(InputError, match="No"):
        jobs.predict(job, lambda line: None, Quiet(), refuse)
    (forecast,) = told
    assert forecast.answers == 8
    assert forecast.input_tokens > 8 * 1000
    assert forecast.cost == pytest.approx(
        (forecast.input_tokens * 0.15 + forecast.output_tokens * 0.60) / 1e6
    )


def test_mode_simple_loads_nothing_of_the_other_modes(tmp_path: Path) -> None:
    script = (
        "import sys\n"
        "from swerefactor.cli.app import main\n"
        "try:\n"
        "    main()\n"
        "finally:\n"
        "    heavy = ('langgraph', 'onnxruntime', 'numpy', 'tokenizers', 'rank_bm25', 'torch', 'xllamacpp')\n"
        "    print([name for name in sys.modules if name.split('.')[0] in heavy])\n"
    )
    with OpenAIServer([Says("no")]) as server:
        options = ["predict", "--model", "m", "--base-url", server.url, "--instance", EXTRACT]
        run = subprocess.run(
            [sys.executable, "-c", script, *options],
            cwd=tmp_path,
            env=os.environ | {"PYTHONPATH": str(ROOT)},
            capture_output=True,
            text=True,
            check=True,
        )
    assert run.stdout.splitlines()[-1] == "[]"
    assert len(server.requests) == 2
