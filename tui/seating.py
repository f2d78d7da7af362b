"""What can be set before a match of the ship, and the Start that comes of it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from woozle.core.games.ship.config import PRESETS, preset
from woozle.core.games.ship.maps import NAMES, load
from woozle.core.games.ship.rules import Ship
from woozle.players.registry import bots
from woozle.tui.people import Lock, Person
from woozle.tui.present.views import Dial, Form
from woozle.tui.present.words import count
from woozle.tui.start import Start

_SECONDS = ("", "30", "60", "120", "300")
_SECONDS_WORDS = ("no limit", "30 seconds", "1 minute", "2 minutes", "5 minutes")
_TICKS = ("50", "100", "200", "400")
_FIRST_SEATS = 6  # as in QUACK


def form() -> Form:
    """What there is to choose from: one person, bots for the rest."""
    kinds = ["human", *(f"bot:{name}" for name in bots("ship")), "empty"]
    words = ["you", *(_bot_words(name, first=not i) for i, name in enumerate(bots("ship"))), "empty"]
    seats = []
    for number in range(Ship.max_seats):
        index = 0 if not number else 1 if number < _FIRST_SEATS else len(kinds) - 1
        seats.append(Dial(f"seat-{number}", f"{number + 1:>2}", tuple(kinds), tuple(words), index))
    limits = [
        Dial(
            f"seconds_to_{verb}",
            f"{verb.capitalize()} within",
            _SECONDS,
            _SECONDS_WORDS,
            hint="After that the seat forfeits this one answer.",
        )
        for verb in ("act", "speak", "vote")
    ]
    return Form(
        "The ship",
        tuple(Ship.seat_names),
        tuple(seats),
        (
            Dial(
                "map",
                "Map",
                NAMES,
                tuple(f"{name}, {len(load(name).rooms)} rooms" for name in NAMES),
                hint="More rooms suit more seats.",
            ),
            Dial(
                "ducks",
                "Ducks",
                ("1", "2", "3", "4"),
                ("1 duck", "2 ducks", "3 ducks", "4 ducks"),
                hint="Nobody knows who they are.",
            ),
            Dial(
                "preset",
                "Rules",
                tuple(PRESETS),
                tuple(PRESETS),
                hint="quack: as in the paper's public release, oddities included.",
            ),
            Dial("max_ticks", "Length", _TICKS, tuple(count(int(t), "tick") for t in _TICKS), 2, "Then the geese have survived."),
            *limits,
        ),
        (
            Dial(
                "blind",
                "Blind",
                ("yes", "no"),
                ("yes", "no"),
                hint="Seats are drawn by lot, and nobody is told which of them are people's.",
            ),
        ),
    )


def start(values: Mapping[str, str]) -> Start:
    """The match that was set. Raises ValueError, with one line for people, if it cannot be played."""
    kinds = [values[f"seat-{number}"] for number in range(Ship.max_seats)]
    seats = tuple(kind for kind in kinds if kind != "empty")
    together = _together(values, seats.count("human"))
    if len(seats) < Ship.min_seats:
        raise ValueError(f"The ship needs at least {Ship.min_seats} seats; fill {count(Ship.min_seats - len(seats), 'more seat')}.")
    options: dict[str, Any] = {name: float(values[name]) for name in values if name.startswith("seconds_to_") and values[name]}
    options |= {"map": load(values["map"]), "ducks": int(values["ducks"]), "max_ticks": int(values["max_ticks"])}
    config = preset(values["preset"], **options)
    Ship(len(seats), config)
    is_blind = 1 < len(together) < len(seats) and values.get("blind") == "yes"
    return Start("ship", seats, config, _seed(values.get("seed", "")), together, is_blind)


def _together(values: Mapping[str, str], number: int) -> tuple[Person, ...]:
    """Those who share a terminal; who plays alone needs no name."""
    if number < 2:
        return ()
    people = [_person(number, values) for number in range(1, number + 1)]
    if len({person.name.casefold() for person in people}) < len(people):
        raise ValueError("Two people have the same name; the curtain could not tell them apart.")
    return tuple(people)


def _person(number: int, values: Mapping[str, str]) -> Person:
    return Person(number, values.get(f"nickname-{number}", "").strip(), Lock(values.get(f"pin-{number}", "")))


def _bot_words(name: str, *, first: bool) -> str:
    return "bot" if first else f"bot, {name}"


def _seed(text: str) -> int | None:
    text = text.strip()
    if not text:
        return None
    if not (text.isascii() and text.isdigit() and len(text) <= 18):
        raise ValueError("A seed is a whole number; leave it empty for a secret one.")
    return int(text)
