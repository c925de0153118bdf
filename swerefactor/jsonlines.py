"""Values as JSON lines: read with the line number of what is wrong, appended so that none is lost."""

from __future__ import annotations

import fcntl
import json
import os
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any, TypeVar

from pydantic import BaseModel, ValidationError

from swerefactor.errors import InputError
from swerefactor.files import write_whole

Kind = TypeVar("Kind", bound=BaseModel)


def to_json(value: BaseModel) -> str:
    """A value as one line of JSON. Lone surrogates (bytes of a source that is not UTF-8) survive."""
    # Not model_dump_json: it refuses surrogates.
    return json.dumps(value.model_dump(mode="json"))


def from_json(kind: type[Kind], text: str, where: str) -> Kind:
    """The value in a JSON text. Raises `InputError` that opens with `where`."""
    try:
        found = json.loads(text)
    except ValueError as error:
        raise InputError(f"{where}: not JSON ({error}).", "Write one JSON object a line.") from error
    return from_object(kind, found, where)


def from_object(kind: type[Kind], found: Any, where: str) -> Kind:
    """The value in decoded JSON. Raises `InputError` that opens with `where`."""
    try:
        return kind.model_validate(found)
    except ValidationError as error:
        first = error.errors()[0]
        field = ".".join(str(part) for part in first["loc"]) or "the line"
        more = f" (and {error.error_count() - 1} more)" if error.error_count() > 1 else ""
        raise InputError(
            f"{where}: not a valid {kind.__name__}: {field}: {first['msg']}{more}.",
            "Compare its fields with those in docs/formats.md.",
        ) from error


def read(path: Path, kind: type[Kind]) -> tuple[Kind, ...]:
    """All values of a JSON lines file, or of a JSON file that holds one list.

    Raises `InputError` with file and line number for what is not a value.
    """
    try:
        text = path.read_text("utf-8-sig")
    except FileNotFoundError:
        raise InputError(f"There is no file {path}.", "Check the path.") from None
    except (OSError, UnicodeDecodeError) as error:
        raise InputError(f"{path} can't be read: {error}.", "Give a readable JSON lines file.") from error
    if text.lstrip().startswith("["):
        return _read_list(path, kind, text)
    # Not splitlines(): U+2028 and its like may stand inside a JSON string.
    lines = enumerate(text.split("\n"), 1)
    return tuple(from_json(kind, line, f"{path}, line {number}") for number, line in lines if line.strip())


def _read_list(path: Path, kind: type[Kind], text: str) -> tuple[Kind, ...]:
    try:
        found = json.loads(text)
    except ValueError as error:
        raise InputError(f"{path}: not JSON ({error}).", "Write one JSON object a line.") from error
    return tuple(from_object(kind, item, f"{path}, item {number}") for number, item in enumerate(found, 1))


def read_whole_lines(path: Path) -> Iterator[str]:
    """The lines of a file of ours that end; a last one without an end was being written when killed."""
    try:
        content = path.read_bytes()
    except FileNotFoundError:
        return
    for line in content.split(b"\n")[:-1]:
        if line.strip():
            yield line.decode("utf-8", "replace")


def read_kept(path: Path, kind: type[Kind]) -> tuple[Kind, ...]:
    """The values of a file of ours to which lines are appended; none where it is not there yet.

    Raises `InputError` for a line that is no such value.
    """
    return tuple(from_json(kind, line, str(path)) for line in read_whole_lines(path))


def write(path: Path, values: Iterable[BaseModel]) -> None:
    """Write a file of values, a line each: whole or not at all."""
    write_whole(path, "".join(f"{to_json(value)}\n" for value in values).encode())


def append(path: Path, line: str) -> None:
    """Append one line that is on disk when this returns; a torn line before it is cut off."""
    with open(path, "ab+") as stream:
        fcntl.flock(stream, fcntl.LOCK_EX)
        size = stream.seek(0, os.SEEK_END)
        if size:
            stream.seek(size - 1)
            if stream.read(1) != b"\n":
                stream.truncate(_end_of_last_line(stream, size))
        stream.write(line.encode() + b"\n")
        stream.flush()
        os.fsync(stream.fileno())


def _end_of_last_line(stream: Any, size: int) -> int:
    stream.seek(0)
    content: bytes = stream.read(size)
    return content.rfind(b"\n") + 1
