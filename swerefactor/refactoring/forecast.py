"""What a run of a paid model will cost, roughly, before its first call."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Protocol, runtime_checkable

from swerefactor.errors import SwerefactorError
from swerefactor.protocols import Predictor
from swerefactor.runs.folder import RunFolder, content_key
from swerefactor.values import Instance, Usage

if TYPE_CHECKING:
    from swerefactor.models.prices import Price

LOOKED_AT = 5
"""Instances whose requests are written to see how long they are."""


@runtime_checkable
class Estimating(Protocol):
    """A predictor that can say what an instance will take."""

    def estimate(self, instance: Instance) -> Usage:
        """About how many tokens go in and come out; nothing is asked."""
        ...


@dataclass(frozen=True)
class Forecast:
    """What the calls that are still to be made will take."""

    model: str
    answers: int
    input_tokens: int
    output_tokens: int
    cost: float
    """US dollars."""

    def __str__(self) -> str:
        return (
            f"{self.model} is to give {self.answers} answers: some {_rounded(self.input_tokens)} tokens in,"
            f" {_rounded(self.output_tokens)} out, about ${self.cost:.2f}."
        )


Agree = Callable[[Forecast], None]
"""Shown a forecast, returns or raises."""


def forecast(
    instances: Sequence[Instance], predictors: Sequence[Predictor], folder: RunFolder, price: Price
) -> Forecast | None:
    """What is left to ask, from the requests of a few instances; None where that is nothing.

    Replies that are kept from other runs are not known here: the run may cost less.
    """
    left = [
        (instance, predictor)
        for sample, predictor in enumerate(predictors)
        for instance in instances
        if folder.prediction(instance.id, content_key(instance, predictor.identity), sample) is None
    ]
    seen = [found for instance, predictor in _spread(left) if (found := _estimate(instance, predictor))]
    if not seen:
        return None
    came, gave = (
        sum(counts) * len(left) // len(seen)
        for counts in zip(*((each.input_tokens, each.output_tokens) for each in seen), strict=True)
    )
    return Forecast(predictors[0].name, len(left), came, gave, price.of(came, gave))


def _spread(left: Sequence[tuple[Instance, Predictor]]) -> Sequence[tuple[Instance, Predictor]]:
    return left[:: max(1, len(left) // LOOKED_AT)][:LOOKED_AT]


def _estimate(instance: Instance, predictor: Predictor) -> Usage | None:
    if not isinstance(predictor, Estimating):
        return None
    try:
        return predictor.estimate(instance)
    except SwerefactorError:
        # The run itself will say what is wrong with this instance.
        return None


def _rounded(tokens: int) -> str:
    return f"{tokens / 1e6:.1f} M" if tokens >= 1e6 else f"{round(tokens, -3):,}"
