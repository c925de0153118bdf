"""Walks a history and writes down its candidates as they come; goes on where it was stopped."""

from __future__ import annotations

import time
from collections.abc import Mapping, Sequence
from contextlib import closing
from dataclasses import dataclass, field
from pathlib import Path

from swerefactor import jsonlines
from swerefactor.errors import AnalyserError
from swerefactor.protocols import Analyser, Progress, Scheduler
from swerefactor.refactoring.mining.candidates import candidates, instance_of
from swerefactor.refactoring.mining.history import Bounds, Step, unsuitable
from swerefactor.refactoring.verify.neighbours import neighbours
from swerefactor.refactoring.verify.refactoring import judge
from swerefactor.refactoring.verify.workbench import java_texts
from swerefactor.repositories import GitError, Repository
from swerefactor.values import (
    Asked,
    Candidate,
    CommitId,
    Failure,
    RefactoringType,
    Surroundings,
    Value,
)


class Looked(Value):
    """What came of one commit. `passed_over` says why it was not looked at, or not to the end."""

    commit: CommitId
    candidates: tuple[Candidate, ...] = ()
    passed_over: Failure | None = None
    seconds: float = 0.0


@dataclass(frozen=True)
class Miner:
    """Looks at commits of one repository."""

    slug: str
    """`owner/name`."""
    repository: Repository
    analyser: Analyser
    types: frozenset[RefactoringType] = frozenset(RefactoringType)
    bounds: Bounds = field(default_factory=Bounds)

    def look(self, step: Step) -> Looked:
        """What a commit holds. One that can't be read or analysed is passed over, with the reason."""
        began = time.monotonic()
        found: tuple[Candidate, ...] = ()
        failure: Failure | None = None
        try:
            sizes = self.repository.touched(step.parent, step.commit, ".java")
            if reason := unsuitable(sizes, self.bounds):
                failure = Failure(
                    reason=reason, message=f"{len(sizes)} Java files, {sum(sizes.values())} bytes."
                )
            else:
                changes = self.repository.changes_in(step.parent, step.commit, sizes)
                before, after = java_texts(changes)
                detections = self.analyser.detect(before, after)
                found = self._proven(candidates(detections, step, self.slug, self.types), before, after)
        except AnalyserError as error:
            failure = Failure(reason="not_analysable", message=error.message)
        except GitError as error:
            failure = Failure(reason="unreadable", message=error.message)
        return Looked(
            commit=step.commit, candidates=found, passed_over=failure, seconds=time.monotonic() - began
        )

    def _proven(
        self, pure: Sequence[Candidate], before: Mapping[str, str], after: Mapping[str, str]
    ) -> tuple[Candidate, ...]:
        """The candidates of a commit with what undoing each says of all of it."""
        if not pure:
            return ()
        folders = sorted({path.partition("/")[0] for path in (*before, *after) if "/" in path})
        base = pure[0].base_commit
        try:
            others = neighbours(before, after, self.analyser, self.repository, base, folders)
        except AnalyserError as error:
            return tuple(_unproven(candidate, error) for candidate in pure)
        return tuple(self._undone(candidate, before, after, others) for candidate in pure)

    def _undone(
        self,
        candidate: Candidate,
        before: Mapping[str, str],
        after: Mapping[str, str],
        others: Mapping[str, str],
    ) -> Candidate:
        asked = Asked(type=candidate.type, target=candidate.target, destination=candidate.destination)
        try:
            inversion = self.analyser.invert(asked, before, after, others, Surroundings())
        except AnalyserError as error:
            return _unproven(candidate, error)
        judged = judge(instance_of(candidate, 8, "", ""), (), inversion)
        offence, obstacle = judged.failure, judged.proof.obstacle
        if offence is None and obstacle:
            offence = Failure(reason="not_undone", message=obstacle)
        return candidate.model_copy(update={"proof": judged.proof.outcome, "offence": offence})


def _unproven(candidate: Candidate, error: AnalyserError) -> Candidate:
    fault = Failure(reason="not_analysable", message=error.message)
    return candidate.model_copy(update={"proof": "unknown", "offence": fault})


class Ledger:
    """The file of candidates, and beside it one of the commits that were looked at."""

    def __init__(self, file: Path) -> None:
        self._file = file
        self._commits_file = file.with_name(f"{file.name}.commits")
        self.looked = {each.commit: each for each in jsonlines.read_kept(self._commits_file, Looked)}
        """The commits that need no second look."""
        self.candidates = {each.id: each for each in jsonlines.read_kept(file, Candidate)}
        """All that are written down, by id."""

    def add(self, looked: Looked) -> None:
        """Write down what came of a commit, its candidates first: killed between, they are known by id."""
        for candidate in looked.candidates:
            if candidate.id not in self.candidates:
                jsonlines.append(self._file, jsonlines.to_json(candidate))
                self.candidates[candidate.id] = candidate
        bare = looked.model_copy(update={"candidates": ()})
        jsonlines.append(self._commits_file, jsonlines.to_json(bare))
        self.looked[looked.commit] = bare


def mine(
    miner: Miner,
    steps: Sequence[Step],
    ledger: Ledger,
    scheduler: Scheduler,
    progress: Progress,
    most: int | None = None,
) -> None:
    """Look at all commits that were not looked at yet, until there are `most` candidates in the ledger."""
    left = [step for step in steps if step.commit not in ledger.looked]
    progress.start(len(left))
    with closing(scheduler.run(miner.look, left)) as results:
        for step, looked in results:
            if most is not None and len(ledger.candidates) >= most:
                return
            ledger.add(looked)
            progress.done(f"{step.commit[:10]} of {step.date[:10]}: {_told(looked)}")


def _told(looked: Looked) -> str:
    if looked.passed_over is not None:
        return f"passed over, {looked.passed_over.reason}"
    return ", ".join(candidate.type.value for candidate in looked.candidates) or "nothing"
