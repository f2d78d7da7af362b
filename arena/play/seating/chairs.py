"""What is asked before a match of any game: who sits where, who the people are, whether it is blind, the seed."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from woozle.arena.play.people import Lock, Person
from woozle.arena.views.forms import Dial
from woozle.arena.views.models import short
from woozle.arena.views.words import count
from woozle.core.game import Game
from woozle.players.models.spec import parse
from woozle.players.registry import bots

MODEL = "model"
"""The value of a dial that stands for a model, which is chosen on a screen of its own."""

BLIND = Dial("blind", "Blind", ("yes", "no"), ("yes", "no"), hint="Seats are drawn by lot, and nobody is told which are people's.")

_SECONDS = ("", "30", "60", "120", "300")
_SECONDS_WORDS = ("no limit", "30 seconds", "1 minute", "2 minutes", "5 minutes")


def seat_dials(game: type[Game[Any]], taken: int, models: Sequence[str]) -> tuple[Dial, ...]:
    """A dial a seat: a person on the first, bots on so many. models: that are offered at once, as seats name them."""
    names = [*bots(game.name)]
    kinds = ("human", *(f"bot:{name}" for name in names), *models, MODEL, "empty")
    words = ("you", *(f"bot, {name}" if at else "bot" for at, name in enumerate(names)), *map(short, models), "model…", "empty")
    first = [0, *[1] * (taken - 1), *[len(kinds) - 1] * (game.max_seats - taken)]
    return tuple(Dial(f"seat-{at}", f"{at + 1:>2}", kinds, words, index, opener=MODEL) for at, index in enumerate(first))


def limits(**labels: str) -> tuple[Dial, ...]:
    """A dial for each thing that may take only so long, with its label."""
    hint = "After that the seat forfeits this one answer."
    return tuple(Dial(f"seconds_to_{verb}", label, _SECONDS, _SECONDS_WORDS, hint=hint) for verb, label in labels.items())


def limits_of(values: Mapping[str, str]) -> dict[str, float]:
    """What these dials were set to."""
    return {name: float(values[name]) for name in values if name.startswith("seconds_to_") and values[name]}


def seats_of(values: Mapping[str, str], game: type[Game[Any]], called: str) -> tuple[str, ...]:
    """Who sits there. called: what the game is called. Raises ValueError, with a sentence, if it cannot be played by them."""
    kinds = [values[f"seat-{number}"] for number in range(game.max_seats)]
    if MODEL in kinds:
        raise ValueError(f"Choose the model of seat {kinds.index(MODEL) + 1}, or let somebody else sit there.")
    seats = tuple(kind for kind in kinds if kind != "empty")
    if len(seats) < game.min_seats:
        missing = count(game.min_seats - len(seats), "more seat")
        raise ValueError(f"{called} needs at least {game.min_seats} seats; fill {missing}.")
    return seats


def people_of(values: Mapping[str, str], seats: Sequence[str]) -> tuple[Person, ...]:
    """Those who share a terminal; who plays alone needs no name. Raises ValueError, with a sentence."""
    number = seats.count("human")
    if number < 2:
        return ()
    people = [_person(at, values) for at in range(1, number + 1)]
    if len({person.name.casefold() for person in people}) < len(people):
        raise ValueError("Two people have the same name; the curtain could not tell them apart.")
    return tuple(people)


def is_blind(values: Mapping[str, str], people: Sequence[Person], seats: Sequence[str]) -> bool:
    """Whether nobody is to know who sits where."""
    return 1 < len(people) < len(seats) and values.get("blind") == "yes"


def seed_of(values: Mapping[str, str]) -> int | None:
    """The seed; None for a secret one. Raises ValueError, with a sentence."""
    text = values.get("seed", "").strip()
    if not text:
        return None
    if not (text.isascii() and text.isdigit() and len(text) <= 18):
        raise ValueError("A seed is a whole number; leave it empty for a secret one.")
    return int(text)


def model_named(text: str) -> str:
    """The model that a text names, as it is written in a seat. Raises ValueError, with a sentence."""
    return str(parse(text))


def _person(number: int, values: Mapping[str, str]) -> Person:
    return Person(number, values.get(f"nickname-{number}", "").strip(), Lock(values.get(f"pin-{number}", "")))
