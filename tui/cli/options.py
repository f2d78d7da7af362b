"""The configuration of a match, from the options of the command line."""

from __future__ import annotations

from importlib import import_module
from pathlib import Path
from typing import Any

from woozle.core import registry

_FILES = {
    "map": ((".yaml", ".yml"), "woozle.core.games.ship.maps"),
    "pool": ((".csv", ".json", ".jsonl"), "woozle.core.games.quest.data.loading"),
}
"""Options that may name a file: its endings, and whose `parse` reads it."""


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
    for name, (endings, parser) in _FILES.items():
        if name in kind.config_type.model_fields and str(given.get(name, "")).lower().endswith(endings):
            given[name] = _read(name, Path(given[name]), parser)
    return registry.configure(kind, preset, given)


def _read(name: str, path: Path, parser: str) -> Any:
    """What stands in the file that an option names. Raises ValueError with a sentence."""
    try:
        return import_module(parser).parse(path.read_text("utf-8-sig"))
    except OSError as error:
        raise ValueError(f"The {name} {path} cannot be read: {error.strerror}.") from None
    except UnicodeDecodeError as error:
        raise ValueError(f"The {name} {path} is not in UTF-8 (byte {error.start + 1} is not); save it as UTF-8 text.") from None
    except ValueError as error:
        raise ValueError(f"The {name} {path} {str(error).removesuffix('.')}.") from None
