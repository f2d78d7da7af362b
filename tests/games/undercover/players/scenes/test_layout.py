"""The layout of items: all within their place, apart from each other, in the right number, large ones larger."""

from __future__ import annotations

from itertools import combinations

import pytest

from woozle.games.undercover.players.scenes.scene import items
from woozle.games.undercover.scenes.graph import SETTINGS
from woozle.games.undercover.scenes.vocabulary import kinds, vocabulary

from tests.games.undercover.players.scenes.drawings import farthest, one

GROUPS = [
    (kind, place, count)
    for setting in SETTINGS
    for place in vocabulary(setting).places[::3]
    for kind in vocabulary(setting).kinds.values()
    if place.on in kind.on
    for count in range(1, kind.most + 1)
]


def boxes(kind, place, count, size="large"):
    for item in items(one(kind, place=place.index, count=count, size=size), place, kind):
        half = kind.wide * item.unit / 200
        yield item.x - half, item.y - kind.tall * item.unit / 100, item.x + half, item.y


def test_there_are_as_many_items_as_the_thing_counts():
    assert all(len([*boxes(kind, place, count)]) == count for kind, place, count in GROUPS)


def test_no_two_items_touch():
    for kind, place, count in GROUPS:
        for a, b in combinations(boxes(kind, place, count), 2):
            assert a[2] < b[0] or b[2] < a[0] or a[3] < b[1] or b[3] < a[1], (kind.name, place.name, count)


def test_all_items_are_within_the_box_of_their_place():
    for kind, place, count in GROUPS:
        left, top, right, bottom = place.box
        for box in boxes(kind, place, count):
            assert left <= box[0] and box[2] <= right and top - 0.003 <= box[1] and box[3] <= bottom, (kind.name, place.name, count)


@pytest.mark.parametrize("count", [1, 2, 6])
def test_sizes_are_told_apart(count):
    kind = kinds()["ball"]
    small, medium, large = (next(boxes(kind, farthest(kind), count, size)) for size in ("small", "medium", "large"))
    heights = [box[3] - box[1] for box in (small, medium, large)]
    assert heights[1] > heights[0] * 1.25
    assert heights[2] > heights[1] * 1.24
