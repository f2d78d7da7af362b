"""The time that a match of the ship takes a person: a careful player among bots, with times for reading, deciding and typing.

    python -m benchmarks.ship_reader [--matches 200] [--level normal] [--seats 6]

The person reads every line that the match shows its seat, at 200 words a minute, takes 2 seconds for a turn or a vote, and types
speeches at 40 words a minute. After its death it reads on, since the dead hear every meeting.
"""

from __future__ import annotations

import argparse
from statistics import quantiles

from benchmarks.opponents import Seats, Table
from woozle.arena.views.registry import new_timeline
from woozle.core.chance import key_from_seed
from woozle.core.referee import Referee
from woozle.core.request import Response
from woozle.games.ship.config import preset
from woozle.games.ship.events import Speak
from woozle.games.ship.rules import Ship

READS, TYPES = 200 / 60, 40 / 60  # words a second
DECIDES = 2.0  # seconds


def seconds(table: Table, seed: int) -> float:
    """Play one match, and return the seconds that it takes the person."""
    referee = Referee(Ship(table.seats, table.config), key_from_seed(seed))
    seats = Seats(table, referee, seed)
    me, bots = seats.own, {seat: seats.player(seat) for seat in referee.game.seats}
    took = 0.0
    while referee.outcome is None:
        request = next(iter(referee.open.values()))
        answer = bots[request.to].answer(request, referee.view(request.to))
        if request.to == me:
            took += len(answer.text.split()) / TYPES if isinstance(answer, Speak) else DECIDES
        referee.fold(Response(request.id, answer, 0.0))
    log = new_timeline("ship", me)
    log.grow([(event, (me,)) for event in referee.view(me)])
    words = sum(len(line.text.split()) for line in log.lines)
    return took + words / READS


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--matches", type=int, default=200)
    parser.add_argument("--level", default="normal")
    parser.add_argument("--seats", type=int, default=6)
    args = parser.parse_args()
    for role in ("goose", "duck", ""):
        table = Table("ship", args.seats, preset("standard"), args.level, role)
        first, median, third = (each / 60 for each in quantiles([seconds(table, seed) for seed in range(args.matches)]))
        print(f"{role or 'either':7} {median:.1f} minutes in the median, quartiles {first:.1f} and {third:.1f}")


if __name__ == "__main__":
    main()
