"""Edits of scenes: one field of one thing, or one thing more or less; always so that the change can be seen."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from math import dist
from typing import Any, Literal

from woozle.core.chance import Chance
from woozle.core.errors import InputError
from woozle.games.undercover.scenes.graph import EDIT_TYPES, Edit, EditType, Scene, Size, Thing
from woozle.games.undercover.scenes.heights import yardsticks
from woozle.games.undercover.scenes.things import can_be, draw_thing
from woozle.games.undercover.scenes.vocabulary import PATTERNS, Kind, Place, Vocabulary, vocabulary
from woozle.games.undercover.scenes.words import NUMBERS, describe_thing, phrase_count

FIELDS: Mapping[EditType, str] = {
    "quantity": "count",
    "object_swap": "kind",
    "colour": "colour",
    "attribute": "pattern",
    "text": "text",
    "position": "place",
    "size": "size",
    "state": "state",
}
"""The field of a thing that each edit changes; the others add a thing or take one away."""

FAR = 0.28
"""The shortest move of a thing, of the picture's width: to another column, or past the next row."""

FEWEST = 3
"""The fewest things that an edit leaves."""


def edit_scene(
    chance: Chance, scene: Scene, wanted: EditType | Literal["any"], *, compares_sizes: bool = True
) -> tuple[Scene, Edit]:
    """Return a copy with one change of the wanted type, and what was changed.

    compares_sizes: whether a size is only changed where something else in the picture shows it, as from version 3 of the rules on.
    Raises ValueError, with a sentence, if none is possible.
    """
    types = possible(scene, compares_sizes=compares_sizes) if wanted == "any" else (wanted,)
    type_ = chance.choice("edit.type", types) if types else wanted
    targets = list(_targets(scene, type_, compares_sizes)) if type_ != "any" else []
    if not targets or type_ == "any":
        raise InputError(f"The scene allows no edit of the type {wanted!r}.")
    thing, values = chance.choice("edit.target", targets)
    words = vocabulary(scene.setting)
    match type_:
        case "object_remove":
            return _with(scene, thing, None), _removal(thing, words)
        case "object_add":
            added = draw_thing(chance, words.kinds[thing.kind], chance.choice("edit.value", values), scene.things)
            return _with(scene, None, added), _addition(added, words)
    changed = replace(thing, **{FIELDS[type_]: chance.choice("edit.value", values)})
    return _with(scene, thing, changed), _change(type_, thing, changed, words)


def possible(scene: Scene, *, compares_sizes: bool = True) -> tuple[EditType, ...]:
    """Return the types of edit that the scene allows. compares_sizes: as in `edit_scene`."""
    return tuple(type_ for type_ in EDIT_TYPES if next(_targets(scene, type_, compares_sizes), None))


def _targets(scene: Scene, type_: EditType, compares_sizes: bool) -> Iterator[tuple[Thing, Sequence[Any]]]:
    """Yield each thing that such an edit can change, with the values that its field could take.

    For object_add: each kind that is not there yet, as a thing that only its kind matters for, with the free places that suit it.
    """
    words = vocabulary(scene.setting)
    if type_ == "object_remove":
        yield from ((thing, ()) for thing in scene.things if len(scene.things) > FEWEST)
        return
    free = _free(scene, words)
    if type_ == "object_add":
        for kind in _unused_kinds(scene, words):
            if places := [place.index for place in free if place.on in kind.on]:
                yield Thing("", kind.name, "", 0), places
        return
    for thing in scene.things:
        if values := _values(type_, thing, scene, words, compares_sizes):
            yield thing, values


