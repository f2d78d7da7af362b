"""A small n-gram model that says how uncertain a text is after what was read: made here, of the texts at hand alone.

It knows nothing of the world. What somebody said is what it takes them to think, and what they read is added to that: where it goes
on in the same words they are surer of each next one, and where it goes on in others less so.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from functools import lru_cache
from math import log
from typing import TypeAlias

from woozle.core.value import value

VERSION = 1
"""Raised with every change of a figure that comes of this module."""

# Among the rationales that come with Woozle these tell who agrees from who does not in 9 of 10 pairs; 3 words do so in 3 of 4.
_LONGEST = 4  # words of an n-gram
_UNSEEN = 0.1  # the share of words that stand in none of the texts, evenly spread
_WORDS = 2000  # how many words there are in all, unless the texts have half as many

_WORD = re.compile(r"\w+|[^\w\s]")
_FENCE = "```"  # responses in a prompt stand between fences

_Context: TypeAlias = tuple[str, ...]
_Counts: TypeAlias = Mapping[str, int]


def entropies(prompt: str, continuation: str) -> list[float]:
    """Entropy of the distribution that each word of a continuation comes from, after a prompt, in nats."""
    words = _words(continuation)
    texts = [_followers(piece) for piece in (*prompt.split(_FENCE), continuation)]
    found: dict[_Context, _Distribution] = {(): _floor(_together([text[()] for text in texts]))}

    def after(context: _Context) -> _Distribution:
        if context not in found:
            lower, counts = after(context[1:]), [text[context] for text in texts if context in text]
            found[context] = lower.sharpened(_together(counts)) if counts else lower
        return found[context]

    return [after(words[max(0, at - _LONGEST + 1) : at]).entropy for at in range(1, len(words))]


@value
class _Distribution:
    """Chances of words: some of their own, of all others as in `lower` but times `kept`. entropy: of all of them, in nats."""

    own: Mapping[str, float]
    lower: _Distribution | None
    kept: float
    entropy: float

    def chance(self, word: str) -> float:
        """How likely a word is."""
        if word in self.own:
            return self.own[word]
        return self.kept * self.lower.chance(word) if self.lower else self.kept

    def sharpened(self, followers: _Counts) -> _Distribution:
        """Interpolated with what was seen to follow here; the lower order keeps as much as there are different followers.

        That is the rule of Witten and Bell. The chances of all other words shrink alike, so that none of them is looked at.
        """
        seen, kinds = sum(followers.values()), len(followers)
        kept = kinds / (seen + kinds)
        own: dict[str, float] = {}
        others, spread, entropy = 1.0, self.entropy, 0.0  # of all other words, as they are in the lower order
        for word, times in followers.items():
            before = self.chance(word)
            own[word] = now = kept * before + times / (seen + kinds)
            others -= before
            spread += before * log(before)
            entropy -= now * log(now)
        return _Distribution(own, self, kept, max(0.0, entropy + kept * (spread - log(kept) * others)))


def _floor(counts: _Counts) -> _Distribution:
    """Single words, by how often they stand in the texts, and a fixed share for all others."""
    seen, many = sum(counts.values()), max(_WORDS, 2 * len(counts))
    unseen = _UNSEEN / many
    own = {word: (1 - _UNSEEN) * times / seen + unseen for word, times in counts.items()}
    entropy = -sum(chance * log(chance) for chance in own.values()) - (many - len(own)) * unseen * log(unseen)
    return _Distribution(own, None, unseen, entropy)


def _together(counts: Sequence[_Counts]) -> _Counts:
    if len(counts) == 1:
        return counts[0]
    both: dict[str, int] = {}
    for each in counts:
        for word, times in each.items():
            both[word] = both.get(word, 0) + times
    return both


def _words(text: str) -> _Context:
    """The words of a text, after a sign that it begins."""
    return "", *_WORD.findall(text.casefold())


@lru_cache(maxsize=64)
def _followers(text: str) -> Mapping[_Context, _Counts]:
    """What follows how often on what in a text: on nothing, and on some words before it."""
    words: Sequence[str] = _words(text)
    found: dict[_Context, dict[str, int]] = {(): {}}
    for at in range(1, len(words)):
        for length in range(min(_LONGEST, at + 1)):
            counts = found.setdefault(tuple(words[at - length : at]), {})
            counts[words[at]] = counts.get(words[at], 0) + 1
    return found
