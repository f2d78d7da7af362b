"""Endpoints that a file names and nobody typed: they are said before they are asked, since that costs and sends what was said."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from woozle.core.text import visible_line
from woozle.tui.cli.sentences import notice

if TYPE_CHECKING:
    from woozle.players.models.spec import ModelSpec


def say_who_is_asked(specs: Sequence[ModelSpec], folder: Path) -> None:
    """Say at which endpoints beyond this machine the models of a match or a run are asked.

    specs: its models. A person at the terminal is asked first whether they want that, if it is a match that lies where Woozle does
    not keep its own. Raises ValueError if they do not.
    """
    from woozle.arena.play import models
    from woozle.arena.runs.plan import PLAN
    from woozle.players.models.config import endpoint_name
    from woozle.saves.places import matches
    from woozle.saves.transcript import shown

    endpoints = models.config().endpoints
    named = {name: endpoint for spec in specs if (endpoint := endpoints.get(name := endpoint_name(spec))) and not endpoint.is_here}
    if not named:
        return
    places = (
        f"{visible_line(name)} ({visible_line(each.url)}{f', with the key of {each.key_env}' if each.key_env else ''})"
        for name, each in named.items()
    )
    notice(f"As {shown(folder)} says, models are asked at {' and '.join(places)}.")
    is_foreign = not (folder / PLAN).exists() and matches().resolve() not in folder.resolve().parents
    if is_foreign and is_at_terminal():
        import typer

        if not typer.confirm("Ask them?", err=True):
            raise ValueError("Nobody was asked, and the match is as it was.")


def is_at_terminal() -> bool:
    """Whether somebody can be asked a question."""
    return sys.stdin.isatty() and sys.stderr.isatty()
