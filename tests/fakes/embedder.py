"""An `Embedder` without weights: texts that share words lie close."""

from __future__ import annotations

import zlib
from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray


class WordEmbedder:
    """Counts words into 64 numbers. `embedded` are the texts that it was given, in their order."""

    def __init__(self, identity: str = "words/1") -> None:
        self.identity = identity
        self.embedded: list[str] = []

    def embed(self, texts: Sequence[str]) -> NDArray[np.float32]:
        self.embedded.extend(texts)
        vectors = np.full((len(texts), 64), 1e-3, dtype=np.float32)
        for row, text in enumerate(texts):
            for word in text.lower().split():
                vectors[row, zlib.crc32(word.encode("utf-8", "replace")) % 64] += 1
        return vectors / np.linalg.norm(vectors, axis=1, keepdims=True)
