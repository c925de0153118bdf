"""A `Model` that says what its script holds."""

from __future__ import annotations

from collections.abc import Sequence

from swerefactor.models import UnusableReply
from swerefactor.values import Message, Reply, Tool, ToolCall, Usage


class ScriptedModel:
    """Gives each request the next reply of its script; an exception in it is raised, calls are made.

    A text counts as 100 tokens in and 20 out; an empty one is refused as a real model's is.
    `conversations` are the messages of each request.
    """

    window: int | None = None
    takes_tools: bool | None = True

    def __init__(
        self, script: Sequence[str | Exception | Sequence[ToolCall]], name: str = "scripted"
    ) -> None:
        self.name = name
        self.identity = f"{name}/1"
        self.conversations: list[tuple[Message, ...]] = []
        self._script = list(script)

    def reply(self, messages: Sequence[Message], tools: Sequence[Tool] = ()) -> Reply:
        self.conversations.append(tuple(messages))
        step = self._script.pop(0)
        if isinstance(step, Exception):
            raise step
        if not isinstance(step, str):
            usage = Usage(input_tokens=100, output_tokens=20)
            return Reply(content="", calls=tuple(step), usage=usage, finish="tool_calls")
        reply = Reply(content=step, usage=Usage(input_tokens=100, output_tokens=20))
        if not step.strip():
            raise UnusableReply("The model gave an empty reply.", "See the transcript.", "reply_empty", reply)
        return reply
