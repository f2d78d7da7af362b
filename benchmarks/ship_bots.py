"""Matches among the ship's bots: who wins at tables of several sizes, level against level, and how they vote.

    python -m benchmarks.ship_bots [--matches 2000] [--jobs 2] [--docs]
    python -m benchmarks.ship_bots --alone [--matches 1000] [--level normal] [--seats 6] [--ducks 1] [--map ship] [--json]

The first writes the tables of docs/ship.md (`--docs`), the second one row for each preset, and one with random geese for
comparison. A meeting is settled by one sighting if all geese except the accused vote for the same seat, although at most one of
them claimed to have seen anything. Intervals are Wilson's, 95 %. Seeds begin at a million, since bots were tuned on other ones.
"""

from __future__ import annotations

import argparse
import json
import time
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import asdict, dataclass, field, replace
from functools import cache, partial
from typing import NamedTuple

from benchmarks.page import markdown, write
from benchmarks.result import Result
from woozle.core.chance import key_from_seed
from woozle.core.event import PUBLIC
from woozle.core.game import Event
from woozle.core.referee import Referee
from woozle.core.request import Response, Seat
from woozle.core.statistics.intervals import wilson
from woozle.games.ship.claims.schema import Statement
from woozle.games.ship.config import preset
from woozle.games.ship.events import Ballot, Ended, Killed, MeetingCalled, Role, Tick
from woozle.games.ship.maps import load
from woozle.games.ship.players.assertions import Assertion, reader_of
from woozle.games.ship.rules import Ship
from woozle.games.ship.state import State
from woozle.players.bot import LEVELS, Bot
from woozle.players.registry import bot

_SHARE = 25  # matches handed to a worker at once
_FIRST = 1_000_000  # seed


class Table(NamedTuple):
    """The matches of a row: rules, seats, and the bots that play geese and ducks."""

    preset: str = "standard"
    geese: str = "normal"
    duck: str = "normal"
    seats: int = 6
    ducks: int = 1
    map: str = "ship"


@dataclass
class Row:
    """Counts over matches of one kind.

    early: kills before the first meeting. accused: meetings in which a player was accused. blocks: those settled by one sighting.
    """

    matches: int = 0
    duck_wins: int = 0
    ticks: int = 0
    kills: int = 0
    early: int = 0
    meetings: int = 0
    ducks_ejected: int = 0
    geese_ejected: int = 0
    accused: int = 0
    blocks: int = 0
    requests: int = 0
    seconds_of_bots: float = 0.0
    seconds: float = 0.0
    reasons: Counter[str] = field(default_factory=Counter)

    @property
    def interval(self) -> tuple[float, float]:
        return wilson(self.duck_wins, self.matches)

    def add(self, other: Row) -> None:
        for name, number in vars(other).items():
            setattr(self, name, getattr(self, name) + number)


def crew(referee: Referee, table: Table, seed: int) -> dict[Seat, Bot]:
    """Seat the bots according to the roles dealt."""
    teams = {event.seat: event.team for event, _ in referee.record if isinstance(event, Role)}
    kinds = {"goose": bot("ship", table.geese), "duck": bot("ship", table.duck)}
    return {seat: kinds[team](f"{seed} {seat}") for seat, team in teams.items()}


def play(table: Table, seed: int) -> Row:
    """Play one match, and return its counts."""
    row, clock = Row(matches=1), time.perf_counter
    config = preset(table.preset, map=load(table.map), ducks=table.ducks)
    referee = Referee(Ship(table.seats, config), key_from_seed(seed))
    bots, begun = crew(referee, table, seed), clock()
    while referee.outcome is None:
        request = next(iter(referee.open.values()))
        asked = clock()
        answer = bots[request.to].answer(request, referee.view(request.to))
        row.seconds_of_bots += clock() - asked
        row.requests += 1
        referee.fold(Response(request.id, answer, 0.0))
    row.seconds = clock() - begun
    ducks = {event.seat for event, _ in referee.record if isinstance(event, Role) and event.team == "duck"}
    for event, _ in referee.record:
        count(event, ducks, row)
    for claims, votes in meetings(referee):
        row.accused += any(claim.kind in ("accuse", "kill", "vote") for claim in claims)
        row.blocks += is_block(claims, {seat: target for seat, target in votes.items() if seat not in ducks})
    return row


