"""References are isolated, compiled and tested several times; what is found is recorded and kept."""

from __future__ import annotations

from pathlib import Path

import pytest

from swerefactor.refactoring import setup
from swerefactor.refactoring.dataset import find
from swerefactor.refactoring.isolation.recording import isolated_references, recorded
from swerefactor.refactoring.predictors.given import GoldPredictor
from swerefactor.refactoring.sample import sample_repositories
from swerefactor.refactoring.setup import Choices
from swerefactor.repositories import Repositories, git
from swerefactor.values import Instance
from tests.refactoring.test_jobs import Quiet

JOURNAL = "src/main/java/sample/ledger/Journal.java"
UNSTEADY = """package sample.ledger;

import static org.junit.Assert.assertNotEquals;

import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.Paths;
import java.nio.file.StandardOpenOption;
import org.junit.Test;

public class UnsteadyTest {
    /** The baseline and the first verdict are run 1 to 6. */
    @Test
    public void failsInItsEighthRun() throws Exception {
        Money.parse("1.00 EUR");
        Path runs = Paths.get("COUNT");
        Files.write(runs, new byte[1], StandardOpenOption.CREATE, StandardOpenOption.APPEND);
        assertNotEquals(8, Files.size(runs));
    }
}
"""


@pytest.fixture
def mixed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Instance:
    """A commit with a change beside the refactoring, over a base with a test that fails now and then."""
    asked = find("ledger-extract-method-1", None)
    source = Repositories(made=sample_repositories()).open(asked.repository)
    work = tmp_path / "work"
    git("init", "--quiet", str(work))
    commits = []
    for commit, comment in ((asked.base_commit, "one"), (asked.commit, "another")):
        source.export(commit, work)
        with (work / JOURNAL).open("a") as journal:
            journal.write(f"// {comment}\n")
        test = work / "src/test/java/sample/ledger/UnsteadyTest.java"
        test.write_text(UNSTEADY.replace("COUNT", str(tmp_path / "runs")))
        git("-C", str(work), "add", "-A")
        git("-C", str(work), "-c", "user.name=n", "-c", "user.email=e", "commit", "--quiet", "-m", "c")
        commits.append(git("-C", str(work), "rev-parse", "HEAD").decode().strip())
    repositories = Repositories(made=((asked.repository, work / ".git"),))
    monkeypatch.setattr(setup, "repositories", lambda choices: repositories)
    return asked.model_copy(
        update={
            "base_commit": commits[0],
            "commit": commits[1],
            "reference_kind": "commit",
            "covering_tests": (),
        }
    )


def test_a_reference_is_isolated_and_tests_that_fail_now_and_then_are_named(
    mixed: Instance, tmp_path: Path
) -> None:
    found = isolated_references([mixed], Choices(sandbox="local"), True, 1, print, Quiet())
    assert found.isolated == 1
    (outcome,) = found.outcomes
    assert outcome.isolation.verified
    made = recorded(found)(mixed)
    assert made.reference_kind == "isolated"
    assert made.unsteady_tests == ("sample.ledger.UnsteadyTest#failsInItsEighthRun",)
    patch = GoldPredictor(setup.repositories(Choices())).predict(made).model_patch
    assert "Money.java" in patch
    assert "Journal.java" not in patch
    # Nothing is searched or tested twice.
    runs = (tmp_path / "runs").stat().st_size
    assert isolated_references([mixed], Choices(sandbox="local"), True, 1, print, Quiet()) == found
    assert (tmp_path / "runs").stat().st_size == runs
