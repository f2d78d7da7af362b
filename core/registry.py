"""Games and their configurations by name."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from contextlib import suppress
from dataclasses import field
from pkgutil import resolve_name
from typing import Annotated, Any, TypeAlias

from pydantic import AfterValidator, BaseModel, ValidationError

from woozle.core.datasets import Tell
from woozle.core.errors import InputError
from woozle.core.game import Game
from woozle.core.plugins import GAMES, PluginError, UnknownGameError, load, unknown_game
from woozle.core.plugins import names as _names
from woozle.core.suggestions import suggest
from woozle.core.validation import first_problem
from woozle.core.value import value

__all__ = [
    "ConfigError",
    "GameName",
    "GameRules",
    "UnknownGameError",
    "configure",
    "definition_error",
    "describe_config",
    "find_game",
    "game",
    "name_of",
    "names",
    "rules_of",
    "validate_config",
]

_SHORT, _MOST_CHANGES = 40, 8  # characters of a value, and changes from a preset, that are put in words


class ConfigError(InputError):
    """A configuration that the game cannot be played with. Says why, in a sentence."""


@value
class OptionFile:
    """An option that may name a file.

    parse: Returns its value from the content of the file: its text or, for one that ends in `.parquet`, its rows. Raises ValueError
        with the end of a sentence, and calls its second argument with sentences on what it leaves out.
    """

    endings: tuple[str, ...]
    parse: Callable[[Any, Tell], Any]


@value
class OptionList:
    """An option that is a list in JSON, or a .json file with one.

    example: what it looks like, and means. has_commas: whether it may be written as texts with commas between them.
    """

    example: str
    has_commas: bool = False


@value
class GameRules:
    """The rules of a game, as a package offers them through the entry point group `woozle.games`, named like the game.

    Args:
        game: the rules. A `welcome.toml` beside their module has the title, and what newcomers are told.
        options: those that can be more than a plain value on the command line, in forms and in studies.
        data: files that come with the rules, by what they hold; their paths in the package of this kit.
        recordings: what nobody plays but is recorded, verified and resumed as games are, by its name in transcripts.
    """

    game: type[Game[Any]]
    options: Mapping[str, OptionFile | OptionList] = field(default_factory=dict)
    data: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    recordings: Mapping[str, type[Game[Any]]] = field(default_factory=dict)

    def __post_init__(self) -> None:
        """Raise InputError for a game without a name or a version."""
        if problem := definition_error(self.game):
            raise InputError(problem)


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


def rules_of(name: str) -> GameRules:
    """Return the kit of a game. Raises UnknownGameError with a sentence that lists what there is, or PluginError."""
    for kit in load(GAMES, name, GameRules):
        return kit
    raise unknown_game(name)


def game(name: str, version: int | None = None) -> type[Game[Any]]:
    """Return the rules of a game: of `version` if they are installed, else the current ones.

    Whoever folds a transcript again compares `version` with that of the rules returned; whoever only reads one takes what there is.
    Raises UnknownGameError with a sentence that lists what there is, or PluginError.
    """
    current = _find_recording(name) or rules_of(name_of(name)).game
    where = current.earlier_versions.get(version, "") if version is not None else ""
    rules: type[Game[Any]] = resolve_name(where) if where else current
    return rules


def _find_recording(name: str) -> type[Game[Any]] | None:
    """Return the rules of what is recorded but not played. A package that cannot be loaded has none."""
    known = names()
    for each in [] if name in known else known:
        with suppress(PluginError):
            if found := rules_of(each).recordings.get(name):
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
