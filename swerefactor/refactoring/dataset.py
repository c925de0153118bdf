"""The data set: which instances there are, and the part of them that a command asks for."""

from __future__ import annotations

import difflib
import fcntl
import hashlib
import os
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import TypeVar

from swerefactor import jsonlines, material
from swerefactor.errors import InputError
from swerefactor.values import Candidate, Instance, RefactoringType, Value

SPLITS = ("sample", "real", "lite", "fresh", "mined")


class Selection(Value):
    """Which instances of a data set are wanted; what is empty does not restrict."""

    projects: tuple[str, ...] = ()
    types: tuple[str, ...] = ()
    instances: tuple[str, ...] = ()
    limit: int | None = None


def load(split: str | None, file: Path | None) -> tuple[Instance, ...]:
    """The instances of a split (`sample` by default), or of a file of the user's."""
    if file is not None:
        return _unique(jsonlines.read(file, Instance), str(file))
    split = split or "sample"
    if split not in SPLITS:
        raise unknown("split", split, SPLITS)
    if split == "lite":
        wanted = set(_lite_ids())
        return tuple(i for i in (*load("sample", None), *load("real", None)) if i.id in wanted)
    return jsonlines.read(material.folder("dataset") / split / "instances.jsonl", Instance)


def record(split: str, change: Callable[[Instance], Instance]) -> int:
    """Write what has become known of a split's instances into the data set; how many have changed.

    Two processes that record at the same time wait for each other.
    """
    home = material.folder("dataset") / split
    with _held(home):
        before = load(split, None)
        after = [change(instance) for instance in before]
        changed = sum(one != other for one, other in zip(before, after, strict=True))
        if changed:
            jsonlines.write(home / "instances.jsonl", after)
    return changed


@contextmanager
def _held(folder: Path) -> Iterator[None]:
    handle = os.open(folder, os.O_RDONLY)
    try:
        fcntl.flock(handle, fcntl.LOCK_EX)
        yield
    finally:
        os.close(handle)


Row = TypeVar("Row", Instance, Candidate)


def select(instances: Sequence[Row], selection: Selection) -> tuple[Row, ...]:
    """The selected instances in their order. Raises `InputError` for a name that none has."""
    chosen = instances
    chosen = _filter(chosen, "project", selection.projects, lambda i: (i.project, i.repository))
    chosen = _filter(chosen, "type", selection.types, lambda i: (i.type.value, type_slug(i.type)))
    chosen = _filter(chosen, "instance", selection.instances, lambda i: (i.id,))
    if not chosen:
        raise InputError("No instance is selected.", "Loosen --project, --type or --instance.")
    return tuple(chosen[: selection.limit])


def everything() -> tuple[Instance, ...]:
    """The instances of all splits, each once."""
    return tuple({i.id: i for split in SPLITS for i in load(split, None)}.values())


def find(instance_id: str, file: Path | None) -> Instance:
    """One instance by its id, of any split or of a file."""
    known = {i.id: i for i in (load(None, file) if file else everything())}
    if instance_id not in known:
        raise unknown("instance", instance_id, known)
    return known[instance_id]


def digest(instances: Iterable[Instance]) -> str:
    """A hash of all facts of these instances."""
    lines = "\n".join(jsonlines.to_json(instance) for instance in instances)
    return hashlib.sha256(lines.encode()).hexdigest()[:20]


def type_slug(kind: RefactoringType) -> str:
    """A refactoring type as one word, `extract-and-move-method`."""
    return kind.value.lower().replace(" ", "-")


def named_type(name: str) -> RefactoringType:
    """The type of this name, also written as one word. Raises `InputError` for another."""
    known = {type_slug(kind): kind for kind in RefactoringType}
    found = known.get(name.lower().replace(" ", "-"))
    if found is None:
        raise unknown("type", name, known)
    return found


def unknown(what: str, name: str, known: Iterable[str]) -> InputError:
    """The error for a name that is not there, with what may have been meant."""
    names = sorted(set(known))
    close = difflib.get_close_matches(name, names, n=3) or names[:8]
    return InputError(f"There is no {what} {name!r}.", f"Did you mean {', '.join(close)}?")


def _filter(
    instances: Sequence[Row],
    what: str,
    wanted: Sequence[str],
    names: Callable[[Row], tuple[str, ...]],
) -> Sequence[Row]:
    known = {name.lower() for instance in instances for name in names(instance)}
    for name in wanted:
        if name.lower() not in known:
            raise unknown(what, name, (n for instance in instances for n in names(instance)))
    lowered = {name.lower() for name in wanted}
    return [i for i in instances if not lowered or lowered & {name.lower() for name in names(i)}]


def _unique(instances: tuple[Instance, ...], where: str) -> tuple[Instance, ...]:
    twice = [name for name, count in Counter(i.id for i in instances).items() if count > 1]
    if twice:
        raise InputError(
            f"{where}: the instance id {twice[0]!r} stands there twice.", "Give each instance its own id."
        )
    return instances


def _lite_ids() -> list[str]:
    text = (material.folder("dataset") / "lite.txt").read_text("utf-8")
    return [line for line in text.splitlines() if line and not line.startswith("#")]
