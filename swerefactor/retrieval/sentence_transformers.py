"""all-MiniLM-L6-v2 through the library sentence-transformers, for those who have it (and torch) anyway."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property
from typing import TYPE_CHECKING, Any

from swerefactor.errors import EnvironmentFault
from swerefactor.retrieval import weights
from swerefactor.retrieval.minilm import encodable

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray


class SentenceTransformers:
    """An `Embedder` with the same weights, and up to rounding the same vectors, as `MiniLM`."""

    identity = f"all-MiniLM-L6-v2 {weights.WEIGHTS_SHA256[:16]} sentence-transformers/1"

    def embed(self, texts: Sequence[str]) -> NDArray[np.float32]:
        """A unit vector for each text, in their order: an array of shape (texts, 384)."""
        import numpy as np

        if not texts:
            return np.empty((0, 384), dtype=np.float32)
        whole = [encodable(text) for text in texts]
        vectors = self._model.encode(whole, normalize_embeddings=True, show_progress_bar=False)
        return np.asarray(vectors, dtype=np.float32)

    @cached_property
    def _model(self) -> Any:
        try:
            from sentence_transformers import SentenceTransformer
        except ImportError as error:
            raise EnvironmentFault(
                "The embedder sentence-transformers needs the library of that name.",
                "Run: pip install 'swerefactor[sentence-transformers]'",
            ) from error
        return SentenceTransformer(str(weights.model_folder()), device="cpu")
