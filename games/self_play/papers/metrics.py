"""Correctness, cost and calibration: token F1, reward, and the worth of an agent's P(SEARCH) and P(ANSWER) (section 6).

A confidence says how sure an agent is, in [0, 1]. A figure that is undefined is None, never 0.
"""

from __future__ import annotations

from bisect import bisect_right
from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from itertools import accumulate, chain, groupby, pairwise
from statistics import fmean
from typing import TypeAlias

from woozle.core.errors import InputError
from woozle.core.statistics.resampling import Share
from woozle.core.text import answer_words
from woozle.core.value import value

Words: TypeAlias = Callable[[str], Sequence[str]]
"""A function that cuts an answer into the words that count; earlier versions of the rules have another."""

PRICE = 0.01
"""The cost of a search, in reward. Our choice: low, as in the paper, to decide between rollouts of equal F1 (section 5)."""

BINS = 10

SHARES = (0.1, 0.2, 0.5)
"""Shares of questions at which figures 9 and 10 give points of the curves of figures 4 and 5."""

RIGHT = 0.5
"""Token F1 above which an answer counts as right; our choice."""


def token_f1(said: str, answers: Iterable[str], words: Words = answer_words) -> float:
    """Return the F1 of an answer's tokens, in [0, 1], against the most similar of the answers that count as right.

    If nothing is left of either, 1 if nothing is left of both. Raises ValueError if no answer counts as right.
    """
    found = [_f1(words(said), words(answer)) for answer in answers]
    if not found:
        raise InputError("No answer of this question counts as right, so that none can be scored.")
    return max(found)


def _f1(said: Sequence[str], answer: Sequence[str]) -> float:
    if not said or not answer:
        return float(said == answer)
    shared = (Counter(said) & Counter(answer)).total()
    return 2 * shared / (len(said) + len(answer))


def reward(score: float, searches: int, price: float = PRICE) -> float:
    """Return everybody's reward for a rollout: the score of the group's answer, less the price of every search by any agent."""
    return score - price * searches


def passes_on(answered: str, hedged: str, final: str, words: Words = answer_words) -> bool | None:
    """Return whether an asker that was given one ANSWER and one HEDGE passes the ANSWER on: its text has more in common with it.

    None where it has as much in common with both.
    """
    sure, unsure = token_f1(final, [answered], words), token_f1(final, [hedged], words)
    return None if sure == unsure else sure > unsure


def passed_on(rollouts: Iterable[tuple[str, str, str]]) -> Share:
    """Return the share of rollouts that passed on the more confident reply, where that can be told (section 5: 80 % at first).

    rollouts: for each, the text of the ANSWER, of the HEDGE, and of the asker's reply.
    """
    return Share.of(passes_on(*rollout) for rollout in rollouts)


def point_name(share: float) -> str:
    """Return the name of F1 at a share of questions: `f1_at_10`."""
    return f"f1_at_{100 * share:g}"


@value
class Curve:
    """Mean F1 as more and more questions are treated another way.

    x: the share treated; points: mean F1 there; area: under the curve, in [0, 1]. Questions of equal confidence have no order: the
    points between them are the average over random orders.
    """

    x: tuple[float, ...]
    points: tuple[float, ...]
    area: float


def search_curve(searching: Sequence[float], without: Sequence[float], with_search: Sequence[float]) -> Curve:
    """Return the search calibration (figure 4): retrieval where an agent would rather search. Area by trapezoids.

    searching: P(SEARCH) by question; without, with_search: F1 of the base model's answer to each, without and with retrieval.
    """
    n = len(searching)
    gained = _total_worth(searching, [after - before for before, after in zip(without, with_search, strict=True)])
    points = tuple(fmean(without) + gain / n for gain in (0.0, *gained))
    return Curve(tuple(k / n for k in range(n + 1)), points, sum(map(sum, pairwise(points))) / (2 * n))


def random_search(without: Sequence[float], with_search: Sequence[float]) -> Curve:
    """Return the expected curve of an agent that searches at random: a straight line."""
    return search_curve([0.0] * len(without), without, with_search)


def oracle_search(without: Sequence[float], with_search: Sequence[float]) -> Curve:
    """Return the best possible curve: that of an agent that knows the gain of each search."""
    return search_curve([after - before for before, after in zip(without, with_search, strict=True)], without, with_search)


def answer_probability(answer: float, hedge: float) -> float | None:
    """Return P(ANSWER) of an agent that will ANSWER or HEDGE; None if it will do neither."""
    return answer / (answer + hedge) if answer + hedge > 0 else None


def answer_curve(sure: Sequence[float], f1: Sequence[float]) -> Curve:
    """Return the answer calibration (figure 5): mean F1 where an agent would rather ANSWER than HEDGE, by coverage.

    sure: P(ANSWER) by question, of ANSWER or HEDGE; f1: of its answer without a search. Area: the mean of the points.
    """
    n = len(sure)
    gained = _total_worth(sure, f1)
    points = tuple(total / k for k, total in enumerate(gained, 1))
    return Curve(tuple(k / n for k in range(1, n + 1)), points, fmean(points))


def _total_worth(confidence: Sequence[float], worth: Sequence[float]) -> list[float]:
    """Return the total worth of the first 1, 2, ... questions by descending confidence, averaged over orders of ties."""
    if len(confidence) != len(worth) or not confidence:
        raise InputError(f"A curve has a confidence for each of its questions, one at least: {len(confidence)} for {len(worth)}.")
    order = sorted(range(len(worth)), key=lambda at: -confidence[at])
    equals = (list(each) for _, each in groupby(order, key=lambda at: confidence[at]))
    evened = chain.from_iterable([fmean(worth[at] for at in each)] * len(each) for each in equals)
    return list(accumulate(evened))


def ece(confidence: Sequence[float], right: Sequence[float], bins: int = BINS) -> float | None:
    """Return the expected calibration error: the mean gap of confidence and correctness over bins of equal width, the last closed.

    right: 0 or 1 for each, or its degree of correctness, such as F1. In [0, 1]; 0 is calibrated.
    """
    if not confidence:
        return None
    edges = [edge / bins for edge in range(1, bins)]
    apart = [0.0] * bins
    for sure, true in zip(confidence, right, strict=True):
        apart[bisect_right(edges, sure)] += sure - true
    return sum(map(abs, apart)) / len(confidence)


def brier(confidence: Sequence[float], right: Sequence[float]) -> float | None:
    """Return the Brier score (G. Brier, Monthly Weather Review 78, 1950): the mean squared distance, in [0, 1]; lower is better."""
    return fmean((sure - true) ** 2 for sure, true in zip(confidence, right, strict=True)) if confidence else None


def auroc(confidence: Sequence[float], right: Sequence[bool | int]) -> float | None:
    """Return the probability that a right answer has a higher confidence than a wrong one; ties count half (Mann-Whitney
    statistic).

    In [0, 1]; 0.5 is no better than chance. None unless something is right and something wrong.
    """
    ranked = sorted(zip(confidence, map(bool, right), strict=True))
    below, won = 0, 0.0  # wrong ones below, and pairs in the right order
    for _, each in groupby(ranked, key=lambda pair: pair[0]):
        is_right = [true for _, true in each]
        hits, misses = sum(is_right), len(is_right) - sum(is_right)
        won += hits * (below + misses / 2)
        below += misses
    hits = len(ranked) - below
    return won / (hits * below) if hits and below else None
