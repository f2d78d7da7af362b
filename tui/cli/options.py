"""The configuration of a match, from the options of the command line."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from woozle.core import registry
from woozle.tui import option_files
from woozle.tui.cli.sentences import notice


def configured(game: str, preset: str, map_name: str | None, options: list[str] | None) -> Any:
    """A game's configuration. Raises ValueError, with a sentence, for what the game does not have."""
    kind = registry.game(game)
    given: dict[str, Any] = {}
    for option in options or ():
        name, equals, value = option.partition("=")
        if not equals:
            raise ValueError(f"--set {option} must be NAME=VALUE.")
        given[name.strip()] = value.strip()
    if map_name is not None:
        given["map"] = map_name
    for name in option_files.NAMES:
        if name in kind.config_type.model_fields and option_files.is_file(name, str(given.get(name, "")), game):
            given[name] = option_files.read(name, Path(given[name]), game, notice)
    return registry.configure(kind, preset, given)
