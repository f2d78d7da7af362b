"""Queries: questions about a scene apart from their wording, with their answers."""

from __future__ import annotations

from typing import Literal, TypeAlias

from woozle.core.value import value
from woozle.games.undercover.scenes.graph import Scene, Thing
from woozle.games.undercover.scenes.heights import is_taller
from woozle.games.undercover.scenes.vocabulary import vocabulary

About: TypeAlias = Literal[
    "count",
    "colour",
    "pattern",
    "size",
    "state",
    "text",
    "place",
    "presence",
    "side",
    "occupant",
    "reading",
    "empty",
    "taken",
    "taller",
    "tallest",
    "together",
]
"""The subject of a query: `taller` whether one thing is, `tallest` which of two, `together` how many of several kinds there are.

`size` has no yardstick; version 2 asked it.
"""

_YES_NO: frozenset[About] = frozenset({"presence", "side", "empty", "taken", "taller"})
_OPEN: frozenset[About] = frozenset({"occupant", "reading", "tallest", "together"})

ASIDE = 0.2
"""The least distance at which a thing counts as left or right of another, as a share of the picture's width."""


@value
class Query:
    """A question without its wording. Fields that do not matter for it are empty, and place is -1.

    about: what of. kind: of the thing asked about, by its name in scenes. value: what is asked for, so that the answer is yes or
    no; empty where the answer is the value itself (for `reading`, the text by which a thing is asked for). place: an index. than:
    the kind that `side`, `taller` and `tallest` compare with. also: the kinds that `together` counts besides.
    """

    about: About
    kind: str = ""
    value: str = ""
    place: int = -1
    than: str = ""
    also: tuple[str, ...] = ()

    @property
    def kinds(self) -> tuple[str, ...]:
        """The kinds that it is about, by their names in scenes."""
        return tuple(filter(None, (self.kind, self.than, *self.also)))

    @property
    def field(self) -> str:
        """The field of the things that has to be looked at."""
        return {"taller": "size", "tallest": "size", "together": "count"}.get(self.about, self.about)

    @property
    def is_yes_no(self) -> bool:
        """Return whether the answer is yes or no."""
        if self.about == "place":
            return self.place >= 0
        return self.about in _YES_NO or (bool(self.value) and self.about not in _OPEN)


def answer_of(query: Query, scene: Scene) -> str:
    """Return the right answer for a scene, in the words of the options; empty if the thing asked about is not there."""
    thing = find(scene, query.kind)
    match query.about:
        case "presence":
            return _yes(thing is not None)
        case "count":
            count = str(thing.count if thing else 0)
            return _yes(count == query.value) if query.value else count
        case "together":
            return str(sum(each.count for each in scene.things if each.kind in query.kinds))
        case "occupant" | "empty" | "taken":
            return _at(query, scene)
        case "reading":
            bearer = next((each for each in scene.things if each.text == query.value), None)
            return vocabulary(scene.setting).kinds[bearer.kind].word if bearer else ""
    return _of_thing(query, thing, scene) if thing else ""


def find(scene: Scene, kind: str) -> Thing | None:
    """Return the only thing of a kind."""
    return next((thing for thing in scene.things if thing.kind == kind), None)


def _at(query: Query, scene: Scene) -> str:
    here = next((thing for thing in scene.things if thing.place == query.place), None)
    if query.about == "occupant":
        return vocabulary(scene.setting).kinds[here.kind].word if here else "nothing"
    return _yes((here is None) == (query.about == "empty"))


def _of_thing(query: Query, thing: Thing, scene: Scene) -> str:
    places = vocabulary(scene.setting).places
    match query.about:
        case "place":
            return _yes(thing.place == query.place) if query.is_yes_no else places[thing.place].name
        case "side":
            return _side(query, thing, find(scene, query.than), scene)
        case "taller" | "tallest":
            return _tall(query, thing, find(scene, query.than), scene)
    is_so = str(getattr(thing, query.about))
    return _yes(is_so == query.value) if query.value else is_so


def _side(query: Query, thing: Thing, than: Thing | None, scene: Scene) -> str:
    """Return whether it is to that side; no answer if neither is clearly to a side of the other."""
    if than is None:
        return ""
    places = vocabulary(scene.setting).places
    further = places[thing.place].x - places[than.place].x
    return "" if abs(further) < ASIDE else _yes((further < 0) == (query.value == "left"))


def _tall(query: Query, thing: Thing, than: Thing | None, scene: Scene) -> str:
    """Return whether it is drawn taller or shorter, or which of the two is taller; nothing if neither clearly is."""
    taller = is_taller(thing, than, scene) if than else None
    if taller is None or than is None:
        return ""
    if query.about == "tallest":
        return vocabulary(scene.setting).kinds[(thing if taller else than).kind].word
    return _yes(taller == (query.value == "taller"))


def _yes(is_so: bool) -> str:
    return "yes" if is_so else "no"
