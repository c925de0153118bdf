"""Whatever shape a target has, a right answer is resolved and a wrong one is not, or the instance is refused.

Every answer is undone here, and each shape's first right one is also compiled and tested, as is
what has to be refused. `SWEREFACTOR_CORPUS=whole` compiles and tests all answers.
"""

from __future__ import annotations

import os
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import pytest

from swerefactor.farm.plain import PlainBuildTool
from swerefactor.refactoring import baselines, setup
from swerefactor.refactoring.setup import Choices, Tools
from swerefactor.refactoring.verify.refactoring import Judgement
from swerefactor.runs.folder import Kept
from swerefactor.values import Instance, Verdict
from tests.alternatives.judge import Judge
from tests.shapes.shape import Commits, Shape, commit

REPOSITORY = "sample/ledger"
"""The shapes use JUnit 4 alone: the local sandbox takes the libraries that are listed for this one."""

SHAPES = {path.stem: Shape.read(path) for path in sorted((Path(__file__).parent / "local").glob("*.txt"))}
SUPPORTED = {name: shape for name, shape in SHAPES.items() if "refused" not in shape.facts}
ANSWERS = [(name, answer) for name, shape in SUPPORTED.items() for answer in shape.answers]
RIGHT = [(name, answer) for name, answer in ANSWERS if answer.startswith("right")]
WRONG = [(name, answer) for name, answer in ANSWERS if answer.startswith("wrong")]
FIRSTS = [(name, answer) for name, answer in RIGHT if answer == next(iter(SHAPES[name].answers))]
WHOLE = os.environ.get("SWEREFACTOR_CORPUS") == "whole"


@dataclass(frozen=True)
class Bench:
    """The local sandbox's parts, with all shapes in one repository."""

    tools: Tools
    commits: dict[str, Commits]

    def instance(self, name: str) -> Instance:
        return SHAPES[name].instance(REPOSITORY, self.commits[name], self.tools.analyser)

    def verdict(self, name: str, answer: str) -> Verdict:
        return self.tools.verifier.verify(self.instance(name), SHAPES[name].prediction(answer)).verdict

    def judgement(self, name: str, answer: str) -> Judgement:
        described = PlainBuildTool(REPOSITORY).describe(SHAPES[name].base.get, "")
        judge = Judge(self.tools.repositories, self.tools.analyser, lambda instance: described)
        return judge.judge(self.instance(name), SHAPES[name].patch(answer))


@pytest.fixture(scope="module")
def bench(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Bench]:
    folder = tmp_path_factory.mktemp("shapes")
    commits = {name: commit(shape, folder / "shapes.git") for name, shape in SHAPES.items()}
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(setup, "sample_repositories", lambda: ((REPOSITORY, folder / "shapes.git"),))
        # Baselines of shapes are nobody else's concern.
        patch.setattr(setup, "Kept", lambda place: Kept(folder / place.name))
        # That flaky tests decide nothing is tested elsewhere; none of these is, and each repeat is a JVM.
        patch.setattr(baselines, "REPEATS", 1)
        with setup.open_tools(Choices(sandbox="local"), "local", folder / "run", lambda line: None) as tools:
            yield Bench(tools, commits)


@pytest.mark.parametrize(("name", "answer"), RIGHT)
def test_undoing_a_right_answer_gives_the_original(bench: Bench, name: str, answer: str) -> None:
    judged = bench.judgement(name, answer)
    wanted = ("proven", "unknown") if answer.startswith("right?") else ("proven",)
    assert judged.proof.outcome in wanted, (judged.failure or judged.proof, judged.evidence)


@pytest.mark.parametrize(("name", "answer"), WRONG)
def test_undoing_a_wrong_answer_shows_that_it_is_wrong(bench: Bench, name: str, answer: str) -> None:
    assert bench.judgement(name, answer).proof.outcome == "refuted"


@pytest.mark.parametrize(("name", "answer"), RIGHT if WHOLE else FIRSTS)
def test_a_right_answer_is_resolved(bench: Bench, name: str, answer: str) -> None:
    verdict = bench.verdict(name, answer)
    assert verdict.invalid is None
    assert verdict.resolved, verdict.first_failed


@pytest.mark.parametrize(("name", "answer"), WRONG if WHOLE else ())
def test_a_wrong_answer_is_not_resolved(bench: Bench, name: str, answer: str) -> None:
    verdict = bench.verdict(name, answer)
    assert verdict.invalid is None
    assert not verdict.broken, verdict.first_failed
    assert not verdict.resolved


@pytest.mark.parametrize("name", sorted(SHAPES.keys() - SUPPORTED.keys()))
def test_what_cannot_be_graded_is_refused_in_one_sentence(bench: Bench, name: str) -> None:
    for answer in SHAPES[name].answers:
        verdict = bench.verdict(name, answer)
        assert verdict.invalid is not None
        assert verdict.invalid.reason == SHAPES[name].facts["refused"]
        assert verdict.invalid.message.count(". ") == 0
        assert not verdict.resolved
