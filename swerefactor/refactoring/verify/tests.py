"""Checks 2 and 3, compile and test: what a run's results mean beside those of the base commit."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence

from swerefactor.refactoring.verify import target
from swerefactor.refactoring.verify.ids import (
    TestId,
    by_class,
    ids_in,
    is_among,
    method_of,
    passing_ids,
    shown,
    top,
)
from swerefactor.values import (
    Baseline,
    Check,
    CheckResult,
    Detection,
    Instance,
    Outcome,
    RunResult,
    Status,
    TestCase,
    TestCounts,
    TestScope,
    Value,
)

MOVES = frozenset({"Move Method", "Move And Rename Method"})
INLINES = frozenset({"Inline Method", "Move And Inline Method"})


class TestGrade(Value):
    """The test check and the counts behind it."""

    __test__ = False
    result: CheckResult
    counts: TestCounts | None = None


class IdMap:
    """Where the tests of the base went: a moved test has a new id, an inlined one is gone."""

    def __init__(self, detections: Iterable[Detection] = ()) -> None:
        self._moved: dict[TestId, TestId] = {}
        self._gone: set[TestId] = set()
        for detection in detections:
            before = (detection.subject.class_name, method_of(detection.subject.signature))
            if detection.type in MOVES:
                self._moved[before] = (detection.result.class_name, method_of(detection.result.signature))
            elif detection.type in INLINES:
                self._gone.add(before)

    def after(self, test: TestId) -> TestId | None:
        """The id under which a test of the base runs now; None where it is rightly gone."""
        class_name, name = test
        key = (class_name.replace("$", "."), method_of(name))
        if key in self._gone:
            return None
        if key not in self._moved:
            return test
        new_class, new_method = self._moved[key]
        return _in_results(new_class), new_method + name[len(method_of(name)) :]


def id_map(instance: Instance, detections: Sequence[Detection]) -> IdMap:
    """The map for a prediction: only by the asked refactoring may a test move or go."""
    seen = target.match(instance, detections)
    return IdMap([seen] if seen else ())


def grade_compile(run: RunResult) -> CheckResult:
    """Check 2 from a run."""
    if run.compiled:
        return CheckResult(check=Check.COMPILE, status=Status.PASSED, seconds=run.compile_seconds)
    errors = compiler_errors(run.log)
    reason, message = _compile_reason(errors), "The code does not compile."
    if run.ended_by:
        reason, message = (
            f"compile_{run.ended_by}_limit",
            f"The compiler was ended at its {run.ended_by} limit.",
        )
    return CheckResult(
        check=Check.COMPILE,
        status=Status.FAILED,
        reason=reason,
        message=message,
        evidence=errors,
        seconds=run.compile_seconds,
    )


_COMPILE_REASONS = {
    "undefined_symbol": r"cannot find symbol|package .* does not exist|cannot be resolved|is undefined",
    "parameter_mismatch": r"cannot be applied to given types|no suitable (method|constructor)"
    r"|is not applicable for the arguments",
    "syntax_error": r"' expected|<identifier> expected|illegal start|class, interface|reached end of file"
    r"|[Ss]yntax error|not a statement|unclosed",
}
"""What javac's and the Eclipse compiler's messages mean, in the terms of the paper's error taxonomy."""


def _compile_reason(errors: Sequence[str]) -> str:
    """The reason code of the first error; later ones may follow from it."""
    first = errors[0] if errors else ""
    return next(
        (code for code, pattern in _COMPILE_REASONS.items() if re.search(pattern, first)), "does_not_compile"
    )


def compiler_errors(log: str, most: int = 5) -> tuple[str, ...]:
    """The first lines of a build log that look like a compiler's errors, for a person to read."""
    lines = (
        line.removeprefix("[ERROR]").strip() for line in log.splitlines() if re.search(r"\.java\b.*\d", line)
    )
    return tuple(dict.fromkeys(lines))[:most]


def grade_tests(
    run: RunResult, baseline: Baseline, ids: IdMap, selection: Sequence[str] | None = None
) -> TestGrade:
    """Check 3 for a prediction: the selected tests that pass at the base still pass, under their new ids.

    The selection is in the form of `TestScope.tests`; None selects all.
    """
    if run.tests is None:
        return TestGrade(result=_skipped())
    found = _by_id(run.tests)
    expected = [new for old in _selected(baseline, selection) if (new := ids.after(old)) is not None]
    failed = sorted({test for test in expected if found.get(test, True) is False})
    missing = sorted({test for test in expected if test not in found})
    return _grade(run, expected, failed, missing, removed=[])


def grade_reference(run: RunResult, baseline: Baseline, ids: IdMap) -> TestGrade:
    """Check 3 for a developer's whole commit, which brings tests of its own.

    Tests it removed are listed; what passed at the base must pass if it is still there; a test
    that is new must pass, unless the commit itself disables it.
    """
    if run.tests is None:
        return TestGrade(result=_skipped())
    found = _by_id(run.tests)
    before = {new for old in passing_ids(baseline) if (new := ids.after(old)) is not None}
    known_bad = ids_in(baseline.not_passing)
    skipped = {(case.class_name, case.name) for case in run.tests if case.outcome is Outcome.SKIPPED}
    expected = [test for test in found if test in before or test not in known_bad | skipped]
    failed = sorted(test for test in expected if not found[test])
    return _grade(run, expected, failed, [], removed=sorted(before - found.keys()))


