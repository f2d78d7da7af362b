"""Views of a game without its own."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

from woozle.arena.views.any_game.table import table as draw_table
from woozle.arena.views.help import LOOKING_ON
from woozle.arena.views.panels import TableView
from woozle.arena.views.words import capitalise
from woozle.core import registry
from woozle.core.game import Game
from woozle.core.line import Line
from woozle.core.request import Request
from woozle.core.welcome import load_welcome
from woozle.core.words import readable_name
from woozle.players.registry import pictures

_TABLE = (
    "The figures are what you know of each seat: – means that you do not know it. Below them is the log of what happened.",
    "{table.page} changes between the log and the rules, where there is no room for both.",
    "An answer of two parts is given one after the other; {table.back} leads back to the first.",
)
_WATCHING = "Everything is what any seat saw, and what is hidden from all of them. The public sees what all see, \
and through the eyes of a seat you see what it saw."


def table(game: str) -> Callable[[Any, Request | None], TableView]:
    """Return the table of a game, made of its Events and Requests. Raises UnknownGameError."""
    words, title = registry.words_of(game), load_welcome(game).title
    return lambda state, request: draw_table(state, request, words, title)


def has_pictures(game: str) -> bool:
    """Return whether seats of a game are shown pictures."""
    return pictures(game) is not None


def help_lines(kind: type[Game[Any]]) -> Iterator[Line]:
    """Yield how to read the table of a game."""
    if kind.role_names:
        yield Line("Roles", "heading")
    yield from (Line(f"{capitalise(readable_name(role))}: {meaning}.") for role, meaning in kind.role_names.items())
    yield Line("Reading the table", "heading")
    yield from map(Line, _TABLE)
    yield Line(LOOKING_ON, "heading")
    yield Line(_WATCHING)
