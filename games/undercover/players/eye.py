"""A noisy eye: a bot's perception of a scene. It errs the same way each time it looks in one match."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from functools import lru_cache

from woozle.core.chance import Chance
from woozle.core.value import value
from woozle.games.undercover.scenes.graph import Scene, Thing
from woozle.games.undercover.scenes.vocabulary import PATTERNS, SIZES, Kind, Vocabulary, vocabulary

_MILLION = 1_000_000
_DOUBTED = 0.6  # of errors, those that the eye is unsure of
_NEEDLESS = 0.5  # how often it is unsure where it is right, of how often it errs


@value
class Acuity:
    """Error rates of an eye, each from 0 to 1: for a thing, that it is missed, miscounted, taken to be of another colour; and for
    its size, pattern, text, state and place each, that it is misread.
    """

    misses: float = 0.0
    miscounts: float = 0.0
    miscolours: float = 0.0
    misreads: float = 0.0


@value
class Sighting:
    """A scene as an eye takes it. doubts: kinds, with the fields of a Thing that it is not sure about."""

    scene: Scene
    doubts: frozenset[tuple[str, str]]


@lru_cache(maxsize=1024)
def sighting(scene: Scene, acuity: Acuity, key: bytes) -> Sighting:
    """Return a scene as the eye of this key takes it."""
    words, chance = vocabulary(scene.setting), Chance(b"eye " + key)
    taken = {thing.place for thing in scene.things}
    things: list[Thing] = []
    doubts: set[tuple[str, str]] = set()
    for thing in scene.things:
        if _errs(chance, f"{thing.id} missed", acuity.misses):
            continue
        glance = _Glance(thing, words, acuity, chance, taken)
        things.append(glance.thing)
        doubts |= glance.doubts
    return Sighting(replace(scene, things=tuple(sorted(things, key=lambda thing: thing.place))), frozenset(doubts))


class _Glance:
    """A look at one thing, at each field of it in turn."""

    def __init__(self, thing: Thing, words: Vocabulary, acuity: Acuity, chance: Chance, taken: set[int]) -> None:
        self.thing = thing
        self.doubts: set[tuple[str, str]] = set()
        self._chance = chance
        kind = words.kinds[thing.kind]
        free = [place.index for place in words.places if place.on in kind.on and place.index not in taken]
        self._look("count", _near(thing.count, kind), acuity.miscounts)
        self._look("colour", kind.colours, acuity.miscolours)
        self._look("size", kind.sizes if thing.size in SIZES else (), acuity.misreads)
        self._look("pattern", PATTERNS if kind.has_patterns else (), acuity.misreads)
        self._look("text", kind.texts, acuity.misreads)
        self._look("state", kind.states, acuity.misreads)
        self._look("place", free, acuity.misreads)
        taken.add(self.thing.place)

    def _look(self, field: str, values: Sequence[object], rate: float) -> None:
        others = [value for value in values if value != getattr(self.thing, field)]
        if not others:
            return
        label = f"{self.thing.id} {field}"
        is_wrong = _errs(self._chance, label, rate)
        if _errs(self._chance, f"{label} doubted", _DOUBTED if is_wrong else rate * _NEEDLESS):
            self.doubts.add((self.thing.kind, field))
        if is_wrong:
            self.thing = replace(self.thing, **{field: self._chance.choice(f"{label} instead", others)})  # type: ignore[arg-type]


def _near(count: int, kind: Kind) -> list[int]:
    """Return the counts that a count can be taken for."""
    return [other for other in (count - 1, count + 1) if 1 <= other <= max(kind.most, 2)]


def _errs(chance: Chance, label: str, rate: float) -> bool:
    return rate > 0 and chance.below(label, _MILLION) < rate * _MILLION
