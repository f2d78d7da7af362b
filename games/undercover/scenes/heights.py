"""Heights of drawn things, so that a question about a size has a yardstick: something else in the same picture.

Small and large alone mean nothing to a viewer of one picture: small is 0.55 of large, and neither says of what.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from woozle.games.undercover.scenes.graph import Scene, Size, Thing
from woozle.games.undercover.scenes.vocabulary import SHARE, Kind, Place, vocabulary

CLEAR = 1.2
"""The least ratio of heights at which one thing is called taller."""

_ACROSS, _UP = 0.96, 0.965  # of the width and height of its box, what one thing may take


def unit_of_one(place: Place, kind: Kind) -> float:
    """Return the length of the 100 units of a large one that stands alone, as a share of the picture's side."""
    left, top, right, bottom = place.box
    across, up = right - left, bottom - top
    return min(across * _ACROSS * 100 / kind.wide, up * _UP * 100 / kind.tall, up)


def height(thing: Thing, scene: Scene) -> float | None:
    """Return a thing's height as a share of the picture's side; None for a group, and for kinds without one clear height."""
    words = vocabulary(scene.setting)
    kind = words.kinds[thing.kind]
    if thing.count != 1 or kind.is_uneven:
        return None
    return SHARE[thing.size] * unit_of_one(words.places[thing.place], kind) * kind.tall / 100


def is_taller(thing: Thing, than: Thing, scene: Scene) -> bool | None:
    """Return whether one thing is drawn taller than another; None where that is not clear."""
    one, other = height(thing, scene), height(than, scene)
    if one is None or other is None or max(one, other) < CLEAR * min(one, other):
        return None
    return one > other


def yardsticks(thing: Thing, other: Size, scene: Scene) -> Iterator[Thing]:
    """Yield the things that a thing is taller than in one of two sizes, its own and `other`, and not in the other one."""
    for than in scene.things:
        if than is not thing:
            before, after = is_taller(thing, than, scene), is_taller(replace(thing, size=other), than, scene)
            if None not in (before, after) and before != after:
                yield than
