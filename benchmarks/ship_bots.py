"""How good the ship's bots are: who wins, how, and how long an answer takes.

    python -m benchmarks.ship_bots [--matches 1000] [--seats 6] [--map ship] [--ducks 1] [--json]

The duck is the same in all rows; `random geese` shows what the crew's wits are worth. Intervals are Wilson's, 95 %.
"""

from __future__ import annotations

import argparse
import json
import time
from collections import Counter
from dataclasses import asdict, dataclass, field

from benchmarks.result import Result
from woozle.core.chance import key_from_seed
from woozle.core.game import Event
from woozle.core.games.ship.config import preset
from woozle.core.games.ship.events import Ballot, Ended, Killed, MeetingCalled, Role, Tick
from woozle.core.games.ship.maps import load
from woozle.core.games.ship.rules import Ship
from woozle.core.referee import Referee
from woozle.core.request import Response, Seat
from woozle.core.statistics.intervals import wilson
from woozle.players.bot import Bot
from woozle.players.games.ship.bot import ShipBot
from woozle.players.random_bot import RandomBot


@dataclass
class Row:
    """What came of many matches of one kind."""

    preset: str
    geese: str
    matches: int = 0
    duck_wins: int = 0
    ticks: int = 0
    kills: int = 0
    meetings: int = 0
    ducks_ejected: int = 0
    geese_ejected: int = 0
    requests: int = 0
    seconds_of_bots: float = 0.0
    seconds: float = 0.0
    reasons: Counter[str] = field(default_factory=Counter)

    @property
    def interval(self) -> tuple[float, float]:
        return wilson(self.duck_wins, self.matches)


def crew(referee: Referee, geese: type[Bot], seed: int) -> dict[Seat, Bot]:
    teams = {event.seat: event.team for event, _ in referee.record if isinstance(event, Role)}
    return {seat: (ShipBot if team == "duck" else geese)(f"{seed} {seat}") for seat, team in teams.items()}


def play(referee: Referee, bots: dict[Seat, Bot], row: Row) -> None:
    clock = time.perf_counter
    begun = clock()
    while referee.outcome is None:
        request = next(iter(referee.open.values()))
        asked = clock()
        answer = bots[request.to].answer(request, referee.view(request.to))
        row.seconds_of_bots += clock() - asked
        row.requests += 1
        referee.fold(Response(request.id, answer, 0.0))
    row.seconds += clock() - begun
    row.matches += 1
    ducks = {event.seat for event, _ in referee.record if isinstance(event, Role) and event.team == "duck"}
    for event, _ in referee.record:
        count(event, ducks, row)


def count(event: Event, ducks: set[Seat], row: Row) -> None:
    match event:
        case Tick():
            row.ticks += 1
        case Killed():
            row.kills += 1
        case MeetingCalled():
            row.meetings += 1
        case Ballot(ejected=seat) if seat:
            row.ducks_ejected += seat in ducks
            row.geese_ejected += seat not in ducks
        case Ended(winner, reason):
            row.duck_wins += winner == "duck"
            row.reasons[reason] += 1


def measured(args: argparse.Namespace) -> list[Row]:
    rows = []
    for name in ("standard", "quack"):
        config = preset(name, map=load(args.map), ducks=args.ducks)
        for label, geese in (("ship", ShipBot), ("random", RandomBot)):
            row = Row(name, label)
            for seed in range(args.matches):
                referee = Referee(Ship(args.seats, config), key_from_seed(seed))
                play(referee, crew(referee, geese, seed), row)
            rows.append(row)
    return rows


def winners() -> list[Result]:
    """Who wins in 1,000 matches a preset, and whether the bots' geese are better than random ones."""
    found = measured(argparse.Namespace(map="ship", ducks=1, matches=1000, seats=6))
    results = []
    for own, chance in zip(found[::2], found[1::2], strict=True):
        share = own.duck_wins / own.matches * 100
        results += [
            Result(f"preset {own.preset}: matches that ducks win, of 1,000, at least", share, "%", ">= 25"),
            Result("  the same, at most", share, "%", "<= 55"),
            Result(
                f"preset {own.preset}: the same against random geese", chance.duck_wins / chance.matches * 100, "%", f"> {share:g}"
            ),
        ]
    return results


ALL = {"ship_bots": winners}

COLUMNS = {
    "preset": lambda row, n: f"{row.preset:8}",
    "geese": lambda row, n: f"{row.geese:6}",
    "ducks win": lambda row, n: f"{row.duck_wins / n:9.1%}",
    "95 %        ": lambda row, n: "{:6.1%}-{:5.1%}".format(*row.interval),
    "ticks": lambda row, n: f"{row.ticks / n:5.1f}",
    "kills": lambda row, n: f"{row.kills / n:5.2f}",
    "meetings": lambda row, n: f"{row.meetings / n:8.2f}",
    "ducks out": lambda row, n: f"{row.ducks_ejected / n:9.2f}",
    "geese out": lambda row, n: f"{row.geese_ejected / n:9.2f}",
    "us/answer": lambda row, n: f"{row.seconds_of_bots / row.requests * 1e6:9.1f}",
    "ms/match": lambda row, n: f"{row.seconds / n * 1e3:8.2f}",
    "reasons": lambda row, n: ", ".join(f"{reason} {times / n:.0%}" for reason, times in row.reasons.most_common()),
}


def table(rows: list[Row]) -> None:
    cells = [[cell(row, row.matches) for cell in COLUMNS.values()] for row in rows]
    widths = [max(map(len, column)) for column in zip(*cells, COLUMNS, strict=True)]
    for line in (list(COLUMNS), *cells):
        print("  ".join(text.ljust(width) for text, width in zip(line, widths, strict=True)).rstrip())


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--matches", type=int, default=1000)
    parser.add_argument("--seats", type=int, default=6)
    parser.add_argument("--ducks", type=int, default=1)
    parser.add_argument("--map", default="ship")
    parser.add_argument("--json", action="store_true")
    args = parser.parse_args()
    rows = measured(args)
    if args.json:
        print(json.dumps([asdict(row) | {"interval": row.interval} for row in rows], indent=1))
    else:
        table(rows)


if __name__ == "__main__":
    main()
