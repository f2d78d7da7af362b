"""Search by words: BM25 with the formula of Lucene (k1 1.5, b 0.75), by the library bm25s, which enters here and nowhere else.

A word that stands in n of N texts weighs ln(1 + (N - n + 0.5) / (n + 0.5)), times tf / (tf + k1 (1 - b + b length / mean length)).
"""

from __future__ import annotations

import logging
import re
from collections.abc import Sequence
from typing import Any, NamedTuple

K1, B = 1.5, 0.75
VERSION = 1
"""Raised with every change of the results."""

_WORD = re.compile(r"[^\W_]+")


class Hit(NamedTuple):
    """A text by its index, and its score."""

    at: int
    score: float


def words(text: str) -> list[str]:
    """Return the words of a text, in small letters; nothing is left out, and none is shortened."""
    return _WORD.findall(text.lower())


class Index:
    """Texts, ready to be searched by their words."""

    def __init__(self, texts: Sequence[str]) -> None:
        from bm25s import BM25

        logging.getLogger("bm25s").setLevel(logging.NOTSET)  # it sets DEBUG, so that any handler of a host would print its steps
        self._vocabulary: dict[str, int] = {}
        numbers = [[self._vocabulary.setdefault(word, len(self._vocabulary)) for word in words(text)] for text in texts]
        self._index: Any = None
        if self._vocabulary:
            self._index = BM25(method="lucene", k1=K1, b=B)
            self._index.index((numbers, dict(self._vocabulary)), show_progress=False)

    def scores(self, query: str) -> Any:
        """Return the score of each text, as an array; None where no word of the query is in any."""
        known = [self._vocabulary[word] for word in words(query) if word in self._vocabulary]
        return self._index.get_scores_from_ids(known) if known else None

    def best(self, query: str, most: int) -> list[Hit]:
        """Return the `most` texts that fit best, best first: none without a word of the query, and of equals the first."""
        scores = self.scores(query)
        if scores is None:
            return []
        found: list[Hit] = []  # picked one by one: to sort 100,000 scores, most of them alike, takes 20 times as long
        for _ in range(min(most, len(scores))):
            at = int(scores.argmax())  # the first of equals
            if scores[at] <= 0:
                break
            found.append(Hit(at, float(scores[at])))
            scores[at] = 0
        return found
