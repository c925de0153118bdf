"""The library sentence-transformers, where it is installed; one sentence where it is not."""

from __future__ import annotations

import sys
from pathlib import Path
from types import ModuleType

import numpy as np
import pytest
from numpy.typing import NDArray

from swerefactor.errors import EnvironmentFault
from swerefactor.protocols import Embedder
from swerefactor.retrieval import weights
from swerefactor.retrieval.index import embedder_of
from swerefactor.retrieval.minilm import MiniLM
from swerefactor.retrieval.recipe import Recipe
from swerefactor.retrieval.sentence_transformers import SentenceTransformers
from tests.conformance.embedder import TEXTS, EmbedderContract


class TestSentenceTransformers(EmbedderContract):
    @pytest.fixture
    def embedder(self) -> Embedder:
        pytest.importorskip("sentence_transformers")
        return SentenceTransformers()

    def test_its_vectors_are_those_of_ours(self, embedder: Embedder) -> None:
        assert (embedder.embed(TEXTS) * MiniLM().embed(TEXTS)).sum(axis=1).min() >= 0.9999


def test_a_recipe_can_name_it() -> None:
    assert isinstance(embedder_of(Recipe(embedder="sentence-transformers")), SentenceTransformers)


def test_without_the_library_the_error_names_the_one_install_command(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "sentence_transformers", None)
    with pytest.raises(EnvironmentFault) as raised:
        SentenceTransformers().embed(["a"])
    assert "pip install 'swerefactor[sentence-transformers]'" in raised.value.tip


def test_the_library_is_given_the_folder_of_the_weights_and_asked_for_unit_vectors(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    class Library:
        def __init__(self, folder: str, device: str) -> None:
            assert (folder, device) == ("weights", "cpu")

        def encode(
            self, texts: list[str], normalize_embeddings: bool, show_progress_bar: bool
        ) -> NDArray[np.float64]:
            assert (texts, normalize_embeddings, show_progress_bar) == (["a", "b"], True, False)
            return np.eye(2)

    module = ModuleType("sentence_transformers")
    monkeypatch.setattr(module, "SentenceTransformer", Library, raising=False)
    monkeypatch.setitem(sys.modules, "sentence_transformers", module)
    monkeypatch.setattr(weights, "model_folder", lambda: Path("weights"))
    vectors = SentenceTransformers().embed(("a", "b"))
    assert vectors.dtype == np.float32
    assert vectors.tolist() == [[1, 0], [0, 1]]
