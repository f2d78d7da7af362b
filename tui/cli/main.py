"""The command line, `woozle`. With --json a command prints one JSON object on standard output and nothing else.

Exit status: 0 done, 1 a check failed or a match could not go on, 2 bad usage or input, 130 interrupted. Errors are one sentence on
standard error. What a command needs is imported when it runs: `woozle run` never imports Textual.
"""

from __future__ import annotations

import signal
import sys
from typing import TYPE_CHECKING, Annotated

import typer

from woozle.arena.views.speeds import TYPED
from woozle.tui.cli import doctor, exports, models, reports, runs, study
from woozle.tui.cli.arguments import (
    ACCEPT,
    ADDRESS,
    ENGINE,
    GAME,
    JSON,
    MATCH,
    NO_SERVICES,
    PLAIN,
    PRESET,
    SEATS,
    SEED,
    SET,
    SHARD,
    VIEWER,
    Services,
    with_game_options,
)
from woozle.tui.cli.commands import (
    announce_endpoints,
    apply_settings,
    build_config,
    check_blind_match,
    check_seats,
    complete_seats,
    default_seats,
    find_match,
    plain_command,
    play_line_by_line,
    print_json,
    refuse_unready,
    replay_match,
    require_terminal,
    resolve_services,
    sights,
    sights_in,
    silent_models,
    watch_match,
)
from woozle.tui.cli.sentences import on_terminate, sentences
from woozle.tui.cli.usage import Commands, run

if TYPE_CHECKING:
    from woozle.arena.play.setup import Ready, Seating
    from woozle.players.seats import ModelSeat

app = typer.Typer(
    cls=Commands,
    help="An arena for games about truth. Without a command, open the lobby.",
    no_args_is_help=False,
    add_completion=False,
    rich_markup_mode=None,
    pretty_exceptions_enable=False,
    context_settings={"help_option_names": ["-h", "--help"]},
)

app.add_typer(runs.app)
app.add_typer(reports.app)
app.add_typer(exports.app)
app.add_typer(models.app)
app.add_typer(study.app, name="study")
app.add_typer(doctor.app)


@app.callback(invoke_without_command=True)
def lobby(context: typer.Context, version: Annotated[bool, typer.Option("--version", help="Print the version.")] = False) -> None:
    """Open the lobby, unless a command is given."""
    if version:
        from importlib.metadata import version as installed

        print(f"woozle {installed('woozle')}")
    elif context.invoked_subcommand is None:
        require_terminal("woozle --help")
        from woozle.tui.app import run_app

        sys.exit(run_app(None))
    else:
        apply_settings()


@app.command()
@with_game_options
def play(
    game: GAME = "ship",
    seats: SEATS = None,
    seed: SEED = None,
    preset: PRESET = "standard",
    options: SET = None,
    services: Services = NO_SERVICES,
    blind: Annotated[bool, typer.Option("--blind", help="Shuffle the seats and hide which players are human.")] = False,
    plain: PLAIN = False,
) -> None:
    """Play a match."""
    from woozle.players.seats import models_of, parse_seats

    config = build_config(game, preset, options)
    words = complete_seats(seats or f"human,bot*{default_seats(game) - 1}", game)
    named, beside = resolve_services(services, game, config)
    asked = [*models_of(parse_seats(words, game)), *beside]
    if blind:
        check_blind_match(game, words, plain)
    check_seats(game, words, config)
    if plain:
        from woozle.arena.play.setup import new_match

        def begin(human: Seating, model: ModelSeat) -> Ready:
            return new_match(game, [words], config, seed, human=human, model=model, services=named)

        play_line_by_line(game, asked, begin, sights=sights(game, config))
    else:
        require_terminal(plain_command())
        refuse_unready(asked, sights(game, config))
        from woozle.arena.play.start import Start
        from woozle.tui.app import run_app

        sys.exit(run_app(Start(game, (words,), config, seed, is_blind=blind, services=named)))


@app.command()
def verify(
    paths: Annotated[list[str], typer.Argument(help="Matches, transcripts, or folders of them.")],
    level: Annotated[int, typer.Option(min=0, max=3, help="Check up to: 0 chain, 1 rules, 2 scores, 3 raw replies.")] = 2,
    required: Annotated[
        int | None, typer.Option("--require-level", min=0, max=3, help="Level that must pass for exit status 0; default: --level.")
    ] = None,
    head: Annotated[str | None, typer.Option(metavar="HEX", help="Expected head of the match or run.")] = None,
    accept: ACCEPT = None,
    jobs: Annotated[int | None, typer.Option(min=1, help="Worker processes; default: one per core.")] = None,
    engine: ENGINE = "processes",
    address: ADDRESS = None,
    shard: SHARD = None,
    lists: Annotated[
        bool | None,
        typer.Option("--list/--totals", help="List all transcripts, or only failures; default: up to 250."),
    ] = None,
    as_json: JSON = False,
) -> None:
    """Verify transcripts offline.

    Exit status 0 if all are verified, 3 if some are only consistent, 1 if one is altered.
    """
    from woozle.tui.cli.verify_output import VerifyArguments, verify_all

    arguments = VerifyArguments(level, required, head, accept, jobs, engine, address, shard, lists, as_json)
    raise typer.Exit(verify_all([find_match(path) for path in paths], arguments))


