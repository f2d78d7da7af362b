"""The presenter of each game, loaded when a table of that game is opened.

A presenter is a module with

    knowledge(viewer)     what a seat, PUBLIC or EVERYTHING has observed: a fold as `reel.Knowledge` describes it
    mark(event, at)       the Mark of a moment worth going to, or None; at: how many Events of the record there then are
    reading(event, me)    seconds that people need for an Event before the next may come
    answer(asked, value, text)               the Answer that a choice, or a text, stands for
    results(record, outcome, players, me)    how a match ended, for its last page
    help_lines()          how to read its table; what it is played by is `rules.py`

and, where there is something to say,

    role(numbers)         what a seat was, in a word, from the numbers of its Result
    TITLES                of panels that have other titles than usual
    marker(viewer)        in place of `mark`, a function like it, where what an Event marks follows from those before it

and, for a game whose claims can be checked against its log,

    audit(is_imported)    what was claimed, and what is found of it: a fold as `ship.audit.Audit` is
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from functools import cache
from importlib import import_module
from typing import Any

from woozle.arena.views.help import NOT_IN_STUDIES, PACE, without
from woozle.arena.views.line import Line
from woozle.arena.views.reel import Reel
from woozle.arena.views.rules import usual
from woozle.core import registry
from woozle.core.game import Event
from woozle.core.request import Seat

_PRESENTERS = {
    "ship": "woozle.arena.views.ship.presenter",
    "quest": "woozle.arena.views.quest.presenter",
    "undercover": "woozle.arena.views.undercover.presenter",
    "debate": "woozle.arena.views.debate.presenter",
    "self_play": "woozle.arena.views.self_play.presenter",
}
_ANY_GAME = "woozle.arena.views.any_game.presenter"  # for those without one of their own
_LONGEST = 12.0  # seconds that anybody is made to wait for readers


@cache
def presenter(game: str) -> Any:
    """The presenter of a game. Raises UnknownGameError, with a sentence, for a game that is not installed."""
    if game in _PRESENTERS:
        return import_module(_PRESENTERS[game])
    return import_module(_ANY_GAME).AnyGame(game)


def titles(game: str) -> Mapping[str, str]:
    """The titles of panels, by their selectors, where the game has its own."""
    own: Mapping[str, str] = getattr(presenter(game), "TITLES", {}) if game in registry.names() else {}
    return own


def help_lines(game: str) -> tuple[Line, ...]:
    """Return how to read the table of a game."""
    lines: tuple[Line, ...] = presenter(game).help_lines()
    return lines


def help_of(game: str, rules: Sequence[Line] = (), *, is_study: bool = False) -> tuple[Line, ...]:
    """Return how a game is played and how to read its table; of all games, if none of that name is installed.

    rules: of the match that is at hand, before which nothing is said of how the game is usually played. is_study: a participant
    reads it, who can neither look on nor open files.
    """
    which = [game] if game in registry.names() else registry.names()
    lines = tuple(line for name in which for line in (*(rules or usual(name)), *help_lines(name)))
    return (*(without(NOT_IN_STUDIES, lines) if is_study else lines), *PACE)


def can_audit(game: str) -> bool:
    """Whether the claims of a game can be checked against its log."""
    return game in registry.names() and hasattr(presenter(game), "audit")


def reel(game: str, viewer: Seat) -> Reel:
    """A reel for one viewer, with nothing on it yet. Raises UnknownGameError for a game that is not installed."""
    shown = presenter(game)
    mark = shown.marker(viewer) if hasattr(shown, "marker") else shown.mark
    return Reel(viewer, shown.knowledge(viewer), mark)


def reading(game: str, events: Iterable[Event], me: Seat | None, least: float = 0.0) -> float:
    """Seconds that people need for some Events. least: for each of them; me: who reads, and knows the own words already."""
    shown = presenter(game)
    seconds: float = sum(max(least, shown.reading(event, me)) for event in events)
    return min(_LONGEST, seconds)
