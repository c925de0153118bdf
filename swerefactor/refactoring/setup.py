"""Puts the parts together: from a user's choices to what makes verdicts."""

from __future__ import annotations

import functools
import importlib.metadata
import os
import platform
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import TYPE_CHECKING, Literal

from swerefactor import __version__, settings
from swerefactor.errors import EnvironmentFault, InputError
from swerefactor.farm.fast import fast_version
from swerefactor.protocols import Analyser, BuildTool, Sandbox, TestRun
from swerefactor.refactoring.baselines import Baselines, Paths
from swerefactor.refactoring.covering import chosen_tests
from swerefactor.refactoring.sample import sample_repositories
from swerefactor.refactoring.verify.verifier import Verifier
from swerefactor.refactoring.verify.workbench import Workbench, all_tests
from swerefactor.repositories import Repositories, require_git
from swerefactor.runs.folder import Kept, content_key
from swerefactor.values import BaseTree, JavaProject, Limits

if TYPE_CHECKING:
    from swerefactor.farm.fast import FastTestRun
    from swerefactor.farm.images import Farm

Say = Callable[[str], None]
SandboxName = Literal["docker", "local"]
BuildName = Literal["fast", "official"]
TestsName = Literal["covering", "all"]


@dataclass(frozen=True)
class Choices:
    """What a user chose for a command, as far as the parts depend on it."""

    repos: Path | None = None
    sandbox: Literal["auto", "docker", "local"] = "auto"
    build: BuildName = "fast"
    tests: TestsName = "covering"
    codebleu: Literal["corrected", "compat"] = "corrected"
    ca_bundle: Path | None = None
    max_disk: int | None = None
    """Bytes that the farm's images may take."""
    official_pass: bool = True
    """Whether a baseline that is made has a pass by the project's own build, too."""
    limits: Limits = field(default_factory=Limits)


@dataclass(frozen=True)
class Tools:
    """The parts, open and ready."""

    repositories: Repositories
    sandbox: Sandbox
    analyser: Analyser
    build_tool: Callable[[BaseTree], BuildTool]
    paths: Paths
    baselines: Baselines
    bench: Workbench
    verifier: Verifier

    def project(self, base: BaseTree) -> JavaProject:
        """What the build files of a base commit say."""
        repository = self.repositories.open(base.repository)
        return self.build_tool(base).describe(lambda path: repository.read(base.commit, path), base.module)


def repositories(choices: Choices) -> Repositories:
    """The user's repositories and those of the sample."""
    require_git()
    if choices.repos is not None and not choices.repos.is_dir():
        raise InputError(f"--repos {choices.repos} is not a folder.", "Name the folder of your mirrors.")
    return Repositories(choices.repos, made=sample_repositories())


def chosen_sandbox(choices: Choices, say: Say) -> SandboxName:
    """`docker` or `local`; `auto` takes Docker where an engine answers, and says when not."""
    if choices.sandbox != "auto":
        return choices.sandbox
    from swerefactor.farm import engine

    try:
        engine.connect()
    except EnvironmentFault as fault:
        say(f"{fault.message} Using the local sandbox, which does not isolate.")
        return "local"
    return "docker"


def require_possible(choices: Choices, sandbox: SandboxName) -> None:
    """Raise `InputError` for choices that don't go together."""
    if sandbox == "local" and choices.build == "official":
        raise InputError(
            "The local sandbox can't run the official build: no build tool is in it.",
            "Leave out --build, or use --sandbox docker.",
        )


def versions() -> dict[str, str]:
    """What every result rests on, wherever it was built."""
    return {
        "swerefactor": __version__,
        "python": platform.python_version(),
        "refactoring-miner": _jar_version("refactoring-miner"),
        "tree-sitter-java": importlib.metadata.version("tree-sitter-java"),
    }


@contextmanager
def open_analyser(workers: int = 1, seconds: float = 180.0) -> Iterator[Analyser]:
    """The Java analyser, a process for each worker that comes to need it; all are gone at the end.

    A request may take `seconds`.

    More than there are processors would only take memory: workers that wait for a model are many.
    """
    from swerefactor.analysis.analyser import AnalyserPool, JavaAnalyser

    workers = min(workers, os.cpu_count() or 1)
    with AnalyserPool(workers, seconds) if workers > 1 else JavaAnalyser(seconds) as analyser:
        yield analyser


