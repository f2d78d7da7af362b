"""The speed of solving games of the theory, and the agreement of brute force and the conditions on 100,000 random ones, with ties.

    python -m benchmarks provision

Games are solved twice: each by itself in fractions, as `woozle solve ipg` does, and many at once in whole numbers, as its `--check`
does. Seconds are processor seconds, which other programs do not affect.
"""

from __future__ import annotations

import time

from benchmarks.result import Result
from woozle.games.self_play.papers import conditions, sweep
from woozle.games.self_play.papers.provision import all_payoffs, brute_force

PLAYERS = range(2, 7)
GAMES = 100_000


def alone(games: sweep.Games) -> int:
    """Solve each game by itself, and return on how many brute force and the conditions differ."""
    each = map(games.one, range(len(games)))
    return sum(brute_force(all_payoffs(game)) != conditions.equilibria(game) for game in each)


def provision() -> list[Result]:
    five = sweep.draw_games(10_000, 5, seed=5)
    begun = time.process_time()
    apart = alone(five)
    between = time.process_time()
    apart += len(sweep.check(five).apart)
    ended = time.process_time()

    several = [sweep.draw_games(GAMES // len(PLAYERS), players) for players in PLAYERS]
    found = [sweep.check(games) for games in several]
    return [
        Result("10,000 games of 5 players, each by itself", between - begun, "s", "< 20"),
        Result("10,000 games of 5 players, side by side", ended - between, "s", "< 20"),
        Result("  where brute force and the conditions differ", apart, "games", "0"),
        Result("random games of 2 to 6 players", sum(each.games for each in found), "games", ""),
        Result("  with an equilibrium that is a tie", sum(each.ties for each in found), "games", ""),
        Result("  where both differ, side by side", sum(len(each.apart) for each in found), "games", "0"),
        Result("  where both differ, each by itself", sum(map(alone, several)), "games", "0"),
    ]


ALL = {"provision": provision}
