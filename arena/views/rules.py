"""The rules of a match, in sentences made of its own configuration: for help, for the pages of a study and for `--plain`.

They are the words of the game, so that people and models read the same.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator, Sequence
from inspect import cleandoc
from typing import Any

from woozle.arena.views.study import paragraphs
from woozle.core import registry
from woozle.core.game import Event, Game
from woozle.core.line import Line
from woozle.core.names import join_names
from woozle.core.request import LIMIT_PREFIX
from woozle.core.welcome import load_welcome_or_error

HEADING = "How this match is played"


def of_briefing(game: str, *briefing: Event) -> Sequence[str]:
    """Return how a match is played that began with these Events, a sentence or more each."""
    rules = registry.words_of(game).rules
    if rules is None or not briefing:
        return tuple(_about(registry.game(game)))
    return tuple(filter(None, rules(*briefing)))


def of_match(match: Game[Any]) -> Sequence[str]:
    """Return how a match is played that is set up like this: its rules, then its time limits."""
    return (*of_briefing(match.name, *match.briefing()), _limits(match.config))


def own_lines(text: str) -> tuple[Line, ...]:
    """Return a researcher's own text on how a match is played, as lines of a page."""
    return (Line(HEADING, "heading"), *paragraphs(text))


def lines(match: Game[Any] | None) -> tuple[Line, ...]:
    """Return the same as lines of a page; nothing where no match is set up."""
    return (Line(HEADING, "heading"), *map(Line, of_match(match))) if match else ()


def usual(game: str) -> tuple[Line, ...]:
    """Return the rules of a game without a match at hand: by its first preset, with the default number of seats."""
    kind = registry.game(game)
    match = kind(kind.default_seats, registry.configure(kind, next(iter(kind.presets)), {}))
    title = f"{load_welcome_or_error(game).title}, with the usual options and {kind.default_seats} seats"
    return (Line(title, "heading"), *map(Line, of_match(match)))


def time_limits(config: Any) -> dict[str, float | None]:
    """Return the options that limit the time of an answer, by their names."""
    return {name: getattr(config, name) for name in type(config).model_fields if name.startswith(LIMIT_PREFIX)}


def _limits(config: Any) -> str:
    """Return how long each answer may take."""
    limits = time_limits(config)
    told = [f"{seconds:g} seconds to {name.removeprefix(LIMIT_PREFIX)}" for name, seconds in limits.items() if seconds is not None]
    return f"You have {join_names(told)}." if told else "Nobody's time is limited."


def _about(kind: type[Game[Any]]) -> Iterator[str]:
    """Yield the docstrings of a game's module and class, for a game whose prompt has no rules."""
    about = (sys.modules[kind.__module__].__doc__ or "", kind.__doc__ or "")
    return (" ".join(part.split()) for text in about for part in cleandoc(text).split("\n\n") if part)
