"""A repository gives a commit's files as they are, or says which it does not hold."""

from __future__ import annotations

from pathlib import Path

import pytest

from swerefactor.errors import EnvironmentFault
from swerefactor.repositories import Repositories, Repository, git
from swerefactor.values import BaseTree
from tests.conformance.sandbox import small_repository

FILES = {"src/A.java": b"class A { }\n", "src/deep/B.java": b"class B { }\n", "data/big.csv": b"1,2\n"}


@pytest.fixture
def repository(tmp_path: Path) -> tuple[Repository, str]:
    return opened(*small_repository(tmp_path / "repository", FILES))


def opened(repositories: Repositories, base: BaseTree) -> tuple[Repository, str]:
    return repositories.open(base.repository), base.commit


def exported(folder: Path) -> dict[str, bytes]:
    return {
        path.relative_to(folder).as_posix(): path.read_bytes()
        for path in folder.rglob("*") if path.is_file()
    }  # fmt: skip


def lose(repository: Repository, commit: str, path: str) -> None:
    """Take a file's content out of the repository, as a partial clone does not have it."""
    blob = git(f"--git-dir={repository.git_dir}", "rev-parse", f"{commit}:{path}").decode().strip()
    (repository.git_dir / "objects" / blob[:2] / blob[2:]).unlink()


def test_the_whole_tree_is_exported(repository: tuple[Repository, str], tmp_path: Path) -> None:
    found, commit = repository
    found.export(commit, tmp_path / "tree")
    assert exported(tmp_path / "tree") == FILES


def test_the_java_files_alone_are_exported(repository: tuple[Repository, str], tmp_path: Path) -> None:
    found, commit = repository
    lose(found, commit, "data/big.csv")
    found.export(commit, tmp_path / "tree", ".java")
    assert sorted(exported(tmp_path / "tree")) == ["src/A.java", "src/deep/B.java"]


def test_a_file_whose_content_is_not_there_is_named(
    repository: tuple[Repository, str], tmp_path: Path
) -> None:
    found, commit = repository
    lose(found, commit, "data/big.csv")
    with pytest.raises(
        EnvironmentFault, match=r"does not hold the content of data/big\.csv at commit"
    ) as raised:
        found.export(commit, tmp_path / "tree")
    assert "without --filter" in raised.value.tip


def test_the_files_that_name_a_word_are_found(repository: tuple[Repository, str]) -> None:
    found, commit = repository
    assert found.naming(commit, ["B", "C"], ["src"]) == ("src/deep/B.java",)
    assert found.naming(commit, ["C"], ["src"]) == ()


def test_a_branch_that_is_named_like_a_commit_is_no_fault(repository: tuple[Repository, str]) -> None:
    found, commit = repository
    git(f"--git-dir={found.git_dir}", "update-ref", f"refs/heads/{commit}", commit)
    assert found.naming(commit, ["A"], ["src"]) == ("src/A.java",)
    assert found.naming(commit, ["C"], ["src"]) == ()


@pytest.mark.parametrize("folder", ["a[b]", "a*", "a?c", "back\\slash", "ümlaut", "with space"])
def test_a_search_takes_a_folder_by_its_name(tmp_path: Path, folder: str) -> None:
    files = {f"{folder}/p/A.java": b"class A {}", "abc/p/A.java": b"class A {}"}
    found, commit = opened(*small_repository(tmp_path / "repository", files))
    assert found.naming(commit, ["A"], [folder]) == (f"{folder}/p/A.java",)


def test_a_search_needs_no_file_that_is_no_java(tmp_path: Path) -> None:
    files = {"src/A.java": b"class A {}", "src/huge.gz": b"A"}
    found, commit = opened(*small_repository(tmp_path / "repository", files))
    lose(found, commit, "src/huge.gz")
    assert found.naming(commit, ["A"], ["src"]) == ("src/A.java",)


def test_a_search_that_lacks_a_file_is_a_fault(repository: tuple[Repository, str]) -> None:
    found, commit = repository
    lose(found, commit, "src/A.java")
    with pytest.raises(EnvironmentFault):
        found.naming(commit, ["C"], ["src"])
