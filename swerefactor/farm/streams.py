"""What comes out of a command, kept up to a limit."""

from __future__ import annotations

MOST_RESULTS = 64 << 20
"""Bytes that a command may write to descriptor 3; what comes after them is dropped."""


class Kept:
    """Bytes up to a limit."""

    def __init__(self, most: int) -> None:
        self._most = most
        self.content = bytearray()
        self.truncated = False

    def add(self, chunk: bytes) -> None:
        """Keep what there is room for."""
        room = self._most - len(self.content)
        self.content += chunk[:room]
        self.truncated = self.truncated or len(chunk) > room

    @property
    def text(self) -> str:
        """As text, with a mark for what is none."""
        return self.content.decode("utf-8", "replace")
