"""`woozle rationales`: a pool of questions with the right responses that a run kept."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from woozle.core.errors import InputError
from woozle.tui.cli.sentences import notice

app = typer.Typer()
APPS = (app,)

_FEW = 5  # questions that are named


@app.command()
def rationales(
    paths: Annotated[list[Path], typer.Argument(metavar="RUN...", help="Runs of debates with the preset rationales.")],
    out: Annotated[Path, typer.Option("--out", metavar="FILE", help="The pool to write, a .jsonl file.")],
) -> None:
    """Write a pool with the right responses that runs kept, for debates with given first answers.

    Exit status 1 if a question has none, or a match is unfinished; the others are written.
    """
    from woozle.arena.views.words import count
    from woozle.core.names import join_names
    from woozle.core.text import visible_line
    from woozle.games.debate.data.rationales import join_pools, with_rationales
    from woozle.games.debate.rules import Debate
    from woozle.saves import disk
    from woozle.saves.match import read_match
    from woozle.saves.match_files import found_in
    from woozle.saves.transcript import display_path

    if out.suffix != ".jsonl":
        raise InputError(f"A pool is written as JSON lines; name a .jsonl file, not {display_path(out)}.")
    matches = [read_match(file) for path in paths for file in found_in(path)]
    debates = [match for match in matches if match.header.game == Debate.name]
    found = [with_rationales(match.config.pool, [event for event, _ in match.record]) for match in debates]
    pool = join_pools([each for each in found if each])
    whole = [each for each in pool.values() if each.right]
    if not whole:
        raise InputError("There are no right responses in it; play debates with the preset rationales first.")
    disk.replace(out, "".join(f"{each.model_dump_json()}\n" for each in whole).encode())
    most = max(len(each.right) for each in whole)
    print(f"{count(len(whole), 'question')} with up to {count(most, 'right response')} are in {display_path(out)}.")
    without = [visible_line(name) for name, each in pool.items() if not each.right]
    if without:
        few = without if len(without) <= _FEW else [*without[:_FEW], "others"]
        are = "is" if len(without) == 1 else "are"
        notice(f"{count(len(without), 'question')} without a right response {are} left out: {join_names(few)}.")
    if missing := len(matches) - len([each for each in found if each]):
        told, are = count(missing, "match", "matches"), "is" if missing == 1 else "are"
        notice(f"{told} that kept no responses, or unfinished, {are} left out; `woozle resume` finishes a run.")
    if without or missing:
        raise typer.Exit(1)
