"""The search finds the smallest part of a change that passes, whatever makes it pass."""

from __future__ import annotations

from collections.abc import Callable

from swerefactor.refactoring.isolation.pieces import Piece
from swerefactor.refactoring.isolation.search import Finding, Search, Selection, Spot
from swerefactor.values import Failure, KeptLines, MethodRef

WRONG = Failure(reason="outside_frame", message="Something else is changed.")


def piece(number: int, text: str = "", group: int | None = None, member: str = "") -> Piece:
    """Piece `number` replaces one line of `A.java`, ten lines below the one before; of a member it adds all."""
    lines = KeptLines(
        path="A.java",
        before_line=10 * number + 1,
        before_count=0 if member else 1,
        after_line=10 * number + 1,
        after_count=1,
    )
    method = MethodRef(
        file="A.java",
        class_name="A",
        signature=member,
        start_line=lines.after_line,
        end_line=lines.after_line,
    )
    return Piece(lines, number if group is None else group, method if member else None, text)


def needing(*wanted: int, spoiled_by: tuple[int, ...] = ()) -> Callable[[Selection], Finding]:
    """Passes with all wanted pieces and no spoiling one; says where a spoiling one stands."""

    def ask(selection: Selection) -> Finding:
        spoilt = [n for n in spoiled_by if n in selection]
        missing = set(wanted) - selection
        if not spoilt and not missing:
            return Finding(None, (0, 0, 0))
        spots = tuple(Spot("A.java", 10 * n + 1, 10 * n + 1) for n in spoilt)
        return Finding(WRONG, (1, len(missing), len(spoilt), 0), spots)

    return ask


def everything(pieces: list[Piece]) -> list[Selection]:
    return [frozenset(range(len(pieces)))]


def test_what_is_not_needed_is_left_out() -> None:
    pieces = [piece(n) for n in range(40)]
    found, finding = Search(pieces, needing(3, 17, 31)).find(everything(pieces))
    assert found == {3, 17, 31}
    assert finding.failure is None


def test_pieces_of_a_group_stay_together() -> None:
    pieces = [piece(n, group=n // 2) for n in range(10)]
    found, _ = Search(pieces, needing(5)).find(everything(pieces))
    assert found == {4, 5}


def test_a_piece_that_spoils_its_group_is_left_out_alone() -> None:
    pieces = [piece(n, group=n // 3) for n in range(9)]
    found, finding = Search(pieces, needing(3, 5, spoiled_by=(4,))).find(everything(pieces))
    assert finding.failure is None
    assert found == {3, 5}


def test_a_missing_declaration_is_added_by_its_name() -> None:
    pieces = [
        piece(0, "x = twice(1);"),
        piece(1, "unrelated"),
        piece(2, "int twice(int a)", member="twice(int)"),
    ]

    def ask(selection: Selection) -> Finding:
        missing = 0 in selection and 2 not in selection
        return Finding(WRONG, (1, 1, 0), names=("twice",)) if missing else Finding(None, (0, 0, 0))

    found, finding = Search(pieces, ask).find([frozenset({0})])
    assert finding.failure is None
    assert found <= {0, 2}


def test_callers_that_must_follow_are_added() -> None:
    pieces = [piece(0), piece(1, member="caller()"), piece(2, member="other()")]
    caller = MethodRef(file="A.java", class_name="A", signature="caller()", start_line=1, end_line=1)

    def ask(selection: Selection) -> Finding:
        if selection >= {0, 1}:
            return Finding(None, (0, 0, 0))
        return Finding(WRONG, (1, 2 - len(selection & {0, 1}), 0), needed=(caller,))

    assert Search(pieces, ask).find([frozenset({0})])[0] == {0, 1}


def test_where_nothing_passes_the_nearest_says_why() -> None:
    pieces = [piece(n) for n in range(4)]
    near = Failure(reason="changed_statement", message="Only this is left.")

    def ask(selection: Selection) -> Finding:
        spots = tuple(Spot("A.java", 10 * n + 1, 10 * n + 1) for n in selection)
        return Finding(near if len(selection) == 1 else WRONG, (len(selection), 0), spots)

    _, finding = Search(pieces, ask).find(everything(pieces))
    assert finding.failure == near


def test_the_work_is_bounded() -> None:
    pieces = [piece(n) for n in range(200)]
    search = Search(pieces, needing(spoiled_by=tuple(range(0, 200, 2))), calls=25)
    _, finding = search.find(everything(pieces))
    assert search.calls == 25
    assert finding.failure is not None


def test_a_search_that_is_cut_short_keeps_the_smallest_that_passed() -> None:
    pieces = [piece(n) for n in range(200)]
    search = Search(pieces, needing(0), calls=4)
    found, finding = search.find(everything(pieces))
    assert finding.failure is None
    assert 0 in found
    assert len(found) < 200
