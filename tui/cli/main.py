"""The command line, `woozle`. With --json a command prints one arguments.JSON object on standard output and nothing else.

Exit status: 0 done, 1 a check failed or a match could not go on, 2 bad usage or input, 130 interrupted. Errors are one sentence on
standard error. What a command needs is imported when it runs: `woozle run` never imports Textual.
"""

from __future__ import annotations

import signal
import sys
from contextlib import nullcontext
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from woozle.arena.views.speeds import TYPED, parse_speed
from woozle.core import registry
from woozle.core.errors import InputError
from woozle.core.value import value
from woozle.tui.cli import (
    agents,
    arguments,
    commands,
    daily,
    doctor,
    join,
    mcp,
    models,
    online,
    openenv,
    packs,
    reproduce,
    runs,
    study,
)
from woozle.tui.cli.sentences import notice, on_terminate, sentences, tell_warnings
from woozle.tui.cli.streams import configure_streams
from woozle.tui.cli.usage import Commands, run

if TYPE_CHECKING:
    from woozle.arena.exports.decisions import Choice
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
app.add_typer(reproduce.app)
app.add_typer(models.app)
app.add_typer(agents.app)
app.add_typer(openenv.app)
app.add_typer(daily.app)
app.add_typer(join.app)
app.add_typer(mcp.app)
app.add_typer(online.app)
app.add_typer(study.app, name="study")
app.add_typer(packs.app, name="pack")
app.add_typer(doctor.app)


def _print_version(is_asked: bool) -> None:
    if is_asked:
        from importlib.metadata import version

        print(f"woozle {version('woozle')}")
        raise typer.Exit


VERSION = Annotated[bool, typer.Option("--version", help="Print the version.", is_eager=True, callback=_print_version)]


@app.callback(invoke_without_command=True)
def lobby(context: typer.Context, version: VERSION = False) -> None:
    """Open the lobby, unless a command is given."""
    if context.invoked_subcommand is None:
        sys.exit(commands.open_app(None, "woozle --help"))
    commands.apply_settings()


@app.command()
@arguments.with_game_options
def play(
    game: arguments.GAME = arguments.FIRST_GAME,
    seats: arguments.SEATS = None,
    seed: arguments.SEED = None,
    preset: arguments.PRESET = "standard",
    options: arguments.SET = None,
    services: arguments.Services = arguments.NO_SERVICES,
    opponents: Annotated[str | None, typer.Option(help="easy, normal or hard: bots for all seats but yours.")] = None,
    blind: Annotated[bool, typer.Option("--blind", help="Shuffle the seats and hide which players are human.")] = False,
    plain: arguments.PLAIN = False,
) -> None:
    """Play a match."""
    plain = commands.is_plain(plain)
    from woozle.arena.play.setup import check_blind
    from woozle.players.seats import level_options, models_of, parse_seats

    if seats and opponents:
        raise InputError("--seats and --opponents both say who plays; leave one of them out.")
    words = seats or commands.against_bots(game, opponents)
    config = commands.build_config(game, preset, options, usual=level_options(words, game, preset))
    words = commands.complete_seats(words, game)
    named, beside = commands.resolve_services(services, game, config)
    specs = parse_seats(words, game)
    asked = [*models_of(specs), *beside]
    if blind and plain:
        raise InputError("Line by line no match is blind; leave out --blind or --plain.")
    if blind:
        check_blind(specs)
    registry.game(game)(len(specs), config)  # which it may refuse, by a sentence
    if plain:
        from woozle.arena.play.setup import new_match

        def begin(human: Seating, model: ModelSeat) -> Ready:
            return new_match(game, [words], config, seed, human=human, model=model, services=named)

        rematch = commands.repeat_command("--plain", without={"--seed": 1, "--plain": 0})
        commands.play_line_by_line(game, asked, begin, sights=commands.sights(game, config), rematch=rematch)
    else:
        from woozle.arena.play.start import Start

        start = Start(game, (words,), config, seed, is_blind=blind, services=named)
        sys.exit(commands.open_app(start, commands.plain_command(), asked, commands.sights(game, config)))


