"""The example corpus as it lies in `rag/`: a file for each example, and pointers to code in git."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Sequence
from pathlib import Path

from swerefactor import jsonlines, material
from swerefactor.errors import InputError
from swerefactor.retrieval.code import strip_comments
from swerefactor.values import CommitId, RefactoringType, Value

EXAMPLES = "examples"
"""The folder, in `rag/`, of the examples."""
POINTERS = "pointers.jsonl"
"""The file, in `rag/`, of the pointers; it need not be there."""


class ExampleOrigin(Value):
    """Where an example's code comes from: `owner/name` and a commit."""

    repository: str
    commit: str


class CodePair(Value):
    """Code before and after a refactoring."""

    before: str
    after: str


class Example(Value):
    """A worked example of one refactoring: what it does, and the code before and after, without comments."""

    id: str
    type: RefactoringType
    description: str
    before: str
    after: str
    origin: ExampleOrigin | None = None
    """Absent for examples that were written for this corpus."""


class Pointer(Value):
    """An example whose code is not kept here, but read from git: a commit and its refactoring.

    `place` says what to read, in the words of whoever reads it: an instance's id, or a method.
    """

    id: str
    type: RefactoringType
    description: str
    repository: str
    commit: CommitId
    place: str


Reader = Callable[[Pointer], CodePair | None]
"""Gives a pointer's code, or None where it can't be had; such an entry is left out."""

_FILE = re.compile(
    r"---\n(?P<header>(?:[^\n]*\n)*?)---\n\s*(?P<description>.+?)\n+"
    r"## Before\n+```java\n(?P<before>.*?)\n```\n+"
    r"## After\n+```java\n(?P<after>.*?)\n```\s*",
    re.DOTALL,
)
_HEADER = ("type", "origin")


def corpus(folder: Path | None = None, read: Reader | None = None) -> tuple[Example, ...]:
    """The examples of a folder, by default the project's own, in the order of their ids.

    Pointers are followed where `read` is given. Raises `InputError` for a file that is no example,
    and for an id that stands there twice.
    """
    home = folder if folder is not None else material.folder("rag")
    written = tuple(read_example(path) for path in sorted((home / EXAMPLES).glob("*.md")))
    found = (*written, *_followed(home / POINTERS, read))
    twice = [name for name, count in Counter(example.id for example in found).items() if count > 1]
    if twice:
        raise InputError(f"The example {twice[0]} stands twice in {home}.", "Give each example its own id.")
    return tuple(sorted(found, key=lambda example: example.id))


def read_example(path: Path) -> Example:
    """The example in a file; its id is the file's name.

    The file holds a header between two lines of `---` with `type:` (and `origin: owner/name@commit`
    where the code comes from a repository), the description, and below the headings `## Before`
    and `## After` one block of Java each. Raises `InputError` for anything else.
    """
    try:
        content = path.read_text("utf-8").replace("\r\n", "\n")
    except (OSError, UnicodeDecodeError) as error:
        raise _mistake(path, "it is no readable UTF-8 text") from error
    parts = _FILE.fullmatch(content)
    if parts is None:
        raise _mistake(path, "it is not a header, a description, ## Before and ## After with one block each")
    header = _header(path, parts["header"])
    return Example(
        id=path.stem,
        type=_type(path, header.get("type", "")),
        description=" ".join(parts["description"].split()),
        before=strip_comments(parts["before"]).strip("\n"),
        after=strip_comments(parts["after"]).strip("\n"),
        origin=_origin(path, header["origin"]) if "origin" in header else None,
    )


def _header(path: Path, text: str) -> dict[str, str]:
    header = {}
    for line in filter(None, map(str.strip, text.split("\n"))):
        name, _, value = line.partition(":")
        if name.strip() not in _HEADER:
            raise _mistake(path, f"its header has the line {line!r}, which is neither type nor origin")
        header[name.strip()] = value.strip()
    return header


def _type(path: Path, name: str) -> RefactoringType:
    known = {kind.value.lower(): kind for kind in RefactoringType}
    if name.lower() not in known:
        raise _mistake(path, f"its type is {name!r}, not one of {', '.join(RefactoringType)}")
    return known[name.lower()]


def _origin(path: Path, text: str) -> ExampleOrigin:
    found = re.fullmatch(r"([\w.-]+/[\w.-]+)@([0-9a-f]{7,40})", text)
    if found is None:
        raise _mistake(path, f"its origin is {text!r}, not owner/name@commit")
    return ExampleOrigin(repository=found[1], commit=found[2])


def _mistake(path: Path, what: str) -> InputError:
    return InputError(
        f"The example {path.name}: {what}.", "Compare it with the examples that come with swerefactor."
    )


def _followed(path: Path, read: Reader | None) -> Sequence[Example]:
    if read is None or not path.is_file():
        return ()
    pointers = jsonlines.read(path, Pointer)
    return [_example(pointer, pair) for pointer in pointers if (pair := read(pointer)) is not None]


def _example(pointer: Pointer, pair: CodePair) -> Example:
    return Example(
        id=pointer.id,
        type=pointer.type,
        description=pointer.description,
        before=strip_comments(pair.before),
        after=strip_comments(pair.after),
        origin=ExampleOrigin(repository=pointer.repository, commit=pointer.commit),
    )
