"""`woozle host` and `woozle serve`: tables that people join over a network."""

from __future__ import annotations

import sys
from dataclasses import asdict
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from woozle.core.errors import InputError
from woozle.core.value import value
from woozle.tui.cli import arguments, commands
from woozle.tui.cli.sentences import notice

if TYPE_CHECKING:
    from woozle.arena.tables.plan import TablePlan
    from woozle.arena.web.ways_in import WayIn
    from woozle.players.models.spec import ModelSpec

app = typer.Typer()


@value
class WayOptions:
    """Options for how people reach tables."""

    lan: Annotated[bool, typer.Option("--lan", help="Let others in the local network join, over plain HTTP.")] = False
    address: Annotated[
        str, typer.Option(metavar="ADDRESS", help="Private address of this machine to use with --lan; default: all.")
    ] = ""
    cert: Annotated[Path | None, typer.Option(metavar="FILE", help="Certificate chain for TLS, e.g. fullchain.pem.")] = None
    key: Annotated[Path | None, typer.Option(metavar="FILE", help="Its private key, e.g. privkey.pem.")] = None
    url: Annotated[str, typer.Option(help="Address under which others reach this machine, through a proxy or `ssh -R`.")] = ""
    proxy: Annotated[
        list[str] | None,
        typer.Option(metavar="ADDRESS", help="Address of a proxy on another machine, trusted to say who asks. Repeatable."),
    ] = None
    port: Annotated[int | None, typer.Option(min=0, max=65_535, help="Port to listen at; default 8322, 0 for any free one.")] = None

    def check(self) -> WayIn:
        """Return the way in, after saying what it means. Raises InputError, also for a port that is taken."""
        from woozle.arena.web.ways_in import open_listeners, way_in

        way = way_in(**asdict(self))
        tried = open_listeners(way)
        for each in (tried.here, *tried.others):
            each.close()
        if way.note:
            notice(way.note)
        return way


@app.command("host")
@arguments.with_game_options
@arguments.with_options_of(WayOptions)
def host(
    game: arguments.GAME = arguments.FIRST_GAME,
    seats: Annotated[
        str | None, typer.Option(help="The players; human is you, remote whoever joins: human,remote*2,bot*2.")
    ] = None,
    seed: Annotated[
        int | None, typer.Option(help="Random seed, which you then know; by default all players draw together.")
    ] = None,
    preset: arguments.PRESET = "standard",
    options: arguments.SET = None,
    services: arguments.Services = arguments.NO_SERVICES,
    blind: Annotated[bool, typer.Option("--blind", help="Draw places by lot, and hide who plays where until the end.")] = False,
    guesses: Annotated[bool, typer.Option("--guesses", help="At a blind table, ask before the end is told who was human.")] = False,
    *,
    reach: WayOptions,
    name: Annotated[str, typer.Option(help="What the others call you; default: your name in the settings.")] = "",
    start_when_full: Annotated[
        bool, typer.Option("--start-when-full/--start-by-host", help="Start as soon as all are here, or only when you say so.")
    ] = True,
    when_gone: Annotated[
        str,
        typer.Option(metavar="WHAT", help="When a player is lost for 60 seconds, or e.g. bot=90: wait, pause, bot or forfeit."),
    ] = "wait",
    watch: Annotated[
        str, typer.Option(metavar="WHAT", help="What spectators see: none, public, public=SECONDS later, or end (all, after it).")
    ] = "public",
    durable: Annotated[bool, typer.Option("--durable", help="Wait for the disk itself before anybody is told.")] = False,
    again: Annotated[bool, typer.Option("--again", help="Go on with the table that was left, with the same links.")] = False,
    plain: arguments.PLAIN = False,
) -> None:
    """Open a table that people join from browsers and other terminals."""
    from woozle.arena.play.start import Host
    from woozle.tui.cli.own_name import own_name

    way = reach.check()
    if again and (seats or options or services or seed is not None):
        raise InputError("--again goes on with the table that was left as it was; leave out what is about its match.")
    lost, seen = _with_seconds("when_gone", when_gone, "gone_after"), _with_seconds("watching", watch, "delay")
    terms = {"is_blind": blind, "has_guesses": guesses, "starts_when_full": start_when_full, "is_durable": durable, **lost, **seen}
    plan, asked = (None, []) if again else _plan(game, seats, preset, options, services, seed=seed, **terms)
    sights = commands.sights(game, plan.config) if plan else "none"
    if commands.is_plain(plain):
        import asyncio

        from woozle.tui.cli.table_output import host_table

        commands.refuse_unready(asked, sights)
        return asyncio.run(host_table(plan, way))
    commands.require_terminal(commands.plain_command())
    called = own_name(name) if plan or name else ""
    sys.exit(commands.open_app(Host(plan, way, called or "Host"), commands.plain_command(), asked, sights))


@app.command("serve")
@arguments.with_options_of(WayOptions)
def serve(
    settings: Annotated[
        Path | None, typer.Option(metavar="FILE", help="TOML file: what visitors may open, and how long things are kept.")
    ] = None,
    most: Annotated[int, typer.Option(min=1, max=10_000, help="Most open tables at once.")] = 200,
    *,
    reach: WayOptions,
) -> None:
    """Serve many open tables to browsers, terminals and agents, without a screen; stop with ctrl+c."""
    import asyncio

    from woozle.arena.tables.server_settings import ServerSettings, read_server_settings
    from woozle.tui.cli.table_output import serve_tables

    way = reach.check()
    asyncio.run(serve_tables(way, read_server_settings(settings) if settings else ServerSettings(), most))


def _plan(
    game: str, seats: str | None, preset: str, options: list[str] | None, services: arguments.Services, **terms: Any
) -> tuple[TablePlan, list[ModelSpec]]:
    """Return the plan of a table, and the models that it asks. Raises InputError for one that cannot be played."""
    from woozle.arena.tables.plan import plan_table
    from woozle.core import registry
    from woozle.players.seats import models_of

    config = commands.build_config(game, preset, options)
    rest = registry.game(game).default_seats - 2
    words = commands.complete_seats(seats or f"human,remote{f',bot*{rest}' if rest > 0 else ''}", game, is_open_table=True)
    named, beside = commands.resolve_services(services, game, config)
    plan = plan_table(game, words, config, named, **terms)
    specs = plan.specs()
    if sum(spec.kind == "human" for spec in specs) > 1:
        raise InputError("Only one seat can be human, which is you; write remote for everybody else, as in human,remote*2.")
    return plan, [*models_of(specs), *beside]


def _with_seconds(name: str, text: str, seconds: str) -> dict[str, str]:
    """Return two fields of a plan for an option like `bot=90`."""
    what, equals, number = text.partition("=")
    return {name: what, seconds: number} if equals else {name: what}
