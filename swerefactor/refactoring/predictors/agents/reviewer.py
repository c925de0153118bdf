"""What the reviewer may do: compile and test the change, look for the refactoring, look at its style.

Never the inversion of the verdict, and nothing of the developers' commit: nobody shall optimise on the
grader, nor see the solution.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from swerefactor.analysis.checkstyle import new_violations
from swerefactor.errors import AnalyserError
from swerefactor.refactoring.predictors.agents.developer import read_file
from swerefactor.refactoring.predictors.agents.toolbox import Action, Arguments, ToolFault
from swerefactor.refactoring.predictors.agents.workflow import AgentLimits
from swerefactor.refactoring.predictors.agents.working_copy import WorkingCopy
from swerefactor.refactoring.verify import target, tests
from swerefactor.refactoring.verify.changed import ChangedTree, once
from swerefactor.refactoring.verify.workbench import Workbench, base_of, java_texts
from swerefactor.values import CheckResult, Detection, Instance, JavaProject, Status

MOST_REMARKS = 40
"""Remarks of Checkstyle, and lines of evidence, that a reviewer is shown."""


class Nothing(Arguments):
    """No arguments."""


@dataclass
class Checks:
    """The checks of one instance's change, and how often each may still be made."""

    bench: Workbench
    instance: Instance
    project: JavaProject
    copy: WorkingCopy
    limits: AgentLimits
    compiled: int = field(default=0, init=False)
    detected: int = field(default=0, init=False)
    _standing: dict[str, tuple[str, bool]] = field(default_factory=dict, init=False)
    """How each check ended last, with the change that it was made on."""

    def score(self) -> int:
        """How many checks the change has passed as it is now."""
        patch = self.copy.patch
        return sum(passed for on, passed in self._standing.values() if on == patch)

    @property
    def actions(self) -> tuple[Action[Any], ...]:
        """All of the reviewer's tools."""
        return (
            Action("show_change", "Shows the change as a diff.", Nothing, lambda _: self.copy.diff),
            Action(
                "compile_and_test",
                "Compiles the project with the change and runs the tests that cover the method.",
                Nothing,
                lambda _: self._compile_and_test(),
            ),
            Action(
                "find_refactorings",
                "Lists the refactorings that RefactoringMiner sees in the change, and whether each is pure.",
                Nothing,
                lambda _: self._find_refactorings(),
            ),
            Action(
                "check_style",
                "Lists what Checkstyle has to say of the change and had not to say before.",
                Nothing,
                lambda _: self._check_style(),
            ),
            read_file(self.copy),
        )

    def _compile_and_test(self) -> str:
        _must_be_left(self.compiled, self.limits.compile_checks)
        self.compiled += 1
        bench, changes = self.bench, self.copy.changes
        baseline = bench.baseline(self.instance, self.project)
        selection = bench.selection(self.instance, baseline)
        ids = tests.id_map(self.instance, self._detections())
        scope = tests.scope(baseline, ids, selection, sorted(change.path for change in changes))
        tree = ChangedTree(base_of(self.instance), changes)
        key = bench.key(
            tree.base, bench.sandbox.name, bench.test_run.name, bench.limits, tree.contents(), scope
        )
        run = once(
            bench.runs,
            key,
            lambda: tree.run(bench.sandbox, bench.test_run, self.project, scope, bench.limits),
        )
        compiled, tested = tests.grade_compile(run), tests.grade_tests(run, baseline, ids, selection)
        patch = self.copy.patch
        self._standing["compile"] = patch, compiled.status is Status.PASSED
        self._standing["test"] = patch, tested.result.status is Status.PASSED
        return f"compile: {_told(compiled)}\ntests: {_told(tested.result)}"

    def _find_refactorings(self) -> str:
        _must_be_left(self.detected, self.limits.refactoring_checks)
        self.detected += 1
        found = self._detections()
        asked = target.match(self.instance, found)
        self._standing["refactoring"] = self.copy.patch, asked is not None
        there = "is" if asked else "is NOT"
        return "\n".join([f"The refactoring that was asked for {there} among them.", *map(_shown, found)])

    def _detections(self) -> tuple[Detection, ...]:
        try:
            return self.bench.analyser.detect(*java_texts(self.copy.changes))
        except AnalyserError as error:
            raise ToolFault(f"The change can't be analysed: {error.message}") from error

    def _check_style(self) -> str:
        try:
            found = new_violations(*java_texts(self.copy.changes))
        except AnalyserError as error:
            raise ToolFault(error.message) from error
        return "\n".join(f"{v.path}:{v.line}: {v.message} [{v.check}]" for v in found[:MOST_REMARKS])


def _must_be_left(used: int, most: int) -> None:
    if used >= most:
        raise ToolFault("This check was made as often as it may be made. Judge by what you know.")


def _told(result: CheckResult) -> str:
    if result.status is not Status.FAILED:
        return result.status.value
    return "\n".join([f"failed: {result.message}", *result.evidence[:MOST_REMARKS]])


def _shown(found: Detection) -> str:
    purity = {True: "pure", False: "not pure", None: "purity unknown"}[found.pure]
    return f"- {found.description} ({purity})"
