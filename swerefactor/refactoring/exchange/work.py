"""Import and export as a command asks for them."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any, Literal

from swerefactor import jsonlines
from swerefactor.errors import AnalyserError, InputError, InvalidInstance
from swerefactor.files import write_whole
from swerefactor.protocols import Progress
from swerefactor.refactoring.exchange.huggingface import write_folder
from swerefactor.refactoring.exchange.official_export import Commits, official_row
from swerefactor.refactoring.exchange.official_import import OfficialRow, RawRow, Rows, imported
from swerefactor.refactoring.exchange.swebench import swebench_row
from swerefactor.refactoring.predictors.prompts import Prompts
from swerefactor.refactoring.setup import Choices, Say, open_analyser, repositories
from swerefactor.refactoring.soundness import Finding, contradictions, findings
from swerefactor.repositories import Repository
from swerefactor.values import Instance

Format = Literal["swe-bench", "huggingface", "official"]


def import_rows(files: Sequence[Path], out: Path, repos: Path | None) -> Rows:
    """Write the instances of official files to `out`, with what git bears out of their rows."""
    rows = [row for file in files for row in jsonlines.read(file, OfficialRow)]
    with open_analyser() as analyser:
        found = imported(rows, Projects(repos).open, analyser)
    jsonlines.write(out, found.instances)
    return found


class Projects:
    """The repositories of projects that rows call by their name alone: as the folder of mirrors has them."""

    def __init__(self, repos: Path | None) -> None:
        self._folder = repos
        self._repositories = repositories(Choices(repos=repos))
        self._known: dict[str, tuple[str, Repository]] = {}

    def open(self, project: str) -> tuple[str, Repository]:
        """`owner/name` and the repository. Raises `InputError` where none or several have that name."""
        if project not in self._known:
            slug = self._slug(project)
            self._known[project] = slug, self._repositories.open(slug)
        return self._known[project]

    def _slug(self, project: str) -> str:
        found = self._folder.iterdir() if self._folder is not None else ()
        names = {place.name.removesuffix(".git").removesuffix(".bundle") for place in found}
        fitting = [name for name in names if name.partition("__")[2] == project]
        if len(fitting) != 1:
            raise InputError(
                f"Which repository project {project} is, its rows do not say.",
                f"Put one mirror named OWNER__{project} into a folder; name that with --repos.",
            )
        return fitting[0].replace("__", "/", 1)


def export_rows(
    instances: Sequence[Instance],
    title: str,
    form: Format,
    out: Path,
    repos: Path | None,
    say: Say,
    progress: Progress,
) -> int:
    """Write instances in a form of others, all texts read from git now; how many could not be."""
    opened = repositories(Choices(repos=repos))
    progress.start(len(instances))
    rows: list[dict[str, Any]] = []
    written: list[Instance] = []
    with _writer(form) as row_of:
        for instance in instances:
            try:
                rows.append(row_of(instance, opened.open(instance.repository)))
                written.append(instance)
            except (AnalyserError, InvalidInstance) as fault:
                say(fault.message)
            progress.done(instance.id)
    lines = [json.dumps(row) for row in rows]
    if form == "huggingface":
        write_folder(out, title, written, lines)
    else:
        text = json.dumps(rows, indent=1) if form == "official" else "\n".join(lines)
        write_whole(out, f"{text}\n".encode())
    return len(instances) - len(written)


@contextmanager
def _writer(form: Format) -> Iterator[Callable[[Instance, Repository], dict[str, Any]]]:
    """What makes the rows of a form."""
    if form != "official":
        prompts = Prompts()
        yield lambda instance, repository: swebench_row(instance, repository, prompts)
        return
    with open_analyser() as analyser:
        commits = Commits(analyser)
        yield lambda instance, repository: official_row(instance, commits.of(instance, repository))


def check_rows(instances: Sequence[Instance], repos: Path | None) -> tuple[Finding, ...]:
    """What git says against instances."""
    opened = repositories(Choices(repos=repos))
    with open_analyser() as analyser:
        return tuple(findings(instances, opened.open, analyser))


def check_official(files: Sequence[Path], repos: Path | None) -> tuple[Finding, ...]:
    """What git says against the rows of official files."""
    rows = [row.model_dump() for file in files for row in jsonlines.read(file, RawRow)]
    with open_analyser() as analyser:
        return tuple(contradictions(rows, Projects(repos).open, analyser))
