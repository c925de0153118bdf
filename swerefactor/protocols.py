"""The seams between the parts: what each must do, whoever does it."""

from __future__ import annotations

from collections.abc import Callable, Generator, Iterable, Mapping, Sequence
from contextlib import AbstractContextManager
from enum import Enum, auto
from pathlib import Path
from typing import TYPE_CHECKING, Protocol, TypeVar, runtime_checkable

from swerefactor.values import (
    Access,
    Asked,
    BaseTree,
    Completed,
    Detection,
    Instance,
    Inversion,
    JavaProject,
    Limits,
    Message,
    MethodContext,
    MethodCoverage,
    MethodInfo,
    MethodRef,
    Prediction,
    Reply,
    RunResult,
    Surroundings,
    TestScope,
    Tool,
)

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

Item = TypeVar("Item")
Result = TypeVar("Result")


class Predictor(Protocol):
    """Answers an instance with a prediction."""

    name: str
    """The model's name in predictions and reports."""
    identity: str
    """Changes whenever a prediction may: the model's settings, the prompts, the file replayed."""

    def predict(self, instance: Instance) -> Prediction:
        """The patch for one instance. What a model cannot do is a `Prediction.failure`."""
        ...


class Model(Protocol):
    """A chat model."""

    @property
    def name(self) -> str:
        """The name in predictions and reports."""
        ...

    @property
    def identity(self) -> str:
        """Changes whenever a reply may: the name, the address, the sampling settings."""
        ...

    @property
    def window(self) -> int | None:
        """Tokens that question and answer may have together; None where it is not known."""
        ...

    @property
    def takes_tools(self) -> bool | None:
        """Whether it can call tools; None where only asking shows."""
        ...

    def reply(self, messages: Sequence[Message], tools: Sequence[Tool] = ()) -> Reply:
        """The model's next message, which may be calls of these tools.

        Raises `ModelError` when there is none to use.
        """
        ...


class Capability(Enum):
    """What a sandbox promises beyond running a command within a time limit."""

    ISOLATED = auto()
    """Commands see neither the host's files nor the network."""
    MEMORY_LIMIT = auto()
    """A command over its memory dies."""
    PROCESS_LIMIT = auto()
    """A command cannot start more processes than allowed."""
    WORKSPACE_LIMIT = auto()
    """Writing over the workspace size fails."""
    OFFICIAL_BUILD = auto()
    """The project's own build tool runs."""
    JDKS = auto()
    """Code runs on the JDK that the instance names."""


CLOSED = Access()
"""Nothing beyond the base tree."""

TOOLS_VARIABLE = "SWEREFACTOR_TOOLS"
"""The environment variable that tells commands of a workspace where the tools of its `Access` are."""


class Workspace(Protocol):
    """A disposable copy of a base tree in which commands run. Paths are relative to its root."""

    @property
    def root(self) -> str:
        """Where it lies, as the commands inside see it; they start in it."""
        ...

    def put(self, files: Mapping[str, bytes | None]) -> None:
        """Write files, or delete those given as None. Missing folders are made."""
        ...

    def get(self, path: str) -> bytes | None:
        """A file's content, or None where there is no such regular file."""
        ...

    def list(self, folder: str, suffix: str) -> tuple[str, ...]:
        """The regular files below a folder whose name ends so, sorted; empty if there is none."""
        ...

    def run(
        self,
        command: Sequence[str],
        limits: Limits,
        environment: Mapping[str, str] | None = None,
        stdin: bytes = b"",
    ) -> Completed:
        """Run a command to its end or its limit; then nothing that it started is left alive."""
        ...

    def reset(self) -> None:
        """The base tree again with the files that were put, and nothing else of what came after."""
        ...


class Sandbox(Protocol):
    """Makes workspaces."""

    @property
    def name(self) -> str:
        """The name that a user chooses it by."""
        ...

    @property
    def capabilities(self) -> frozenset[Capability]:
        """What it promises."""
        ...

    def workspace(
        self, base: BaseTree, limits: Limits, access: Access = CLOSED
    ) -> AbstractContextManager[Workspace]:
        """A fresh workspace with the base tree in it, gone with all its processes at exit."""
        ...

    def surroundings(self, base: BaseTree, project: JavaProject) -> Surroundings:
        """What the code of a base tree refers to, as paths of this machine that stay as they are."""
        ...

    def abort(self) -> None:
        """End every open workspace with all its commands, from another thread than theirs."""
        ...

    def versions(self, base: BaseTree) -> dict[str, str]:
        """What results from this base tree rest on: image id, JDK package, runtime."""
        ...


class BuildTool(Protocol):
    """Describes a project from its build files. It builds nothing."""

    @property
    def name(self) -> str:
        """The name that results are kept under."""
        ...

    def describe(self, read: Callable[[str], bytes | None], module: str) -> JavaProject:
        """The module's layout and settings. `read` gives a file of the tree or None.

        Raises `InvalidInstance` for a project that it cannot describe.
        """
        ...


EVERYTHING = TestScope()
"""The scope of a run that compiles everything from source and runs all tests."""


class TestRun(Protocol):
    """Compiles a workspace and runs its tests."""

    @property
    def name(self) -> str:
        """The name that results are kept under."""
        ...

    def run(
        self, workspace: Workspace, project: JavaProject, limits: Limits, scope: TestScope = EVERYTHING
    ) -> RunResult:
        """Compile and test what the scope says; coverage is taken when it is everything."""
        ...


class Analyser(Protocol):
    """Facts about Java code. Files are given as path to text, all files that changed."""

    def detect(self, before: Mapping[str, str], after: Mapping[str, str]) -> tuple[Detection, ...]:
        """The refactorings of the six types that RefactoringMiner sees, with purity."""
        ...

    def invert(
        self,
        asked: Asked,
        before: Mapping[str, str],
        after: Mapping[str, str],
        others: Mapping[str, str],
        surroundings: Surroundings,
    ) -> Inversion:
        """What undoing the asked refactoring gives, compared with the original.

        `others` are unchanged files of the project that name a method which the change adds,
        removes or moves: a call in them must still mean the same.
        """
        ...

    def methods(self, files: Mapping[str, str]) -> tuple[MethodInfo, ...]:
        """All method and constructor declarations, nested and anonymous classes included."""
        ...

    def context(self, tree: Path, roots: Sequence[str], method: MethodRef) -> MethodContext:
        """What surrounds a method in a checked-out tree with these source roots."""
        ...

    def coverage(self, data: Path, classes: Sequence[Path]) -> tuple[MethodCoverage, ...]:
        """Line counters per method, from JaCoCo data and the class files it was taken from."""
        ...


class Embedder(Protocol):
    """Turns texts into vectors that lie the closer, the more alike the texts are in meaning."""

    identity: str
    """Changes whenever a vector may: the model, its weights, how a text is cut."""

    def embed(self, texts: Sequence[str]) -> NDArray[np.float32]:
        """A unit vector for each text, in their order: an array of shape (texts, dimensions)."""
        ...


@runtime_checkable
class Progress(Protocol):
    """Is told how work goes on."""

    def start(self, total: int) -> None:
        """There are so many tasks."""
        ...

    def done(self, label: str) -> None:
        """One more is done."""
        ...


class Scheduler(Protocol):
    """Runs many independent tasks."""

    def run(
        self, work: Callable[[Item], Result], items: Iterable[Item]
    ) -> Generator[tuple[Item, Result], None, None]:
        """Each item with its result, as they come. Interrupted, it starts nothing more."""
        ...
