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
from woozle.tui.cli import (
    claims,
    doctor,
    exports,
    judging,
    learning,
    models,
    pictures,
    reports,
    running,
    solving,
    studying,
    training,
)
from woozle.tui.cli.arguments import (
    ACCEPT,
    ADDRESS,
    ENGINE,
    GAME,
    JSON,
    MAP,
    MATCH,
    NO_OFFICIALS,
    PLAIN,
    PRESET,
    SEATS,
    SEED,
    SET,
    SHARD,
    VIEWER,
    Officials,
    with_officials,
)
from woozle.tui.cli.commands import (
    at_the_table,
    beside_the_table,
    follow_settings,
    found,
    needs_blindness,
    needs_table,
    needs_terminal,
    plainly,
    play_line_by_line,
    print_json,
    refuse_unready,
    replay_match,
    sights,
    sights_in,
    unasked,
    usual_seats,
    watch_match,
)
from woozle.tui.cli.sentences import sentences, terminated
from woozle.tui.cli.usage import Commands, run

if TYPE_CHECKING:
    from woozle.arena.play.setup import Ready, Seating
    from woozle.players.seats import ModelSeat

app = typer.Typer(
    cls=Commands,
    help="A terminal arena for games about truth. Without a command it opens the lobby.",
    no_args_is_help=False,
    add_completion=False,
    rich_markup_mode=None,
    pretty_exceptions_enable=False,
    context_settings={"help_option_names": ["-h", "--help"]},
)

app.add_typer(learning.app)
app.add_typer(running.app)
app.add_typer(claims.app)
app.add_typer(reports.app)
app.add_typer(exports.app)
app.add_typer(models.app)
app.add_typer(judging.app)
app.add_typer(pictures.app)
app.add_typer(solving.app)
app.add_typer(training.app)
app.add_typer(studying.app, name="study")
app.add_typer(doctor.app)


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
@with_officials
def play(
    game: GAME = "ship",
    seats: SEATS = None,
    seed: SEED = None,
    map_name: MAP = None,
    preset: PRESET = "standard",
    options: SET = None,
    officials: Officials = NO_OFFICIALS,
    blind: Annotated[bool, typer.Option("--blind", help="Seats by lot, and nobody is told which are people's.")] = False,
    plain: PLAIN = False,
) -> None:
    """Play one match with people."""
    from woozle.players.seats import models_of, parse_seats
    from woozle.tui.cli.options import configured

    config = configured(game, preset, map_name, options)
    words = at_the_table(seats or f"human,bot*{usual_seats(game) - 1}", game)
    named, beside = beside_the_table(officials, game, config)
    asked = [*models_of(parse_seats(words, game)), *beside]
    if blind:
        needs_blindness(game, words, plain)
    needs_table(game, words, config)
    if plain:
        from woozle.arena.play.setup import new_match

        def begin(human: Seating, model: ModelSeat) -> Ready:
            return new_match(game, [words], config, seed, human=human, model=model, officials=named)

        play_line_by_line(game, asked, begin, sights=sights(game, config))
    else:
        needs_terminal(plainly())
        refuse_unready(asked, sights(game, config))
        from woozle.arena.play.start import Start
        from woozle.tui.app import run_app

        sys.exit(run_app(Start(game, (words,), config, seed, is_blind=blind, officials=named)))


@app.command()
def verify(
    paths: Annotated[list[str], typer.Argument(help="Matches, transcripts, or folders of them.")],
    level: Annotated[int, typer.Option(min=0, max=3, help="0 chain, 1 rules, 2 scores, 3 raw model replies.")] = 2,
    required: Annotated[
        int | None, typer.Option("--require-level", min=0, max=3, help="Level that must pass for exit status 0; default: --level.")
    ] = None,
    head: Annotated[str | None, typer.Option(metavar="HEX", help="The head that the match, or the run, must have.")] = None,
    accept: ACCEPT = None,
    jobs: Annotated[int | None, typer.Option(min=1, help="Workers side by side; one a core if not set.")] = None,
    engine: ENGINE = "processes",
    address: ADDRESS = None,
    shard: SHARD = None,
    lists: Annotated[
        bool | None, typer.Option("--list/--totals", help="Every transcript, or those that fail; up to 250 are listed if not set.")
    ] = None,
    as_json: JSON = False,
) -> None:
    """Check transcripts without a model or a network.

    Exit status 0 if all are verified, 3 if some are consistent only, 1 if one is altered.
    """
    from woozle.tui.cli.verifying import Said, verify_all

    said = Said(level, required, head, accept, jobs, engine, address, shard, lists, as_json)
    raise typer.Exit(verify_all([found(path) for path in paths], said))


