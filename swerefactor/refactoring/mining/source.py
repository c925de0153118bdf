"""Which repository is mined, and under what name its instances will know it."""

from __future__ import annotations

import re
from pathlib import Path

from swerefactor.errors import InputError
from swerefactor.repositories import GitError, Repositories, Repository, at

_SLUG = re.compile(r"([A-Za-z0-9_.-]+)/([A-Za-z0-9_.-]+?)(\.git)?/?$")


def source(named: str, repositories: Repositories) -> tuple[str, Repository]:
    """`owner/name` and the repository: by that name, or a mirror, a checkout or a bundle on this machine.

    A folder's or bundle's name may be `owner__name`; else it is named after where it was cloned from.
    Raises `InputError` for what is no repository, or an empty one.
    """
    place = Path(named)
    if place.exists() or not re.fullmatch(_SLUG, named):
        repository = at(place)
        slug = _named_by_folder(place) or _named_by_origin(repository) or f"local/{_bare(place)}"
    else:
        slug, repository = named, repositories.open(named)
    if not repository.has("HEAD"):
        raise InputError(f"The repository {named} has no commit on its default branch.", "Clone it again.")
    return slug, repository


def _named_by_folder(place: Path) -> str:
    owner, found, name = _bare(place).partition("__")
    return f"{owner}/{name}" if found and name else ""


def _named_by_origin(repository: Repository) -> str:
    try:
        address = repository.origin
    except GitError:
        return ""
    found = _SLUG.search(address)
    return f"{found[1]}/{found[2]}" if found else ""


def _bare(place: Path) -> str:
    return re.sub(r"[^A-Za-z0-9_.-]", "-", place.resolve().name.removesuffix(".git").removesuffix(".bundle"))
