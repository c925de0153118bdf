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

from swerefactor import scratch
from swerefactor.patches import apply_patch
from swerefactor.protocols import Analyser
from swerefactor.refactoring import setup
from swerefactor.refactoring.setup import Choices, Tools
from swerefactor.refactoring.verify import refactoring
from swerefactor.refactoring.verify.neighbours import neighbours
from swerefactor.refactoring.verify.refactoring import Judgement
from swerefactor.refactoring.verify.workbench import java_texts
from swerefactor.repositories import Repositories
from swerefactor.values import Asked, Instance, JavaProject, RefactoringType, Surroundings
from tests.alternatives import corpus
from tests.alternatives.corpus import Alternative

SAMPLE, REAL = corpus.of_sample(), corpus.of_real_projects()
FIRSTS = tuple({alternative.instance.id: alternative for alternative in reversed(SAMPLE)}.values())
BUILT = SAMPLE if os.environ.get("SWEREFACTOR_CORPUS") == "whole" else FIRSTS
MIRRORS = os.environ.get("SWEREFACTOR_REPOS")

LAYOUT = JavaProject(module="", main_roots=("src/main/java",), test_roots=("src/test/java",))


def ids(alternative: Alternative) -> str:
    return alternative.id


class Judge:
    """Check 4 alone, without compiling or testing anything."""

    def __init__(self, repositories: Repositories, analyser: Analyser, trees: Path) -> None:
        self._repositories = repositories
        self._analyser = analyser
        self._trees = trees

    def judge(self, alternative: Alternative) -> Judgement:
        instance, analyser = alternative.instance, self._analyser
        repository = self._repositories.open(instance.repository)
        changes = apply_patch(alternative.patch, lambda path: repository.read(instance.base_commit, path))
        before, after = java_texts(changes)
        others = neighbours(before, after, analyser, repository, instance.base_commit, LAYOUT)
        asked = Asked(type=instance.type, target=instance.target, destination=instance.destination)
        inversion = analyser.invert(asked, before, after, others, self._surroundings(instance))
        return refactoring.judge(instance, analyser.detect(before, after), inversion)

    def _surroundings(self, instance: Instance) -> Surroundings:
        tree = self._trees / instance.base_commit
        if not tree.is_dir():
            self._repositories.open(instance.repository).export(instance.base_commit, tree)
        roots = (*LAYOUT.main_roots, *LAYOUT.test_roots)
        return Surroundings(source_path=tuple(str(tree / root) for root in roots))


@pytest.fixture(scope="module")
def judge() -> Iterator[Judge]:
    choices = Choices(repos=Path(MIRRORS) if MIRRORS else None)
    with setup.open_analyser() as analyser, scratch.folder("trees") as trees:
        yield Judge(setup.repositories(choices), analyser, trees)


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
    assert_accepted(alternative, judge.judge(alternative))


@pytest.mark.skipif(not MIRRORS, reason="SWEREFACTOR_REPOS names no mirrors")
@pytest.mark.parametrize("alternative", REAL, ids=ids)
def test_undoing_one_in_a_real_project_gives_the_original(alternative: Alternative, judge: Judge) -> None:
    assert_accepted(alternative, judge.judge(alternative))


@pytest.mark.parametrize("alternative", BUILT, ids=ids)
def test_a_right_alternative_is_resolved(alternative: Alternative, tools: Tools) -> None:
    verdict = tools.verifier.verify(alternative.instance, alternative.prediction).verdict
    assert verdict.resolved, verdict.first_failed


def assert_accepted(alternative: Alternative, judgement: Judgement) -> None:
    wanted = ("proven", "unknown") if alternative.open_question else ("proven",)
    assert judgement.proof.outcome in wanted, (judgement.failure or judgement.proof, judgement.evidence)
