"""Ratings: strengths of players, effects of roles and seats, with their intervals.

The unknowns are fitted together, as a logistic regression (statsmodels). So that a player who never lost has a finite rating, each
level is also given one drawn comparison with the average, half a win and half a loss, as H. Turner and others do (Modelling
rankings in R: the PlackettLuce package, Computational Statistics 35, 2020). Whole matches are drawn again for the intervals.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Collection, Iterable, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from woozle.core.statistics.resampling import Estimate, estimates
from woozle.core.statistics.standings import Entry
from woozle.core.statistics.strengths.comparisons import Compared, Model, UnratedError, compare_players
from woozle.core.statistics.strengths.design import Array, Block, Design, build_design

AVERAGE = 1500.0
POINTS = 400 / math.log(10)  # of A. Elo's scale for one of the log odds: 400 points are ten to one
RESAMPLES = 1000
_PRECISION = 1e-6  # of the deviance, relative
_DRAWN = 1.0  # comparisons with the average that each level is given


@dataclass(frozen=True, slots=True)
class Rating:
    """A player, role or seat in points. n: matches; low, high: the 95 % interval, None where the data give none."""

    name: str
    n: int
    value: float
    low: float | None
    high: float | None


@dataclass(frozen=True, slots=True)
class Ratings:
    """The ratings from some matches, best first. players: Around 1500, their average. roles, seats: Effects in points, around 0.

    seats: by number, in their order; empty where they cannot be told apart from the players. is_seated: whether they can be.
    partial: matches without a result for every seat, which are left out. unanswered: those in which a seat answered nothing, or
    whose player is not to count, which are left out too. resamples: how many an interval is made of.
    """

    model: Model
    matches: int
    partial: int
    unanswered: int
    resamples: int
    players: tuple[Rating, ...]
    roles: tuple[Rating, ...]
    seats: tuple[Rating, ...]
    is_seated: bool


def rate_players(
    entries: Iterable[Entry],
    resamples: int = RESAMPLES,
    is_wanted: Callable[[], bool] = lambda: True,
    without: Collection[str] = (),
) -> Ratings:
    """Return the ratings of comparable matches, which do not depend on their order.

    is_wanted: asked between the thousand fits. without: players whose matches are not rated. Raises UnratedError, with a sentence,
    where there are none: no rivals, players who never met or cannot be told apart, no library, or nobody who wants them any more.
    """
    found = compare_players(entries, without)
    design = build_design(found)
    fit = _Fit(design, len(found.matches))

    def figures(sample: Sequence[int]) -> Sequence[float]:
        if not is_wanted():
            raise UnratedError("Nobody waits for these ratings.")
        return list(fit.levels(np.bincount(sample, minlength=len(found.matches)).astype(float)))

    levels = iter(estimates(len(found.matches), figures, resamples))
    rows = [[next(levels) for _ in block.levels] for block in design.blocks]
    by_block = dict(zip(map(id, design.blocks), rows, strict=True))

    def ratings(block: Block | None, kind: str, zero: float) -> list[Rating]:
        values = by_block.get(id(block), [])
        names = block.levels if block else ()
        return [
            _rating(name, _matches_with(found, kind, name), each, zero) for name, each in zip(names, values, strict=bool(values))
        ]

    return Ratings(
        model=found.model,
        matches=len(found.matches),
        partial=found.partial,
        unanswered=found.unanswered,
        resamples=resamples,
        players=_best_first(ratings(design.players, "player", AVERAGE)),
        roles=_best_first(ratings(design.roles, "role", 0.0)),
        seats=tuple(ratings(design.seats, "seat", 0.0)),
        is_seated=design.seats is not None,
    )


class _Fit:
    """A regression that is fitted anew for every sample. Equal rows are merged, so that a fit costs the same for many matches."""

    def __init__(self, design: Design, matches: int) -> None:
        blocks = design.blocks
        columns = np.hstack([block.columns for block in blocks])
        rows, of = np.unique(np.column_stack([columns, design.shares]).round(12), axis=0, return_inverse=True)
        self._counts = np.zeros((matches, len(rows)))
        np.add.at(self._counts, (design.match, of.reshape(-1)), design.weights)
        self._coding = _diagonal([block.coding for block in blocks])
        self._rows = np.vstack([rows[:, :-1], self._coding])
        self._shares = np.concatenate([rows[:, -1], np.full(len(self._coding), 0.5)])
        self._prior = np.full(len(self._coding), _DRAWN)
        self._played = np.zeros((matches, len(self._coding)))
        met = np.hstack([block.rows != 0 for block in blocks]).astype(float)
        np.add.at(self._played, design.match, met)
        self._start: Array | None = None

    def levels(self, times: Array) -> Array:
        """Return all levels in log odds, with each match repeated `times` times; NaN for levels that were not compared."""
        weights = np.concatenate([times @ self._counts, self._prior])
        unknowns = _fit(self._shares, self._rows, weights, self._start)
        if self._start is None:
            self._start = unknowns
        return np.where(times @ self._played > 0, self._coding @ unknowns, math.nan)


def _fit(shares: Array, rows: Array, weights: Array, start: Array | None) -> Array:
    try:
        from statsmodels.genmod.families import Binomial
        from statsmodels.genmod.generalized_linear_model import GLM
    except ModuleNotFoundError:
        raise UnratedError("Ratings need statsmodels; install it with `pip install 'woozle[ratings]'`.") from None
    kept = weights > 0
    model = GLM(shares[kept], rows[kept], family=Binomial(), freq_weights=weights[kept])
    return np.asarray(model.fit(start_params=start, tol=_PRECISION).params)


def _diagonal(blocks: list[Array]) -> Array:
    whole = np.zeros((sum(len(each) for each in blocks), sum(each.shape[1] for each in blocks)))
    row = column = 0
    for each in blocks:
        whole[row : row + len(each), column : column + each.shape[1]] = each
        row, column = row + len(each), column + each.shape[1]
    return whole


def _rating(name: Any, n: int, found: Estimate, zero: float) -> Rating:
    value, low, high = (None if each is None else zero + POINTS * float(each) for each in (found.value, found.low, found.high))
    return Rating(str(name), n, zero if value is None else value, low, high)


def _matches_with(found: Compared, kind: str, name: Any) -> int:
    return sum(
        any(getattr(entry, kind) == name for each in comparisons for entry in (*each.one, *each.other))
        for comparisons in found.matches.values()
    )


def _best_first(ratings: Iterable[Rating]) -> tuple[Rating, ...]:
    return tuple(sorted(ratings, key=lambda each: (-each.value, each.name)))
