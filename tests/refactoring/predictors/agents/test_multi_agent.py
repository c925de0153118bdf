"""Mode multi-agent from end to end: a scripted server over HTTP, real Java, the local sandbox."""

from __future__ import annotations

import json
import os
from collections.abc import Mapping
from pathlib import Path

import pytest

from swerefactor.errors import InputError
from swerefactor.refactoring import jobs
from swerefactor.refactoring.dataset import Selection, find
from swerefactor.refactoring.predictors.opening import ModelChoice
from swerefactor.repositories import Change
from swerefactor.runs.folder import RunFolder
from swerefactor.values import Prediction, Verdict
from tests.fakes.openai_server import Calls, OpenAIServer, Says, Step
from tests.refactoring.test_jobs import EXTRACT, LOCAL, Quiet, sample


@pytest.fixture(autouse=True)
def no_key_and_no_proxy(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    for name in list(os.environ):
        if name.lower().endswith("_proxy") or name.startswith(("OPENAI_", "LANGSMITH_", "LANGCHAIN_")):
            monkeypatch.delenv(name)
    monkeypatch.setenv("SWEREFACTOR_REPLIES", str(tmp_path / "replies"))


class Asked:
    """A finished run of one instance, and what the server was asked."""

    def __init__(self, folder: Path, *script: Step) -> None:
        with OpenAIServer(script) as server:
            job = jobs.Job(
                model=ModelChoice("scripted", mode="multi-agent", base_url=server.url),
                selection=Selection(instances=(EXTRACT,)),
                choices=LOCAL,
                run=str(folder / "run"),
            )
            jobs.evaluate(job, lambda line: None, Quiet())
        self.requests = server.requests
        self.folder = RunFolder.open(folder / "run")

    @property
    def verdict(self) -> Verdict:
        found = self.folder.verdict(EXTRACT)
        assert found is not None
        return found

    @property
    def prediction(self) -> Prediction:
        return self.folder.predictions[0]

    @property
    def told(self) -> list[str]:
        """What tools answered, in order."""
        return [message.content for message in self.prediction.transcript if message.role == "tool"]


def change() -> Change:
    instance = find(EXTRACT, None)
    (found,) = sample(instance.project).changes(instance.base_commit, instance.commit)
    return found


def right_edit() -> Calls:
    return edit(*texts())


def texts() -> tuple[str, str]:
    found = change()
    assert found.before is not None
    assert found.after is not None
    return found.before.decode(), found.after.decode()


def edit(search: str, replace: str) -> Calls:
    return call("edit", path=change().path, search=search, replace=replace)


def call(name: str, **arguments: object) -> Calls:
    return Calls(((name, arguments),))


def test_a_change_that_the_reviewer_approves_is_the_answer(tmp_path: Path) -> None:
    asked = Asked(
        tmp_path,
        call("read_file", path=change().path),
        right_edit(),
        Says("I extracted it."),
        Calls((("show_change", {}), ("find_refactorings", {}))),
        call("compile_and_test"),
        Says("APPROVED"),
    )
    assert asked.verdict.resolved
    read, edited, diff, seen, built = asked.told
    assert "class Money" in read
    assert edited.endswith("is edited.")
    assert diff.startswith("--- ")
    assert "is among them" in seen
    assert built == "compile: passed\ntests: passed"
    assert len(asked.requests) == 6


def test_a_wrong_change_is_mended_after_the_reviewers_remark(tmp_path: Path) -> None:
    before, after = texts()
    wrong = after.replace("return", "retrun", 1)
    asked = Asked(
        tmp_path,
        edit(before, wrong),
        Says("Done."),
        call("compile_and_test"),
        Says("It does not compile: write return."),
        edit(wrong, after),
        Says("Mended."),
        call("compile_and_test"),
        Says("**APPROVED**"),
    )
    assert asked.verdict.resolved
    first, second = (text for text in asked.told if text.startswith("compile"))
    assert first.startswith("compile: failed")
    assert second == "compile: passed\ntests: passed"
    remarks = [m.content for m in asked.prediction.transcript if m.role == "user"]
    assert any("It does not compile: write return." in text for text in remarks)


def test_at_a_limit_the_best_change_so_far_is_the_answer(tmp_path: Path) -> None:
    before, after = texts()
    look = call("read_file", path=change().path)
    asked = Asked(
        tmp_path,
        edit(before, after),
        Says("Done."),
        call("compile_and_test"),
        Says("Look for a better name."),
        edit(after, after.replace("return", "retrun", 1)),
        look, look, look, look,
    )  # fmt: skip
    assert asked.verdict.resolved


@pytest.mark.parametrize(
    ("wrong", "said"),
    [
        (call("reed_file", path="A"), "There is no tool 'reed_file'"),
        (call("read_file", file="A"), "path: field required"),
        (Calls((("read_file", "{path: A}"),)), "the arguments are no JSON object"),
        (call("read_file", path="../../etc/passwd"), "There is no file"),
        (call("read_class", class_name="Nobody"), "No class 'Nobody' is declared"),
        (call("edit", path="pom.xml", search="nothing of it", replace=""), "nowhere in the file"),
        (call("create_file", path="/etc/cron", content="x"), "not the path of a project file"),
    ],
)
def test_a_wrong_call_is_answered_with_what_is_wrong(wrong: Calls, said: str, tmp_path: Path) -> None:
    asked = Asked(tmp_path, wrong, Says("I give up."), Says("APPROVED"))
    assert said in asked.told[0]
    assert asked.verdict.checks[0].reason == "no_edit"
    assert not asked.verdict.broken


def test_the_same_call_for_ever_ends_by_a_limit(tmp_path: Path) -> None:
    asked = Asked(tmp_path, call("project_tree"))
    assert asked.verdict.checks[0].reason == "agent_limit"
    assert len(asked.requests) == 4


def test_the_developer_can_look_around(tmp_path: Path) -> None:
    target = find(EXTRACT, None).target
    method = {"class_name": target.class_name, "method": target.signature}
    asked = Asked(
        tmp_path,
        Calls((
            ("callers", method), ("callees", method), ("hierarchy", method), ("destinations", method),
            ("search", {"text": "Money.parse("}), ("project_tree", {"folder": "src/test"}),
            ("read_class", {"class_name": "Money"}),
        )),
        Says("Enough."),
        Says("APPROVED"),
    )  # fmt: skip
    callers, _, hierarchy, _, hits, tree, text = asked.told
    assert "sample.ledger." in callers
    assert hierarchy.startswith("supertypes:")
    assert "Money.parse(" in hits
    assert all(path.startswith("src/test/") for path in tree.splitlines())
    assert "class Money" in text


def test_nothing_of_the_developers_solution_is_in_any_message(tmp_path: Path) -> None:
    before, after = texts()
    fresh = {line.strip() for line in after.splitlines()} - {line.strip() for line in before.splitlines()}
    looks = [("show_change", {}), ("find_refactorings", {}), ("compile_and_test", {}), ("check_style", {})]
    wrong = before.replace("return", "return ", 1)
    asked = Asked(tmp_path, edit(before, wrong), Says("Done."), Calls(tuple(looks)), Says("APPROVED"))
    told = _texts(asked.requests)
    assert not [line for line in fresh if len(line) > 12 and line in told]


def _texts(requests: list[Mapping[str, object]]) -> str:
    return json.dumps([request["messages"] for request in requests], ensure_ascii=False)


def test_a_model_without_tools_is_refused_before_it_is_asked(tmp_path: Path) -> None:
    from swerefactor.refactoring.predictors.agents.multi_agent import MultiAgentPredictor
    from tests.fakes.model import ScriptedModel

    model = ScriptedModel([])
    model.takes_tools = False
    with pytest.raises(InputError, match="can't call tools"):
        MultiAgentPredictor(model, None)  # type: ignore[arg-type]
