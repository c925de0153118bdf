"""all-MiniLM-L6-v2 in numpy: the vectors that sentence-transformers gives, without torch."""

from __future__ import annotations

import functools
import itertools
import json
import os
import struct
import threading
from collections.abc import Callable, Iterator, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np

from swerefactor.retrieval import weights

if TYPE_CHECKING:
    from numpy.typing import NDArray
    from tokenizers import Tokenizer

    Array = NDArray[np.float32]
    Ids = NDArray[np.int64]

DIMENSIONS = 384
MAX_TOKENS = 256
"""As the model's `sentence_bert_config.json` has it; what comes after is not looked at."""
_LAYERS = 6
_HEADS = 12
_WIDTH = DIMENSIONS // _HEADS
_SCALE = np.float32(_WIDTH**-0.5)
_EPSILON = np.float32(1e-12)
_BATCH_TOKENS = 1024
"""Tokens that go through the layers at once: with more, what lies between the layers leaves the caches."""
_SHARE_TOKENS = 64
"""Tokens that a thread has at least: with fewer it takes longer to hand them over."""


class MiniLM:
    """An `Embedder` with vectors of 384 numbers; the weights (91 MB) are read at the first text."""

    identity = f"all-MiniLM-L6-v2 {weights.WEIGHTS_SHA256[:16]} numpy/1 {MAX_TOKENS}"

    def embed(self, texts: Sequence[str]) -> Array:
        """A unit vector for each text, in their order: an array of shape (texts, 384)."""
        vectors = np.empty((len(texts), DIMENSIONS), dtype=np.float32)
        if texts:
            network, tokenizer = _loaded()
            # One at a time: the tokenizer's own threads would warn of every process that is forked.
            ids = [np.array(tokenizer.encode(encodable(text)).ids) for text in texts]
            batches = list(_batches([len(one) for one in ids]))
            # Enough of them: each thread takes whole ones, and none waits for the other at every layer.
            alone = len(batches) >= 2 * _cores()

            def work(batch: list[int]) -> Array:
                return network.vectors([ids[text] for text in batch], 1 if alone else _cores())

            for batch, made in zip(batches, (_pool().map if alone else map)(work, batches), strict=True):
                vectors[batch] = made
        return vectors


def encodable(text: str) -> str:
    """A text with a question mark for each lone surrogate (a byte of a source that is not UTF-8)."""
    return text.encode("utf-8", "replace").decode("utf-8")


@functools.cache
def _pool() -> ThreadPoolExecutor:
    return ThreadPoolExecutor(_cores(), thread_name_prefix="vectors")


def _cores() -> int:
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


def _loaded() -> tuple[_Network, Tokenizer]:
    with _LOADING:  # threads that come at once wait for one reading, and share it
        return _load()


_LOADING = threading.Lock()


@functools.cache
def _load() -> tuple[_Network, Tokenizer]:
    from threadpoolctl import threadpool_limits
    from tokenizers import Tokenizer

    # For good, as nothing else here multiplies: the work is split between threads of our own. Those
    # of numpy's library wait for each other by spinning, and on a busy machine a text took five
    # times the processor time that it takes with one.
    threadpool_limits(1, user_api="blas")
    folder = weights.model_folder()
    tokenizer = Tokenizer.from_file(str(folder / "tokenizer.json"))
    tokenizer.no_padding()
    tokenizer.enable_truncation(MAX_TOKENS)
    return _Network(read_tensors(folder / "model.safetensors")), tokenizer


def _batches(lengths: Sequence[int]) -> Iterator[list[int]]:
    """The numbers of the texts, those of like length together, so many as make up a batch."""
    batch: list[int] = []
    size = 0
    for text in sorted(range(len(lengths)), key=lengths.__getitem__):
        if batch and size + lengths[text] > _BATCH_TOKENS:
            yield batch
            batch, size = [], 0
        batch.append(text)
        size += lengths[text]
    yield batch


