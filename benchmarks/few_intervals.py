"""How often intervals of few cases hold the truth, in simulated cases whose truth is known.

    python -m benchmarks.few_intervals [--times 2000] [--jobs 2] [--docs]

The functions are those that make the intervals of reports. Where a kind has no interval, the share is `-`. `--docs` writes the
table of docs/intervals.md.
"""

from __future__ import annotations

import argparse
import random
from collections.abc import Callable, Sequence
from concurrent.futures import ProcessPoolExecutor
from functools import cache, partial
from typing import NamedTuple

from benchmarks.page import markdown, write
from woozle.core.statistics.resampling import Estimate, Share, estimate, mean, mean_difference, pooled_mean, pooled_share, share_of
from woozle.games.self_play.papers.metrics import auroc, ece

SIZES = range(2, 13)
SLOW = 400  # times, of what is resampled by its own figure
MANY = 40_000  # cases, from which a truth is taken that has no formula


class Kind(NamedTuple):
    """A figure of simulated cases. draw: cases, and their figure with its interval. truth: of the figure."""

    says: str
    draw: Callable[[random.Random, int], Estimate]
    truth: Callable[[], float]
    is_slow: bool = False


def draw_normal(chance: random.Random, n: int) -> Estimate:
    return mean([chance.gauss(2, 1) for _ in range(n)])


def draw_even(chance: random.Random, n: int) -> Estimate:
    return mean([chance.random() for _ in range(n)])


def draw_skewed(chance: random.Random, n: int) -> Estimate:
    return mean([chance.expovariate(1) for _ in range(n)])


def draw_ratio(chance: random.Random, n: int) -> Estimate:
    """Return the ratio over clusters of one to eight, whose means differ."""
    sizes = [chance.randint(1, 8) for _ in range(n)]
    return pooled_mean(
        [Share(sum(chance.gauss(own, 1) for _ in range(size)), size) for size in sizes for own in [chance.gauss(2, 1)]]
    )


def draw_difference(chance: random.Random, n: int) -> Estimate:
    ours = {at: chance.random() for at in range(n)}
    return mean_difference(ours, {at: each * chance.random() for at, each in ours.items()})


def draw_share(chance: random.Random, n: int) -> Estimate:
    return share_of([chance.random() < 0.7 for _ in range(n)])


def draw_answers(chance: random.Random, n: int) -> Estimate:
    """Return the share of four answers a match, which hang together with a correlation of 0.3."""
    own = [chance.betavariate(0.7 * 7 / 3, 0.3 * 7 / 3) for _ in range(n)]
    return pooled_share([Share(sum(chance.random() < each for _ in range(4)), 4) for each in own])


def draw_replies(chance: random.Random, n: int) -> tuple[list[float], list[bool]]:
    """Return how sure replies are, and which are right: fewer than they say."""
    sure = [chance.random() for _ in range(n)]
    return sure, [chance.random() < 0.1 + 0.6 * each for each in sure]


def _of_replies(figure: Callable[[Sequence[float], Sequence[bool]], float | None], chance: random.Random, n: int) -> Estimate:
    sure, right = draw_replies(chance, n)
    return estimate(range(n), lambda some: figure([sure[at] for at in some], [right[at] for at in some]))


@cache
def _true(figure: Callable[[Sequence[float], Sequence[bool]], float | None]) -> float:
    return figure(*draw_replies(random.Random(1), MANY)) or 0.0


KINDS = (
    Kind("mean, normal", draw_normal, lambda: 2.0),
    Kind("mean, even from 0 to 1", draw_even, lambda: 0.5),
    Kind("mean, skewed", draw_skewed, lambda: 1.0),
    Kind("ratio over clusters", draw_ratio, lambda: 2.0),
    Kind("mean difference", draw_difference, lambda: 0.25),
    Kind("share, .7", draw_share, lambda: 0.7),
    Kind("share of 4 answers each, .7", draw_answers, lambda: 0.7),
    Kind("AUROC", partial(_of_replies, auroc), partial(_true, auroc), True),
    Kind("ECE, if it had one", partial(_of_replies, ece), partial(_true, ece), True),
)


def held(kind: Kind, n: int, times: int) -> str:
    """Return how often the interval of `n` cases holds the truth."""
    chance = random.Random(f"{kind.says} {n}")
    truth, found = kind.truth(), []
    for _ in range(min(times, SLOW) if kind.is_slow else times):
        each = kind.draw(chance, n)
        if each.low is not None and each.high is not None:
            found.append(each.low <= truth <= each.high)
        elif n < 10 and not found:
            return "-"
    return f"{sum(found) / len(found):.1%}"


def row(n: int, times: int) -> list[str]:
    return [str(n), *(held(kind, n, times) for kind in KINDS)]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--times", type=int, default=2000)
    parser.add_argument("--jobs", type=int, default=1)
    parser.add_argument("--docs", action="store_true")
    args = parser.parse_args()
    rows = []
    with ProcessPoolExecutor(args.jobs) as pool:
        for each in pool.map(partial(row, times=args.times), SIZES):
            print(*each, sep="  ", flush=True)
            rows.append(each)
    if args.docs:
        write("intervals.md", "few", markdown(["cases", *(kind.says for kind in KINDS)], rows))


if __name__ == "__main__":
    main()
