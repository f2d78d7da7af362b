"""What a game brings to the tests that play all games, from the modules of its own folder."""

from __future__ import annotations

from importlib import import_module
from pathlib import Path
from typing import Any

from woozle.core import registry


def parts(module: str, name: str) -> dict[str, Any]:
    """Return the value of a name in `tests/games/GAME/MODULE.py`, by game, for the games that are installed and have it."""
    games = [game for game in registry.names() if (Path(__file__).parent / game / f"{module}.py").exists()]
    found = {game: getattr(import_module(f"tests.games.{game}.{module}"), name, None) for game in games}
    return {game: value for game, value in found.items() if value is not None}
