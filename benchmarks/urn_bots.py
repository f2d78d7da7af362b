"""The best play at the urn, honest and random play, each alone among bots of one level: a table of docs/urn.md.

    python -m benchmarks.urn_bots [--level normal] [--matches 2000] [--first 1000000] [--jobs 2] [--docs]

The best play knows how the bots of the level play, and of the match what its seat observed:

- The best fair seat works out how likely each other seat is the crook and each number of red marbles is, from all reports and its
  own marbles, and gives the range and the name that most likely make enough points. The honest one has the same belief, gives the
  range from its 10 % to its 90 % point, and names a seat that is more likely the crook than not; the gambler gives the middle
  fifth.
- The best crook tries each report on the marbles that the others may have drawn, and counts how often it can still mislead enough
  of the bots, which look at nothing but what the reports of each seat add up to.
"""

from __future__ import annotations

import argparse
from collections import defaultdict
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import cache, partial
from itertools import accumulate, product
from math import comb, prod
from random import Random
from typing import Any

from benchmarks.opponents import Table as Matches
from benchmarks.opponents import play_many
from benchmarks.page import markdown, write
from woozle.core import registry
from woozle.core.event import first
from woozle.core.game import Event
from woozle.core.request import Answer, Request, Seat
from woozle.core.statistics.intervals import wilson
from woozle.games.urn.events import (
    ALPHA,
    FEWEST,
    MARBLES,
    NAMED,
    PAR,
    POINTS,
    Accuse,
    Briefing,
    Drawn,
    Guess,
    Opened,
    Report,
    Reported,
)
from woozle.games.urn.players.bot import UrnBot
from woozle.games.urn.players.table import Table
from woozle.games.urn.rules import interval_score
from woozle.players.bot import Bot
from woozle.players.random_bot import RandomBot
from woozle.players.registry import bot

Belief = Mapping[tuple[Seat, int], float]
"""The probability of each seat as the crook with each number of red marbles."""

TRIES = 30  # of the marbles that the others may have drawn


@cache
def _lies(kind: type[UrnBot], briefing: Briefing) -> Mapping[tuple[int, ...], Mapping[tuple[int, int], float]]:
    """Return how many ways lead to the reports of a crook of this kind, by what it drew in all and what the urn holds."""
    fewest = briefing.total // FEWEST
    found: dict[tuple[int, ...], dict[tuple[int, int], float]] = defaultdict(lambda: defaultdict(float))
    for drawn in product(range(briefing.marbles + 1), repeat=briefing.handfuls):
        ways = prod(comb(briefing.marbles, reds) for reds in drawn) / (kind.more + 1)
        for red, more in product(range(fewest, briefing.total - fewest + 1), range(kind.more + 1)):
            said: tuple[int, ...] = ()
            for at in range(briefing.handfuls):
                said += (kind.lie(drawn[: at + 1], sum(said), red, briefing, more),)
            found[said][sum(drawn), red] += ways
    return found


def believe(kind: type[UrnBot], me: Seat, observation: Sequence[Event]) -> Belief:
    """Return what can be known in a fair seat among bots of a kind: by the way in which all marbles may have been drawn."""
    briefing = first(observation, Briefing)
    assert briefing is not None
    said: dict[Seat, tuple[int, ...]] = dict.fromkeys(briefing.seats, ())
    for event in observation:
        if isinstance(event, Drawn):
            said[me] += (event.reds,)
        elif isinstance(event, Reported) and event.seat != me and event.said is not None:
            said[event.seat] += (event.said,)
    total = sum(map(sum, said.values()))
    weights: dict[tuple[Seat, int], float] = {}
    for crook in said.keys() - {me}:
        fair = prod(comb(briefing.marbles, reds) for seat in said.keys() - {crook} for reds in said[seat])
        rest = total - sum(said[crook])
        for (drawn, red), ways in _lies(kind, briefing).get(said[crook], {}).items():
            if rest + drawn == red:
                weights[crook, red] = fair * ways / comb(briefing.total, red)
    whole = sum(weights.values())
    return {each: weight / whole for each, weight in weights.items()}


class Knowing(Bot):
    """A fair seat with that belief."""

    def __init__(self, kind: type[UrnBot], seed: str) -> None:
        super().__init__(seed)
        self.kind = kind

    def answer(self, request: Request, observation: Sequence[Event]) -> Answer:
        if request.answer is Report:
            return Report(reds=[event.reds for event in observation if isinstance(event, Drawn)][-1])
        name, low, high = self.choose(believe(self.kind, request.to, observation))
        return Accuse(target=name) if request.answer is Accuse else Guess(low=low, high=high)

    def choose(self, belief: Belief) -> tuple[Seat | None, int, int]:
        """Return whom to name, and the range."""
        raise NotImplementedError


class Best(Knowing):
    """Makes enough points as likely as can be."""

    name = "best"

    def choose(self, belief: Belief) -> tuple[Seat | None, int, int]:
        names = sorted({crook for crook, _ in belief})
        widths = {max(0, POINTS - PAR + more - miss) for more in (-NAMED, 0, NAMED) for miss in (0, 10, 20)}
        numbers = [red for _, red in belief]
        choices = (
            (name, low, low + width)
            for name in (None, *names)
            for width in sorted(widths)
            for low in range(max(0, min(numbers) - width), min(MARBLES - width, max(numbers)) + 1)
        )
        return max(choices, key=lambda each: (_chance(belief, *each), -each[2] + each[1]), default=(None, 0, MARBLES))


def _chance(belief: Belief, name: Seat | None, low: int, high: int) -> float:
    """Return how likely a name and a range make enough points."""
    found = 0.0
    for (crook, red), chance in belief.items():
        bonus = 0 if name is None else NAMED if name == crook else -NAMED
        found += chance * (POINTS - interval_score(low, high, red, ALPHA) + bonus >= PAR)
    return found


