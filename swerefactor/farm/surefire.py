"""Reads Surefire's XML reports: the one thing that says how the tests of an official run ended."""

from __future__ import annotations

import io
import xml.etree.ElementTree as ElementTree
import xml.parsers.expat as expat
from collections.abc import Iterator

from swerefactor.values import Outcome, TestCase

MAX_REPORT = 64 << 20
"""Bytes of one report. Real ones stay below a few MB, with all that their tests print."""
_MAX_MESSAGE = 2000
_FAILED = ("failure", "error")
_FAILED_BEFORE = ("rerunFailure", "rerunError", "flakyFailure", "flakyError")
"""What earlier attempts gave, where a project lets failed tests run again."""


class ReportError(ValueError):
    """A report that can't be read as one: cut off, too large, or not Surefire's."""


def parse_report(content: bytes) -> tuple[TestCase, ...]:
    """The test cases of one TEST-*.xml, in its order; a test that ran several times occurs as often.

    A failed attempt counts also when a later one passed: each is an occurrence of its own.
    Raises `ReportError`; a broken report gives no test case at all, never a part of them.
    """
    if len(content) > MAX_REPORT:
        raise ReportError(f"larger than {MAX_REPORT >> 20} MB")
    try:
        _refuse_document_type(content)
        return tuple(_cases(content))
    except (ElementTree.ParseError, expat.ExpatError, LookupError, ValueError) as error:
        raise ReportError(str(error)) from error


def _refuse_document_type(content: bytes) -> None:
    """Raise for a report that may declare entities, which Surefire never does."""

    def refuse(*_: object) -> None:
        raise ReportError("it declares a document type, which Surefire never does")

    parser = expat.ParserCreate()
    parser.StartDoctypeDeclHandler = refuse
    parser.Parse(content, True)


def _cases(content: bytes) -> Iterator[TestCase]:
    suite = None
    depth = 0
    for event, element in ElementTree.iterparse(io.BytesIO(content), events=("start", "end")):
        if event == "start":
            if depth == 0 and element.tag != "testsuite":
                raise ReportError(f"its root is <{element.tag}>, not <testsuite>")
            suite = element if depth == 0 else suite
            depth += 1
            continue
        depth -= 1
        if depth == 1:
            if element.tag == "testcase":
                yield from _occurrences(element, suite)
            # Gives back the memory: what tests print can be most of a report.
            element.clear()


def _occurrences(case: ElementTree.Element, suite: ElementTree.Element | None) -> Iterator[TestCase]:
    # A failure outside of any test, such as in @BeforeClass, may lack the class or the name.
    class_name = case.get("classname") or (suite.get("name", "") if suite is not None else "")
    name = case.get("name", "")
    if not class_name:
        raise ReportError("a test case names no class")
    last = TestCase(
        class_name=class_name,
        name=name,
        outcome=_outcome(case),
        message=_message(case, (*_FAILED, "skipped")),
        seconds=_seconds(case.get("time", "0")),
    )
    for attempt in (child for child in case if child.tag in _FAILED_BEFORE):
        message = attempt.get("message", "")[:_MAX_MESSAGE]
        yield TestCase(class_name=class_name, name=name, outcome=Outcome.FAILED, message=message)
    yield last


def _outcome(case: ElementTree.Element) -> Outcome:
    if any(case.find(tag) is not None for tag in _FAILED):
        return Outcome.FAILED
    return Outcome.SKIPPED if case.find("skipped") is not None else Outcome.PASSED


def _message(case: ElementTree.Element, tags: tuple[str, ...]) -> str:
    for tag in tags:
        found = case.find(tag)
        if found is not None:
            parts = (found.get("type", ""), found.get("message", ""))
            return ": ".join(part for part in parts if part)[:_MAX_MESSAGE]
    return ""


def _seconds(text: str) -> float:
    # Surefire writes thousands with a comma: 1,234.5
    try:
        seconds = float(text.replace(",", ""))
    except ValueError as error:
        raise ReportError(f"{text[:20]!r} is no time") from error
    return seconds if 0 <= seconds < float("inf") else 0.0
