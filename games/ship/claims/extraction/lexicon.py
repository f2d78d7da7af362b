"""The words that the grammar knows, and the names of one match: its rooms, tasks and seats."""

from __future__ import annotations

import re
import tomllib
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from importlib.resources import files
from typing import Any, Literal, TypeAlias

from woozle.core.request import Seat
from woozle.core.value import value
from woozle.games.ship.map import Room, ShipMap

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
def phrases(name: str) -> tuple[str, ...]:
    """Return the phrases under a name of the word list."""
    return tuple(data()["phrases"][name])


@cache
def alternatives(*names: str) -> str:
    """Return the words, phrases or forms of verbs under these names as alternatives of a regular expression, the longest first.

    A kind of verbs is named `verbs.see`.
    """
    listed: set[str] = set()
    for name in names:
        kind = name.removeprefix("verbs.")
        if kind != name:
            listed.update(form for form, verb in verbs().items() if verb.kind == kind)
        else:
            listed.update(phrases(name) if name in data()["phrases"] else words(name))
    return "|".join(map(re.escape, sorted(listed, key=lambda each: (-len(each), each))))


@cache
def pattern(*names: str) -> re.Pattern[str]:
    """Return a pattern that finds any of the words, phrases or forms of verbs under these names, as a whole."""
    return re.compile(rf"\b(?:{alternatives(*names)})\b")


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


def is_saying(word: str) -> bool:
    """Return whether a word is a form of a verb of saying."""
    verb = verbs().get(word)
    return verb is not None and verb.kind == "say"


_VOWELS = frozenset("aeiou")


@cache
def known_words() -> frozenset[str]:
    """Return every word of the list: none of them is a name that was mistyped."""
    listed = (word for name in data()["words"] for word in words(name))
    return frozenset([*listed, *verbs(), *data()["short"]])


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


_MISSPELT = 6  # letters of a word that may be a misspelling


def is_skeleton(word: str, name: str) -> bool:
    """Return whether a word is a name without its later vowels, or the beginning of that: "grc", "wpns", "chrl"."""
    left = name[0] + "".join(letter for letter in name[1:] if letter not in _VOWELS)
    return left == word or (len(word) > 3 - (name[0] not in _VOWELS) and _VOWELS.isdisjoint(word[1:]) and left.startswith(word))


def is_misspelling(word: str, name: str) -> bool:
    """Return whether a word is a long name with one letter more, less or other, or with two letters that changed places."""
    size = len(word)
    if len(name) < _MISSPELT or abs(size - len(name)) > 1:
        return False
    first = next((i for i, (a, b) in enumerate(zip(word, name, strict=False)) if a != b), min(size, len(name)))
    rest, other = word[first:], name[first:]
    if size != len(name):
        return rest[1:] == other if size > len(name) else rest == other[1:]
    return rest[1:] == other[1:] or (rest[1:2] + rest[:1] == other[:2] and rest[2:] == other[2:])


class Names:
    """The names of the rooms, tasks and seats of a match, as words in lower case. longest: Length of the longest, in words."""

    def __init__(self, seats: Sequence[Seat], ship_map: ShipMap) -> None:
        self.seats = {seat.lower(): seat for seat in seats}
        self.spelt = frozenset(seats)
        self.rooms = dict(_rooms(ship_map))
        self.tasks = dict(_tasks(ship_map))
        self.first_words = frozenset(name[0] for name in (*self.rooms, *self.tasks))
        self.longest = max(map(len, [*self.rooms, *self.tasks]))
        self.parts: dict[tuple[str, bool], Any] = {}  # how tokens.py reads a piece; it meets the same ones again and again
        self._full_names = (*self.seats, *(room for room in ship_map.rooms if "_" not in room))

    def find_mistyped(self, word: str) -> str:
        """Return the room or the seat that a word is short for or a misspelling of: "wpns", "electircal"; else an empty string."""
        if word in known_words() or len(word) < 3 or not word.isalpha():
            return ""
        near = [name for name in self._full_names if name[0] == word[0]]
        found = [name for name in near if is_skeleton(word, name) or (len(word) >= _MISSPELT and is_misspelling(word, name))]
        return found[0] if len(found) == 1 else ""

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
