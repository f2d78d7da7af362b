"""Win rates of players that do not play: one of them alone among bots, by game and role.

    python -m benchmarks.tricks [GAME...] [--matches 200] [--jobs 2] [--keep]

A win is what the rules call won; intervals are Wilson's. The seeds begin at two million. `--keep` keeps the counts, from which CI
takes its limits, and writes the tables of docs/tricks.md.
"""

from __future__ import annotations

import argparse
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor
from functools import partial

from benchmarks.page import markdown, write
from benchmarks.tricks.suite import PLAYS, Case, Counts, cases, levels, load, play, roles, save, ways
from woozle.core import registry

PAGE = "tricks.md"


def table(game: str, counts: Counts) -> str:
    """Return the table of a game: a row for each role and way, and first the bot of the level itself."""
    rows = []
    for role in roles(game):
        for way in (PLAYS, *ways(game)):
            found = [counts[Case(game, role, level, way)] for level in levels(game)]
            cells = [cell for each in found for cell in (f"{each.rate:.1%}", "{:.1%} to {:.1%}".format(*each.ends))]
            name = "plays as the others do" if way == PLAYS else way
            rows.append([*([role] if role else []), name, *cells, f"{found[0].matches:,}"])
    titles = [cell for level in levels(game) for cell in (f"wins against {level}", "95 %")]
    return markdown([*(["role"] if role else []), "way", *titles, "matches of each"], rows)


def list_cases(games: list[str]) -> Iterator[Case]:
    """Yield the cases to play, and the bots of each level for comparison."""
    for game in games:
        yield from (Case(game, role, level, PLAYS) for role in roles(game) for level in levels(game))
        yield from cases(game)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("games", nargs="*", metavar="GAME")
    parser.add_argument("--matches", type=int, default=200)
    parser.add_argument("--jobs", type=int, default=1)
    parser.add_argument("--keep", action="store_true")
    given = parser.parse_args()
    games = given.games or registry.names()
    to_play = [*list_cases(games)]
    with ProcessPoolExecutor(given.jobs) as pool:
        found = {}
        for case, count in zip(to_play, pool.map(partial(play, matches=given.matches), to_play), strict=True):
            found[case] = count
            print(case, f"{count.rate:.1%}", "{:.1%} to {:.1%}".format(*count.ends), flush=True)
    for game in games:
        print(f"\n{table(game, found)}")
        if given.keep:
            write(PAGE, game, table(game, found))
    if given.keep:
        save({case: count for case, count in load().items() if case.game not in games} | found)


if __name__ == "__main__":
    main()
