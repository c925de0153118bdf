"""Temporary folders that are gone afterwards, also those of a process that was killed."""

from __future__ import annotations

import contextlib
import fcntl
import os
import shutil
import tempfile
from collections.abc import Iterator
from pathlib import Path

PREFIX = "swerefactor-"


@contextlib.contextmanager
def folder(kind: str, beside: Path | None = None) -> Iterator[Path]:
    """A new temporary folder, locked as long as its owner lives, removed at exit.

    It lies in the system's temporary folder, or in `beside`, from where its content can be moved
    to its place at once. What dead processes left there is removed first.
    """
    home = beside if beside is not None else Path(tempfile.gettempdir())
    sweep(home)
    made, lock = _make(home, f"{PREFIX}{kind}-")
    try:
        yield made
    finally:
        remove(made)
        os.close(lock)


@contextlib.contextmanager
def made_once(place: Path) -> Iterator[Path]:
    """A path to make a folder at, which is then moved to `place`, whole or not at all.

    When another process was first, what it made stays: both must have made the same.
    """
    place.parent.mkdir(parents=True, exist_ok=True)
    with folder("part", beside=place.parent) as holder:
        yield holder / "made"
        try:
            os.rename(holder / "made", place)
        except OSError:
            if not place.is_dir():
                raise


def sweep(home: Path | None = None) -> None:
    """Remove the folders that dead processes of this user left behind."""
    for left in (home or Path(tempfile.gettempdir())).glob(f"{PREFIX}*"):
        try:
            ours = left.lstat().st_uid == os.getuid()
        except OSError:
            continue
        lock = _lock(left) if ours else None
        if lock is not None:
            remove(left)
            os.close(lock)


def remove(place: Path) -> None:
    """Delete a folder with all in it, also folders that were made unreadable; none there is fine."""
    with contextlib.suppress(FileNotFoundError):
        place.chmod(0o700)
    for parent, names, _ in os.walk(place):
        for name in names:
            inner = Path(parent, name)
            if not inner.is_symlink():
                with contextlib.suppress(OSError):
                    inner.chmod(0o700)
    shutil.rmtree(place, ignore_errors=True)


def _make(home: Path, prefix: str) -> tuple[Path, int]:
    while True:
        # Real path: commands that ask for their folder must see the one that we name.
        made = Path(tempfile.mkdtemp(prefix=prefix, dir=home)).resolve()
        lock = _lock(made)
        if lock is not None and made.is_dir():
            return made, lock
        # A sweep came between making and locking.
        if lock is not None:
            os.close(lock)


def _lock(place: Path) -> int | None:
    """The descriptor that holds the folder's lock, or None where another process has it.

    The kernel drops a lock with its owner, however that ends, and no process id is mistaken for
    another's, not even where containers share a folder.
    """
    try:
        descriptor = os.open(place, os.O_RDONLY | os.O_DIRECTORY | os.O_NOFOLLOW)
    except OSError:
        return None
    try:
        fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError:
        os.close(descriptor)
        return None
    return descriptor
