"""Under which licence a repository's files stand at a commit, as an SPDX identifier."""

from __future__ import annotations

import functools
import re

from swerefactor import scratch
from swerefactor.repositories import Repository

UNKNOWN = "NOASSERTION"
"""SPDX's word for what nobody has found out."""
_FILE = re.compile(r"(LICEN[CS]E|COPYING|UNLICENSE)[\w.-]*$", re.IGNORECASE)


@functools.lru_cache(maxsize=256)
def licence(repository: Repository, commit: str) -> str:
    """The licence that a file at the root of the tree holds the text of; `NOASSERTION` for no known one.

    By nearness of the whole text to SPDX's (library `identify`); of several, the first by name.
    """
    from identify import identify

    paths = sorted(path for path in repository.files(commit) if _FILE.match(path))
    texts = repository.read_all(commit, paths)
    with scratch.folder("licence") as folder:
        place = folder / "text"
        for path in paths:
            place.write_text(texts[path].decode("utf-8", "replace"), "utf-8")
            found: str | None = identify.license_id(str(place))
            if found:
                return found
    return UNKNOWN
