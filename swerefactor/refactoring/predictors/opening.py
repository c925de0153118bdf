"""From what a user asked for to a predictor: gold, noop, or a chat model in one of the modes."""

from __future__ import annotations

import os
import threading
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from swerefactor import settings
from swerefactor.errors import InputError
from swerefactor.protocols import Analyser, Model, Predictor
from swerefactor.refactoring.predictors.given import GoldPredictor, NoopPredictor
from swerefactor.refactoring.predictors.outside import AgentCommand, AgentPredictor
from swerefactor.refactoring.predictors.prompts import Prompts
from swerefactor.repositories import Repositories
from swerefactor.runs.folder import Kept, content_key

if TYPE_CHECKING:
    from swerefactor.models.prices import Price
    from swerefactor.refactoring.predictors.examples import Examples
    from swerefactor.refactoring.verify.workbench import Workbench

MODES = ("simple", "rag", "multi-agent", "agent")
_SERVERS = ("OPENAI_BASE_URL", "OPENAI_API_BASE")
"""Environment variables by which OpenAI's own library is sent to another server."""
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
    samples: int = 1
    """Answers to each instance."""

    def __post_init__(self) -> None:
        if self.samples > 1 and not self.varies:
            what = "at temperature 0" if self.asks else "of the same patch"
            raise InputError(
                f"--samples {self.samples} {what} are {self.samples} times the same.",
                "Set --temperature, as in 0.8." if self.asks else "Leave out --samples.",
            )

    @property
    def varies(self) -> bool:
        """Whether two answers to the same question may differ."""
        return self.agent is not None or (self.asks and self.temperature > 0)

    @property
    def asks(self) -> bool:
        """Whether a model is asked, or an agent."""
        return self.agent is not None or (self.name not in REFERENCES and not self.name.startswith("replay:"))

    @property
    def has_own_server(self) -> bool:
        """Whether a server of the user's own answers, which has its own price."""
        return self.base_url is not None or any(name in os.environ for name in _SERVERS)

    @property
    def builds(self) -> bool:
        """Whether predicting needs a sandbox."""
        return self.asks and self.mode in ("multi-agent", "agent")


def open_predictors(
    choice: ModelChoice, repositories: Repositories, analyser: Analyser, bench: Workbench | None = None
) -> tuple[Predictor, ...]:
    """The predictor that was asked for, one for each sample; `bench` is needed where it `builds`."""
    if choice.name == "gold":
        return (GoldPredictor(repositories),)
    if choice.name == "noop":
        return (NoopPredictor(),)
    if choice.builds and bench is None:
        raise ValueError("agents need a workbench")
    if bench is not None and choice.agent is not None:
        return (AgentPredictor(choice.agent, bench),) * choice.samples
    models = open_chats(choice)
    if bench is not None and choice.mode == "multi-agent":
        from swerefactor.refactoring.predictors.agents.multi_agent import MultiAgentPredictor

        return tuple(MultiAgentPredictor(model, bench) for model in models)
    from swerefactor.analysis.analyser import analyser_version
    from swerefactor.refactoring.predictors.contexts import Contexts
    from swerefactor.refactoring.predictors.simple import SimplePredictor

    examples = _examples(repositories) if choice.mode == "rag" else None
    contexts = Contexts(analyser, Kept(settings.cache_folder() / "contexts"), analyser_version())
    return tuple(SimplePredictor(model, repositories, contexts, examples=examples) for model in models)


def _examples(repositories: Repositories) -> Examples:
    from swerefactor.refactoring.predictors.examples import Examples
    from swerefactor.refactoring.predictors.pointed import reader
    from swerefactor.retrieval.setup import open_folder

    return Examples(open_folder(read=reader(repositories)), Prompts())


def price_of(choice: ModelChoice) -> Price | None:
    """What the model costs; None where that is not known.

    Raises `InputError` for a price file that is wrong, and for a budget without a price.
    """
    from swerefactor.models.prices import Prices

    price = Prices.read(choice.prices).of(choice.name)
    if choice.budget is not None and price is None:
        raise InputError(
            f"No price is known for the model {choice.name}, so that --budget can't be kept.",
            "Write its price into a file and name it with --prices.",
        )
    return price


def open_chats(choice: ModelChoice) -> tuple[Model, ...]:
    """The model, once for each sample, with one seed after another; they share budget and turns.

    They remember their replies. Raises `InputError` for a name, address, key, package or price that is
    missing or cannot be right.
    """
    from swerefactor.models import open_model
    from swerefactor.models.wrapping import CachedModel, LimitedModel, PaidModel, Purse

    price, purse = price_of(choice), Purse(choice.budget)
    turns = threading.BoundedSemaphore(choice.calls) if choice.calls is not None else None
    replies = Kept(settings.replies_folder())

    def opened(seed: int) -> Model:
        model = open_model(choice.name, base_url=choice.base_url, seed=seed, temperature=choice.temperature)
        if turns is not None:
            model = LimitedModel(model, turns)
        if price is not None:
            model = PaidModel(model, price, purse)
        return CachedModel(model, replies, content_key)

    return tuple(opened(choice.seed + sample) for sample in range(choice.samples))
