"""The command `woozle export`."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from woozle.tui.cli.commands import found

app = typer.Typer()


@app.command()
def export(
    paths: Annotated[list[str], typer.Argument(help="Matches, transcripts, or folders of them.")],
    out: Annotated[str, typer.Option(help="The folder that the files go into; made if it is not there.")],
    to: Annotated[list[str] | None, typer.Option(help="csv (if not set) or parquet; may be repeated.")] = None,
    with_text: Annotated[bool, typer.Option("--with-text", help="Also what was said freely, which may name people.")] = False,
    force: Annotated[bool, typer.Option("--force", help="Replace files that are there.")] = False,
) -> None:
    """Tables of matches, with a codebook: a row a decision, match, seat and number. Exit status 1 if a match is left out."""
    from woozle.tui.cli.exporting import export_tables

    if not export_tables([found(path) for path in paths], Path(out), to or ["csv"], with_text=with_text, is_forced=force):
        raise typer.Exit(1)
