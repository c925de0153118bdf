"""What stands around a model: a question is asked once, so many at a time, and within the budget."""

from __future__ import annotations

import threading
from collections.abc import Sequence
from pathlib import Path

import pytest

from swerefactor.errors import InputError
from swerefactor.models import UnusableReply
from swerefactor.models.prices import Price, Prices
from swerefactor.models.wrapping import BudgetSpent, CachedModel, LimitedModel, PaidModel, Purse
from swerefactor.runs.folder import Kept, content_key
from swerefactor.values import Message, Reply, Tool, Usage
from tests.fakes.model import ScriptedModel

ASK = [Message(role="user", content="?" * 300)]
DEAR = Price(input=1000.0, output=10_000.0)
"""A hundred tokens in and twenty out cost 30 cents."""


def cached(model: ScriptedModel, folder: Path) -> CachedModel:
    return CachedModel(model, Kept(folder), content_key)


def test_the_same_question_is_asked_once_also_by_another_process(tmp_path: Path) -> None:
    model = ScriptedModel(["one", "two"])
    first = cached(model, tmp_path).reply(ASK)
    assert cached(model, tmp_path).reply(ASK) == first
    assert len(model.conversations) == 1


def test_another_question_other_tools_and_other_settings_are_asked_anew(tmp_path: Path) -> None:
    look = Tool(name="look", description="", parameters={"type": "object"})
    model = ScriptedModel(["one", "two", "three", "four"])
    around = cached(model, tmp_path)
    said = [around.reply(ASK), around.reply([*ASK, *ASK]), around.reply(ASK, [look])]
    model.identity = "hotter"
    said.append(around.reply(ASK))
    assert [reply.content for reply in said] == ["one", "two", "three", "four"]


def test_a_failure_is_not_kept(tmp_path: Path) -> None:
    model = ScriptedModel(["", "at last"])
    around = cached(model, tmp_path)
    with pytest.raises(UnusableReply):
        around.reply(ASK)
    assert around.reply(ASK).content == "at last"


class Slow(ScriptedModel):
    """Counts how many callers are in it, and lets none out before so many have come."""

    def __init__(self, at_once: int) -> None:
        super().__init__(["yes"] * 100)
        self.most = 0
        self._inside = 0
        self._lock = threading.Lock()
        self._full = threading.Barrier(at_once)

    def reply(self, messages: Sequence[Message], tools: Sequence[Tool] = ()) -> Reply:
        with self._lock:
            self._inside += 1
            self.most = max(self.most, self._inside)
        self._full.wait(20)
        with self._lock:
            self._inside -= 1
            return super().reply(messages, tools)


def test_so_many_calls_are_under_way_at_a_time() -> None:
    slow = Slow(2)
    around = LimitedModel(slow, threading.BoundedSemaphore(2))
    callers = [threading.Thread(target=around.reply, args=(ASK,)) for _ in range(6)]
    for caller in callers:
        caller.start()
    for caller in callers:
        caller.join(30)
    assert slow.most == 2
    assert len(slow.conversations) == 6


def test_a_reply_says_what_it_cost() -> None:
    around = PaidModel(ScriptedModel(["yes"]), DEAR)
    assert around.reply(ASK).usage.cost == pytest.approx(0.3)
    assert around.purse.spent == pytest.approx(0.3)


def test_a_reply_that_can_not_be_used_is_paid_for() -> None:
    around = PaidModel(ScriptedModel([""]), DEAR)
    with pytest.raises(UnusableReply) as raised:
        around.reply(ASK)
    assert raised.value.reply.usage.cost == pytest.approx(0.3)
    assert around.purse.spent == pytest.approx(0.3)


def test_no_call_is_made_that_may_cost_more_than_is_left() -> None:
    model = ScriptedModel(["yes"] * 10)
    around = PaidModel(model, DEAR, Purse(1.0), answer=20)
    for _ in range(3):
        around.reply(ASK)
    with pytest.raises(BudgetSpent) as raised:
        around.reply(ASK)
    assert raised.value.reason == "budget_spent"
    assert "--budget" in raised.value.tip
    assert around.purse.spent == pytest.approx(0.9)
    assert len(model.conversations) == 3


def test_calls_at_the_same_time_do_not_spend_the_same_money() -> None:
    slow = Slow(1)
    around = PaidModel(slow, DEAR, Purse(1.0), answer=20)
    refused: list[BudgetSpent] = []

    def call() -> None:
        try:
            around.reply(ASK)
        except BudgetSpent as spent:
            refused.append(spent)

    callers = [threading.Thread(target=call) for _ in range(20)]
    for caller in callers:
        caller.start()
    for caller in callers:
        caller.join(30)
    assert around.purse.spent <= 1.0
    assert len(refused) + len(slow.conversations) == 20


def test_a_kept_reply_costs_nothing_again(tmp_path: Path) -> None:
    paid = PaidModel(ScriptedModel(["yes"]), DEAR, Purse(0.6), answer=20)
    around = CachedModel(paid, Kept(tmp_path), content_key)
    for _ in range(5):
        assert around.reply(ASK).usage == Usage(input_tokens=100, output_tokens=20, cost=0.3)
    assert paid.purse.spent == pytest.approx(0.3)


@pytest.mark.parametrize(
    ("name", "known"),
    [
        ("gpt-4o-mini", "gpt-4o-mini"),
        ("openai:gpt-4o-mini", "gpt-4o-mini"),
        ("gpt-4o-mini-2024-07-18", "gpt-4o-mini"),
        ("gpt-4o-2024-08-06", "gpt-4o"),
        ("gpt-4oh", None),
        ("mine", None),
    ],
)
def test_a_name_has_the_price_of_the_longest_that_it_begins_with(name: str, known: str | None) -> None:
    prices = Prices.read()
    assert prices.of(name) == (prices.models[known] if known else None)


def test_a_model_of_ollama_costs_nothing() -> None:
    assert Prices.read().of("ollama:llama3") == Price(input=0, output=0)


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("as_of = '2026'\n[models]\nx = { input = -1, output = 1 }\n", "models.x.input"),
        ("as_of = '2026'\n[models]\nx = { in = 1, output = 1 }\n", "models.x"),
        ("[models]\n", "as_of"),
        ("models", "can't be read"),
    ],
)
def test_a_price_file_that_is_wrong_is_told_with_its_place(text: str, said: str, tmp_path: Path) -> None:
    (tmp_path / "mine.toml").write_text(text)
    with pytest.raises(InputError, match=said) as raised:
        Prices.read(tmp_path / "mine.toml")
    assert "mine.toml" in raised.value.message


def test_a_price_file_that_is_not_there_is_told(tmp_path: Path) -> None:
    with pytest.raises(InputError, match="nowhere"):
        Prices.read(tmp_path / "nowhere.toml")
