"""Examples that are pointers: read from git as they say, or refused with what is wrong."""

from __future__ import annotations

import pytest

from swerefactor.errors import InputError
from swerefactor.refactoring.dataset import find
from swerefactor.refactoring.predictors.pointed import reader
from swerefactor.refactoring.sample import sample_repositories
from swerefactor.repositories import Repositories
from swerefactor.retrieval.corpus import Pointer
from tests.refactoring.test_jobs import EXTRACT

INSTANCE = find(EXTRACT, None)
TARGET = INSTANCE.target


def pointer(place: str) -> Pointer:
    return Pointer(
        id="p",
        type=INSTANCE.type,
        description="d",
        repository=INSTANCE.repository,
        commit=INSTANCE.commit,
        place=place,
    )


def test_the_lines_before_and_after_the_commit_are_read() -> None:
    lines = f"{TARGET.file}:{TARGET.start_line}-{TARGET.end_line}"
    read = reader(Repositories(made=sample_repositories()))
    pair = read(pointer(f"{lines} {TARGET.file}:1-1 -> {lines}"))
    assert pair is not None
    assert "public static Money parse(String text, Currency currency)" in pair.before
    assert pair.before.endswith("\n\npackage sample.ledger;")
    assert pair.after != pair.before


@pytest.mark.parametrize(
    ("place", "named"),
    [
        (f"{TARGET.file}:1-2", "' -> '"),
        (f"{TARGET.file} -> {TARGET.file}:1-2", "FILE:FIRST-LAST"),
        (f"{TARGET.file}:1-99999 -> {TARGET.file}:1-2", "no lines 1 to 99999"),
        (f"{TARGET.file}:5-4 -> {TARGET.file}:1-2", "no lines 5 to 4"),
        (f"Gone.java:1-1 -> {TARGET.file}:1-2", "Gone.java"),
    ],
)
def test_a_place_that_is_wrong_is_told_with_the_pointer(place: str, named: str) -> None:
    with pytest.raises(InputError, match="pointer p") as caught:
        reader(Repositories(made=sample_repositories()))(pointer(place))
    assert named in caught.value.message
