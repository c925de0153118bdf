"""What tested code writes can't take over the terminal of whoever reads about it."""

from __future__ import annotations

from rich.console import Console

from swerefactor.reporting.explanation import explain
from swerefactor.reporting.foreign import shown
from swerefactor.values import Check, CheckResult, Prediction, Status, Verdict
from tests.refactoring.builders import instance

ERASE = "\x1b[2J\x1b[H"


def test_control_and_bidirectional_characters_are_shown_as_escapes() -> None:
    assert shown(f"{ERASE}Resolved\r\u202e\U000e0001") == (
        "\\u001b[2J\\u001b[HResolved\\u000d\\u202e\\U000e0001"
    )


def test_ordinary_text_stays_as_it_is() -> None:
    text = "größer als 3 €, 日本語:\n\tat p.Cart.total(Cart.java:3)"
    assert shown(text) == text


def test_an_explanation_obeys_nothing_that_tested_code_wrote() -> None:
    failed = CheckResult(
        check=Check.TEST, status=Status.FAILED, reason="test_failed", message=ERASE, evidence=(ERASE,)
    )
    verdict = Verdict(instance_id="cart-1", model="m", checks=(failed,))
    prediction = Prediction(instance_id="cart-1", model_name_or_path="m", model_patch=f"+{ERASE}\n")
    console = Console(width=100, no_color=True)
    with console.capture() as captured:
        console.print(explain(instance(), prediction, verdict, f"log {ERASE}"))
    assert "\x1b[2J" not in captured.get()
    assert captured.get().count("\\u001b[2J") == 4
