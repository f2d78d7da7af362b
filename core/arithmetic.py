"""Arithmetic whose last digit is the same on every Python."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import reduce
from operator import add
from statistics import fmean
from typing import TypeVar

Key = TypeVar("Key")


def plain_sum(values: Iterable[float]) -> float:
    """Return the sum of floats, added from left to right; 0 if there are none.

    The built-in `sum` makes up for rounding from Python 3.12 on, so that its last digit depends on the version. What goes into a
    transcript is added here, since the rules must give the same digits on every machine.
    """
    return reduce(add, values, 0)


def mean_of_known(values: Iterable[float | None]) -> float | None:
    """Return the mean of the values that are known; None if none is."""
    known = [each for each in values if each is not None]
    return fmean(known) if known else None


def pick(weights: Mapping[Key, float], at: float) -> Key:
    """Return the key in whose part `at` lies, where each has a part as long as its weight, one after the other from 0.

    Beyond them all, where rounding may lead, it is the last that has any weight.
    """
    for key, weight in weights.items():
        at -= weight
        if at < 0:
            return key
    return next(key for key in reversed([*weights]) if weights[key] > 0)
