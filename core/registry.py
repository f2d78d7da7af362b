"""Games, their kits and their configurations by name. What loads rules and pydantic is imported where it is used."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping
from contextlib import suppress
from dataclasses import replace
from functools import partial
from pkgutil import resolve_name
from typing import TYPE_CHECKING, Any, TypeVar, overload

from woozle.core.errors import InputError
from woozle.core.kit import GameKit, list_parts
from woozle.core.plugins import ADDITIONS, GAMES, PluginError, UnknownGameError, load, load_part, unknown_game
from woozle.core.plugins import names as _names
from woozle.core.suggestions import suggest

if TYPE_CHECKING:
    from pydantic import BaseModel

    from woozle.core.game import Game
    from woozle.core.words import Words

T = TypeVar("T")

_FUNCTION: Any = Callable
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


def kit_of(name: str) -> GameKit:
    """Return the kit of a game that can be played. Raises UnknownGameError, which lists the games, or PluginError."""
    for kit in load(GAMES, name, GameKit):
        return kit
    raise unknown_game(name)


def words_of(name: str) -> Words:
    """Return the words of a game, with the state that they take; generic ones for what its kit does not name.

    Raises UnknownGameError or PluginError.
    """
    from woozle.core.state import Observed
    from woozle.core.words import Words

    kit, kind = _find_recording(name) or kit_of(name), game(name)
    words = load_part(kit.words, Words, f"The words of {name}") if kit.words else Words()
    return replace(words, state=words.state or partial(Observed, kind=kind))


@overload
def parts_of(name: str, part: str) -> list[Any]: ...


@overload
def parts_of(name: str, part: str, kind: type[T]) -> list[T]: ...


def parts_of(name: str, part: str, kind: type = _FUNCTION) -> list[Any]:
    """Return what packages offer as one part of a game or a recording: its own kit, then the kits that add to it.

    One that cannot be loaded is left out; PluginError is raised only if there is no other.

    Args:
        part: The name of the part, a field of GameKit.
        kind: Its type; by default a function.
    """
    found: list[Any] = []
    faults: list[PluginError] = []
    for kit in kits_of(name, faults):
        try:
            if where := getattr(kit, part):
                found.append(load_part(where, kind, f"The {part} of {name}"))
        except PluginError as error:
            faults.append(error)
    if faults and not found:
        raise faults[0]
    return found


def kits_of(name: str, faults: list[PluginError] | None = None) -> list[GameKit]:
    """Return the kit of a game or a recording, then those that add to it.

    faults: is given the errors of kits that cannot be loaded, which are left out.
    """
    found: list[GameKit] = []
    try:
        found.append(_find_recording(name) or kit_of(name))
    except UnknownGameError:
        pass
    except PluginError as error:
        if faults is not None:
            faults.append(error)
    try:
        found += load(ADDITIONS, name, GameKit)
    except PluginError as error:
        if faults is not None:
            faults.append(error)
    return found


@overload
def part_of(name: str, part: str) -> Any: ...


@overload
def part_of(name: str, part: str, kind: type[T]) -> T | None: ...


def part_of(name: str, part: str, kind: type = _FUNCTION) -> Any:
    """Return one part of a game, as `parts_of` does; None if it has none, or none that can be loaded."""
    with suppress(PluginError):
        return next(iter(parts_of(name, part, kind)), None)
    return None


def find_part_faults(name: str) -> Iterator[str]:
    """Yield why parts of a game's kit cannot be loaded, as sentences."""
    from woozle.core.words import Words

    tuples = dict.fromkeys(("bots", "form", "commands", "keys"), tuple)
    kinds: Mapping[str, type] = {"game": type, "words": Words, "report": object, **tuples}
    with suppress(PluginError):
        for part, where in list_parts(kit_of(name)).items():
            try:
                load_part(where, kinds.get(part, _FUNCTION), f"The {part} of {name}")
            except PluginError as error:
                yield str(error)


def game(name: str, version: int | None = None) -> type[Game[Any]]:
    """Return the rules of a game: of `version` if they are installed, else the current ones.

    To fold a transcript again, compare `version` with that of the rules returned; to only read one, take what is there.
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
    from pydantic import ValidationError

    from woozle.core.validation import first_problem

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
