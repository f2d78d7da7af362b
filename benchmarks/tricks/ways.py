"""Ways to win without playing that only one game has: `WAYS` of the module with the name of the game, beside this one."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from importlib import import_module
from importlib.util import find_spec

from woozle.players.bot import Bot

Way = Callable[[str], Bot]
"""Makes a player of a seed."""


@dataclass(frozen=True)
class Ways:
    """Ways to win one game without playing it, by name. limits: the share of matches that any may win, by level of the others."""

    players: Mapping[str, Way] = field(default_factory=dict)
    limits: Mapping[str, float] = field(default_factory=dict)


def ways_of(game: str) -> Ways:
    """Return the ways that only this game has."""
    name = f"benchmarks.tricks.{game}"
    own: Ways = import_module(name).WAYS if find_spec(name) else Ways()
    return own
