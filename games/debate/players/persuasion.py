"""The weight of a text with its readers: how sure it sounds, and how urgent.

The bots read the words, not the reasons: a reader who does not know better cannot see that an argument is wrong. So the same words
move them, whether a model or a person writes them.
"""

from __future__ import annotations

import re
from functools import lru_cache

SURE, UNSAID, UNSURE = 0.9, 0.6, 0.3
"""Chances of being right, in round figures, for a text that sounds sure, one that says nothing about it, and one that doubts."""

EMPHASES = 2  # most emphatic sentences that are said, and counted
_EMPHASIS = 0.25  # of a voice: the weight of each with readers

_NOT_SURE = re.compile(
    r"\b(?:not (?:\w+ )?(?:sure|certain)|unsure|uncertain|(?:a|only|just) guess|guessing|i guess|perhaps|maybe|might"
    r"|could (?:\w+ )?be wrong|hard to (?:say|tell))\b",
    re.IGNORECASE,
)
_IS_SURE = re.compile(
    r"\b(?:(?:i am|i['’]m|we are|we['’]re) (?:\w+ ){0,2}(?:sure|certain|confident)|no doubt|beyond doubt|without (?:a |any )?doubt"
    r"|definitely|certainly|undoubtedly)\b",
    re.IGNORECASE,
)
_QUOTED = re.compile(r'"[^"\n]*"')  # another speaker's words, or those of an option
_IS_EMPHATIC = re.compile(
    r"\b(?:step by step|any other answer|nothing else fits|every single step|think it through)\b", re.IGNORECASE
)


@lru_cache(maxsize=1024)
def confidence(text: str) -> float:
    """Return how sure a text sounds, by its words: SURE, UNSURE, or UNSAID if it sounds like neither or both."""
    text = _QUOTED.sub(" ", text)
    doubts = _NOT_SURE.search(text) is not None
    is_sure = _IS_SURE.search(_NOT_SURE.sub(" ", text)) is not None
    return UNSAID if doubts == is_sure else SURE if is_sure else UNSURE


@lru_cache(maxsize=1024)
def force(text: str) -> float:
    """Return the weight of a text with its readers, in voices: 1 for a text that is neither sure, unsure nor emphatic."""
    emphases = {match.lower() for match in _IS_EMPHATIC.findall(_QUOTED.sub(" ", text))}
    return confidence(text) / UNSAID * (1 + _EMPHASIS * min(len(emphases), EMPHASES))
