"""The text of ranges of lines, so that like is compared with like."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping

from swerefactor.values import CodeRange

_LINE_END = re.compile(r"\r\n|\r|\n")
"""Java's line ends. `str.splitlines` also splits at form feeds, which would shift every line number."""


def regions_text(files: Mapping[str, str], ranges: Iterable[CodeRange]) -> str:
    """The lines that any of the ranges covers, each once and ended by a newline.

    Files come in the order in which the ranges first name them, lines in the order of the file.
    A file that isn't there, or a line past its end, gives nothing.
    """
    wanted: dict[str, set[int]] = {}
    for each in ranges:
        wanted.setdefault(each.file, set()).update(range(each.start_line, each.end_line + 1))
    return "".join(
        f"{line}\n"
        for file, numbers in wanted.items()
        for number, line in enumerate(_lines(files.get(file, "")), 1)
        if number in numbers
    )


def _lines(text: str) -> list[str]:
    lines = _LINE_END.split(text)
    return lines if lines[-1] else lines[:-1]
