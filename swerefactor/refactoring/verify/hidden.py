"""What a person reads otherwise than the compiler: hidden, look-alike and escaped characters in Java."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable, Iterator
from dataclasses import dataclass

_ESCAPE = re.compile(r"(?<!\\)((?:\\\\)*)\\u+([0-9a-fA-F]{4})")
"""A Unicode escape (JLS 3.3): its backslash follows an even number of others."""

# What is not closed reaches to where it must end, so that no text, however odd, is read twice.
_PIECE = re.compile(
    r"""(?P<prose>//[^\r\n]*
      | /\*.*?(?:\*/|\Z)
      | \"\"\"(?:\\.|[^\\])*?(?:\"\"\"|\Z)
      | "(?:\\[^\r\n]|[^"\\\r\n])*"?
      | '(?:\\[^\r\n]|[^'\\\r\n])*'?)
      | (?P<code>[^/"']+|.)""",
    re.DOTALL | re.VERBOSE,
)

_TYPE = re.compile(
    r"[{}]|(?<!\.)\b(?:(?:class|interface|enum)\s+([^\W\d][\w$]*)|record\s+([^\W\d][\w$]*)\s*[(<])"
)

_PLAIN_CONTROLS = frozenset("\t\n\r\f")
_INVISIBLE = frozenset({"Cc", "Cf", "Co", "Cs", "Zl", "Zp"})
"""Unicode categories without a glyph of their own; bidirectional controls are among Cf."""


@dataclass(frozen=True)
class Pieces:
    """A source text cut into what the compiler runs and what it does not; escapes are read first.

    `code` has a blank for each comment and literal, `prose` holds these. `escapes` are the
    characters that were written as Unicode escapes.
    """

    code: str
    prose: str
    escapes: frozenset[str]
    lone_returns: int
    """Carriage returns without a line feed: Java ends a line there, few viewers do."""


def pieces(text: str) -> Pieces:
    """Cuts a Java source text as a compiler would; what does not compile is cut somehow."""
    escapes = frozenset(chr(int(found[2], 16)) for found in _ESCAPE.finditer(text))
    read = _ESCAPE.sub(lambda found: found[1] + chr(int(found[2], 16)), text)
    code, prose = [], []
    for found in _PIECE.finditer(read):
        code.append(found["code"] or " ")
        prose.append(found["prose"] or "")
    lone = len(re.findall(r"\r(?!\n)", text))
    return Pieces("".join(code), "".join(prose), escapes, lone)


def hidden(before: Iterable[Pieces], after: Iterable[Pieces]) -> str | None:
    """What the sources after hide and none before did, in a few words; None where there is nothing.

    What was there before may stay, and may go from file to file. New are refused: characters that
    can't be seen, ASCII as Unicode escapes, look-alike letters in code, bare carriage returns.
    """
    old, new = _together(before), _together(after)
    for character in sorted(new.escapes - old.escapes):
        if character.isascii():
            return f"the character {_named(character)} as a Unicode escape"
    for character in sorted(set(new.prose) - set(old.prose) - set(old.code)):
        if _is_invisible(character):
            return f"the invisible character {_named(character)}"
    for character in sorted(set(new.code) - set(old.code)):
        if _is_invisible(character):
            return f"the invisible character {_named(character)} in code"
        if _looks_alike(character):
            return f"the look-alike character {_named(character)} in code"
    return "a bare carriage return" if new.lone_returns > old.lone_returns else None


def package(source: Pieces) -> str:
    """The package that a source declares, empty for none."""
    found = re.search(r"\bpackage\s+([\w$]+(?:\s*\.\s*[\w$]+)*)\s*;", source.code)
    return re.sub(r"\s", "", found[1]) if found else ""


def types(source: Pieces) -> dict[str, bool]:
    """The simple names of the types that a source declares, and whether each is a top-level one."""
    return dict(_types(source.code))


def names(source: Pieces, name: str) -> bool:
    """Whether the code of a source holds this name."""
    return re.search(rf"(?<![\w$]){re.escape(name)}(?![\w$])", source.code) is not None


def _types(code: str) -> Iterator[tuple[str, bool]]:
    depth = 0
    for found in _TYPE.finditer(code):
        name = found[1] or found[2]
        if name:
            yield name, depth == 0
        else:
            depth += 1 if found[0] == "{" else -1


def _together(sources: Iterable[Pieces]) -> Pieces:
    every = list(sources)
    return Pieces(
        code="".join(source.code for source in every),
        prose="".join(source.prose for source in every),
        escapes=frozenset().union(*(source.escapes for source in every)),
        lone_returns=sum(source.lone_returns for source in every),
    )


def _is_invisible(character: str) -> bool:
    return character not in _PLAIN_CONTROLS and unicodedata.category(character) in _INVISIBLE


def _looks_alike(character: str) -> bool:
    """Whether it is neither ASCII nor a Latin letter with a mark that can be seen."""
    if character.isascii():
        return False
    latin = unicodedata.name(character, "").startswith("LATIN ")
    return not latin or unicodedata.normalize("NFKC", character) != character


def _named(character: str) -> str:
    return f"U+{ord(character):04X} {unicodedata.name(character, '')}".rstrip()