def read_tensors(path: Path) -> Mapping[str, Array]:
    """The float32 tensors of a safetensors file by name."""
    content = np.memmap(path, dtype=np.uint8, mode="r")
    (header_size,) = struct.unpack("<Q", content[:8].tobytes())
    header = json.loads(content[8 : 8 + header_size].tobytes())
    data = content[8 + header_size :]
    return {
        name: data[slice(*entry["data_offsets"])].view(np.float32).reshape(entry["shape"])
        for name, entry in header.items()
        if entry.get("dtype") == "F32"
    }


@dataclass(frozen=True)
class _Dense:
    """A linear layer."""

    weight: Array
    bias: Array

    @classmethod
    def of(cls, tensors: Mapping[str, Array], *names: str) -> _Dense:
        """The layers of these names side by side, as one."""
        weight = np.concatenate([tensors[f"{name}.weight"] for name in names])
        bias = np.concatenate([tensors[f"{name}.bias"] for name in names])
        return cls(np.ascontiguousarray(weight.T), bias)

    def __call__(self, values: Array) -> Array:
        made: Array = values @ self.weight
        made += self.bias
        return made


@dataclass(frozen=True)
class _Norm:
    """A layer normalisation."""

    weight: Array
    bias: Array

    @classmethod
    def of(cls, tensors: Mapping[str, Array], name: str) -> _Norm:
        return cls(np.array(tensors[f"{name}.weight"]), np.array(tensors[f"{name}.bias"]))

    def __call__(self, values: Array) -> Array:
        centred: Array = values - values.mean(axis=-1, keepdims=True)
        variance = np.einsum("ij,ij->i", centred, centred)[:, None] / np.float32(centred.shape[-1])
        centred /= np.sqrt(variance + _EPSILON)
        centred *= self.weight
        centred += self.bias
        return centred


class _Layer:
    """One BERT layer: attention within each text, then two linear layers, both added to what came in."""

    def __init__(self, tensors: Mapping[str, Array], name: str) -> None:
        attention = f"{name}.attention"
        parts = (f"{attention}.self.{part}" for part in ("query", "key", "value"))
        self._projections = _Dense.of(tensors, *parts)
        self._attention_out = _Dense.of(tensors, f"{attention}.output.dense")
        self._attention_norm = _Norm.of(tensors, f"{attention}.output.LayerNorm")
        self._wide = _Dense.of(tensors, f"{name}.intermediate.dense")
        self._narrow = _Dense.of(tensors, f"{name}.output.dense")
        self._norm = _Norm.of(tensors, f"{name}.output.LayerNorm")

    def __call__(self, values: Array, shares: Sequence[_Share]) -> Array:
        projected = np.concatenate(_each(lambda share: self._projections(values[share.rows]), shares))
        return np.concatenate(_each(lambda share: self._rest(values[share.rows], projected, share), shares))

    def _rest(self, values: Array, projected: Array, share: _Share) -> Array:
        """What becomes of the rows of a share, from their values and the projections of all rows."""
        attended = np.concatenate(
            [_attention(projected[rows], projected[text]) for rows, text in share.parts]
        )
        values = self._attention_norm(values + self._attention_out(attended))
        return self._norm(values + self._narrow(gelu(self._wide(values))))


@dataclass(frozen=True)
class _Share:
    """The rows of a batch that one thread works on, and how they lie in texts: rows, and the text's rows."""

    rows: slice
    parts: tuple[tuple[slice, slice], ...]


