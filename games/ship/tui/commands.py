"""`woozle import`, `audit`, `annotate` and `agreement`: claims made in meetings of the ship."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Annotated

import typer

from woozle.tui.cli.arguments import JSON, UNFINISHED
from woozle.tui.cli.commands import find_match, print_result

app = typer.Typer()
APPS = (app,)

LABELS = Annotated[Path | None, typer.Option(metavar="DIR", help="Folder that holds the labels; default: that of the matches.")]
CLAIMS = Annotated[Path | None, typer.Option(help="Claims extracted elsewhere: a file, or the name of a file beside each match.")]


@app.command()
def audit(
    paths: Annotated[list[str], typer.Argument(help="Matches, transcripts, QUACK logs, or folders of them.")],
    mode: Annotated[str, typer.Option(help="observed, or compatible: with the verdicts of the public pipeline.")] = "observed",
    claims: CLAIMS = None,
    extractor: Annotated[
        str | None, typer.Option(metavar="MODEL", help="Extract claims with a model, e.g. ollama:qwen3:8b, instead of the grammar.")
    ] = None,
    tolerance: Annotated[int, typer.Option(min=0, max=100, help="Ticks by which a claimed time may be off.")] = 1,
    lenient: Annotated[bool, typer.Option("--lenient", help="Skip unreadable lines of logs.")] = False,
    as_json: JSON = False,
    table: Annotated[bool, typer.Option("--table", help="Print only figures, by team, player and condition.")] = False,
    unfinished: UNFINISHED = False,
) -> None:
    """Check claims made in meetings against what really happened. Exit status 1 if a match cannot be audited."""
    matches = [find_match(path) for path in paths]
    from woozle.games.ship.tui.audit import audit_matches

    if not audit_matches(matches, mode, claims, tolerance, lenient, as_json, table, extractor, unfinished):
        raise typer.Exit(1)


@app.command()
def annotate(
    path: Annotated[str, typer.Argument(help="A match or log, or a folder of these.")],
    name: Annotated[str, typer.Option("--as", metavar="NAME", help="Annotator: letters, digits, dashes.")] = "annotator-1",
    claims: CLAIMS = None,
    sample: Annotated[int | None, typer.Option(min=1, help="Number of speeches, drawn by the seed; default all.")] = None,
    seed: Annotated[int, typer.Option(help="Seed of the order; must be the same for all annotators.")] = 0,
    labels: LABELS = None,
) -> None:
    """Label what speeches claim, and whether it is true. The machine's verdicts stay hidden."""
    from woozle.games.ship.tui.annotation import annotate as label

    sys.exit(label(find_match(path), name, claims, sample, seed, labels))


@app.command()
def agreement(
    path: Annotated[str, typer.Argument(help="The folder of annotated matches.")],
    claims: Annotated[Path | None, typer.Option(help="Compare claims extracted elsewhere instead of Woozle's.")] = None,
    labels: LABELS = None,
    as_json: JSON = False,
) -> None:
    """Measure how far annotators and the machine agree on claims, with its errors by type of claim and phase of the match."""
    from woozle.games.ship.tui.annotation import print_agreement

    print_agreement(find_match(path), claims, as_json, labels)


@app.command("import")
def import_(
    project: Annotated[str, typer.Argument(metavar="PROJECT", help="Project that wrote the logs: quack.")],
    paths: Annotated[list[Path], typer.Argument(help="Logs (game.jsonl), or folders of them.")],
    out: Annotated[Path | None, typer.Option(help="Folder for the matches; default: Woozle's own.")] = None,
    lenient: Annotated[bool, typer.Option("--lenient", help="Skip unreadable lines.")] = False,
    as_json: JSON = False,
) -> None:
    """Convert logs of another project to transcripts. Exit status 1 if one is refused."""
    from woozle.games.ship.tui.log_import import import_lines, import_logs

    result = import_logs(project, paths, out, is_lenient=lenient)
    print_result(as_json, lambda: result, lambda: import_lines(result))
    if result["refused"]:
        raise typer.Exit(1)
