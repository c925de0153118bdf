"""Mining as a command asks for it: from a user's words to the counts that are shown at the end."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path

from swerefactor.protocols import Progress
from swerefactor.refactoring.dataset import named_type
from swerefactor.refactoring.mining.history import walk
from swerefactor.refactoring.mining.mine import Ledger, Miner, mine
from swerefactor.refactoring.mining.source import source
from swerefactor.refactoring.setup import Choices, Say, open_analyser, repositories
from swerefactor.runs.scheduler import LocalScheduler
from swerefactor.values import RefactoringType, Value

SECONDS = 60.0
"""What RefactoringMiner may take for a commit: all but a few take well under one."""


@dataclass(frozen=True)
class Mining:
    """What is to be mined. `since` and `until` are times in ISO 8601."""

    repository: str
    out: Path
    since: str | None = None
    until: str | None = None
    types: tuple[str, ...] = ()
    most: int | None = None
    repos: Path | None = None
    workers: int = 1


class Mined(Value):
    """What is in the file after a walk: commits looked at, candidates by type, passed over by reason."""

    file: Path
    commits: int
    candidates: Mapping[str, int]
    passed_over: Mapping[str, int]


def mined(work: Mining, say: Say, progress: Progress) -> Mined:
    """Walk the history and write down what it holds. Raises `InputError` for what can't be mined."""
    types = frozenset(map(named_type, work.types)) or frozenset(RefactoringType)
    slug, repository = source(work.repository, repositories(Choices(repos=work.repos)))
    if repository.is_shallow:
        say(f"The history of {work.repository} is cut off: it is a shallow clone.")
    steps, ledger = walk(repository, work.since, work.until), Ledger(work.out)
    with open_analyser(work.workers, SECONDS) as analyser:
        miner = Miner(slug, repository, analyser, types)
        mine(miner, steps, ledger, LocalScheduler(work.workers), progress, work.most)
    passed = (each.passed_over.reason for each in ledger.looked.values() if each.passed_over)
    return Mined(
        file=work.out,
        commits=len(ledger.looked),
        candidates=_counted(candidate.type.value for candidate in ledger.candidates.values()),
        passed_over=_counted(passed),
    )


def _counted(names: Iterable[str]) -> Mapping[str, int]:
    return dict(Counter(names).most_common())