def count(event: Event, ducks: set[Seat], row: Row) -> None:
    match event:
        case Tick():
            row.ticks += 1
        case Killed():
            row.kills += 1
            row.early += not row.meetings
        case MeetingCalled():
            row.meetings += 1
        case Ballot(ejected=seat) if seat:
            row.ducks_ejected += seat in ducks
            row.geese_ejected += seat not in ducks
        case Ended(winner, reason):
            row.duck_wins += winner == "duck"
            row.reasons[reason] += 1


def meetings(referee: Referee) -> Iterator[tuple[list[Assertion], dict[Seat, Seat | None]]]:
    """Yield the claims and the votes of each meeting with open votes."""
    state = State(PUBLIC)
    for event in referee.view(PUBLIC):
        state.see(event)
    read = reader_of(referee.game.seats, referee.game.config.map).read
    said = list[Statement]()
    begins = 0
    for meeting in state.meetings:
        claims = list[Assertion]()
        for statement in meeting.speeches:
            said.append(replace(statement, at=0))
            claims += read(tuple(said), begins)
        if meeting.votes:
            yield claims, meeting.votes
        begins = meeting.tick


def is_block(claims: Sequence[Assertion], votes: dict[Seat, Seat | None]) -> bool:
    """Return whether all geese except the accused vote for one seat, on the word of at most one who saw anything."""
    targets = Counter(target for target in votes.values() if target)
    meant = next(iter(targets), None)
    voters = [seat for seat in votes if seat != meant]
    if meant is None or len(voters) < 3 or any(votes[seat] != meant for seat in voters):
        return False
    saw = {claim.speaker for claim in claims if claim.about == meant and claim.kind in ("at", "kill")}
    return len(saw - {meant}) <= 1


def played(table: Table, matches: int, jobs: int = 1) -> Iterator[Row]:
    """Play many matches; yield the row of each."""
    seeds = range(_FIRST, _FIRST + matches)
    if jobs == 1:
        yield from map(partial(play, table), seeds)
        return
    with ProcessPoolExecutor(jobs) as pool:
        yield from pool.map(partial(play, table), seeds, chunksize=_SHARE)


def measured(table: Table, matches: int, jobs: int = 1) -> Row:
    """Play many matches, and return the row of all."""
    total = Row()
    for row in played(table, matches, jobs):
        total.add(row)
    return total


WANTED = {"standard": (35, 50), "quack": (30, 55)}
"""The least and the largest share of matches that ducks should win by a preset, in percent."""


def winners() -> list[Result]:
    """Measure who wins in 1,000 matches per preset, and whether the bots' geese beat random ones."""
    results = []
    for name, (least, most) in WANTED.items():
        own, chance = (measured(Table(name, geese), 1000) for geese in ("normal", "random"))
        share = own.duck_wins / own.matches * 100
        results += [
            Result(f"preset {name}: matches that ducks win, of 1,000, at least", share, "%", f">= {least}"),
            Result("  the same, at most", share, "%", f"<= {most}"),
            Result(f"preset {name}: the same against random geese", chance.duck_wins / chance.matches * 100, "%", f"> {share:g}"),
        ]
    return results


ALL = {"ship_bots": winners}

