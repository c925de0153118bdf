"""Surefire's reports are read strictly: all that is there, and nothing from a broken one."""

from __future__ import annotations

import pytest

from swerefactor.farm.surefire import MAX_REPORT, ReportError, parse_report
from swerefactor.values import Outcome, TestCase


def report(cases: str, name: str = "p.ATest") -> bytes:
    head = '<?xml version="1.0" encoding="UTF-8"?>\n<testsuite xmlns:xsi="x" version="3.0" '
    properties = '<properties><property name="a" value="b"/></properties>'
    return f'{head}name="{name}" time="1">{properties}{cases}</testsuite>'.encode()


def outcomes(cases: str) -> list[tuple[str, str, str]]:
    return [(case.class_name, case.name, case.outcome) for case in parse_report(report(cases))]


def test_a_test_without_a_child_has_passed_whatever_it_printed() -> None:
    printed = "<system-out><![CDATA[<failure/> FAILED]]></system-out><system-err>x</system-err>"
    assert outcomes(f'<testcase name="a" classname="p.ATest" time="0.5">{printed}</testcase>') == [
        ("p.ATest", "a", "passed")
    ]


@pytest.mark.parametrize("tag", ["failure", "error"])
def test_a_failure_and_an_error_are_both_failures_with_their_message(tag: str) -> None:
    case = (
        f'<testcase name="a" classname="p.ATest"><{tag} message="1 &lt; 2" type="E">trace</{tag}></testcase>'
    )
    assert parse_report(report(case)) == (
        TestCase(class_name="p.ATest", name="a", outcome=Outcome.FAILED, message="E: 1 < 2"),
    )


def test_a_skipped_test_has_not_passed() -> None:
    assert outcomes('<testcase name="a" classname="p.ATest"><skipped message="no"/></testcase>') == [
        ("p.ATest", "a", "skipped")
    ]


def test_a_test_that_passed_only_at_a_second_attempt_also_counts_as_failed() -> None:
    case = '<testcase name="a" classname="p.ATest"><flakyFailure message="once" type="E"/></testcase>'
    assert outcomes(case) == [("p.ATest", "a", "failed"), ("p.ATest", "a", "passed")]


def test_every_attempt_of_a_test_that_always_failed_is_an_occurrence() -> None:
    case = '<testcase name="a" classname="p.ATest"><failure/><rerunFailure/><rerunError/></testcase>'
    assert outcomes(case) == [("p.ATest", "a", "failed")] * 3


def test_ids_that_repeat_are_kept_as_often_as_they_occur() -> None:
    assert outcomes('<testcase name="a" classname="p.ATest"/>' * 3) == [("p.ATest", "a", "passed")] * 3


def test_a_failure_outside_of_any_test_belongs_to_its_class() -> None:
    assert outcomes('<testcase name="" classname="p.BTest"><error type="E"/></testcase>') == [
        ("p.BTest", "", "failed")
    ]
    assert outcomes('<testcase name="a"><error/></testcase>') == [("p.ATest", "a", "failed")]


def test_the_names_of_parameterised_and_nested_tests_are_kept_as_they_are() -> None:
    case = '<testcase name="add(int, int)[1] &quot;ä&quot;" classname="p.ATest$Inner"/>'
    assert outcomes(case) == [("p.ATest$Inner", 'add(int, int)[1] "ä"', "passed")]


def test_times_with_thousands_are_read() -> None:
    (case,) = parse_report(report('<testcase name="a" classname="p.ATest" time="1,234.5"/>'))
    assert case.seconds == 1234.5


def test_a_suite_without_tests_gives_none() -> None:
    assert parse_report(report("")) == ()


@pytest.mark.parametrize(
    "broken",
    [
        pytest.param(report('<testcase name="a" classname="p.ATest"/>')[:-12], id="cut off"),
        pytest.param(b"", id="empty"),
        pytest.param(b"BUILD SUCCESS", id="not XML"),
        pytest.param(b"<testsuites><testsuite name='a'/></testsuites>", id="another tool's"),
        pytest.param(
            report('<testcase name="a" classname="p.ATest" time="soon"/>'), id="a time that is none"
        ),
        pytest.param(report('<testcase name="a"/>', name=""), id="no class"),
        pytest.param(b'<!DOCTYPE t [<!ENTITY a "b">]><testsuite name="&a;"/>', id="entities"),
        pytest.param(b"<testsuite>" + b" " * MAX_REPORT + b"</testsuite>", id="too large"),
    ],
)
def test_a_broken_report_gives_no_test_at_all(broken: bytes) -> None:
    with pytest.raises(ReportError):
        parse_report(broken)
