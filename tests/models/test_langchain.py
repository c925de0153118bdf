"""LangChain's models: the real OpenAI client against a scripted server on loopback."""

from __future__ import annotations

import os
import socket
import subprocess
import sys
from collections.abc import Iterator
from contextlib import ExitStack

import pytest

from swerefactor.errors import InputError, ModelError
from swerefactor.models import UnusableReply, open_model
from swerefactor.protocols import Model
from swerefactor.values import Message, Tool
from tests.conformance.model import ModelContract
from tests.fakes.openai_server import BreaksOff, Calls, Fails, KeepsSilent, OpenAIServer, Says, Sends, Step

KEY = "sk-very-secret-0123456789"
ASK = [Message(role="system", content="Be short."), Message(role="user", content="Well?")]


@pytest.fixture(autouse=True)
def own_environment(monkeypatch: pytest.MonkeyPatch) -> None:
    """No key, server or proxy of whoever runs the tests."""
    foreign = ("OPENAI_", "ANTHROPIC_", "LANGSMITH_", "LANGCHAIN_")
    for name in list(os.environ):
        if name.lower().endswith("_proxy") or name.startswith(foreign):
            monkeypatch.delenv(name)


@pytest.fixture
def servers() -> Iterator[ExitStack]:
    with ExitStack() as stack:
        yield stack


def fault(step: Step, *, retries: int = 0, timeout: float = 20.0) -> ModelError:
    """The error that one bad answer of the server becomes."""
    with OpenAIServer([step]) as server:
        model = open_model("tiny", base_url=server.url, retries=retries, timeout=timeout)
        with pytest.raises(ModelError) as raised:
            model.reply(ASK)
    return raised.value


