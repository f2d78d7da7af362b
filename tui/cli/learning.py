"""`woozle learn`: a game in three minutes, against bots, with a coach."""

from __future__ import annotations

import sys

import typer

from woozle.tui.cli.arguments import GAME, PLAIN
from woozle.tui.cli.commands import needs_terminal, plainly

app = typer.Typer()


@app.command()
def learn(game: GAME = "ship", plain: PLAIN = False) -> None:
    """Learn a game in three minutes, against bots, with a coach."""
    from woozle.arena.play.learning import tutorial

    start = tutorial(game)
    if plain:
        from woozle.arena.play.learning import ready
        from woozle.arena.views.coaching import Coach
        from woozle.tui.cli.plain import play_plainly

        play_plainly(game, lambda human: ready(start, human), coach=Coach(start.lessons))
        return
    needs_terminal(plainly())
    from woozle.tui.app import run_app

    sys.exit(run_app(start))
