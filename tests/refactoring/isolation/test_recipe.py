"""A recipe makes the isolated reference again from two commits, without any text of its own."""

from __future__ import annotations

from pathlib import Path

import pytest

from swerefactor.errors import InvalidInstance
from swerefactor.patches import apply_patch
from swerefactor.refactoring.isolation.recipe import compose, isolated_patch, merged
from swerefactor.repositories import Change, Repository, git
from swerefactor.values import Instance, KeptLines
from tests.refactoring.builders import instance

BEFORE = b"one\ntwo\nthree\nfour\n"
AFTER = b"one\nTWO\nthree\nextra\nFOUR\n"


def kept(before: tuple[int, int], after: tuple[int, int], path: str = "A.java") -> KeptLines:
    return KeptLines(
        path=path, before_line=before[0], before_count=before[1], after_line=after[0], after_count=after[1]
    )


def composed(*parts: KeptLines, before: bytes | None = BEFORE, after: bytes | None = AFTER) -> bytes | None:
    (change,) = compose([Change("A.java", before, after)], parts)
    return change.after


@pytest.mark.parametrize(
    ("parts", "text"),
    [
        ([kept((2, 1), (2, 1))], b"one\nTWO\nthree\nfour\n"),
        ([kept((4, 0), (4, 1))], b"one\ntwo\nthree\nextra\nfour\n"),
        ([kept((4, 1), (5, 0))], b"one\ntwo\nthree\n"),
        ([kept((5, 0), (4, 2))], b"one\ntwo\nthree\nfour\nextra\nFOUR\n"),
        ([kept((4, 1), (5, 1)), kept((4, 0), (4, 1)), kept((2, 1), (2, 1))], AFTER),
    ],
    ids=["replaced", "added", "removed", "added at the end", "all, in any order"],
)
def test_only_the_kept_parts_of_a_change_are_made(parts: list[KeptLines], text: bytes) -> None:
    assert composed(*parts) == text


def test_a_file_of_which_nothing_is_kept_is_no_change() -> None:
    assert compose([Change("A.java", BEFORE, AFTER)], []) == ()


def test_a_new_file_is_there_as_soon_as_a_part_of_it_is_kept() -> None:
    assert composed(kept((1, 0), (2, 1)), before=None) == b"TWO\n"


def test_a_file_that_the_developer_deleted_is_gone_only_when_all_of_it_goes() -> None:
    assert composed(kept((1, 4), (1, 0)), after=None) is None
    assert composed(kept((1, 3), (1, 0)), after=None) == b"four\n"


def test_a_last_line_without_an_end_does_not_run_into_the_next() -> None:
    assert composed(kept((1, 0), (1, 1)), before=b"x\n", after=b"new") == b"new\nx\n"


def test_carriage_returns_stay_as_they_are() -> None:
    assert composed(kept((2, 1), (2, 1)), before=b"a\r\nb\r\n", after=b"a\r\nB\r\n") == b"a\r\nB\r\n"


@pytest.mark.parametrize(
    "parts",
    [[kept((2, 2), (2, 1)), kept((3, 1), (3, 1))], [kept((4, 2), (4, 1))], [kept((1, 0), (5, 2))]],
    ids=["overlap", "outside the base's file", "outside the commit's file"],
)
def test_a_recipe_that_does_not_fit_its_files_is_refused(parts: list[KeptLines]) -> None:
    with pytest.raises(ValueError, match=r"A\.java"):
        composed(*parts)


def test_parts_that_follow_each_other_on_both_sides_are_one() -> None:
    parts = [kept((5, 0), (4, 1)), kept((2, 2), (2, 1)), kept((4, 1), (3, 1))]
    assert merged(parts) == (kept((2, 3), (2, 3)),)
    assert merged([kept((2, 1), (2, 1)), kept((3, 1), (4, 1))]) == (
        kept((2, 1), (2, 1)),
        kept((3, 1), (4, 1)),
    )


@pytest.fixture
def mixed(tmp_path: Path) -> tuple[Repository, Instance]:
    """A commit with two changes in one file, and an instance that is the first of them."""
    work = tmp_path / "work"
    git("init", "--quiet", str(work))
    commits = []
    for text in (BEFORE, AFTER):
        (work / "A.java").write_bytes(text)
        git("-C", str(work), "add", "-A")
        git("-C", str(work), "-c", "user.name=n", "-c", "user.email=e", "commit", "--quiet", "-m", "c")
        commits.append(git("-C", str(work), "rev-parse", "HEAD").decode().strip())
    recipe = (kept((2, 1), (2, 1)),)
    return Repository(work / ".git"), instance(base_commit=commits[0], commit=commits[1], reference=recipe)


def test_the_isolated_patch_applies_to_the_base_and_is_the_same_each_time(
    mixed: tuple[Repository, Instance],
) -> None:
    repository, asked = mixed
    patch = isolated_patch(asked, repository)
    assert patch == isolated_patch(asked, repository)
    (change,) = apply_patch(patch, lambda path: repository.read(asked.base_commit, path))
    assert change.after == b"one\nTWO\nthree\nfour\n"


def test_a_recipe_of_other_commits_is_an_invalid_instance(mixed: tuple[Repository, Instance]) -> None:
    repository, asked = mixed
    wrong = asked.model_copy(update={"reference": (kept((9, 1), (2, 1)),)})
    with pytest.raises(InvalidInstance, match=r"A\.java") as refused:
        isolated_patch(wrong, repository)
    assert refused.value.reason == "invalid_reference"
