"""The likelihood of comparisons: the strengths that fit best, and the bounds of those that fit nearly as well.

Bounds are of the profile likelihood: a figure is moved away from its best value, all else is fitted anew, and where the deviance
has grown by the critical value is the bound (D. Cox and D. Hinkley, Theoretical Statistics, 1974, section 9.3). The comparisons of
one match hang together, so the deviance is scaled by how much more the scores of whole matches vary than the likelihood expects
(R. Chandler and S. Bate, Inference for clustered data using the independence loglikelihood, Biometrika 94, 2007).

Where the best value is at infinity, as of a player who never won, there is one bound: where all that was seen would have a
probability of 2.5 %. The comparisons of a player in a match of k weigh 1 / (k - 1) each, so that the likelihood of losing them all
is the geometric mean of the probabilities of losing each, which is at least the probability of losing all, however they hang
together.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import accumulate
from typing import NamedTuple, TypeAlias

import numpy as np
from numpy.typing import NDArray

from woozle.core.statistics.intervals import FEWEST, NORMAL
from woozle.core.statistics.strengths.comparisons import UnratedError
from woozle.core.statistics.strengths.design import Array, Block, Design

Marks: TypeAlias = NDArray[np.bool_]

_TAIL = 0.025  # beyond each bound
_DRAWN = 1e-4  # of a comparison with the average, drawn, that keeps each level finite; seen in no figure
_GAIN = 1e-7  # of the log likelihood, below which a fit is done
_STEP = 3.0  # log odds that a level may move at once
_FAR = 30.0  # log odds beyond which there is no bound
_CLOSE = 2e-3  # of a root of the deviance
_TRIES = 60
_TINY = 1e-8
_LARGE = 1e4  # an unknown of the linear program


class Bounded(NamedTuple):
    """A level in log odds. value: None if it is at infinity; low, high: None where the comparisons give no bound."""

    value: float | None
    low: float | None
    high: float | None


@dataclass(frozen=True, slots=True)
class Level:
    """A level of a block, as a weighted sum of the unknowns.

    at: where it fits best, in log odds. is_finite: whether that is so; else the farther the better, and `at` is only far away.
    """

    weights: Array
    at: float
    is_finite: bool


class Likelihood:
    """The likelihood of comparisons of matches. Equal rows are merged, so that a fit costs the same for many matches."""

    def __init__(self, design: Design, matches: int) -> None:
        columns = np.hstack([block.columns for block in design.blocks])
        signs = np.array([next((np.sign(each) for each in row if each), 1.0) for row in columns])
        self._rows, of = np.unique((columns * signs[:, None]).round(12), axis=0, return_inverse=True)
        self._of = of.reshape(-1)
        self._match, self._times, self._matches = design.match, design.weights, matches
        self._shares = np.where(signs > 0, design.shares, 1 - design.shares)
        self._weights = np.bincount(self._of, self._times)
        self._won = np.bincount(self._of, self._times * self._shares)
        self._levels = _diagonal([block.coding for block in design.blocks])
        ends = list(accumulate(len(block.levels) for block in design.blocks))
        self._blocks = {id(block): slice(end - len(block.levels), end) for end, block in zip(ends, design.blocks, strict=True)}
        self._best, self._most = self._fit(np.zeros(self._rows.shape[1]))

    def levels_of(self, block: Block) -> tuple[list[Level], list[int]]:
        """Return the levels of a block, less the mean of those that are finite from each other, and which these are.

        Where there are no two such levels, less the mean of all.
        """
        coding = self._levels[self._blocks[id(block)]]
        alike: list[list[int]] = []
        for at, row in enumerate(coding):
            group = next((group for group in alike if self._is_finite(row - coding[group[0]])), None)
            if group:
                group.append(at)
            else:
                alike.append([at])
        largest = max(alike, key=len)
        base = largest if len(largest) > 1 else list(range(len(coding)))
        found = [row - coding[base].mean(axis=0) for row in coding]
        return [Level(each, float(each @ self._best), self._is_finite(each)) for each in found], base

    def with_bounds(self, level: Level) -> Bounded:
        """Return a level with its bounds."""
        if not level.is_finite:
            root = math.sqrt(-2 * math.log(_TAIL))
            return Bounded(None, *(self._find_bound(level, way, root) for way in (-1, 1)))
        inverse, robust = self._inverse, self._robust
        if robust is None:
            return Bounded(level.at, None, None)
        more = float(level.weights @ robust @ level.weights) / float(level.weights @ inverse @ level.weights)
        root = NORMAL * math.sqrt(more)
        if root < _TINY:
            return Bounded(level.at, None, None)
        return Bounded(level.at, *(self._find_bound(level, way, root, more) for way in (-1, 1)))

    def _information(self, level: Level, at: Array) -> float:
        """Return the root of the information on a level, all else as it is fitted there (Barndorff-Nielsen)."""
        seen, here = (self._known_basis.T @ self._curvature(each) @ self._known_basis for each in (self._best, at))
        weights = self._known_basis.T @ level.weights
        ratio = np.linalg.slogdet(seen)[1] - np.linalg.slogdet(here)[1]
        return math.exp(ratio / 2) / math.sqrt(float(weights @ np.linalg.solve(here, weights)))

    @cached_property
    def _inverse(self) -> Array:
        """The variances of the unknowns, as the likelihood expects them."""
        return np.asarray(np.linalg.pinv(self._curvature(self._best), rcond=1e-14, hermitian=True))

    @cached_property
    def _robust(self) -> Array | None:
        """The same as the scores of whole matches show them; None if there are too few."""
        free = self._matches - self._rows.shape[1]
        if free < 1 or self._matches < FEWEST:
            return None
        missed = self._times * (self._shares - _chances(self._rows @ self._best)[self._of])
        scores = np.zeros((self._matches, self._rows.shape[1]))
        np.add.at(scores, self._match, missed[:, None] * self._rows[self._of])
        found = scores @ self._inverse
        return np.asarray(found.T @ found * self._matches / free)

    def _find_bound(self, level: Level, way: int, root: float, more: float = 0.0) -> float | None:
        """Return where the root of the deviance, corrected for small samples, is `root`, by the secant; None if it never is.

        more: how much more varies than the likelihood expects; 0 for no correction.
        """
        along = self._inverse @ level.weights
        spread = float(level.weights @ along)

        def rise(at: float, start: Array) -> tuple[float, Array]:
            start = start + along * ((at - float(level.weights @ start)) / spread)
            fitted, likely = self._fit(start, level.weights)
            found = math.sqrt(max(_TINY, 2 * (self._most - likely)))
            if not more:
                return found, fitted
            return found + more * math.log(abs(at - level.at) * self._information(level, fitted) / found) / found, fitted

        if not level.is_finite and rise(level.at + way * _FAR, self._best)[0] < root:
            return None
        inner, outer = level.at, level.at + way * _FAR
        before, was = level.at, 0.0
        at, fitted = level.at + way * min(root * math.sqrt(spread), _STEP), self._best
        for _ in range(_TRIES):
            now, fitted = rise(at, fitted)
            if abs(now - root) < _CLOSE * root:
                break
            inner, outer = (at, outer) if now < root else (inner, at)
            aimed = at + (at - before) * (root - now) / (now - was) if abs(now - was) > _TINY else inner
            before, was = at, now
            is_between = min(inner, outer) < aimed < max(inner, outer) and abs(aimed - at) < 2 * _STEP
            at = aimed if is_between else inner + way * min(_STEP, abs(outer - inner) / 2)
        return at

    def _fit(self, at: Array, held: Array | None = None) -> tuple[Array, float]:
        """Return the unknowns of the greatest likelihood, by Newton's method, and its logarithm.

        at: where to begin. held: a weighted sum of the unknowns that stays as it is.
        """
        size, likely = len(at), self._log(at)
        system = np.zeros((size + 1, size + 1))
        system[size, :size] = system[:size, size] = 0 if held is None else held
        system[size, size] = 1 if held is None else 0
        for _ in range(_TRIES):
            slope = self._rows.T @ (self._won - self._weights * _chances(self._rows @ at))
            slope += _DRAWN * self._levels.T @ (0.5 - _chances(self._levels @ at))
            system[:size, :size] = self._curvature(at)
            step = np.linalg.solve(system, np.append(slope, 0.0))[:size]
            step *= min(1.0, _STEP / max(float(np.abs(self._levels @ step).max()), _TINY))
            gain = float(slope @ step)
            while (now := self._log(at + step)) < likely - _GAIN and float(np.abs(step).max()) > _TINY:
                step /= 2
            at, likely = at + step, now
            if gain < _GAIN:
                break
        return at, likely

    def _log(self, at: Array) -> float:
        odds, levels = self._rows @ at, self._levels @ at
        drawn = float((levels / 2 - np.logaddexp(0, levels)).sum())
        return float(self._won @ odds - self._weights @ np.logaddexp(0, odds)) + _DRAWN * drawn

    def _curvature(self, at: Array) -> Array:
        chances, levels = _chances(self._rows @ at), _chances(self._levels @ at)
        seen = self._rows.T @ (self._rows * (self._weights * chances * (1 - chances))[:, None])
        drawn = self._levels.T @ (self._levels * (levels * (1 - levels))[:, None])
        found = seen + _DRAWN * drawn
        found.flat[:: len(found) + 1] += 1e-10 * max(1e-3, float(found.trace()) / len(found))  # so that it can be solved
        return np.asarray(found)

    def _is_finite(self, weights: Array) -> bool:
        return bool(np.abs(weights - self._known_basis @ (self._known_basis.T @ weights)).max(initial=0) < 1e-6)

    @cached_property
    def _known_basis(self) -> Array:
        """A basis of what has a finite best value: of what is known by the comparisons that cannot all be foretold."""
        return _basis(self._rows[~self._foretold])

    @cached_property
    def _foretold(self) -> Marks:
        """Which rows some unknowns, however large, foretell without a mistake, and without one in the other rows.

        The rows of a tie, or that ended both ways, are never among them. The others are found by a linear program (K. Konis, Linear
        Programming Algorithms for Detecting Separated Data in Binary Logistic Regression Models, 2007).
        """
        shares = self._won / self._weights
        is_open = (shares < _TINY) | (shares > 1 - _TINY)
        basis = _basis(self._rows[~is_open])
        rest = np.eye(len(basis)) - basis @ basis.T
        signed = self._rows * np.where(shares > 0.5, 1.0, -1.0)[:, None] @ rest
        found = is_open & (np.abs(signed).max(axis=1, initial=0) > _TINY)
        if found.any():
            found[found] = _separable(signed[found])
        return np.asarray(found)


def _separable(rows: Array) -> Marks:
    """Return which rows are positive for some unknowns for which no row is negative."""
    try:
        from scipy.optimize import linprog
        from scipy.sparse import csr_array, hstack, identity
    except ModuleNotFoundError:
        raise UnratedError(
            "Ratings where players never won or never lost need SciPy; install it with `pip install 'woozle[ratings]'`."
        ) from None
    unique, of = np.unique(rows.round(9), axis=0, return_inverse=True)
    count, unknowns = unique.shape
    found = linprog(
        np.concatenate([np.zeros(unknowns), -np.ones(count)]),
        A_ub=hstack([csr_array(-unique), identity(count)]),
        b_ub=np.zeros(count),
        bounds=[(-_LARGE, _LARGE)] * unknowns + [(0, 1)] * count,
    )
    if found.x is None:
        raise UnratedError(f"The ratings could not be found: {found.message}")
    return np.asarray(found.x[unknowns:] > 1e-6)[of.reshape(-1)]


def _basis(rows: Array) -> Array:
    """Return an orthonormal basis of the span of rows, as columns."""
    _, sizes, basis = np.linalg.svd(rows, full_matrices=False)
    return np.asarray(basis[sizes > _TINY * max(1.0, sizes.max(initial=0))].T)


def _chances(odds: Array) -> Array:
    return np.asarray(0.5 * (1 + np.tanh(odds / 2)))


def _diagonal(blocks: Sequence[Array]) -> Array:
    whole = np.zeros((sum(len(each) for each in blocks), sum(each.shape[1] for each in blocks)))
    row = column = 0
    for each in blocks:
        whole[row : row + len(each), column : column + each.shape[1]] = each
        row, column = row + len(each), column + each.shape[1]
    return whole
