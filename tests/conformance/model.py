"""What every `Model` must do. A test class derives from `ModelContract` and says how to make one."""

from __future__ import annotations

import pytest

from swerefactor.errors import ModelError
from swerefactor.protocols import Model
from swerefactor.values import Message


class ModelContract:
    """The tests; `scripted` gives a model that answers with these texts, one after the other."""

    def scripted(self, *answers: str) -> Model:
        raise NotImplementedError

    def test_a_reply_is_the_text_of_the_model_to_the_letter(self) -> None:
        text = "Größe: «x»\n\tint a = 1;\r\n<<<<<<< SEARCH\n  end  "
        assert self.scripted(text).reply([Message(role="user", content="?")]).content == text

    def test_a_reply_tells_its_usage_and_that_it_is_complete(self) -> None:
        reply = self.scripted("yes").reply([Message(role="user", content="?")])
        assert (reply.usage.input_tokens, reply.usage.output_tokens) == (100, 20)
        assert reply.finish == "stop"

    def test_a_conversation_can_go_on(self) -> None:
        model = self.scripted("one", "two")
        messages = [Message(role="system", content="Be short."), Message(role="user", content="?")]
        first = model.reply(messages)
        messages += [Message(role="assistant", content=first.content), Message(role="user", content="And?")]
        assert (first.content, model.reply(messages).content) == ("one", "two")

    def test_an_empty_reply_is_an_error_with_a_reason(self) -> None:
        with pytest.raises(ModelError) as raised:
            self.scripted(" \n").reply([Message(role="user", content="?")])
        assert raised.value.reason == "reply_empty"

    def test_a_model_has_a_name_for_the_table(self) -> None:
        assert self.scripted("yes").name
