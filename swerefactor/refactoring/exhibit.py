"""An instance laid out for a person: its facts, what surrounds the method, and the developers' change."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from swerefactor import settings
from swerefactor.analysis.analyser import analyser_version
from swerefactor.refactoring.predictors.contexts import Contexts
from swerefactor.refactoring.predictors.files import BaseFiles
from swerefactor.refactoring.predictors.given import GoldPredictor
from swerefactor.refactoring.setup import Choices, open_analyser, repositories
from swerefactor.runs.folder import Kept
from swerefactor.values import Instance, MethodContext, Value


class Exhibit(Value):
    """All that there is to see of an instance. `patch` is the reference."""

    instance: Instance
    context: MethodContext
    patch: str


def exhibited(instance: Instance, repos: Path | None) -> Exhibit:
    """The instance with what git and the analyser say. Raises `AnalyserError` for what can't be analysed."""
    opened = repositories(Choices(repos=repos))
    with open_analyser() as analyser:
        contexts = Contexts(analyser, Kept(settings.cache_folder() / "contexts"), analyser_version())
        base = BaseFiles(opened.open(instance.repository), instance.base_commit)
        context = contexts.of(base, instance.target)
    patch = GoldPredictor(opened).predict(instance).model_patch
    return Exhibit(instance=instance, context=context, patch=patch)


def reference_patch(repos: Path | None) -> Callable[[Instance], str]:
    """What gives an instance's reference as a patch."""
    gold = GoldPredictor(repositories(Choices(repos=repos)))
    return lambda instance: gold.predict(instance).model_patch