def _shares(ends: Sequence[int], threads: int) -> list[_Share]:
    """The rows of a batch, shared between so many threads at most; texts end at the given rows."""
    count = max(1, min(threads, ends[-1] // _SHARE_TOKENS))
    cuts = [ends[-1] * number // count for number in range(count + 1)]
    return [
        _Share(slice(first, last), tuple(_parts(ends, first, last)))
        for first, last in itertools.pairwise(cuts)
    ]


def _parts(ends: Sequence[int], first: int, last: int) -> Iterator[tuple[slice, slice]]:
    for begin, end in itertools.pairwise(ends):
        rows = slice(max(begin, first), min(end, last))
        if rows.start < rows.stop:
            yield rows, slice(begin, end)


def _each(work: Callable[[_Share], Array], shares: Sequence[_Share]) -> list[Array]:
    """What the work gives for each share, in their order; on threads where there are several."""
    return list(map(work, shares) if len(shares) == 1 else _pool().map(work, shares))


class _Network:
    """The layers in their order. The tokens of several texts lie one after the other, without padding."""

    def __init__(self, tensors: Mapping[str, Array]) -> None:
        self._words = tensors["embeddings.word_embeddings.weight"]
        kinds = tensors["embeddings.token_type_embeddings.weight"]
        self._places = tensors["embeddings.position_embeddings.weight"] + kinds[0]
        self._norm = _Norm.of(tensors, "embeddings.LayerNorm")
        self._layers = [_Layer(tensors, f"encoder.layer.{number}") for number in range(_LAYERS)]

    def vectors(self, texts: Sequence[Ids], threads: int) -> Array:
        """The unit vectors of texts that are given as token ids, by so many threads at most."""
        ends = [0, *itertools.accumulate(map(len, texts))]
        shares = _shares(ends, threads)
        places = np.concatenate([self._places[: len(ids)] for ids in texts])
        values = self._norm(self._words[np.concatenate(texts)] + places)
        for layer in self._layers:
            values = layer(values, shares)
        pooled: Array = np.stack([values[first:last].sum(axis=0) for first, last in itertools.pairwise(ends)])
        # The mean points where the sum does.
        squares: Array = np.einsum("ij,ij->i", pooled, pooled)
        pooled /= np.sqrt(squares)[:, None]
        return pooled


def _attention(rows: Array, text: Array) -> Array:
    """How rows of a text attend to all of it: from projections (n, 3 x 384) of both to (rows, 384)."""
    queries: Array = _heads(rows, 0) * _SCALE
    keys, values = _heads(text, 1), _heads(text, 2)
    scores: Array = queries @ keys.transpose(0, 2, 1)
    scores -= scores.max(axis=-1, keepdims=True)
    np.exp(scores, out=scores)
    attended: Array = scores @ values
    attended /= scores.sum(axis=-1, keepdims=True)
    return attended.transpose(1, 0, 2).reshape(len(rows), DIMENSIONS)


def _heads(projected: Array, part: int) -> Array:
    """Queries (0), keys (1) or values (2) by head: an array of shape (heads, n, width)."""
    place = slice(part * DIMENSIONS, (part + 1) * DIMENSIONS)
    return projected[:, place].reshape(-1, _HEADS, _WIDTH).transpose(1, 0, 2)


def gelu(values: Array) -> Array:
    """GELU in place, by the error function."""
    flat = values.reshape(-1)
    for start in range(0, len(flat), _CHUNK):
        _gelu(flat[start : start + _CHUNK])
    return values


_CHUNK = 1 << 15


def _gelu(x: Array) -> None:
    """In place x / 2 (1 + erf(x / √2)), by formula 7.1.26 of Abramowitz and Stegun (error below 1.5e-7)."""
    size = np.abs(x)
    t = size * np.float32(0.3275911 * 2**-0.5)
    t += np.float32(1)
    np.reciprocal(t, out=t)
    tail = t * np.float32(1.061405429)
    for factor in (-1.453152027, 1.421413741, -0.284496736, 0.254829592):
        tail += np.float32(factor)
        tail *= t
    power = size * size
    power *= np.float32(-0.5)
    np.exp(power, out=power)
    tail *= power
    # With e = tail: x / 2 (1 + sign(x) (1 - e)) = max(x, 0) - |x| e / 2
    tail *= size
    tail *= np.float32(0.5)
    np.maximum(x, 0, out=x)
    x -= tail
