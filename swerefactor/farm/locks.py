"""Locks between all processes of this machine that use one engine."""

from __future__ import annotations

import contextlib
import fcntl
from collections.abc import Iterator
from pathlib import Path

from swerefactor.farm import disk


@contextlib.contextmanager
def held(name: str) -> Iterator[Path]:
    """Held by one thread of one process; the system drops it with its holder.

    Gives the file that may be touched to mark what the lock is about as made.
    """
    mark = disk.used_mark(name)
    place = mark.with_suffix(".lock")
    place.parent.mkdir(parents=True, exist_ok=True)
    with place.open("w") as stream:
        fcntl.flock(stream, fcntl.LOCK_EX)
        yield mark
