"""Scenes drawn by chance, so that each can be changed in all ten ways and asked about in all."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from woozle.core.chance import Chance
from woozle.core.errors import InputError
from woozle.games.undercover.scenes.edits import possible
from woozle.games.undercover.scenes.graph import EDIT_TYPES, Scene, Setting, Thing
from woozle.games.undercover.scenes.things import draw_thing
from woozle.games.undercover.scenes.vocabulary import Kind, Place, Vocabulary, vocabulary

FEWEST_THINGS, MOST_THINGS = 4, 10
"""The fewest and most things in a scene. Of 12 places, one is left for an addition, one for a move."""

_TRIES = 1000


def generate_scene(chance: Chance, setting: Setting, things: int, *, compares_sizes: bool = True) -> Scene:
    """Return a scene of things, each of a different kind at a different place, in which every edit is possible. Raises ValueError.

    things: their number, FEWEST_THINGS to MOST_THINGS. compares_sizes: as in `edit_scene`.
    """
    if not FEWEST_THINGS <= things <= MOST_THINGS:
        raise InputError(f"A scene has {FEWEST_THINGS} to {MOST_THINGS} things, not {things}.")
    words = vocabulary(setting)
    look = chance.below("scene.look", 2**16)
    for _ in range(_TRIES):  # what is often missing is a kind that another can be swapped for, or a yardstick
        scene = Scene(setting, _things(chance, words, things), look)
        if len(possible(scene, compares_sizes=compares_sizes)) == len(EDIT_TYPES):
            return scene
    raise RuntimeError(f"No scene of {things} things could be made of the vocabulary of {setting!r}.")


def _things(chance: Chance, words: Vocabulary, number: int) -> tuple[Thing, ...]:
    things: list[Thing] = []
    for kind, place in _assign_places(chance, _kinds(chance, words, number), words.places):
        things.append(draw_thing(chance, kind, place.index, things))
    return tuple(sorted(things, key=lambda thing: thing.place))


def _kinds(chance: Chance, words: Vocabulary, number: int) -> list[Kind]:
    """Draw a number of kinds: one with texts, one with states, one with patterns that comes in groups, then any that have room."""
    shuffled = chance.shuffle("scene.kinds", list(words.kinds.values()))
    needed = (
        next(kind for kind in shuffled if kind.texts),
        next(kind for kind in shuffled if kind.states),
        next(kind for kind in shuffled if kind.has_patterns and kind.most > 1),
    )
    chosen: list[Kind] = []
    for kind in (*needed, *shuffled):
        if len(chosen) < number and kind not in chosen and _has_room(kind, chosen, words.places):
            chosen.append(kind)
    return chosen


def _has_room(kind: Kind, chosen: Sequence[Kind], places: Sequence[Place]) -> bool:
    """Return whether there is room for one more where this kind stands; all places that suit a kind suit the same other kinds."""
    room = sum(place.on in kind.on for place in places)
    return sum(any(place.on in kind.on and place.on in other.on for place in places) for other in chosen) < room


def _assign_places(chance: Chance, kinds: Sequence[Kind], places: Sequence[Place]) -> Iterator[tuple[Kind, Place]]:
    free = chance.shuffle("scene.places", places)
    for kind in kinds:
        place = next(place for place in free if place.on in kind.on)
        free.remove(place)
        yield kind, place
