"""Checkstyle with the checks of Sun's conventions: what is new in changed files."""

from __future__ import annotations

import os
import subprocess
import xml.etree.ElementTree as ElementTree
from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from swerefactor import javatools, material, scratch
from swerefactor.errors import AnalyserError

CHECKS = "/sun_checks.xml"
"""In Checkstyle's own jar."""
_SECONDS = 120


@dataclass(frozen=True)
class Violation:
    """One remark of Checkstyle on a line of a file."""

    path: str
    line: int
    check: str
    message: str


def new_violations(
    before: Mapping[str, str], after: Mapping[str, str], seconds: float = _SECONDS
) -> tuple[Violation, ...]:
    """The remarks on these files, path to text, that were not made before, whatever line they are on.

    Raises `AnalyserError` when Checkstyle fails, as it does for code that does not parse.
    """
    known = Counter(_kind(found) for found in _violations(before, seconds))
    fresh = []
    for found in _violations(after, seconds):
        known[_kind(found)] -= 1
        if known[_kind(found)] < 0:
            fresh.append(found)
    return tuple(fresh)


def _kind(found: Violation) -> tuple[str, str, str]:
    return found.path, found.check, found.message


def _violations(files: Mapping[str, str], seconds: float) -> tuple[Violation, ...]:
    if not files:
        return ()
    with scratch.folder("style") as folder:
        for path, text in files.items():
            (folder / path).parent.mkdir(parents=True, exist_ok=True)
            (folder / path).write_text(text, "utf-8", newline="")
        return _parsed(_run(folder, seconds), folder)


def _run(folder: Path, seconds: float) -> str:
    jars = javatools.fetch(
        javatools.read_jar_list(material.folder("docker") / "checkstyle" / "checkstyle.jars")
    )
    command = [
        str(javatools.java()), "-XX:+UseSerialGC", "-XX:TieredStopAtLevel=1", "-Duser.language=en",
        "-cp", os.pathsep.join(map(str, jars)), "com.puppycrawl.tools.checkstyle.Main",
        "-c", CHECKS, "-f", "xml", str(folder),
    ]  # fmt: skip
    try:
        ran = subprocess.run(command, capture_output=True, text=True, timeout=seconds, check=False)
    except subprocess.TimeoutExpired as error:
        raise AnalyserError(f"Checkstyle finds no end in {seconds:.0f} s.", "Look at the code.") from error
    if "<checkstyle" not in ran.stdout:
        said = (ran.stderr.strip().splitlines() or ["no reason given"])[0]
        raise AnalyserError(f"Checkstyle failed: {said[:300]}.", "See that the code parses.")
    return ran.stdout


def _parsed(report: str, folder: Path) -> tuple[Violation, ...]:
    start, end = report.index("<checkstyle"), report.rindex("</checkstyle>") + len("</checkstyle>")
    return tuple(
        Violation(
            path=Path(file.get("name", "")).relative_to(folder).as_posix(),
            line=int(error.get("line", "0")),
            check=error.get("source", "").rpartition(".")[2].removesuffix("Check"),
            message=error.get("message", ""),
        )
        for file in ElementTree.fromstring(report[start:end]).iter("file")
        for error in file.iter("error")
    )
