"""Predictors that ask no model keep the contract of all predictors."""

from __future__ import annotations

import pytest

from swerefactor.refactoring.dataset import find
from swerefactor.refactoring.predictors.given import GoldPredictor, NoopPredictor, ReplayPredictor
from swerefactor.refactoring.sample import sample_repositories
from swerefactor.repositories import Repositories
from swerefactor.values import Instance, KeptLines, Prediction
from tests.conformance.predictor import PredictorContract
from tests.fakes.parts import ScriptedPredictor


class Given(PredictorContract):
    @pytest.fixture
    def instance(self) -> Instance:
        return find("ledger-move-method-1", None)


class TestGold(Given):
    @pytest.fixture
    def predictor(self) -> GoldPredictor:
        return GoldPredictor(Repositories(made=sample_repositories()))

    def test_its_patch_is_the_developers_commit(self, predictor: GoldPredictor, instance: Instance) -> None:
        assert f"+++ b/{instance.destination.file}" in predictor.predict(instance).model_patch  # type: ignore[union-attr]

    def test_of_an_isolated_reference_its_patch_holds_the_kept_lines_alone(
        self, predictor: GoldPredictor, instance: Instance
    ) -> None:
        kept = KeptLines(
            path=instance.target.file, before_line=1, before_count=1, after_line=1, after_count=0
        )
        patch = predictor.predict(instance.model_copy(update={"reference": (kept,)})).model_patch
        assert [line for line in patch.splitlines() if line.startswith(("+", "-"))][2:] == [
            "-package sample.ledger;"
        ]


class TestNoop(Given):
    @pytest.fixture
    def predictor(self) -> NoopPredictor:
        return NoopPredictor()


class TestReplay(Given):
    @pytest.fixture
    def predictor(self, instance: Instance) -> ReplayPredictor:
        known = Prediction(instance_id=instance.id, model_name_or_path="m", model_patch="p")
        return ReplayPredictor({instance.id: known})

    def test_an_instance_that_the_file_does_not_name_fails_with_a_reason(
        self, predictor: ReplayPredictor
    ) -> None:
        made = predictor.predict(find("almanac-move-method-1", None))
        assert made.failure is not None
        assert made.failure.reason == "no_prediction"

    def test_other_predictions_are_another_identity(
        self, predictor: ReplayPredictor, instance: Instance
    ) -> None:
        other = Prediction(instance_id=instance.id, model_name_or_path="m", model_patch="q")
        assert ReplayPredictor({instance.id: other}).identity != predictor.identity


class TestScripted(Given):
    @pytest.fixture
    def predictor(self, instance: Instance) -> ScriptedPredictor:
        return ScriptedPredictor({instance.id: "p"})
