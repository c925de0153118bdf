"""The unchanged files that a change may still touch: they name a method that comes, goes or moves."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from swerefactor.protocols import Analyser
from swerefactor.refactoring.verify.workbench import decoded
from swerefactor.repositories import Repository
from swerefactor.values import MethodInfo

MOST = 60
"""Files that are looked at; where more name the method, those that also name one of the changed classes."""


def neighbours(
    before: Mapping[str, str],
    after: Mapping[str, str],
    analyser: Analyser,
    repository: Repository,
    commit: str,
    roots: Sequence[str],
) -> dict[str, str]:
    """Path to text of the files below these folders in which a call could mean another method afterwards.

    A private method is out of reach of other files, so an ordinary extraction has no neighbours.
    """
    names = _touched(analyser.methods(before), analyser.methods(after))
    if not names:
        return {}
    paths = [p for p in repository.naming(commit, sorted(names), roots) if p not in before and p not in after]
    if len(paths) > MOST:
        classes = sorted({path.rpartition("/")[2].removesuffix(".java") for path in (*before, *after)})
        near = set(repository.naming(commit, classes, roots))
        paths = [path for path in paths if path in near]
    return {path: decoded(text) for path, text in repository.read_all(commit, paths[:MOST]).items()}


def _touched(before: Sequence[MethodInfo], after: Sequence[MethodInfo]) -> set[str]:
    """The simple names of methods that other files can see on one side alone."""
    one, other = (
        {(i.method.class_name, i.method.signature) for i in side if "private" not in i.modifiers}
        for side in (before, after)
    )
    return {signature.partition("(")[0] for _, signature in one ^ other}