@value
class VerifyArguments:
    """Options of `woozle verify`, as typed; None where nothing was."""

    level: Annotated[int, typer.Option(min=0, max=3, help="Check up to: 0 chain, 1 rules, 2 scores, 3 raw replies.")] = 2
    required: Annotated[
        int | None, typer.Option("--require-level", min=0, max=3, help="Level that must pass for exit status 0; default: --level.")
    ] = None
    head: Annotated[str | None, typer.Option(metavar="HEX", help="Expected head of the match or run.")] = None
    receipts: Annotated[
        list[Path] | None, typer.Option(metavar="FILE", help="Receipts of a seat at that match, kept by who sat there. Repeatable.")
    ] = None
    accept: arguments.ACCEPT = None
    jobs: Annotated[int | None, typer.Option(min=1, help="Worker processes; default: one per core.")] = None
    engine: arguments.ENGINE = "processes"
    address: arguments.ADDRESS = None
    shard: arguments.SHARD = None
    lists: Annotated[
        bool | None,
        typer.Option("--list/--totals", help="List all transcripts, or only failures; default: up to 250."),
    ] = None
    as_json: arguments.JSON = False


@app.command()
@arguments.with_options_of(VerifyArguments)
def verify(
    paths: Annotated[list[str], typer.Argument(help="Matches, transcripts, or folders of them.")],
    *,
    given: VerifyArguments,
) -> None:
    """Verify transcripts offline.

    Exit status 0 if all are verified, 3 if some are only consistent, 1 if one is altered.
    """
    from woozle.tui.cli.verify_output import verify_all

    raise typer.Exit(verify_all([commands.find_match(path) for path in paths], given))


@app.command()
@arguments.with_game_options
def watch(
    game: arguments.GAME = arguments.FIRST_GAME,
    seats: Annotated[str | None, typer.Option(help="The players (bots and models only).")] = None,
    seed: arguments.SEED = None,
    preset: arguments.PRESET = "standard",
    options: arguments.SET = None,
    services: arguments.Services = arguments.NO_SERVICES,
    viewer: arguments.VIEWER = None,
    speed: Annotated[str | None, typer.Option(help=f"Playback speed: {', '.join(TYPED)}; default from settings.")] = None,
) -> None:
    """Watch bots or models play a match."""
    from woozle.arena.play.start import Start, Watch
    from woozle.arena.views.observer import may_look, viewers
    from woozle.players.seats import models_of, parse_seats

    config = commands.build_config(game, preset, options)
    seats = commands.complete_seats(seats or f"bot*{registry.game(game).default_seats}", game)
    specs = parse_seats(seats, game)
    if any(spec.kind == "human" for spec in specs):
        raise InputError("A match with people is played, not watched; use `woozle play`.")
    pace = None if speed is None else parse_speed(speed)
    may_look(viewer, viewers(registry.game(game)(len(specs), config).seats))
    named, beside = commands.resolve_services(services, game, config)
    without = {"--as": 1, "--speed": 1, "--seats": 1}
    instead = commands.repeat_command("--seats", seats, "--out", "FOLDER", command="run", without=without)
    match = Watch(Start(game, (seats,), config, seed, services=named), viewer, pace)
    sys.exit(commands.open_app(match, instead, [*models_of(specs), *beside], commands.sights(game, config)))


@app.command()
def learn(game: arguments.GAME = arguments.FIRST_GAME, plain: arguments.PLAIN = False) -> None:
    """Learn a game in three minutes, against bots, with a coach."""
    from woozle.arena.play.tutorials import tutorial

    start = tutorial(game)
    if commands.is_plain(plain):
        from woozle.arena.play.tutorials import ready
        from woozle.arena.views.coach import Coach
        from woozle.tui.cli.plain import play_plainly

        play_plainly(game, lambda human: ready(start, human), coach=Coach(start.lessons))
        return
    sys.exit(commands.open_app(start, commands.plain_command()))


@app.command()
def replay(
    path: arguments.MATCH,
    viewer: arguments.VIEWER = None,
    line: Annotated[int, typer.Option(min=0, help="Start at this line of the transcript, paused.")] = 0,
) -> None:
    """Replay a match from any point of view."""
    from woozle.arena.play.event_sources import ReplaySource
    from woozle.arena.play.start import Replay

    folder = commands.find_match(path)
    source = ReplaySource(folder, line=line)
    source.viewer(viewer)
    instead = commands.repeat_command(command="show", without={"--line": 1})
    sys.exit(commands.open_app(Replay(folder, line, viewer, source), instead))


