"""`woozle judge`: list judges and download HHEM."""

from __future__ import annotations

from typing import Annotated

import typer

from woozle.core.errors import InputError
from woozle.tui.cli.arguments import JSON
from woozle.tui.cli.commands import print_json
from woozle.tui.cli.sentences import notice
from woozle.tui.cli.usage import Commands

app = typer.Typer()
APPS = (app,)
judge_app = typer.Typer(cls=Commands)
app.add_typer(judge_app, name="judge", help="List judges, and check that they work.")


@judge_app.callback(invoke_without_command=True)
def judges(context: typer.Context, as_json: JSON = False) -> None:
    """List judges, and check that they work."""
    if context.invoked_subcommand:
        return
    from woozle.games.quest.players.services import judge_role

    found = {each.task.removeprefix("judge "): each.services for each in (judge_role("summary"), judge_role("question"))}
    if as_json:
        shown = {
            what: [{"name": each.name, "line": each.description, "problem": each.problem} for each in judges]
            for what, judges in found.items()
        }
        print_json({"judges": shown})
        return
    for what, judges in found.items():
        print(f"Of {what}:")
        for each in judges:
            print(f"  {each.name:<8}{each.description}")
            if each.problem:
                print(f"{'':<10}{each.problem}")


@judge_app.command("download")
def download(name: Annotated[str, typer.Argument(help="hhem, the only judge to be downloaded.")]) -> None:
    """Download HHEM-2.1-Open with its tokenizer (442 MB) from huggingface.co."""
    from woozle.games.quest.players import hhem

    if name != "hhem":
        raise InputError("Only hhem can be fetched; the other judges need nothing, or name a model of yours.")
    notice(f"Fetching HHEM-2.1-Open ({hhem.SIZE}) from huggingface.co.")
    place = hhem.download()
    notice(f"HHEM is in {place.weights.parent}; `--judge hhem` has it judge.")
