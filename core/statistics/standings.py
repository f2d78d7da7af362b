"""Standings: how well each player did in each role, and how far that can be trusted.

The seats of one match are not independent: geese win and lose together. A match therefore counts once for a player in a role,
with the mean of its seats there, and n is a number of matches. What was drawn in clusters, taken for independent, makes
intervals up to three times too narrow (E. Miller, Adding Error Bars to Evals, arXiv:2411.00640, on clustered standard errors).
A mean does not depend on the order of play, as ratings of the Elo kind do.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from statistics import fmean

from woozle.core.outcome import Result
from woozle.core.statistics.intervals import interval


@dataclass(frozen=True, slots=True)
class Entry:
    """What became of one seat. match: any name of the match that no other has; role: empty if the game has none.

    seat: which at its table, from 1 on; 0 where that is not known.
    """

    match: str
    player: str
    role: str
    result: Result
    seat: int = 0


@dataclass(frozen=True, slots=True)
class Standing:
    """A player in a role. n: matches; mean: of their scores; low, high: its 95 % interval, None where the data give none."""

    player: str
    role: str
    n: int
    mean: float
    low: float | None
    high: float | None


def standings(entries: Iterable[Entry]) -> list[Standing]:
    """The best mean first. Seats without a score are left out."""
    scores: dict[tuple[str, str], dict[str, list[float]]] = {}
    for entry in entries:
        score = score_of(entry.result)
        if score is not None:
            scores.setdefault((entry.player, entry.role), {}).setdefault(entry.match, []).append(score)
    found = [_standing(*who, sorted(fmean(seats) for seats in matches.values())) for who, matches in scores.items()]
    return sorted(found, key=lambda each: (-each.mean, -each.n, each.player, each.role))


def score_of(result: Result) -> float | None:
    """The score of a seat, a forfeit's as the game scored it; None if it is void or has none, which is not the same as zero."""
    score = result.numbers.get("score", math.nan)
    return score if result.kind != "void" and math.isfinite(score) else None


def _standing(player: str, role: str, scores: Sequence[float]) -> Standing:
    low, high = interval(scores) or (None, None)
    return Standing(player, role, len(scores), fmean(scores), low, high)
