"""The fake sandbox keeps what all sandboxes promise of files."""

from __future__ import annotations

import pytest

from swerefactor.repositories import Repositories
from swerefactor.values import BaseTree
from tests.conformance.sandbox import FilesContract, small_repository
from tests.fakes.sandbox import FakeSandbox


@pytest.fixture(scope="module")
def made(tmp_path_factory: pytest.TempPathFactory) -> tuple[Repositories, BaseTree]:
    return small_repository(tmp_path_factory.mktemp("repository"))


@pytest.fixture
def sandbox(made: tuple[Repositories, BaseTree]) -> FakeSandbox:
    return FakeSandbox(made[0])


@pytest.fixture
def base(made: tuple[Repositories, BaseTree]) -> BaseTree:
    return made[1]


class TestFakeSandbox(FilesContract):
    """The contract's part on files."""
