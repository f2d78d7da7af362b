"""`woozle solve`: games of the theory, solved exactly."""

from __future__ import annotations

import sys
from typing import Annotated

import typer

from woozle.core.errors import InputError
from woozle.tui.cli.arguments import JSON
from woozle.tui.cli.commands import print_json, print_result
from woozle.tui.cli.usage import Commands

MOST_CHECKED = 100_000

app = typer.Typer()
solve_app = typer.Typer(cls=Commands, no_args_is_help=True)
app.add_typer(solve_app, name="solve", help="Solve a game of the theory exactly.")


@solve_app.command()
def ipg(
    p: Annotated[str, typer.Option("--p", help="Each player's chance to be right after a search: 0.9,0.3.")] = "",
    q: Annotated[str, typer.Option("--q", help="Each player's chance to be right by a guess: 0.4,0.2.")] = "",
    cost: Annotated[str, typer.Option(help="Cost of a search, where a right answer is worth 1.")] = "",
    charged: Annotated[str, typer.Option(help="Payer of a search: searcher or group.")] = "searcher",
    check: Annotated[int, typer.Option(min=0, max=MOST_CHECKED, help="Check this many random games instead.")] = 0,
    players: Annotated[int, typer.Option(help="Players of each random game.")] = 5,
    seed: Annotated[int, typer.Option(help="Seed of the random games.")] = 0,
    as_json: JSON = False,
) -> None:
    """Solve the information-provision game: who searches, when one good search is enough for all?"""
    if check:
        if p or q or cost:
            raise InputError("--check draws its own games; leave out --p, --q and --cost.")
        _check(check, players, seed, as_json)
        return
    if not (p and q and cost):
        raise InputError("The game needs --p, --q and --cost, such as --p 0.9,0.3 --q 0.4,0.2 --cost 0.05.")
    if charged not in ("searcher", "group"):
        raise InputError("--charged is searcher or group.")
    from woozle.games.self_play.papers.provision import provision
    from woozle.games.self_play.tui.solve_output import game_json, game_lines, print_regions

    game = provision(p.split(","), q.split(","), cost, "group" if charged == "group" else "searcher")
    if as_json:
        print_json(game_json(game))
        return
    print(*game_lines(game), sep="\n")
    if game.players == 2:
        print()
        print_regions(game, sys.stdout)


def _check(games: int, players: int, seed: int, as_json: bool) -> None:
    """Compare brute force with the conditions on random games. Exit status 1 if they differ on one."""
    from woozle.games.self_play.papers import sweep
    from woozle.games.self_play.tui.solve_output import check_lines

    found = sweep.check(sweep.draw_games(games, players, seed))
    told = {"games": found.games, "players": players, "seed": seed, "ties": found.ties, "apart": list(found.apart)}
    print_result(as_json, lambda: told, lambda: check_lines(found, players))
    if found.apart:
        raise typer.Exit(1)
