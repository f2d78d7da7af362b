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

from woozle.core.answer_counts import NO_ANSWERS, AnswerCounts
from woozle.core.outcome import Result
from woozle.core.statistics.intervals import interval


@dataclass(frozen=True, slots=True)
class Entry:
    """The result of one seat in one match.

    match: Unique name of the match.
    player: Name of the player, as `player_name` gives it.
    role: Empty if the game has none.
    seat: Number of the seat, from 1; 0 if it is not known.
    answers: What became of the questions that it was asked.
    """

    match: str
    player: str
    role: str
    result: Result
    seat: int = 0
    answers: AnswerCounts = NO_ANSWERS


@dataclass(frozen=True, slots=True)
class Standing:
    """The results of a player in a role.

    n: Number of matches.
    mean: Mean score.
    low, high: Its 95 % interval; None if the data give none.
    answers: What became of the questions that it was asked in these matches.
    """

    player: str
    role: str
    n: int
    mean: float
    low: float | None
    high: float | None
    answers: AnswerCounts = NO_ANSWERS


def standings(entries: Iterable[Entry], by: str = "score", *, lowest_first: bool = False) -> list[Standing]:
    """Return the players in their roles by the mean of a figure, best first. Seats without that figure are left out.

    A player that never answered in a role has a mean there all the same, which says nothing: it is for callers to set it apart.

    Args:
        by: Name of the figure, one of `Result.numbers`.
        lowest_first: Whether less is better.
    """
    scores: dict[tuple[str, str], dict[str, list[float]]] = {}
    answers: dict[tuple[str, str], AnswerCounts] = {}
    for entry in entries:
        score = score_of(entry.result, by)
        if score is not None:
            scores.setdefault((entry.player, entry.role), {}).setdefault(entry.match, []).append(score)
            answers[entry.player, entry.role] = answers.get((entry.player, entry.role), NO_ANSWERS) + entry.answers
    found = [_standing(*who, sorted(map(fmean, matches.values())), answers[who]) for who, matches in scores.items()]
    return sorted(found, key=lambda each: (each.mean if lowest_first else -each.mean, -each.n, each.player, each.role))


def score_of(result: Result, name: str = "score") -> float | None:
    """Return a figure of a result; None if the result is void or does not have it. Forfeits count as the game scored them."""
    score = result.numbers.get(name, math.nan)
    return score if result.kind != "void" and math.isfinite(score) else None


def _standing(player: str, role: str, scores: Sequence[float], answers: AnswerCounts) -> Standing:
    low, high = interval(scores) or (None, None)
    return Standing(player, role, len(scores), fmean(scores), low, high, answers)
