"""The form of each game, loaded when it is opened.

A form is a module with

    form(models)      what there is to choose from; models: that are offered at once
    start(values)     the Start that comes of it; raises ValueError, with a sentence, if it cannot be played
"""

from __future__ import annotations

from importlib import import_module
from typing import Any

_FORMS = {
    "ship": "woozle.arena.play.seating.ship",
    "quest": "woozle.arena.play.seating.quest",
    "undercover": "woozle.arena.play.seating.undercover",
    "debate": "woozle.arena.play.seating.debate",
    "self_play": "woozle.arena.play.seating.self_play",
}


_ANY_GAME = "woozle.arena.play.seating.any_game"  # for those without one of their own


def seating(game: str) -> Any:
    """The form of a game; one made of its options, if it has none of its own."""
    return import_module(_FORMS[game]) if game in _FORMS else import_module(_ANY_GAME).AnyForm(game)
