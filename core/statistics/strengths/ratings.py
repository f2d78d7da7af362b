"""Ratings: strengths of players, effects of roles and seats, with their intervals.

The unknowns are fitted together, as a logistic regression, and are those of the greatest likelihood: `likelihood.py`. A player who
never won has no finite strength then, but a bound above it, and one who never lost a bound below.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Callable, Collection, Iterable
from dataclasses import dataclass

from woozle.core.statistics.standings import Entry
from woozle.core.statistics.strengths.comparisons import Model, UnratedError, compare_players
from woozle.core.statistics.strengths.design import Block, build_design
from woozle.core.statistics.strengths.likelihood import Likelihood

AVERAGE = 1500.0
POINTS = 400 / math.log(10)  # of A. Elo's scale for one of the log odds: 400 points are ten to one


@dataclass(frozen=True, slots=True)
class Rating:
    """A player, role or seat in points.

    n: matches. value: None if it has no finite one. low, high: its 95 % interval; one of them is None if it is bounded on the other
    side alone, and both if the data give none.
    """

    name: str
    n: int
    value: float | None
    low: float | None
    high: float | None


@dataclass(frozen=True, slots=True)
class Ratings:
    """The ratings from some matches, best first. players: Around 1500, their average. roles, seats: Effects in points, around 0.

    average_of: the players whose average is 1500: all, or those who won and lost against each other, if others only won or only
    lost against them. seats: by number, in their order; empty where their effects cannot be separated from the
    players'. is_seated: whether they can. partial: matches without a result for every seat, which are left out. unanswered: those
    in which a seat answered nothing, or whose player is not to count, which are left out too.
    """

    model: Model
    matches: int
    partial: int
    unanswered: int
    players: tuple[Rating, ...]
    roles: tuple[Rating, ...]
    seats: tuple[Rating, ...]
    is_seated: bool
    average_of: tuple[str, ...]


def rate_players(entries: Iterable[Entry], is_wanted: Callable[[], bool] = lambda: True, without: Collection[str] = ()) -> Ratings:
    """Return the ratings of comparable matches, which do not depend on their order.

    is_wanted: asked between the fits. without: players whose matches are not rated. Raises UnratedError, with a
    sentence, if nothing can be rated: no rivals, players who never met or cannot be told apart, no library, or
    `is_wanted` is false.
    """
    found = compare_players(entries, without)
    design = build_design(found)
    likelihood = Likelihood(design, len(found.matches))
    played: Counter[tuple[str, object]] = Counter()
    for comparisons in found.matches.values():
        met = [entry for each in comparisons for entry in (*each.one, *each.other)]
        played.update({(kind, getattr(entry, kind)) for entry in met for kind in ("player", "role", "seat")})

    def ratings(block: Block | None, kind: str, zero: float) -> tuple[list[Rating], list[str]]:
        if block is None or len(block.levels) < 2:
            return [], []
        names = block.levels
        levels, base = likelihood.levels_of(block)
        rated = []
        for name, level in zip(names, levels, strict=True):
            if not is_wanted():
                raise UnratedError("These ratings are no longer wanted.")
            ends = (None if each is None else zero + POINTS * each for each in likelihood.with_bounds(level))
            rated.append(Rating(str(name), played[kind, name], *ends))
        if kind != "seat":
            strength = {str(name): level.at for name, level in zip(names, levels, strict=True)}
            rated.sort(key=lambda each: (-round(strength[each.name], 6), each.name))
        return rated, [str(names[at]) for at in base]

    players, average_of = ratings(design.players, "player", AVERAGE)
    return Ratings(
        model=found.model,
        matches=len(found.matches),
        partial=found.partial,
        unanswered=found.unanswered,
        players=tuple(players),
        roles=tuple(ratings(design.roles, "role", 0.0)[0]),
        seats=tuple(ratings(design.seats, "seat", 0.0)[0]),
        is_seated=design.seats is not None,
        average_of=tuple(average_of),
    )
