"""What the tests of retrieval share: examples of their own, and a cache that is empty."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from swerefactor.retrieval.corpus import Example, ExampleOrigin
from swerefactor.values import RefactoringType

MakeExample = Callable[..., Example]


@pytest.fixture
def empty_cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A cache folder in which nothing is kept yet."""
    monkeypatch.setenv("SWEREFACTOR_CACHE", str(tmp_path / "cache"))
    return tmp_path / "cache"


@pytest.fixture
def make() -> MakeExample:
    """Makes an example; `origin` is `owner/name` or `owner/name@commit`."""

    def made(
        id: str,
        description: str = "",
        before: str = "void a() { b(); }",
        after: str = "void a() { c(); }",
        type: RefactoringType = RefactoringType.EXTRACT_METHOD,
        origin: str = "",
    ) -> Example:
        repository, _, commit = origin.partition("@")
        where = ExampleOrigin(repository=repository, commit=commit) if origin else None
        return Example(id=id, type=type, description=description, before=before, after=after, origin=where)

    return made
