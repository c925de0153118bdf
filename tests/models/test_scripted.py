"""The scripted model that other tests use keeps to what every model must do."""

from __future__ import annotations

from swerefactor.protocols import Model
from tests.conformance.model import ModelContract
from tests.fakes.model import ScriptedModel


class TestScriptedModel(ModelContract):
    def scripted(self, *answers: str) -> Model:
        return ScriptedModel(answers)
