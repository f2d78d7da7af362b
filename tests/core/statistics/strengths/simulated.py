"""Matches of players whose strength is known, drawn from the model itself."""

from __future__ import annotations

import math
import random
from collections.abc import Mapping, Sequence

from woozle.core.outcome import Result
from woozle.core.statistics.standings import Entry


def ranked(strengths: Mapping[str, float], matches: int, seed: int, seats: int = 0, effects: Sequence[float] = ()) -> list[Entry]:
    """Rankings of Plackett and Luce, all at the table or some of them, sat down at random. effects: of each seat, in log odds."""
    chance, found = random.Random(seed), []
    for number in range(matches):
        table = chance.sample(sorted(strengths), seats or len(strengths))
        worth = {name: strengths[name] + (effects[at] if effects else 0) for at, name in enumerate(table)}
        order: list[str] = []
        while left := [name for name in table if name not in order]:
            order += chance.choices(left, [math.exp(worth[name]) for name in left])
        found += ranking(f"{number:05}", order, table)
    return found


def ranking(match: str, order: Sequence[str | Sequence[str]], table: Sequence[str] = ()) -> list[Entry]:
    """One match, the best first; who shares a rank stands together. table: how they sat."""
    ranks = [(each,) if isinstance(each, str) else each for each in order]
    sat = list(table) or [name for rank in ranks for name in rank]
    score = {name: float(len(ranks) - at) for at, rank in enumerate(ranks) for name in rank}
    best = max(score.values())
    top = "won" if len(ranks[0]) == 1 else "drawn"
    return [
        Entry(match, name, "", Result(top if score[name] == best else "lost", {"score": score[name]}), seat)
        for seat, name in enumerate(sat, 1)
    ]


def sided(strengths: Mapping[str, float], matches: int, seed: int, sides: Mapping[str, int], effect: float) -> list[Entry]:
    """Matches of two sides. sides: how many seats of each role; effect: of the first role, in log odds, against the other."""
    chance, found = random.Random(seed), []
    (first, many), (second, few) = sides.items()
    for number in range(matches):
        table = [chance.choice(sorted(strengths)) for _ in range(many + few)]
        roles = chance.sample([first] * many + [second] * few, many + few)
        means = {
            role: sum(strengths[name] for name, its in zip(table, roles, strict=True) if its == role) / sides[role]
            for role in sides
        }
        odds = means[first] - means[second] + effect
        winner = first if chance.random() < 1 / (1 + math.exp(-odds)) else second
        found += [
            Entry(f"{number:05}", name, role, Result("won" if role == winner else "lost", {"score": float(role == winner)}), seat)
            for seat, (name, role) in enumerate(zip(table, roles, strict=True), 1)
        ]
    return found
