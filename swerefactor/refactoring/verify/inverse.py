"""Has the analyser undo a change, with all in sight that the change may touch."""

from __future__ import annotations

from collections.abc import Mapping

from swerefactor.refactoring.verify.neighbours import neighbours
from swerefactor.refactoring.verify.workbench import Workbench, base_of
from swerefactor.values import Asked, Instance, Inversion, JavaProject


def undone(
    bench: Workbench,
    instance: Instance,
    project: JavaProject,
    before: Mapping[str, str],
    after: Mapping[str, str],
) -> Inversion:
    """What is left of a change when the asked refactoring is undone; path to text of its Java files.

    Raises `AnalyserError` for code that can't be analysed.
    """
    asked = Asked(type=instance.type, target=instance.target, destination=instance.destination)
    repository = bench.repositories.open(instance.repository)
    roots = (*project.main_roots, *project.test_roots)
    others = neighbours(before, after, bench.analyser, repository, instance.base_commit, roots)
    return bench.analyser.invert(asked, before, after, others, bench.surroundings(base_of(instance), project))
