"""BLEU's arithmetic over token lists: counts of n-grams, smoothed means, the brevity penalty."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Sequence

Ngram = tuple[str, ...]
Ratio = tuple[float, float]
"""A part and its whole, kept apart until smoothing has seen the part."""

ORDERS = (1, 2, 3, 4)
_SMOOTHING = 0.1
"""Matches that an order without any counts: Chen and Cherry (2014), method 1, with NLTK's epsilon."""


def count(tokens: Sequence[str], order: int) -> Counter[Ngram]:
    """How often each n-gram of this order occurs."""
    return Counter(zip(*(tokens[start:] for start in range(order)), strict=False))


def matches(tokens: Sequence[str], others: Sequence[str], order: int) -> Counter[Ngram]:
    """The n-grams that both have, as often as the one has them that has fewer."""
    return count(tokens, order) & count(others, order)


def brevity_penalty(candidate_length: int, reference_length: int) -> float:
    """1 for a candidate as long as the reference, less for a shorter one, 0 for an empty one."""
    if candidate_length == 0:
        return 0.0
    return min(1.0, math.exp(1 - reference_length / candidate_length))


def smoothed_mean(ratios: Sequence[Ratio]) -> float:
    """The geometric mean of the ratios by order, smoothed; 0 without a matching unigram."""
    if ratios[0][0] == 0:
        return 0.0
    logarithms = (math.log((part or _SMOOTHING) / whole) for part, whole in ratios)
    return math.exp(math.fsum(logarithms) / len(ratios))
