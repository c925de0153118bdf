"""A base commit with some of its files changed, and the runs of its tests, each made once."""

from __future__ import annotations

import threading
from collections.abc import Callable
from dataclasses import dataclass
from typing import Protocol

from swerefactor.protocols import Sandbox, TestRun
from swerefactor.repositories import Change
from swerefactor.values import BaseTree, JavaProject, Limits, RunResult, TestScope


class RunStore(Protocol):
    """Keeps results of test runs, so that the same tree is built and tested once."""

    def lock(self, key: str) -> threading.Lock:
        """Held while the result of this key is looked for and made."""
        ...

    def get(self, key: str, kind: type[RunResult]) -> RunResult | None:
        """The result that is kept."""
        ...

    def put(self, key: str, value: RunResult) -> None:
        """Keep a result."""
        ...


@dataclass(frozen=True)
class ChangedTree:
    """A base commit's tree after some changes."""

    base: BaseTree
    changes: tuple[Change, ...]

    def contents(self) -> list[tuple[str, str | None]]:
        """Each changed path with its bytes in hexadecimal, None where it is gone: part of a run's key."""
        after = ((c.path, c.after.hex() if c.after is not None else None) for c in self.changes)
        return sorted(after, key=lambda each: each[0])

    def run(
        self, sandbox: Sandbox, test_run: TestRun, project: JavaProject, scope: TestScope, limits: Limits
    ) -> RunResult:
        """Compile and test it in a workspace of its own."""
        with sandbox.workspace(self.base, limits) as workspace:
            workspace.put({change.path: change.after for change in self.changes})
            return test_run.run(workspace, project, limits, scope)


def once(store: RunStore, key: str, make: Callable[[], RunResult]) -> RunResult:
    """The run that is kept under a key; made now, and kept, where there is none."""
    with store.lock(key):
        run = store.get(key, RunResult)
        if run is None:
            run = make()
            store.put(key, run)
    return run
