"""An `Analyser` that knows what its script holds."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path

from swerefactor.errors import AnalyserError
from swerefactor.values import (
    Asked,
    Detection,
    Inversion,
    MethodContext,
    MethodCoverage,
    MethodInfo,
    MethodRef,
    Surroundings,
)


class ScriptedAnalyser:
    """Answers from its script, whatever the Java is.

    `detections` are what it sees between any two versions that differ, `inversion` what undoing that
    gives, `methods` those of the files asked about; a context is found by its method, coverage by the name of the data file.
    """

    def __init__(
        self,
        detections: Sequence[Detection] = (),
        methods: Sequence[MethodInfo] = (),
        contexts: Sequence[MethodContext] = (),
        coverage: Mapping[str, Sequence[MethodCoverage]] | None = None,
        inversion: Inversion | None = None,
    ) -> None:
        self._detections = tuple(detections)
        self._methods = tuple(methods)
        self._inversion = inversion or Inversion(found=bool(detections))
        self._contexts = {context.method.method: context for context in contexts}
        self._coverage = dict(coverage or {})

    def detect(self, before: Mapping[str, str], after: Mapping[str, str]) -> tuple[Detection, ...]:
        return self._detections if dict(before) != dict(after) else ()

    def invert(
        self,
        asked: Asked,
        before: Mapping[str, str],
        after: Mapping[str, str],
        others: Mapping[str, str],
        surroundings: Surroundings,
    ) -> Inversion:
        return self._inversion if dict(before) != dict(after) else Inversion(found=False)

    def methods(self, files: Mapping[str, str]) -> tuple[MethodInfo, ...]:
        return tuple(found for found in self._methods if found.method.file in files)

    def context(self, tree: Path, roots: Sequence[str], method: MethodRef) -> MethodContext:
        if method not in self._contexts:
            raise AnalyserError(f"The script has no context of {method.signature}.", "Put it in.")
        return self._contexts[method]

    def coverage(self, data: Path, classes: Sequence[Path]) -> tuple[MethodCoverage, ...]:
        if data.name not in self._coverage:
            raise AnalyserError(f"The script has no coverage {data.name}.", "Put it in.")
        return tuple(self._coverage[data.name])
