"""Import and export as a command asks for them."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any, Literal

from swerefactor import jsonlines
from swerefactor.errors import InputError, InvalidInstance
from swerefactor.javatools import write_whole
from swerefactor.protocols import Progress
from swerefactor.refactoring.exchange.huggingface import write_folder
from swerefactor.refactoring.exchange.official_export import Commit, commit_of, official_row
from swerefactor.refactoring.exchange.official_import import OfficialRow, Rows, imported
from swerefactor.refactoring.exchange.swebench import swebench_row
from swerefactor.refactoring.predictors.prompts import Prompts
from swerefactor.refactoring.setup import Choices, Say, open_analyser, repositories
from swerefactor.repositories import Repository
from swerefactor.values import Instance

Format = Literal["swe-bench", "huggingface", "official"]


def import_rows(files: Sequence[Path], out: Path, repos: Path | None) -> Rows:
    """Write the instances of official files to `out`, with what git bears out of their rows."""
    opened = repositories(Choices(repos=repos))
    known: dict[str, tuple[str, Repository]] = {}

    def project(name: str) -> tuple[str, Repository]:
        if name not in known:
            slug = _slug(name, repos)
            known[name] = slug, opened.open(slug)
        return known[name]

    rows = [row for file in files for row in jsonlines.read(file, OfficialRow)]
    with open_analyser() as analyser:
        found = imported(rows, project, analyser)
    lines = "".join(f"{jsonlines.to_json(instance)}\n" for instance in found.instances)
    write_whole(out, lines.encode())
    out.chmod(0o644)
    return found


def _slug(project: str, repos: Path | None) -> str:
    """`owner/name` of a project that rows call by its name alone: as the folder of mirrors has it."""
    found = sorted(repos.glob(f"*__{project}*")) if repos is not None else []
    names = {place.name.removesuffix(".git").removesuffix(".bundle") for place in found}
    fitting = sorted(name for name in names if name.partition("__")[2] == project)
    if len(fitting) != 1:
        raise InputError(
            f"Which repository project {project} is, its rows do not say.",
            f"Put one mirror named OWNER__{project} into a folder; name that with --repos.",
        )
    return fitting[0].replace("__", "/")


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
            except InvalidInstance as fault:
                say(fault.message)
            progress.done(instance.id)
    lines = [json.dumps(row) for row in rows]
    if form == "huggingface":
        write_folder(out, title, written, lines)
    else:
        text = json.dumps(rows, indent=1) if form == "official" else "\n".join(lines)
        write_whole(out, f"{text}\n".encode())
        out.chmod(0o644)
    return len(instances) - len(written)


@contextmanager
def _writer(form: Format) -> Iterator[Callable[[Instance, Repository], dict[str, Any]]]:
    """What makes the rows of a form."""
    if form != "official":
        prompts = Prompts()
        yield lambda instance, repository: swebench_row(instance, repository, prompts)
        return
    with open_analyser() as analyser:
        commits: dict[str, Commit] = {}

        def row(instance: Instance, repository: Repository) -> dict[str, Any]:
            if instance.commit not in commits:
                commits.clear()  # the instances of one commit follow each other
                commits[instance.commit] = commit_of(instance, repository, analyser)
            return official_row(instance, commits[instance.commit])

        yield row
