"""Lexical grounding: how much of a text stands in its source, word by word. The judge that needs no model.

It is Woozle's own measure and not that of any paper; above all it is not HHEM. It cannot tell a paraphrase from an invention, and
takes words put together wrongly for faithful. What it sees at once are names and numbers that the source does not have.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from itertools import pairwise
from typing import NamedTuple

_WORDS, _PAIRS, _FACTS = 0.5, 0.2, 0.3  # how much each precision counts; without facts the others share the whole
_TOKEN = re.compile(r"\d+(?:[.,:]\d+)*%?|\w+(?:['’]\w+)*")
_SENTENCE_END = re.compile(r"[.!?:;\n]\W*\Z")
_SMALL_WORDS = """a an and are as at be been but by for from had has have he her his in is it its of on or that the their they this
to was were which will with"""
_STOPWORDS = frozenset(_SMALL_WORDS.split())


class _Read(NamedTuple):
    """A text in small letters, word by word, and its hard facts: numbers, and names within a sentence."""

    words: Sequence[str]
    facts: Sequence[str]


def grounding(source: str, text: str) -> float:
    """How much of a text stands in its source, in [0, 1].

    0.5 times the precision of its content words, 0.2 of its pairs of words, 0.3 of its hard facts; 0 for an empty text.
    """
    said, there = _read(text), _read(source)
    known = set(there.words)
    content = [word for word in said.words if word not in _STOPWORDS]
    pairs, known_pairs = _pairs(said.words), set(_pairs(there.words))
    parts = [
        (_WORDS, [word in known for word in content]),
        (_PAIRS, [pair in known_pairs for pair in pairs]),
        (_FACTS, [fact in known for fact in said.facts]),
    ]
    there_are = [(weight, hits) for weight, hits in parts if hits]
    whole = sum(weight for weight, _ in there_are)
    return sum(weight * sum(hits) / len(hits) for weight, hits in there_are) / whole if whole else 0.0


def _read(text: str) -> _Read:
    words, facts, end = [], [], -1
    for found in _TOKEN.finditer(text):
        word = found[0]
        is_first = end < 0 or _SENTENCE_END.search(text, end, found.start()) is not None
        if word[0].isdigit() or (word[0].isupper() and not is_first):
            facts.append(word.lower())
        words.append(word.lower())
        end = found.end()
    return _Read(words, facts)


def _pairs(words: Sequence[str]) -> list[tuple[str, str]]:
    return list(pairwise(words))
