"""The vocabulary of scenes: enough of everything, and nothing in the way of anything else."""

from __future__ import annotations

import re
from itertools import combinations
from math import dist

import pytest

from woozle.games.undercover.scenes.generator import MOST_THINGS
from woozle.games.undercover.scenes.graph import SETTINGS
from woozle.games.undercover.scenes.vocabulary import TEXT, kinds, palette, vocabulary

EACH_SETTING = pytest.mark.parametrize("setting", SETTINGS)

WHITE = (0.9505, 1.0, 1.089)
TO_XYZ = ((0.4124, 0.3576, 0.1805), (0.2126, 0.7152, 0.0722), (0.0193, 0.1192, 0.9505))
SEEN_BY = {  # what is left of linear RGB: Machado, Oliveira and Fernandes (2009), severity 1
    "most people": ((1, 0, 0), (0, 1, 0), (0, 0, 1)),
    "people without red cones": ((0.152286, 1.052583, -0.204868), (0.114503, 0.786281, 0.099216), (-0.003882, -0.048116, 1.051998)),
    "people without green cones": (
        (0.367322, 0.860646, -0.227968),
        (0.280085, 0.672501, 0.047413),
        (-0.011820, 0.042940, 0.968881),
    ),
    "people without blue cones": (
        (1.255528, -0.076749, -0.178779),
        (-0.078411, 0.930809, 0.147602),
        (0.004733, 0.691367, 0.303900),
    ),
}


@EACH_SETTING
def test_no_two_boxes_of_a_setting_overlap_and_all_are_in_the_picture(setting):
    boxes = [place.box for place in vocabulary(setting).places]
    assert all(0 <= left < right <= 1 and 0 <= top < bottom <= 1 for left, top, right, bottom in boxes)
    for one, other in combinations(boxes, 2):
        is_beside = min(one[2], other[2]) <= max(one[0], other[0]) + 1e-9
        is_above = min(one[3], other[3]) <= max(one[1], other[1]) + 1e-9
        assert is_beside or is_above


@EACH_SETTING
def test_places_are_in_the_order_in_which_a_page_is_read_and_each_has_a_name_of_its_own(setting):
    places = vocabulary(setting).places
    assert [place.index for place in places] == list(range(12))
    assert places == tuple(sorted(places, key=lambda place: (place.y, place.x)))
    assert len({place.name for place in places}) == 12


@EACH_SETTING
def test_there_are_more_kinds_and_places_than_things(setting):
    words = vocabulary(setting)
    assert len(words.kinds) > MOST_THINGS + 1
    assert len(words.places) > MOST_THINGS
    assert any(kind.texts for kind in words.kinds.values())
    assert any(kind.states for kind in words.kinds.values())


@EACH_SETTING
def test_every_kind_has_a_place_and_its_words_are_those_of_no_other(setting):
    words = vocabulary(setting)
    for kind in words.kinds.values():
        assert any(place.on in kind.on for place in words.places)
    spoken = [word for kind in words.kinds.values() for word in (kind.word, kind.plural)]
    assert len(set(spoken)) == len(spoken)
    assert all(word.isascii() and word.islower() for word in spoken if word.isalpha())


def test_every_kind_is_used_somewhere_and_can_be_of_several_colours():
    assert set(kinds()) == {name for setting in SETTINGS for name in vocabulary(setting).kinds}
    for kind in kinds().values():
        assert len(kind.colours) >= 3
        assert set(kind.colours) <= set(palette())
        assert 1 <= kind.most <= 6
        assert len(kind.states) in (0, 2)


def test_texts_are_short_capitals_and_stand_on_things_that_are_alone_and_not_small():
    for kind in kinds().values():
        assert all(re.fullmatch(TEXT, text) for text in kind.texts)
        if kind.texts:
            assert len(set(kind.texts)) == 5
            assert kind.most == 1
            assert "small" not in kind.sizes


@pytest.mark.parametrize("whom", SEEN_BY)
def test_colours_are_told_apart_by(whom):
    seen = [lab(rgb, SEEN_BY[whom]) for rgb in palette().values()]
    assert min(dist(one, other) for one, other in combinations(seen, 2)) > 26


def lab(rgb, sight):
    """CIELAB of a colour as somebody sees it."""
    linear = [c / 255 / 12.92 if c <= 10 else ((c / 255 + 0.055) / 1.055) ** 2.4 for c in rgb]
    linear = [min(1.0, max(0.0, c)) for c in times(sight, linear)]
    x, y, z = (c / white for c, white in zip(times(TO_XYZ, linear), WHITE, strict=True))
    x, y, z = (c ** (1 / 3) if c > 0.008856 else 7.787 * c + 16 / 116 for c in (x, y, z))
    return 116 * y - 16, 500 * (x - y), 200 * (y - z)


def times(matrix, vector):
    return [sum(a * b for a, b in zip(row, vector, strict=True)) for row in matrix]
