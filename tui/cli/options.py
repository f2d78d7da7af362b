"""The configuration of a match, from the options of the command line."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from woozle.core import registry


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
    if str(given.get("map", "")).endswith((".yaml", ".yml")):
        given["map"] = _map_file(Path(given["map"]))
    return registry.configure(kind, preset, given)


def _map_file(path: Path) -> Any:
    from woozle.core.games.ship.maps import parse

    try:
        return parse(path.read_text("utf-8"))
    except OSError as error:
        raise ValueError(f"The map {path} cannot be read: {error.strerror}.") from None
    except ValueError as error:
        raise ValueError(f"The map {path} is not YAML: {error}.") from None
