"""How hard the opponents of each level are: a careful player (`benchmarks/careful/`) alone among bots of one level, by role.

    python -m benchmarks.opponents GAME [--matches 2000] [--level hard] [--seats 6] [--preset quick] [--set ducks=2] [--jobs 2]
                                    [--by-seat]

The careful player takes each seat in turn; `--by-seat` tells them apart, for games without roles. Intervals are 95 %: Wilson's for
the share of matches won, Student's for mean scores.
"""

from __future__ import annotations

import argparse
import asyncio
from collections.abc import Iterable, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from functools import partial
from importlib import import_module
from statistics import fmean
from typing import Any, NamedTuple

from woozle.arena.views.company import role
from woozle.core import registry
from woozle.core.chance import key_from_seed
from woozle.core.match import Match, Player
from woozle.core.outcome import Result
from woozle.core.referee import Referee
from woozle.core.statistics.intervals import interval, wilson
from woozle.players.registry import bot, opponents
from woozle.players.seats import bot_seed, nobody
from woozle.players.services.registry import seat_services


class Table(NamedTuple):
    """The matches to play: a game and its options, of so many seats; the level of all seats but one."""

    game: str
    seats: int
    config: Any
    level: str


class Row(NamedTuple):
    """How the careful player did in one role, or in all (an empty role), against one level."""

    level: str
    role: str
    results: Sequence[Result]

    @property
    def wins(self) -> int:
        return sum(each.kind == "won" for each in self.results)

    @property
    def scores(self) -> list[float]:
        """The scores of a game that has them; a game without them has none."""
        return [each.numbers["score"] for each in self.results if "score" in each.numbers]


def play(table: Table, seed: int) -> Result:
    """Play one match, and return how the careful player did."""
    kind, key = registry.game(table.game), key_from_seed(seed)
    game = kind(table.seats, table.config)
    own = game.seats[seed % table.seats]
    careful = import_module(f"benchmarks.careful.{table.game}").Careful
    players: dict[str, Player] = {
        seat: (careful if seat == own else bot(table.game, table.level))(bot_seed(seat, key)) for seat in game.seats
    }
    players |= seat_services(game, {}, key, nobody)
    return asyncio.run(Match(Referee(game, key), players).play()).results[own]


def measured(table: Table, matches: int, jobs: int = 1, *, by_seat: bool = False) -> list[Row]:
    """Return the rows of one level: all matches, then by role where there are roles, or by seat."""
    seeds, one = range(matches), partial(play, table)
    if jobs == 1:
        results = [*map(one, seeds)]
    else:
        with ProcessPoolExecutor(jobs) as pool:
            results = [*pool.map(one, seeds, chunksize=20)]
    names = [f"seat {at % table.seats + 1}" if by_seat else role(table.game, each.numbers) for at, each in enumerate(results)]
    by_name = {name: [each for each, own in zip(results, names, strict=True) if own == name] for name in sorted({*names} - {""})}
    return [Row(table.level, "", results), *(Row(table.level, name, part) for name, part in by_name.items())]


def lines(rows: Iterable[Row]) -> Iterator[str]:
    """Yield the table in words."""
    yield f"{'level':8}{'role':12}{'matches':>8}{'won':>8}{'95 %':>16}{'score':>9}{'95 %':>20}"
    for row in rows:
        n, scores = len(row.results), row.scores
        low, high = wilson(row.wins, n)
        ends = interval(scores) if scores else None
        score = f"{fmean(scores):9.3f}" if scores else ""
        between = f"{ends[0]:.3f} to {ends[1]:.3f}" if ends else ""
        shares = f"{low:.1%} to {high:.1%}"
        yield f"{row.level:8}{row.role or 'all':12}{n:8}{row.wins / n:8.1%}{shares:>16}{score:>9}{between:>20}".rstrip()


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("game", choices=registry.names())
    parser.add_argument("--matches", type=int, default=2000)
    parser.add_argument("--level", action="append", dest="levels", help="a level, or the name of a bot; all levels by default")
    parser.add_argument("--seats", type=int)
    parser.add_argument("--preset", default="standard")
    parser.add_argument("--set", action="append", default=[], metavar="NAME=VALUE", dest="options")
    parser.add_argument("--jobs", type=int, default=1)
    parser.add_argument("--by-seat", action="store_true")
    given = parser.parse_args()
    kind = registry.game(given.game)
    config = registry.configure(kind, given.preset, dict(option.split("=", 1) for option in given.options))
    rows: list[Row] = []
    for level in given.levels or opponents(given.game):
        table = Table(given.game, given.seats or kind.default_seats, config, level)
        rows += measured(table, given.matches, given.jobs, by_seat=given.by_seat)
    print("\n".join(lines(rows)))


if __name__ == "__main__":
    main()