def scope(
    baseline: Baseline, ids: IdMap, selection: Sequence[str] | None, changed: Sequence[str]
) -> TestScope:
    """What must be compiled and run so that the selected tests can be graded, wherever they are now."""
    if selection is None:
        return TestScope(changed=tuple(changed))
    after = {old: ids.after(old) for old in _selected(baseline, selection)}
    arrived = sorted({top(new[0]) for old, new in after.items() if new is not None and new != old})
    return TestScope(changed=tuple(changed), tests=tuple(dict.fromkeys((*selection, *arrived))))


def _selected(baseline: Baseline, selection: Sequence[str] | None) -> tuple[TestId, ...]:
    chosen = None if selection is None else frozenset(selection)
    return tuple(test for test in passing_ids(baseline) if is_among(test, chosen))


AGAIN = frozenset({"test_failed", "test_missing"})
"""Reasons that one flaky test is enough for: such a verdict counts only after a second run."""


def settle(first: RunResult, second: RunResult) -> tuple[RunResult, tuple[str, ...]]:
    """What two runs of the same code say together, and the ids in which they differ.

    Such an id counts as passed: a test with mixed results never decides.
    """
    if first.tests is None or second.tests is None:
        return first, ()
    one, two = _by_id(first.tests), _by_id(second.tests)
    mixed = sorted(test for test in one.keys() | two.keys() if one.get(test, False) != two.get(test, False))
    agreed = [case for case in second.tests if (case.class_name, case.name) not in set(mixed)]
    passed = [
        TestCase(class_name=class_name, name=name, outcome=Outcome.PASSED) for class_name, name in mixed
    ]
    together = second.model_copy(
        update={"tests": (*agreed, *passed), "test_seconds": first.test_seconds + second.test_seconds}
    )
    return together, tuple(map(shown, mixed))


def split_outcomes(
    runs: Sequence[Sequence[TestCase]],
) -> tuple[dict[str, tuple[str, ...]], dict[str, tuple[str, ...]]]:
    """The names by class that pass in every occurrence of every run, and all others."""
    by_run = [_by_id(tests) for tests in runs]
    everywhere = sorted({test for found in by_run for test in found})
    passing = {test for test in everywhere if all(found.get(test, False) for found in by_run)}
    return by_class(t for t in everywhere if t in passing), by_class(
        t for t in everywhere if t not in passing
    )


def _grade(
    run: RunResult,
    expected: Sequence[TestId],
    failed: Sequence[TestId],
    missing: Sequence[TestId],
    removed: Sequence[TestId],
) -> TestGrade:
    counts = TestCounts(
        expected=len(expected),
        passed=len(expected) - len(failed) - len(missing),
        failed=tuple(map(shown, failed)),
        missing=tuple(map(shown, missing)),
        removed=tuple(map(shown, removed)),
    )
    reason, message = _reason(run, expected, failed, missing)
    evidence = [
        *_messages(run.tests or (), failed),
        *(f"{shown(test)} did not run" for test in missing[:5]),
    ]
    return TestGrade(
        result=CheckResult(
            check=Check.TEST,
            status=Status.FAILED if reason else Status.PASSED,
            reason=reason,
            message=message,
            evidence=tuple(evidence),
            seconds=run.test_seconds,
        ),
        counts=counts,
    )


def _reason(
    run: RunResult, expected: Sequence[TestId], failed: Sequence[TestId], missing: Sequence[TestId]
) -> tuple[str, str]:
    if not expected:
        return "no_tests", "No test is left that could tell whether the behaviour is the same."
    if run.ended_by and (failed or missing):
        return f"test_{run.ended_by}_limit", f"The tests were ended at their {run.ended_by} limit."
    if failed:
        return "test_failed", f"{len(failed)} of {len(expected)} tests that pass at the base commit fail."
    if missing:
        return (
            "test_missing",
            f"{len(missing)} of {len(expected)} tests that pass at the base commit did not run.",
        )
    return "", ""


def _skipped() -> CheckResult:
    return CheckResult(check=Check.TEST, status=Status.SKIPPED, message="The code does not compile.")


def _by_id(tests: Iterable[TestCase]) -> dict[TestId, bool]:
    """Whether every occurrence of an id passed."""
    found: dict[TestId, bool] = {}
    for test in tests:
        key = (test.class_name, test.name)
        found[key] = found.get(key, True) and test.outcome is Outcome.PASSED
    return found


def _messages(tests: Iterable[TestCase], failed: Sequence[TestId], most: int = 5) -> list[str]:
    said: Mapping[TestId, str] = {
        (t.class_name, t.name): t.message for t in tests if t.outcome is not Outcome.PASSED
    }
    return [
        f"{class_name}#{name}: {said.get((class_name, name), '')}"[:300] for class_name, name in failed[:most]
    ]


def _in_results(dotted: str) -> str:
    """A dotted class name as results write it, with `$` between nested classes."""
    package, classes = re.match(r"((?:[^A-Z.][^.]*\.)*)(.*)", dotted).groups()  # type: ignore[union-attr]
    return f"{package}{classes.replace('.', '$')}"
