"""No wrong refactoring passes: a part of the sample's mutants, graded by the real checks."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from swerefactor.patches import apply_patch
from swerefactor.refactoring.sample import sample_instances
from swerefactor.refactoring.setup import Choices, open_tools
from swerefactor.repositories import Change
from swerefactor.values import Instance
from tests.mutants import make, operators, shapes, table
from tests.mutants.case import Case
from tests.mutants.make import Mutant
from tests.mutants.table import Grader

INSTANCES = sample_instances()
SHARE = 8
"""Small edits graded of each instance, besides all that is wrong as a whole; `python -m tests.mutants` takes all."""
NOT_IN_THE_SAMPLE = {
    "drop_synchronized", "drop_cast", "override_trap", "change_increment", "drop_finally", "move_across_try",
}  # fmt: skip
"""Kinds that the sample's code has no place for; `test_operators.py` makes them."""


@pytest.fixture(scope="module")
def grader(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Grader]:
    folder: Path = tmp_path_factory.mktemp("runs")
    with open_tools(Choices(sandbox="local"), "local", folder, lambda line: None) as tools:
        yield Grader(tools)


@pytest.fixture(scope="module")
def cases(grader: Grader) -> dict[str, Case]:
    found = {instance.id: grader.reference(instance) for instance in INSTANCES}
    refused = {name: why for name, why in found.items() if isinstance(why, str)}
    assert not refused
    return {name: case for name, case in found.items() if isinstance(case, Case)}


@pytest.mark.parametrize("instance", INSTANCES, ids=lambda i: i.id)
def test_no_wrong_refactoring_of_this_instance_passes(
    instance: Instance, grader: Grader, cases: dict[str, Case]
) -> None:
    known = table.equivalents()
    graded = [grader.grade(instance, mutant, known) for mutant in some(cases[instance.id])]

    passed = [g for g in graded if g.outcome not in ("rejected", "equivalent")]
    assert not passed, "\n\n".join(f"{g.key} {g.description}\n{g.message}\n{g.spoiled}" for g in passed)
    assert len(graded) > SHARE


def test_by_the_first_checks_alone_what_is_left_to_tests_counts_neither_way(
    grader: Grader, cases: dict[str, Case]
) -> None:
    alone = Grader(grader.tools, first_checks=True)
    known = table.equivalents()
    key = "almanac-extract-and-move-method-1:reorder_statements:dc3c19f6277f1cbe"
    case = next(c for name, c in cases.items() if key.startswith(f"{name}:"))
    left_open = next(m for m in make.mutants(case) if m.key == key)
    refuted = next(m for m in make.mutants(case) if m.kind == "drop_statement")

    graded = [alone.grade(case.instance, mutant, known) for mutant in (left_open, refuted)]
    counts = table.summary(graded)

    assert [g.outcome for g in graded] == ["unknown", "rejected"]
    assert (counts["unknown"], counts["rejected"], counts["rejected_share"]) == (1, 1, 1.0)


def test_every_kind_of_mutant_is_made(cases: dict[str, Case]) -> None:
    kinds = {mutant.kind for case in cases.values() for mutant in make.mutants(case)}

    assert kinds | NOT_IN_THE_SAMPLE == {*operators.BEHAVIOUR, *operators.HEADERS, *shapes.NAMES}
    assert not kinds & NOT_IN_THE_SAMPLE


def test_a_mutant_is_a_patch_on_the_base_that_is_not_the_right_one(
    cases: dict[str, Case], grader: Grader
) -> None:
    instance = INSTANCES[0]
    repository = grader.tools.repositories.open(instance.repository)

    for mutant in list(make.mutants(cases[instance.id]))[::10]:
        changes = apply_patch(mutant.patch, lambda path: repository.read(instance.base_commit, path))
        assert {c.path: c.after for c in changes} == mutant.after != mutant.right


def test_mutants_are_the_same_every_time(cases: dict[str, Case]) -> None:
    case = cases[INSTANCES[0].id]
    again = make.case_of(
        case.instance,
        [Change(p, case.before[p], case.after[p]) for p in list(case.after)[::-1]],
        case.asked,
        case.others,
        case.rivals,
    )

    assert [m.key for m in make.mutants(case, 2)] == [m.key for m in make.mutants(again, 2)]


def test_the_list_of_equivalents_names_mutants_that_are_made_each_with_a_reason(
    cases: dict[str, Case],
) -> None:
    made = {mutant.key for case in cases.values() for mutant in make.mutants(case, 3)}
    of_sample = {key: why for key, why in table.equivalents().items() if key.partition(":")[0] in cases}

    assert set(of_sample) <= made
    assert all(len(why.split()) > 4 for why in table.equivalents().values())


def some(case: Case) -> list[Mutant]:
    found = list(make.mutants(case))
    small = [m for m in found if m.place != "whole"]
    return [m for m in found if m.place == "whole"] + sorted(small, key=lambda m: m.digest)[:SHARE]
