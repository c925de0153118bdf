"""Lists of parameters as they stand in Java and in descriptions of it."""

from __future__ import annotations


def parameters(text: str) -> tuple[str, ...]:
    """The parts of a list, `a int, by Map<K, V>`: apart at the commas that are in no angle brackets."""
    found, depth, start = [], 0, 0
    for at, letter in enumerate(text):
        depth += (letter == "<") - (letter == ">")
        if letter == "," and depth == 0:
            found.append(text[start:at].strip())
            start = at + 1
    last = text[start:].strip()
    return (*found, last) if last else tuple(found)
