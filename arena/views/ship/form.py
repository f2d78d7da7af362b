"""The form of the ship's settings."""

from __future__ import annotations

from woozle.arena.views.forms import FormHints, Select
from woozle.arena.views.words import count
from woozle.core.games.ship.config import PRESETS
from woozle.core.games.ship.maps import NAMES, load

_TICKS = ("50", "100", "200", "400")


def _form() -> FormHints:
    ducks = ("1", "2", "3", "4")
    rooms = tuple(f"{name}, {len(load(name).rooms)} rooms" for name in NAMES)
    rules = tuple(PRESETS)
    return FormHints(
        (
            Select("map", "Map", NAMES, rooms, hint="More rooms suit more seats."),
            Select("ducks", "Ducks", ducks, tuple(count(int(n), "duck") for n in ducks), hint="Nobody knows who they are."),
            Select("preset", "Rules", rules, rules, hint="quack: as in the paper's public release, oddities included."),
            Select("max_ticks", "Length", _TICKS, tuple(count(int(t), "tick") for t in _TICKS), 2, "Then the geese have survived."),
        ),
        seats=6,  # as in QUACK
        limits={"act": "Act within", "speak": "Speak within", "vote": "Vote within"},
    )


FORM = _form()
