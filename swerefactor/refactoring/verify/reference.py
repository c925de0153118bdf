"""What is known of the developer's own change, found once for each commit."""

from __future__ import annotations

import threading

from swerefactor.errors import AnalyserError
from swerefactor.refactoring.verify import target
from swerefactor.refactoring.verify.workbench import Workbench, java_texts
from swerefactor.values import CodeRange, Detection, Instance


class References:
    """The developers' commits as RefactoringMiner sees them. Safe to use from several threads."""

    def __init__(self, bench: Workbench) -> None:
        self._bench = bench
        self._found: dict[str, tuple[Detection, ...]] = {}
        self._guard = threading.Lock()
        self._locks: dict[str, threading.Lock] = {}

    def files(self, instance: Instance) -> dict[str, bytes | None]:
        """The files that the developer changed, as they left them."""
        repository = self._bench.repositories.open(instance.repository)
        changes = repository.changes(instance.base_commit, instance.commit)
        return {change.path: change.after for change in changes}

    def detection(self, instance: Instance) -> Detection | None:
        """The asked refactoring in the developer's commit, where RefactoringMiner sees it."""
        with self._guard:
            lock = self._locks.setdefault(instance.commit, threading.Lock())
        with lock:
            if instance.commit not in self._found:
                self._found[instance.commit] = self._detected(instance)
            return target.match(instance, self._found[instance.commit])

    def _detected(self, instance: Instance) -> tuple[Detection, ...]:
        """All that is seen in a commit; nothing in one that RefactoringMiner can't read."""
        repository = self._bench.repositories.open(instance.repository)
        changes = repository.changes(instance.base_commit, instance.commit)
        try:
            return self._bench.analyser.detect(*java_texts(changes))
        except AnalyserError:  # what is compared with it describes, and decides nothing
            return ()


def regions(detection: Detection) -> tuple[CodeRange, ...]:
    """The methods of the code after that a refactoring made or changed."""
    methods = [detection.result]
    if detection.host is not None and detection.type.startswith("Extract"):
        methods.insert(0, detection.host)
    return tuple(
        CodeRange(file=m.file, start_line=m.start_line, end_line=m.end_line, role="") for m in methods
    )
