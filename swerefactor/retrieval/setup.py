"""From a folder like `rag/` to an index that answers."""

from __future__ import annotations

from pathlib import Path

from swerefactor import material
from swerefactor.errors import InputError
from swerefactor.retrieval import recipe
from swerefactor.retrieval.corpus import Reader, corpus
from swerefactor.retrieval.index import Index, open_index


def open_folder(folder: Path | None = None, read: Reader | None = None) -> Index:
    """The index over a folder's examples by its recipe, by default the project's own.

    `read` gives the code of examples that are pointers. Raises `InputError` for a folder, a recipe
    or an example that can't be used, and `EnvironmentFault` when the weights can't be had.
    """
    home = folder if folder is not None else material.folder("rag")
    if not (home / "recipe.toml").is_file():
        raise InputError(f"There is no recipe.toml in {home}.", "Name a folder like rag/ in swerefactor's.")
    chosen = recipe.load(home / "recipe.toml")
    return open_index(corpus(home, read), chosen)
