"""The commands about what is said in meetings: import, audit, annotate, agreement."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Annotated

import typer

from woozle.tui.cli.arguments import JSON, UNFINISHED
from woozle.tui.cli.commands import found, print_json

app = typer.Typer()

CLAIMS = Annotated[Path | None, typer.Option(help="Claims extracted elsewhere: a file, or its name beside each match.")]


@app.command()
def audit(
    paths: Annotated[list[str], typer.Argument(help="Matches, transcripts, logs of QUACK, or folders of them.")],
    mode: Annotated[str, typer.Option(help="observed, or compatible: as the public pipeline judges.")] = "observed",
    claims: CLAIMS = None,
    extractor: Annotated[
        str | None, typer.Option(metavar="MODEL", help="Let a model read the claims, e.g. ollama:qwen3:8b, instead of the grammar.")
    ] = None,
    tolerance: Annotated[int, typer.Option(min=0, max=100, help="Ticks by which a time that is said may be off.")] = 1,
    lenient: Annotated[bool, typer.Option("--lenient", help="Skip lines of logs that cannot be read.")] = False,
    as_json: JSON = False,
    table: Annotated[bool, typer.Option("--table", help="Only figures, by team, player and condition.")] = False,
    unfinished: UNFINISHED = False,
) -> None:
    """Check what was said in meetings against what really happened. Exit status 1 if a match cannot be audited."""
    from woozle.tui.cli.auditing import audit_matches

    matches = [found(path) for path in paths]
    if not audit_matches(matches, mode, claims, tolerance, lenient, as_json, table, extractor, unfinished):
        raise typer.Exit(1)


@app.command()
def annotate(
    path: Annotated[str, typer.Argument(help="A folder of matches, or a match.")],
    name: Annotated[str, typer.Option("--as", metavar="NAME", help="Who labels: letters, digits, dashes.")] = "annotator-1",
    claims: CLAIMS = None,
    sample: Annotated[int | None, typer.Option(min=1, help="Only so many speeches; the same ones for everybody.")] = None,
    seed: Annotated[int, typer.Option(help="Of the order of the speeches; everybody needs the same.")] = 0,
) -> None:
    """Label what speeches claim, and whether it is so. Nobody is told what the machine thinks."""
    from woozle.tui.cli.annotating import annotate as label

    sys.exit(label(found(path), name, claims, sample, seed))


@app.command()
def agreement(
    path: Annotated[str, typer.Argument(help="The folder of matches that was annotated.")],
    claims: Annotated[Path | None, typer.Option(help="Claims extracted elsewhere, to be compared instead of our own.")] = None,
    as_json: JSON = False,
) -> None:
    """Say how far people and the machine agree on claims."""
    from woozle.tui.cli.annotating import print_agreement

    print_agreement(found(path), claims, as_json)


@app.command("import")
def import_(
    project: Annotated[str, typer.Argument(metavar="PROJECT", help="Whose logs: quack.")],
    paths: Annotated[list[Path], typer.Argument(help="Logs (game.jsonl), or folders of them.")],
    out: Annotated[Path | None, typer.Option(help="The folder for the matches; without it, where Woozle keeps its own.")] = None,
    lenient: Annotated[bool, typer.Option("--lenient", help="Skip lines that cannot be read.")] = False,
    as_json: JSON = False,
) -> None:
    """Make transcripts of another project's logs. Exit status 1 if one is refused."""
    from woozle.tui.cli.importing import import_lines, import_logs

    result = import_logs(project, paths, out, is_lenient=lenient)
    if as_json:
        print_json(result)
    else:
        print(*import_lines(result), sep="\n")
    if result["refused"]:
        raise typer.Exit(1)
