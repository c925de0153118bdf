"""An index over examples: two ranked lists, fused, reranked, and kept on disk under its content key."""

from __future__ import annotations

import hashlib
import itertools
import json
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from swerefactor import jsonlines, scratch, settings
from swerefactor.protocols import Embedder
from swerefactor.retrieval.bm25 import TOKENIZERS, Bm25
from swerefactor.retrieval.corpus import Example
from swerefactor.retrieval.fusion import fused_scores
from swerefactor.retrieval.leaks import Guard, Target, code_of
from swerefactor.retrieval.recipe import Recipe
from swerefactor.values import RefactoringType, Value

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

_FORM = "1"
"""Part of an index's key: to be raised when indexes come to be made otherwise."""


class Query(Value):
    """What examples are sought for.

    `text` is what the lists are made for, `type` what the reranking prefers, `target` what must
    not leak; a search by hand has no target.
    """

    text: str
    type: RefactoringType | None = None
    target: Target | None = None


class Hit(Value):
    """An example that was found, and why: ranks and places count from 1.

    A rank is absent where the example is not in that list.
    """

    example: Example
    bm25_rank: int | None
    vector_rank: int | None
    score: float
    """The fused score, a sum of 1 / (k + rank)."""
    fused_rank: int
    place: int
    """After reranking; the first `examples` of the recipe go into the prompt."""


@dataclass(frozen=True)
class Index:
    """Examples with what is needed to search them."""

    key: str
    recipe: Recipe
    embedder: Embedder
    guard: Guard
    bm25: Bm25
    vectors: NDArray[np.float32]

    @property
    def examples(self) -> Sequence[Example]:
        """The examples, in the order of their ids."""
        return self.guard.examples

    def best(self, query: Query) -> tuple[Hit, ...]:
        """The examples for a prompt: the first of `search`, as many as the recipe says."""
        return self.search(query)[: self.recipe.examples]

    def search(self, query: Query) -> tuple[Hit, ...]:
        """Every example that is in one of the two lists, in its final place.

        What would leak is left out before the lists are cut, so they are no shorter for it. Equal
        scores stand in the order of the ids.
        """
        if not self.examples:
            return ()
        leaks = self.guard.against(query.target)
        by_words = self._by_words(query.text, leaks)
        by_meaning = self._by_meaning(query.text, leaks)
        scores = fused_scores((by_words, by_meaning), self.recipe.fusion_k)
        fused = tuple(scores)
        return tuple(
            Hit(
                example=self.examples[number],
                bm25_rank=_rank(number, by_words),
                vector_rank=_rank(number, by_meaning),
                score=scores[number],
                fused_rank=fused.index(number) + 1,
                place=place,
            )
            for place, number in enumerate(self._reranked(fused, query.type), 1)
        )

    def _by_words(self, text: str, leaks: Callable[[int], bool]) -> Sequence[int]:
        scores = self.bm25.scores(TOKENIZERS[self.recipe.tokenizer](text))
        return _first(scores.round(9), self.recipe.bm25_depth, leaks, above=0.0)

    def _by_meaning(self, text: str, leaks: Callable[[int], bool]) -> Sequence[int]:
        (vector,) = self.embedder.embed([text])
        # Rounded: another machine's last digit must not change the order.
        return _first((self.vectors @ vector).round(5), self.recipe.vector_depth, leaks)

    def _reranked(self, fused: Sequence[int], kind: RefactoringType | None) -> Sequence[int]:
        if kind is None or self.recipe.rerank == "fused":
            return fused
        return sorted(fused, key=lambda number: self.examples[number].type is not kind)


def _first(
    scores: NDArray[np.float64] | NDArray[np.float32],
    depth: int,
    leaks: Callable[[int], bool],
    above: float | None = None,
) -> Sequence[int]:
    """The numbers of the best scores, those that leak left out."""
    import numpy as np

    order = (int(number) for number in np.argsort(-scores, kind="stable"))
    allowed = (number for number in order if (above is None or scores[number] > above) and not leaks(number))
    return list(itertools.islice(allowed, depth))


def _rank(number: int, ranked: Sequence[int]) -> int | None:
    return ranked.index(number) + 1 if number in ranked else None


def embedder_of(recipe: Recipe) -> Embedder:
    """The embedder that a recipe names."""
    if recipe.embedder == "sentence-transformers":
        from swerefactor.retrieval.sentence_transformers import SentenceTransformers

        return SentenceTransformers()
    from swerefactor.retrieval.minilm import MiniLM

    return MiniLM()


def open_index(examples: Sequence[Example], recipe: Recipe, embedder: Embedder | None = None) -> Index:
    """The index over these examples: as it is kept in the cache, else built and kept there.

    Its key is a hash of all that it is made of, so another text, tokenizer or embedder makes
    another index. What is kept and not whole is built again.
    """
    embedder = embedder or embedder_of(recipe)
    key = index_key(examples, recipe, embedder)
    place = kept_at(key)
    for _ in range(2):
        if not place.is_dir():
            with scratch.made_once(place) as made:
                _build(made, examples, recipe, embedder)
        try:
            return _load(place, key, examples, recipe, embedder)
        except (OSError, ValueError, KeyError):
            scratch.remove(place)
    return _load(place, key, examples, recipe, embedder)


def kept_at(key: str) -> Path:
    """The folder in which the index of a key is kept."""
    return settings.cache_folder() / "rag" / key


def index_key(examples: Sequence[Example], recipe: Recipe, embedder: Embedder) -> str:
    """A hash of all that an index is made of; how it is searched is not part of it."""
    digest = hashlib.sha256(f"{_FORM}\n{recipe.tokenizer}\n{recipe.text}\n{embedder.identity}\n".encode())
    for example in examples:
        digest.update(jsonlines.to_json(example).encode() + b"\n")
    return digest.hexdigest()[:32]


def identity(examples: Sequence[Example], recipe: Recipe, embedder: Embedder) -> str:
    """Changes whenever an answer may: what the index is made of, and how it is searched."""
    return f"{index_key(examples, recipe, embedder)} {recipe.model_dump_json()}"


def indexed_text(example: Example, recipe: Recipe) -> str:
    """What of an example the two lists are made from."""
    parts: Mapping[str, str] = {
        "type": example.type.value,
        "description": example.description,
        "before": example.before,
        "after": example.after,
    }
    return "\n\n".join(parts[name] for name in recipe.text)


def _build(folder: Path, examples: Sequence[Example], recipe: Recipe, embedder: Embedder) -> None:
    import numpy as np

    folder.mkdir()
    texts = [indexed_text(example, recipe) for example in examples]
    np.save(folder / "vectors.npy", embedder.embed(texts))
    tokenizer = TOKENIZERS[recipe.tokenizer]
    Bm25.build([tokenizer(text) for text in texts]).save(folder)
    codes = [code_of(example) for example in examples]
    (folder / "codes.json").write_text(json.dumps(codes), "utf-8")


def _load(folder: Path, key: str, examples: Sequence[Example], recipe: Recipe, embedder: Embedder) -> Index:
    import numpy as np

    vectors = np.load(folder / "vectors.npy")
    codes = json.loads((folder / "codes.json").read_text("utf-8"))
    if not len(vectors) == len(codes) == len(examples):
        raise ValueError("another number of examples")
    return Index(key, recipe, embedder, Guard(examples, codes), Bm25.load(folder), vectors)
