"""The target: only the asked refactoring of the asked method, to where it was asked, counts."""

from __future__ import annotations

import pytest

from swerefactor.refactoring.verify.target import match, mismatch, overlap, same_signature
from swerefactor.values import CodeRange, Detection, Instance, RefactoringType
from tests.refactoring.builders import destination, detection, instance, method

EXTRACT = instance()
MOVE = instance(RefactoringType.MOVE_METHOD, destination=destination())
RENAME = instance(RefactoringType.MOVE_AND_RENAME_METHOD, destination=destination(name="sum"))


def reason(asked: Instance, *seen: Detection) -> str:
    return "" if match(asked, seen) else mismatch(asked, seen).reason


def test_the_asked_extraction_passes() -> None:
    assert reason(EXTRACT, detection()) == ""


def test_nothing_seen_is_named_after_what_was_asked() -> None:
    assert reason(EXTRACT) == "not_extracted"
    assert reason(MOVE) == "not_moved"


@pytest.mark.parametrize(
    "subject", [method("total(long)"), method("total(int, int)"), method(class_name="p.Cart.Line")]
)
def test_an_extraction_from_an_overload_or_another_class_is_the_wrong_method(subject: object) -> None:
    assert reason(EXTRACT, detection(subject=subject)) == "wrong_method"  # type: ignore[arg-type]


def test_another_refactoring_of_the_target_is_another_type() -> None:
    assert reason(EXTRACT, detection("Inline Method")) == "other_type"


def test_a_move_must_arrive_where_it_was_asked() -> None:
    assert reason(MOVE, detection("Move Method", result=method(class_name="p.Basket"))) == ""
    assert reason(MOVE, detection("Move Method", result=method(class_name="p.Shelf"))) == "wrong_destination"


def test_a_plain_extraction_stays_in_its_class() -> None:
    assert reason(EXTRACT, detection(result=method("sum(int)", "p.Basket"))) == "wrong_destination"


def test_a_class_without_a_name_belongs_to_the_class_around_it() -> None:
    within = method("compare(int)", "p.Cart.ORDER.1")
    asked = EXTRACT.model_copy(update={"target": within})
    for home in ("p.Cart.ORDER.1", "p.Cart"):
        assert reason(asked, detection(subject=within, result=method("sum(int)", home))) == ""
    inside = method("sum(int)", f"{EXTRACT.target.class_name}.{EXTRACT.target.signature.split('(')[0]}.1")
    assert reason(EXTRACT, detection(result=inside)) == ""


def test_a_rename_must_take_the_asked_name() -> None:
    kind = "Move And Rename Method"
    assert reason(RENAME, detection(kind, result=method("sum(int)", "p.Basket"))) == ""
    assert reason(RENAME, detection(kind, result=method("add(int)", "p.Basket"))) == "wrong_destination"


def test_a_move_without_the_asked_rename_is_another_type() -> None:
    assert reason(RENAME, detection("Move Method", result=method(class_name="p.Basket"))) == "other_type"


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("f(List<String>, int)", "f( List<Integer>,int )"),
        ("f(Map<K, List<V>>)", "f(Map)"),
        ("f(java.util.List<T>)", "f(List<T>)"),
        ("f(String...)", "f(String[])"),
        ("f(final int)", "f(int)"),
        ("f()", "f( )"),
    ],
)
def test_a_signature_is_the_same_however_it_is_written(one: str, other: str) -> None:
    assert same_signature(one, other)


@pytest.mark.parametrize(
    ("one", "other"), [("f(int)", "f(long)"), ("f(int)", "f(int[])"), ("f()", "g()"), ("f(A)", "f(A, B)")]
)
def test_another_signature_is_another_method(one: str, other: str) -> None:
    assert not same_signature(one, other)


def extraction(*lines: tuple[int, int]) -> Detection:
    role = "extracted code from source method declaration"
    taken = tuple(CodeRange(file="C.java", start_line=a, end_line=b, role=role) for a, b in lines)
    return detection().model_copy(update={"left": taken})


def test_two_extractions_overlap_by_the_lines_that_both_took() -> None:
    assert overlap(extraction((1, 4)), extraction((1, 4))) == 1
    assert overlap(extraction((1, 4)), extraction((3, 6))) == pytest.approx(2 / 6)
    assert overlap(extraction((1, 2), (5, 6)), extraction((3, 4))) == 0


def test_there_is_no_overlap_where_nothing_is_extracted() -> None:
    assert overlap(detection("Move Method"), detection("Move Method")) is None
    assert overlap(None, extraction((1, 4))) is None
