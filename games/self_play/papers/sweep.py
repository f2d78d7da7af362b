"""Many information-provision games side by side: brute force against the conditions, on whole numbers, so that ties are ties.

This is the same as `provision.brute_force` and `conditions.equilibria`, once more and differently: games are rows, profiles are
columns, and a column's number says in binary who searches, player 1 in the lowest bit.
"""

from __future__ import annotations

from fractions import Fraction
from hashlib import shake_256
from math import lcm
from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

from woozle.core.value import value
from woozle.games.self_play.papers.provision import Provision, check_players

Whole: TypeAlias = NDArray[np.int64]
Flags: TypeAlias = NDArray[np.bool_]

_STEPS = np.array((4, 10, 20, 60, 1000), dtype=np.int64)
"""Chances are drawn in that many steps from 0 to 1; in few steps there are many ties."""

_CELLS = 1 << 20  # of games times profiles at once: 8 MB an array


@value
class Games:
    """Many games of as many players. right, guessed: a row a game, a column a player; cost: of each; all in parts of `steps`."""

    right: Whole
    guessed: Whole
    cost: Whole
    steps: Whole

    @property
    def players(self) -> int:
        """The number of players of each game."""
        return int(self.right.shape[1])

    def __len__(self) -> int:
        return len(self.right)

    def part(self, start: int, end: int) -> Games:
        """Return the games on the rows from start up to end."""
        return Games(self.right[start:end], self.guessed[start:end], self.cost[start:end], self.steps[start:end])

    def one(self, row: int) -> Provision:
        """Return the game of a row, by itself."""
        steps = int(self.steps[row])
        right, guessed = (tuple(Fraction(int(part), steps) for part in parts[row]) for parts in (self.right, self.guessed))
        return Provision(right, guessed, Fraction(int(self.cost[row]), steps))


@value
class Check:
    """The outcome of a comparison. games: how many; ties: in how many a player loses nothing by leaving an equilibrium; apart: the
    rows on which brute force and the conditions differ.
    """

    games: int
    ties: int
    apart: tuple[int, ...]


def draw_games(games: int, players: int, seed: int = 0) -> Games:
    """Return random games: chances in 4, 10, 20, 60 or 1000 steps, costs of up to half. A seed gives the same on every machine."""
    check_players(players)
    label = f"woozle information provision {seed} {games} {players}".encode()
    stream = shake_256(label).digest(4 * games * (2 * players + 2))
    numbers = np.frombuffer(stream, dtype="<u4").astype(np.int64).reshape(games, 2 * players + 2)
    steps = _STEPS[numbers[:, 0] % len(_STEPS)]
    chances = numbers[:, 2:] % (steps + 1)[:, None]
    return Games(chances[:, :players], chances[:, players:], 1 + numbers[:, 1] % (steps // 2), steps)


def check(games: Games) -> Check:
    """Compare brute force and the conditions on all of them."""
    chunk = max(1, _CELLS >> games.players)
    apart: list[int] = []
    ties = 0
    for start in range(0, len(games), chunk):
        part = games.part(start, start + chunk)
        stable, strict = brute_force(part)
        apart += (start + np.flatnonzero((stable != equilibria(part)).any(axis=1))).tolist()
        ties += int((stable & ~strict).any(axis=1).sum())
    return Check(len(games), ties, tuple(apart))


def brute_force(games: Games) -> tuple[Flags, Flags]:
    """Return which profiles are equilibria, and which of them strict ones: a row a game, a column a profile."""
    players = games.players
    scale = lcm(*range(1, players + 1))  # means over any number of players stay whole
    masks = np.arange(1 << players)
    searches = (masks[:, None] >> np.arange(players)) & 1
    sizes = np.maximum(searches.sum(axis=1), 1)
    chance = (games.right @ searches.T) * (scale // sizes)
    chance[:, 0] = games.guessed.sum(axis=1) * (scale // players)
    stable = np.ones(chance.shape, dtype=np.bool_)
    strict = stable.copy()
    for player in range(players):
        without, within = masks[searches[:, player] == 0], masks[searches[:, player] == 1]
        margin = chance[:, within] - chance[:, without] - scale * games.cost[:, None]
        stable[:, within] &= margin >= 0
        stable[:, without] &= margin <= 0
        strict[:, within] &= margin > 0
        strict[:, without] &= margin < 0
    return stable, strict


def equilibria(games: Games) -> Flags:
    """Return the equilibria by the conditions: who alone may search, and whether none may."""
    players = games.players
    gain = players * games.right - games.guessed.sum(axis=1)[:, None]  # all times the number of players
    cost = players * games.cost[:, None]
    behind = players * (games.right.max(axis=1)[:, None] - games.right)
    found = np.zeros((len(games), 1 << players), dtype=np.bool_)
    found[:, 1 << np.arange(players)] = (gain >= cost) & (behind <= 2 * cost)
    found[:, 0] = (gain <= cost).all(axis=1)
    return found
