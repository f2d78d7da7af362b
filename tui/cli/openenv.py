"""`woozle openenv`: a server of environments in which other programs train and evaluate agents."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from woozle.core.errors import InputError
from woozle.tui.cli import arguments, commands
from woozle.tui.cli.sentences import notice

app = typer.Typer()

PORT = 8330


@app.command()
@arguments.with_game_options
def openenv(
    game: arguments.GAME,
    seats: Annotated[
        str | None,
        typer.Option(help="The players: agent where clients answer, and bots or models, e.g. agent,bot*5."),
    ] = None,
    preset: arguments.PRESET = "standard",
    options: arguments.SET = None,
    services: arguments.Services = arguments.NO_SERVICES,
    reward: Annotated[str, typer.Option(help="result, or a figure of a seat that `woozle report` gives.")] = "result",
    out: Annotated[Path | None, typer.Option(help="Folder for the transcripts of matches; by default none are kept.")] = None,
    host: Annotated[str, typer.Option(metavar="ADDRESS", help="Address to listen at.")] = "127.0.0.1",
    port: Annotated[int, typer.Option(min=0, max=65_535, help="Port to listen at; 0 for any that is free.")] = PORT,
    name: Annotated[
        list[str] | None,
        typer.Option(metavar="HOST", help="Another name by which clients reach this server, e.g. of a container. Repeatable."),
    ] = None,
    most: Annotated[int, typer.Option(min=1, max=10_000, help="Most sessions at once.")] = 200,
) -> None:
    """Serve a game as an environment of OpenEnv; stop with ctrl+c."""
    import asyncio

    from woozle.arena.environments.episode import setting
    from woozle.arena.http_server import LOOPBACK
    from woozle.players.seats import check_agents, models_of

    config = commands.build_config(game, preset, options)
    named, beside = commands.resolve_services(services, game, config)
    chosen = setting(
        game,
        seats or "",
        preset=preset,
        options=commands.read_options(game, options),
        services=named,
        reward=reward,
        records=out,
    )
    check_agents(list(chosen.seats))
    try:
        from woozle.arena.environments.openenv import serve
    except ModuleNotFoundError as error:
        if (error.name or "").partition(".")[0] not in ("openenv", "fastapi", "uvicorn"):
            raise
        raise InputError("Environments of OpenEnv need another package; install it with `pip install 'woozle[openenv]'`.") from None
    commands.refuse_unready([*models_of(chosen.seats), *beside], commands.sights(game, config))
    if host not in LOOPBACK:
        notice("Anyone who reaches this port can play here: let only people you trust reach it.")

    def announce(url: str) -> None:
        notice(f"The environment is at {url}; stop with ctrl+c.")

    asyncio.run(serve(chosen, host, port, names=name or (), most=most, opened=announce))
    notice("Stopped.")
