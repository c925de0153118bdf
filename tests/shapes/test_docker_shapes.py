"""What only a real build can do: modules, annotation processors, encodings, as Maven does them in Docker."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from swerefactor.refactoring import setup
from swerefactor.refactoring.setup import Choices, Tools
from swerefactor.values import Verdict
from tests.shapes.shape import Commits, Files, Shape, commit

pytestmark = pytest.mark.usefixtures("client")

REPOSITORY = "shapes/modules"
SHAPES = {path.stem: Shape.read(path) for path in sorted((Path(__file__).parent / "docker").glob("*.txt"))}
SUPPORTED = {name: shape for name, shape in SHAPES.items() if "refused" not in shape.facts}
ANSWERS = [(name, answer) for name, shape in SUPPORTED.items() for answer in shape.answers]

PARENT = """<project xmlns="http://maven.apache.org/POM/4.0.0">
  <modelVersion>4.0.0</modelVersion>
  <groupId>shapes</groupId><artifactId>parent</artifactId><version>1</version>
  <packaging>pom</packaging>
  <modules>{modules}</modules>
  <properties>
    <maven.compiler.release>17</maven.compiler.release>
    <project.build.sourceEncoding>UTF-8</project.build.sourceEncoding>
  </properties>
  <dependencies>
    <dependency>
      <groupId>junit</groupId><artifactId>junit</artifactId><version>4.13.2</version><scope>test</scope>
    </dependency>
  </dependencies>
</project>
"""
"""All shapes are modules of one build, so that one layer of dependencies serves them."""


def whole_build() -> Files:
    files = {path: content for shape in SHAPES.values() for path, content in shape.base.items()}
    folders = sorted({path.partition("/")[0] for path in files if path.endswith("/pom.xml")})
    modules = "".join(f"<module>{folder}</module>" for folder in folders)
    return {**files, "pom.xml": PARENT.format(modules=modules).encode()}


class Bench:
    """The Docker sandbox's parts, on one repository that holds every shape as a module."""

    def __init__(self, tools: Tools, commits: dict[str, Commits]) -> None:
        self._tools = tools
        self._commits = commits

    def verdict(self, name: str, answer: str) -> Verdict:
        instance = SHAPES[name].instance(REPOSITORY, self._commits[name], self._tools.analyser)
        return self._tools.verifier.verify(instance, SHAPES[name].prediction(answer)).verdict


@pytest.fixture(scope="module")
def bench(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Bench]:
    folder = tmp_path_factory.mktemp("shapes")
    base = whole_build()
    mirror = folder / f"{REPOSITORY.replace('/', '__')}.git"
    commits = {
        name: commit(Shape(name, shape.facts, base, shape.answers), mirror) for name, shape in SHAPES.items()
    }
    choices = Choices(repos=folder, sandbox="docker")
    with setup.open_tools(choices, "docker", folder / "run", lambda line: None) as tools:
        yield Bench(tools, commits)


@pytest.mark.parametrize(("name", "answer"), [pair for pair in ANSWERS if pair[1].startswith("right")])
def test_a_right_answer_is_resolved(bench: Bench, name: str, answer: str) -> None:
    verdict = bench.verdict(name, answer)
    assert verdict.invalid is None
    assert verdict.resolved, verdict.first_failed


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
        assert not verdict.resolved
