"""The developer's working copy: a base commit's files with the changes made so far."""

from __future__ import annotations

import difflib

from swerefactor.patches import patch_of
from swerefactor.refactoring.predictors.edits import apply_edits, encoding_of
from swerefactor.refactoring.predictors.files import BaseFiles
from swerefactor.repositories import Change


class WorkingCopy:
    """Files as they are now. Nothing is on disk; links and what is no text can't be touched."""

    def __init__(self, base: BaseFiles) -> None:
        self.base = base
        self._changed: dict[str, bytes | None] = {}

    def read(self, path: str) -> bytes | None:
        """A regular file as it is now, or None."""
        return self._changed[path] if path in self._changed else self.base.read(path)

    def text(self, path: str) -> str | None:
        """The same as text with plain line ends."""
        content = self.read(path)
        if content is None:
            return None
        return content.decode(encoding_of(content)).removeprefix("\ufeff").replace("\r\n", "\n")

    @property
    def paths(self) -> tuple[str, ...]:
        """All regular files there are now, sorted."""
        gone = {path for path, content in self._changed.items() if content is None}
        return tuple(sorted((self.base.files | self._changed.keys()) - gone))

    def apply(self, blocks: str) -> None:
        """Apply edit blocks as a reply holds them. Raises `EditError`; then nothing is changed."""
        self._changed |= apply_edits(blocks, self.read, self.base.links, self.base.folders)

    @property
    def changes(self) -> tuple[Change, ...]:
        """What differs from the base commit."""
        changes = (Change(path, self.base.read(path), after) for path, after in sorted(self._changed.items()))
        return tuple(change for change in changes if change.before != change.after)

    @property
    def patch(self) -> str:
        """The change as a git patch, empty where there is none."""
        changes = self.changes
        if not changes:
            return ""
        return patch_of(changes)

    @property
    def diff(self) -> str:
        """The change for a reader."""
        return "\n".join(_diff(change) for change in self.changes) or "(nothing is changed)"


def _diff(change: Change) -> str:
    before, after = (
        [] if content is None else content.decode(encoding_of(content)).splitlines()
        for content in (change.before, change.after)
    )
    return "\n".join(difflib.unified_diff(before, after, change.path, change.path, lineterm="", n=5))