COLUMNS = {
    "ducks win": lambda row, n: f"{row.duck_wins / n:.1%}",
    "95 %": lambda row, n: "{:.1%} to {:.1%}".format(*row.interval),
    "ticks": lambda row, n: f"{row.ticks / n:.1f}",
    "kills": lambda row, n: f"{row.kills / n:.2f}",
    "meetings": lambda row, n: f"{row.meetings / n:.2f}",
    "ducks out": lambda row, n: f"{row.ducks_ejected / n:.2f}",
    "geese out": lambda row, n: f"{row.geese_ejected / n:.2f}",
    "settled by one sighting": lambda row, n: f"{row.blocks / max(1, row.accused):.1%}",
    "us/answer": lambda row, n: f"{row.seconds_of_bots / row.requests * 1e6:.1f}",
    "ms/match": lambda row, n: f"{row.seconds / n * 1e3:.2f}",
    "reasons": lambda row, n: ", ".join(f"{reason} {times / n:.0%}" for reason, times in row.reasons.most_common()),
}
_SHOWN = [*COLUMNS][:8]  # in docs/ship.md


def _cells(row: Row, columns: Sequence[str]) -> list[str]:
    return [COLUMNS[name](row, row.matches) for name in columns]


def alone_table(found: Callable[[Table], Row]) -> str:
    """Return the table of bots alone, at tables of several sizes."""
    tables = {
        "6, 1 duck": Table(),
        "6, 1 duck, `quack`": Table("quack"),
        "5, 1 duck": Table(seats=5),
        "8, 2 ducks": Table(seats=8, ducks=2),
        "10, 2 ducks": Table(seats=10, ducks=2),
    } | {f"6, 1 duck, {level}": Table(geese=level, duck=level) for level in ("easy", "hard")}
    rows = {name: found(table) for name, table in tables.items()}
    cells = [[name, f"{row.matches:,}", *_cells(row, _SHOWN)] for name, row in rows.items()]
    return markdown(["seats", "matches", *_SHOWN], cells)


def versus_table(found: Callable[[Table], Row]) -> str:
    """Return the table of matches that ducks of each level win against geese of each level."""
    rows = []
    for duck in LEVELS:
        cells = [found(Table(geese=geese, duck=duck)) for geese in LEVELS]
        rows.append([duck, *(f"{row.duck_wins / row.matches:.1%} of {row.matches:,}" for row in cells)])
    return markdown(["duck", *(f"{level} geese" for level in LEVELS)], rows)


TABLES = {"alone": alone_table, "versus": versus_table}


def show(rows: Sequence[tuple[Table, Row]]) -> None:
    cells = [[table.preset, table.geese, *_cells(row, [*COLUMNS])] for table, row in rows]
    titles = ["preset", "geese", *COLUMNS]
    widths = [max(map(len, column)) for column in zip(*cells, titles, strict=True)]
    for line in (titles, *cells):
        print("  ".join(text.ljust(width) for text, width in zip(line, widths, strict=True)).rstrip())


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--alone", action="store_true")
    parser.add_argument("--matches", type=int, default=2000)
    parser.add_argument("--level", default="normal")
    parser.add_argument("--seats", type=int, default=6)
    parser.add_argument("--ducks", type=int, default=1)
    parser.add_argument("--map", default="ship")
    parser.add_argument("--jobs", type=int, default=1)
    parser.add_argument("--json", action="store_true")
    parser.add_argument("--docs", action="store_true")
    args = parser.parse_args()
    if args.alone:
        tables = [
            Table(name, geese, args.level, args.seats, args.ducks, args.map)
            for name in ("standard", "quack")
            for geese in (args.level, "random")
        ]
        rows = [(table, measured(table, args.matches, args.jobs)) for table in tables]
        if args.json:
            print(json.dumps([table._asdict() | asdict(row) | {"interval": row.interval} for table, row in rows], indent=1))
        else:
            show(rows)
        return
    for name, make in TABLES.items():
        text = make(cache(lambda table: measured(table, args.matches, args.jobs)))
        print(text, flush=True)
        if args.docs:
            write("ship.md", name, text)


if __name__ == "__main__":
    main()
