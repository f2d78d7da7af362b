"""The command `woozle report`."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from woozle.tui.cli.arguments import ACCEPT, JSON
from woozle.tui.cli.commands import find_match

app = typer.Typer()


@app.command()
def report(
    paths: Annotated[list[str], typer.Argument(help="Matches, transcripts, or folders of them.")],
    as_json: JSON = False,
    table: Annotated[bool, typer.Option("--table", help="Show only the aggregated results.")] = False,
    accept: ACCEPT = None,
    plot: Annotated[Path | None, typer.Option(metavar="FILE", help="Also draw curves, into an .svg file.")] = None,
) -> None:
    """Summarise matches, individually and aggregated. Exit status 1 if a match cannot be reported."""
    from woozle.tui.cli.match_selection import accepted_causes
    from woozle.tui.cli.report_output import report_matches

    accepted = accepted_causes(accept)

    if not report_matches([find_match(path) for path in paths], accepted, as_json=as_json, is_table=table, plot=plot):
        raise typer.Exit(1)
