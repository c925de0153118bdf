"""From what a user asked for to a predictor: gold, noop, or a chat model in one of the modes."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from swerefactor import settings
from swerefactor.protocols import Analyser, Model, Predictor
from swerefactor.refactoring.predictors.given import GoldPredictor, NoopPredictor
from swerefactor.refactoring.predictors.outside import AgentCommand, AgentPredictor
from swerefactor.refactoring.predictors.prompts import Prompts
from swerefactor.repositories import Repositories
from swerefactor.runs.folder import Kept, content_key

if TYPE_CHECKING:
    from swerefactor.refactoring.verify.workbench import Workbench

MODES = ("simple", "rag", "multi-agent", "agent")
REFERENCES = ("gold", "noop")
"""Predictors that ask no model."""


@dataclass(frozen=True)
class ModelChoice:
    """Which predictor a user asked for. Models are asked in a `mode`; gold, noop and replay have none."""

    name: str
    mode: str = "simple"
    base_url: str | None = None
    seed: int = 0
    temperature: float = 0.0
    calls: int | None = None
    """Calls under way at a time; None for as many as there are workers."""
    budget: float | None = None
    """US dollars that the calls may cost."""
    prices: Path | None = None
    """A price file in the place of the project's own."""
    agent: AgentCommand | None = None
    """The command of mode agent."""

    @property
    def asks(self) -> bool:
        """Whether a model is asked, or an agent."""
        return self.agent is not None or (self.name not in REFERENCES and not self.name.startswith("replay:"))

    @property
    def builds(self) -> bool:
        """Whether predicting needs a sandbox."""
        return self.asks and self.mode in ("multi-agent", "agent")


def open_predictor(
    choice: ModelChoice, repositories: Repositories, analyser: Analyser, bench: Workbench | None = None
) -> Predictor:
    """The predictor that was asked for; `bench` is needed where it `builds`."""
    if choice.name == "gold":
        return GoldPredictor(repositories)
    if choice.name == "noop":
        return NoopPredictor()
    if choice.builds:
        if bench is None:
            raise ValueError("agents need a workbench")
        return _open_agents(choice, bench)
    model = open_chat(choice)
    from swerefactor.refactoring.predictors.simple import SimplePredictor

    if choice.mode == "rag":
        from swerefactor.refactoring.predictors.examples import Examples
        from swerefactor.retrieval.setup import open_folder

        examples = Examples(open_folder(), Prompts())
        return SimplePredictor(model, repositories, analyser, examples=examples)
    return SimplePredictor(model, repositories, analyser)


def _open_agents(choice: ModelChoice, bench: Workbench) -> Predictor:
    if choice.agent is not None:
        return AgentPredictor(choice.agent, bench)
    from swerefactor.refactoring.predictors.agents.multi_agent import MultiAgentPredictor

    return MultiAgentPredictor(open_chat(choice), bench)


def open_chat(choice: ModelChoice) -> Model:
    """The model, which remembers its replies and minds the budget.

    Raises `InputError` for a name, address, key, package or price that is missing or cannot be right.
    """
    from swerefactor.errors import InputError
    from swerefactor.models import open_model
    from swerefactor.models.prices import Prices
    from swerefactor.models.wrapping import CachedModel, LimitedModel, PaidModel

    price = Prices.read(choice.prices).of(choice.name)
    if choice.budget is not None and price is None:
        raise InputError(
            f"No price is known for the model {choice.name}, so that --budget can't be kept.",
            "Write its price into a file and name it with --prices.",
        )
    model = open_model(
        choice.name, base_url=choice.base_url, seed=choice.seed, temperature=choice.temperature
    )
    if choice.calls is not None:
        model = LimitedModel(model, choice.calls)
    if price is not None:
        model = PaidModel(model, price, choice.budget)
    return CachedModel(model, Kept(settings.replies_folder()), content_key)