class TestOpenAICompatible(ModelContract):
    @pytest.fixture(autouse=True)
    def keep(self, servers: ExitStack) -> None:
        self.servers = servers

    def scripted(self, *answers: str) -> Model:
        server = self.servers.enter_context(OpenAIServer([Says(answer) for answer in answers]))
        return open_model("tiny", base_url=server.url)

    def test_the_server_is_asked_under_the_models_own_name_with_fixed_temperature_and_seed(self) -> None:
        server = self.servers.enter_context(OpenAIServer([Says("yes")]))
        open_model("meta/llama:free", base_url=server.url, seed=7).reply(ASK)
        request = server.requests[0]
        assert (request["model"], request["temperature"], request["seed"]) == ("meta/llama:free", 0.0, 7)
        assert request["messages"] == [
            {"role": "system", "content": "Be short."},
            {"role": "user", "content": "Well?"},
        ]

    def test_what_a_model_does_not_take_can_be_left_out(self) -> None:
        server = self.servers.enter_context(OpenAIServer([Says("yes")]))
        open_model("o3", base_url=server.url, temperature=None, seed=None).reply(ASK)
        assert not {"temperature", "seed", "max_tokens", "max_completion_tokens"} & server.requests[0].keys()

    def test_the_key_goes_to_the_server_when_there_is_one(self, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setenv("OPENAI_API_KEY", KEY)
        server = self.servers.enter_context(OpenAIServer([Says("yes")]))
        open_model("tiny", base_url=server.url).reply(ASK)
        assert server.keys == [KEY]

    def test_other_settings_are_another_identity_under_the_same_name(self) -> None:
        server = self.servers.enter_context(OpenAIServer([Says("yes")]))
        one, two = (open_model("tiny", base_url=server.url, temperature=heat) for heat in (0.0, 0.7))
        assert one.name == two.name
        assert one.identity != two.identity

    def test_a_rate_limit_and_a_server_error_are_retried(self) -> None:
        server = self.servers.enter_context(OpenAIServer([Fails(429), Fails(503), Says("at last")]))
        assert open_model("tiny", base_url=server.url).reply(ASK).content == "at last"
        assert len(server.requests) == 3


LOOK = Tool(
    name="look",
    description="Shows a file.",
    parameters={"type": "object", "properties": {"path": {"type": "string"}}, "required": ["path"]},
)


def test_tools_are_offered_and_their_calls_and_answers_go_to_and_fro() -> None:
    steps = [Calls((("look", {"path": "A.java"}), ("look", {"path": "B.java"}))), Says("done")]
    with OpenAIServer(steps) as server:
        model = open_model("tiny", base_url=server.url)
        first = model.reply(ASK, [LOOK])
        answers = [Message(role="tool", content=f"text of {c.arguments}", answers=c.id) for c in first.calls]
        asked = Message(role="assistant", content=first.content, calls=first.calls)
        last = model.reply([*ASK, asked, *answers], [LOOK])
    assert [(call.name, call.arguments, call.fault) for call in first.calls] == [
        ("look", {"path": "A.java"}, ""),
        ("look", {"path": "B.java"}, ""),
    ]
    assert (last.content, last.calls) == ("done", ())
    offered = server.requests[0]["tools"]
    assert offered == [{"type": "function", "function": LOOK.model_dump()}]
    sent = server.requests[1]["messages"]
    assert isinstance(sent, list)
    assert [message["role"] for message in sent] == ["system", "user", "assistant", "tool", "tool"]
    assert [call["id"] for call in sent[2]["tool_calls"]] == [message["tool_call_id"] for message in sent[3:]]


def test_arguments_that_are_no_json_are_a_fault_of_the_call() -> None:
    with OpenAIServer([Calls((("look", "{path: A.java"),))]) as server:
        reply = open_model("tiny", base_url=server.url).reply(ASK, [LOOK])
    assert [(call.name, call.arguments) for call in reply.calls] == [("look", {})]
    assert "{path: A.java" in reply.calls[0].fault


def test_a_model_that_takes_no_tools_says_so() -> None:
    with OpenAIServer([Fails(400, "tiny does not support tools")]) as server:
        model = open_model("tiny", base_url=server.url, retries=0)
        with pytest.raises(ModelError) as raised:
            model.reply(ASK, [LOOK])
    assert raised.value.reason == "model_has_no_tools"


def test_what_is_known_of_a_model_is_its_window_and_that_it_takes_tools(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setenv("OPENAI_API_KEY", KEY)
    known, unknown = open_model("gpt-4o-mini"), open_model("tiny", base_url="http://127.0.0.1:9/v1")
    assert (known.window, known.takes_tools) == (128_000, True)
    assert (unknown.window, unknown.takes_tools) == (None, None)


@pytest.mark.parametrize(
    ("step", "reason"),
    [
        (Fails(401, f"Incorrect API key provided: {KEY}"), "model_denied"),
        (Fails(403), "model_denied"),
        (Fails(404, "no such model"), "model_unknown"),
        (Fails(400, "Unsupported parameter: 'temperature'"), "model_error"),
        (Fails(429), "rate_limited"),
        (Fails(500), "model_error"),
        (BreaksOff(), "model_unreachable"),
        (Sends(b"<html>welcome</html>", "text/html"), "reply_unreadable"),
        (Sends(b"{not json"), "reply_unreadable"),
        (Sends(b""), "reply_unreadable"),
        (Sends(b"[]"), "reply_unreadable"),
        (Sends(b'{"choices": null}'), "reply_unreadable"),
        (Sends(b'{"choices": []}'), "reply_unreadable"),
        (Sends(b'{"choices": [{"index": 0}]}'), "reply_unreadable"),
        (Sends(b'{"error": {"message": "upstream is down"}}'), "reply_unreadable"),
    ],
)
def test_a_fault_of_the_service_has_a_reason_and_is_not_the_models(step: Step, reason: str) -> None:
    error = fault(step)
    assert error.reason == reason
    assert not isinstance(error, UnusableReply)
    assert "tiny at http://127.0.0.1" in error.message
    assert "\n" not in error.message
    assert error.tip


@pytest.mark.parametrize(
    ("step", "reason"),
    [
        (Says("<<<<<<< SEA", finish="length"), "reply_cut_off"),
        (Says(""), "reply_empty"),
        (Says(None), "reply_empty"),
        (Says(None, refusal="I can't help with that."), "model_refused"),
        (Says("", finish="content_filter"), "model_refused"),
        (Fails(400, "maximum context length is 8192 tokens", "context_length_exceeded"), "prompt_too_long"),
        (Fails(413), "prompt_too_long"),
    ],
)
def test_a_fault_of_the_model_is_told_apart(step: Step, reason: str) -> None:
    error = fault(step)
    assert isinstance(error, UnusableReply)
    assert error.reason == reason


def test_a_reply_that_was_cut_off_is_kept_with_what_it_cost() -> None:
    error = fault(Says("half a rep", finish="length"))
    assert isinstance(error, UnusableReply)
    assert (error.reply.content, error.reply.usage.output_tokens) == ("half a rep", 20)


def test_a_server_that_keeps_silent_is_a_time_out() -> None:
    assert fault(KeepsSilent(), timeout=0.2).reason == "model_timeout"


def test_a_server_that_is_not_there_is_unreachable() -> None:
    with socket.socket() as taken:
        # Bound and not listening: no one else can answer on this port.
        taken.bind(("127.0.0.1", 0))
        model = open_model("tiny", base_url=f"http://127.0.0.1:{taken.getsockname()[1]}/v1", retries=0)
        with pytest.raises(ModelError) as raised:
            model.reply(ASK)
    assert raised.value.reason == "model_unreachable"


@pytest.mark.parametrize("status", [400, 401, 404, 429, 500])
def test_a_key_never_appears_in_a_message(status: int, monkeypatch: pytest.MonkeyPatch) -> None:
    for key in (KEY, "plainkey0123456789"):
        monkeypatch.setenv("OPENAI_API_KEY", key)
        error = fault(Fails(status, f"You sent {key} and Bearer {key}"))
        assert key not in f"{error.message} {error.tip}"


def test_a_login_in_the_address_never_appears_in_a_message() -> None:
    with OpenAIServer([Fails(500)]) as server:
        model = open_model("tiny", base_url=server.url.replace("//", "//me:hush@"), retries=0)
        with pytest.raises(ModelError) as raised:
            model.reply(ASK)
    assert "hush" not in raised.value.message


@pytest.mark.parametrize("name", ["no-such-model", "nobody:model", ""])
def test_a_name_of_no_known_provider_is_an_input_error(name: str) -> None:
    with pytest.raises(InputError) as raised:
        open_model(name)
    assert name in raised.value.message


@pytest.mark.parametrize("address", ["localhost:8000", "ftp://host/v1", "http://", "here"])
def test_an_address_that_is_none_is_an_input_error(address: str) -> None:
    with pytest.raises(InputError, match="not the address"):
        open_model("tiny", base_url=address)


@pytest.mark.parametrize("key", [None, ""])
def test_a_missing_key_is_told_before_anything_is_asked(
    key: str | None, monkeypatch: pytest.MonkeyPatch
) -> None:
    if key is not None:
        monkeypatch.setenv("OPENAI_API_KEY", key)
    with pytest.raises(InputError, match="OPENAI_API_KEY"):
        open_model("gpt-4o-mini")


@pytest.mark.parametrize(
    ("missing", "name", "command"),
    [
        ("langchain_openai", "gpt-4o-mini", 'pip install "swerefactor[openai]"'),
        ("langchain_anthropic", "anthropic:claude-x", "pip install langchain-anthropic"),
        ("langchain_ollama", "ollama:llama3", "pip install langchain-ollama"),
    ],
)
def test_a_missing_package_is_named_with_the_command_that_installs_it(
    missing: str, name: str, command: str
) -> None:
    # In a process of its own, in which the package cannot be imported whether installed or not.
    script = (
        f"import sys; sys.modules[{missing!r}] = None\n"
        "from swerefactor.errors import InputError\n"
        "from swerefactor.models import open_model\n"
        f"try: open_model({name!r})\n"
        "except InputError as error: print(error.tip)\n"
    )
    run = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True)
    assert run.stdout.strip().endswith(command)


def test_nothing_heavy_is_imported_before_a_model_is_opened() -> None:
    script = (
        "import sys, swerefactor.models\n"
        "print([name for name in sys.modules if name.startswith(('langchain', 'openai'))])\n"
    )
    run = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True)
    assert run.stdout.strip() == "[]"
