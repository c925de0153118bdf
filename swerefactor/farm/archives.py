"""Archives that come out of a sandbox: hostile code may have packed them, so plain files alone are taken."""

from __future__ import annotations

import io
import shutil
import tarfile
from pathlib import Path, PurePosixPath

LARGEST = 2 << 30
"""Bytes that the files of an archive may have together; a small archive can hold more than a disk."""


def unpack(packed: bytes, into: Path, largest: int = LARGEST) -> None:
    """Write the regular files of a tar, compressed or not, below a folder.

    Links, devices and names that lead out of the folder are left out. (`TarFile.extractall` has a filter
    for that only from Python 3.11.4.)

    Raises `tarfile.TarError`, `OSError`, `EOFError` or `zlib.error` for an archive that is spoilt.
    """
    left = largest
    with tarfile.open(fileobj=io.BytesIO(packed)) as archive:
        for entry in archive:
            content = archive.extractfile(entry) if entry.isreg() else None
            name = PurePosixPath(entry.name)
            if content is None or name.is_absolute() or ".." in name.parts or "\0" in entry.name:
                continue
            left -= entry.size
            if left < 0:
                raise tarfile.TarError(f"The archive holds more than {largest} bytes.")
            place = into / name
            place.parent.mkdir(parents=True, exist_ok=True)
            with place.open("wb") as file:
                shutil.copyfileobj(content, file)
