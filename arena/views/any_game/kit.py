"""Views of a game that brings none of its own."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

from woozle.arena.views.any_game.table import table as draw_table
from woozle.arena.views.help import LOOKING_ON
from woozle.arena.views.match_timeline import Mark, part
from woozle.arena.views.panels import TableView
from woozle.arena.views.speeds import READ
from woozle.arena.views.words import capitalise
from woozle.core import registry
from woozle.core.game import PUBLIC, Event, Forfeited, Game, Refused
from woozle.core.line import Line, texts
from woozle.core.request import Request, Seat
from woozle.core.state import phase_of, seat_of
from woozle.core.welcome import load_welcome
from woozle.core.words import Narrator, Words, readable_name
from woozle.players.registry import pictures

_GLANCE = 0.5  # seconds, for whatever there is to see

_TABLE = (
    "The figures are what you know of each seat: – is what nobody has told you. Below them is the log of what happened.",
    "{table.page} changes between the log and the rules, where there is no room for both.",
    "An answer of two parts is given one after the other; {table.back} leads back to the first.",
)
_WATCHING = "Everything is what any seat was told, and what is hidden from all of them. The public sees what all are told, \
and through the eyes of a seat you see what it saw."


def table(game: str) -> Callable[[Any, Request | None], TableView]:
    """Return the table of a game, made of its Events and Requests. Raises UnknownGameError."""
    words, title = registry.words_of(game), load_welcome(game).title
    return lambda state, request: draw_table(state, request, words, title)


def has_pictures(game: str) -> bool:
    """Return whether seats of a game are shown pictures."""
    return pictures(game) is not None


def mark(event: Event, at: int) -> Mark | None:
    """Return the mark of an event about no seat, which begins a part of the match."""
    if isinstance(event, Forfeited | Refused) or seat_of(event):
        return None
    return part(at, "the start" if at == 1 else phase_of(event))


def reading(words: Words, event: Event, me: Seat | None) -> float:
    """Return the seconds that a seat, or spectators (None), need to read an Event."""
    if me is not None and seat_of(event) == me:
        return 0.0  # people know their own words
    return _GLANCE + sum(map(len, texts(Narrator(words, me or PUBLIC)(event)))) / READ


def help_lines(kind: type[Game[Any]]) -> tuple[Line, ...]:
    """Return how to read the table of a game."""
    return tuple(_help(kind))


def _help(kind: type[Game[Any]]) -> Iterator[Line]:
    if kind.role_names:
        yield Line("Roles", "heading")
    yield from (Line(f"{capitalise(readable_name(role))}: {meaning}.") for role, meaning in kind.role_names.items())
    yield Line("Reading the table", "heading")
    yield from map(Line, _TABLE)
    yield Line(LOOKING_ON, "heading")
    yield Line(_WATCHING)
