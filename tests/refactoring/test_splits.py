"""What each split promises of its instances."""

from __future__ import annotations

from collections import Counter

import pytest

from swerefactor.refactoring.dataset import load
from swerefactor.values import RefactoringType

OWN = ("sample", "real", "fresh", "mined")
"""The splits that have instances of their own."""


def test_an_instance_is_in_one_split_alone() -> None:
    ids = Counter(each.id for split in OWN for each in load(split, None))
    assert [name for name, count in ids.items() if count > 1] == []


def test_nothing_is_asked_twice() -> None:
    questions = Counter(
        (each.commit, each.type, each.target.class_name, each.target.signature, each.destination)
        for split in OWN
        for each in load(split, None)
    )
    assert [question for question, count in questions.items() if count > 1] == []


def test_the_fresh_split_is_of_2025_and_later_of_several_projects_and_of_all_types() -> None:
    fresh = load("fresh", None)
    assert len(fresh) >= 20
    assert min(each.date for each in fresh) >= "2025"
    assert len({each.project for each in fresh}) >= 2
    assert {each.type for each in fresh} == set(RefactoringType)


def test_what_is_mined_is_older_than_what_is_fresh() -> None:
    assert max(each.date for each in load("mined", None)) < "2025"


@pytest.mark.parametrize("split", ["fresh", "mined"])
def test_a_validated_instance_has_tests_that_run_its_target(split: str) -> None:
    for each in load(split, None):
        assert each.covering_tests
        assert (each.reference_kind == "isolated") == bool(each.reference)
