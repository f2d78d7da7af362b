"""`woozle join`: a seat at a table of another machine."""

from __future__ import annotations

import sys
from typing import Annotated

import typer

from woozle.tui.cli import arguments, commands

app = typer.Typer()


@app.command("join")
def join(
    link: Annotated[str, typer.Argument(help="The link to a seat, in quotes: 'https://HOST/t/TABLE#TOKEN'.")],
    name: Annotated[str | None, typer.Option(help="What the others call you; default: your name in the settings.")] = None,
    agent: Annotated[str | None, typer.Option(help="Who answers in your place: python:my_agents:Careful, or exec:./agent.")] = None,
    plain: arguments.PLAIN = False,
) -> None:
    """Join a table of another machine. The same link leads back to the seat."""
    from woozle.arena.join.connection import Joiner
    from woozle.arena.join.link import parse_link
    from woozle.tui.cli.own_name import own_name

    found = parse_link(link)
    joiner = Joiner((name or "") if agent is not None else own_name(name or ""), is_agent=agent is not None)
    if agent is not None:
        from woozle.tui.cli.join_output import answer_for

        raise typer.Exit(answer_for(found, joiner, agent))
    if commands.is_plain(plain):
        from woozle.tui.cli.join_output import play_plainly

        raise typer.Exit(play_plainly(found, joiner))
    from woozle.arena.join.session import JoinedSession
    from woozle.arena.play.start import Join

    commands.require_terminal(commands.plain_command())
    sys.exit(commands.open_app(Join(JoinedSession(found, joiner)), commands.plain_command()))
