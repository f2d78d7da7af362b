"""Arithmetic whose last digit is the same on every Python."""

from __future__ import annotations

from collections.abc import Iterable
from functools import reduce
from operator import add


def plain_sum(values: Iterable[float]) -> float:
    """Return the sum of floats, added from left to right; 0 if there are none.

    The built-in `sum` makes up for rounding from Python 3.12 on, so that its last digit depends on the version. What goes into a
    transcript is added here, since the rules must give the same digits wherever they are asked again.
    """
    return reduce(add, values, 0)
