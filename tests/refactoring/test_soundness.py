"""A data set held against git: what is so passes, what is not is named."""

from __future__ import annotations

from typing import Any

import pytest

from swerefactor.refactoring import dataset
from swerefactor.refactoring.exchange.work import check_rows
from swerefactor.values import Destination, KeptLines

MOVED = "ledger-move-method-1"


def test_the_sample_is_as_git_has_it() -> None:
    assert check_rows(dataset.load("sample", None), None) == ()


@pytest.mark.parametrize(
    ("change", "what"),
    [
        ({"commit": "0" * 40}, "commit_missing"),
        ({"date": "2020-01-01T00:00:00+00:00"}, "other_date"),
        ({"target": {"start_line": 2}}, "other_lines"),
        ({"target": {"signature": "padLeft(String, int)"}}, "target_missing"),
        ({"target": {"file": "src/main/java/None.java"}}, "file_missing"),
        ({"destination": Destination(class_name="a.B", file="a/B.java")}, "destination_missing"),
        ({"same_edit_as": "nobody"}, "unknown_edit"),
        ({"same_edit_as": "ledger-extract-method-1"}, "other_edit"),
        ({"reference": (KeptLines(path="a", before_line=9, before_count=9, after_line=1, after_count=0),)},
         "invalid_reference"),
    ],
)  # fmt: skip
def test_what_is_not_so_is_named(change: dict[str, Any], what: str) -> None:
    right = dataset.find(MOVED, None)
    if isinstance(change.get("target"), dict):
        change = {"target": right.target.model_copy(update=change["target"])}
    others = [i for i in dataset.load("sample", None) if i.id == "ledger-extract-method-1"]
    found = check_rows([*others, right.model_copy(update=change)], None)
    assert [(finding.record, finding.what) for finding in found] == [(MOVED, what)]


def test_a_base_that_is_not_the_parent_is_named() -> None:
    right = dataset.find(MOVED, None)
    swapped = right.model_copy(update={"base_commit": right.commit, "commit": right.base_commit})
    assert "not_the_parent" in [finding.what for finding in check_rows([swapped], None)]
