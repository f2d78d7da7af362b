"""Areas under calibration curves, and single points of these, of many samples of the same questions: those of `metrics`.

For an interval such a figure is asked for thousands of times. The questions are put in order once; a sample only says how often
each is in it, and what a question adds depends on how many stand before it.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import accumulate, groupby
from statistics import fmean
from typing import TypeAlias

Area: TypeAlias = Callable[[Sequence[int]], float]
"""The area, or a point, for some questions, by number, one or more times each. There are always as many as there are questions."""


def search_area(searching: Sequence[float], without: Sequence[float], with_search: Sequence[float]) -> Area:
    """Return the area under `metrics.search_curve`: a search at place k raises all points after it, and half of that before it."""
    n = len(searching)
    gains = [after - before for before, after in zip(without, with_search, strict=True)]
    below = list(accumulate(((n - place + 0.5) / n for place in range(1, n + 1)), initial=0.0))
    gained = _weighted_area(searching, gains, below)
    return lambda sample: fmean(map(without.__getitem__, sample)) + gained(sample)


def answer_area(sure: Sequence[float], f1: Sequence[float]) -> Area:
    """Return the area under `metrics.answer_curve`: an answer at place k counts a k-th there, and less at each place after."""
    n = len(sure)
    later = list(accumulate(1 / place for place in range(n, 0, -1)))[::-1]
    return _weighted_area(sure, f1, list(accumulate(later, initial=0.0)))


def random_search_area(without: Sequence[float], with_search: Sequence[float]) -> Area:
    """Return the area under `metrics.random_search`: halfway between no search and all."""
    halves = [(before + after) / 2 for before, after in zip(without, with_search, strict=True)]
    return lambda sample: fmean(map(halves.__getitem__, sample))


def search_point(searching: Sequence[float], without: Sequence[float], with_search: Sequence[float], share: float) -> Area:
    """Return F1 with a search for this share of questions (figure 9); between two whole numbers of questions, on the line."""
    n = len(searching)
    gains = [after - before for before, after in zip(without, with_search, strict=True)]
    gained = _weighted_area(searching, gains, [min(place, share * n) for place in range(n + 1)])
    return lambda sample: fmean(map(without.__getitem__, sample)) + gained(sample)


def answer_point(sure: Sequence[float], f1: Sequence[float], share: float) -> Area:
    """Return F1 of this share of questions, those answered first (figure 10); above 0. A question may be in it in part."""
    n = len(sure)
    return _weighted_area(sure, f1, [min(place, share * n) / share for place in range(n + 1)])


def _weighted_area(confidence: Sequence[float], worth: Sequence[float], places: Sequence[float]) -> Area:
    """Return the mean of what questions are worth, each times the weight of its place; equals share their places.

    places: the weights of the first 0, 1, ... places together.
    """
    n = len(confidence)
    order = sorted(range(n), key=lambda at: -confidence[at])
    level_of, levels = [0] * n, 0
    for levels, (_, each) in enumerate(groupby(order, key=lambda at: confidence[at]), 1):
        for at in each:
            level_of[at] = levels - 1

    def area(sample: Sequence[int]) -> float:
        numbers, values = [0] * levels, [0.0] * levels
        for at in sample:
            level = level_of[at]
            numbers[level] += 1
            values[level] += worth[at]
        done, total = 0, 0.0
        for number, value in zip(numbers, values, strict=True):
            if number:
                total += value / number * (places[done + number] - places[done])
                done += number
        return total / n

    return area
