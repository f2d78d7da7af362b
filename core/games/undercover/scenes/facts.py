"""Facts of scenes, and the share of them that two scenes have in common."""

from __future__ import annotations

from typing import Literal, TypeAlias

from woozle.core.games.undercover.scenes.graph import Scene, Thing
from woozle.core.games.undercover.scenes.vocabulary import Vocabulary, vocabulary
from woozle.core.value import value

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
