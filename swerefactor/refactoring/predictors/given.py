"""Predictors that ask no model: the developer's own commit, nothing at all, and a file of predictions."""

from __future__ import annotations

import hashlib
from collections import Counter
from collections.abc import Mapping
from pathlib import Path

from swerefactor import jsonlines
from swerefactor.errors import InputError
from swerefactor.refactoring.isolation.recipe import isolated_patch
from swerefactor.repositories import Repositories
from swerefactor.values import Failure, Instance, Prediction


class GoldPredictor:
    """Answers with the reference: what is isolated of the developer's commit, else all of it."""

    name = "gold"
    identity = "gold/2"

    def __init__(self, repositories: Repositories) -> None:
        self._repositories = repositories

    def predict(self, instance: Instance) -> Prediction:
        """The patch from the base commit to the reference."""
        repository = self._repositories.open(instance.repository)
        if instance.reference:
            patch = isolated_patch(instance, repository)
        else:
            patch = repository.diff(instance.base_commit, instance.commit)
        return Prediction(instance_id=instance.id, model_name_or_path=self.name, model_patch=patch)


class NoopPredictor:
    """Changes nothing; no instance may be resolved by it."""

    name = "noop"
    identity = "noop/1"

    def predict(self, instance: Instance) -> Prediction:
        """An empty patch."""
        return Prediction(instance_id=instance.id, model_name_or_path=self.name)


class ReplayPredictor:
    """Answers from predictions made before, by this tool or another."""

    def __init__(self, predictions: Mapping[str, Prediction]) -> None:
        self._predictions = predictions
        names = Counter(p.model_name_or_path for p in predictions.values())
        self.name = names.most_common(1)[0][0] if names else "replay"
        lines = "\n".join(jsonlines.to_json(p) for p in predictions.values())
        self.identity = f"replay/{hashlib.sha256(lines.encode('utf-8', 'surrogatepass')).hexdigest()}"

    @classmethod
    def read(cls, path: Path) -> ReplayPredictor:
        """The predictions of a JSON lines file. Raises `InputError` for one that names an instance twice."""
        found: dict[str, Prediction] = {}
        for number, prediction in enumerate(jsonlines.read(path, Prediction), 1):
            if prediction.instance_id in found:
                raise InputError(
                    f"{path}: prediction {number} is the second for instance {prediction.instance_id!r}.",
                    "Keep one prediction for each instance.",
                )
            found[prediction.instance_id] = prediction
        return cls(found)

    @property
    def instance_ids(self) -> tuple[str, ...]:
        """The instances for which there is a prediction."""
        return tuple(self._predictions)

    def predict(self, instance: Instance) -> Prediction:
        """The kept prediction, or a failure where there is none."""
        found = self._predictions.get(instance.id)
        if found is not None:
            return found
        missing = Failure(reason="no_prediction", message="The file holds no prediction for this instance.")
        return Prediction(instance_id=instance.id, model_name_or_path=self.name, failure=missing)
