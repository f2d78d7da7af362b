"""Games, their kits and their configurations by name."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from contextlib import suppress
from dataclasses import replace
from functools import partial
from pkgutil import resolve_name
from typing import Annotated, Any, TypeAlias, TypeVar

from pydantic import AfterValidator, BaseModel, ValidationError

from woozle.core.errors import InputError
from woozle.core.game import Game
from woozle.core.kit import GameKit
from woozle.core.plugins import GAMES, PluginError, UnknownGameError, load, load_part, unknown_game
from woozle.core.plugins import names as _names
from woozle.core.state import Observed
from woozle.core.suggestions import suggest
from woozle.core.validation import first_problem

__all__ = [
    "ConfigError",
    "GameName",
    "UnknownGameError",
    "configure",
    "definition_error",
    "describe_config",
    "find_game",
    "find_part_faults",
    "game",
    "kit_of",
    "name_of",
    "names",
    "parts_of",
    "validate_config",
    "words_of",
]
from woozle.core.words import Words

T = TypeVar("T")

_SHORT, _MOST_CHANGES = 40, 8  # characters of a value, and changes from a preset, that are put in words


class ConfigError(InputError):
    """A configuration that the game cannot be played with. Says why, in a sentence."""


def definition_error(game: type[Game[Any]]) -> str:
    """Return an error message if a game has no name or no version, else an empty string."""
    name, version = getattr(game, "name", None), getattr(game, "version", None)
    if not name or not isinstance(name, str):
        return f"{game.__name__} has no `name`; give the class one, such as name = 'liars_dice'."
    return "" if type(version) is int else f"{game.__name__} has no `version`; give the class one: version = 1."


def names() -> list[str]:
    """Return the names of all games that can be played, our own first."""
    return _names(GAMES)


def name_of(text: str) -> str:
    """Return the name of the game that a person means: self_play for `self-play` and `Self play`. Other texts stay as they are."""
    known = names()
    meant = (each for each in known if _fold_name(each) == _fold_name(text))
    return text if text in known else next(meant, text)


def _fold_name(name: str) -> str:
    return re.sub(r"[-\s]", "_", name.strip().casefold())


GameName: TypeAlias = Annotated[str, AfterValidator(name_of)]
"""The name of a game in a file or a setting that a person writes."""


def kit_of(name: str) -> GameKit:
    """Return the kit of a game that can be played. Raises UnknownGameError, which lists the games, or PluginError."""
    for kit in load(GAMES, name, GameKit):
        return kit
    raise unknown_game(name)


def words_of(name: str) -> Words:
    """Return the words of a game, with the state that they take; generic ones for what its kit does not name.

    Raises UnknownGameError or PluginError.
    """
    kit, kind = _find_recording(name) or kit_of(name), game(name)
    words = load_part(kit.words, Words, f"The words of {name}") if kit.words else Words()
    return replace(words, state=words.state or partial(Observed, kind=kind))


def parts_of(name: str, group: str, kind: type[T]) -> list[T]:
    """Return what packages offer for a game or a recording: the part that its own kit names, then the entry points of a group.

    A part that cannot be loaded is left out; PluginError is raised only if there is no other.

    Args:
        group: PLAYERS, VIEWS or COMMANDS, for the field of the kit with the same name.
    """
    field = _field_of(group)
    found: list[T] = []
    fault = None
    try:
        kit = _find_recording(name) or kit_of(name)
        if where := getattr(kit, field):
            found.append(load_part(where, kind, f"The {field} of {name}"))
    except (UnknownGameError, PluginError) as error:
        fault = error if isinstance(error, PluginError) else None
    try:
        found += load(group, name, kind)
    except PluginError as error:
        fault = error
    if fault and not found:
        raise fault
    return found


def find_part_faults(name: str, kinds: Mapping[str, type]) -> Iterator[str]:
    """Yield why parts of a game's kit cannot be loaded, as sentences. kinds: their types, by group."""
    for group, kind in kinds.items():
        try:
            if where := getattr(kit_of(name), _field_of(group)):
                load_part(where, kind, f"The {_field_of(group)} of {name}")
        except PluginError as error:
            yield str(error)


