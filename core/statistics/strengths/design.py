"""Design matrices of comparisons: the unknown strengths, and whether the comparisons identify them.

    log odds that one side does better = difference of their strengths + of their roles' effects + of their seats' effects

each the mean over a side. A constant added to all strengths, all roles or all seats changes nothing, so each of the three has mean
0: of m levels, m - 1 are unknown. The rest is known if the columns of the comparisons are independent, which is looked at here, in
an order that gives a reader the plainest reason first.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from operator import attrgetter
from typing import Any, TypeAlias

import numpy as np
from numpy.typing import NDArray

from woozle.core.groups import group_pairs
from woozle.core.statistics.standings import Entry
from woozle.core.statistics.strengths.comparisons import Compared, UnratedError

Array: TypeAlias = NDArray[np.float64]

_TOLERANCE = 1e-9
_NAMED = 4  # members named per group, and groups named


@dataclass(frozen=True, slots=True)
class Block:
    """Levels of one kind, with mean 0. rows: how much more of each the one side of every comparison has than the other."""

    levels: tuple[Any, ...]
    rows: Array

    @property
    def coding(self) -> Array:
        """The matrix from unknowns to levels: the last level is minus the sum of the others."""
        return np.vstack([np.eye(len(self.levels) - 1), -np.ones((1, len(self.levels) - 1))])

    @property
    def columns(self) -> Array:
        """The rows in terms of the unknowns."""
        return self.rows @ self.coding


@dataclass(frozen=True, slots=True)
class Design:
    """The comparisons as arrays. match: the number of each row's match; seats: None if not identifiable."""

    players: Block
    roles: Block
    seats: Block | None
    shares: Array
    weights: Array
    match: NDArray[np.intp]

    @property
    def blocks(self) -> list[Block]:
        """Players, roles and seats, each only if there are several."""
        return [block for block in (self.players, self.roles, self.seats) if block and len(block.levels) > 1]


def build_design(compared: Compared) -> Design:
    """Return the arrays. Raises UnratedError if players cannot be distinguished from each other, or from their roles."""
    comparisons = [each for found in compared.matches.values() for each in found]
    sides = [(each.one, each.other) for each in comparisons]

    players, roles, seats = (_block(sides, compared, attrgetter(name)) for name in ("player", "role", "seat"))
    _check_meetings(players)
    _check_players(players)
    _check_roles(players, roles)
    known = [players.columns, roles.columns, seats.columns]
    return Design(
        players,
        roles,
        seats if _are_independent(known) else None,
        np.array([each.share for each in comparisons]),
        np.array([each.weight for each in comparisons]),
        np.repeat(np.arange(len(compared.matches)), [len(found) for found in compared.matches.values()]),
    )


def _block(sides: Sequence[tuple[Sequence[Entry], Sequence[Entry]]], compared: Compared, level: Callable[[Entry], Any]) -> Block:
    levels = sorted({level(entry) for entry in compared.entries})
    at = {each: number for number, each in enumerate(levels)}
    rows = np.zeros((len(sides), len(levels)))
    for row, (one, other) in enumerate(sides):
        for side, sign in ((one, 1.0), (other, -1.0)):
            for entry in side:
                rows[row, at[level(entry)]] += sign / len(side)
    rows[np.abs(rows) < _TOLERANCE] = 0  # a third three times, less one
    return Block(tuple(levels), rows)


def _are_independent(columns: Sequence[Array]) -> bool:
    together = np.unique(np.hstack(columns).round(12), axis=0)
    return together.shape[1] == 0 or bool(np.linalg.matrix_rank(together, tol=1e-8) == together.shape[1])


def _check_meetings(players: Block) -> None:
    groups = _groups(players)
    if len(groups) > 1:
        names = [_list_names(group) for group in groups[:_NAMED]]
        more = f" and {len(groups) - _NAMED} groups more" if len(groups) > _NAMED else ""
        raise UnratedError(
            f"Ratings need players who met, and these groups never did: {'; '.join(names)}{more}. Let players of both meet."
        )


def _groups(players: Block) -> list[list[str]]:
    """Return the groups of players that are connected by comparisons, largest first."""
    group = list(range(len(players.levels)))

    def root(at: int) -> int:
        while group[at] != at:
            at = group[at]
        return at

    for row in np.unique(players.rows != 0, axis=0):
        first, *others = [*np.flatnonzero(row), -1]
        for other in others[:-1]:
            group[root(int(other))] = root(int(first))
    found = group_pairs((root(at), name) for at, name in enumerate(players.levels))
    return sorted(found.values(), key=lambda each: (-len(each), each))


def _check_players(players: Block) -> None:
    if _are_independent([players.columns]):
        return
    rows = np.unique(players.rows.round(12), axis=0)
    known = np.linalg.pinv(rows, rcond=1e-8) @ rows
    apart = np.eye(len(players.levels)) - 1 / len(players.levels)
    unknown = np.linalg.norm(apart - known @ apart, axis=0) > 1e-6
    names = _list_names([name for name, is_unknown in zip(players.levels, unknown, strict=True) if is_unknown])
    raise UnratedError(f"These players were always on the same sides and cannot be told apart: {names}. Let them change sides.")


def _check_roles(players: Block, roles: Block) -> None:
    if not _are_independent([players.columns, roles.columns]):
        raise UnratedError(
            "Strong players cannot be told apart from strong roles: each player always had the same role. Let them change roles."
        )


def _list_names(names: Sequence[str]) -> str:
    more = [f"{len(names) - _NAMED} more"] if len(names) > _NAMED else []
    return ", ".join([*names[:_NAMED], *more])
