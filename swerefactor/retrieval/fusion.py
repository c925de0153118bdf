"""Reciprocal rank fusion: one order made of several ranked lists."""

from __future__ import annotations

import math
from collections.abc import Hashable, Mapping, Sequence
from typing import TypeVar

Name = TypeVar("Name", bound=Hashable)


def fused_scores(lists: Sequence[Sequence[Name]], k: int = 60) -> Mapping[Name, float]:
    """The fused score of each name in the lists, the best first: the sum of 1 / (k + rank), from rank 1.

    Cormack, Clarke and Büttcher, Reciprocal Rank Fusion (SIGIR 2009), who use k = 60. Of equal
    scores the one with the best single rank comes first, then the one in the earlier list.
    """
    ranks: dict[Name, list[int]] = {}
    for ranked in lists:
        for rank, name in enumerate(ranked, 1):
            ranks.setdefault(name, []).append(rank)
    # fsum: the order of the lists must not decide between equal scores.
    scores = {name: math.fsum(1 / (k + rank) for rank in found) for name, found in ranks.items()}
    return dict(sorted(scores.items(), key=lambda item: (-item[1], min(ranks[item[0]]))))
