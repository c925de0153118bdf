"""Candidates become instances in Docker, or are refused with a reason; what was tried is not tried again."""

from __future__ import annotations

from pathlib import Path

import pytest

from swerefactor import jsonlines
from swerefactor.errors import InputError
from swerefactor.refactoring import dataset
from swerefactor.refactoring.mining.licences import licence
from swerefactor.refactoring.mining.validating import Validated, validated
from swerefactor.refactoring.setup import Choices
from swerefactor.repositories import at
from swerefactor.values import Candidate, Instance, MethodRef
from tests.refactoring.mining.history import History
from tests.refactoring.mining.test_mining import Told

DOCKER = Choices(sandbox="docker", official_pass=False)
RIGHT, IN_TESTS = "ledger-extract-method-1", "ledger-extract-method-2"


def candidate(of: str, name: str | None = None, target: MethodRef | None = None) -> Candidate:
    """An instance of the sample as mining would have written it."""
    known = dataset.find(of, None)
    return Candidate(
        id=name or of,
        project=known.project,
        repository=known.repository,
        base_commit=known.base_commit,
        commit=known.commit,
        date=known.date,
        type=known.type,
        target=target or known.target,
        result=known.target,
        destination=known.destination,
        in_test_code=known.in_test_code,
        description="",
    )


def tried(candidates: list[Candidate], out: Path, told: Told) -> Validated:
    return validated(candidates, out, DOCKER, 1, lambda line: None, told)


@pytest.mark.usefixtures("client")
def test_candidates_are_tried_once_and_those_that_can_be_graded_are_instances(tmp_path: Path) -> None:
    right = dataset.find(RIGHT, None)
    elsewhere = right.target.model_copy(update={"start_line": 1, "end_line": 2})
    unused = right.target.model_copy(
        update={"class_name": "sample.ledger.Nobody", "signature": "parse(String)"}
    )
    candidates = [
        candidate(RIGHT),
        candidate(IN_TESTS),
        candidate(RIGHT, "not-there", elsewhere),
        candidate(RIGHT, "not-run", unused),
    ]
    out, told = tmp_path / "instances.jsonl", Told()
    found = tried(candidates, out, told)
    instances = jsonlines.read(out, Instance)
    assert [instance.id for instance in instances] == [RIGHT, IN_TESTS]
    assert (found.valid, found.isolated, found.faults) == ({"Extract Method": 2}, 2, ())
    assert found.refused == {"target_missing": 1, "no_covering_test": 1}
    assert (told.total, len(told.lines)) == (4, 4)
    made = instances[0]
    assert (made.jdk, made.module, made.licence) == (8, "", "NOASSERTION")
    assert made.covering_tests == right.covering_tests
    assert (made.reference_kind, made.unsteady_tests) == ("isolated", ())

    again = Told()
    assert tried(candidates, out, again) == found
    assert again.lines == []
    assert jsonlines.read(out, Instance) == instances


def test_without_docker_nothing_is_validated(tmp_path: Path) -> None:
    with pytest.raises(InputError, match="in Docker"):
        validated([], tmp_path / "out", Choices(sandbox="local"), 1, lambda line: None, Told())


def test_a_licence_is_known_by_its_text(tmp_path: Path) -> None:
    history = History(tmp_path / "acme__shop")
    own = (Path(__file__).parents[3] / "LICENSE").read_text()
    bare = history.commit({"COPYING.md": "Ask us.", "docs/LICENSE": own})
    licensed = history.commit({"LICENSE.txt": own + "\nNo warranty.\n"})
    repository = at(history.place)
    assert licence(repository, bare) == "NOASSERTION"
    assert licence(repository, licensed) == "Apache-2.0"
