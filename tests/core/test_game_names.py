"""A game has one name, however a person writes it."""

from __future__ import annotations

import pytest

from woozle.core import registry
from woozle.core.plugins import UnknownGameError


@pytest.mark.parametrize("typed", ["self_play", "self-play", "Self-Play", "SELF_PLAY", "Self play", " self-play "])
def test_hyphens_spaces_and_capitals_make_no_other_game(typed):
    assert registry.name_of(typed) == "self_play"
    assert registry.game(typed).name == "self_play"


@pytest.mark.parametrize("typed", ["selfplay", "self-plays", "", "ship/../urn"])
def test_what_names_no_game_is_left_as_it_is(typed):
    assert registry.name_of(typed) == typed
    with pytest.raises(UnknownGameError):
        registry.game(typed)
