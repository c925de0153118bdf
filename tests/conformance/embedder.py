"""What every `Embedder` must do. A test class derives from `EmbedderContract` and says how to make one."""

from __future__ import annotations

import numpy as np
import pytest

from swerefactor.protocols import Embedder

TEXTS = [
    "extract a method from the loop that sums prices",
    "extract the loop which adds up prices into a method",
    "the harbour was full of small red boats",
    "",
    "Größe des «Feldes» — 大小 🚀 \x00\t\n",
    "a source that is not UTF-8: Gr\udcf6\udcdfe",
    "int total = 0; for (Item item : items) { total += item.price(); } " * 80,
]


class EmbedderContract:
    """Subclasses give the fixture `embedder`; these tests then run for it."""

    def test_each_text_has_a_unit_vector_in_its_place(self, embedder: Embedder) -> None:
        vectors = embedder.embed(TEXTS)
        assert vectors.dtype == np.float32
        assert vectors.shape[0] == len(TEXTS)
        assert np.linalg.norm(vectors, axis=1) == pytest.approx(np.ones(len(TEXTS)), abs=1e-5)

    def test_a_text_has_the_same_vector_alone_and_among_others(self, embedder: Embedder) -> None:
        together = embedder.embed(TEXTS)
        for text, vector in zip(TEXTS, together, strict=True):
            assert embedder.embed([text])[0] @ vector > 0.99999

    def test_alike_texts_lie_closer_than_unlike_ones(self, embedder: Embedder) -> None:
        one, alike, unlike = embedder.embed(TEXTS[:3])
        assert one @ alike > one @ unlike + 0.2

    def test_no_texts_have_no_vectors(self, embedder: Embedder) -> None:
        none, some = embedder.embed([]), embedder.embed(["a"])
        assert len(none) == 0
        assert none.shape[1:] in {some.shape[1:], (384,)}

    def test_an_embedder_says_who_it_is(self, embedder: Embedder) -> None:
        assert embedder.identity
