"""Any LangChain chat model as a `Model`, its many ways of failing told apart.

LangChain takes more than a second to import, so nothing of it is imported before a model is opened.
"""

from __future__ import annotations

import os
import re
import time
from collections.abc import Iterator, Mapping, Sequence
from typing import TYPE_CHECKING
from urllib.parse import urlsplit

from swerefactor.errors import InputError, ModelError
from swerefactor.models.unusable import UnusableReply
from swerefactor.protocols import Model
from swerefactor.values import Message, Reply, Tool, ToolCall, Usage

if TYPE_CHECKING:
    from langchain_core.language_models.chat_models import BaseChatModel
    from langchain_core.messages import AIMessage, BaseMessage

_CUT_OFF = {"length", "max_tokens", "max_output_tokens", "model_length", "model_context_window_exceeded"}
_REFUSED = {"content_filter", "refusal", "safety", "recitation", "prohibited_content", "guardrail_intervened"}
_TOO_LONG = re.compile(r"context.?(length|window)|maximum context|prompt is too long|input is too long", re.I)
_NO_TOOLS = re.compile(r"\btools?\b|\bfunctions?\b.{0,20}\bcall", re.I)
_KEY = re.compile(r"\b(sk|pk|gsk|xai|key)-[\w*.-]{6,}|\bBearer\s+\S+", re.I)


_NOTHING = Reply(content="")


def open_langchain(
    name: str,
    *,
    base_url: str | None = None,
    temperature: float | None = 0.0,
    seed: int | None = 1,
    timeout: float = 300.0,
    max_tokens: int | None = None,
    retries: int = 4,
) -> Model:
    """The chat model of this name, ready to be asked; nothing is sent yet.

    `name` is one that LangChain knows: `gpt-4o-mini`, `anthropic:claude-…`, `ollama:…`. With
    `base_url`, it is the name that an OpenAI-compatible server there gives its model; the key in
    OPENAI_API_KEY is sent to that server, which may also need none. `timeout` is in seconds, per
    attempt; the provider's client retries what may pass (`retries`) with growing pauses.
    `temperature`, `seed` and `max_tokens` are left to the provider when None, and `seed` also
    where the provider has none.

    Raises `InputError` for a name, address, key or package that is missing or cannot be right.
    """
    options: dict[str, object] = {
        "temperature": temperature, "max_tokens": max_tokens, "timeout": timeout, "max_retries": retries,
    }  # fmt: skip
    if base_url is not None:
        _check_address(base_url)
        options |= {"model_provider": "openai", "base_url": base_url, "use_responses_api": False}
        options["api_key"] = os.environ.get("OPENAI_API_KEY") or "none"
    elif name.startswith("ollama:"):
        # Ollama has other words for the same things.
        options |= {"client_kwargs": {"timeout": timeout}, "num_predict": max_tokens}
    wanted = name.removeprefix("openai:") if base_url is not None else name
    chat = _construct(wanted, {key: value for key, value in options.items() if value is not None})
    _check_key(name, chat)
    # Only some classes have a seed, and OpenAI's Responses API takes none.
    takes_seed = "seed" in type(chat).model_fields and not getattr(chat, "use_responses_api", None)
    if seed is not None and takes_seed:
        setattr(chat, "seed", seed)  # noqa: B010
    place = f"{name} at {_without_login(base_url)}" if base_url else name
    return _LangChainModel(name, place, f"{place} {temperature=} {seed=} {max_tokens=}", chat)


def _check_address(base_url: str) -> None:
    parts = urlsplit(base_url)
    if parts.scheme not in ("http", "https") or not parts.hostname:
        raise InputError(
            f"{_without_login(base_url)!r} is not the address of a server.",
            "Give a whole address, as in http://localhost:8000/v1.",
        )


def _construct(name: str, options: dict[str, object]) -> BaseChatModel:
    if not name.strip():
        raise InputError("No model is named.", "Name one, as in gpt-4o-mini or anthropic:claude-….")
    try:
        from langchain.chat_models import init_chat_model

        made: BaseChatModel = init_chat_model(name, **options)  # type: ignore[call-overload]
    except ImportError as error:
        package = _missing_package(error)
        raise InputError(
            f"The model {name!r} needs the package {package}, which is not installed.",
            f"Install it: pip install {package}",
        ) from error
    except Exception as error:
        raise _not_opened(name, error) from error
    return made


def _missing_package(error: ImportError) -> str:
    """What to give to `pip install`; LangChain's message names its own package."""
    named = re.search(r"pip install ([\w.\[\]-]+)", str(error))
    package = named[1] if named else (error.name or "langchain").split(".")[0].replace("_", "-")
    ours = package in ("langchain", "langchain-core", "langchain-openai", "openai")
    return '"swerefactor[openai]"' if ours else package


