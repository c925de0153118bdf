"""What stands around a model: a cache of its replies, a limit on calls at a time, a price, a budget."""

from __future__ import annotations

import json
import threading
from collections.abc import Callable, Sequence
from contextlib import AbstractContextManager
from typing import Protocol

from swerefactor.errors import ModelError
from swerefactor.models.prices import Price
from swerefactor.protocols import Model
from swerefactor.values import Message, Reply, Tool

CHARACTERS_PER_TOKEN = 3.0
"""Of Java and English; most tokenizers need fewer tokens, so that an estimate is rather too high."""
USUAL_ANSWER = 4096
"""Tokens of an answer that are set aside before a call, where no limit is set."""


class ReplyStore(Protocol):
    """Where replies are kept, by key."""

    def lock(self, key: str) -> AbstractContextManager[object]:
        """Held while one reply is made: two who ask the same wait for one answer."""
        ...

    def get(self, key: str, kind: type[Reply]) -> Reply | None:
        """The reply under this key."""
        ...

    def put(self, key: str, value: Reply) -> None:
        """Keep a reply."""
        ...


class _Around:
    """A model in whose place another one answers."""

    def __init__(self, inner: Model) -> None:
        self._inner = inner

    @property
    def name(self) -> str:
        return self._inner.name

    @property
    def identity(self) -> str:
        return self._inner.identity

    @property
    def window(self) -> int | None:
        return self._inner.window

    @property
    def takes_tools(self) -> bool | None:
        return self._inner.takes_tools


class CachedModel(_Around):
    """Asks a question once. What is kept is the reply with what it cost then; failures are not kept."""

    def __init__(self, inner: Model, store: ReplyStore, key: Callable[..., str]) -> None:
        super().__init__(inner)
        self._store = store
        self._key = key

    def reply(self, messages: Sequence[Message], tools: Sequence[Tool] = ()) -> Reply:
        """The reply that is kept for these messages and tools, or a new one."""
        asked = [message.said for message in messages]
        offered = [tool.model_dump(mode="json") for tool in tools]
        key = self._key("reply/1", self._inner.identity, asked, offered)
        with self._store.lock(key):
            found = self._store.get(key, Reply)
            if found is None:
                found = self._inner.reply(messages, tools)
                self._store.put(key, found)
        return found


class LimitedModel(_Around):
    """Lets so many calls be under way at a time; models may share their `turns`."""

    def __init__(self, inner: Model, turns: threading.Semaphore) -> None:
        super().__init__(inner)
        self._turns = turns

    def reply(self, messages: Sequence[Message], tools: Sequence[Tool] = ()) -> Reply:
        """The model's reply, when it is this call's turn."""
        with self._turns:
            return self._inner.reply(messages, tools)


class BudgetSpent(ModelError):
    """The next call could cost more than what is left of the budget."""


class Purse:
    """What may be spent, in US dollars, and what is; shared by all calls, whatever thread they are in."""

    def __init__(self, budget: float | None = None) -> None:
        self.spent = 0.0
        self._budget = budget
        self._aside = 0.0
        self._lock = threading.Lock()

    def set_aside(self, most: float, name: str) -> None:
        """Before a call: what it can cost at most. Raises `BudgetSpent` where that is not left."""
        with self._lock:
            if self._budget is not None and self.spent + self._aside + most > self._budget:
                raise BudgetSpent(
                    f"The budget of ${self._budget:.2f} does not last for the next call of {name}:"
                    f" ${self.spent:.2f} are spent, and it may cost ${most:.2f}.",
                    "What is finished is kept: start the same command again with a larger --budget.",
                    "budget_spent",
                )
            self._aside += most

    def pay(self, most: float, cost: float) -> None:
        """After the call: what it did cost of what was set aside."""
        with self._lock:
            self._aside -= most
            self.spent += cost


class PaidModel(_Around):
    """Writes what a reply costs into its usage, and asks no more when the purse would not last.

    Before a call, what it can cost is set aside: by the length of its messages, and with an answer of
    `answer` tokens. So calls at the same time can't spend the same money.
    """

    def __init__(
        self, inner: Model, price: Price, purse: Purse | None = None, answer: int = USUAL_ANSWER
    ) -> None:
        super().__init__(inner)
        self.purse = purse or Purse()
        self._price = price
        self._answer = answer

    def reply(self, messages: Sequence[Message], tools: Sequence[Tool] = ()) -> Reply:
        """The reply with its cost. Raises `BudgetSpent` before a call that may cost too much."""
        most = self._price.of(tokens(messages, tools), self._answer)
        self.purse.set_aside(most, self.name)
        cost = 0.0
        try:
            reply = self._inner.reply(messages, tools)
            cost = self._price.of(reply.usage.input_tokens, reply.usage.output_tokens)
        except ModelError as error:
            # A reply that can't be used is paid for all the same.
            useless = getattr(error, "reply", None)
            if isinstance(useless, Reply):
                cost = self._price.of(useless.usage.input_tokens, useless.usage.output_tokens)
                usage = useless.usage.model_copy(update={"cost": cost})
                error.reply = useless.model_copy(update={"usage": usage})  # type: ignore[attr-defined]
            raise
        finally:
            self.purse.pay(most, cost)
        return reply.model_copy(update={"usage": reply.usage.model_copy(update={"cost": cost})})


def tokens(messages: Sequence[Message], tools: Sequence[Tool] = ()) -> int:
    """About how many tokens these take, rather too many than too few."""
    length = sum(len(json.dumps(message.said)) for message in messages)
    length += sum(len(tool.model_dump_json()) for tool in tools)
    return int(length / CHARACTERS_PER_TOKEN) + 1