def _values(type_: EditType, thing: Thing, scene: Scene, words: Vocabulary, compares_sizes: bool) -> Sequence[Any]:
    """Return other values for the field that an edit changes, so that the change is seen."""
    kind, place = words.kinds[thing.kind], words.places[thing.place]
    match type_:
        case "quantity":
            return [count for count in range(1, kind.most + 1) if _is_seen(thing.count, count) and can_be(thing.size, count)]
        case "object_swap":
            return [other.name for other in _unused_kinds(scene, words) if place.on in other.on and _suits(thing, other)]
        case "colour":
            return [colour for colour in kind.colours if colour != thing.colour]
        case "attribute":
            return [pattern for pattern in PATTERNS if pattern != thing.pattern] if kind.has_patterns else ()
        case "text":
            return [text for text in kind.texts if all(text != other.text for other in scene.things)]
        case "position":
            return [other.index for other in _free(scene, words) if other.on in kind.on and are_apart(place, other)]
        case "size":  # medium is too near to both
            if thing.size == "medium":
                return ()
            opposite: Size = "large" if thing.size == "small" else "small"
            is_shown = not compares_sizes or next(yardsticks(thing, opposite, scene), None) is not None
            return [opposite] if opposite in kind.sizes and can_be(opposite, thing.count) and is_shown else ()
        case "state":
            return [state for state in kind.states if state != thing.state]
    return ()


def are_apart(place: Place, other: Place) -> bool:
    """Return whether a thing that goes from one place to the other has clearly moved."""
    return dist((place.x, place.y), (other.x, other.y)) >= FAR


def _is_seen(before: int, after: int) -> bool:
    """Return whether two numbers can be distinguished without much counting: by one if small, by two if large."""
    return abs(before - after) >= (1 if min(before, after) <= 3 else 2)


def _free(scene: Scene, words: Vocabulary) -> list[Place]:
    taken = {thing.place for thing in scene.things}
    return [place for place in words.places if place.index not in taken]


def _unused_kinds(scene: Scene, words: Vocabulary) -> list[Kind]:
    used = {thing.kind for thing in scene.things}
    return [kind for kind in words.kinds.values() if kind.name not in used]


def _suits(thing: Thing, kind: Kind) -> bool:
    """Return whether all else about the thing can stay the same if its kind changes to this."""
    return (
        thing.count <= kind.most
        and thing.colour in kind.colours
        and thing.size in kind.sizes
        and (thing.pattern == "plain" or kind.has_patterns)
        and (thing.text in kind.texts if kind.texts else not thing.text)
        and (thing.state in kind.states if kind.states else not thing.state)
    )


def _with(scene: Scene, old: Thing | None, new: Thing | None) -> Scene:
    things = [thing for thing in scene.things if thing is not old]
    if new is not None:
        things.append(new)
    return replace(scene, things=tuple(sorted(things, key=lambda thing: thing.place)))


# In words


_ALONE = "; change nothing else."


def _removal(thing: Thing, words: Vocabulary) -> Edit:
    kind, place = words.kinds[thing.kind], words.places[thing.place].name
    order = f"Remove the {kind.words(thing.count)} {place}{_ALONE}"
    return Edit("object_remove", thing.id, order, f"{phrase_count(thing.count, kind)} {place}", "")


def _addition(thing: Thing, words: Vocabulary) -> Edit:
    kind, place = words.kinds[thing.kind], words.places[thing.place].name
    order = f"Add this {place}: {describe_thing(thing, words)}{_ALONE}"
    return Edit("object_add", thing.id, order, "", f"{phrase_count(thing.count, kind)} {place}")


def _change(type_: EditType, old: Thing, new: Thing, words: Vocabulary) -> Edit:
    kind, place = words.kinds[old.kind], words.places[old.place].name
    it = f"the {kind.words(old.count)} {place}"
    before, after = str(getattr(old, FIELDS[type_])), str(getattr(new, FIELDS[type_]))
    match type_:
        case "quantity":
            before, after = phrase_count(old.count, kind), phrase_count(new.count, kind)
            order = f"Change {it} from {NUMBERS[old.count]} to {NUMBERS[new.count]} of the same"
        case "object_swap":
            before, after = phrase_count(old.count, kind), phrase_count(new.count, words.kinds[new.kind])
            order = f"Replace {it} with {after} of the same colour and size"
        case "position":
            before, after = place, words.places[new.place].name
            order = f"Move {it} to another place, {after}"
        case "text":
            order = f"Change the text on {it} from {before} to {after}"
        case _:
            order = f"Make {it} {after} instead of {before}"
    return Edit(type_, old.id, order + _ALONE, before, after)