@app.command()
def fork(
    path: arguments.MATCH,
    at: Annotated[int, typer.Option(min=0, help="Number of answers that the new match shares with the old one.")],
    seats: arguments.SEATS = None,
    plain: arguments.PLAIN = False,
    spoils: Annotated[bool, typer.Option("--spoil", help="Fork an unfinished match of humans, which tells its secrets.")] = False,
    allows_agents: arguments.ALLOW_AGENTS = False,
) -> None:
    """Fork a match: continue from a chosen answer, with other players if you like."""
    from woozle.arena.play.setup import forked_match, nobody, refuse_open_table
    from woozle.arena.play.start import Resume
    from woozle.players.seats import agents_in, models_in, models_of, parse_seats
    from woozle.saves.transcript import read
    from woozle.tui.cli.match_selection import why_resumable

    folder = commands.find_match(path)
    transcript = read(folder)
    header = transcript.header
    if header.people and not transcript.is_finished and not spoils:
        raise InputError(why_resumable(transcript.path, "--spoil forks it"))
    specs = parse_seats(commands.complete_seats(seats, header.game), header.game) if seats else None
    services = [place.player for place in header.officials]
    asked = [*models_of(specs), *models_in(services)] if specs else models_in(header.players.values())
    if not specs:
        refuse_open_table(folder)
        commands.confirm_agents(agents_in(header.players.values()), folder, are_allowed=allows_agents)
    commands.announce_endpoints(models_in(services) if specs else asked, folder)
    is_played = any(spec.kind == "human" for spec in specs) if specs else bool(header.people)
    if is_played and not commands.is_plain(plain):
        commands.require_terminal(commands.plain_command())
        commands.refuse_unready(asked, commands.sights_in(header))
        from woozle.arena.play.setup import absent
        from woozle.tui.app import run_app

        ready = forked_match(folder, at, specs, absent, model=commands.silent_models(asked))
        ready.writer.close()
        sys.exit(run_app(Resume(ready.folder)))

    def branch(human: Seating, model: ModelSeat) -> Ready:
        return forked_match(folder, at, specs, human if is_played else nobody, model=model)

    commands.play_line_by_line(header.game, asked, branch, sights=commands.sights_in(header))


@app.command()
def compare(
    path: arguments.MATCH,
    seat: Annotated[str, typer.Option(metavar="SEAT=MODEL", help="Whose questions, and who is asked: Bo=ollama:qwen3:8b.")],
    at: Annotated[
        list[int] | None, typer.Option(min=0, help="Only the question that was open after this many answers. Repeatable.")
    ] = None,
    budget: Annotated[str | None, typer.Option(metavar="LIMITS", help="Limits, e.g. dollars=1,calls=20.")] = None,
    as_json: arguments.JSON = False,
) -> None:
    """Ask another model what a seat was asked, and show both answers. Saves nothing.

    Exit status 1 if a question stays without an answer because the model cannot be asked, or the budget is used up, or if the match
    was altered.
    """
    from woozle.tui.cli import comparison_output
    from woozle.tui.cli.match_selection import is_altered

    folder = commands.find_match(path)
    altered = is_altered(folder)
    found, spec, why = comparison_output.compare(folder, seat, at or (), budget)
    commands.print_result(
        as_json, lambda: comparison_output.as_json(found, spec, why), lambda: comparison_output.lines(found, spec)
    )
    if why:
        notice(why)
    if why or altered:
        raise typer.Exit(1)


@app.command("list")
def list_saved(
    everything: Annotated[bool, typer.Option("--all", help="Include hidden matches.")] = False,
    as_json: arguments.JSON = False,
) -> None:
    """List saved matches, newest first."""
    from woozle.saves.labels import read_labels
    from woozle.saves.store import list_matches
    from woozle.tui.cli.match_output import summary_json, summary_lines

    labels = read_labels()
    matches = [match for match in list_matches() if everything or not (match.id in labels and labels[match.id].is_hidden)]
    commands.print_result(
        as_json,
        lambda: {"matches": [summary_json(match, labels) for match in matches]},
        lambda: summary_lines(matches, labels),
    )


@app.command()
def label(
    match: arguments.MATCH,
    name: Annotated[str | None, typer.Option(help="A name of your choice; leave it empty to remove it.")] = None,
    mark: Annotated[bool | None, typer.Option("--mark/--unmark", help="Mark it, so that the browser lists it first.")] = None,
    hide: Annotated[bool | None, typer.Option("--hide/--show", help="Leave it out of lists; no record of it changes.")] = None,
) -> None:
    """Name, mark or hide one of your matches.

    Labels are kept beside the matches: transcripts, leaderboards and exports stay as they are.
    """
    from woozle.saves.labels import change_label
    from woozle.saves.store import is_own_match
    from woozle.saves.transcript import display_path

    folder = commands.find_match(match)
    if not is_own_match(folder):
        raise InputError(
            f"{display_path(folder)} is not one of your matches, which alone have labels; `woozle list --all` shows them."
        )
    changes = {"name": name, "is_marked": mark, "is_hidden": hide}
    given = {field: value for field, value in changes.items() if value is not None}
    print(f"{folder.name}: {change_label(folder, **given).words or 'no label'}")


