"""What is exported for others: patches that git applies, tests that are expected, whose work it is."""

from __future__ import annotations

import json
import os
import subprocess
from pathlib import Path

import pytest

from swerefactor.refactoring import dataset
from swerefactor.refactoring.exchange.work import export_rows
from swerefactor.refactoring.setup import Choices, repositories
from swerefactor.refactoring.types import KINDS
from swerefactor.values import Instance, RefactoringType
from tests.refactoring.mining.test_mining import Told

FIELDS = {
    "instance_id", "repo", "base_commit", "patch", "test_patch", "problem_statement", "FAIL_TO_PASS",
    "PASS_TO_PASS", "version", "environment_setup_commit",
}  # fmt: skip
CHOSEN = ("ledger-extract-method-1", "ledger-extract-method-2", "almanac-move-and-rename-method-1")


@pytest.fixture(scope="module")
def instances() -> tuple[Instance, ...]:
    return dataset.select(dataset.load("sample", None), dataset.Selection(instances=CHOSEN))


def test_the_patches_of_rows_apply_to_their_base_commits(
    instances: tuple[Instance, ...], tmp_path: Path
) -> None:
    export_rows(instances, "", "swe-bench", tmp_path / "rows.jsonl", None, lambda line: None, Told())
    rows = [json.loads(line) for line in (tmp_path / "rows.jsonl").read_text().splitlines()]
    assert [row["instance_id"] for row in rows] == [instance.id for instance in instances]
    for row, instance in zip(rows, instances, strict=True):
        assert row.keys() >= FIELDS
        git_dir = repositories(Choices()).open(instance.repository).git_dir
        environment = os.environ | {"GIT_DIR": str(git_dir), "GIT_INDEX_FILE": str(tmp_path / instance.id)}
        subprocess.run(["git", "read-tree", row["base_commit"]], env=environment, check=True)
        subprocess.run(["git", "apply", "--cached"], input=row["patch"].encode(), env=environment, check=True)
        tree = subprocess.run(["git", "write-tree"], env=environment, check=True, capture_output=True).stdout
        wanted = subprocess.run(
            ["git", "rev-parse", f"{instance.commit}^{{tree}}"],
            env=environment, check=True, capture_output=True,
        ).stdout  # fmt: skip
        assert tree == wanted
        assert json.loads(row["FAIL_TO_PASS"]) == []
        expected = json.loads(row["PASS_TO_PASS"])
        assert expected
        assert {test.partition("#")[0] for test in expected} <= set(instance.covering_tests)
        assert instance.target.signature in row["problem_statement"]
        assert row["version"] == "1.0.0"


def test_a_folder_for_hugging_face_says_whose_work_it_is(
    instances: tuple[Instance, ...], tmp_path: Path
) -> None:
    out = tmp_path / "folder"
    export_rows(instances, "A title", "huggingface", out, None, lambda line: None, Told())
    card = (out / "README.md").read_text()
    assert card.startswith("---\nlicense: other\n")
    assert "path: data/test.jsonl" in card
    assert "# A title" in card
    assert dataset.digest(instances) in card
    assert "| sample/ledger | Apache-2.0 | 2 |" in card
    assert f"| Extract Method | {KINDS[RefactoringType.EXTRACT_METHOD].definition} | 2 |" in card
    assert "sample/almanac (Apache-2.0)" in (out / "NOTICE").read_text()
    rows = [json.loads(line) for line in (out / "data/test.jsonl").read_text().splitlines()]
    assert {row["licence"] for row in rows} == {"Apache-2.0"}
