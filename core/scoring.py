"""Proper scores: what somebody says is worth most, on average, if it is what they believe."""

from __future__ import annotations


def interval_score(low: float, high: float, truth: float, alpha: float) -> float:
    """What a range costs that is to hold the truth in 1 - alpha of all cases (Gneiting and Raftery 2007, section 6.2); 0 at best.

    Its width, and 2 / alpha for each unit by which it misses. alpha: in (0, 1).
    """
    return high - low + 2 / alpha * max(0, low - truth, truth - high)
