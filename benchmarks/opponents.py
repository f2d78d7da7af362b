"""The strength of each level of opponents: a careful player (`benchmarks/careful/`) alone among bots of one level, by role.

    python -m benchmarks.opponents GAME [--matches 2000] [--level hard] [--seats 6] [--preset quick] [--set ducks=2] [--jobs 2]
                                    [--by-seat] [--beside] [--first 2000000] [--docs]

The careful player plays `--matches` in each role or, in games without hidden roles, in all, in each seat in turn; `--by-seat` lists
seats separately, `--beside` also plays the same matches with a bot of the level in its place. Intervals are 95 %: Wilson's for the
share of matches won, Student's for mean scores. Seeds begin at a million, or at `--first`; bots should have been tuned on others.
`--docs` writes the table into the page of the game.
"""

from __future__ import annotations

import argparse
import asyncio
from collections.abc import Callable, Sequence
from concurrent.futures import ProcessPoolExecutor
from functools import cached_property, partial
from importlib import import_module
from statistics import fmean
from typing import Any, NamedTuple

from benchmarks.page import markdown, write
from woozle.core import registry
from woozle.core.chance import key_from_seed
from woozle.core.game import Event
from woozle.core.match import Match, Player
from woozle.core.outcome import Result
from woozle.core.referee import Referee
from woozle.core.request import Request, Response, Seat
from woozle.core.statistics.intervals import interval, wilson
from woozle.players.bot import Bot
from woozle.players.registry import bot, opponents
from woozle.players.seats import bot_seed, level_options, nobody
from woozle.players.services.registry import seat_services

_FIRST = 1_000_000  # seed
_SHARE = 20  # matches handed to a worker at once
TITLES = ("level of the others", "the careful player is", "matches", "it wins", "95 %", "its score", "95 %")


class Table(NamedTuple):
    """The matches to play: a game and its options, the level of all seats but one, and the role of that one, empty for any.

    player: who takes that seat, made from a seed; the careful player of the game if None.
    """

    game: str
    seats: int
    config: Any
    level: str
    role: str = ""
    player: Callable[[str], Bot] | None = None


class Seats:
    """The players of a match. The careful one is seated when the first seat is asked, since some games deal roles only then."""

    def __init__(self, table: Table, referee: Referee, seed: int) -> None:
        self._table, self._referee, self._seed = table, referee, seed

    @cached_property
    def own(self) -> Seat:
        """The seat of the careful player, drawn by the seed from those of its role, if it has one."""
        game, role = self._referee.game, self._table.role
        roles = type(game).roles(self._referee.record) if role else {}
        possible = [seat for seat in game.seats if not role or roles[seat] == role]
        return possible[self._seed % len(possible)]

    def player(self, seat: Seat) -> Bot:
        """Return the player of a seat."""
        name = self._table.game
        own = self._table.player or import_module(f"benchmarks.careful.{name}").Careful
        kind = own if seat == self.own else bot(name, self._table.level)
        return kind(bot_seed(seat, self._referee.key))


class LateBot(Bot):
    """A seat whose player is chosen when it is first asked."""

    name = "late"

    def __init__(self, seat: Seat, seats: Seats) -> None:
        self._seat, self._seats = seat, seats

    @cached_property
    def _player(self) -> Bot:
        return self._seats.player(self._seat)

    async def respond(self, request: Request, observation: Sequence[Event]) -> Response:
        return await self._player.respond(request, observation)


def play(table: Table, seed: int) -> Result:
    """Play one match, and return the result of the careful player."""
    key = key_from_seed(seed)
    game = registry.game(table.game)(table.seats, table.config)
    referee = Referee(game, key)
    seats = Seats(table, referee, seed)
    players: dict[Seat, Player] = {seat: LateBot(seat, seats) for seat in game.seats}
    players |= seat_services(game, {}, key, nobody)
    return asyncio.run(Match(referee, players).play()).results[seats.own]


def play_many(table: Table, matches: int, jobs: int = 1, first: int = _FIRST) -> list[Result]:
    """Play many matches, and return the result of each."""
    seeds, one = range(first, first + matches), partial(play, table)
    if jobs == 1:
        return [*map(one, seeds)]
    with ProcessPoolExecutor(jobs) as pool:
        return [*pool.map(one, seeds, chunksize=_SHARE)]


def row(level: str, name: str, results: Sequence[Result]) -> list[str]:
    """Return a row of the table. name: of a role or a seat; empty for all matches."""
    n, wins = len(results), sum(each.kind == "won" for each in results)
    low, high = wilson(wins, n)
    scores = [each.numbers["score"] for each in results if "score" in each.numbers]
    ends = interval(scores) if scores else None
    score = (f"{fmean(scores):.3f}", f"{ends[0]:.3f} to {ends[1]:.3f}" if ends else "")
    return [
        level,
        name or "any",
        f"{n:,}",
        f"{wins / n:.1%}",
        f"{low:.1%} to {high:.1%}",
        *(score if {*scores} - {0, 1} else ("", "")),
    ]


def without_empty(titles: Sequence[str], rows: Sequence[Sequence[str]]) -> tuple[list[str], list[list[str]]]:
    """Return a table without its empty columns."""
    shown = [at for at in range(len(titles)) if any(row[at] for row in rows)]
    return [titles[at] for at in shown], [[row[at] for at in shown] for row in rows]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("game", choices=registry.names())
    parser.add_argument("--matches", type=int, default=2000)
    parser.add_argument("--level", action="append", dest="levels", help="a level, or the name of a bot; all levels by default")
    parser.add_argument("--seats", type=int)
    parser.add_argument("--preset", default="standard")
    parser.add_argument("--set", action="append", default=[], metavar="NAME=VALUE", dest="options")
    parser.add_argument("--first", type=int, default=_FIRST, help="the first seed; others than those that a bot was tuned on")
    parser.add_argument("--jobs", type=int, default=1)
    parser.add_argument("--by-seat", action="store_true")
    parser.add_argument("--beside", action="store_true")
    parser.add_argument("--docs", action="store_true")
    given = parser.parse_args()
    kind = registry.game(given.game)
    options = dict(option.split("=", 1) for option in given.options)
    seats = given.seats or kind.default_seats
    rows: list[list[str]] = []
    series = given.matches, given.jobs, given.first
    for level in given.levels or opponents(given.game):
        usual = level_options(f"human,bot:{level}", given.game, given.preset)
        config = registry.configure(kind, given.preset, {**usual, **options})
        for role in kind.role_names if kind.hidden_role else ("",):
            results = play_many(Table(given.game, seats, config, level, role), *series)
            rows.append(row(level, role, results))
            if given.beside:
                instead = Table(given.game, seats, config, level, role, bot(given.game, level))
                rows.append(row(level, f"{role}, a bot in its place".removeprefix(", "), play_many(instead, *series)))
            if given.by_seat and not role:
                rows += [row(level, f"seat {at + 1}", results[(at - given.first) % seats :: seats]) for at in range(seats)]
        print(*rows[-1], flush=True)
    text = markdown(*without_empty(TITLES, rows))
    print(text)
    if given.docs:
        write(f"{given.game}.md", "careful", text)


if __name__ == "__main__":
    main()
