"""The command `woozle export`."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from woozle.tui.cli.arguments import ACCEPT, UNFINISHED
from woozle.tui.cli.commands import found

app = typer.Typer()


@app.command()
def export(
    paths: Annotated[list[str], typer.Argument(help="Matches, transcripts, or folders of them.")],
    out: Annotated[Path, typer.Option(help="The folder that the files go into; made if it is not there.")],
    to: Annotated[list[str] | None, typer.Option(help="csv (if not set), parquet, chat, inspect or html; may be repeated.")] = None,
    with_text: Annotated[
        bool, typer.Option("--with-text", help="Also what people said freely, in tables what anybody did; it may name people.")
    ] = False,
    force: Annotated[bool, typer.Option("--force", help="Replace files that are there.")] = False,
    seat: Annotated[list[str] | None, typer.Option(help="chat, inspect: this seat only; may be repeated.")] = None,
    kind: Annotated[list[str] | None, typer.Option(help="chat, inspect: human, model or bot only; may be repeated.")] = None,
    role: Annotated[list[str] | None, typer.Option(help="chat, inspect: seats with this role only; may be repeated.")] = None,
    won: Annotated[bool, typer.Option("--won", help="chat, inspect: seats that won only.")] = False,
    viewer: Annotated[
        str | None, typer.Option("--as", metavar="SEAT", help="html: only what this seat, or the public, observed.")
    ] = None,
    unfinished: UNFINISHED = False,
    accept: ACCEPT = None,
) -> None:
    """Make tables of matches, with a codebook, or chats, logs for Inspect, pages that replay them in a browser.

    Exit status 1 if a match is left out.
    """
    from woozle.arena.exports.choice import Choice, kinds_of
    from woozle.tui.cli.acceptance import accepted_causes
    from woozle.tui.cli.exporting import Wanted, export_matches

    choice = Choice(tuple(seat or ()), kinds_of(kind or ()), tuple(role or ()), won)
    wanted = Wanted(tuple(to or ("csv",)), choice, viewer, with_text, force, unfinished, accepted_causes(accept))
    if not export_matches([found(path) for path in paths], out, wanted):
        raise typer.Exit(1)