@app.command()
def delete(
    matches: Annotated[list[str], typer.Argument(help="Matches by id, its beginning, or `last`.")],
    yes: Annotated[bool, typer.Option("--yes", help="Do not ask.")] = False,
) -> None:
    """Delete some of your matches for good."""
    from woozle.core.text import visible_line
    from woozle.saves.deletion import delete_match

    folders = list(dict.fromkeys(commands.find_match(match) for match in matches))
    names = ", ".join(visible_line(folder.name) for folder in folders)
    if not yes:
        if not commands.can_ask_user():
            raise InputError(f"Cannot ask for confirmation here; add --yes to delete {names} for good.")
        if not typer.confirm(f"Delete {names} for good?", err=True):
            raise InputError("Nothing was deleted.")
    for folder in folders:
        delete_match(folder)
        print(f"Deleted {visible_line(folder.name)}.")


@app.command()
def profile(as_json: arguments.JSON = False) -> None:
    """Show what you won, how far you could be trusted, and whom you suspected."""
    from textwrap import fill

    from woozle.arena.reports.conduct_reader import read_own_matches
    from woozle.arena.views import profile as views
    from woozle.saves.store import list_matches
    from woozle.tui.cli.progress import reading

    summaries = list_matches()
    with reading() as progress:
        matches = read_own_matches(summaries, progress)
    own = views.profile(matches, views.count_shared(summaries), views.own_copies(summaries))
    if as_json:
        commands.print_json(views.as_json(own))
        return
    print(views.headline(own))
    for section in views.sections(own):
        print(f"\n{section.title}", *views.in_text(section.figures), sep="\n")
        for line in section.lines:
            print(fill(f"{line.mark or ' '} {line.text}", 96, initial_indent="  ", subsequent_indent="    "))
    for note in views.notes(own):
        print(f"\n{note}")


@app.command()
def leaderboard(
    folders: Annotated[list[str] | None, typer.Argument(metavar="[DIR]...", help="Only the matches in these folders.")] = None,
    game: Annotated[str | None, typer.Option(help="Only this game.", callback=arguments.read_game)] = None,
    by: Annotated[str, typer.Option(metavar="NUMBER", help="Compare players by this number of their results.")] = "score",
    forfeits_above: Annotated[
        float | None,
        typer.Option(metavar="PERCENT", min=0, max=100, help="Mark players that forfeited more of their questions; default 10."),
    ] = None,
    leave_out: Annotated[bool, typer.Option("--leave-out", help="Do not rank players above --forfeits-above.")] = False,
    accept: arguments.ACCEPT = None,
    as_json: arguments.JSON = False,
) -> None:
    """Show results and ratings by player and role. Who never answered is not ranked."""
    from woozle.arena.views.leaderboard import ForfeitLimit
    from woozle.core.answer_counts import MOST_FORFEITS
    from woozle.tui.cli import leaderboard_output
    from woozle.tui.cli.leaderboard_output import board_json, board_lines
    from woozle.tui.cli.match_selection import accepted_causes

    boards = leaderboard_output.find_boards(
        game,
        [commands.find_match(folder) for folder in folders or ()],
        accepted_causes(accept),
        by,
        ForfeitLimit(MOST_FORFEITS if forfeits_above is None else forfeits_above / 100, leave_out),
    )
    if game and not boards:  # a game of matches need not be here any more
        registry.game(game)
    if as_json:
        commands.print_json({"boards": [board_json(board, by) for board in boards]})
    else:
        for line in board_lines(boards, by):
            print(line)


@app.command()
def protocol(
    schema: Annotated[bool, typer.Option("--schema", help="Print the JSON schema of every message.")] = False,
) -> None:
    """Describe the messages by which a program takes a seat (exec:COMMAND)."""
    from woozle.players.seat_protocol import message_lines, schema_text

    print(schema_text() if schema else "\n".join(message_lines()))


