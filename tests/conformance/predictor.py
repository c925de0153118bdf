"""What every `Predictor` must do, whoever answers."""

from __future__ import annotations

from swerefactor.protocols import Predictor
from swerefactor.values import Instance, Prediction


class PredictorContract:
    """Subclasses give the fixtures `predictor` and `instance`; these tests then run for it."""

    def test_a_prediction_is_for_the_instance_that_was_given(
        self, predictor: Predictor, instance: Instance
    ) -> None:
        assert predictor.predict(instance).instance_id == instance.id

    def test_a_prediction_names_the_model(self, predictor: Predictor, instance: Instance) -> None:
        assert predictor.predict(instance).model_name_or_path == predictor.name

    def test_there_is_a_patch_or_a_reason_why_not(self, predictor: Predictor, instance: Instance) -> None:
        made = predictor.predict(instance)
        assert made.failure is None or (made.failure.reason and made.failure.message and not made.model_patch)

    def test_the_same_predictor_has_the_same_identity(self, predictor: Predictor, instance: Instance) -> None:
        before = predictor.identity
        predictor.predict(instance)
        assert predictor.identity == before != ""

    def test_a_prediction_survives_its_file(self, predictor: Predictor, instance: Instance) -> None:
        made = predictor.predict(instance)
        assert Prediction.model_validate(made.model_dump(mode="json")) == made