@contextmanager
def open_tools(
    choices: Choices, sandbox: SandboxName, run_folder: Path, say: Say, workers: int = 1
) -> Iterator[Tools]:
    """The parts for verdicts. When the work in the block is interrupted, what runs is ended at once."""
    from swerefactor.analysis.codebleu import score

    found = repositories(choices)
    with open_analyser(workers) as analyser:
        parts = _docker(choices, found, analyser, say) if sandbox == "docker" else _local(found, analyser)
        kept = Kept(settings.cache_folder() / "baselines")
        baselines = Baselines(parts.sandbox, parts.paths, kept, choices.limits, say, choices.build)
        covering = choices.tests == "covering"
        bench = Workbench(
            repositories=found,
            sandbox=parts.sandbox,
            build_tool=parts.build_tool,
            test_run=parts.paths.of(choices.build),
            analyser=analyser,
            baseline=baselines.of,
            score=lambda candidate, reference: score(candidate, reference, choices.codebleu),
            limits=choices.limits,
            runs=Kept(run_folder / "builds"),
            key=functools.partial(content_key, fast_version()),
            surroundings=parts.sandbox.surroundings,
            selection=chosen_tests if covering else all_tests,
            tests=choices.tests,
        )
        verifier = Verifier(bench)
        try:
            yield Tools(
                repositories=found,
                sandbox=parts.sandbox,
                analyser=analyser,
                build_tool=parts.build_tool,
                paths=parts.paths,
                baselines=baselines,
                bench=bench,
                verifier=verifier,
            )
        except BaseException:
            verifier.stop()
            raise


def open_farm(choices: Choices, say: Say) -> Farm:
    """The farm on the engine that answers. Raises `EnvironmentFault` when none does."""
    from swerefactor.farm import engine
    from swerefactor.farm.images import Farm

    return Farm(
        engine.connect(),
        repositories(choices),
        ca_bundle=choices.ca_bundle,
        max_disk=choices.max_disk,
        say=say,
    )


@dataclass(frozen=True)
class _Building:
    """Where and how code is built and tested."""

    sandbox: Sandbox
    paths: Paths
    build_tool: Callable[[BaseTree], BuildTool]


def _docker(choices: Choices, repositories: Repositories, analyser: Analyser, say: Say) -> _Building:
    from swerefactor.farm.docker import DockerSandbox
    from swerefactor.farm.fast import FastTestRun
    from swerefactor.farm.official import OfficialTestRun
    from swerefactor.farm.reach import docker_reach
    from swerefactor.farm.watch import WatchedMaven

    farm, reach = open_farm(choices, say), docker_reach()
    official = OfficialTestRun() if choices.official_pass else None
    paths = _paths(FastTestRun(reach), analyser, official)
    return _Building(DockerSandbox(farm), paths, lambda base: WatchedMaven(farm, base))


def _local(repositories: Repositories, analyser: Analyser) -> _Building:
    from swerefactor.farm.fast import FastTestRun
    from swerefactor.farm.local import LocalSandbox
    from swerefactor.farm.plain import PlainBuildTool
    from swerefactor.farm.reach import local_reach

    paths = _paths(FastTestRun(local_reach()), analyser)
    return _Building(LocalSandbox(repositories), paths, lambda base: PlainBuildTool(base.repository))


def _paths(fast: FastTestRun, analyser: Analyser, official: TestRun | None = None) -> Paths:
    by_class = replace(fast, coverage=analyser.coverage)
    return Paths(by_class=by_class, by_case=replace(by_class, by_method=True), fast=fast, official=official)


def _jar_version(artifact: str) -> str:
    from swerefactor import javatools, material

    jars = javatools.read_jar_list(material.folder("docker") / "analyser" / "analyser.jars")
    return next(jar.coordinate.split(":")[2] for jar in jars if jar.coordinate.split(":")[1] == artifact)