@app.command()
@with_officials
def watch(
    game: GAME = "ship",
    seats: Annotated[str | None, typer.Option(help="Who sits there, without people.")] = None,
    seed: SEED = None,
    map_name: MAP = None,
    preset: PRESET = "standard",
    options: SET = None,
    officials: Officials = NO_OFFICIALS,
    viewer: VIEWER = None,
    speed: Annotated[str | None, typer.Option(help=f"Of reading: {', '.join(TYPED)}; else as in the settings.")] = None,
) -> None:
    """Look on while bots or models play one match."""
    from woozle.tui.cli.options import configured

    seats = seats or f"bot*{usual_seats(game)}"
    watch_match(game, seats, seed, configured(game, preset, map_name, options), officials, viewer, speed)


@app.command()
def replay(
    path: MATCH,
    viewer: VIEWER = None,
    line: Annotated[int, typer.Option(min=0, help="Stand still at this line of the transcript.")] = 0,
) -> None:
    """Walk through a match, back and forth, through anybody's eyes."""
    replay_match(found(path), viewer, line)


@app.command()
def fork(
    path: MATCH,
    at: Annotated[int, typer.Option(min=0, help="How many answers the new match shares with the old one.")],
    seats: SEATS = None,
    plain: PLAIN = False,
) -> None:
    """Branch off a match: the same until then, then other players."""
    from woozle.arena.play.setup import forked_match, nobody
    from woozle.arena.play.start import Resume
    from woozle.players.seats import models_in, models_of, parse_seats
    from woozle.saves.transcript import read
    from woozle.tui.cli.asked_elsewhere import say_who_is_asked

    folder = found(path)
    header = read(folder).header
    specs = parse_seats(at_the_table(seats, header.game), header.game) if seats else None
    officials = [place.player for place in header.officials]
    asked = [*models_of(specs), *models_in(officials)] if specs else models_in(header.players.values())
    say_who_is_asked(models_in(officials) if specs else asked, folder)
    is_played = any(spec.kind == "human" for spec in specs) if specs else bool(header.people)
    if is_played and not plain:
        needs_terminal(plainly())
        refuse_unready(asked, sights_in(header))
        from woozle.arena.play.setup import absent
        from woozle.tui.app import run_app

        ready = forked_match(folder, at, specs, absent, model=unasked(asked))
        ready.writer.close()
        sys.exit(run_app(Resume(ready.folder)))

    def branch(human: Seating, model: ModelSeat) -> Ready:
        return forked_match(folder, at, specs, human if is_played else nobody, model=model)

    play_line_by_line(header.game, asked, branch, sights=sights_in(header))


@app.command("list")
def list_saved(as_json: JSON = False) -> None:
    """List saved matches, the newest first."""
    from woozle.saves.store import list_matches
    from woozle.tui.cli.listing import summary_json, summary_lines

    matches = list_matches()
    if as_json:
        print_json({"matches": [summary_json(match) for match in matches]})
    else:
        print(*summary_lines(matches), sep="\n")


@app.command()
def leaderboard(
    folders: Annotated[list[str] | None, typer.Argument(metavar="[DIR]...", help="Only the matches in these folders.")] = None,
    game: Annotated[str | None, typer.Option(help="Only this game.")] = None,
    accept: ACCEPT = None,
    as_json: JSON = False,
) -> None:
    """Say how well players do in each role, and rate them, among matches that can be compared."""
    from woozle.tui.cli import standings
    from woozle.tui.cli.acceptance import accepted_causes
    from woozle.tui.cli.standings import board_json, board_lines

    boards = standings.found(game, [found(folder) for folder in folders or ()], accepted_causes(accept))
    if game and not boards:  # a game of matches need not be here any more
        usual_seats(game)
    if as_json:
        print_json({"boards": [board_json(board) for board in boards]})
    else:
        for line in board_lines(boards):
            print(line)


@app.command()
def show(
    path: MATCH,
    viewer: VIEWER = None,
    spoils: Annotated[
        bool, typer.Option("--spoil", help="Also what people who have not played to the end must not know yet.")
    ] = False,
) -> None:
    """Print a match as text."""
    from woozle.tui.cli.listing import match_lines

    print(*match_lines(found(path), viewer, spoils=spoils), sep="\n")


def main() -> None:
    """Run the command line; every error becomes one sentence."""
    signal.signal(signal.SIGTERM, terminated)
    with sentences():
        sys.exit(run(app))
