"""Everything that verdicts are made with, in one value, and the small facts that all steps share."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from swerefactor.protocols import Analyser, BuildTool, Sandbox, TestRun
from swerefactor.refactoring.verify.changed import RunStore
from swerefactor.repositories import Change, Repositories
from swerefactor.values import (
    Baseline,
    BaseTree,
    Check,
    CheckResult,
    CodeBleuScore,
    Failure,
    Instance,
    JavaProject,
    Limits,
    Status,
    Surroundings,
)

Selection = Callable[[Instance, Baseline], tuple[str, ...] | None]
"""The tests that an instance is graded by, in the form of `TestScope.tests`; None for all.

Raises `InvalidInstance` where there is none.
"""


def all_tests(instance: Instance, baseline: Baseline) -> None:
    """The selection that leaves no test out."""


@dataclass(frozen=True)
class Workbench:
    """Everything that verdicts are made with."""

    repositories: Repositories
    sandbox: Sandbox
    build_tool: Callable[[BaseTree], BuildTool]
    test_run: TestRun
    analyser: Analyser
    baseline: Callable[[Instance, JavaProject], Baseline]
    score: Callable[[str, str], CodeBleuScore]
    limits: Limits
    runs: RunStore
    key: Callable[..., str]
    surroundings: Callable[[BaseTree, JavaProject], Surroundings] = lambda base, project: Surroundings()
    selection: Selection = all_tests
    tests: str = "all"
    """The name of the selection, part of a verdict's key."""


def checked(
    check: Check, failure: Failure | None, evidence: Sequence[str] = (), seconds: float = 0.0
) -> CheckResult:
    """A check's result: passed, or failed by what was found."""
    return CheckResult(
        check=check,
        status=Status.FAILED if failure else Status.PASSED,
        reason=failure.reason if failure else "",
        message=failure.message if failure else "",
        evidence=tuple(evidence),
        seconds=seconds,
    )


def base_of(instance: Instance) -> BaseTree:
    """The tree that an instance starts from."""
    return BaseTree(
        repository=instance.repository,
        commit=instance.base_commit,
        jdk=instance.jdk,
        build_tool=instance.build_tool,
        module=instance.module,
    )


def java_texts(changes: Sequence[Change]) -> tuple[dict[str, str], dict[str, str]]:
    """The Java files among the changes as texts, before and after."""
    java = [change for change in changes if change.path.endswith(".java")]
    return (
        {c.path: decoded(c.before) for c in java if c.before is not None},
        {c.path: decoded(c.after) for c in java if c.after is not None},
    )


def decoded(content: bytes) -> str:
    """Source text. What is not UTF-8 is read as Latin-1: no two contents come out alike."""
    try:
        return content.decode()
    except UnicodeDecodeError:
        return content.decode("latin-1")
