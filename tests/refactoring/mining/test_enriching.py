"""What enriching says of a method, and that it goes on where it was stopped."""

from __future__ import annotations

from pathlib import Path

import pytest

from swerefactor.jsonlines import read
from swerefactor.refactoring.mining.enrich import enriched
from swerefactor.refactoring.mining.work import Mining, mined
from swerefactor.values import Candidate, Enriched
from tests.refactoring.mining.history import EXTRACTED, ORDER, PATH, History
from tests.refactoring.mining.test_mining import Told

CALLER = """package shop;

class Desk extends Order {
    Desk(int[] prices) {
        super(prices);
    }

    String print() {
        return receipt();
    }
}
"""


@pytest.fixture
def candidates(tmp_path: Path) -> tuple[Candidate, ...]:
    history = History(tmp_path / "acme__shop")
    history.commit({PATH: ORDER, "src/main/java/shop/Desk.java": CALLER})
    history.commit({PATH: EXTRACTED})
    out = tmp_path / "candidates.jsonl"
    mined(Mining(repository=str(history.place), out=out), lambda line: None, Told())
    return read(out, Candidate)


def test_hierarchy_and_callers_are_found_with_bindings(
    candidates: tuple[Candidate, ...], tmp_path: Path
) -> None:
    out = tmp_path / "out.jsonl"
    assert enriched(candidates, out, tmp_path, 1, Told()) == (1, 0)
    (found,) = read(out, Enriched)
    assert found.id == candidates[0].id
    assert found.context is not None
    assert [caller.signature for caller in found.context.callers] == ["print()"]
    assert found.context.subtypes == ("shop.Desk",)
    assert found.context.method.method == candidates[0].target


def test_what_is_there_is_not_found_out_again(candidates: tuple[Candidate, ...], tmp_path: Path) -> None:
    out, told = tmp_path / "out.jsonl", Told()
    enriched(candidates, out, tmp_path, 1, Told())
    before = out.read_bytes()
    assert enriched(candidates, out, tmp_path, 1, told) == (1, 0)
    assert (told.total, out.read_bytes()) == (0, before)


def test_a_method_that_is_not_there_has_a_reason(candidates: tuple[Candidate, ...], tmp_path: Path) -> None:
    gone = candidates[0].target.model_copy(update={"signature": "gone()", "start_line": 400, "end_line": 402})
    out = tmp_path / "out.jsonl"
    assert enriched([candidates[0].model_copy(update={"target": gone})], out, tmp_path, 1, Told()) == (1, 1)
    (found,) = read(out, Enriched)
    assert found.failure is not None
    assert found.failure.reason == "not_analysable"
    assert "gone()" in found.failure.message
