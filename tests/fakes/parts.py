"""Small scripted stand-ins for the seams that need no file of their own."""

from __future__ import annotations

from collections.abc import Callable, Generator, Iterable

from swerefactor.errors import SwerefactorError
from swerefactor.protocols import EVERYTHING, Item, Result, Workspace
from swerefactor.values import (
    Failure,
    Instance,
    JavaProject,
    Limits,
    MethodCoverage,
    Prediction,
    RunResult,
    TestScope,
)


class ScriptedPredictor:
    """Answers each instance with its patch, or raises what stands in its place."""

    name = "scripted"

    def __init__(self, script: dict[str, str | SwerefactorError]) -> None:
        self.script = script
        self.identity = f"scripted/{sorted(map(str, script.values()))}"
        self.asked: list[str] = []

    def predict(self, instance: Instance) -> Prediction:
        self.asked.append(instance.id)
        answer = self.script.get(instance.id)
        if isinstance(answer, SwerefactorError):
            raise answer
        failure = Failure(reason="no_prediction", message="Not in the script.") if answer is None else None
        return Prediction(
            instance_id=instance.id, model_name_or_path=self.name, model_patch=answer or "", failure=failure
        )


class ScriptedBuildTool:
    """Describes every project alike."""

    name = "scripted"

    def __init__(self, project: JavaProject) -> None:
        self.project = project

    def describe(self, read: Callable[[str], bytes | None], module: str) -> JavaProject:
        return self.project


class ScriptedTestRun:
    """Gives the results of its script one after the other, and the last one for ever after."""

    name = "scripted"

    def __init__(self, *script: RunResult | SwerefactorError) -> None:
        self.script = list(script)
        self.runs = 0
        self.scopes: list[TestScope] = []
        self.covers: dict[str, tuple[MethodCoverage, ...]] = {}

    def coverage_by_test_class(
        self, workspace: Workspace, project: JavaProject
    ) -> dict[str, tuple[MethodCoverage, ...]]:
        return self.covers

    def run(
        self, workspace: Workspace, project: JavaProject, limits: Limits, scope: TestScope = EVERYTHING
    ) -> RunResult:
        self.runs += 1
        self.scopes.append(scope)
        answer = self.script.pop(0) if len(self.script) > 1 else self.script[0]
        if isinstance(answer, SwerefactorError):
            raise answer
        return answer


class OneAfterTheOther:
    """A scheduler without threads."""

    def run(
        self, work: Callable[[Item], Result], items: Iterable[Item]
    ) -> Generator[tuple[Item, Result], None, None]:
        for item in items:
            yield item, work(item)