@app.command()
def show(
    path: arguments.MATCH,
    viewer: arguments.VIEWER = None,
    spoils: Annotated[bool, typer.Option("--spoil", help="Include secrets of an unfinished match.")] = False,
) -> None:
    """Print a match as text. Exit status 1 if it was altered."""
    from woozle.tui.cli.match_output import match_lines
    from woozle.tui.cli.match_selection import is_altered

    folder = commands.find_match(path)
    lines = list(match_lines(folder, viewer, spoils=spoils))
    altered = is_altered(folder)
    print(*lines, sep="\n")
    if altered:
        raise typer.Exit(1)


@value
class ReportArguments:
    """Options of `woozle report`."""

    as_json: arguments.JSON = False
    table: Annotated[bool, typer.Option("--table", help="Show only the aggregated results.")] = False
    accept: arguments.ACCEPT = None
    plot: Annotated[Path | None, typer.Option(metavar="FILE", help="Also draw curves, into an .svg file.")] = None
    compare: Annotated[
        str, typer.Option(metavar="METHOD", help="Compare methods with this one: its name in the report, or a part of it.")
    ] = ""
    difference: Annotated[
        float | None, typer.Option(metavar="D", help="How many matches show a difference of D; default: the one seen.")
    ] = None
    no_cache: Annotated[bool, typer.Option("--no-cache", help="Verify and measure all matches anew.")] = False
    options: Annotated[
        list[str] | None,
        typer.Option("--set", metavar="NAME=VALUE", help="Set an option of the report, as beta=0.05 of quest's. Repeatable."),
    ] = None


@app.command()
@arguments.with_options_of(ReportArguments)
def report(
    paths: Annotated[list[str], typer.Argument(help="Matches, transcripts, or folders of them.")],
    *,
    given: ReportArguments,
) -> None:
    """Summarise matches, individually and aggregated. Exit status 1 if a match cannot be reported."""
    from woozle.saves.garbage_collection import pause_collection
    from woozle.saves.intervals import remembered_intervals
    from woozle.tui.cli.report_output import report_matches

    matches = [commands.find_match(path) for path in paths]
    with pause_collection(), nullcontext() if given.no_cache else remembered_intervals():
        is_whole = report_matches(matches, given)
    if not is_whole:
        raise typer.Exit(1)


@value
class ExportArguments:
    """Options of `woozle export`."""

    to: Annotated[list[str] | None, typer.Option(help="csv (default), parquet, chat, inspect or html. Repeatable.")] = None
    with_text: Annotated[
        bool,
        typer.Option("--with-text", help="Include free text, which may identify people."),
    ] = False
    force: Annotated[bool, typer.Option("--force", help="Overwrite existing files.")] = False
    seat: Annotated[list[str] | None, typer.Option(help="chat, inspect: only this seat. Repeatable.")] = None
    kind: Annotated[list[str] | None, typer.Option(help="chat, inspect: only human, model or bot players. Repeatable.")] = None
    role: Annotated[list[str] | None, typer.Option(help="chat, inspect: only seats with this role. Repeatable.")] = None
    won: Annotated[bool, typer.Option("--won", help="chat, inspect: only seats that won.")] = False
    viewer: Annotated[
        str | None, typer.Option("--as", metavar="SEAT", help="html: only what this seat, or the public, observed.")
    ] = None
    unfinished: arguments.UNFINISHED = False
    accept: arguments.ACCEPT = None

    @property
    def formats(self) -> tuple[str, ...]:
        return tuple(dict.fromkeys(self.to or ("csv",)))

    @property
    def choice(self) -> Choice:
        """Return the seats whose decisions chats and logs hold."""
        from woozle.arena.exports.decisions import Choice, kinds_of

        return Choice(tuple(self.seat or ()), kinds_of(self.kind or ()), tuple(self.role or ()), self.won)


@app.command()
@arguments.with_options_of(ExportArguments)
def export(
    paths: Annotated[list[str], typer.Argument(help="Matches, transcripts, or folders of them.")],
    out: Annotated[Path, typer.Option(help="Folder for the files; created if missing.")],
    *,
    given: ExportArguments,
) -> None:
    """Export matches as tables with a codebook, chat data, Inspect logs, or pages that replay them in a browser.

    Exit status 1 if a match is left out.
    """
    from woozle.tui.cli.export_output import export_matches

    if not export_matches([commands.find_match(path) for path in paths], out, given):
        raise typer.Exit(1)


def main() -> None:
    """Run the command line; every error becomes one sentence."""
    signal.signal(signal.SIGTERM, on_terminate)
    configure_streams()
    tell_warnings()
    with sentences():
        sys.exit(run(app))
