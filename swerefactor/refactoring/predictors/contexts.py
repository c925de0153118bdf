"""What surrounds methods, kept: the same for every model and mode, and it takes a second to find out."""

from __future__ import annotations

from dataclasses import dataclass

from swerefactor.protocols import Analyser
from swerefactor.refactoring.predictors.files import BaseFiles
from swerefactor.runs.folder import Kept, content_key
from swerefactor.values import MethodContext, MethodRef


@dataclass(frozen=True)
class Contexts:
    """Gives the context of a method at a base commit.

    With a `store`, under the `version` of the analyser, it is made once for all runs; without one each
    time.
    """

    analyser: Analyser
    store: Kept | None = None
    version: str = ""

    def of(self, base: BaseFiles, target: MethodRef) -> MethodContext:
        """What surrounds a method in the whole tree. Raises `AnalyserError` where it can't be found out."""
        if self.store is None:
            return base.context(self.analyser, target)
        key = content_key("context/1", self.version, base.commit, target)
        with self.store.lock(key):
            found = self.store.get(key, MethodContext)
            if found is None:
                found = base.context(self.analyser, target)
                self.store.put(key, found)
        return found
