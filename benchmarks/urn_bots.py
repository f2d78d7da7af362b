"""Matches among the bots of the urn: the tables of docs/urn.md.

python -m benchmarks.urn_bots [--matches 300]
"""

from __future__ import annotations

import argparse
from collections.abc import Mapping
from statistics import fmean
from typing import Any

from woozle.core import registry
from woozle.core.chance import key_from_seed
from woozle.core.referee import Referee
from woozle.games.urn.rules import ALPHA, Judged, Opened, Urn, interval_score
from woozle.players.registry import bots
from woozle.players.seats import bot_seed

PAIRS = (
    *(("keen", crook) for crook in ("truthful", "keen", "bold")),
    *(("trusting", crook) for crook in ("truthful", "keen", "bold")),
    ("fibber", "keen"),
)
_SHARES = ("named the crook", "named another", "crook wins")
TABLES: tuple[tuple[int, Mapping[str, Any]], ...] = (
    *((seats, {}) for seats in (3, 4, 6, 8)),
    (5, Urn.presets["quick"]),
    (5, Urn.presets["patient"]),
)


def played(fair: str, crook: str, seats: int, seed: int, options: Mapping[str, Any]) -> Referee:
    """Play a match of the named bots: one as the crook, the other in all other seats."""
    key, kinds = key_from_seed(seed, "urn"), bots("urn")
    referee = Referee(Urn(seats, registry.configure(Urn, "standard", options)), key)
    roles = Urn.roles(referee.record)
    players = {seat: kinds[crook if role == "crook" else fair](bot_seed(seat, key)) for seat, role in roles.items()}
    while referee.open:
        request = next(iter(referee.open.values()))
        referee.answer(request.to, players[request.to].answer(request, referee.view(request.to)))
    return referee


def row(fair: str, crook: str, seats: int, matches: int, options: Mapping[str, Any]) -> str:
    """Return a row: points, cost, and shares: of ranges that hold the number, right and wrong accusations, and the crook's wins."""
    found, wins = [], 0
    for seed in range(matches):
        referee = played(fair, crook, seats, seed, options)
        opened = next(event for event, _ in referee.record if isinstance(event, Opened))
        found += [(opened, event) for event, _ in referee.record if isinstance(event, Judged) and event.seat != opened.crook]
        assert referee.outcome
        wins += referee.outcome.results[opened.crook].kind == "won"
    cells = (
        f"{fmean(each.points for _, each in found):.1f}",
        f"{fmean(interval_score(each.low, each.high, opened.red, ALPHA) for opened, each in found):.1f}",
        f"{fmean(each.low <= opened.red <= each.high for opened, each in found):.2f}",
        f"{fmean(each.accused == opened.crook for opened, each in found):.2f}",
        f"{fmean(each.accused not in (None, opened.crook) for opened, each in found):.2f}",
        f"{wins / matches:.2f}",
    )
    return f"| {fair} | {crook} | {' | '.join(cells)} |"


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--matches", type=int, default=300)
    matches = parser.parse_args().matches
    heads = ("fair seats", "crook", "points of fair seats", "cost of a range", "held the number", *_SHARES)
    print(f"| {' | '.join(heads)} |")
    print("|---|---|---|---|---|---|---|---|")
    for fair, crook in PAIRS:
        print(row(fair, crook, 5, matches, {}), flush=True)
    for seats, options in TABLES:
        print(f"{seats} seats {dict(options)}: {row('keen', 'keen', seats, matches, options)}", flush=True)


if __name__ == "__main__":
    main()
