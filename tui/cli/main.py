"""The command line, `woozle`. With --json a command prints one JSON object on standard output and nothing else.

Exit status: 0 done, 1 a check failed or a match could not go on, 2 bad usage or input, 130 interrupted. Errors are one sentence on
standard error. What a command needs is imported when it runs: `woozle run` never imports Textual.
"""

from __future__ import annotations

import secrets
import signal
import sys
from pathlib import Path
from typing import Annotated

import typer

from woozle.tui.cli import claims
from woozle.tui.cli.commands import (
    follow_settings,
    found,
    go_on,
    needs_blindness,
    needs_terminal,
    print_json,
    replay_match,
    run_plan,
    watch_match,
)
from woozle.tui.cli.sentences import sentences, terminated
from woozle.tui.present.speeds import TYPED

app = typer.Typer(
    help="A terminal arena for games about truth.",
    no_args_is_help=False,
    add_completion=False,
    rich_markup_mode=None,
    pretty_exceptions_enable=False,
    context_settings={"help_option_names": ["-h", "--help"]},
)

app.add_typer(claims.app)

GAME = Annotated[str, typer.Argument(help="The game: ship.")]
SEATS = Annotated[str | None, typer.Option(help="Who sits there, e.g. human,bot*5; also bot:random and empty.")]
SEED = Annotated[int | None, typer.Option(help="Repeat a match; without it chance is secret.")]
MAP = Annotated[str | None, typer.Option("--map", help="A map of the game, or a .yaml file.")]
PRESET = Annotated[str, typer.Option(help="The rules: standard or quack.")]
SET = Annotated[list[str] | None, typer.Option("--set", help="Change an option of the game, NAME=VALUE; may be repeated.")]
PLAIN = Annotated[bool, typer.Option("--plain", help="Line by line, for screen readers and pipes.")]
JSON = Annotated[bool, typer.Option("--json", help="Print one JSON object.")]
VIEWER = Annotated[str | None, typer.Option("--as", help="Whose eyes: a seat, public, or everything.")]
MATCH = Annotated[str, typer.Argument(help="A match: its folder, its id, the beginning of its id, or last.")]


@app.callback(invoke_without_command=True)
def lobby(context: typer.Context, version: Annotated[bool, typer.Option("--version", help="Print the version.")] = False) -> None:
    """Open the lobby, unless a command is given."""
    if version:
        from importlib.metadata import version as installed

        print(f"woozle {installed('woozle')}")
    elif context.invoked_subcommand is None:
        needs_terminal("woozle --help")
        from woozle.tui.app import run_app

        sys.exit(run_app(None))
    else:
        follow_settings()


@app.command()
def play(
    game: GAME = "ship",
    seats: SEATS = None,
    seed: SEED = None,
    map_name: MAP = None,
    preset: PRESET = "standard",
    options: SET = None,
    blind: Annotated[bool, typer.Option("--blind", help="Seats by lot, and nobody is told which are people's.")] = False,
    plain: PLAIN = False,
) -> None:
    """Play one match with people."""
    from woozle.tui.cli.options import configured

    config = configured(game, preset, map_name, options)
    specs = seats or "human,bot*5"
    if blind:
        needs_blindness(game, specs, plain)
    if plain:
        from woozle.tui.cli.plain import play_plainly
        from woozle.tui.setup import new_match

        play_plainly(game, lambda human: new_match(game, [specs], config, seed, human=human))
    else:
        needs_terminal(f"woozle play {game} --plain")
        from woozle.tui.app import run_app
        from woozle.tui.start import Start

        sys.exit(run_app(Start(game, (specs,), config, seed, is_blind=blind)))


@app.command()
def run(
    game: GAME,
    seats: Annotated[str, typer.Option(help="Who sits there, without people: bot*6.")],
    out: Annotated[Path, typer.Option(help="The folder for the matches. The same command goes on with what is left.")],
    matches: Annotated[int, typer.Option(min=1, max=10_000_000)] = 1,
    seed: SEED = None,
    map_name: MAP = None,
    preset: PRESET = "standard",
    options: SET = None,
    jobs: Annotated[int | None, typer.Option(min=1, help="Processes side by side; one a core if not set.")] = None,
    sync: Annotated[bool, typer.Option(help="Force every answer to the disk before play goes on.")] = False,
    as_json: JSON = False,
) -> None:
    """Play many matches without people."""
    from woozle.core import registry
    from woozle.players.seats import parse_seats
    from woozle.tui.cli.options import configured
    from woozle.tui.cli.tournament import Plan, planned, read_plan

    config = configured(game, preset, map_name, options)
    specs = parse_seats(seats, game)
    if any(spec.kind == "human" for spec in specs):
        raise ValueError("No person can sit in a run; use `woozle play`.")
    registry.game(game)(len(specs), config)
    if seed is None:
        try:
            seed = read_plan(out).seed
        except FileNotFoundError:
            seed = secrets.randbits(63)
    plan = Plan(
        game=game,
        rules=registry.game(game).version,
        seats=seats,
        config=config.model_dump(mode="json"),
        seed=seed,
        matches=matches,
        sync=sync,
    )
    run_plan(planned(out, plan), out, jobs, as_json)


