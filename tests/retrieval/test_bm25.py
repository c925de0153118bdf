"""BM25: what a token is, and scores that are those of package rank-bm25."""

from __future__ import annotations

import math
from pathlib import Path

import numpy as np
import pytest
from rank_bm25 import BM25Okapi

from swerefactor.retrieval.bm25 import Bm25, identifier_tokens, whitespace_tokens

TEXTS = [
    "extract the loop that sums prices",
    "inline the getter into its only caller",
    "move the method to the class of its parameter",
    "the the the loop loop",
    "",
]


@pytest.mark.parametrize(
    ("text", "tokens"),
    [
        ("parseHTTPHeader", ["parsehttpheader", "parse", "http", "header"]),
        ("MAX_LINE_LENGTH", ["max_line_length", "max", "line", "length"]),
        ("utf8Decoder2", ["utf8decoder2", "utf", "8", "decoder", "2"]),
        ("total", ["total"]),
        ("Total", ["total"]),
        ("HTTP", ["http"]),
        ("_", ["_"]),
        ("__init", ["init"]),
        ("x1", ["x1", "x", "1"]),
        ("0x1F", ["0x1f", "0", "x", "1", "f"]),
        ("3.14", ["3", "14"]),
        ("a.b(c);", ["a", "b", "c"]),
        ("String[] args", ["string", "args"]),
        ("GrößeÄndern", ["größeändern", "größe", "ändern"]),
        ("数える", ["数える"]),
        ("", []),
        ("{ } ; ->", []),
    ],
)
def test_identifiers_are_split_into_their_parts_and_kept_whole(text: str, tokens: list[str]) -> None:
    assert identifier_tokens(text) == tokens


def test_the_papers_tokens_stand_between_white_space_as_they_are() -> None:
    assert whitespace_tokens("int a=f(b);\n\treturn  aB ;") == ["int", "a=f(b);", "return", "aB", ";"]


@pytest.mark.parametrize(
    "query", ["the loop", "loop loop loop", "prices of nothing else", "the", "unknown", ""]
)
def test_scores_are_those_of_the_package(query: str) -> None:
    lists = [text.split() for text in TEXTS]
    expected = BM25Okapi(lists).get_scores(query.split())
    assert Bm25.build(lists).scores(query.split()) == pytest.approx(np.asarray(expected), abs=1e-12)


def test_a_score_worked_by_hand() -> None:
    # Three texts of 2 tokens each, so length does not matter: k1 = 1.5, idf = ln((3 - 1 + .5) / (1 + .5)).
    found = Bm25.build([["a", "b"], ["c", "d"], ["e", "f"]]).scores(["a"])
    assert found.tolist() == pytest.approx([math.log(2.5 / 1.5) * 2.5 / 2.5, 0, 0])


def test_a_table_survives_its_files(tmp_path: Path) -> None:
    lists = [identifier_tokens(text) for text in TEXTS]
    built = Bm25.build(lists)
    built.save(tmp_path)
    assert (Bm25.load(tmp_path).scores(["loop"]) == built.scores(["loop"])).all()


def test_no_texts_have_no_scores() -> None:
    assert Bm25.build([]).scores(["a"]).tolist() == []


def test_texts_without_a_token_have_no_score() -> None:
    assert Bm25.build([[], []]).scores(["a"]).tolist() == [0, 0]
