"""CodeBLEU with the corrections that the docstring of `swerefactor.analysis.codebleu` lists."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

from swerefactor.analysis.codebleu import dataflow, java, ngrams
from swerefactor.analysis.codebleu.syntax import Subtrees
from swerefactor.values import CodeBleuScore

_PLAIN_WEIGHT = 0.2
"""Of a token that is no keyword; a keyword weighs 1 (paper, section 3.1)."""


@dataclass(frozen=True)
class _Code:
    """A text read once: its tree and its tokens, comments left out."""

    fragment: java.Fragment
    tokens: dict[tuple[int, int], dataflow.Token]

    @property
    def words(self) -> list[str]:
        return [token.text for token in self.tokens.values()]


@dataclass(frozen=True)
class _Ngrams:
    """The n-grams of one order: how many the candidate has, and how many of them the reference wants."""

    order: int
    there: Counter[ngrams.Ngram]
    matched: Counter[ngrams.Ngram]

    def precision(self, plain_weight: float) -> ngrams.Ratio:
        weight = plain_weight if self.order == 1 else 1.0
        # A candidate shorter than the order has none of it: smoothing then stands for no match.
        return _weigh(self.matched, weight), _weigh(self.there, weight) or 1.0


def score(candidate: str, reference: str) -> CodeBleuScore:
    """The corrected figures for one candidate and one reference; 0 where either has no token."""
    code, wanted = _read(candidate), _read(reference)
    if not code.tokens or not wanted.tokens:
        return CodeBleuScore(codebleu=0.0, ngram=0.0, weighted_ngram=0.0, syntax=0.0, dataflow=0.0)
    counted = _ngrams(code.words, wanted.words)
    penalty = ngrams.brevity_penalty(len(code.tokens), len(wanted.tokens))
    ngram = penalty * ngrams.smoothed_mean([each.precision(1.0) for each in counted])
    weighted = penalty * ngrams.smoothed_mean([each.precision(_PLAIN_WEIGHT) for each in counted])
    syntax = _syntax_match(code, wanted)
    flow = _dataflow_match(code, wanted)
    parts = [part for part in (ngram, weighted, syntax, flow) if part is not None]
    return CodeBleuScore(
        codebleu=sum(parts) / len(parts), ngram=ngram, weighted_ngram=weighted, syntax=syntax, dataflow=flow
    )


def _read(text: str) -> _Code:
    text = java.without_comments(text)
    fragment = java.parse(text)
    if fragment.root.has_error:
        fragment = java.parse_members(text) or fragment
    spans = {
        (leaf.start_byte, leaf.end_byte): (leaf.text or b"").decode(errors="replace")
        for leaf in java.leaves(fragment.nodes)
        if leaf.start_byte < leaf.end_byte  # the parser's guesses at what is missing are empty
    }
    tokens = {span: dataflow.Token(place, word) for place, (span, word) in enumerate(spans.items())}
    return _Code(fragment, tokens)


def _ngrams(words: Sequence[str], reference: Sequence[str]) -> list[_Ngrams]:
    """Of each order that the reference is long enough for."""
    return [
        _Ngrams(order, there := ngrams.count(words, order), there & ngrams.count(reference, order))
        for order in ngrams.ORDERS[: len(reference)]
    ]


def _weigh(counts: Counter[ngrams.Ngram], plain_weight: float) -> float:
    return sum(
        number * (1.0 if ngram[0] in java.KEYWORDS else plain_weight) for ngram, number in counts.items()
    )


def _syntax_match(code: _Code, wanted: _Code) -> float:
    subtrees = Subtrees()
    there, all_wanted = subtrees.count(code.fragment), subtrees.count(wanted.fragment)
    return (there & all_wanted).total() / all_wanted.total()


def _dataflow_match(code: _Code, wanted: _Code) -> float | None:
    all_wanted = dataflow.edges(wanted.fragment, wanted.tokens)
    if not all_wanted:
        return None
    there = dataflow.edges(code.fragment, code.tokens)
    return (there & all_wanted).total() / all_wanted.total()
