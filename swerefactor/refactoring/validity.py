"""What an instance must not be, whatever the prediction: known from its facts and its base commit alone."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from pathlib import PurePosixPath

from swerefactor.values import Failure, Instance

_PREVIEW = re.compile(rb"<!--.*?-->|(--enable-preview\b|<enablePreview>\s*true)", re.DOTALL)
_NAME = re.compile(r"[\w$]+")


def unsupported(instance: Instance, read: Callable[[str], bytes | None]) -> Failure | None:
    """Why no prediction for this instance can be graded, if so. `read` gives a file at the base commit.

    Compiling at base, tests and their coverage are not looked at: the baseline finds those.
    """
    return _missing_target(instance, read) or _preview(instance, read)


def _missing_target(instance: Instance, read: Callable[[str], bytes | None]) -> Failure | None:
    target = instance.target
    content = read(target.file)
    lines = (content or b"").decode("utf-8", "replace").splitlines()[target.start_line - 1 : target.end_line]
    name = _NAME.match(target.signature)
    # A name that is not UTF-8 can't be looked for without the encoding.
    readable = "\ufffd" not in "".join(lines)
    if name and lines and (name[0] in "\n".join(lines) or not readable):
        return None
    where = f"lines {target.start_line} to {target.end_line} of {target.file}"
    return Failure(
        reason="target_missing", message=f"{target.signature} is not on {where} at the base commit."
    )


def _preview(instance: Instance, read: Callable[[str], bytes | None]) -> Failure | None:
    """Preview syntax is that of one Java alone: the analyser reads the syntax of its own."""
    for path in _settings(instance.module):
        if any(found[1] for found in _PREVIEW.finditer(read(path) or b"")):
            return Failure(
                reason="preview_syntax",
                message=f"{path} compiles with --enable-preview, and what preview syntax means changes"
                " from one Java to the next.",
            )
    return None


def _settings(module: str) -> Iterator[str]:
    """The files that may hold compiler options: those of the module and of the folders above it."""
    folder = PurePosixPath(module)
    for place in (folder, *folder.parents):
        yield str(place / "pom.xml")
    yield ".mvn/maven.config"
