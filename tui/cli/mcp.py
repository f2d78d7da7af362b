"""`woozle mcp`: a server through which clients of the Model Context Protocol take seats."""

from __future__ import annotations

import sys
from collections.abc import Mapping
from contextlib import redirect_stdout, suppress
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from woozle.core.errors import InputError
from woozle.tui.cli import arguments, commands
from woozle.tui.cli.sentences import notice, report_failure

if TYPE_CHECKING:
    from woozle.arena.web.mcp_tables import Offer

app = typer.Typer()


@app.command()
@arguments.with_game_options
def mcp(
    game: Annotated[str, typer.Option(help="Serve only this game; by default clients choose.", callback=arguments.read_game)] = "",
    seats: Annotated[
        str | None, typer.Option(help="The players, `agent` for each client: agent,bot*5; by default clients choose bots.")
    ] = None,
    seed: arguments.SEED = None,
    preset: Annotated[str, typer.Option(help="Serve only this preset; by default clients choose.")] = "",
    options: arguments.SET = None,
    services: arguments.Services = arguments.NO_SERVICES,
    out: Annotated[
        Path | None, typer.Option(metavar="FOLDER", help="Folder for the matches; default: where all matches are.")
    ] = None,
    http: Annotated[
        int | None,
        typer.Option(metavar="PORT", min=0, max=65535, help="Serve HTTP on this machine instead of standard input; 0: any port."),
    ] = None,
) -> None:
    """Let MCP clients take seats, on standard input and output or over HTTP."""
    import asyncio

    try:
        from woozle.arena.web.mcp_server import serve_http, serve_stdio
    except ModuleNotFoundError as error:
        if not (error.name or "").partition(".")[0].startswith("mcp"):
            raise
        raise InputError("A server for MCP needs another package; install it with `pip install 'woozle[mcp]'`.") from None

    if out:
        out.mkdir(mode=0o700, parents=True, exist_ok=True)
    with redirect_stdout(sys.stderr):  # an agent may print while it is imported, and standard output is the client's
        offer = _offer(game, seats, seed, preset, options, services, out)

    def announce(url: str) -> None:
        notice(f"Clients on this machine take seats at {url}; stop with ctrl+c.")

    if http is None:
        if sys.stdin.isatty():
            notice("Clients start this themselves, and speak MCP on its standard input; or add --http PORT. Stop with ctrl+c.")
        serving = serve_stdio(offer, notice, report_failure)
    else:
        serving = serve_http(offer, http, announce, notice, report_failure)
    with suppress(KeyboardInterrupt):
        asyncio.run(serving)


def _offer(
    game: str,
    seats: str | None,
    seed: int | None,
    preset: str,
    options: list[str] | None,
    services: Mapping[str, str],
    out: Path | None,
) -> Offer:
    """Return what is served. Raises ValueError with a sentence for what cannot be played."""
    from woozle.arena.web.mcp_tables import Offer
    from woozle.players.seats import check_agents, models_of

    if not game:
        typed = {"--seats": seats, "--preset": preset, "--set": options} | {f"--{name}": text for name, text in services.items()}
        if option := next((option for option, text in typed.items() if text), ""):
            raise InputError(f"{option} is for one game; name it with --game, or leave {option} out.")
        return Offer(seed=seed, records=out)
    offer = Offer(game, seats or "", preset, commands.read_options(game, options), {}, seed, out)
    chosen = offer.setting()
    check_agents(chosen.seats)
    named, asked = commands.resolve_services(services, game, chosen.config)
    commands.refuse_unready([*models_of(chosen.seats), *asked], commands.sights(game, chosen.config))
    return replace(offer, services=named)
