"""How the ship's maps differ in play, by the usual bots: who wins, how soon, and what happens before the first meeting.

    python -m benchmarks.ship_maps [--matches 2000] [--seats 6] [--jobs 2] [--map wheel] [--docs]

One duck, the preset `standard`, bots of the level `normal`; the seeds are the same for all maps. Intervals are Wilson's, 95 %.
`--docs` writes the table of docs/ship.md.
"""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from concurrent.futures import ProcessPoolExecutor
from functools import partial
from statistics import mean, median
from typing import NamedTuple

from benchmarks.page import markdown, write
from benchmarks.ship_bots import Table, crew
from woozle.core.chance import key_from_seed
from woozle.core.games.ship.config import preset
from woozle.core.games.ship.events import Ended, Killed, MeetingCalled, Tick
from woozle.core.games.ship.maps import NAMES, load
from woozle.core.games.ship.rules import Ship
from woozle.core.referee import Referee
from woozle.core.request import Response
from woozle.core.statistics.intervals import wilson

_SHARE = 25  # matches in which a worker is handed

COLUMNS = ["map", "rooms", "matches", "ducks win", "95 %", "median ticks", "kills before the first meeting", "meetings"]


class Played(NamedTuple):
    """What came of one match. early: kills before the first meeting, or in all where there was none."""

    duck_wins: bool
    ticks: int
    early: int
    meetings: int


def play(name: str, seats: int, seed: int) -> Played:
    """Let the bots play one match on a map."""
    referee = Referee(Ship(seats, preset("standard", map=load(name))), key_from_seed(seed))
    bots = crew(referee, Table(seats=seats, map=name), seed)
    while referee.outcome is None:
        request = next(iter(referee.open.values()))
        referee.fold(Response(request.id, bots[request.to].answer(request, referee.view(request.to)), 0.0))
    events = [event for event, _ in referee.record]
    called = next((at for at, event in enumerate(events) if isinstance(event, MeetingCalled)), len(events))
    return Played(
        any(isinstance(event, Ended) and event.winner == "duck" for event in events),
        sum(isinstance(event, Tick) for event in events),
        sum(isinstance(event, Killed) for event in events[:called]),
        sum(isinstance(event, MeetingCalled) for event in events),
    )


def cells(name: str, found: Sequence[Played]) -> list[str]:
    """Return the row of a map."""
    wins, matches = sum(each.duck_wins for each in found), len(found)
    low, high = wilson(wins, matches)
    return [
        f"`{name}`",
        str(len(load(name).rooms)),
        f"{matches:,}",
        f"{wins / matches:.1%}",
        f"{low:.1%} to {high:.1%}",
        f"{median(each.ticks for each in found):g}",
        f"{mean(each.early for each in found):.2f}",
        f"{mean(each.meetings for each in found):.2f}",
    ]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--matches", type=int, default=2000)
    parser.add_argument("--seats", type=int, default=6)
    parser.add_argument("--jobs", type=int, default=1)
    parser.add_argument("--map", action="append", choices=NAMES)
    parser.add_argument("--docs", action="store_true")
    args = parser.parse_args()
    rows = []
    with ProcessPoolExecutor(args.jobs) as pool:
        for name in args.map or NAMES:
            found = list(pool.map(partial(play, name, args.seats), range(args.matches), chunksize=_SHARE))
            rows.append(cells(name, found))
            print(*rows[-1], flush=True)
    text = markdown(COLUMNS, rows)
    print(text)
    if args.docs:
        write("ship.md", "maps", text)


if __name__ == "__main__":
    main()