def _not_opened(name: str, error: Exception) -> InputError:
    said = str(error)
    if "infer model provider" in said or said.startswith("Unsupported provider"):
        return InputError(
            f"No provider is known for the model {name!r}.",
            "Write provider:model, as in openai:gpt-4o-mini, or name your own server with --base-url.",
        )
    # Some clients look for their key when they are made, and say which variable they looked at.
    variable = re.search(r"\b[A-Z][A-Z0-9]*_API_(?:KEY|TOKEN)\b", said)
    if variable and not os.environ.get(variable[0]):
        return _no_key(name, variable[0])
    return InputError(
        f"The model {name!r} could not be opened: {_one_line(said)}.",
        "Check the model's name and the provider's settings in the environment.",
    )


def _check_key(name: str, chat: BaseChatModel) -> None:
    """Raise `InputError` where the provider takes a key and none is set."""
    for field, variable in chat.lc_secrets.items():
        if field.endswith("api_key") and hasattr(chat, field) and not _secret(getattr(chat, field)):
            raise _no_key(name, variable)


def _no_key(name: str, variable: str) -> InputError:
    return InputError(
        f"The model {name!r} needs a key, and {variable} is not set.", f"Set {variable} to your key."
    )


def _secret(value: object) -> str:
    """The text of a pydantic secret; what is no secret counts as set when it is true."""
    reveal = getattr(value, "get_secret_value", None)
    return str(reveal()) if reveal else "set" if value else ""


class _LangChainModel:
    """One opened LangChain model. May be asked from several threads."""

    def __init__(self, name: str, place: str, identity: str, chat: BaseChatModel) -> None:
        self.name = name
        self.identity = identity
        self._place = place
        self._chat = chat

    @property
    def window(self) -> int | None:
        """What LangChain's profile of the model says, if it has one."""
        found = self._profile.get("max_input_tokens")
        return found if isinstance(found, int) else None

    @property
    def takes_tools(self) -> bool | None:
        """What its class can do, and what LangChain's profile says of the model."""
        from langchain_core.language_models.chat_models import BaseChatModel

        if type(self._chat).bind_tools is BaseChatModel.bind_tools:
            return False
        found = self._profile.get("tool_calling")
        return found if isinstance(found, bool) else None

    @property
    def _profile(self) -> Mapping[str, object]:
        return getattr(self._chat, "profile", None) or {}

    def reply(self, messages: Sequence[Message], tools: Sequence[Tool] = ()) -> Reply:
        """See `Model.reply`. Raises `UnusableReply` or another `ModelError`."""
        from langchain_core.messages import AIMessage

        started = time.monotonic()
        try:
            chat = self._chat.bind_tools([_described(tool) for tool in tools]) if tools else self._chat
            answer = chat.invoke([_foreign(message) for message in messages])
        except Exception as error:
            raise self._explained(error, bool(tools)) from error
        if not isinstance(answer, AIMessage):
            raise self._error("reply_unreadable", f"answered with a {answer.type} message")
        return self._checked(answer, time.monotonic() - started)

    def _checked(self, answer: AIMessage, seconds: float) -> Reply:
        tokens = answer.usage_metadata
        usage = Usage(
            input_tokens=tokens["input_tokens"] if tokens else 0,
            output_tokens=tokens["output_tokens"] if tokens else 0,
            seconds=seconds,
        )
        finish = _finish(answer)
        # JSON may hold half of a character, which no file and no message can.
        text = str(answer.text).encode("utf-8", "replace").decode("utf-8")
        reply = Reply(content=text, calls=_calls(answer), usage=usage, finish=finish)
        refusal = _refusal(answer)
        if refusal or finish in _REFUSED:
            said = f": {self._clean(refusal)}" if refusal else f" (finish reason {finish})"
            raise self._unusable("model_refused", f"refused to answer{said}", reply)
        if finish in _CUT_OFF:
            raise self._unusable("reply_cut_off", f"was cut off in its reply (finish reason {finish})", reply)
        if not reply.content.strip() and not reply.calls:
            raise self._unusable("reply_empty", f"gave an empty reply (finish reason {finish})", reply)
        return reply

    def _explained(self, error: Exception, with_tools: bool) -> ModelError:
        """What a client's exception means, by its HTTP status where there is one, else by its kind."""
        status, said = _status(error), self._clean(_said(error))
        if status in (401, 403):
            # What the provider says here may quote the key.
            return self._error("model_denied", f"refused the key or the access (status {status})")
        if status == 413 or (status in (400, 422) and _TOO_LONG.search(said)):
            return self._unusable("prompt_too_long", f"can't take this long a prompt: {said}", _NOTHING)
        if with_tools and status in (400, 404, 422, 501) and _NO_TOOLS.search(said):
            return self._error("model_has_no_tools", f"does not take tools: {said}")
        if status is not None:
            return self._error(_REASONS.get(status, "model_error"), f"answered with status {status}: {said}")
        kinds = " ".join(kind.__name__ for link in _chain(error) for kind in type(link).__mro__)
        if "Timeout" in kinds:
            return self._error("model_timeout", "gave no answer in time")
        if re.search(r"Connect|RemoteProtocol|NetworkError|ReadError", kinds):
            return self._error("model_unreachable", f"could not be reached, or broke off: {said}")
        return self._error("reply_unreadable", f"answered with something that is no chat reply: {said}")

    def _error(self, reason: str, what: str) -> ModelError:
        return ModelError(f"The model {self._place} {what}.", _TIPS[reason], reason)

    def _unusable(self, reason: str, what: str, reply: Reply) -> UnusableReply:
        return UnusableReply(f"The model {self._place} {what}.", _TIPS[reason], reason, reply)

    def _clean(self, text: str) -> str:
        for field in self._chat.lc_secrets:
            secret = _secret(getattr(self._chat, field, None))
            if len(secret) > 7:
                text = text.replace(secret, "[key]")
        return _one_line(text)


