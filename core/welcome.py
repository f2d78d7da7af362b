"""Titles and tutorials of games, from the file `welcome.toml` beside a game's rules. It is read before any rules are loaded.

A tutorial is an ordinary match of bots and one human with a fixed seed. Its lessons are shown meanwhile; no rule knows of them.
"""

from __future__ import annotations

import os
import tomllib
from collections.abc import Mapping
from dataclasses import field
from pathlib import Path
from typing import TYPE_CHECKING, Any

from woozle.core.errors import InputError
from woozle.core.plugins import GAMES, module_of, names, unknown_game
from woozle.core.text import visible_line
from woozle.core.value import value

if TYPE_CHECKING:
    from importlib.resources.abc import Traversable

_FILE = "welcome.toml"
_OURS = "woozle."


@value
class Lesson:
    """A sentence or two, shown once: at the first question that meets all its conditions.

    asked: Name of the Answer type that is asked for.
    offers: How one of the legal values begins.
    seen: Name of an Event that the human has observed; `Sight.bodies` is one whose field `bodies` is not empty.
    at_end: Shown when the match is over.
    """

    text: str
    asked: str = ""
    offers: str = ""
    seen: str = ""
    at_end: bool = False


@value
class Tutorial:
    """A match that teaches a game.

    seats: The players, one of them human, as on the command line.
    lessons: In order of precedence: if two fit a question, the first is shown.
    role: The role that the seed deals to the human; empty if all seats are alike.
    options: Changes from the preset.
    """

    seed: int
    seats: str
    lessons: tuple[Lesson, ...]
    role: str = ""
    preset: str = "standard"
    options: Mapping[str, Any] = field(default_factory=dict)


@value
class Welcome:
    """The introduction of a game.

    title: The game's name for humans.
    size: Numbers of seats and minutes.
    about: Two lines for the lobby.
    order: Place in the lobby, lowest first.
    others: What the bots are to a human, as the label of the row of a form that turns them all.
    points: What a score of 1 is worth to people, who then see the outcome in points; 0 where the rules' own words are better.
    """

    title: str
    size: str = ""
    about: tuple[str, ...] = ()
    tutorial: Tutorial | None = None
    order: int = 100
    points: int = 0
    others: str = "Opponents"


def load_welcome(game: str) -> Welcome:
    """Return the introduction of a game; of a game without a file, its name as the title.

    Raises:
        UnknownGameError: The game is not installed.
        ValueError: The file cannot be read.
    """
    found = folder_of(game) / _FILE
    if not found.is_file():
        return Welcome(visible_line(game).replace("_", " ").capitalize())
    try:
        return parse_welcome(tomllib.loads(found.read_text("utf-8")))
    except (KeyError, TypeError, ValueError) as error:
        raise InputError(f"The {_FILE} of {visible_line(game)} cannot be read: {error}.") from error


def load_welcome_or_error(game: str) -> Welcome:
    """Return the introduction of a game; of a broken one, its name and the error, so that other games can still be listed."""
    try:
        return load_welcome(game)
    except (ValueError, ImportError, OSError) as error:
        return Welcome(visible_line(game), about=(visible_line(str(error)),))


def parse_welcome(data: Mapping[str, Any]) -> Welcome:
    """Parse the content of a file. Raises KeyError, TypeError or ValueError for missing or unknown fields."""
    fields = {**data, "about": tuple(data.get("about", ()))}
    if tutorial := data.get("tutorial"):
        fields["tutorial"] = Tutorial(**{**tutorial, "lessons": tuple(Lesson(**lesson) for lesson in tutorial["lessons"])})
    return Welcome(**fields)


def load_welcomes() -> dict[str, Welcome]:
    """Return the introductions of all installed games by name, in the order of the lobby."""
    found = {name: load_welcome_or_error(name) for name in names(GAMES)}
    return dict(sorted(found.items(), key=lambda item: item[1].order))


def games_with_tutorial() -> list[str]:
    """Return the names of all games that have a tutorial, in the order of the lobby."""
    return [name for name, each in load_welcomes().items() if each.tutorial]


def folder_of(game: str) -> Path | Traversable:
    """Return the folder of a game's kit, without importing Woozle's own; a missing folder for a game outside packages.

    Raises UnknownGameError.
    """
    module = module_of(GAMES, game)
    if not module:
        raise unknown_game(game)
    package = module.rpartition(".")[0]
    if package.startswith(_OURS):
        return Path(__file__).parents[1].joinpath(*package.removeprefix(_OURS).split("."))
    if not package:
        return Path(os.devnull)
    from importlib.resources import files

    return files(package)
