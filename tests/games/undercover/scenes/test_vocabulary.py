"""The vocabulary of scenes: enough of everything, and nothing in the way of anything else."""

from __future__ import annotations

import re
from itertools import combinations

import pytest

from woozle.games.undercover.scenes.graph import SETTINGS
from woozle.games.undercover.scenes.vocabulary import TEXT, kinds, palette, vocabulary

from tests.tui.settings.test_themes import EYES, difference

EACH_SETTING = pytest.mark.parametrize("setting", SETTINGS)


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


@pytest.mark.parametrize("eyes", EYES)
def test_colours_are_told_apart_by(eyes):
    shown = [f"rgb({red},{green},{blue})" for red, green, blue in palette().values()]
    assert min(difference(one, other, EYES[eyes]) for one, other in combinations(shown, 2)) > 26