@app.command()
@with_game_options
def watch(
    game: GAME = "ship",
    seats: Annotated[str | None, typer.Option(help="The players (bots and models only).")] = None,
    seed: SEED = None,
    preset: PRESET = "standard",
    options: SET = None,
    services: Services = NO_SERVICES,
    viewer: VIEWER = None,
    speed: Annotated[str | None, typer.Option(help=f"Playback speed: {', '.join(TYPED)}; default from settings.")] = None,
) -> None:
    """Watch bots or models play a match."""
    seats = seats or f"bot*{default_seats(game)}"
    watch_match(game, seats, seed, build_config(game, preset, options), services, viewer, speed)


@app.command()
def learn(game: GAME = "ship", plain: PLAIN = False) -> None:
    """Learn a game in three minutes, against bots, with a coach."""
    from woozle.arena.play.tutorials import tutorial

    start = tutorial(game)
    if plain:
        from woozle.arena.play.tutorials import ready
        from woozle.arena.views.coach import Coach
        from woozle.tui.cli.plain import play_plainly

        play_plainly(game, lambda human: ready(start, human), coach=Coach(start.lessons))
        return
    require_terminal(plain_command())
    from woozle.tui.app import run_app

    sys.exit(run_app(start))


@app.command()
def replay(
    path: MATCH,
    viewer: VIEWER = None,
    line: Annotated[int, typer.Option(min=0, help="Start at this line of the transcript, paused.")] = 0,
) -> None:
    """Replay a match from any point of view."""
    replay_match(find_match(path), viewer, line)


@app.command()
def fork(
    path: MATCH,
    at: Annotated[int, typer.Option(min=0, help="Number of answers that the new match shares with the old one.")],
    seats: SEATS = None,
    plain: PLAIN = False,
) -> None:
    """Fork a match: continue from a chosen answer, with other players if you like."""
    from woozle.arena.play.setup import forked_match, nobody
    from woozle.arena.play.start import Resume
    from woozle.players.seats import models_in, models_of, parse_seats
    from woozle.saves.transcript import read

    folder = find_match(path)
    header = read(folder).header
    specs = parse_seats(complete_seats(seats, header.game), header.game) if seats else None
    services = [place.player for place in header.officials]
    asked = [*models_of(specs), *models_in(services)] if specs else models_in(header.players.values())
    announce_endpoints(models_in(services) if specs else asked, folder)
    is_played = any(spec.kind == "human" for spec in specs) if specs else bool(header.people)
    if is_played and not plain:
        require_terminal(plain_command())
        refuse_unready(asked, sights_in(header))
        from woozle.arena.play.setup import absent
        from woozle.tui.app import run_app

        ready = forked_match(folder, at, specs, absent, model=silent_models(asked))
        ready.writer.close()
        sys.exit(run_app(Resume(ready.folder)))

    def branch(human: Seating, model: ModelSeat) -> Ready:
        return forked_match(folder, at, specs, human if is_played else nobody, model=model)

    play_line_by_line(header.game, asked, branch, sights=sights_in(header))


@app.command("list")
def list_saved(as_json: JSON = False) -> None:
    """List saved matches, newest first."""
    from woozle.saves.store import list_matches
    from woozle.tui.cli.match_output import summary_json, summary_lines

    matches = list_matches()
    if as_json:
        print_json({"matches": [summary_json(match) for match in matches]})
    else:
        print(*summary_lines(matches), sep="\n")


@app.command()
def leaderboard(
    folders: Annotated[list[str] | None, typer.Argument(metavar="[DIR]...", help="Only the matches in these folders.")] = None,
    game: Annotated[str | None, typer.Option(help="Only this game.")] = None,
    by: Annotated[str, typer.Option(metavar="NUMBER", help="Compare players by this number of their results.")] = "score",
    accept: ACCEPT = None,
    as_json: JSON = False,
) -> None:
    """Show results and ratings by player and role."""
    from woozle.tui.cli import leaderboard_output
    from woozle.tui.cli.leaderboard_output import board_json, board_lines
    from woozle.tui.cli.match_selection import accepted_causes

    boards = leaderboard_output.find_boards(game, [find_match(folder) for folder in folders or ()], accepted_causes(accept), by)
    if game and not boards:  # a game of matches need not be here any more
        default_seats(game)
    if as_json:
        print_json({"boards": [board_json(board, by) for board in boards]})
    else:
        for line in board_lines(boards, by):
            print(line)


@app.command()
def show(
    path: MATCH,
    viewer: VIEWER = None,
    spoils: Annotated[bool, typer.Option("--spoil", help="Include secrets of an unfinished match.")] = False,
) -> None:
    """Print a match as text."""
    from woozle.tui.cli.match_output import match_lines

    print(*match_lines(find_match(path), viewer, spoils=spoils), sep="\n")


def main() -> None:
    """Run the command line; every error becomes one sentence."""
    signal.signal(signal.SIGTERM, on_terminate)
    with sentences():
        sys.exit(run(app))
