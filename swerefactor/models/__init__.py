"""Chat models behind the protocol `Model`, one adapter per kind."""

from __future__ import annotations

from swerefactor.models import smollm2
from swerefactor.models.langchain import open_langchain
from swerefactor.models.unusable import UnusableReply
from swerefactor.protocols import Model

__all__ = ["UnusableReply", "open_model"]


def open_model(
    name: str,
    *,
    base_url: str | None = None,
    temperature: float | None = 0.0,
    seed: int | None = 1,
    timeout: float = 300.0,
    max_tokens: int | None = None,
    retries: int = 4,
) -> Model:
    """The chat model of this name, ready to be asked: `smollm2`, or any of `open_langchain`.

    Raises `InputError` for a name, address, key or package that is missing or cannot be right.
    """
    if name == smollm2.NAME and base_url is None:
        return smollm2.SmolLM2(seed, temperature)
    return open_langchain(
        name,
        base_url=base_url,
        temperature=temperature,
        seed=seed,
        timeout=timeout,
        max_tokens=max_tokens,
        retries=retries,
    )
