"""A `Model` that says what its script holds."""

from __future__ import annotations

from collections.abc import Sequence

from swerefactor.models import UnusableReply
from swerefactor.values import Message, Reply, Usage


class ScriptedModel:
    """Gives each request the next reply of its script; an exception in it is raised.

    A text counts as 100 tokens in and 20 out; an empty one is refused as a real model's is.
    `conversations` are the messages of each request.
    """

    def __init__(self, script: Sequence[str | Exception], name: str = "scripted") -> None:
        self.name = name
        self.identity = f"{name}/1"
        self.conversations: list[tuple[Message, ...]] = []
        self._script = list(script)

    def reply(self, messages: Sequence[Message]) -> Reply:
        self.conversations.append(tuple(messages))
        step = self._script.pop(0)
        if isinstance(step, Exception):
            raise step
        reply = Reply(content=step, usage=Usage(input_tokens=100, output_tokens=20))
        if not step.strip():
            raise UnusableReply("The model gave an empty reply.", "See the transcript.", "reply_empty", reply)
        return reply
