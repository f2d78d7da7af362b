"""What games bring to the command line: commands and options of their own."""

from __future__ import annotations

from collections.abc import Mapping
from contextlib import suppress
from dataclasses import field
from functools import cache

import typer

from woozle.core.plugins import COMMANDS, PluginError, load, names
from woozle.core.value import value


@value
class GameCommands:
    """The command line of a game, as a package offers it through the entry point group `woozle.commands`, named like the game.

    It is loaded whenever `woozle` starts, so its module imports what is large where it is used.

    Args:
        apps: of typer, with commands of `woozle` that only this game has.
        services: help of the options that choose the services of a match, by the name of the service.
        options: help of the options of the game that need no `--set`, by their names.
    """

    apps: tuple[typer.Typer, ...] = ()
    services: Mapping[str, str] = field(default_factory=dict)
    options: Mapping[str, str] = field(default_factory=dict)


@cache
def game_commands() -> Mapping[str, tuple[GameCommands, ...]]:
    """Return what games bring, by game. A package that cannot be loaded brings nothing; `woozle doctor` tells why."""
    found: dict[str, tuple[GameCommands, ...]] = {}
    for game in names(COMMANDS):
        with suppress(PluginError):
            found[game] = tuple(load(COMMANDS, game, GameCommands))
    return found
