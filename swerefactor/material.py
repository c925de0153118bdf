"""Where the data folders lie: in a checkout beside the package, in a wheel inside it."""

from __future__ import annotations

from pathlib import Path

from swerefactor.errors import EnvironmentFault

_PACKAGE = Path(__file__).resolve().parent
_FOLDERS = ("dataset", "docker", "prompts", "prices", "agents", "rag")


def folder(name: str) -> Path:
    """The data folder of this name: one of those that stand at the root of the project."""
    if name not in _FOLDERS:
        raise ValueError(f"no data folder is called {name!r}")
    for parent in (_PACKAGE / "_material", _PACKAGE.parent):
        candidate = parent / name
        if candidate.is_dir():
            return candidate
    raise EnvironmentFault(
        f"The data folder {name}/ is missing from this installation.",
        "Install swerefactor again, from a wheel or a whole checkout.",
    )
