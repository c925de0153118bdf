"""Right alternatives are accepted: whoever does what was asked, in whatever way, is resolved.

Undoing every one of them is checked here, and each instance's first is also compiled and tested.
`SWEREFACTOR_CORPUS=whole` compiles and tests all of them; `SWEREFACTOR_REPOS`, a folder of
mirrors, adds those of real projects.
"""

from __future__ import annotations

import os
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

import pytest

from swerefactor.farm.plain import PlainBuildTool
from swerefactor.refactoring import setup
from swerefactor.refactoring.setup import Choices, Tools
from swerefactor.refactoring.verify.refactoring import Judgement
from swerefactor.repositories import Repositories
from swerefactor.values import Instance, JavaProject, RefactoringType
from tests.alternatives import corpus
from tests.alternatives.corpus import Alternative
from tests.alternatives.judge import Judge, usual_layout

SAMPLE, REAL = corpus.of_sample(), corpus.of_real_projects()
FIRSTS = tuple({alternative.instance.id: alternative for alternative in reversed(SAMPLE)}.values())
BUILT = SAMPLE if os.environ.get("SWEREFACTOR_CORPUS") == "whole" else FIRSTS
MIRRORS = os.environ.get("SWEREFACTOR_REPOS")


def ids(alternative: Alternative) -> str:
    return alternative.id


@pytest.fixture(scope="module")
def judge() -> Iterator[Judge]:
    repositories = setup.repositories(Choices(repos=Path(MIRRORS) if MIRRORS else None))
    with setup.open_analyser() as analyser:
        yield Judge(repositories, analyser, lambda instance: project_of(instance, repositories))


def project_of(instance: Instance, repositories: Repositories) -> JavaProject:
    """A sample project with its libraries, a real one without."""
    if not instance.repository.startswith("sample/"):
        return usual_layout(instance)
    repository = repositories.open(instance.repository)
    return PlainBuildTool(instance.repository).describe(
        lambda path: repository.read(instance.base_commit, path), instance.module
    )


@pytest.fixture(scope="module")
def tools(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Tools]:
    run = tmp_path_factory.mktemp("run")
    with setup.open_tools(Choices(sandbox="local"), "local", run, lambda line: None) as found:
        yield found


def test_there_are_six_or_more_of_every_type() -> None:
    types = Counter(alternative.instance.type for alternative in SAMPLE)
    assert all(types[kind] >= 6 for kind in RefactoringType), types


@pytest.mark.parametrize("alternative", SAMPLE, ids=ids)
def test_undoing_a_right_alternative_gives_the_original(alternative: Alternative, judge: Judge) -> None:
    assert_accepted(alternative, judge.judge(alternative.instance, alternative.patch))


@pytest.mark.skipif(not MIRRORS, reason="SWEREFACTOR_REPOS names no mirrors")
@pytest.mark.parametrize("alternative", REAL, ids=ids)
def test_undoing_one_in_a_real_project_gives_the_original(alternative: Alternative, judge: Judge) -> None:
    assert_accepted(alternative, judge.judge(alternative.instance, alternative.patch))


@pytest.mark.parametrize("alternative", BUILT, ids=ids)
def test_a_right_alternative_is_resolved(alternative: Alternative, tools: Tools) -> None:
    verdict = tools.verifier.verify(alternative.instance, alternative.prediction).verdict
    assert verdict.resolved, verdict.first_failed


def assert_accepted(alternative: Alternative, judgement: Judgement) -> None:
    wanted = ("proven", "unknown") if alternative.open_question else ("proven",)
    assert judgement.proof.outcome in wanted, (judgement.failure or judgement.proof, judgement.evidence)
