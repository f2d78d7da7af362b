"""Example studies with forty simulated participants, at the screen and by their keys; then everything is checked.

    python -m benchmarks.study_pilot [--people 40] [--seed 1] [--jobs 2] [--games ship,debate] [--length short] [--keep FOLDER]

Some decline, some leave and come back with their code, some are killed in the middle, some never come back, some take too long,
some withdraw. In every free field they type sentences, names and mail addresses. Then the studies are exported, every cell of every
table is computed again from journals and transcripts by other code, and all remaining files are searched for what they must not
contain. The exit status is 1 if anything is wrong.
"""

from __future__ import annotations

import argparse
import gc
import sys
import tempfile
import time
import traceback
from concurrent.futures import ProcessPoolExecutor
from functools import partial
from multiprocessing import get_context
from pathlib import Path
from typing import get_args

from tests.tui.studies.crowd import DEEDS, Guest, crowd
from tests.tui.studies.pilot import GAMES, Found, Length, piloted


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m benchmarks.study_pilot", description=__doc__.partition("\n")[0])
    parser.add_argument("--people", type=int, default=40)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--jobs", type=int, default=2, help="studies at once")
    parser.add_argument("--games", default=",".join(GAMES))
    parser.add_argument("--length", choices=get_args(Length), default="whole", help="of what is played of each example")
    parser.add_argument("--keep", type=Path, help="an empty folder for all that comes of it; else it is thrown away")
    options = parser.parse_args()
    began = time.perf_counter()
    with tempfile.TemporaryDirectory(prefix="pilot-") as folder:
        found = everything(options, (options.keep or Path(folder)).absolute())
    print_table(found, time.perf_counter() - began)
    return 1 if found.faults else 0


def everything(options: argparse.Namespace, folder: Path) -> Found:
    """Run all studies, some in parallel."""
    games = options.games.split(",")
    people = crowd(options.people, len(games), options.seed)
    shares = [[guest for guest in people if guest.study == at] for at in range(len(games))]
    found = Found()
    with ProcessPoolExecutor(options.jobs, get_context("spawn")) as pool:
        for each in pool.map(partial(one, folder, options.length), range(len(games)), games, shares):
            found += each
    return found


def one(folder: Path, length: Length, number: int, game: str, guests: list[Guest]) -> Found:
    """Run one study. A failure of the pilot itself counts as a fault."""
    gc.set_threshold(100_000, 50)
    began = time.perf_counter()

    def tell(sentence: str) -> None:
        print(f"{time.perf_counter() - began:7.0f} s  {sentence}", file=sys.stderr, flush=True)

    try:
        found = piloted(folder / game, game, guests, number=number, length=length, tell=tell)
    except Exception as error:
        traceback.print_exc()
        found = Found(faults=[f"{game}: the pilot broke off: {type(error).__name__}: {error}"])
    found.counts["studies"] += 1
    return found


def print_table(found: Found, seconds: float) -> None:
    """Print the counts and the faults."""
    counts = found.counts
    order = ["studies", "people", *(f"of them: {deed}" for deed in DEEDS), "visits"]
    print(f"{'what':<52}{'figure':>12}")
    for name in (*order, *sorted(counts.keys() - set(order))):
        print(f"{name:<52}{counts[name]:>12,}")
    print(f"{'faults: differences, traces, surprises':<52}{len(found.faults):>12,}")
    print(f"{'seconds':<52}{seconds:>12,.0f}")
    for each in found.faults[:100]:
        print(f"  {each}")


if __name__ == "__main__":
    sys.exit(main())
