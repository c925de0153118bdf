"""The main job in Docker, on real images: gold is resolved on JDK 8, 17 and 25, noop never."""

from __future__ import annotations

import itertools
from pathlib import Path

import pytest

from swerefactor.refactoring import dataset
from swerefactor.refactoring.setup import BuildName, Choices, TestsName
from swerefactor.runs.folder import RunFolder
from tests.refactoring.test_jobs import evaluate

pytestmark = pytest.mark.usefixtures("client")

DOCKER = Choices(sandbox="docker")
BUILDS: tuple[BuildName, ...] = ("fast", "official")
TESTS: tuple[TestsName, ...] = ("covering", "all")
ONE_PER_JDK = {
    8: "ledger-move-method-1",
    17: "almanac-extract-method-1",
    25: "orchard-move-and-inline-method-1",
}


@pytest.mark.parametrize("jdk", ONE_PER_JDK)
def test_every_reference_is_resolved_on_its_own_jdk(jdk: int, tmp_path: Path) -> None:
    wanted = [instance.id for instance in dataset.load("sample", None) if instance.jdk == jdk]
    report = evaluate(tmp_path / "run", "gold", *wanted, choices=DOCKER)
    versions = RunFolder.open(tmp_path / "run").record.versions
    assert (report.total, report.resolved, report.broken) == (8, 8, 0)
    assert versions[f"openjdk-{jdk}"].startswith(("8u", f"{jdk}."))
    assert any(name.startswith("image sample/") for name in versions)


def test_changing_nothing_is_resolved_nowhere(tmp_path: Path) -> None:
    report = evaluate(tmp_path / "run", "noop", *ONE_PER_JDK.values(), choices=DOCKER)
    assert (report.total, report.resolved, report.broken) == (3, 0, 0)


def test_the_projects_own_build_and_all_tests_come_to_the_same_verdict(tmp_path: Path) -> None:
    expected = {}
    for build, tests in itertools.product(BUILDS, TESTS):
        choices = Choices(sandbox="docker", build=build, tests=tests)
        report = evaluate(tmp_path / build / tests, "gold", ONE_PER_JDK[8], choices=choices)
        verdict = RunFolder.open(tmp_path / build / tests).verdict(ONE_PER_JDK[8])
        assert (report.resolved, report.build) == (1, build)
        assert verdict is not None
        assert verdict.tests is not None
        expected[build, tests] = verdict.tests.expected
    assert expected["fast", "covering"] == expected["official", "covering"] == 10
    assert expected["fast", "all"] == expected["official", "all"] == 41
