"""The sheet for people, and their agreement against worked examples."""

from __future__ import annotations

import csv
import io
from pathlib import Path

import pytest

from swerefactor.errors import InputError
from swerefactor.refactoring import dataset
from swerefactor.refactoring.audit import agreements, sampled, write_sheet
from swerefactor.refactoring.statistics import composition

QUESTION = "is_type"


def filled(place: Path, answers: list[list[str]]) -> Path:
    """A sheet in which each row has these answers to the first question."""
    instances = (dataset.load("sample", None) * 3)[: len(answers)]
    write_sheet(place, instances, len(answers[0]), lambda instance: "a\nb, c")
    with place.open(newline="", encoding="utf-8-sig") as stream:
        rows = list(csv.DictReader(stream))
    for row, given in zip(rows, answers, strict=True):
        row.update({f"rater_{number}_{QUESTION}": said for number, said in enumerate(given, 1)})
    with place.open("w", newline="", encoding="utf-8-sig") as stream:
        sheet = csv.DictWriter(stream, list(rows[0]))
        sheet.writeheader()
        sheet.writerows(rows)
    return place


def test_cohens_kappa_of_two(tmp_path: Path) -> None:
    # 20 and 15 of 50 agreed, 5 and 10 not: 0.7 observed, 0.5 by chance.
    pairs = [["yes", "yes"]] * 20 + [["yes", "no"]] * 5 + [["no", "yes"]] * 10 + [["no", "no"]] * 15
    first, *others = agreements(filled(tmp_path / "a.csv", pairs))
    assert (first.question, first.rated, first.agreed) == (QUESTION, 50, 35)
    assert first.kappa == pytest.approx(0.4)
    assert [each.rated for each in others] == [0, 0]


def test_fleiss_kappa_of_three(tmp_path: Path) -> None:
    # Agreement in the rows is 1, 1/3, 1 and 1/3; half of all answers are yes: (2/3 - 1/2) / (1/2).
    answers = [["yes"] * 3, ["yes", "yes", "no"], ["no"] * 3, ["no", "No ", "yes"]]
    first = agreements(filled(tmp_path / "a.csv", answers))[0]
    assert first.kappa == pytest.approx(1 / 3)


def test_a_row_that_one_left_empty_is_left_out_and_one_answer_has_no_kappa(tmp_path: Path) -> None:
    first = agreements(filled(tmp_path / "a.csv", [["yes", "yes"], ["yes", ""]]))[0]
    assert (first.rated, first.left_out, first.agreed, first.kappa) == (1, 1, 1, None)


def test_a_word_that_is_no_answer_is_named(tmp_path: Path) -> None:
    with pytest.raises(InputError, match="'maybe' in rater_2_is_type"):
        agreements(filled(tmp_path / "a.csv", [["yes", "maybe"]]))


def test_another_file_is_no_sheet(tmp_path: Path) -> None:
    (tmp_path / "a.csv").write_text("a,b\n1,2\n")
    with pytest.raises(InputError, match="two raters"):
        agreements(tmp_path / "a.csv")


def test_a_draw_is_the_same_with_the_same_seed_and_in_order() -> None:
    instances = dataset.load("sample", None)
    drawn = sampled(instances, 5, seed=3)
    assert drawn == sampled(instances, 5, seed=3)
    assert drawn == tuple(sorted(drawn, key=instances.index))
    assert drawn != sampled(instances, 5, seed=4)
    with pytest.raises(InputError, match="24 instances, not 25"):
        sampled(instances, 25, seed=0)


def test_a_data_set_is_counted_by_what_it_holds() -> None:
    counts = composition(dataset.load("real", None))
    assert counts["refactoring"]["Extract Method"] == 99
    assert counts["target"] == {"test code": 66, "main code": 56}
    assert list(counts["year"]) == sorted(counts["year"])
    assert all(sum(values.values()) == 122 for values in counts.values())


def test_the_sheet_says_what_each_type_is(tmp_path: Path) -> None:
    (row,) = csv.DictReader(io.StringIO(filled(tmp_path / "a.csv", [["yes"]]).read_text("utf-8-sig")))
    assert row["definition"] == "A part of a method becomes a method of the same class, which it calls."
