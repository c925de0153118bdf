"""Where swerefactor keeps things on this machine, and the environment variables that move them."""

from __future__ import annotations

import os
from pathlib import Path

import platformdirs


def cache_folder() -> Path:
    """Where jars, compiled helpers, repositories and indexes are kept; `SWEREFACTOR_CACHE` moves it."""
    chosen = os.environ.get("SWEREFACTOR_CACHE")
    return Path(chosen) if chosen else platformdirs.user_cache_path("swerefactor")


def maven_repository() -> str:
    """The Maven repository that jars come from; `SWEREFACTOR_MAVEN_REPOSITORY` names another."""
    return os.environ.get("SWEREFACTOR_MAVEN_REPOSITORY", "https://repo.maven.apache.org/maven2")


def replies_folder() -> Path:
    """Where the replies of models are kept; `SWEREFACTOR_REPLIES` moves it."""
    chosen = os.environ.get("SWEREFACTOR_REPLIES")
    return Path(chosen) if chosen else cache_folder() / "replies"


def package_index() -> str | None:
    """The package index (PEP 503) that `PIP_INDEX_URL` or `UV_DEFAULT_INDEX` names."""
    return os.environ.get("PIP_INDEX_URL") or os.environ.get("UV_DEFAULT_INDEX") or None
