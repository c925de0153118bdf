"""Whatever shape a target has, a right answer is resolved and a wrong one is not, or the instance is refused."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from swerefactor.refactoring import setup
from swerefactor.refactoring.setup import Choices, Tools
from swerefactor.values import Instance, Verdict
from tests.shapes.shape import Commits, Shape, commit

REPOSITORY = "sample/ledger"
"""The shapes use JUnit 4 alone: the local sandbox takes the libraries that are listed for this one."""

SHAPES = {path.stem: Shape.read(path) for path in sorted((Path(__file__).parent / "local").glob("*.txt"))}
SUPPORTED = {name: shape for name, shape in SHAPES.items() if "refused" not in shape.facts}
ANSWERS = [(name, answer) for name, shape in SUPPORTED.items() for answer in shape.answers]


class Bench:
    """The local sandbox's parts, with all shapes in one repository."""

    def __init__(self, tools: Tools, commits: dict[str, Commits]) -> None:
        self._tools = tools
        self._commits = commits

    def instance(self, name: str) -> Instance:
        return SHAPES[name].instance(REPOSITORY, self._commits[name], self._tools.analyser)

    def verdict(self, name: str, answer: str) -> Verdict:
        return self._tools.verifier.verify(self.instance(name), SHAPES[name].prediction(answer)).verdict


@pytest.fixture(scope="module")
def bench(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Bench]:
    folder = tmp_path_factory.mktemp("shapes")
    commits = {name: commit(shape, folder / "shapes.git") for name, shape in SHAPES.items()}
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(setup, "sample_repositories", lambda: ((REPOSITORY, folder / "shapes.git"),))
        with setup.open_tools(Choices(sandbox="local"), "local", folder / "run", lambda line: None) as tools:
            yield Bench(tools, commits)


@pytest.mark.parametrize(("name", "answer"), [pair for pair in ANSWERS if pair[1].startswith("right")])
def test_a_right_answer_is_resolved(bench: Bench, name: str, answer: str) -> None:
    verdict = bench.verdict(name, answer)
    assert verdict.invalid is None
    assert verdict.resolved, verdict.first_failed
    assert verdict.proof is not None
    assert verdict.proof.outcome == "proven", verdict.proof


@pytest.mark.parametrize(("name", "answer"), [pair for pair in ANSWERS if pair[1].startswith("wrong")])
def test_a_wrong_answer_is_not(bench: Bench, name: str, answer: str) -> None:
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
