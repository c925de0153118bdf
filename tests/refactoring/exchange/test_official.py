"""Official rows: what a history holds comes back the same, and what git does not bear out is refused."""

from __future__ import annotations

import json
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

from swerefactor.errors import InputError
from swerefactor.jsonlines import read
from swerefactor.refactoring.exchange.work import check_official, export_rows, import_rows
from swerefactor.refactoring.mining.candidates import instance_of
from swerefactor.refactoring.mining.work import Mining, mined
from swerefactor.values import Candidate, Instance
from tests.refactoring.mining.history import EXTRACTED, ORDER, PATH, History
from tests.refactoring.mining.test_mining import Told


@dataclass(frozen=True)
class Exported:
    """An instance that mining finds in a history of one extraction, its row, and the folder of mirrors."""

    instance: Instance
    row: dict[str, Any]
    mirrors: Path


@pytest.fixture(scope="module")
def exported(tmp_path_factory: pytest.TempPathFactory) -> Exported:
    place = tmp_path_factory.mktemp("official")
    history = History(place / "mirrors" / "acme__shop")
    history.commit({PATH: ORDER})
    history.commit({PATH: EXTRACTED})
    mined(Mining(str(history.place), place / "mined.jsonl"), lambda line: None, Told())
    (candidate,) = read(place / "mined.jsonl", Candidate)
    instance = instance_of(candidate, 17, "", "NOASSERTION")
    out, mirrors = place / "official.json", place / "mirrors"
    assert export_rows([instance], "", "official", out, mirrors, lambda line: None, Told()) == 0
    (row,) = json.loads(out.read_text())
    return Exported(instance, row, mirrors)


def imported_row(row: dict[str, Any], mirrors: Path, tmp_path: Path) -> tuple[Any, tuple[Instance, ...]]:
    (tmp_path / "rows.json").write_text(json.dumps([row]))
    found = import_rows([tmp_path / "rows.json"], tmp_path / "in.jsonl", mirrors)
    return found, read(tmp_path / "in.jsonl", Instance)


def test_an_exported_row_is_imported_as_the_same_facts(exported: Exported, tmp_path: Path) -> None:
    instance, row = exported.instance, exported.row
    _, (back,) = imported_row(row, exported.mirrors, tmp_path)
    same = back.model_copy(update={"id": instance.id, "origin": instance.origin})
    assert same == instance
    assert back.id == f"shop-{instance.commit[:7]}-1"
    assert row["diffLocations"][0] | {"startColumn": 0} == {
        "filePath": PATH, "startLine": 11, "endLine": 18, "startColumn": 0, "endColumn": 0,
    }  # fmt: skip
    assert row["sourceCodeAfterRefactoring"].endswith("return sum;\n    }")
    assert row["uniqueId"] == f"{instance.commit}_11_18_17_23_11_15"


@pytest.mark.parametrize(
    ("change", "reason"),
    [
        ({"description": "Extract Method\tsomething"}, "unreadable_description"),
        ({"commitId": "0" * 40}, "commit_missing"),
        (
            {"description": "Extract Method\ta() : int extracted from b() : int in class shop.Order"},
            "target_missing",
        ),
    ],
)
def test_what_git_does_not_bear_out_is_refused(
    exported: Exported, tmp_path: Path, change: dict[str, Any], reason: str
) -> None:
    found, instances = imported_row(exported.row | change, exported.mirrors, tmp_path)
    assert not instances
    assert [refused.failure.reason for refused in found.refused] == [reason]


def test_a_first_commit_has_no_base(exported: Exported, tmp_path: Path) -> None:
    row = exported.row | {"commitId": exported.instance.base_commit}
    found, _ = imported_row(row, exported.mirrors, tmp_path)
    assert [refused.failure.reason for refused in found.refused] == ["no_parent"]


def test_a_project_without_a_mirror_is_named(exported: Exported, tmp_path: Path) -> None:
    with pytest.raises(InputError, match="project other"):
        imported_row(exported.row | {"projectName": "other"}, exported.mirrors, tmp_path)


def test_a_check_names_the_field_that_the_repository_contradicts(exported: Exported, tmp_path: Path) -> None:
    file = tmp_path / "rows.json"
    file.write_text(json.dumps([exported.row]))
    assert check_official([file], exported.mirrors) == ()
    first, *others = exported.row["diffLocations"]
    file.write_text(json.dumps([exported.row | {"diffLocations": [first | {"startLine": 12}, *others]}]))
    (finding,) = check_official([file], exported.mirrors)
    assert (finding.record, finding.what) == (exported.row["uniqueId"], "contradiction")
    assert "11-18" in finding.message
    assert "12-18" in finding.message
