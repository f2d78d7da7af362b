"""Differences between the ship's maps in play by the default bots: who wins, how soon, and the time before the first meeting.

    python -m benchmarks.ship_maps [--matches 2000] [--seats 6] [--jobs 2] [--map wheel] [--docs]

One duck, the preset `standard`, bots of the level `normal`; the seeds are the same for all maps. Intervals are Wilson's, 95 %.
`--docs` writes the table of docs/ship.md.
"""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from statistics import mean, median

from benchmarks.page import markdown, write
from benchmarks.ship_bots import Row, Table, played
from woozle.core.statistics.intervals import wilson
from woozle.games.ship.maps import NAMES, load

COLUMNS = ["map", "rooms", "matches", "ducks win", "95 %", "median ticks", "kills before the first meeting", "meetings"]


def cells(name: str, rows: Sequence[Row]) -> list[str]:
    """Return the row of a map. rows: of single matches."""
    wins, matches = sum(row.duck_wins for row in rows), len(rows)
    low, high = wilson(wins, matches)
    return [
        f"`{name}`",
        str(len(load(name).rooms)),
        f"{matches:,}",
        f"{wins / matches:.1%}",
        f"{low:.1%} to {high:.1%}",
        f"{median(row.ticks for row in rows):g}",
        f"{mean(row.early for row in rows):.2f}",
        f"{mean(row.meetings for row in rows):.2f}",
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
    for name in args.map or NAMES:
        rows.append(cells(name, [*played(Table(seats=args.seats, map=name), args.matches, args.jobs)]))
        print(*rows[-1], flush=True)
    text = markdown(COLUMNS, rows)
    print(text)
    if args.docs:
        write("ship.md", "maps", text)


if __name__ == "__main__":
    main()
