"""RefactoringMiner's descriptions of the six types, read."""

from __future__ import annotations

import pytest

from swerefactor.refactoring.exchange.described import described
from swerefactor.values import RefactoringType

READ = [
    (
        "Extract Method\tprivate total(all List<Price>, by Map<String, Integer>) : int extracted from"
        " public receipt() : String in class shop.Order",
        ("receipt()", "shop.Order", "total(List<Price>, Map<String, Integer>)", None),
    ),
    (
        "Inline Method\tprivate static total(prices int...) : int inlined to public receipt() : String in class"
        " shop.Order.Line",
        ("total(int...)", "shop.Order.Line", "receipt()", None),
    ),
    (
        "Move Method\tpackage pad(text String, width int) : String from class shop.Tables to"
        " public pad(text String, width int) : String from class shop.Texts",
        ("pad(String, int)", "shop.Tables", "pad(String, int)", "shop.Texts"),
    ),
    (
        "Extract And Move Method\tpublic wrap(out OutputStream) : Shield extracted from public Shield() in class"
        " shop.ShieldTest & moved to class shop.Shield",
        ("Shield()", "shop.ShieldTest", "wrap(OutputStream)", "shop.Shield"),
    ),
    (
        "Move And Inline Method\tpublic all() : List<A> moved from class shop.A to class shop.B & inlined to"
        " public one() : A",
        ("all()", "shop.A", "one()", "shop.B"),
    ),
    (
        "Move And Rename Method\tprotected abstract a(b int) : void from class shop.A to"
        " public c(b int) : void from class shop.B",
        ("a(int)", "shop.A", "c(int)", "shop.B"),
    ),
]


@pytest.mark.parametrize(("text", "wanted"), READ, ids=lambda value: str(value)[:12])
def test_a_description_says_which_method_went_where(text: str, wanted: tuple[str, ...]) -> None:
    told = described(RefactoringType(text.partition("\t")[0]), text)
    assert told is not None
    assert (told.old.signature, told.home, told.new.signature, told.goal) == wanted


@pytest.mark.parametrize("text", ["", "Extract Method\t", "Rename Method\ta() : int renamed to b() : int"])
def test_another_text_says_nothing(text: str) -> None:
    assert described(RefactoringType.EXTRACT_METHOD, text) is None
