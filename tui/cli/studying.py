"""`woozle study`: studies that people are invited to, from a first plan to tables."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Annotated

import typer

from woozle.tui.cli import study_serving
from woozle.tui.cli.arguments import ACCEPT, JSON
from woozle.tui.cli.study_serving import FOLDER
from woozle.tui.cli.usage import Commands

app = typer.Typer(
    cls=Commands,
    help="Make a study with people, try and run it, get its tables.",
    no_args_is_help=True,
    rich_markup_mode=None,
    pretty_exceptions_enable=False,
)

CODE = Annotated[str, typer.Argument(metavar="CODE", help="The code of the participant.")]


@app.command()
def new(
    folder: Annotated[Path, typer.Argument(metavar="FOLDER", help="Where the study is made; empty, or not there yet.")],
    game: Annotated[str, typer.Option(help="Whose example it begins as; a wrong name lists them.")] = "ship",
) -> None:
    """Make a study: an example with all its texts, to be changed."""
    from woozle.tui.cli.study_desk import make

    make(folder, game)


@app.command()
def check(folder: FOLDER, as_json: JSON = False) -> None:
    """Look through a study before anybody is invited. Exit status 1 if it cannot be run."""
    from woozle.tui.cli.study_desk import checked

    if not checked(folder, as_json=as_json):
        raise typer.Exit(1)


@app.command()
def preview(folder: FOLDER) -> None:
    """Go through a study as a participant would; nothing of it is kept."""
    from woozle.tui.cli.study_visits import preview

    sys.exit(preview(folder))


@app.command()
def run(
    folder: FOLDER,
    code: Annotated[str, typer.Option(help="Of a participant who comes back.")] = "",
    recruiter: Annotated[str, typer.Option(help="What a recruiter calls them; kept apart, and in no table.")] = "",
) -> None:
    """Let somebody take part at this terminal, or go on."""
    from woozle.tui.cli.study_visits import run

    sys.exit(run(folder, code, recruiter))


app.command()(study_serving.serve)
app.command()(study_serving.links)


@app.command()
def status(folder: FOLDER, as_json: JSON = False) -> None:
    """Say how many came, what became of them, and who is under way."""
    from woozle.tui.cli.study_desk import standing

    standing(folder, as_json=as_json)


@app.command()
def export(
    folder: FOLDER,
    to: Annotated[list[str] | None, typer.Option(help="csv (if not set) or parquet; may be repeated.")] = None,
    out: Annotated[Path | None, typer.Option(help="The folder that the tables go into; else a new one in data/exports.")] = None,
    with_text: Annotated[bool, typer.Option("--with-text", help="Also what was typed by those who agreed to publication.")] = False,
    force: Annotated[bool, typer.Option("--force", help="Replace files that are there.")] = False,
    accept: ACCEPT = None,
) -> None:
    """Write the tables of a study, with a codebook and attrition. Exit status 1 if a match is left out."""
    from woozle.tui.cli.acceptance import accepted_causes
    from woozle.tui.cli.study_desk import exported

    if not exported(folder, to or ["csv"], out, accepted_causes(accept), with_text=with_text, is_forced=force):
        raise typer.Exit(1)


@app.command()
def withdraw(
    folder: FOLDER,
    code: CODE,
    yes: Annotated[bool, typer.Option("--yes", help="Do not ask for the code again.")] = False,
) -> None:
    """Take a participant out of a study for good: all they typed and all they said of themselves."""
    from woozle.tui.cli.study_desk import withdrawn

    withdrawn(folder, code, is_sure=yes)
