"""Mutants for comparing two ways of running tests: the same everywhere, and each another program."""

from __future__ import annotations

import pytest

from swerefactor.refactoring.dataset import load
from swerefactor.refactoring.mutations import Mutant, mutants
from swerefactor.refactoring.sample import sample_repositories
from swerefactor.repositories import Repositories
from tests.refactoring.builders import instance, method

SAMPLE = load("sample", None)
CART = b"""package p;

public class Cart {
    private static final int LIMIT = 9;
    private final int size = 4;

    public int total(int count) {
        if (count < LIMIT) {
            log("small");
        }
        for (int at = 0; at < count; at++) {
            count = count + 2;
        }
        return count * 3;
    }

    void log(String text) {
        System.out.println(text);
    }
}
"""
TARGET = method("total(int)").model_copy(update={"start_line": 7, "end_line": 15})


def made(limit: int = 100) -> dict[str, list[Mutant]]:
    found: dict[str, list[Mutant]] = {}
    for mutant in mutants(instance(target=TARGET), CART, limit):
        found.setdefault(mutant.kind, []).append(mutant)
    return found


def changed(mutant: Mutant) -> list[tuple[str, str]]:
    """The lines that differ, before and after."""
    pairs = zip(CART.decode().splitlines(), mutant.content.decode().splitlines(), strict=True)
    return [(one.strip(), two.strip()) for one, two in pairs if one != two]


@pytest.mark.parametrize(
    ("kind", "before", "after"),
    [
        ("negated_condition", "if (count < LIMIT) {", "if (!(count < LIMIT)) {"),
        ("dropped_statement", 'log("small");', ";"),
        ("added_parameter", "public int total(int count) {", "public int total(int swerefactorExtra, int count) {"),
        ("made_private", "public int total(int count) {", "private int total(int count) {"),
        ("other_constant", "private static final int LIMIT = 9;", "private static final int LIMIT = 10;"),
    ],
)  # fmt: skip
def test_a_mutant_changes_one_place(kind: str, before: str, after: str) -> None:
    (mutant,) = made()[kind]
    assert changed(mutant) == [(before, after)]
    assert CART.splitlines()[mutant.line - 1].strip().decode() == before


def test_nothing_in_a_loop_is_changed_since_it_might_never_end() -> None:
    for found in made().values():
        for mutant in found:
            assert b"for (int at = 0; at < count; at++) {\n            count = count + 2;" in mutant.content


def test_other_methods_and_fields_stay_as_they_are() -> None:
    for found in made().values():
        for mutant in found:
            assert b"int size = 4;" in mutant.content
            assert b"System.out.println(text);" in mutant.content


def test_few_mutants_are_of_as_many_kinds_as_can_be() -> None:
    everything = made()
    assert len(made(len(everything))) == len(everything)
    assert sum(map(len, made(3).values())) == 3


def test_a_target_that_is_not_there_has_no_mutants() -> None:
    target = TARGET.model_copy(update={"start_line": 90, "end_line": 99})
    assert {m.kind for m in mutants(instance(target=target), CART, 9)} == {"other_constant"}


def test_the_sample_gives_more_than_a_hundred_and_each_is_another_program() -> None:
    repositories = Repositories(made=sample_repositories())
    count = 0
    for each in SAMPLE:
        source = repositories.open(each.repository).read(each.base_commit, each.target.file)
        assert source is not None
        contents = [mutant.content for mutant in mutants(each, source, 5)]
        assert len({source, *contents}) == len(contents) + 1
        count += len(contents)
    assert count >= 100


def test_the_choice_is_the_same_on_every_machine() -> None:
    chosen = [(mutant.kind, mutant.line) for mutant in mutants(instance(target=TARGET), CART, 4)]
    assert chosen == [
        ("other_literal", 14),
        ("dropped_statement", 9),
        ("throws_at_once", 7),
        ("other_operator", 8),
    ]
