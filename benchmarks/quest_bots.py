"""The strength of the quest's bots: results of a planner against each, and the time of a match.

    python -m benchmarks.quest_bots [--matches 1000] [--set weights=tables] [--set order=forward]

The planner sits first in every other match. The judge is `claims`, as in a match where no other is named.
"""

from __future__ import annotations

import argparse
import time
from collections import Counter
from collections.abc import Mapping

from woozle.core import registry
from woozle.core.chance import key_from_seed
from woozle.core.referee import Referee
from woozle.core.request import Response
from woozle.games.quest.events import Score, Tally
from woozle.games.quest.players.services import judge_by_claims
from woozle.games.quest.rules import Quest
from woozle.players.registry import bot, bots
from woozle.players.seats import bot_seed


def played(pair: tuple[str, str], seed: int, options: Mapping[str, str]) -> Referee:
    key = key_from_seed(seed)
    referee = Referee(Quest(2, registry.configure(Quest, "standard", options)), key)
    players = {seat: bot("quest", name)(bot_seed(seat, key)) for seat, name in zip(referee.game.seats, pair, strict=True)}
    while referee.outcome is None:
        request = next(iter(referee.open.values()))
        view = referee.view(request.to)
        is_scoring = request.answer is Score
        answer = judge_by_claims(request, view) if is_scoring else players[request.to].answer(request, view)
        referee.fold(Response(request.id, answer, 0.0))
    return referee


def row(rival: str, matches: int, options: Mapping[str, str]) -> str:
    kinds: Counter[str] = Counter()
    reviewed, begun = 0, time.perf_counter()
    for seed in range(matches):
        pair = ("planner", rival) if seed % 2 else (rival, "planner")
        referee = played(pair, seed, options)
        seat = referee.game.seats[1 - seed % 2]
        kinds[referee.outcome.results[seat].kind if referee.outcome else ""] += 1
        reviewed += any(isinstance(event, Tally) and event.seat == seat and event.reviews for event, _ in referee.record)
    each = (time.perf_counter() - begun) / matches * 1000
    return f"{rival:<10}{kinds['won']:>7}{kinds['drawn']:>7}{kinds['lost']:>7}{reviewed:>10}{each:>9.1f}"


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--matches", type=int, default=1000)
    parser.add_argument("--set", action="append", default=[], metavar="NAME=VALUE", dest="options")
    given = parser.parse_args()
    options = dict(option.split("=", 1) for option in given.options)
    print(f"{'against':<10}{'won':>7}{'drawn':>7}{'lost':>7}{'reviewed':>10}{'ms each':>9}")
    for rival in bots("quest"):
        print(row(rival, given.matches, options))


if __name__ == "__main__":
    main()
