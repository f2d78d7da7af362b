"""Matches of the ways to win without playing, the counts that are kept of them, and the test of each against its limit.

A case is a way in one role of a game, alone among bots of one level. `python -m benchmarks.tricks --keep` plays each many times and
keeps the counts, and with them the docs. The limit of a case is the upper end of the 95 % interval (Wilson's) of these counts, or
less where the game says so.

CI plays few matches of each case, so it must tell luck from a way that has begun to win. It plays the first of these seeds, which
give the same results every time, in steps: a case passes as soon as its rate is within its limit, and fails if the lower end of the
95 % interval is above it after the last step. If a change deals other luck and nothing else, a case whose true rate is its limit
fails once in thirty times; one that comes to win a quarter of all matches more than its limit fails nine times in ten.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Mapping
from functools import cache
from pathlib import Path
from typing import NamedTuple

from benchmarks.opponents import Table, play_many
from benchmarks.tricks import forms
from benchmarks.tricks.ways import Way, ways_of
from woozle.core import registry
from woozle.core.chance import key_from_seed
from woozle.core.referee import Referee
from woozle.core.statistics.intervals import wilson
from woozle.players.registry import bot

FIRST = 2_000_000  # seed
STEPS = (12, 24, 48, 96)  # matches of a case in CI; all but the first only while it is above its limit
_LEVELS = ("normal", "hard")  # of the others
KEPT = Path(__file__).parents[2] / "tests" / "benchmarks" / "tricks.json"
PLAYS = "plays"  # the bot of the level itself, for comparison


class Case(NamedTuple):
    """A way in a role, empty for any, among bots of a level."""

    game: str
    role: str
    level: str
    way: str

    def __str__(self) -> str:
        return " ".join(part for part in (self.game, self.role, self.level, self.way) if part).replace(" ", "-")


class Count(NamedTuple):
    """Matches won, and played."""

    won: int
    matches: int

    @property
    def rate(self) -> float:
        return self.won / self.matches

    @property
    def ends(self) -> tuple[float, float]:
        """The 95 % interval."""
        return wilson(self.won, self.matches)


Counts = Mapping[Case, Count]


def ways(game: str) -> Mapping[str, Way]:
    """Return the ways to win a game without playing, by name."""
    return {**forms.WAYS, **ways_of(game).players}


@cache
def roles(game: str) -> tuple[str, ...]:
    """Return the roles that seats have in a standard match; one empty string if they have fewer than two."""
    kind = registry.game(game)
    if kind.hidden_role:
        return tuple(kind.role_names)
    config = registry.configure(kind, "standard", {})
    referee = Referee(kind(kind.default_seats, config), key_from_seed(0))
    dealt = {*kind.roles(referee.record).values()}
    return tuple(role for role in kind.role_names if role in dealt) if len(dealt) > 1 else ("",)


def levels(game: str) -> tuple[str, ...]:
    """Return the levels of the others: those at which a game sets limits itself, or two."""
    return tuple(ways_of(game).limits) or _LEVELS


def cases(game: str) -> Iterator[Case]:
    """Yield the cases of a game."""
    for role in roles(game):
        for way in ways(game):
            yield from (Case(game, role, level, way) for level in levels(game))


def play(case: Case, matches: int, first: int = FIRST) -> Count:
    """Play matches of a case. first: their first seed."""
    kind = registry.game(case.game)
    player = bot(case.game, case.level) if case.way == PLAYS else ways(case.game)[case.way]
    table = Table(case.game, kind.default_seats, registry.configure(kind, "standard", {}), case.level, case.role, player)
    results = play_many(table, matches, first=first)
    return Count(sum(each.kind == "won" for each in results), matches)


def load() -> Counts:
    """Return the counts that are kept."""
    rows = json.loads(KEPT.read_text("utf-8")) if KEPT.exists() else []
    return {Case(*row[:4]): Count(*row[4:]) for row in rows}


def save(counts: Counts) -> None:
    """Keep counts."""
    rows = (json.dumps([*case, *count]) for case, count in sorted(counts.items()))
    KEPT.write_text("[\n" + ",\n".join(rows) + "\n]\n", "utf-8")


def limit(case: Case, kept: Counts) -> float:
    """Return the share of its matches that a case may win. Raises KeyError, with a sentence, if it was never measured."""
    if (fixed := ways_of(case.game).limits.get(case.level)) is not None:
        return fixed
    if case not in kept:
        raise KeyError(f"{case} has no limit yet: measure it, python -m benchmarks.tricks {case.game} --keep")
    return kept[case].ends[1]


def excess(case: Case, most: float, play: Callable[[Case, int, int], Count]) -> str:
    """Return a sentence if a case wins more often than its limit allows, else an empty string.

    Args:
        most: Its limit, as a share of matches.
        play: Plays a number of its matches from a first seed.
    """
    won = 0
    for done, so_far in zip((0, *STEPS), STEPS, strict=False):
        won += play(case, so_far - done, FIRST + done).won
        if won <= most * so_far:
            return ""
    if wilson(won, so_far)[0] <= most:
        return ""
    where = f"as {case.role} in {case.game}" if case.role else f"in {case.game}"
    rate = f"{won} of {so_far} matches ({won / so_far:.0%})"
    return f"{case.way!r} {where} wins {rate} against {case.level}, more than its limit of {most:.1%}."
