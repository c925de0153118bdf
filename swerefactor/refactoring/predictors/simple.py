"""Modes simple and rag: one prompt with what surrounds the method, one reply with the edits."""

from __future__ import annotations

from typing import TYPE_CHECKING

from swerefactor.models import UnusableReply
from swerefactor.models.wrapping import CHARACTERS_PER_TOKEN
from swerefactor.protocols import Model
from swerefactor.refactoring.predictors.contexts import Contexts
from swerefactor.refactoring.predictors.conversation import Conversation
from swerefactor.refactoring.predictors.edits import EditError
from swerefactor.refactoring.predictors.files import BaseFiles
from swerefactor.refactoring.predictors.prompts import Prompts
from swerefactor.refactoring.predictors.request import Request, room
from swerefactor.repositories import Repositories
from swerefactor.values import Failure, Instance, Prediction, Usage

if TYPE_CHECKING:
    from swerefactor.refactoring.predictors.examples import Examples

REPAIRS = 1
"""How often a model may mend edits that can't be applied."""


ANSWER_TOKENS = 1500
"""What an answer takes, roughly: for a forecast alone."""


class SimplePredictor:
    """Asks a model for one refactoring, and once more when its edits can't be applied."""

    def __init__(
        self,
        model: Model,
        repositories: Repositories,
        contexts: Contexts,
        prompts: Prompts | None = None,
        limit: int | None = None,
        examples: Examples | None = None,
    ) -> None:
        limit = room(model) if limit is None else limit
        self.name = model.name
        self._model = model
        self._repositories = repositories
        self._prompts = prompts or Prompts()
        found = examples.variants if examples else None
        self._request = Request(contexts, self._prompts, limit, found)
        folders = ("simple", "rag") if examples else ("simple",)
        texts = self._prompts.identity(*folders, "types", "destination")
        mode = f"rag/1 {examples.identity}" if examples else "simple/1"
        self.identity = f"{mode} {model.identity} {limit=} {texts}"

    def predict(self, instance: Instance) -> Prediction:
        """The patch that the model's edits make.

        What the model does wrong (`EditError` after the repair, `UnusableReply`) is the
        prediction's failure. Raises `ModelError` when the service failed, for then nothing is
        known of the model, and `InvalidInstance` for a target that is not at the base commit.
        """
        repository = self._repositories.open(instance.repository)
        base = BaseFiles(repository, instance.base_commit)
        talk = Conversation(self._model, self._prompts.load("simple/system").fill({}))
        request = self._request.text(instance, base)
        patch, failure = "", None
        try:
            patch = self._patch(talk, request, base)
        except (EditError, UnusableReply) as error:
            failure = Failure(reason=error.reason, message=error.message)
        return Prediction(
            instance_id=instance.id,
            model_name_or_path=self.name,
            model_patch=patch,
            usage=talk.usage,
            failure=failure,
            transcript=tuple(talk.messages),
        )

    def estimate(self, instance: Instance) -> Usage:
        """About how many tokens one answer takes; nothing is asked."""
        base = BaseFiles(self._repositories.open(instance.repository), instance.base_commit)
        told = self._prompts.load("simple/system").fill({}) + self._request.text(instance, base)
        return Usage(input_tokens=int(len(told) / CHARACTERS_PER_TOKEN), output_tokens=ANSWER_TOKENS)

    def _patch(self, talk: Conversation, request: str, base: BaseFiles) -> str:
        for _ in range(REPAIRS):
            try:
                return base.patch(talk.ask(request))
            except EditError as error:
                problems = "\n".join(f"- {problem}" for problem in error.problems[:20])
                request = self._prompts.load("simple/repair").fill({"problems": problems})
        return base.patch(talk.ask(request))
