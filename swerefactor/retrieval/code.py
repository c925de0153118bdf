"""Code as text: without its comments, and in one spelling whatever its layout."""

from __future__ import annotations

import re

_PIECE = re.compile(
    r"""
    (?P<kept> \"{3} (?: \\. | . )*? \"{3}       # a text block
            | \" (?: \\. | [^"\\\n] )* \"       # a string
            | ' (?: \\. | [^'\\\n] )* '         # a character
    )
    | /\* .*? (?: \*/ | \Z )
    | // [^\n]*
    """,
    re.VERBOSE | re.DOTALL,
)
_TOKEN = re.compile(r"\w+|[^\w\s]")
_GONE = "\0"


def strip_comments(code: str) -> str:
    """Code without comments, and without the lines that held nothing else.

    What looks like a comment inside a string, a character or a text block stays.
    """
    lines = _PIECE.sub(lambda piece: piece[0] if piece["kept"] else f" {_GONE}", code).split("\n")
    kept = (line for line in lines if _GONE not in line or line.replace(_GONE, "").strip())
    return "\n".join(line.replace(f" {_GONE}", " ").rstrip() if _GONE in line else line for line in kept)


def normalised(code: str) -> str:
    """The tokens of code between single spaces, comments and layout left out."""
    return " ".join(_TOKEN.findall(strip_comments(code)))
