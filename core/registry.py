"""Games and their configurations by name. A game from another package joins through the entry point group `woozle.games`."""

from __future__ import annotations

from collections.abc import Mapping
from importlib import import_module
from importlib.metadata import entry_points
from typing import Any

from pydantic import BaseModel, ValidationError

from woozle.core.game import Game

_OWN = {
    "ship": "woozle.core.games.ship.rules:Ship",
    "quest": "woozle.core.games.quest.rules:Quest",
    "undercover": "woozle.core.games.undercover.rules:Undercover",
    "debate": "woozle.core.games.debate.rules:Debate",
    "self_play": "woozle.core.games.self_play.rules:SelfPlay",
}
_WITHOUT_SEATS = {"pictures": "woozle.core.games.undercover.making:Making"}
"""What nobody plays, but is recorded as games are; `names` leaves it out."""

_SHORT, _MOST_CHANGES = 40, 8  # characters of a value, and changes from a preset, that are put in words


class UnknownGameError(ValueError):
    """No game of that name is installed."""


class ConfigError(ValueError):
    """A configuration that the game cannot be played with. Says why, in a sentence."""


def names() -> list[str]:
    """The names of all games, our own first."""
    return [*_OWN, *sorted({entry.name for entry in entry_points(group="woozle.games")} - set(_OWN))]


def game(name: str) -> type[Game[Any]]:
    """The game of that name. Raises UnknownGameError with a sentence that lists what there is."""
    if where := _OWN.get(name) or _WITHOUT_SEATS.get(name):
        module, _, attribute = where.partition(":")
        own: type[Game[Any]] = getattr(import_module(module), attribute)
        return own
    for entry in entry_points(group="woozle.games", name=name):
        other: type[Game[Any]] = entry.load()
        return other
    raise UnknownGameError(f"There is no game {name!r}; choose from {', '.join(names())}.")


def configure(game: type[Game[Any]], preset: str, options: Mapping[str, Any]) -> Any:
    """The game's configuration: a preset with some options changed, each as it is or as text. Raises ConfigError."""
    if preset not in game.presets:
        raise ConfigError(f"{game.name} has no preset {preset!r}; choose from {', '.join(game.presets)}.")
    for name in options:
        if name not in game.config_type.model_fields:
            raise ConfigError(f"{game.name} has no option {name!r}; choose from {', '.join(game.config_type.model_fields)}.")
    return validated(game.config_type, {**game.presets[preset], **options})


def validated(kind: type[BaseModel], data: Mapping[str, Any]) -> BaseModel:
    """Outside data as a model. Raises ConfigError with the first thing that is wrong with it."""
    try:
        return kind.model_validate(data)
    except ValidationError as error:
        first = error.errors()[0]
        where = ".".join(str(part) for part in first["loc"])
        problem = first["msg"].removeprefix("Value error, ").rstrip(".")
        raise ConfigError(f"{where}: {problem}." if where else f"{problem}.") from None


def in_words(name: str, config: Mapping[str, Any]) -> str:
    """A configuration, as a transcript holds it: the nearest preset, then what differs from it, `standard, ducks=2, map=shuttle`.

    Empty for a game that is not installed.
    """
    try:
        kind = game(name)
        presets = {preset: configure(kind, preset, {}).model_dump(mode="json") for preset in kind.presets}
    except (UnknownGameError, ConfigError, ImportError, AttributeError):
        return ""
    changes = {
        preset: [f"{key}={_short(value)}" for key, value in config.items() if value != options.get(key)]
        for preset, options in presets.items()
    }
    nearest = min(changes, key=lambda preset: len(changes[preset]))
    more = ["and more"] if len(changes[nearest]) > _MOST_CHANGES else []
    return ", ".join([nearest, *changes[nearest][:_MOST_CHANGES], *more])


def _short(value: Any) -> str:
    """A value of a configuration in a few characters; what has a name goes by it."""
    match value:
        case {}:
            text = str(value.get("name", "..."))
        case [{}, *_]:
            text = f"{len(value)} given"
        case _:
            text = str(value)
    return text if len(text) <= _SHORT else f"{text[: _SHORT - 1]}…"
