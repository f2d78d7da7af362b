"""Games and their configurations by name. A game from another package joins through the entry point group `woozle.games`."""

from __future__ import annotations

import re
from collections.abc import Mapping
from importlib import import_module
from typing import Any

from pydantic import BaseModel, ValidationError

from woozle.core.catalogue import OWN as _OWN
from woozle.core.catalogue import WITHOUT_SEATS as _WITHOUT_SEATS
from woozle.core.catalogue import UnknownGameError, entries, names
from woozle.core.game import Game
from woozle.core.near import near_or_all

__all__ = ["ConfigError", "UnknownGameError", "configure", "game", "in_words", "installed", "names", "validated"]

_SHORT, _MOST_CHANGES = 40, 8  # characters of a value, and changes from a preset, that are put in words

_SHOULD_BE = "Input should be "
_WANTED = {
    "a valid integer": "a whole number",
    "a valid number": "a number",
    "a valid boolean": "true or false",
    "a valid string": "text",
    "a valid dictionary or instance of Map": "a map",
}
_LEAST, _MOST = re.compile(r"^greater than or equal to (\S+)$"), re.compile(r"^less than or equal to (\S+)$")


class ConfigError(ValueError):
    """A configuration that the game cannot be played with. Says why, in a sentence."""


def game(name: str, version: int | None = None) -> type[Game[Any]]:
    """Return the rules of a game: of `version` if they are installed, else the current ones.

    Whoever folds a transcript again compares `version` with that of the rules returned; whoever only reads one takes what there is.
    Raises UnknownGameError with a sentence that lists what there is.
    """
    current = _current(name)
    where = current.earlier.get(version, "") if version is not None else ""
    return _loaded(where) if where else current


def _current(name: str) -> type[Game[Any]]:
    if where := _OWN.get(name) or _WITHOUT_SEATS.get(name):
        return _loaded(where)
    for entry in entries().select(name=name):
        other: type[Game[Any]] = entry.load()
        return other
    raise UnknownGameError(f"There is no game {name!r}; {near_or_all(name, names())}")


def _loaded(where: str) -> type[Game[Any]]:
    module, _, attribute = where.partition(":")
    rules: type[Game[Any]] = getattr(import_module(module), attribute)
    return rules


def installed(name: str, version: int | None = None) -> type[Game[Any]] | None:
    """Return the rules of a game, as `game` does; None where the game is not installed, or cannot be loaded."""
    try:
        return game(name, version)
    except (UnknownGameError, ImportError, AttributeError):
        return None


def configure(game: type[Game[Any]], preset: str, options: Mapping[str, Any]) -> Any:
    """The game's configuration: a preset with some options changed, each as it is or as text. Raises ConfigError."""
    if preset not in game.presets:
        raise ConfigError(f"{game.name} has no preset {preset!r}; {near_or_all(preset, game.presets)}")
    for name in options:
        if name not in game.config_type.model_fields:
            raise ConfigError(f"{game.name} has no option {name!r}; {near_or_all(name, game.config_type.model_fields)}")
    return validated(game.config_type, {**game.presets[preset], **options})


def validated(kind: type[BaseModel], data: Mapping[str, Any]) -> BaseModel:
    """Outside data as a model. Raises ConfigError with the first thing that is wrong with it."""
    try:
        return kind.model_validate(data)
    except ValidationError as error:
        first = error.errors()[0]
        where = ".".join(str(part) for part in first["loc"])
        raise ConfigError(_sentence(where, first["msg"].removeprefix("Value error, ").rstrip("."))) from None


def _sentence(where: str, problem: str) -> str:
    """What is wrong with a value, in words of people where pydantic has its own."""
    if not problem.startswith(_SHOULD_BE):
        return f"{where}: {problem}." if where else f"{problem}."
    wanted = problem.removeprefix(_SHOULD_BE).partition(", ")
    plain = _WANTED.get(wanted[0]) or _LEAST.sub(r"\1 or more", _MOST.sub(r"\1 or less", problem.removeprefix(_SHOULD_BE)))
    return f"{where or 'What was given'} must be {plain}."


def in_words(name: str, config: Mapping[str, Any], version: int | None = None) -> str:
    """A configuration, as a transcript holds it: the nearest preset, then what differs from it, `standard, ducks=2, map=shuttle`.

    version: of the rules that it is for, as `game` takes it. Empty for a game that is not installed.
    """
    kind = installed(name, version)
    if kind is None:
        return ""
    try:
        presets = {preset: configure(kind, preset, {}).model_dump(mode="json") for preset in kind.presets}
    except ConfigError:
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
