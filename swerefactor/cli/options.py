"""The options that several commands share, each declared once."""

from __future__ import annotations

from enum import StrEnum
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

if TYPE_CHECKING:
    from swerefactor.refactoring.dataset import Selection
    from swerefactor.refactoring.setup import Choices


class SandboxChoice(StrEnum):
    """Where code is built and run."""

    AUTO = "auto"
    DOCKER = "docker"
    LOCAL = "local"


class BuildChoice(StrEnum):
    """How code is built and tested."""

    FAST = "fast"
    OFFICIAL = "official"


class TestsChoice(StrEnum):
    """Which tests grade an instance."""

    COVERING = "covering"
    ALL = "all"


class CodeBleuChoice(StrEnum):
    """Which CodeBLEU is computed."""

    CORRECTED = "corrected"
    COMPAT = "compat"


class ReferenceChoice(StrEnum):
    """What a reference holds."""

    ISOLATED = "isolated"
    COMMIT = "commit"


class CodeChoice(StrEnum):
    """Where a method is."""

    MAIN = "main"
    TEST = "test"


class ExportFormat(StrEnum):
    """Whose form instances are written in."""

    SWE_BENCH = "swe-bench"
    HUGGINGFACE = "huggingface"
    OFFICIAL = "official"


class FormatChoice(StrEnum):
    """How a report is printed."""

    TABLE = "table"
    JSON = "json"
    MD = "md"


_DATA, _RUN, _BUILD = "Which instances", "The run", "Building and testing"

Split = Annotated[
    str | None, typer.Option(help="sample (default), real, lite, fresh or mined.", rich_help_panel=_DATA)
]
Dataset = Annotated[
    Path | None,
    typer.Option(help="A data set file of your own (JSON lines).", metavar="FILE", rich_help_panel=_DATA),
]
Project = Annotated[
    list[str] | None, typer.Option(help="Only this project; may be repeated.", rich_help_panel=_DATA)
]
Type = Annotated[
    list[str] | None,
    typer.Option(help="Only this refactoring, as in extract-method; may be repeated.", rich_help_panel=_DATA),
]
InstanceId = Annotated[
    list[str] | None, typer.Option("--instance", help="Only this id; may be repeated.", rich_help_panel=_DATA)
]
Limit = Annotated[int | None, typer.Option(min=1, help="At most so many instances.", rich_help_panel=_DATA)]
Repos = Annotated[
    Path | None,
    typer.Option(
        help="Folder of bare mirrors or bundles named owner__name (default: cloned from GitHub).",
        metavar="DIR",
        rich_help_panel=_DATA,
    ),
]
Sandbox = Annotated[
    SandboxChoice, typer.Option(help="docker where an engine answers, else local.", rich_help_panel=_BUILD)
]
Build = Annotated[
    BuildChoice,
    typer.Option(
        help="fast: compiles what changed, tests in one JVM; official: the project's own build (docker).",
        rich_help_panel=_BUILD,
    ),
]
Tests = Annotated[
    TestsChoice,
    typer.Option(help="The tests that run the target at the base commit, or all.", rich_help_panel=_BUILD),
]
TimeLimit = Annotated[
    float, typer.Option(min=1, help="Seconds for one build or test run.", rich_help_panel=_BUILD)
]
MemoryLimit = Annotated[
    int, typer.Option(min=256, help="MiB for one build or test run.", rich_help_panel=_BUILD)
]
CaBundle = Annotated[
    Path | None,
    typer.Option(
        help="Certificates that builds trust (default: this machine's).",
        metavar="FILE",
        rich_help_panel=_BUILD,
    ),
]
MaxDisk = Annotated[
    float | None,
    typer.Option(
        min=1, help="GiB that images may take; the least recently used go first.", rich_help_panel=_BUILD
    ),
]
CodeBleu = Annotated[
    CodeBleuChoice, typer.Option(help="compat equals package codebleu 0.7.0.", rich_help_panel=_BUILD)
]
Workers = Annotated[int, typer.Option(min=1, help="Instances at a time.", rich_help_panel=_RUN)]
Run = Annotated[
    str | None,
    typer.Option(
        help="Name of the run below runs/, or a path (default: hash of the settings).", rich_help_panel=_RUN
    ),
]
Fresh = Annotated[
    bool, typer.Option("--fresh", help="Throw away what this run has already.", rich_help_panel=_RUN)
]
Json = Annotated[bool, typer.Option("--json", help="Print the report as JSON.", rich_help_panel=_RUN)]
Format = Annotated[FormatChoice, typer.Option(help="table, md or json.", rich_help_panel=_RUN)]


def selection(
    project: list[str] | None, type: list[str] | None, instance: list[str] | None, limit: int | None
) -> Selection:
    """The instances that the options select."""
    from swerefactor.refactoring.dataset import Selection

    return Selection(
        projects=tuple(project or ()), types=tuple(type or ()), instances=tuple(instance or ()), limit=limit
    )


def choices(
    repos: Path | None,
    sandbox: SandboxChoice,
    build: BuildChoice,
    tests: TestsChoice,
    codebleu: CodeBleuChoice,
    ca_bundle: Path | None,
    max_disk: float | None,
    time_limit: float,
    memory_limit: int,
) -> Choices:
    """What the options say of how code is built and tested."""
    from swerefactor.refactoring.setup import Choices
    from swerefactor.values import Limits

    return Choices(
        repos=repos,
        sandbox=sandbox.value,
        build=build.value,
        tests=tests.value,
        codebleu=codebleu.value,
        ca_bundle=ca_bundle,
        max_disk=int(max_disk * 2**30) if max_disk else None,
        limits=Limits(seconds=time_limit, memory=memory_limit << 20),
    )


def usual_choices(
    repos: Repos,
    ca_bundle: CaBundle,
    max_disk: MaxDisk,
    time_limit: float = 1800,
    memory_limit: int = 4096,
    sandbox: SandboxChoice = SandboxChoice.DOCKER,
) -> Choices:
    """The choices of commands that leave the paths, the tests and CodeBLEU as they usually are."""
    return choices(
        repos,
        sandbox,
        BuildChoice.FAST,
        TestsChoice.COVERING,
        CodeBleuChoice.CORRECTED,
        ca_bundle,
        max_disk,
        time_limit,
        memory_limit,
    )
