"""Where a spectator stands in a record, and places by their names."""

from __future__ import annotations

from functools import partial

import pytest

from woozle.arena.views.places import place
from woozle.arena.views.registry import reel
from woozle.arena.views.vantage import Vantage
from woozle.arena.views.viewers import EVERYTHING, viewers
from woozle.core.game import EVERYONE, PUBLIC
from woozle.core.games.ship import events as ship

from tests.tui.scenes import CONFIG, SEATS

RECORD = [
    (ship.Briefing(SEATS, CONFIG), EVERYONE),
    (ship.Role("Alice", "goose", (), ("medbay",)), ("Alice",)),
    (ship.Role("Bob", "duck", (), ("medbay",)), ("Bob",)),
    (ship.Tick(1), EVERYONE),
    (ship.Waited("Alice"), ("Alice",)),
    (ship.Killed("Bob", "Diana", "storage"), ("Bob", "Diana")),
    (ship.MeetingCalled(1, "Eve", "report", ("Diana",)), EVERYONE),
    (ship.Spoke("Eve", 1, "Bob!"), EVERYONE),
    (ship.Tick(2), EVERYONE),
    (ship.MeetingCalled(2, "Alice", "button", ("Diana",)), EVERYONE),
]
STEPS = (0, 0, 0, 0, 1, 2, 3, 4, 5, 6)


@pytest.fixture
def vantage():
    vantage = Vantage(viewers(SEATS), EVERYTHING, partial(reel, "ship"))
    vantage.grow(RECORD, STEPS)
    return vantage


def test_moments_are_those_that_the_viewer_observed(vantage):
    vantage.look("1")
    vantage.at = 2
    assert vantage.moment(1) == 4
    vantage.at = 7
    assert vantage.moment(-1) == 5
    vantage.at = len(vantage)
    assert vantage.moment(1) == len(vantage)
    vantage.at = 0
    assert vantage.moment(-1) == 0


def test_a_key_leads_to_a_viewer_and_again_back_to_the_first(vantage):
    for key, viewer in (("0", PUBLIC), ("2", "Bob"), ("2", EVERYTHING), ("*", EVERYTHING), ("-", EVERYTHING)):
        vantage.look(key)
        assert vantage.viewer == viewer


def test_the_tenth_seat_has_a_key_too():
    keys = dict(Vantage(viewers("abcdefghij"), EVERYTHING, partial(reel, "ship")).keys)
    assert (keys["*"], keys["0"], keys["1"], keys["-"]) == (EVERYTHING, PUBLIC, "a", "j")


def test_what_grows_is_read_by_the_present_viewer_and_found_by_the_others(vantage):
    vantage.look("1")
    before = len(vantage.reel.lines)
    (line,) = vantage.grow([(ship.Waited("Alice"), ("Alice",))], [7])
    assert vantage.reel.lines[before:] == [line]
    assert vantage.grow([(ship.Waited("Bob"), ("Bob",))], [8]) == []
    vantage.look("2")
    assert len(vantage.reel) == len(vantage) == len(RECORD) + 2


def test_the_step_is_how_many_answers_came_before(vantage):
    for at, step in ((0, 0), (4, 0), (6, 2), (10, 6)):
        vantage.at = at
        assert vantage.step == step
    assert vantage.is_at_last_answer


def test_phases_lead_on_and_back(vantage):
    places = []
    while vantage.at < len(vantage):
        vantage.at = vantage.phase(1)
        places.append(vantage.at)
    assert places == [1, 4, 7, 9, 10]
    assert vantage.phase(-1) == 9
    vantage.at = 1
    assert vantage.phase(-1) == 0


@pytest.mark.parametrize(
    ("words", "at"), [("3", 3), (" 0 ", 0), ("meeting", 7), ("Meeting 2", 10), ("meeting2", 10), ("kill", 6), ("bob kills", 6)]
)
def test_places_go_by_number_and_by_name(vantage, words, at):
    assert place(words, vantage.reel) == at


def test_a_tick_is_found_where_something_was_seen_of_it_or_after_it(vantage):
    sight = ship.Sight("Alice", 4, "medbay", (), (), (), (), None)
    vantage.grow([(ship.Tick(4), EVERYONE), (sight, ("Alice",))], [7, 7])
    vantage.look("1")
    assert place("t3", vantage.reel) == place("tick 4", vantage.reel) == 12


@pytest.mark.parametrize("words", ["", "11", "t77", "meeting 3", "meeting 0", "ball", "?", "-1", "9" * 50])
def test_what_is_no_place_is_said_in_a_sentence(vantage, words):
    with pytest.raises(ValueError, match=r"\w"):
        place(words, vantage.reel)
