"""`woozle daily`: the deal of the day."""

from __future__ import annotations

from datetime import date, datetime
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from woozle.core.errors import InputError
from woozle.tui.cli import arguments, commands

if TYPE_CHECKING:
    from woozle.arena.play.start import Start

app = typer.Typer()


@app.command()
def daily(
    game: arguments.GAME = arguments.FIRST_GAME,
    plain: arguments.PLAIN = False,
    day: Annotated[str | None, typer.Option(metavar="YYYY-MM-DD", help="An earlier day.")] = None,
) -> None:
    """Play the deal of the day: one match a day for each game, the same for everybody, with a result to share."""
    from woozle.arena.play.daily import bot_result, daily_start, find_results, result_lines
    from woozle.core import registry

    registry.kit_of(game)
    today = datetime.now().astimezone().date()
    chosen = _parse_day(day, today) if day else today
    own = find_results(game, chosen).get(chosen)
    status = 0
    if own is None or not own.result:
        status = _play(daily_start(game, chosen), own.path if own else None, plain=plain)
    results = find_results(game, chosen)
    if chosen in results and results[chosen].result:
        print(*result_lines(game, chosen, results, bot_result(game, chosen)), sep="\n")
    raise typer.Exit(status)


def _play(start: Start, left: Path | None, *, plain: bool) -> int:
    """Play or resume the deal, and return the exit status. left: its match, if it was begun."""
    from woozle.arena.play.setup import new_match, reopened_match
    from woozle.arena.play.start import Resume

    if not commands.is_plain(plain):
        return commands.open_app(Resume(left) if left else start, commands.plain_command())
    if left:
        commands.play_line_by_line(start.game, [], lambda human, _: reopened_match(left, human), left)
    else:
        commands.play_line_by_line(
            start.game, [], lambda human, _: new_match(start.game, start.seats, start.config, start.seed, human=human)
        )
    return 0


def _parse_day(text: str, today: date) -> date:
    try:
        day = date.fromisoformat(text)
    except ValueError:
        raise InputError(f"{text!r} is not a date; write it like {today.isoformat()}.") from None
    if day > today:
        raise InputError(f"There is no deal for {day.isoformat()} yet; today is {today.isoformat()}.")
    return day
