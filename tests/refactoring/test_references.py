"""References are run three times: what passes in each is expected, what passes in some is named."""

from __future__ import annotations

from swerefactor.refactoring.references import summed
from swerefactor.values import Outcome
from tests.refactoring.builders import case, run

GREEN = run(case("a"), case("b"))
RED = run(case("a"), case("b", Outcome.FAILED))


def test_what_passes_in_every_run_is_expected_and_what_passes_in_some_is_flaky() -> None:
    made = summed("cart-1", [GREEN, RED, GREEN])
    assert made.passing == {"p.CartTest": ("a",)}
    assert made.flaky == ("p.CartTest#b",)
    assert (made.runs, made.compiled) == (3, True)


def test_what_fails_in_every_run_is_not_flaky() -> None:
    assert summed("cart-1", [RED, RED, RED]).flaky == ()


def test_a_test_that_is_absent_from_a_run_is_not_expected() -> None:
    made = summed("cart-1", [GREEN, run(case("a")), GREEN])
    assert made.passing == {"p.CartTest": ("a",)}
    assert made.flaky == ("p.CartTest#b",)


def test_a_reference_that_does_not_always_compile_has_no_test_to_rely_on() -> None:
    made = summed("cart-1", [GREEN, run(compiled=False, tests=None), GREEN])
    assert (made.compiled, made.passing) == (False, {})
