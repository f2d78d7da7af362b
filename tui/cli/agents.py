"""`woozle agent`: custom agents, checked before they play."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING, Annotated

import typer

from woozle.core import registry
from woozle.core.errors import InputError
from woozle.tui.cli import commands
from woozle.tui.cli.arguments import JSON, read_games
from woozle.tui.cli.sentences import notice
from woozle.tui.cli.usage import Commands

if TYPE_CHECKING:
    from woozle.arena.testing.agents import AgentReport
    from woozle.players.seats import SeatSpec

app = typer.Typer()
agent_app = typer.Typer(cls=Commands)
app.add_typer(agent_app, name="agent", help="Check that an agent or a model plays by the rules.", no_args_is_help=True)


@agent_app.command("check")
def check(
    seat: Annotated[str, typer.Argument(help="As in --seats: python:my_agents:Careful, exec:./agent, ollama:qwen3:8b, bot.")],
    games: Annotated[
        list[str] | None, typer.Option("--game", help="Only this game; default: all. Repeatable.", callback=read_games)
    ] = None,
    seconds: Annotated[float, typer.Option(min=0.001, help="Time limit of an answer, unless the game has a shorter one.")] = 30.0,
    matches: Annotated[int, typer.Option(min=1, max=1000, help="Matches of a game; some more for answers that are rare.")] = 2,
    out: Annotated[Path | None, typer.Option(help="New folder to keep the matches in; default: none are kept.")] = None,
    as_json: JSON = False,
) -> None:
    """Check that an agent or a model plays by the rules: legal answers, in time, in matches that verify.

    It plays some matches of each game among bots; a model may cost a little. Exit status 1 if it fails in a game.
    """
    import asyncio

    from woozle.tui.cli.agent_output import end_lines, game_lines, reports_json

    specs = {game: _parse_seat(seat, game) for game in games or registry.names()}
    if out and out.exists():
        raise InputError(f"{out} is there already; choose another --out.")

    def tell(report: AgentReport) -> None:
        if not as_json:
            print(*game_lines(report), sep="\n", flush=True)

    with TemporaryDirectory() as folder:
        reports = asyncio.run(_check_all(specs, out or Path(folder), seconds, matches, tell))
    commands.print_result(as_json, lambda: reports_json(seat, seconds, reports), lambda: end_lines(seat, reports))
    if not all(report.passes for report in reports):
        raise typer.Exit(1)


def _parse_seat(seat: str, game: str) -> SeatSpec:
    """Return who is checked, if they can play now. Raises ValueError with a sentence."""
    from woozle.players.seats import parse_seats

    specs = parse_seats(commands.complete_seats(seat, game), game)
    if len(specs) != 1 or specs[0].kind == "human":
        raise InputError(f"{seat} is not one agent, bot or model; name the one to check, as in python:my_agents:Careful.")
    kind = registry.game(game)
    if model := specs[0].model:
        commands.refuse_unready([model], commands.sights(game, registry.configure(kind, next(iter(kind.presets)), {})))
    return specs[0]


async def _check_all(
    specs: Mapping[str, SeatSpec], folder: Path, seconds: float, matches: int, tell: Callable[[AgentReport], None]
) -> list[AgentReport]:
    from woozle.arena.play import models
    from woozle.arena.testing.agents import check_seat

    reports = []
    async with models.hub(tell=notice) as hub:
        for game, spec in specs.items():
            model = models.seats_of_a_match(hub)
            reports.append(await check_seat(spec, game, folder / game, matches=matches, seconds=seconds, model=model))
            tell(reports[-1])
    return reports
