"""Commands and options that games add to the command line."""

from __future__ import annotations

from collections.abc import Mapping
from contextlib import suppress
from dataclasses import field
from functools import cache

import typer

from woozle.core import registry
from woozle.core.plugins import COMMANDS, PluginError, names
from woozle.core.value import value


@value
class GameCommands:
    """The command line of a game, which its kit names.

    It is loaded whenever `woozle` starts, so its module should import large libraries only where they are used.

    Args:
        apps: Typer apps with the commands of `woozle` that only this game has.
        services: Help for the options that choose the services of a match, by service.
        options: Help for those options of the game that need no `--set`, by name.
    """

    apps: tuple[typer.Typer, ...] = ()
    services: Mapping[str, str] = field(default_factory=dict)
    options: Mapping[str, str] = field(default_factory=dict)


@cache
def game_commands() -> Mapping[str, tuple[GameCommands, ...]]:
    """Return the commands of games, by game. A package that cannot be loaded is left out; `woozle doctor` tells why."""
    found: dict[str, tuple[GameCommands, ...]] = {}
    for game in dict.fromkeys((*registry.names(), *names(COMMANDS))):
        with suppress(PluginError):
            found[game] = tuple(registry.parts_of(game, COMMANDS, GameCommands))
    return found
