"""BM25 over texts: which tokens a text has, and how well texts answer a query."""

from __future__ import annotations

import json
import re
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

Tokenizer = Callable[[str], list[str]]

_UPPER = "A-ZÀ-ÖØ-Þ"
_WORD = re.compile(r"\w+")
_PART = re.compile(rf"[{_UPPER}]+(?![^\W\d_{_UPPER}])|[{_UPPER}]?[^\W\d_{_UPPER}]+|\d+")


def identifier_tokens(text: str) -> list[str]:
    """Each word in lower case, followed by its parts where it has several.

    Parts end at a change of case, at an underscore and around digits: `parseUTF8Line` gives
    `parseutf8line`, `parse`, `utf`, `8`, `line`. Punctuation gives nothing.
    """
    return [token.lower() for word in _WORD.findall(text) for token in _with_parts(word)]


def _with_parts(word: str) -> list[str]:
    parts = _PART.findall(word)
    return [word, *parts] if len(parts) > 1 else parts or [word]


def whitespace_tokens(text: str) -> list[str]:
    """What stands between white space, as it is: the paper's tokens."""
    return text.split()


TOKENIZERS: Mapping[str, Tokenizer] = {"identifiers": identifier_tokens, "whitespace": whitespace_tokens}
"""The tokenizers by the names that a recipe knows them by."""


@dataclass(frozen=True)
class Bm25:
    """BM25 Okapi as a table: for each token, the texts that hold it and what it adds to their scores.

    The figures are those of package rank-bm25 with its usual parameters. A score is a sum over the
    query's tokens, so the table answers as the package does, without a look at every text.
    """

    rows: Mapping[str, int]
    starts: NDArray[np.int64]
    """Where each row begins in the two arrays below, and last where they end."""
    texts: NDArray[np.int32]
    shares: NDArray[np.float64]
    count: int
    """The number of texts."""

    @classmethod
    def build(cls, token_lists: Sequence[Sequence[str]]) -> Bm25:
        """The table of these texts, each given as its tokens."""
        import numpy as np

        holders: dict[str, list[int]] = {}
        for text, tokens in enumerate(token_lists):
            for token in dict.fromkeys(tokens):
                holders.setdefault(token, []).append(text)
        shares = _shares(token_lists, holders)
        lengths = [len(found) for found in holders.values()]
        return cls(
            rows={token: row for row, token in enumerate(holders)},
            starts=np.cumsum([0, *lengths], dtype=np.int64),
            texts=np.array([text for found in holders.values() for text in found], dtype=np.int32),
            shares=np.array(shares, dtype=np.float64),
            count=len(token_lists),
        )

    def scores(self, tokens: Sequence[str]) -> NDArray[np.float64]:
        """The score of each text for a query; 0 where they share no token."""
        import numpy as np

        found = np.zeros(self.count)
        for token, times in Counter(tokens).items():
            row = self.rows.get(token)
            if row is not None:
                part = slice(self.starts[row], self.starts[row + 1])
                found[self.texts[part]] += times * self.shares[part]
        return found

    def save(self, folder: Path) -> None:
        """Write the table into a folder, as `bm25.json` and arrays beside it."""
        import numpy as np

        for name in ("starts", "texts", "shares"):
            np.save(folder / f"bm25-{name}.npy", getattr(self, name))
        kept = {"count": self.count, "tokens": list(self.rows)}
        (folder / "bm25.json").write_text(json.dumps(kept), "utf-8")

    @classmethod
    def load(cls, folder: Path) -> Bm25:
        """The table that `save` wrote. Raises `OSError` or `ValueError` where it is not whole."""
        import numpy as np

        kept = json.loads((folder / "bm25.json").read_text("utf-8"))
        starts, texts, shares = (np.load(folder / f"bm25-{n}.npy") for n in ("starts", "texts", "shares"))
        rows = {token: row for row, token in enumerate(kept["tokens"])}
        return cls(rows, starts, texts, shares, kept["count"])


def _shares(token_lists: Sequence[Sequence[str]], holders: Mapping[str, Sequence[int]]) -> list[float]:
    if not holders:
        return []  # the package divides by the number of texts
    from rank_bm25 import BM25Okapi

    okapi = BM25Okapi([list(tokens) for tokens in token_lists])
    return [
        float(share) for token, found in holders.items() for share in okapi.get_batch_scores([token], found)
    ]
