"""Files of ours, written so that nobody ever reads half of one."""

from __future__ import annotations

import os
import uuid
from pathlib import Path


def write_whole(place: Path, content: bytes) -> None:
    """Write a file so that it is there whole or not at all, also when two do it at once.

    Folders on the way are made; who may read it is for the user's umask to say.
    """
    place.parent.mkdir(parents=True, exist_ok=True)
    temporary = place.with_name(f".part-{uuid.uuid4().hex}")
    # Not tempfile: its files are for their owner alone, and data sets are shared.
    handle = os.open(temporary, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o666)
    try:
        with os.fdopen(handle, "wb") as stream:
            stream.write(content)
            stream.flush()
            os.fsync(stream.fileno())
        os.replace(temporary, place)
    except BaseException:
        temporary.unlink(missing_ok=True)
        raise
