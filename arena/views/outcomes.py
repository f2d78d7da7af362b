"""Outcomes of matches, each as one sentence for people: in points, where a game counts points, else as its rules say it."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache

from woozle.core.names import join_names
from woozle.core.outcome import Result
from woozle.core.plugins import UnknownGameError
from woozle.core.request import Seat
from woozle.core.welcome import load_welcome_or_error


def outcome_sentence(game: str, reason: str, results: Mapping[Seat, Result]) -> str:
    """Return how a match ended. reason: as the rules say it; results: of its seats, as a transcript has them."""
    points = points_of(game, results)
    winners = [seat for seat, result in results.items() if result.kind in ("won", "drawn")]
    if not points or not winners:
        return reason
    others = sorted((seat for seat in results if seat not in winners), key=lambda seat: -results[seat].numbers["score"])
    best, rest = points[winners[0]], join_names(points[seat] for seat in others)
    if len(winners) == 1:
        return f"{winners[0]} wins, {best} to {rest}." if rest else f"{winners[0]} wins with {best}."
    return f"{join_names(winners)} draw with {best} each{f', ahead of {rest}' if rest else ''}."


def points_of(game: str, results: Mapping[Seat, Result]) -> dict[Seat, str]:
    """Return the points of each seat, with as few digits as tell the best from all others; empty where a game counts none."""
    worth = _worth(game)
    scores = {seat: result.numbers["score"] * worth for seat, result in results.items() if "score" in result.numbers}
    if not worth or len(scores) < len(results):
        return {}
    best = max(scores.values(), default=0.0)
    digits = next((n for n in range(3) if sum(f"{each:z.{n}f}" == f"{best:z.{n}f}" for each in scores.values()) == 1), 0)
    return {seat: f"{score:z.{digits}f}" for seat, score in scores.items()}


@cache
def _worth(game: str) -> int:
    try:
        return load_welcome_or_error(game).points
    except UnknownGameError:
        return 0
