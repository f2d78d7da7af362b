"""A small n-gram model that measures how uncertain a text is after other texts, trained here on the texts at hand alone.

It knows nothing of the world. It takes speakers to think what they said, and what they read is added to that: where it goes
on in the same words they are surer of each next one, and where it goes on in others less so.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from functools import lru_cache
from math import log
from typing import NamedTuple, TypeAlias

from woozle.core.arithmetic import plain_sum

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
    said, pieces = _read_text(continuation), tuple(prompt.split(_FENCE))
    elsewhere: list[list[_Counts]] = [[] for _ in said.counts]
    for piece in pieces:
        for at, counts in _in_both(piece, continuation):
            elsewhere[at].append(counts)
    floor = _floor(_together([_singles(pieces), said.singles]))
    found: dict[int, _Distribution] = {}
    return [_entropy(word, contexts, said.counts, elsewhere, floor, found) for word, contexts in said.steps]


class _Text(NamedTuple):
    """A text that was read. singles: how often each word stands in it. contexts: some words that stand together, with a number.

    counts: what follows how often on them, by number. steps: each word with what stands before it, the nearest word alone first.
    """

    singles: _Counts
    contexts: Mapping[_Context, int]
    counts: Sequence[_Counts]
    steps: Sequence[tuple[str, Sequence[int]]]


class _Distribution(NamedTuple):
    """Chances of the words that were seen, and the entropy of these and all others together, in nats."""

    own: Mapping[str, float]
    entropy: float

    def interpolate(self, followers: _Counts) -> _Distribution:
        """Interpolated with what was seen to follow here; the lower order keeps as much as there are different followers.

        That is the rule of Witten and Bell. The chances of all other words shrink alike, so that none of them is looked at.
        """
        lower, own = self.own, {}
        total = sum(followers.values()) + len(followers)
        kept = len(followers) / total
        others, spread, entropy = 1.0, self.entropy, 0.0  # of all other words, as they are in the lower order
        for word, times in followers.items():
            before = lower[word]
            own[word] = now = kept * before + times / total
            others -= before
            spread += before * log(before)
            entropy -= now * log(now)
        return _Distribution(own, max(0.0, entropy + kept * (spread - log(kept) * others)))

    def interpolated_entropy(self, word: str, seen: Sequence[int]) -> float:
        """Return its entropy after interpolation with a word that alone was seen to follow, `seen` times at each higher order."""
        chance, entropy = self.own[word], self.entropy
        weighed = chance * log(chance)
        for times in seen:
            kept, is_seen, log_kept = _alone(times)
            left = kept * (entropy + weighed - log_kept * (1.0 - chance))
            chance = kept * chance + is_seen
            weighed = chance * log(chance)
            entropy = left - weighed if left > weighed else 0.0
        return entropy


def _entropy(
    word: str,
    contexts: Sequence[int],
    here: Sequence[_Counts],
    elsewhere: Sequence[Sequence[_Counts]],
    lower: _Distribution,
    found: dict[int, _Distribution],
) -> float:
    """Entropy of what comes after some words, longer pieces of them at a time. word: that comes; found: what was found so far.

    Where one word alone was ever seen to follow, it is so after longer pieces too, and nothing but its own chance is needed.
    """
    for order, at in enumerate(contexts):
        if at in found:
            lower = found[at]
            continue
        others, followers = elsewhere[at], here[at]
        if len(followers) == 1 and not any(len(counts) > 1 or word not in counts for counts in others):
            return lower.interpolated_entropy(word, [_times(word, here[each], elsewhere[each]) for each in contexts[order:]])
        found[at] = lower = lower.interpolate(_together([*others, followers]) if others else followers)
    return lower.entropy


def _times(word: str, here: _Counts, elsewhere: Sequence[_Counts]) -> int:
    times = here[word]
    for counts in elsewhere:
        times += counts[word]
    return times


@lru_cache(maxsize=1024)
def _alone(times: int) -> tuple[float, float, float]:
    """Return for a sole follower: the share kept of the lower order, the word's own share, the logarithm of the former."""
    kept = 1 / (times + 1)
    return kept, times / (times + 1), log(kept)


def _floor(counts: _Counts) -> _Distribution:
    """Return the distribution of single words in the texts, with a fixed share for all others."""
    seen, many = sum(counts.values()), max(_WORDS, 2 * len(counts))
    unseen = _UNSEEN / many
    chances = {times: (1 - _UNSEEN) * times / seen + unseen for times in set(counts.values())}
    weighed = {times: chance * log(chance) for times, chance in chances.items()}
    own = {word: chances[times] for word, times in counts.items()}
    entropy = -plain_sum([weighed[times] for times in counts.values()]) - (many - len(own)) * unseen * log(unseen)
    return _Distribution(own, entropy)


def _together(counts: Sequence[_Counts]) -> _Counts:
    if len(counts) == 1:
        return counts[0]
    both = dict(counts[0])
    for each in counts[1:]:
        for word, times in each.items():
            both[word] = both.get(word, 0) + times
    return both


@lru_cache(maxsize=64)
def _singles(texts: tuple[str, ...]) -> _Counts:
    return _together([_read_text(text).singles for text in texts])


@lru_cache(maxsize=256)
def _in_both(text: str, other: str) -> Sequence[tuple[int, _Counts]]:
    """Return the followers, in one text, of words that stand together in another too, by their number in that one."""
    read, numbers = _read_text(text), _read_text(other).contexts
    return [(numbers[context], read.counts[at]) for context, at in read.contexts.items() if context in numbers]


def _words(text: str) -> _Context:
    return "", *_WORD.findall(text.casefold())


@lru_cache(maxsize=64)
def _read_text(text: str) -> _Text:
    words = _words(text)
    singles: dict[str, int] = {}
    contexts: dict[_Context, int] = {}
    counts: list[dict[str, int]] = []
    steps = []
    for place in range(1, len(words)):
        word, numbers = words[place], []
        singles[word] = singles.get(word, 0) + 1
        for length in range(1, min(_LONGEST, place + 1)):
            at = contexts.setdefault(words[place - length : place], len(counts))
            if at == len(counts):
                counts.append({})
            counts[at][word] = counts[at].get(word, 0) + 1
            numbers.append(at)
        steps.append((word, numbers))
    return _Text(singles, contexts, counts, steps)
