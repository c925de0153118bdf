"""A model's answer becomes a verdict: right, wrong, in the wrong format, or none, over real HTTP."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from swerefactor.errors import SwerefactorError
from swerefactor.refactoring import jobs
from swerefactor.refactoring.dataset import Selection, find
from swerefactor.refactoring.predictors import opening
from swerefactor.runs.folder import RunFolder
from swerefactor.values import Verdict
from tests.fakes.openai_server import Fails, OpenAIServer, Says, Step
from tests.refactoring.test_jobs import EXTRACT, LOCAL, Quiet, sample


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
