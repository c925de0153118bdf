"""Text that tested code or a model wrote, made safe to show: a terminal obeys control characters."""

from __future__ import annotations


def shown(text: str) -> str:
    """The text with each control, format or bidirectional character as its escape; lines and tabs stay."""
    return "".join(c if c in "\n\t" or c.isprintable() else _escaped(c) for c in text)


def _escaped(character: str) -> str:
    code = ord(character)
    return f"\\u{code:04x}" if code <= 0xFFFF else f"\\U{code:08x}"
