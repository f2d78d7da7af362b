"""Games by name. A game from another package joins through the entry point group `woozle.games`."""

from __future__ import annotations

from importlib import import_module
from importlib.metadata import entry_points
from typing import Any

from woozle.core.game import Game

_OWN = {"ship": "woozle.core.games.ship.rules:Ship"}


class UnknownGameError(ValueError):
    """No game of that name is installed."""


def names() -> list[str]:
    """The names of all games, our own first."""
    return [*_OWN, *sorted({entry.name for entry in entry_points(group="woozle.games")} - set(_OWN))]


def game(name: str) -> type[Game[Any]]:
    """The game of that name. Raises UnknownGameError with a sentence that lists what there is."""
    if name in _OWN:
        module, _, attribute = _OWN[name].partition(":")
        own: type[Game[Any]] = getattr(import_module(module), attribute)
        return own
    for entry in entry_points(group="woozle.games", name=name):
        other: type[Game[Any]] = entry.load()
        return other
    raise UnknownGameError(f"There is no game {name!r}; choose from {', '.join(names())}.")
