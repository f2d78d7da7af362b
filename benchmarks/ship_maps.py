"""How the ship's maps differ in play, by the usual bots: who wins, how soon, and what happens before the first meeting.

    python -m benchmarks.ship_maps [--matches 2000] [--seats 6] [--map ship --map wheel]

One duck, the preset `standard`; every match is a seed of its own, the same for all maps. Intervals are Wilson's, 95 %.
It prints the rows of the table in docs/ship.md.
"""

from __future__ import annotations

import argparse
from collections.abc import Iterator
from dataclasses import dataclass, field
from statistics import mean, median

from benchmarks.ship_bots import Row, crew, play
from woozle.core.chance import key_from_seed
from woozle.core.games.ship.config import preset
from woozle.core.games.ship.events import Killed, MeetingCalled
from woozle.core.games.ship.maps import NAMES, load
from woozle.core.games.ship.rules import Ship
from woozle.core.referee import Referee
from woozle.players.games.ship.bot import ShipBot


@dataclass
class Play:
    """What came of the matches on one map. early: kills before the first meeting, of each match; ticks: of each match."""

    map: str
    row: Row
    ticks: list[int] = field(default_factory=list)
    early: list[int] = field(default_factory=list)
    unmet: int = 0


def measure(name: str, matches: int, seats: int) -> Play:
    """Let the bots play on a map."""
    found = Play(name, Row("standard", "ship"))
    config = preset("standard", map=load(name))
    for seed in range(matches):
        referee = Referee(Ship(seats, config), key_from_seed(seed))
        before = found.row.ticks
        play(referee, crew(referee, ShipBot, seed), found.row)
        found.ticks.append(found.row.ticks - before)
        met = False
        early = 0
        for event, _ in referee.record:
            met |= isinstance(event, MeetingCalled)
            early += isinstance(event, Killed) and not met
        found.early.append(early)
        found.unmet += not met
    return found


def lines(found: Play) -> Iterator[str]:
    """Yield the cells of a row."""
    low, high = found.row.interval
    matches = found.row.matches
    yield f"`{found.map}`"
    yield str(len(load(found.map).rooms))
    yield f"{100 * found.row.duck_wins / matches:.1f} % ({100 * low:.1f} to {100 * high:.1f})"
    yield f"{median(found.ticks):g}"
    yield f"{mean(found.early):.2f}"
    yield f"{found.row.meetings / matches:.2f}"
    yield f"{100 * found.unmet / matches:.0f} %"


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--matches", type=int, default=2000)
    parser.add_argument("--seats", type=int, default=6)
    parser.add_argument("--map", action="append", choices=NAMES)
    args = parser.parse_args()
    for name in args.map or NAMES:
        print(f"| {' | '.join(lines(measure(name, args.matches, args.seats)))} |", flush=True)


if __name__ == "__main__":
    main()
