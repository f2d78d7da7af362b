"""The strength of the undercover's bots: how often the undercover is found as eyes get worse, and the processor time of a match.

    python -m benchmarks.undercover_bots [--matches 1000] [--seats 5] [--bots] [--set knows=true] [--noise 0,0.05,0.1]

All bots have the same eye; `noise` is the rate of each of its errors. No pictures are drawn: the services always answer the same.
"""

from __future__ import annotations

import argparse
import time
from collections.abc import Mapping, Sequence

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
from woozle.players.seats import bot_seed

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


def row(bot: type[UndercoverBot], matches: int, seats: int, options: Mapping[str, str]) -> str:
    """Return one row of the table."""
    found = first = false = right = first_right = last_right = asked = votes_right = votes = 0
    begun = time.process_time()
    for seed in range(matches):
        referee = played(bot, seats, seed, options)
        counted = [event for event, _ in referee.record if isinstance(event, Counted)]
        found += any(event.was_undercover for event in counted)
        first += any(event.was_undercover for event in counted[:1])
        false += sum(event.was_undercover is False for event in counted)
        results = referee.outcome.results if referee.outcome else {}
        right += referee.outcome is not None and referee.outcome.reason.endswith("is right.")
        for result in results.values():
            if not result.numbers.get("undercover"):
                asked += 1
                first_right += result.numbers["first_right"] > 0
                last_right += result.numbers["last_right"] > 0
                votes += int(result.numbers["votes"])
                votes_right += int(result.numbers["votes_right"])
    each = (time.process_time() - begun) / matches * 1000
    low, high = wilson(found, matches)
    shares = (found / matches, low, high, first / matches, false / matches)
    later = (votes_right / max(votes, 1), first_right / max(asked, 1), last_right / max(asked, 1), right / matches)
    return f"{bot.name:<8}" + "".join(f"{share:>9.3f}" for share in (*shares, *later)) + f"{each:>9.1f}"


def main(arguments: Sequence[str] | None = None) -> None:
    """Print the table."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--matches", type=int, default=1000)
    parser.add_argument("--seats", type=int, default=5)
    parser.add_argument("--noise", default=",".join(map(str, NOISE)), help="rates, by commas")
    parser.add_argument("--bots", action="store_true", help="also the bots as they are")
    parser.add_argument("--set", action="append", default=[], metavar="NAME=VALUE", dest="options")
    given = parser.parse_args(arguments)
    options = dict(option.split("=", 1) for option in given.options)
    titles = ("found", "low", "high", "at once", "false", "of votes", "first", "last", "table")
    print(f"{'noise':<8}" + "".join(f"{title:>9}" for title in titles) + f"{'ms each':>9}")
    noisy = [with_noise(float(rate)) for rate in given.noise.split(",")]
    for bot in (*noisy, *(bot for bot in BOTS if given.bots and issubclass(bot, UndercoverBot))):
        print(row(bot, given.matches, given.seats, options), flush=True)


if __name__ == "__main__":
    main()
