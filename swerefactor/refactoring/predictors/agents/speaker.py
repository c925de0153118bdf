"""One agent: a conversation in which the model calls tools until it replies without a call."""

from __future__ import annotations

from dataclasses import dataclass

from swerefactor.protocols import Model
from swerefactor.refactoring.predictors.agents.toolbox import Toolbox
from swerefactor.refactoring.predictors.conversation import Conversation
from swerefactor.values import Reply, ToolCall


class LimitReached(Exception):
    """The agents have gone on for as long as they may; the text says which limit it was."""


@dataclass
class Turns:
    """How many replies the agents of one instance may still give."""

    left: int

    def take(self) -> None:
        """Take one. Raises `LimitReached` when there is none."""
        if not self.left:
            raise LimitReached("The agents were not done after the turns that they may take.")
        self.left -= 1


@dataclass
class Speaker:
    """An agent at work."""

    talk: Conversation
    box: Toolbox
    turns: Turns
    same_calls: int

    @classmethod
    def of(cls, model: Model, name: str, told: str, box: Toolbox, turns: Turns, same_calls: int) -> Speaker:
        """An agent of this name that is told this first and has these tools."""
        return cls(Conversation(model, told, box.tools, name), box, turns, same_calls)

    def work(self, request: str) -> str:
        """What the agent says when it is done. Raises `LimitReached` and `ModelError`."""
        self.turns.take()
        reply = self.talk.say(request)
        before: tuple[tuple[str, str], ...] = ()
        repeated = 0
        while reply.calls:
            asked = _as_asked(reply)
            repeated = repeated + 1 if asked == before else 1
            before = asked
            if repeated > self.same_calls:
                raise LimitReached(
                    f"An agent asked for the same call again and again: {_named(reply.calls)}."
                )
            self.turns.take()
            reply = self.talk.answer([(call, self.box.call(call)) for call in reply.calls])
        return reply.content


def _as_asked(reply: Reply) -> tuple[tuple[str, str], ...]:
    """The calls without their ids, which are always new."""
    return tuple((call.name, repr(sorted(call.arguments.items()))) for call in reply.calls)


def _named(calls: tuple[ToolCall, ...]) -> str:
    return ", ".join(call.name for call in calls)
