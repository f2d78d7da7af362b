"""The form before a match of a game without a form of its own."""

from __future__ import annotations

import pytest

from woozle.arena.play import forms
from woozle.games.urn.rules import Config

from tests.arena.play.test_forms import started


def start(**changes):
    return started("urn", **changes)


def test_a_form_as_it_is_opened_makes_a_match_of_one_person_and_bots():
    opened = start()
    assert opened.seats == ("human", *["bot:steady"] * 4)
    assert opened.config == Config() and opened.seed is None


def test_options_are_those_with_few_values_and_limits_of_time():
    selects = {select.id: select for select in forms.form("urn").options}
    assert list(selects) == ["preset", "handfuls", "marbles", "seconds_to_answer"]
    assert selects["handfuls"].values == ("", "1", "2", "3", "4", "5")
    assert selects["marbles"].values == ("", "3", "4", "5", "8", "12")
    assert selects["marbles"].hint == "In a handful; each is put back at once."


def test_what_is_not_set_is_as_the_preset_says():
    assert start(preset="quick").config == Config(handfuls=1, marbles=5)
    assert start(preset="quick", handfuls="3").config == Config(handfuls=3, marbles=5)
    assert start(seconds_to_answer="30").config == Config(seconds_to_answer=30)


def test_every_value_of_every_select_can_be_played():
    for select in forms.form("urn").options:
        assert len(select.values) == len(select.words)
        for value in select.values:
            start(**{select.id: value})


def test_too_few_seats_are_refused_with_a_sentence():
    with pytest.raises(ValueError, match="The urn needs at least 3 seats"):
        start(**{f"seat-{at}": "empty" for at in range(2, 8)})
