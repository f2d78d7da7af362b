"""The strength of the undercover's bots: how often the undercover is found as eyes get worse.

    python -m benchmarks.undercover_bots [--matches 1000] [--seats 5] [--bots] [--set knows=true] [--noise 0,0.05,0.1] [--docs]
    python -m benchmarks.undercover_bots --scale [--matches 1000] [--noise 0,0.02,0.05] [--docs]

All bots have the same eye; `noise` is the rate of each of its errors. No pictures are drawn: the services always answer the same.
`--scale` says, for each difficulty of drawn scenes, how often the undercover is out in the first vote, and how often, with these
shares, Fisher's exact test tells two series of 100 matches with neighbouring noises apart (two-sided, p < .05). `--docs` writes the
table into docs/undercover.md.
"""

from __future__ import annotations

import argparse
from collections.abc import Mapping, Sequence
from functools import cache
from itertools import pairwise
from math import comb

from benchmarks.page import markdown, write
from benchmarks.result import Result
from woozle.core import registry
from woozle.core.chance import key_from_seed
from woozle.core.referee import Referee
from woozle.core.request import Response
from woozle.core.statistics.intervals import wilson
from woozle.games.undercover.events import EDITOR, Compare, Counted, Draw
from woozle.games.undercover.players.bot import BOTS, UndercoverBot
from woozle.games.undercover.players.eye import Acuity
from woozle.games.undercover.rules import Undercover
from woozle.games.undercover.scenes.difficulty import STEPS
from woozle.players.seats import bot_seed

FIRST = 5_000_000  # seed
SERIES = 100  # matches
SCALE = (0.0, 0.02, 0.05)
NOISE = (0.0, 0.02, 0.05, 0.1, 0.2, 0.3, 0.4, 0.6)
DRAWN = Draw(picture="a" * 64, counterfactual="b" * 64)
ALIKE = Compare(visual=0.95, semantic=0.95, natural=1, is_changed=True)


def with_noise(rate: float) -> type[UndercoverBot]:
    """Return the bot with an eye that makes every error at this rate."""
    return type("Noisy", (UndercoverBot,), {"name": f"{rate:g}", "acuity": Acuity(rate, rate, rate, rate)})


def played(bot: type[UndercoverBot], seats: int, seed: int, options: Mapping[str, str]) -> Referee:
    """Play a match of such bots to its end."""
    key = key_from_seed(seed)
    referee = Referee(Undercover(seats, registry.configure(Undercover, "standard", options)), key)
    players = {seat: bot(bot_seed(seat, key)) for seat in referee.game.seats}
    while referee.outcome is None:
        request = next(iter(referee.open.values()))
        if request.to in players:
            answer = players[request.to].answer(request, referee.view(request.to))
        else:
            answer = DRAWN if request.to == EDITOR else ALIKE
        referee.fold(Response(request.id, answer, 0.0))
    return referee


def eyes(matches: int = 1000) -> list[Result]:
    """Measure how often eyes that never err find the undercover, in 1,000 matches."""
    found = 0
    for seed in range(matches):
        counted = [event for event, _ in played(with_noise(0.0), 5, seed, {}).record if isinstance(event, Counted)]
        found += any(event.was_undercover for event in counted)
    return [Result("eyes without noise find the undercover", found / matches * 100, "% of matches", ">= 95")]


ALL = {"eyes": eyes}
TITLES = (
    "noise or bot",
    "undercover found",
    "95 %",
    "in the first vote",
    "false eliminations a match",
    "of the others win",
)


@cache
def fisher(one: int, other: int, n: int) -> float:
    """Return the two-sided p of Fisher's exact test of two counts out of n each."""
    total = one + other
    weights = [comb(n, k) * comb(n, total - k) if 0 <= total - k <= n else 0 for k in range(n + 1)]
    return sum(weight for weight in weights if weight <= weights[one]) / comb(2 * n, total)


