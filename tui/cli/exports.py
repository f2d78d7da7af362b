"""The command `woozle export`."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from woozle.tui.cli.arguments import ACCEPT, UNFINISHED
from woozle.tui.cli.commands import find_match

app = typer.Typer()


@app.command()
def export(
    paths: Annotated[list[str], typer.Argument(help="Matches, transcripts, or folders of them.")],
    out: Annotated[Path, typer.Option(help="Folder for the files; created if missing.")],
    to: Annotated[list[str] | None, typer.Option(help="csv (default), parquet, chat, inspect or html. Repeatable.")] = None,
    with_text: Annotated[
        bool,
        typer.Option("--with-text", help="Include free text, which may identify people."),
    ] = False,
    force: Annotated[bool, typer.Option("--force", help="Overwrite existing files.")] = False,
    seat: Annotated[list[str] | None, typer.Option(help="chat, inspect: only this seat. Repeatable.")] = None,
    kind: Annotated[list[str] | None, typer.Option(help="chat, inspect: only human, model or bot players. Repeatable.")] = None,
    role: Annotated[list[str] | None, typer.Option(help="chat, inspect: only seats with this role. Repeatable.")] = None,
    won: Annotated[bool, typer.Option("--won", help="chat, inspect: only seats that won.")] = False,
    viewer: Annotated[
        str | None, typer.Option("--as", metavar="SEAT", help="html: only what this seat, or the public, observed.")
    ] = None,
    unfinished: UNFINISHED = False,
    accept: ACCEPT = None,
) -> None:
    """Export matches as tables with a codebook, chat data, Inspect logs, or pages that replay them in a browser.

    Exit status 1 if a match is left out.
    """
    from woozle.arena.exports.decisions import Choice, kinds_of
    from woozle.tui.cli.export_output import ExportOptions, export_matches
    from woozle.tui.cli.match_selection import accepted_causes

    choice = Choice(tuple(seat or ()), kinds_of(kind or ()), tuple(role or ()), won)
    options = ExportOptions(tuple(to or ("csv",)), choice, viewer, with_text, force, unfinished, accepted_causes(accept))
    if not export_matches([find_match(path) for path in paths], out, options):
        raise typer.Exit(1)
