"""A change is cut where a person would cut it: at members, then at statements."""

from __future__ import annotations

import random
import re

import pytest

from swerefactor.refactoring.isolation.pieces import Piece, cut
from swerefactor.refactoring.isolation.recipe import compose, merged
from swerefactor.repositories import Change
from swerefactor.values import MethodInfo, MethodRef

CLASS = """\
import java.util.List;

class A {
    int f;

    /** Adds. */
    int add(int a) {
        int b = a + f;
        log(b);
        return b;
    }

    void log(int x) {
        System.out.println(x);
    }
}
"""


def methods(text: str) -> list[MethodInfo]:
    """The methods of a class that is laid out as the ones here are."""
    lines = text.splitlines()
    found = []
    for at, line in enumerate(lines):
        if head := re.match(r"    \w+ (\w+\(.*?\)) \{", line):
            end = next(n for n in range(at, len(lines)) if lines[n] == "    }")
            start = at - 1 if lines[at - 1].strip().startswith("/**") else at
            ref = MethodRef(
                file="A.java", class_name="A", signature=head[1], start_line=start + 1, end_line=end + 1
            )
            found.append(MethodInfo(method=ref))
    return found


def pieces(before: str, after: str) -> tuple[Piece, ...]:
    change = Change("A.java", before.encode(), after.encode())
    return cut([change], methods(before), methods(after))


def parts(before: str, after: str) -> list[tuple[str, str]]:
    return [(piece.gone.strip(), piece.text.strip()) for piece in pieces(before, after)]


def test_a_new_method_is_one_piece_with_its_comment_and_the_empty_line_before_it() -> None:
    new = "\n    /** Twice. */\n    int twice(int x) {\n        return 2 * x;\n    }\n"
    at = CLASS.index("\n    void log")
    (piece,) = pieces(CLASS, CLASS[:at] + new + CLASS[at:])
    assert piece.text == new
    assert piece.member is not None
    assert piece.member.signature == "twice(int x)"


def test_a_method_that_moved_within_its_class_is_one_that_goes_and_one_that_comes() -> None:
    start, end = CLASS.index("\n    /** Adds"), CLASS.index("\n    void log")
    moved = CLASS[:start] + CLASS[end:-2] + CLASS[start:end] + "}\n"
    assert {(bool(p.gone), bool(p.text)) for p in pieces(CLASS, moved)} == {(True, False), (False, True)}
    assert len(pieces(CLASS, moved)) == 2


def test_statements_beside_each_other_are_pieces_of_one_group() -> None:
    after = CLASS.replace("int b = a + f;", "int b = f + a;").replace("        log(b);\n", "")
    found = pieces(CLASS, after)
    assert [(p.gone.strip(), p.text.strip()) for p in found] == [
        ("int b = a + f;", "int b = f + a;"),
        ("log(b);", ""),
    ]
    assert len({p.group for p in found}) == 1


def test_a_statement_gives_way_to_the_one_that_is_like_it() -> None:
    after = CLASS.replace("        int b = a + f;\n", "        check();\n        int b = a + f + 1;\n")
    assert parts(CLASS, after) == [("", "check();"), ("int b = a + f;", "int b = a + f + 1;")]


def test_changes_in_two_methods_are_two_groups_that_name_their_members() -> None:
    after = CLASS.replace("log(b)", "log(b + 1)").replace("println(x)", "println(-x)")
    found = pieces(CLASS, after)
    assert [p.member.signature for p in found if p.member] == ["add(int a)", "log(int x)"]
    assert len({p.group for p in found}) == 2


def test_a_method_whose_parameters_changed_is_still_cut_by_statements() -> None:
    after = CLASS.replace("add(int a)", "add(long a)").replace("a + f", "(int) a + f")
    assert parts(CLASS, after)[-1] == ("int b = a + f;", "int b = (int) a + f;")


@pytest.mark.parametrize("seed", range(20))
def test_all_pieces_together_are_the_change_and_none_of_them_is_no_change(seed: int) -> None:
    """Also between two texts that have little in common."""
    chance = random.Random(seed)
    lines = CLASS.splitlines(keepends=True)
    after = "".join(chance.choice(lines) for _ in range(chance.randrange(30)))
    change = Change("A.java", CLASS.encode(), after.encode())
    found = cut([change], methods(CLASS), [])
    assert {c.after for c in compose([change], merged(p.lines for p in found))} <= {after.encode()}
    assert compose([change], ()) == ()
    for _ in range(5):
        some = [piece.lines for piece in found if chance.random() < 0.5]
        compose([change], merged(some))