@app.command()
def verify(
    paths: Annotated[list[str], typer.Argument(help="Matches, transcripts, or folders of them.")],
    level: Annotated[int, typer.Option(min=0, max=3, help="0 chain, 1 fold again, 2 scores, 3 raw model text.")] = 2,
    jobs: Annotated[int | None, typer.Option(min=1, help="Processes side by side; one a core if not set.")] = None,
    as_json: JSON = False,
) -> None:
    """Check transcripts without a model or a network. Exit status 1 if one fails."""
    from woozle.saves.verify import verify_many
    from woozle.tui.cli.listing import report_json, report_lines

    reports = verify_many([found(path) for path in paths], level, jobs)
    shown = []
    is_sound = True
    for report in reports:
        is_sound &= report.is_sound
        if as_json:
            shown.append(report_json(report))
        else:
            print(*report_lines(report), sep="\n")
    if as_json:
        print_json({"sound": is_sound, "reports": shown})
    if not is_sound:
        raise typer.Exit(1)


@app.command()
def watch(
    game: GAME = "ship",
    seats: Annotated[str, typer.Option(help="Who sits there, without people.")] = "bot*6",
    seed: SEED = None,
    map_name: MAP = None,
    preset: PRESET = "standard",
    options: SET = None,
    viewer: VIEWER = None,
    speed: Annotated[str | None, typer.Option(help=f"Of reading: {', '.join(TYPED)}; else as in the settings.")] = None,
) -> None:
    """Look on while bots play one match."""
    from woozle.tui.cli.options import configured

    watch_match(game, seats, seed, configured(game, preset, map_name, options), viewer, speed)


@app.command()
def replay(
    path: MATCH,
    viewer: VIEWER = None,
    line: Annotated[int, typer.Option(min=0, help="Stand still at this line of the transcript.")] = 0,
) -> None:
    """Walk through a match: forwards, backwards, through anybody's eyes."""
    replay_match(found(path), viewer, line)


@app.command()
def resume(path: MATCH, plain: PLAIN = False, jobs: Annotated[int | None, typer.Option(min=1)] = None) -> None:
    """Go on with an unfinished match, or with a run."""
    from woozle.saves.transcript import read
    from woozle.tui.cli.tournament import PLAN, read_plan

    folder = found(path)
    if (folder / PLAN).exists():
        run_plan(read_plan(folder), folder, jobs, as_json=False)
        return
    from woozle.tui.setup import reopened_match
    from woozle.tui.start import Resume

    go_on(read(folder).header, plain, Resume(folder), lambda human: reopened_match(folder, human))


@app.command()
def fork(
    path: MATCH,
    at: Annotated[int, typer.Option(min=0, help="How many answers the new match shares with the old one.")],
    seats: SEATS = None,
    plain: PLAIN = False,
) -> None:
    """Branch off a match: the same until then, then perhaps other players."""
    from woozle.players.seats import parse_seats
    from woozle.saves.transcript import read
    from woozle.tui.setup import forked_match, nobody
    from woozle.tui.start import Resume

    folder = found(path)
    header = read(folder).header
    specs = parse_seats(seats, header.game) if seats else None
    is_played = any(spec.kind == "human" for spec in specs) if specs else bool(header.people)
    if is_played and not plain:
        needs_terminal("woozle fork --plain")
        from woozle.players.human import Human
        from woozle.tui.app import run_app

        ready = forked_match(folder, at, specs, lambda seat: Human(lambda ask: None))
        ready.writer.close()
        sys.exit(run_app(Resume(ready.folder)))
    from woozle.tui.cli.plain import play_plainly

    play_plainly(header.game, lambda human: forked_match(folder, at, specs, human if is_played else nobody))


@app.command("list")
def list_saved(as_json: JSON = False) -> None:
    """Saved matches, the newest first."""
    from woozle.saves.store import list_matches
    from woozle.tui.cli.listing import summary_json, summary_lines

    matches = list_matches()
    if as_json:
        print_json({"matches": [summary_json(match) for match in matches]})
    else:
        print(*summary_lines(matches), sep="\n")


@app.command()
def leaderboard(
    game: Annotated[str | None, typer.Option(help="Only this game.")] = None,
    as_json: JSON = False,
) -> None:
    """How well each player does in each role, among the saved matches that can be compared."""
    from woozle.tui.cli.standings import board_json, board_lines, found

    boards = found(game)
    if as_json:
        print_json({"boards": [board_json(board) for board in boards]})
    else:
        print(*board_lines(boards), sep="\n")


@app.command()
def show(path: MATCH, viewer: VIEWER = None) -> None:
    """Print a match as text."""
    from woozle.tui.cli.listing import match_lines

    print(*match_lines(found(path), viewer), sep="\n")


def main() -> None:
    """Run the command line; every error becomes one sentence."""
    signal.signal(signal.SIGTERM, terminated)
    with sentences():
        app()
