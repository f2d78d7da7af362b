"""The words that the grammar knows, and the names of one match: its rooms, tasks and seats."""

from __future__ import annotations

import tomllib
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from importlib.resources import files
from typing import Any, Literal, TypeAlias

from woozle.core.games.ship.map import Room, ShipMap
from woozle.core.request import Seat
from woozle.core.value import value

Form: TypeAlias = Literal["base", "third", "past", "participle", "ing"]


@value
class Verb:
    """A form of a verb. kind: what the verb says, a heading of the word list. A form that is past and participle is `past`."""

    kind: str
    form: Form
    base: str


@cache
def data() -> Mapping[str, Any]:
    """Return the word list."""
    return tomllib.loads(files(__package__).joinpath("lexicon.toml").read_text("utf-8"))


@cache
def words(name: str) -> frozenset[str]:
    """Return the words under a name of the word list."""
    return frozenset(data()["words"][name].split())


@cache
def verbs() -> Mapping[str, Verb]:
    """Return each form of each verb; of two verbs that share one, the first of the list has it."""
    found: dict[str, Verb] = {}
    forms: tuple[Form, ...] = ("base", "third", "past", "participle", "ing")
    for kind, entries in data()["verbs"].items():
        for entry in entries:
            inflected = _inflect(entry)
            for form, word in zip(forms, inflected, strict=True):
                found.setdefault(word, Verb(kind, form, inflected[0]))
    return found


def _inflect(entry: str) -> Sequence[str]:
    """Return the five forms of a verb, as the list has them or by rule."""
    if " " in entry:
        return entry.split()
    base = entry.rstrip("+")
    stem = base + base[-1] if entry.endswith("+") else base
    if base.endswith("e"):
        return base, base + "s", base + "d", base + "d", base.removesuffix("e") + "ing"
    if base.endswith("y") and base[-2] not in "aeiou":
        return base, base[:-1] + "ies", base[:-1] + "ied", base[:-1] + "ied", base + "ing"
    third = base + ("es" if base.endswith(("s", "sh", "ch", "x")) else "s")
    return base, third, stem + "ed", stem + "ed", stem + "ing"


class Names:
    """The names of the rooms, tasks and seats of a match, as words in lower case. longest: Length of the longest, in words."""

    def __init__(self, seats: Sequence[Seat], ship_map: ShipMap) -> None:
        self.seats = {seat.lower(): seat for seat in seats}
        self.rooms = dict(_rooms(ship_map))
        self.tasks = dict(_tasks(ship_map))
        self.first_words = frozenset(name[0] for name in (*self.rooms, *self.tasks))
        self.longest = max(map(len, [*self.rooms, *self.tasks]))

    def seat(self, word: str, *, is_plain: bool = False) -> Seat | None:
        """Return the seat that a word names. One that is an ordinary word too must be written as the name is.

        is_plain: The word stands where a name can, in a text that writes no name with a capital.
        """
        seat = self.seats.get(word.lower())
        if seat is None or (word.lower() in words("ordinary_names") and word not in (seat, seat.upper()) and not is_plain):
            return None
        return seat


def _rooms(ship_map: ShipMap) -> Iterator[tuple[tuple[str, ...], tuple[Room, ...]]]:
    """Yield the names of rooms, weakest first: what follows from the map; the table; the names themselves."""
    by_prefix: dict[str, set[Room]] = defaultdict(set)
    families: dict[str, list[Room]] = defaultdict(list)
    for room in ship_map.rooms:
        parts = room.split("_")
        if len(parts) > 1:
            families[parts[-1]].append(room)
        for end in range(4, len(parts[0])):
            by_prefix[parts[0][:end]].add(room)
        if len(parts) > 1:
            by_prefix[parts[0]].add(room)
    for prefix, rooms in by_prefix.items():
        if len(rooms) == 1 and prefix not in words("ordinary_words"):
            yield (prefix,), tuple(rooms)
    for last, rooms_ in families.items():
        if len(rooms_) > 1:
            yield (f"{last}s",), tuple(rooms_)
    for said, room in data()["rooms"].items():
        if room in ship_map.rooms:
            yield tuple(said.split()), (room,)
    for room in ship_map.rooms:
        yield (room.replace("_", ""),), (room,)
        yield tuple(room.split("_")), (room,)


def _tasks(ship_map: ShipMap) -> Iterator[tuple[tuple[str, ...], Room]]:
    """Yield the names of tasks, and the ways to tell one: "Clean O2 Filter", "cleaning the O2 filter", "the filter", "cleaned"."""
    for room, name in ship_map.tasks.items():
        verb, *things = name.lower().split()
        inflected = data()["inflected"]
        forms = set(_inflect(inflected.get(verb, verb)))
        ends = [things[k:] for k in range(len(things))] + [things[:1]]
        for thing in (*ends, *([*end[:-1], end[-1].removesuffix("s")] for end in ends if end)):
            for form in forms:
                for article in ([], ["the"], ["my"], ["some"]):
                    yield (form, *article, *thing), room
            if len(thing) > 1 or not words("no_task").issuperset(thing):
                yield tuple(thing), room
        nouns = _inflect(inflected.get(things[-1], things[-1]))[2:] if things else ()  # "scanning"
        for form in {*forms, *nouns} - words("no_task") - verbs().keys():
            yield (form,), room
