"""The form of each game, loaded when it is opened.

A form is a module with

    form(models)      what there is to choose from; models: that are offered at once
    start(values)     the Start that comes of it; raises ValueError, with a sentence, if it cannot be played
"""

from __future__ import annotations

from importlib import import_module
from typing import Any

_FORMS = {
    "ship": "woozle.tui.seating.ship",
    "quest": "woozle.tui.seating.quest",
    "undercover": "woozle.tui.seating.undercover",
    "debate": "woozle.tui.seating.debate",
    "self_play": "woozle.tui.seating.self_play",
}


_ANY_GAME = "woozle.tui.any_game.seating"  # for those without one of their own


def seating(game: str) -> Any:
    """The form of a game; one made of its options, if it has none of its own."""
    return import_module(_FORMS[game]) if game in _FORMS else import_module(_ANY_GAME).AnyForm(game)
