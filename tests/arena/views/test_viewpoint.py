"""The position of a spectator in a record, and named places."""

from __future__ import annotations

from functools import partial

import pytest

from woozle.arena.views.observer import viewers
from woozle.arena.views.places import place
from woozle.arena.views.registry import new_timeline
from woozle.arena.views.viewpoint import Viewpoint
from woozle.core.game import EVERYONE, PUBLIC
from woozle.core.state import EVERYTHING
from woozle.games.ship import events as ship

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
def viewpoint():
    viewpoint = Viewpoint(viewers(SEATS), EVERYTHING, partial(new_timeline, "ship"))
    viewpoint.grow(RECORD, STEPS)
    return viewpoint


def test_moments_are_those_that_the_viewer_observed(viewpoint):
    viewpoint.look("1")
    viewpoint.at = 2
    assert viewpoint.moment(1) == 4
    viewpoint.at = 7
    assert viewpoint.moment(-1) == 5
    viewpoint.at = len(viewpoint)
    assert viewpoint.moment(1) == len(viewpoint)
    viewpoint.at = 0
    assert viewpoint.moment(-1) == 0


def test_a_key_leads_to_a_viewer_and_again_back_to_the_first(viewpoint):
    for key, viewer in (("0", PUBLIC), ("2", "Bob"), ("2", EVERYTHING), ("*", EVERYTHING), ("-", EVERYTHING)):
        viewpoint.look(key)
        assert viewpoint.viewer == viewer


def test_the_tenth_seat_has_a_key_too():
    keys = dict(Viewpoint(viewers("abcdefghij"), EVERYTHING, partial(new_timeline, "ship")).keys)
    assert (keys["*"], keys["0"], keys["1"], keys["-"]) == (EVERYTHING, PUBLIC, "a", "j")


def test_what_grows_is_read_by_the_present_viewer_and_found_by_the_others(viewpoint):
    viewpoint.look("1")
    before = len(viewpoint.timeline.lines)
    (line,) = viewpoint.grow([(ship.Waited("Alice"), ("Alice",))], [7])
    assert viewpoint.timeline.lines[before:] == [line]
    assert viewpoint.grow([(ship.Waited("Bob"), ("Bob",))], [8]) == []
    viewpoint.look("2")
    assert len(viewpoint.timeline) == len(viewpoint) == len(RECORD) + 2


def test_the_step_is_how_many_answers_came_before(viewpoint):
    for at, step in ((0, 0), (4, 0), (6, 2), (10, 6)):
        viewpoint.at = at
        assert viewpoint.step == step
    assert viewpoint.is_at_last_answer


def test_phases_lead_on_and_back(viewpoint):
    places = []
    while viewpoint.at < len(viewpoint):
        viewpoint.at = viewpoint.phase(1)
        places.append(viewpoint.at)
    assert places == [1, 4, 7, 9, 10]
    assert viewpoint.phase(-1) == 9
    viewpoint.at = 1
    assert viewpoint.phase(-1) == 0


@pytest.mark.parametrize(
    ("words", "at"), [("3", 3), (" 0 ", 0), ("meeting", 7), ("Meeting 2", 10), ("meeting2", 10), ("kill", 6), ("bob kills", 6)]
)
def test_places_go_by_number_and_by_name(viewpoint, words, at):
    assert place(words, viewpoint.timeline) == at


def test_a_tick_is_found_where_something_was_seen_of_it_or_after_it(viewpoint):
    sight = ship.Sight("Alice", 4, "medbay", (), (), (), (), None)
    viewpoint.grow([(ship.Tick(4), EVERYONE), (sight, ("Alice",))], [7, 7])
    viewpoint.look("1")
    assert place("t3", viewpoint.timeline) == place("tick 4", viewpoint.timeline) == 12


@pytest.mark.parametrize("words", ["", "11", "t77", "meeting 3", "meeting 0", "ball", "?", "-1", "9" * 50])
def test_what_is_no_place_is_said_in_a_sentence(viewpoint, words):
    with pytest.raises(ValueError, match=r"\w"):
        place(words, viewpoint.timeline)
