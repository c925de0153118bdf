"""CodeBLEU as package codebleu 0.7.0 computes it, its faults included."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence

from tree_sitter import Node

from swerefactor.analysis.codebleu import dataflow, java, ngrams
from swerefactor.analysis.codebleu.syntax import Subtrees
from swerefactor.values import CodeBleuScore

_COMMENT_OR_QUOTED = re.compile(
    r"""
    (?P<comment> //[^\n]* | /\*.*?\*/ )
    | '(?:[^\\']|\\.)*'
    | "(?:[^\\"]|\\.)*"
    """,
    re.DOTALL | re.VERBOSE,
)
_WEIGHT_LIST_LENGTH = 2
"""What the package takes for the reference's length: that of a list (tokens, weights)."""


def score(candidate: str, reference: str) -> CodeBleuScore:
    """The package's figures for one candidate and one reference.

    Where they depend on the hash seed, these are the figures of a seed that keeps sets in order.
    """
    candidate, reference = candidate.strip(), reference.strip()
    words, reference_words = candidate.split(), reference.split()
    code, reference_code = _uncommented(candidate), _uncommented(reference)
    ngram = _bleu(words, reference_words)
    weighted = _weighted_recall(words, reference_words)
    syntax = _syntax_match(code, reference_code)
    flow = _dataflow_match(code, reference_code)
    return CodeBleuScore(
        codebleu=(ngram + weighted + syntax + (flow or 1.0)) / 4,
        ngram=ngram,
        weighted_ngram=weighted,
        syntax=syntax,
        dataflow=flow,
    )


def _uncommented(text: str) -> str:
    cleared = _COMMENT_OR_QUOTED.sub(lambda found: " " if found["comment"] else found[0], text)
    return "\n".join(line for line in cleared.split("\n") if line.strip())


def _bleu(words: Sequence[str], reference: Sequence[str]) -> float:
    ratios = [
        (ngrams.matches(words, reference, order).total(), max(1, ngrams.count(words, order).total()))
        for order in ngrams.ORDERS
    ]
    return ngrams.brevity_penalty(len(words), len(reference)) * ngrams.smoothed_mean(ratios)


def _weighted_recall(words: Sequence[str], reference: Sequence[str]) -> float:
    ratios = []
    for order in ngrams.ORDERS:
        weigh = _weighted_total if order == 1 else Counter.total
        matched, wanted = ngrams.matches(words, reference, order), ngrams.count(reference, order)
        ratios.append((weigh(matched), max(1, weigh(wanted))))
    return ngrams.brevity_penalty(len(words), _WEIGHT_LIST_LENGTH) * ngrams.smoothed_mean(ratios)


def _weighted_total(counts: Counter[ngrams.Ngram]) -> float:
    return sum(number * (1 if ngram[0] in java.KEYWORDS else 0.2) for ngram, number in counts.items())


def _syntax_match(code: str, reference: str) -> float:
    subtrees = Subtrees()
    wanted = subtrees.count(java.parse(reference))
    there = subtrees.count(java.parse(code))
    return sum(number for shape, number in wanted.items() if shape in there) / wanted.total()


def _dataflow_match(code: str, reference: str) -> float:
    wanted, there = _edges(reference), _edges(code)
    return (wanted & there).total() / wanted.total() if wanted else 0.0


def _edges(code: str) -> Counter[dataflow.Edge]:
    fragment = java.parse(code)
    lines = code.split("\n")
    tokens = {
        (leaf.start_byte, leaf.end_byte): dataflow.Token(place, _cut(lines, leaf))
        for place, leaf in enumerate(java.leaves(fragment.nodes))
    }
    try:
        return dataflow.edges(fragment, tokens, missing="refuse")
    except dataflow.IncompleteTree:
        return Counter()


def _cut(lines: Sequence[str], leaf: Node) -> str:
    """The leaf's text by byte columns used as columns of characters, its line ends dropped."""
    (first, start), (last, end) = leaf.start_point, leaf.end_point
    if first == last:
        return lines[first][start:end]
    return "".join((lines[first][start:], *lines[first + 1 : last], lines[last][:end]))
