"""Puts the parts together: from a user's choices to a predictor, a verifier and the data they need."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Literal

from swerefactor.refactoring.sample import sample_repositories

from swerefactor import settings
from swerefactor.errors import InputError
from swerefactor.protocols import Analyser, Sandbox, TestRun
from swerefactor.refactoring.baseline import Baselines
from swerefactor.refactoring.verify.verifier import Verifier, Workbench
from swerefactor.repositories import Repositories
from swerefactor.runs.folder import Kept, content_key
from swerefactor.values import Limits

Say = Callable[[str], None]


@dataclass(frozen=True)
class Choices:
    """What a user chose for a command, as far as the parts depend on it."""

    repos: Path | None = None
    sandbox: Literal["auto", "docker", "local"] = "auto"
    build: Literal["fast", "official"] | None = None
    codebleu: Literal["corrected", "compat"] = "corrected"
    ca_bundle: Path | None = None
    max_disk: int | None = None
    limits: Limits = field(default_factory=Limits)


@dataclass(frozen=True)
class Tools:
    """The parts, open and ready."""

    repositories: Repositories
    sandbox: Sandbox
    test_run: TestRun
    analyser: Analyser
    verifier: Verifier


def repositories(choices: Choices) -> Repositories:
    """The user's repositories and those of the sample."""
    return Repositories(choices.repos, made=sample_repositories())


def chosen_sandbox(choices: Choices, say: Say) -> Literal["docker", "local"]:
    """`docker` or `local`; `auto` takes Docker where an engine answers, and says when not."""
    if choices.sandbox != "auto":
        return choices.sandbox
    from swerefactor.farm.docker import engine_problem

    problem = engine_problem()
    if problem is None:
        return "docker"
    say(
        f"No Docker engine ({problem}): using the local sandbox, which does not isolate. See swerefactor farm doctor."
    )
    return "local"


def chosen_build(choices: Choices, sandbox: str) -> Literal["fast", "official"]:
    """The official build in Docker, the fast one where no build tool runs, unless the user says."""
    if choices.build == "official" and sandbox == "local":
        raise InputError(
            "The local sandbox can't run the official build.", "Leave out --build, or use --sandbox docker."
        )
    return choices.build or ("official" if sandbox == "docker" else "fast")


@contextmanager
def tools(choices: Choices, run_folder: Path, say: Say) -> Iterator[Tools]:
    """The parts for verdicts, closed again with every process and container at the end."""
    from swerefactor.analysis.analyser import JavaAnalyser

    from swerefactor.analysis.codebleu import score

    found = repositories(choices)
    name = chosen_sandbox(choices, say)
    with ExitStack() as stack:
        analyser = stack.enter_context(JavaAnalyser())
        sandbox, test_run = _building(name, chosen_build(choices, name), choices, found, analyser, say, stack)
        baselines = Baselines(
            sandbox, test_run, Kept(settings.cache_folder() / "baselines"), choices.limits, say
        )
        bench = Workbench(
            repositories=found,
            sandbox=sandbox,
            build_tool=_build_tool(test_run.name),
            test_run=test_run,
            analyser=analyser,
            baseline=baselines.of,
            score=lambda candidate, reference: score(candidate, reference, choices.codebleu),
            limits=choices.limits,
            runs=Kept(run_folder / "builds"),
            key=content_key,
        )
        yield Tools(found, sandbox, test_run, analyser, Verifier(bench))


def _building(
    sandbox: str,
    build: str,
    choices: Choices,
    repositories: Repositories,
    analyser: Analyser,
    say: Say,
    stack: ExitStack,
) -> tuple[Sandbox, TestRun]:
    raise NotImplementedError


def _build_tool(build: str):  # type: ignore[no-untyped-def]
    raise NotImplementedError
