"""What can be set before a match of the ship, and the Start that comes of it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from woozle.arena.play.seating import chairs
from woozle.arena.play.start import Start
from woozle.arena.views.forms import Dial, Form
from woozle.arena.views.words import count
from woozle.core.games.ship.config import PRESETS, preset
from woozle.core.games.ship.maps import NAMES, load
from woozle.core.games.ship.rules import Ship

_TITLE = "The ship"
_TICKS = ("50", "100", "200", "400")
_FIRST_SEATS = 6  # as in QUACK


def form(models: Sequence[str] = ()) -> Form:
    """What there is to choose from: one person, bots for the rest. models: that are offered at once, as seats name them."""
    ducks = ("1", "2", "3", "4")
    rooms = tuple(f"{name}, {len(load(name).rooms)} rooms" for name in NAMES)
    rules = tuple(PRESETS)
    return Form(
        "ship",
        _TITLE,
        tuple(Ship.seat_names),
        chairs.seat_dials(Ship, _FIRST_SEATS, models),
        (
            Dial("map", "Map", NAMES, rooms, hint="More rooms suit more seats."),
            Dial("ducks", "Ducks", ducks, tuple(count(int(n), "duck") for n in ducks), hint="Nobody knows who they are."),
            Dial("preset", "Rules", rules, rules, hint="quack: as in the paper's public release, oddities included."),
            Dial("max_ticks", "Length", _TICKS, tuple(count(int(t), "tick") for t in _TICKS), 2, "Then the geese have survived."),
            *chairs.limits(act="Act within", speak="Speak within", vote="Vote within"),
        ),
        (chairs.BLIND,),
    )


def start(values: Mapping[str, str]) -> Start:
    """The match that was set. Raises ValueError, with one line for people, if it cannot be played."""
    seats = chairs.seats_of(values, Ship, _TITLE)
    people = chairs.people_of(values, seats)
    options: dict[str, Any] = chairs.limits_of(values)
    options |= {"map": load(values["map"]), "ducks": int(values["ducks"]), "max_ticks": int(values["max_ticks"])}
    config = preset(values["preset"], **options)
    Ship(len(seats), config)
    return Start("ship", seats, config, chairs.seed_of(values), people, chairs.is_blind(values, people, seats))
