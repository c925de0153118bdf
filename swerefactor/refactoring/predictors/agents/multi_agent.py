"""Mode multi-agent: the developer changes, the reviewer checks and remarks, until it approves."""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import partial
from typing import Any

from swerefactor import scratch
from swerefactor.errors import InputError
from swerefactor.models import UnusableReply
from swerefactor.protocols import Model
from swerefactor.refactoring.predictors.agents import developer
from swerefactor.refactoring.predictors.agents.reviewer import Checks
from swerefactor.refactoring.predictors.agents.speaker import LimitReached, Speaker, Turns
from swerefactor.refactoring.predictors.agents.toolbox import Action, Toolbox
from swerefactor.refactoring.predictors.agents.workflow import Agents
from swerefactor.refactoring.predictors.agents.working_copy import WorkingCopy
from swerefactor.refactoring.predictors.conversation import total
from swerefactor.refactoring.predictors.files import BaseFiles
from swerefactor.refactoring.predictors.prompts import Prompts
from swerefactor.refactoring.predictors.request import method_values
from swerefactor.refactoring.verify.workbench import Workbench, base_of
from swerefactor.values import Failure, Instance, Prediction, Usage

APPROVED = "APPROVED"
"""How the reviewer's reply begins when nothing is to be mended."""


class MultiAgentPredictor:
    """A developer and a reviewer, two conversations with one model, as the folder `agents/` has them."""

    def __init__(
        self, model: Model, bench: Workbench, agents: Agents | None = None, prompts: Prompts | None = None
    ) -> None:
        if model.takes_tools is False:
            raise InputError(
                f"The model {model.name} can't call tools, which mode multi-agent needs.",
                "Take another model, or --mode simple or rag.",
            )
        self.name = model.name
        self._model = model
        self._bench = bench
        self._agents = agents or Agents.read()
        self._prompts = prompts or Prompts()
        texts = self._prompts.identity("multi-agent", "types", "destination")
        self.identity = f"multi-agent/1 {model.identity} {self._agents.identity} {texts}"

    def predict(self, instance: Instance) -> Prediction:
        """The change that the reviewer approves, or the best one so far when a limit is reached.

        What the model does wrong is the prediction's failure where there is no change at all. Raises
        `ModelError` when the service failed, and `InvalidInstance` as mode simple does.
        """
        base = BaseFiles(self._bench.repositories.open(instance.repository), instance.base_commit)
        with scratch.folder("tree") as tree:
            base.repository.export(base.commit, tree, ".java")
            copy = WorkingCopy(base)
            surround = partial(self._bench.analyser.context, tree, base.roots)
            tools = developer.actions(copy, self._bench.analyser, surround)
            team = Team(self._agents, self._prompts, self._model, copy, self._checks(instance, copy), tools)
            failure = team.work(instance, base)
        patch = team.best
        return Prediction(
            instance_id=instance.id,
            model_name_or_path=self.name,
            model_patch=patch,
            usage=total([speaker.talk.usage for speaker in team.speakers]),
            failure=None if patch else failure or Failure(reason="no_edit", message="Nothing was changed."),
            transcript=tuple(message for speaker in team.speakers for message in speaker.talk.messages),
        )

    def estimate(self, instance: Instance) -> Usage:
        """About how many tokens an instance takes, whichever it is: what the workflow's file says."""
        expected = self._agents.workflow.forecast
        return Usage(input_tokens=expected.input_tokens, output_tokens=expected.output_tokens)

    def _checks(self, instance: Instance, copy: WorkingCopy) -> Checks:
        project = self._bench.build_tool(base_of(instance)).describe(copy.base.read, instance.module)
        return Checks(self._bench, instance, project, copy, self._agents.workflow.limits)


@dataclass
class Team:
    """The two at work on one instance."""

    agents: Agents
    prompts: Prompts
    model: Model
    copy: WorkingCopy
    checks: Checks
    tools: tuple[Action[Any], ...]
    versions: list[tuple[int, str]] = field(default_factory=list)
    """Each change that was handed over, with how much speaks for it."""

    def __post_init__(self) -> None:
        workflow, told = self.agents.workflow, Prompts(self.agents.folder)
        turns, limits = Turns(workflow.limits.turns), workflow.limits
        self.developer, self.reviewer = (
            Speaker.of(self.model, name, told.load(name).fill({}), box, turns, limits.same_calls)
            for name, box in (
                ("developer", Toolbox.of(self.tools, workflow.developer.tools, limits.output)),
                ("reviewer", Toolbox.of(self.checks.actions, workflow.reviewer.tools, limits.output)),
            )
        )

    @property
    def speakers(self) -> tuple[Speaker, Speaker]:
        """Both, in the order of the transcript."""
        return self.developer, self.reviewer

    @property
    def best(self) -> str:
        """The change for which most speaks, the later one where they are equal; else what is there."""
        return max(reversed(self.versions), key=lambda each: each[0])[1] if self.versions else self.copy.patch

    def work(self, instance: Instance, base: BaseFiles) -> Failure | None:
        """Develop, review and mend to the end, or to a limit; then why it ended early."""
        values = method_values(instance, base, self.prompts)
        review = {"task": values["task"], "method": values["method"]}
        try:
            self.developer.work(self.prompts.load("multi-agent/develop").fill(values))
            for _ in range(self.agents.workflow.limits.repair_rounds):
                files = "\n".join(f"- `{change.path}`" for change in self.copy.changes) or "(none)"
                said = self.reviewer.work(
                    self.prompts.load("multi-agent/review").fill(review | {"files": files})
                )
                approved = said.lstrip("*_ ").upper().startswith(APPROVED)
                self.versions.append((self.checks.score() + 10 * approved, self.copy.patch))
                if approved:
                    break
                self.developer.work(self.prompts.load("multi-agent/mend").fill({"remarks": said}))
        except LimitReached as limit:
            return Failure(reason="agent_limit", message=str(limit))
        except UnusableReply as error:
            return Failure(reason=error.reason, message=error.message)
        return None
