"""The configuration of a match, from the options of the command line."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Any

from woozle.arena.play import option_files
from woozle.core import registry
from woozle.tui.cli.sentences import notice


def configured(
    game: str, preset: str, map_name: str | None, options: list[str] | None, taken: Mapping[str, Any] = MappingProxyType({})
) -> Any:
    """A game's configuration. taken: options that are taken from another run, and cannot be set.

    Raises ValueError, with a sentence, for what the game does not have.
    """
    kind = registry.game(game)
    given: dict[str, Any] = {}
    for option in options or ():
        name, equals, value = option.partition("=")
        if not equals:
            raise ValueError(f"--set {option} must be NAME=VALUE.")
        given[name.strip()] = value.strip()
    if both := next((name for name in given if name in taken), None):
        raise ValueError(f"--firsts brings the {both}; leave out --set {both}.")
    if map_name is not None:
        given["map"] = map_name
    for name in kind.config_type.model_fields.keys() & given.keys():
        given[name] = option_files.value(name, str(given[name]), game, notice)
    return registry.configure(kind, preset, {**given, **taken})
