"""Votes without a debate: how often the majority of k samples is right, over all sets of k of them (CoT-SC)."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Sequence
from math import comb

from woozle.core.statistics.resampling import Share


def majority_shares(answers: Sequence[str | None], is_right: Callable[[str], bool]) -> list[Share]:
    """Return for each k from 1 the share of the sets of k answers whose majority is right, counted exactly.

    Of answers given as often as each other the earliest counts; None is no vote, and a set of nothing else is wrong.

    Sets are counted and not listed, since 50 answers have 1.3e14 sets of 25. Choose an answer to win, how often it is in the set
    and where it is first: the other answers are then in it less often, or as often and only later. Polynomials whose powers say
    how many are chosen count these ways, packed into integers, `width` bits a coefficient.
    """
    n = len(answers)
    width = n + 1  # no coefficient exceeds 2^n
    places: dict[str, list[int]] = defaultdict(list)
    for at, answer in enumerate(answers):
        if answer is not None:
            places[answer].append(at)
    silent = _pack([comb(answers.count(None), chosen) for chosen in range(answers.count(None) + 1)], width)
    ways = 0
    for winner in filter(is_right, places):
        others = [places[other] for other in places if other != winner]
        for nth, first in enumerate(places[winner]):
            later = len(places[winner]) - nth - 1
            for votes in range(1, later + 2):
                found = comb(later, votes - 1) * silent
                for other in others:
                    found *= _pack(_losing(other, votes, first), width)
                ways += found << votes * width
    return [Share(ways >> k * width & (1 << width) - 1, comb(n, k)) for k in range(1, n + 1)]


def _losing(places: Sequence[int], votes: int, first: int) -> list[int]:
    """Return in how many ways 0, 1 and so on of an answer's places lose to `votes` votes, the earliest of which is `first`."""
    ways = [comb(len(places), chosen) for chosen in range(min(votes, len(places) + 1))]
    return [*ways, comb(sum(place > first for place in places), votes)] if len(places) >= votes else ways


def _pack(coefficients: Sequence[int], width: int) -> int:
    return sum(each << power * width for power, each in enumerate(coefficients))
