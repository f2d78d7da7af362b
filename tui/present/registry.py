"""The presenter of each game, loaded when a table of that game is opened."""

from __future__ import annotations

from importlib import import_module
from typing import Any

_PRESENTERS = {"ship": "woozle.tui.present.ship"}


def presenter(game: str) -> Any:
    """The module with `Knowledge`, `answer` and `results` of a game."""
    return import_module(_PRESENTERS[game])