def power(one: float, other: float, n: int = SERIES) -> float:
    """Return how often two series of n matches differ by that test, if these are their shares."""

    def chances(share: float) -> list[float]:
        return [comb(n, k) * share**k * (1 - share) ** (n - k) for k in range(n + 1)]

    pairs = [(a, p, b, q) for a, p in enumerate(chances(one)) for b, q in enumerate(chances(other)) if p * q > 1e-9]
    return sum(p * q for a, p, b, q in pairs if fisher(a, b, n) < 0.05)


def found_at_once(noise: float, matches: int, options: Mapping[str, str]) -> float:
    """Return the share of matches in which the undercover is out in the first vote, which is the only one."""
    found = 0
    for seed in range(FIRST, FIRST + matches):
        record = played(with_noise(noise), 5, seed, {**options, "rounds": "1", "summary_rounds": "0"}).record
        found += any(isinstance(event, Counted) and bool(event.was_undercover) for event, _ in record)
    return found / matches


def scale(matches: int, noises: Sequence[float], options: Mapping[str, str]) -> str:
    """Return the table of difficulties."""
    titles = ["difficulty", "question about", *(f"noise {noise:g}" for noise in noises)]
    titles += [f"{one:g} and {other:g} differ" for one, other in pairwise(noises)]
    rows = []
    for asks in ("changed", "any"):
        for difficulty in STEPS:
            shares = [found_at_once(each, matches, {**options, "difficulty": difficulty, "asks": asks}) for each in noises]
            about = "what was changed" if asks == "changed" else "anything"
            told = [f"{power(one, other):.0%}" for one, other in pairwise(shares)]
            rows.append([difficulty, about, *(f"{share:.3f}".removeprefix("0") for share in shares), *told])
            print(*rows[-1], flush=True)
    return markdown(titles, rows)


def row(bot: type[UndercoverBot], matches: int, seats: int, options: Mapping[str, str]) -> list[str]:
    """Return one row of the table."""
    found = first = false = votes = votes_right = 0
    for seed in range(FIRST, FIRST + matches):
        referee = played(bot, seats, seed, options)
        counted = [event for event, _ in referee.record if isinstance(event, Counted)]
        found += any(event.was_undercover for event in counted)
        first += any(event.was_undercover for event in counted[:1])
        false += sum(event.was_undercover is False for event in counted)
        results = referee.outcome.results if referee.outcome else {}
        others = [each for each in results.values() if not each.numbers["undercover"]]
        votes += len(others)
        votes_right += sum(each.kind == "won" for each in others)
    low, high = wilson(found, matches)
    shares = (f"{each:.3f}".removeprefix("0") for each in (found / matches, first / matches, votes_right / votes))
    found_, first_, won = shares
    name = f"`{bot.name}`{f', {bot.level}' if bot.level else ''}" if bot in BOTS else bot.name
    return [name, found_, f"{low:.3f} to {high:.3f}", first_, f"{false / matches:.2f}", won]


def main(arguments: Sequence[str] | None = None) -> None:
    """Print the table."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--matches", type=int, default=1000)
    parser.add_argument("--seats", type=int, default=5)
    parser.add_argument("--noise", help="rates, by commas")
    parser.add_argument("--bots", action="store_true", help="also the bots as they are")
    parser.add_argument("--scale", action="store_true", help="the difficulties of drawn scenes")
    parser.add_argument("--docs", action="store_true")
    parser.add_argument("--set", action="append", default=[], metavar="NAME=VALUE", dest="options")
    given = parser.parse_args(arguments)
    options = dict(option.split("=", 1) for option in given.options)
    noises = [*map(float, given.noise.split(","))] if given.noise else SCALE if given.scale else NOISE
    if given.scale:
        table = scale(given.matches, noises, options)
    else:
        rows = []
        for bot in (*map(with_noise, noises), *(bot for bot in BOTS if given.bots and issubclass(bot, UndercoverBot))):
            rows.append(row(bot, given.matches, given.seats, options))
            print(*rows[-1], flush=True)
        table = markdown(TITLES, rows)
    print(table)
    if given.docs:
        write("undercover.md", "scale" if given.scale else "bots", table)


if __name__ == "__main__":
    main()
