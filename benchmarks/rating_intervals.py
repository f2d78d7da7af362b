"""How often the intervals of ratings hold the truth, in simulated matches of players whose strengths are known.

    python -m benchmarks.rating_intervals [--times 1000] [--jobs 2] [--table NAME] [--gap POINTS] [--docs]

Rankings are drawn from the model of Plackett and Luce, matches of two sides from that of Bradley and Terry; players move on by a
seat each match, and seats (or a role) are worth something. A rating holds the truth if the strength that was planted, less the mean
of those players whose average the ratings are around, lies within its bounds. `--docs` writes the tables of docs/leaderboard.md.
"""

from __future__ import annotations

import argparse
import math
import os
import random
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass
from functools import partial

os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")  # one process, one core

from benchmarks.page import markdown, write
from woozle.core.outcome import Result
from woozle.core.statistics.standings import Entry
from woozle.core.statistics.strengths.comparisons import compare_players
from woozle.core.statistics.strengths.design import build_design
from woozle.core.statistics.strengths.likelihood import Likelihood
from woozle.core.statistics.strengths.ratings import POINTS

GAPS = (0, 50, 100, 200, 400, 600, 1000)
SEATS = 100.0  # points between the best and the worst seat, or between two roles


@dataclass(frozen=True, slots=True)
class Layout:
    """Matches that are simulated.

    says: in words. matches: on a board. seats: of a match. places: of the players, from 0 to 1, as shares of the gap. sides:
    whether one seat plays against the others.
    """

    says: str
    matches: int
    seats: int
    places: Sequence[float]
    sides: bool = False

    def strengths(self, gap: float) -> dict[str, float]:
        """Return the strengths of the players in points, around 0; the best is `a`."""
        mean = sum(self.places) / len(self.places)
        return {chr(ord("a") + at): gap * (place - mean) for at, place in enumerate(self.places)}


LAYOUTS = {
    "even": Layout("30 rankings of three, at equal distances", 30, 3, (1, 0.5, 0)),
    "last": Layout("30 rankings of three, the last behind two that are alike", 30, 3, (1, 1, 0)),
    "two": Layout("30 matches of two", 30, 2, (1, 0)),
    "many": Layout("300 rankings of three, the last behind two that are alike", 300, 3, (1, 1, 0)),
    "five": Layout("60 rankings of five, at equal distances", 60, 5, (1, 0.75, 0.5, 0.25, 0)),
    "some": Layout("100 rankings of three, of six players at equal distances", 100, 3, (1, 0.8, 0.6, 0.4, 0.2, 0)),
    "sides": Layout("200 matches of one against three, of five players at equal distances", 200, 4, (1, 0.75, 0.5, 0.25, 0), True),
}


def simulate_match(layout: Layout, strengths: dict[str, float], number: int, chance: random.Random) -> Iterator[Entry]:
    """Yield the results of the seats of a match."""
    names = sorted(strengths)
    table = [names[(number + at) % len(names)] for at in range(layout.seats)]
    if len(names) > layout.seats:
        table = chance.sample(names, layout.seats)
    if layout.sides:
        alone = chance.randrange(layout.seats)
        others = [strengths[name] for at, name in enumerate(table) if at != alone]
        odds = strengths[table[alone]] - sum(others) / len(others) + SEATS
        has_won = chance.random() < 1 / (1 + 10 ** (-odds / 400))
        for at, name in enumerate(table):
            role, won = ("one", has_won) if at == alone else ("many", not has_won)
            yield Entry(f"{number:05}", name, role, Result("won" if won else "lost", {"score": float(won)}), at + 1)
        return
    worth = [SEATS * (0.5 - at / (layout.seats - 1)) for at in range(layout.seats)]
    scores = {name: (strengths[name] + worth[at]) / POINTS - math.log(-math.log(chance.random())) for at, name in enumerate(table)}
    best = max(scores.values())
    for at, name in enumerate(table):
        yield Entry(f"{number:05}", name, "", Result("won" if scores[name] == best else "lost", {"score": scores[name]}), at + 1)


def count_held(layout: Layout, gap: float, seed: int) -> Counter[tuple[str, str]]:
    """Simulate one board, and count for each player whether its bounds held the truth, and whether it had fewer than two."""
    chance, strengths = random.Random(f"{layout.says} {gap:g} {seed}"), layout.strengths(gap)
    entries = [each for number in range(layout.matches) for each in simulate_match(layout, strengths, number, chance)]
    design = build_design(compare_players(entries))
    likelihood = Likelihood(design, layout.matches)  # as `rate_players` does, but for seats and roles, which take as long
    levels, base = likelihood.levels_of(design.players)
    names = design.players.levels
    zero = sum(strengths[names[at]] for at in base) / len(base)
    found: Counter[tuple[str, str]] = Counter()
    for name, level in zip(names, levels, strict=True):
        truth, (_, low, high) = (strengths[name] - zero) / POINTS, likelihood.with_bounds(level)
        found[name, "held"] += (low is None or low <= truth) and (high is None or truth <= high)
        found[name, "open"] += low is None or high is None
    return found


def rows(
    layout: Layout, times: int, gaps: Sequence[int], run: Callable[..., Iterator[Counter[tuple[str, str]]]]
) -> Iterator[list[str]]:
    """Yield a row a gap: how often the bounds of each player held the truth, the best first."""
    for gap in gaps:
        found: Counter[tuple[str, str]] = Counter()
        for each in run(partial(count_held, layout, gap), range(times)):
            found.update(each)
        cells = []
        for name in layout.strengths(gap):
            held, is_open = found[name, "held"] / times, found[name, "open"] / times
            cells.append(f"{held:.1%}" + (f" ({is_open:.0%})" if is_open >= 0.005 else ""))
        yield [f"{gap:,}", *cells]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--times", type=int, default=1000)
    parser.add_argument("--jobs", type=int, default=1)
    parser.add_argument("--table", action="append", choices=LAYOUTS)
    parser.add_argument("--gap", action="append", type=int)
    parser.add_argument("--docs", action="store_true")
    args = parser.parse_args()
    texts = []
    with ProcessPoolExecutor(args.jobs) as pool:
        for name in args.table or LAYOUTS:
            layout = LAYOUTS[name]
            print(layout.says, flush=True)
            found = []
            for row in rows(layout, args.times, args.gap or GAPS, partial(pool.map, chunksize=10)):
                print(*row, sep="  ", flush=True)
                found.append(row)
            texts.append(f"{layout.says}:\n\n{markdown(['gap', *layout.strengths(0)], found)}")
    if args.docs:
        write("leaderboard.md", "coverage", "\n\n".join(texts))


if __name__ == "__main__":
    main()
