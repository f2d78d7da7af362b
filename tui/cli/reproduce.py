"""`woozle reproduce`: tables and figures of papers, played again."""

from __future__ import annotations

import tempfile
from contextlib import ExitStack
from pathlib import Path
from typing import Annotated

import typer

from woozle.core.errors import InputError
from woozle.core.value import value
from woozle.tui.cli import arguments, commands
from woozle.tui.cli.runs import RunOptions
from woozle.tui.cli.sentences import notice

app = typer.Typer()


@value
class ReproduceOptions:
    """Options for asking models, and for the output."""

    estimate: Annotated[bool, typer.Option("--estimate", help="Only print calls, tokens, dollars and hours; ask nothing.")] = False
    call_seconds: Annotated[
        float | None, typer.Option(min=0.001, help="Estimates: seconds of a call; default: as in the latest run with the model.")
    ] = None
    concurrency: Annotated[int | None, typer.Option(min=1, max=5000, help="Models: matches at once; default 16.")] = None
    budget: Annotated[
        str | None, typer.Option(metavar="LIMITS", help="Models: limits for each run, e.g. dollars=5,calls=1000.")
    ] = None
    cache: Annotated[Path | None, typer.Option(metavar="FILE", help="Models: keep replies in this file, and reuse them.")] = None
    keep_going: Annotated[
        bool, typer.Option("--keep-going", help="Models: play on even if one of them answers none of its first questions.")
    ] = False
    yes: Annotated[bool, typer.Option("--yes", help="Do not ask before models are asked.")] = False
    csv: Annotated[Path | None, typer.Option(metavar="FILE", help="Also write all cells as CSV.")] = None
    page: Annotated[Path | None, typer.Option(metavar="FILE", help="Also write one page (.html), figures included.")] = None
    plot: Annotated[Path | None, typer.Option(metavar="FILE", help="Also draw the figures (.svg).")] = None
    as_json: arguments.JSON = False

    @property
    def of_runs(self) -> RunOptions:
        return RunOptions(concurrency=self.concurrency, budget=self.budget, cache=self.cache, keep_going=self.keep_going)


@app.command()
@arguments.with_game_options
@arguments.with_options_of(ReproduceOptions)
def reproduce(
    paper: Annotated[str, typer.Argument(help="The paper; without one, all are listed.")] = "",
    table: Annotated[list[str] | None, typer.Option(metavar="N", help="Only this table. Repeatable.")] = None,
    figure: Annotated[list[str] | None, typer.Option(metavar="N", help="Only this figure. Repeatable.")] = None,
    model: Annotated[
        list[str] | None,
        typer.Option(
            metavar="[NAME=]SEAT",
            help="The seat for a model of the paper, e.g. GPT-4o-mini=openai:gpt-5-mini; without a name the next one. Repeatable.",
        ),
    ] = None,
    data: Annotated[Path | None, typer.Option(metavar="DIR", help="Folder with the data that the paper used.")] = None,
    bundled: Annotated[
        bool, typer.Option("--bundled", help="Play with data that come with the game where the paper's are not at hand.")
    ] = False,
    out: Annotated[
        Path | None, typer.Option(metavar="DIR", help="Folder for the matches; default: one in Woozle's data. Repeat to resume.")
    ] = None,
    dry_run: Annotated[
        bool,
        typer.Option(
            "--dry-run",
            help="Play all cells with bots, two questions each, on bundled data (`woozle run --dry` only estimates).",
        ),
    ] = False,
    questions: Annotated[
        int | None, typer.Option(min=1, metavar="N", help="At most N questions a run (or matches, in games without questions).")
    ] = None,
    seed: Annotated[int, typer.Option(help="Random seed of all runs.")] = 1,
    options: arguments.SET = None,
    services: arguments.Services = arguments.NO_SERVICES,
    *,
    ways: ReproduceOptions,
) -> None:
    """Play tables and figures of a paper again, and print them beside what was published.

    Exit status 1 if a run could not be finished.
    """
    from woozle.arena.exports.svg_plots import check_suffix
    from woozle.arena.reproduction.data import find_data
    from woozle.arena.reproduction.engine import Reproduction
    from woozle.arena.reproduction.jobs import Setting, seats_of
    from woozle.arena.reproduction.recipe import choose_tables, load_recipe, papers
    from woozle.saves.paths import data_folder
    from woozle.tui.cli import reproduction_session as session

    if not paper:
        commands.print_result(ways.as_json, session.papers_json, session.paper_lines)
        return
    recipe = load_recipe(paper)
    tables = choose_tables(recipe, table or (), figure or ())
    if dry_run and (model or data or ways.estimate):
        raise InputError("--dry-run is played by bots with data that come with the game; leave out --model, --data and --estimate.")
    if not (dry_run or model or data):
        raise InputError(f"Name the models with --model, or see the tables played by bots: `woozle reproduce {paper} --dry-run`.")
    if ways.plot:
        check_suffix(ways.plot)
    with ExitStack() as stack:
        if out is None:
            out = Path(stack.enter_context(tempfile.TemporaryDirectory())) if dry_run else data_folder() / "reproductions" / paper
        seats = seats_of(recipe, model or ())
        given = [*commands.split_options(options).items()]
        found = find_data(recipe, data)
        game = papers()[paper]
        setting = Setting(paper, game, recipe, out, seats, found, given, services, seed, questions, bundled, dry_run, notice)
        status = session.reproduce(Reproduction(setting, tables), ways)
    raise typer.Exit(status)
