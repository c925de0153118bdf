"""The edits that a model writes into its reply: read strictly, applied purely.

A block stands below the path of its file; a code fence around it is ignored, and so is all else.

    src/main/java/p/A.java            src/main/java/p/New.java        src/main/java/p/Old.java
    <<<<<<< SEARCH                    <<<<<<< CREATE                  <<<<<<< DELETE
    lines of the file                 the whole file                  >>>>>>> DELETE
    =======                           >>>>>>> CREATE
    the lines to stand there
    >>>>>>> REPLACE

A block right after another may leave out the path when it is the same. SEARCH lines are whole
lines and must be found in exactly one place of the file as it was before any edit, so the order
of blocks is of no matter.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Container, Iterable
from dataclasses import dataclass
from itertools import pairwise
from pathlib import PurePosixPath
from typing import Literal, NamedTuple, TypeVar

MAX_REPLY = 5 << 20
"""Bytes of a reply that is read at all."""

Read = Callable[[str], bytes | None]
Item = TypeVar("Item")
Result = TypeVar("Result")

_OPENING = re.compile(r"<{7} (SEARCH|CREATE|DELETE)\s*")
_CLOSING = re.compile(r">{7} (REPLACE|CREATE|DELETE)\s*")
_DIVIDER = re.compile(r"={7}\s*")
_FENCE = re.compile(r"\s*(```|~~~)\S*\s*")
_THINKING = re.compile(r"\A\s*<think>.*?</think>", re.DOTALL)
_BOM = "\ufeff"


class EditError(ValueError):
    """Edits that can't be applied. `reason` is the code under which it is reported.

    `message` is one sentence on the first that is wrong, `problems` has one for each.
    """

    def __init__(self, reason: str, message: str, problems: tuple[str, ...] = ()) -> None:
        super().__init__(message)
        self.reason = reason
        self.message = message
        self.problems = problems or (message,)


@dataclass(frozen=True)
class Edit:
    """One block of a reply; `number` counts from 1. `search` is empty unless `kind` is `SEARCH`."""

    number: int
    path: str
    kind: Literal["SEARCH", "CREATE", "DELETE"]
    search: tuple[str, ...] = ()
    lines: tuple[str, ...] = ()

    def wrong(self, reason: str, what: str) -> EditError:
        """The error that this block is wrong in such a way."""
        return EditError(reason, f"Block {self.number} ({self.path}): {what}.")


class Span(NamedTuple):
    """Lines `start` to before `end` of a file, from 0, and the edit that replaces them."""

    start: int
    end: int
    edit: Edit


def parse_edits(reply: str) -> tuple[Edit, ...]:
    """The edits of a reply in their order.

    Raises `EditError`: `reply_too_large`, `no_edits`, `malformed_edit`, `forbidden_path`,
    `unchanged_edit`, `duplicate_edit`.
    """
    if len(reply) > MAX_REPLY or len(reply.encode("utf-8", "surrogatepass")) > MAX_REPLY:
        raise EditError("reply_too_large", f"The reply is larger than {MAX_REPLY >> 20} MiB.")
    lines = _THINKING.sub("", reply.replace("\r\n", "\n")).split("\n")
    edits: list[Edit] = []
    named, at = "", 0
    while at < len(lines):
        line = lines[at]
        at += 1
        if opening := _OPENING.fullmatch(line):
            body, at = _body(lines, at, opening[1], len(edits) + 1)
            edits.append(_edit(len(edits) + 1, named, opening[1], body))
        elif _CLOSING.fullmatch(line):
            raise EditError("malformed_edit", f"Line {at} of the reply, {line.strip()!r}, closes no block.")
        elif line.strip() and not _FENCE.fullmatch(line):
            named = line.strip()
    if not edits:
        raise EditError("no_edit", "The reply holds no edit block.")
    _refuse_duplicates(edits)
    return tuple(edits)


def _body(lines: list[str], start: int, kind: str, number: int) -> tuple[list[str], int]:
    """The lines of a block, and where the reply goes on."""
    wanted = "REPLACE" if kind == "SEARCH" else kind
    for at in range(start, len(lines)):
        closing = _CLOSING.fullmatch(lines[at])
        if closing and closing[1] == wanted:
            return lines[start:at], at + 1
        if closing or _OPENING.fullmatch(lines[at]):
            break
    raise EditError("malformed_edit", f"Block {number} ({kind}) is not closed by a line '>>>>>>> {wanted}'.")


def _edit(number: int, named: str, kind: str, body: list[str]) -> Edit:
    if not named:
        raise EditError("malformed_edit", f"Block {number} ({kind}) has no path of a file above it.")
    path = _path(number, named.strip("`*"))
    if any(_FENCE.fullmatch(line) for line in body[:1]):
        raise EditError("malformed_edit", f"Block {number} ({path}): a code fence stands inside the block.")
    if kind == "CREATE":
        return Edit(number, path, "CREATE", lines=tuple(body))
    if kind == "DELETE":
        if any(line.strip() for line in body):
            raise EditError("malformed_edit", f"Block {number} ({path}): a DELETE block holds no lines.")
        return Edit(number, path, "DELETE")
    return _search_edit(number, path, body)


def _search_edit(number: int, path: str, body: list[str]) -> Edit:
    dividers = [at for at, line in enumerate(body) if _DIVIDER.fullmatch(line)]
    if len(dividers) != 1:
        raise EditError(
            "malformed_edit",
            f"Block {number} ({path}): there must be one dividing line '=======', not {len(dividers)}.",
        )
    edit = Edit(number, path, "SEARCH", tuple(body[: dividers[0]]), tuple(body[dividers[0] + 1 :]))
    if not any(line.strip() for line in edit.search):
        raise edit.wrong("malformed_edit", "there is nothing to search for (a new file is made with CREATE)")
    if edit.search == edit.lines:
        raise edit.wrong("unchanged_edit", f"both sides are the same; it starts with {_first(edit.search)}")
    return edit


def _path(number: int, named: str) -> str:
    path = PurePosixPath(named)
    readable = named.isprintable() and "\\" not in named
    inside = not path.is_absolute() and ".." not in path.parts and not re.match(r"[A-Za-z]:", named)
    if not readable or not inside or not path.parts or ".git" in (part.lower() for part in path.parts):
        raise EditError(
            "forbidden_path", f"Block {number}: {_shown(named)} is not the path of a project file."
        )
    return str(path)


def _refuse_duplicates(edits: list[Edit]) -> None:
    seen: dict[tuple[object, ...], Edit] = {}
    for edit in edits:
        key = (edit.path, edit.kind, edit.search)
        if key in seen:
            raise edit.wrong("duplicate_edit", f"it edits the same place as block {seen[key].number}")
        seen[key] = edit


def apply_edits(
    reply: str, read: Read, links: Container[str] = frozenset(), folders: Container[str] = frozenset()
) -> dict[str, bytes | None]:
    """The files that a reply changes, as they are afterwards; None is a file that is gone.

    `read` gives a regular file of the tree or None; `links` holds the paths of its symbolic links
    and submodules, `folders` those of its folders. Line ends, byte order mark, encoding (UTF-8,
    else Latin-1) and a missing last line end stay as they are in each file; new files are UTF-8
    with plain line ends.

    Raises `EditError`: those of `parse_edits`, and `forbidden_path`, `file_missing`,
    `file_exists`, `binary_file`, `no_match`, `many_matches`, `overlapping_edits`,
    `conflicting_edits`, `not_encodable`. Nothing is applied then.
    """
    groups: dict[str, list[Edit]] = {}
    for edit in parse_edits(reply):
        groups.setdefault(edit.path, []).append(edit)

    def edited(group: list[Edit]) -> tuple[str, bytes | None]:
        _refuse_obstacles(group[0], read, links, folders, groups)
        return group[0].path, _edited(group, read)

    return dict(_each(edited, groups.values()))


def _each(work: Callable[[Item], Result], items: Iterable[Item]) -> list[Result]:
    """The results for all items, or one error that tells of every item that is wrong."""
    done: list[Result] = []
    errors: list[EditError] = []
    for item in items:
        try:
            done.append(work(item))
        except EditError as error:
            errors.append(error)
    if errors:
        problems = tuple(problem for error in errors for problem in error.problems)
        raise EditError(errors[0].reason, errors[0].message, problems)
    return done


def _edited(group: list[Edit], read: Read) -> bytes | None:
    """One file after the edits of it."""
    first = group[0]
    if any(edit.kind != "SEARCH" for edit in group) and len(group) > 1:
        raise group[1].wrong("conflicting_edits", "a file that is created or deleted can't be edited as well")
    before = read(first.path)
    if first.kind == "CREATE":
        if before is not None:
            raise first.wrong("file_exists", "this file exists; change it with SEARCH and REPLACE")
        return _encoded(first, "".join(line + "\n" for line in first.lines), "utf-8")
    if before is None:
        raise first.wrong("file_missing", "there is no such file")
    if b"\0" in before:
        raise first.wrong("binary_file", "this is a binary file")
    return None if first.kind == "DELETE" else _replaced(group, before)


def _refuse_obstacles(
    edit: Edit, read: Read, links: Container[str], folders: Container[str], edited: Container[str]
) -> None:
    """Raises where something else than a file stands at the path, or than folders on the way to it."""
    parents = [str(parent) for parent in PurePosixPath(edit.path).parents][:-1]
    for place in (edit.path, *parents):
        if place in links:
            raise edit.wrong("forbidden_path", f"{place} is a symbolic link or a submodule")
    for place in parents:
        if place in edited or read(place) is not None:
            raise edit.wrong("forbidden_path", f"{place} is a file, not a folder")
    if edit.path in folders:
        raise edit.wrong("forbidden_path", "this is a folder, not a file")


def _replaced(group: list[Edit], before: bytes) -> bytes:
    encoding = encoding_of(before)
    text = before.decode(encoding)
    mark = _BOM if text.startswith(_BOM) else ""
    lines = re.findall(r"[^\n]*\n|[^\n]+", text.removeprefix(_BOM))
    bare = [_bare(line) for line in lines]
    spans = sorted(_each(lambda edit: _located(edit, bare), group))
    for one, other in pairwise(spans):
        if other.start < one.end:
            raise other.edit.wrong("overlapping_edits", f"block {one.edit.number} edits some of its lines")
    usual = "\r\n" if sum(line.endswith("\r\n") for line in lines) * 2 > len(lines) else "\n"
    for span in reversed(spans):
        end = _line_end(lines[span.start]) or usual
        lines[span.start : span.end] = [line + end for line in span.edit.lines]
    after = "".join(lines)
    if not text.endswith("\n"):
        after = _bare(after)
    return _encoded(group[0], mark + after, encoding)


def _located(edit: Edit, lines: list[str]) -> Span:
    """The one place of the file where the searched lines stand."""
    size = len(edit.search)
    wanted = list(edit.search)
    places = [at for at in range(len(lines) - size + 1) if lines[at : at + size] == wanted]
    if len(places) == 1:
        return Span(places[0], places[0] + size, edit)
    starts = f"the text to search for, which starts with {_first(edit.search)}"
    if places:
        shown = ", ".join(str(place + 1) for place in places[:5])
        where = f"is in {len(places)} places (lines {shown})"
        raise edit.wrong("many_matches", f"{starts}, {where}; add lines around it")
    raise edit.wrong("no_match", f"{starts}, is nowhere in the file; {_nearest(wanted, lines)}")


def _nearest(wanted: list[str], lines: list[str]) -> str:
    """Where the longest match from the first line on ends, for the model to mend."""
    starts = [at for at, line in enumerate(lines) if line == wanted[0]]
    if not starts:
        bare = wanted[0].strip()
        spaced = next((number for number, line in enumerate(lines, 1) if bare and line.strip() == bare), None)
        return f"line {spaced} differs from it in white space" if spaced else "no line equals its first line"
    best = max(starts, key=lambda start: _common(wanted, lines, start))
    same = _common(wanted, lines, best)
    there = _shown(lines[best + same]) if best + same < len(lines) else "missing, the file ends"
    return f"its line {same + 1} is {_shown(wanted[same])}, but line {best + same + 1} of the file is {there}"


def _common(wanted: list[str], lines: list[str], start: int) -> int:
    """How many lines are the same from there on."""
    count = 0
    while count < len(wanted) and start + count < len(lines) and wanted[count] == lines[start + count]:
        count += 1
    return count


def _first(lines: tuple[str, ...]) -> str:
    return _shown(next((line.strip() for line in lines if line.strip()), ""))


def _shown(line: str) -> str:
    return repr(line if len(line) <= 120 else line[:120] + "…")


def _bare(line: str) -> str:
    return line.removesuffix("\n").removesuffix("\r") if line.endswith("\n") else line


def _line_end(line: str) -> str:
    return line[len(_bare(line)) :]


def encoding_of(content: bytes) -> Literal["utf-8", "latin-1"]:
    """UTF-8, or Latin-1, in which any bytes survive reading and writing."""
    try:
        content.decode("utf-8")
    except UnicodeDecodeError:
        return "latin-1"
    return "utf-8"


def _encoded(edit: Edit, text: str, encoding: str) -> bytes:
    try:
        content = text.encode(encoding)
    except UnicodeEncodeError as error:
        raise edit.wrong(
            "not_encodable", f"the file is in {encoding.upper()}, which has no {text[error.start]!r}"
        ) from None
    if b"\0" in content:
        raise edit.wrong("binary_file", "a source file holds no NUL character")
    return content
