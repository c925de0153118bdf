"""Reciprocal rank fusion, worked by hand."""

from __future__ import annotations

import pytest

from swerefactor.retrieval.fusion import fused_scores


def test_the_fused_score_is_the_sum_of_the_reciprocal_ranks() -> None:
    found = fused_scores((["a", "b", "c"], ["c", "a", "d"]))
    assert list(found) == ["a", "c", "b", "d"]
    assert found == pytest.approx({"a": 1 / 61 + 1 / 62, "c": 1 / 63 + 1 / 61, "b": 1 / 62, "d": 1 / 63})


def test_what_both_lists_name_comes_before_what_one_list_names_first() -> None:
    assert list(fused_scores((["a", "b"], ["c", "b"]))) == ["b", "a", "c"]


def test_a_small_k_favours_the_first_ranks() -> None:
    lists = (["a", "x", "b"], ["y", "z", "b"])
    assert next(iter(fused_scores(lists))) == "b"
    assert next(iter(fused_scores(lists, k=1))) == "a"


def test_of_equal_scores_the_best_single_rank_comes_first_then_the_earlier_list() -> None:
    assert list(fused_scores((["a", "b"], ["b", "a"]))) == ["a", "b"]
    assert list(fused_scores((["a"], ["b"]))) == ["a", "b"]


def test_the_order_of_the_lists_does_not_change_a_score() -> None:
    lists = (["a", "b", "c"], ["c", "a"], ["b", "c", "a"])
    assert fused_scores(lists) == fused_scores(lists[::-1])


def test_empty_lists_give_nothing() -> None:
    assert fused_scores(([], [])) == {}
    assert list(fused_scores((["a"], []))) == ["a"]
