"""What newcomers are told of a game: its name, two lines for the lobby, a tutorial. It is data beside the rules, `welcome.toml`.

A tutorial is an ordinary match of bots and one person with a fixed seed. Its lessons are said meanwhile; no rule knows of them.
All of it is read before any rules are loaded.
"""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from dataclasses import field
from pathlib import Path
from typing import TYPE_CHECKING, Any

from woozle.core import catalogue
from woozle.core.text import visible_line
from woozle.core.value import value

if TYPE_CHECKING:
    from importlib.resources.abc import Traversable

_FILE = "welcome.toml"
_OURS = "woozle.core."


@value
class Lesson:
    """A sentence or two, said once: at the first question where all that is named here is so.

    asked: what is asked for, the name of an Answer. offers: the beginning of one of the values that are legal then. seen: the name
    of an Event that the person has observed; `Sight.bodies` is one whose field holds something. at_end: when the match is over.
    """

    text: str
    asked: str = ""
    offers: str = ""
    seen: str = ""
    at_end: bool = False


@value
class Tutorial:
    """A match to learn by. seats: who sits there, with one person, as on the command line; options: what differs from the preset.

    role: what the seed deals to the person, for whom the lessons are written; empty where all seats are alike. lessons: where two
    could be said at once, the first is.
    """

    seed: int
    seats: str
    lessons: tuple[Lesson, ...]
    role: str = ""
    preset: str = "standard"
    options: Mapping[str, Any] = field(default_factory=dict)


@value
class Welcome:
    """title: the game's name for people; size: how many seats and minutes it takes; about: two lines, for the lobby."""

    title: str
    size: str = ""
    about: tuple[str, ...] = ()
    tutorial: Tutorial | None = None


def welcome(game: str) -> Welcome:
    """What newcomers are told of a game; its name, where there is no more. Raises UnknownGameError, ValueError for a bad file."""
    package = catalogue.package(game)
    found = _folder(package) / _FILE if package else None
    if not found or not found.is_file():
        return Welcome(visible_line(game).replace("_", " ").capitalize())
    try:
        return parsed(tomllib.loads(found.read_text("utf-8")))
    except (KeyError, TypeError, ValueError) as error:
        raise ValueError(f"The {_FILE} of {visible_line(game)} cannot be read: {error}.") from error


def greeting(game: str) -> Welcome:
    """The same for where all games are shown: of one that is broken its name, and why, so that the others can be played."""
    try:
        return welcome(game)
    except (ValueError, ImportError, OSError) as error:
        return Welcome(visible_line(game), about=(visible_line(str(error)),))


def parsed(data: Mapping[str, Any]) -> Welcome:
    """The content of a file. Raises KeyError, TypeError or ValueError for what is missing, or is not known."""
    told = {**data, "about": tuple(data.get("about", ()))}
    if tutorial := data.get("tutorial"):
        told["tutorial"] = Tutorial(**{**tutorial, "lessons": tuple(Lesson(**lesson) for lesson in tutorial["lessons"])})
    return Welcome(**told)


def tutored() -> list[str]:
    """The names of all games that have a tutorial, our own first."""
    return [name for name in catalogue.names() if greeting(name).tutorial]


def _folder(package: str) -> Path | Traversable:
    """Where a package lies; one of ours is not loaded for that."""
    if package.startswith(_OURS):
        return Path(__file__).parent.joinpath(*package.removeprefix(_OURS).split("."))
    from importlib.resources import files

    return files(package)
