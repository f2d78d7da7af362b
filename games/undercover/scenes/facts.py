"""Facts of scenes, and the share of them that two scenes have in common."""

from __future__ import annotations

from typing import Literal, TypeAlias

from woozle.core.value import value
from woozle.games.undercover.scenes.graph import Scene, Thing
from woozle.games.undercover.scenes.vocabulary import Vocabulary, vocabulary

Aspect: TypeAlias = Literal["kind", "count", "colour", "size", "pattern", "text", "state", "place"]
"""The property of a thing that a fact states."""


@value
class Fact:
    """A fact of a scene. kind: of the thing, which is the only one of its kind. value: what is so of it.

    For about `kind`, that there is one at all, the value is empty; for `place` it is the name of the place.
    """

    about: Aspect
    kind: str
    value: str = ""


def facts(scene: Scene) -> frozenset[Fact]:
    """Return the facts of a scene. What cannot be otherwise, as the pattern of a kind that is always plain, is no fact."""
    words = vocabulary(scene.setting)
    return frozenset(fact for thing in scene.things for fact in _facts_of(thing, words))


def _facts_of(thing: Thing, words: Vocabulary) -> list[Fact]:
    found = [
        Fact("kind", thing.kind),
        Fact("count", thing.kind, str(thing.count)),
        Fact("colour", thing.kind, thing.colour),
        Fact("size", thing.kind, thing.size),
        Fact("place", thing.kind, words.places[thing.place].name),
    ]
    if words.kinds[thing.kind].has_patterns:
        found.append(Fact("pattern", thing.kind, thing.pattern))
    if thing.text:
        found.append(Fact("text", thing.kind, thing.text))
    if thing.state:
        found.append(Fact("state", thing.kind, thing.state))
    return found


def similarity(scene: Scene, other: Scene) -> float:
    """Return the similarity of two scenes, from 0 to 1: the share of facts that did not change, of the scene with more of them.

    The embedded stand-in for C_sc (MUG, equation 3), for which the paper has CLIP.
    """
    one, two = facts(scene), facts(other)
    most = max(len(one), len(two))
    return 1 - max(len(one - two), len(two - one)) / most if most else 1.0


def is_seen_to_change(scene: Scene, other: Scene) -> bool:
    """Return whether drawings of the two scenes can be told apart."""
    return _seen_facts(scene) != _seen_facts(other)


def _seen_facts(scene: Scene) -> set[Fact]:
    kinds = vocabulary(scene.setting).kinds
    hidden = {thing.kind for thing in scene.things if thing.state in kinds[thing.kind].hides_pattern}
    return {fact for fact in facts(scene) if fact.about != "pattern" or fact.kind not in hidden}


def unchanged_area(scene: Scene, other: Scene) -> float:
    """Return the share of the picture, from 0 to 1, that lies outside the places of things that differ between two scenes.

    The embedded stand-in for C_vs of two drawings (MUG, equation 3), for which the paper has a ViT. They are drawn alike elsewhere,
    and no two places overlap.
    """
    places = vocabulary(scene.setting).places
    changed = {thing.place for thing in {*scene.things} ^ {*other.things}}
    boxes = [places[place].box for place in changed]
    return 1 - sum((right - left) * (bottom - top) for left, top, right, bottom in boxes)
