"""A conversation with a model: its messages, the tools it may call, and what it costs."""

from __future__ import annotations

from collections.abc import Sequence

from swerefactor.models import UnusableReply
from swerefactor.protocols import Model
from swerefactor.values import Message, Reply, Tool, ToolCall, Usage


class Conversation:
    """Messages to and from a model, and what they cost."""

    def __init__(self, model: Model, system: str, tools: Sequence[Tool] = (), agent: str = "") -> None:
        self.messages = [Message(role="system", content=system, agent=agent)]
        self._agent = agent
        self._model = model
        self._tools = tuple(tools)
        self._usages: list[Usage] = []

    def ask(self, request: str) -> str:
        """The text of the model's answer to one more message. Raises `ModelError`."""
        return self.say(request).content

    def say(self, request: str) -> Reply:
        """The model's answer to one more message. Raises `ModelError`."""
        self.messages.append(Message(role="user", content=request, agent=self._agent))
        return self._next()

    def answer(self, results: Sequence[tuple[ToolCall, str]]) -> Reply:
        """What the model says to the results of the calls that it asked for. Raises `ModelError`."""
        self.messages += [
            Message(role="tool", content=text, answers=call.id, agent=self._agent) for call, text in results
        ]
        return self._next()

    def _next(self) -> Reply:
        try:
            reply = self._model.reply(self.messages, self._tools)
        except UnusableReply as error:
            self._keep(error.reply)
            raise
        self._keep(reply)
        return reply

    def _keep(self, reply: Reply) -> None:
        self.messages.append(
            Message(
                role="assistant",
                content=reply.content,
                calls=reply.calls,
                usage=reply.usage,
                agent=self._agent,
            )
        )
        self._usages.append(reply.usage)

    @property
    def usage(self) -> Usage:
        """The sum over all replies; its cost is absent when that of one is."""
        return total(self._usages)


def total(usages: Sequence[Usage]) -> Usage:
    """The sum; its cost is absent when that of one is."""
    costs = [usage.cost for usage in usages if usage.cost is not None]
    return Usage(
        input_tokens=sum(usage.input_tokens for usage in usages),
        output_tokens=sum(usage.output_tokens for usage in usages),
        cost=sum(costs) if costs and len(costs) == len(usages) else None,
        seconds=sum(usage.seconds for usage in usages),
    )
