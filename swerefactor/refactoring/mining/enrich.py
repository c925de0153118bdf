"""What surrounds each method at its base commit, with bindings: facts for prompts and for people."""

from __future__ import annotations

import time
from collections.abc import Sequence
from contextlib import closing
from pathlib import Path

from swerefactor import jsonlines, settings
from swerefactor.analysis.analyser import analyser_version
from swerefactor.errors import AnalyserError
from swerefactor.protocols import Progress
from swerefactor.refactoring.predictors.contexts import Contexts
from swerefactor.refactoring.predictors.files import BaseFiles
from swerefactor.refactoring.setup import Choices, open_analyser, repositories
from swerefactor.runs.folder import Kept
from swerefactor.runs.scheduler import LocalScheduler
from swerefactor.values import Candidate, Enriched, Failure, Instance


def enriched(
    rows: Sequence[Instance | Candidate], out: Path, repos: Path | None, workers: int, progress: Progress
) -> tuple[int, int]:
    """Append what surrounds each method that is not in the file yet.

    Gives how many are in the file then, and of how many of these it could not be found out.
    """
    known = {each.id: each for each in jsonlines.read_kept(out, Enriched)}
    left = [row for row in rows if row.id not in known]
    progress.start(len(left))
    opened = repositories(Choices(repos=repos))
    with open_analyser(workers) as analyser:
        contexts = Contexts(analyser, Kept(settings.cache_folder() / "contexts"), analyser_version())

        def look(row: Instance | Candidate) -> Enriched:
            began = time.monotonic()
            try:
                base = BaseFiles(opened.open(row.repository), row.base_commit)
                found = Enriched(id=row.id, context=contexts.of(base, row.target))
            except AnalyserError as error:
                found = Enriched(id=row.id, failure=Failure(reason="not_analysable", message=error.message))
            return found.model_copy(update={"seconds": time.monotonic() - began})

        # Neighbours share a base commit: its index is made once.
        ordered = sorted(left, key=lambda row: (row.repository, row.base_commit))
        with closing(LocalScheduler(workers).run(look, ordered)) as results:
            for row, result in results:
                jsonlines.append(out, jsonlines.to_json(result))
                known[row.id] = result
                progress.done(f"{row.id}: {_told(result)}")
    return len(known), sum(each.context is None for each in known.values())


def _told(result: Enriched) -> str:
    context = result.context
    if context is None:
        return result.failure.reason if result.failure else "nothing"
    return (
        f"{len(context.callers)} callers, {len(context.callees)} callees,"
        f" {len(context.destinations)} possible destinations"
    )