def _field_of(group: str) -> str:
    """Return the field of a kit that holds what the entry points of a group may add to."""
    return group.rpartition(".")[2]


def game(name: str, version: int | None = None) -> type[Game[Any]]:
    """Return the rules of a game: of `version` if they are installed, else the current ones.

    Whoever folds a transcript again compares `version` with that of the rules returned; whoever only reads one takes what there is.
    Raises UnknownGameError with a sentence that lists what there is, or PluginError.
    """
    current = _load_rules((_find_recording(name) or kit_of(name_of(name))).game, name)
    where = current.earlier_versions.get(version, "") if version is not None else ""
    rules: type[Game[Any]] = resolve_name(where) if where else current
    return rules


def _load_rules(where: str, name: str) -> type[Game[Any]]:
    """Return the rules that a kit names. Raises PluginError for a class without a name or a version."""
    rules = load_part(where, type, f"The rules of {name}")
    if problem := definition_error(rules):
        raise PluginError(f"The rules of {name} cannot be played: {problem}")
    return rules


def _find_recording(name: str) -> GameKit | None:
    """Return the kit of what is recorded but not played. A package that cannot be loaded has none."""
    known = names()
    for each in [] if name in known else known:
        with suppress(PluginError):
            if found := kit_of(each).recordings.get(name):
                return found
    return None


def find_game(name: str, version: int | None = None) -> type[Game[Any]] | None:
    """Return the rules of a game, as `game` does; None where the game is not installed, or cannot be loaded."""
    try:
        return game(name, version)
    except (UnknownGameError, PluginError):
        return None


def configure(game: type[Game[Any]], preset: str, options: Mapping[str, Any]) -> Any:
    """Return a game's configuration: a preset with some options changed, each as it is or as text. Raises ConfigError."""
    if preset not in game.presets:
        raise ConfigError(f"{game.name} has no preset {preset!r}; {suggest(preset, game.presets)}")
    for name in options:
        if name not in game.config_type.model_fields:
            raise ConfigError(f"{game.name} has no option {name!r}; {suggest(name, game.config_type.model_fields)}")
    return validate_config(game.config_type, {**game.presets[preset], **options})


def validate_config(kind: type[BaseModel], data: Mapping[str, Any]) -> BaseModel:
    """Return outside data as a model. Raises ConfigError with the first thing that is wrong with it."""
    try:
        return kind.model_validate(data)
    except ValidationError as error:
        found = first_problem(error)
        raise ConfigError(f"{found if found.is_own or found.place else f'What was given {found.words}'}.") from None
    except UnicodeEncodeError:  # pydantic cannot word an error about text that is half a character
        raise ConfigError("An option has letters that are not UTF-8; type it again.") from None


def describe_config(name: str, config: Mapping[str, Any], version: int | None = None) -> str:
    """Return a configuration as its nearest preset and the changes from that: `standard, ducks=2, map=shuttle`.

    Args:
        config: As a transcript holds it.
        version: Of the rules that it is for, as `game` takes it.

    Empty for a game that is not installed.
    """
    kind = find_game(name, version)
    if kind is None:
        return ""
    try:
        presets = {preset: configure(kind, preset, {}).model_dump(mode="json") for preset in kind.presets}
    except ConfigError:
        return ""
    changes = {
        preset: [f"{key}={_abbreviate(value)}" for key, value in config.items() if value != options.get(key)]
        for preset, options in presets.items()
    }
    nearest = min(changes, key=lambda preset: len(changes[preset]))
    more = ["and more"] if len(changes[nearest]) > _MOST_CHANGES else []
    return ", ".join([nearest, *changes[nearest][:_MOST_CHANGES], *more])


def _abbreviate(value: Any) -> str:
    """Return a value of a configuration in a few characters; what has a name goes by it."""
    match value:
        case {}:
            text = str(value.get("name", "..."))
        case [{}, *_]:
            text = f"{len(value)} given"
        case _:
            text = str(value)
    return text if len(text) <= _SHORT else f"{text[: _SHORT - 1]}…"