class Honest(Knowing):
    """Says what it believes. tails: the part of its belief that its range leaves out at either end."""

    name = "honest"
    tails = ALPHA / 2

    def choose(self, belief: Belief) -> tuple[Seat | None, int, int]:
        crooks: dict[Seat, float] = defaultdict(float)
        numbers: dict[int, float] = defaultdict(float)
        for (crook, red), chance in belief.items():
            crooks[crook] += chance
            numbers[red] += chance
        steps = [*zip(sorted(numbers), accumulate(numbers[red] for red in sorted(numbers)), strict=True)]
        low, high = (next((red for red, sum_ in steps if sum_ >= part), MARBLES) for part in (self.tails, 1 - self.tails))
        name = max(crooks, key=crooks.__getitem__, default=None)
        return name if name and crooks[name] > 1 / 2 else None, low, high


class Gambler(Honest):
    """Gives a range that is too narrow for what it believes."""

    name = "gambler"
    tails = 0.4


class BestCrook(Bot):
    """Tries each report on what the others may have drawn."""

    name = "best crook"

    def __init__(self, kind: type[UrnBot], seed: str) -> None:
        super().__init__(seed)
        self.kind, self.other = kind, kind("other")

    def answer(self, request: Request, observation: Sequence[Event]) -> Answer:
        if request.answer is Accuse:
            return Accuse(target=None)
        if request.answer is Guess:
            return Guess(low=0, high=MARBLES)
        briefing, secret = first(observation, Briefing), first(observation, Opened)
        assert briefing is not None and secret is not None
        random = Random(f"{self.seed} {request.id}")
        said: dict[Seat, list[int]] = {seat: [] for seat in briefing.seats}
        for event in observation:
            if isinstance(event, Reported):
                said[event.seat].append(event.said or 0)
        drawn = [event.reds for event in observation if isinstance(event, Drawn)]
        tries = [_deal(request.to, briefing, secret.red, said, drawn, random) for _ in range(TRIES)]
        worth = [self._worth(request.to, briefing, secret.red, each) for each in tries]
        left = briefing.marbles * (briefing.handfuls - len(drawn))
        sums = [sum(said[request.to]) + reds for reds in range(briefing.marbles + 1)]
        best = [sum(max(each[low : low + left + 1]) for each in worth) for low in sums]
        return Report(reds=best.index(max(best)))

    def _worth(self, me: Seat, briefing: Briefing, red: int, dealt: Mapping[Seat, Sequence[int]]) -> list[float]:
        """Return, for each sum of the crook's reports, whether it wins if all was dealt like this; and a little for each misled."""
        found, drawn = [], briefing.handfuls * briefing.marbles
        for told in range(drawn + 1):
            reds = {seat: float(told if seat == me else sum(hands)) for seat, hands in dealt.items()}
            tables = (Table(seat, briefing.seats, drawn, reds) for seat in briefing.seats if seat != me)
            misled = sum(self._loses(table, me, red) for table in tables)
            found.append((2 * misled >= len(briefing.seats) - 1) + misled / 100)
        return found

    def _loses(self, table: Table, crook: Seat, red: int) -> bool:
        name = self.other.suspect(table)
        guess = self.other.guess(table, name)
        bonus = 0 if name is None else NAMED if name == crook else -NAMED
        return POINTS - interval_score(guess.low, guess.high, red, ALPHA) + bonus < PAR


def _deal(
    me: Seat, briefing: Briefing, red: int, said: Mapping[Seat, Sequence[int]], drawn: Sequence[int], random: Random
) -> dict[Seat, list[int]]:
    """Return handfuls for all seats that agree with what the crook knows: its own, and the reports of the others."""
    known = {seat: [*(drawn if seat == me else said[seat])] for seat in briefing.seats}
    left = red - sum(map(sum, known.values()))
    unknown = [seat for seat, hands in known.items() for _ in range(briefing.handfuls - len(hands))]
    rest = [1] * left + [0] * (len(unknown) * briefing.marbles - left)
    random.shuffle(rest)
    for at, seat in enumerate(unknown):
        known[seat].append(sum(rest[at * briefing.marbles : (at + 1) * briefing.marbles]))
    return known


def players(kind: type[UrnBot]) -> Iterator[tuple[str, str, Callable[[str], Bot]]]:
    """Yield the role and name of each player to measure among bots of a kind."""
    for fair in (Best, Honest, Gambler):
        yield "fair", fair.name, partial(fair, kind)
    yield "fair", "random", RandomBot
    yield "crook", "best", partial(BestCrook, kind)
    yield "crook", "random", RandomBot


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--level", default="normal")
    parser.add_argument("--matches", type=int, default=2000)
    parser.add_argument("--first", type=int, default=1_000_000)
    parser.add_argument("--jobs", type=int, default=1)
    parser.add_argument("--docs", action="store_true", help="write the table into docs/urn.md")
    given = parser.parse_args()
    game = registry.game("urn")
    config = registry.configure(game, "standard", {})
    kind: Any = bot("urn", given.level)
    rows = []
    for role, name, player in players(kind):
        table = Matches("urn", game.default_seats, config, given.level, role, player)
        results = play_many(table, given.matches, given.jobs, given.first)
        wins = sum(each.kind == "won" for each in results)
        low, high = wilson(wins, len(results))
        rows.append([role, name, f"{len(results):,}", f"{wins / len(results):.1%}", f"{low:.1%} to {high:.1%}"])
        print(*rows[-1], flush=True)
    text = markdown(["role", "player", "matches", "it wins", "95 %"], rows)
    print(text)
    if given.docs:
        write("urn.md", "play", text)


if __name__ == "__main__":
    main()