_REASONS = {404: "model_unknown", 408: "model_timeout", 429: "rate_limited"}
_TIPS = {
    "model_denied": "Check the key in the environment, and that it may use this model.",
    "model_has_no_tools": "Take a model that can call tools, or --mode simple or rag.",
    "model_unknown": "Check the model's name; the address of an OpenAI-compatible server often ends in /v1.",
    "model_timeout": "Try again later, or allow more time.",
    "model_unreachable": "Check the address, that the server runs, and the network.",
    "model_error": "See what the provider says; some models take no temperature or seed.",
    "rate_limited": "Use fewer workers, wait, or check the account's quota; a resumed run goes on from here.",
    "reply_unreadable": "Check that the address is that of a chat-completions server.",
    "reply_cut_off": "Allow longer replies, or take a model with more room.",
    "reply_empty": "See the transcript; a reasoning model may have used up its tokens.",
    "model_refused": "See the transcript.",
    "prompt_too_long": "Take a model with more context, or shorten the prompts.",
}


def _described(tool: Tool) -> dict[str, object]:
    """A tool in the words of OpenAI's interface, which all of LangChain's models translate."""
    function = {"name": tool.name, "description": tool.description, "parameters": tool.parameters}
    return {"type": "function", "function": function}


def _foreign(message: Message) -> BaseMessage:
    """One of our messages as LangChain has it."""
    from langchain_core.messages import AIMessage, HumanMessage, SystemMessage, ToolMessage

    match message.role:
        case "system":
            return SystemMessage(message.content)
        case "user":
            return HumanMessage(message.content)
        case "tool":
            return ToolMessage(message.content, tool_call_id=message.answers)
    calls = [{"id": call.id, "name": call.name, "args": call.arguments} for call in message.calls]
    return AIMessage(message.content, tool_calls=calls)


def _calls(answer: AIMessage) -> tuple[ToolCall, ...]:
    """All that the model asks for, in its order; where it gives no id, its place is one."""
    sound = [
        ToolCall(id=call.get("id") or "", name=call["name"], arguments=dict(call["args"]))
        for call in answer.tool_calls
    ]
    faulty = [
        ToolCall(
            id=call.get("id") or "",
            name=call.get("name") or "",
            fault=f"the arguments are no JSON object: {call.get('args')}"[:500],
        )
        for call in answer.invalid_tool_calls
    ]
    return tuple(
        call if call.id else call.model_copy(update={"id": f"call-{at}"})
        for at, call in enumerate([*sound, *faulty], 1)
    )


def _finish(answer: AIMessage) -> str:
    """The provider's finish reason in small letters; each names it differently."""
    said = answer.response_metadata
    details = said.get("incomplete_details") or {}
    found = details.get("reason") or next(
        (said[key] for key in ("finish_reason", "stop_reason", "done_reason") if said.get(key)), "stop"
    )
    return str(found).lower()


def _refusal(answer: AIMessage) -> str:
    """The words of a refusal that stands beside the content, empty without one."""
    blocks = answer.content if isinstance(answer.content, list) else []
    in_blocks = [block["refusal"] for block in blocks if isinstance(block, dict) and block.get("refusal")]
    return str(answer.additional_kwargs.get("refusal") or "".join(map(str, in_blocks)))


def _chain(error: BaseException) -> Iterator[BaseException]:
    """The exception and those that it came from."""
    link: BaseException | None = error
    while link is not None:
        yield link
        link = link.__cause__ or link.__context__


def _status(error: BaseException) -> int | None:
    for link in _chain(error):
        for holder in (link, getattr(link, "response", None)):
            status = getattr(holder, "status_code", None)
            # A body that can't be read comes with the status of a success.
            if isinstance(status, int) and status >= 400:
                return status
    return None


def _said(error: BaseException) -> str:
    """The provider's own sentence where the exception carries the error it sent."""
    body = getattr(error, "body", None)
    inner = body.get("error", body) if isinstance(body, dict) else None
    if isinstance(inner, dict) and inner.get("message"):
        return str(inner["message"])
    return str(error) or type(error).__name__


def _one_line(text: str, limit: int = 300) -> str:
    line = _KEY.sub("[key]", " ".join(text.split())).rstrip(".")
    return line if len(line) <= limit else line[:limit] + "…"


def _without_login(base_url: str) -> str:
    return re.sub(r"//[^/@]*@", "//", base_url)
