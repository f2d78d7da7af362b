"""What a viewer of self-play knows, held to what the rules know."""

from __future__ import annotations

import pytest

from woozle.core.game import PUBLIC
from woozle.core.request import Response
from woozle.core.state import EVERYTHING, fold_events
from woozle.games.self_play.events import Acted, Evidence
from woozle.games.self_play.rules import SelfPlay
from woozle.games.self_play.state import State
from woozle.testing import find_events, play_rules

from tests.games.self_play.play import doing, society

ASKED = {"Ada": ("ASK", "ANSWER Paris"), "Ben": ("SEARCH", "ANSWER Rome"), "Cleo": ("HEDGE Paris",)}
OPTIONS = (
    {},
    {"orchestration": "hub", "asks": 2},
    {"society": "full", "calculators": (0, 1, 2), "searches": 2},
    {"society": "chain", "names": True, "searches": 3},
)


@pytest.mark.parametrize("options", OPTIONS, ids=str)
def test_what_is_left_to_a_seat_is_what_the_rules_let_it_do(options):
    match, say = society(**options), doing(dict.fromkeys(SelfPlay.seat_names, ("ASK", "SEARCH", "CALCULATE 2+2", "ASK")))
    states = {seat: State(seat) for seat in match.game.seats}
    seen = dict.fromkeys(states, 0)
    asked = 0
    while match.outcome is None:
        (request,) = match.open.values()
        if seat := request.to if request.to in states else "":
            view = match.view(seat)
            for event in view[seen[seat] :]:
                states[seat].see(event)
            seen[seat], asked = len(view), asked + 1
            can = set(request.choices["action"])
            assert bool(can & {"SEARCH", "CALCULATE"}) == bool(states[seat].tools_left(seat))
            assert "ASK" not in can or states[seat].asks_left(seat)
            assert fold_events(State(seat), view) == states[seat]
        match.fold(Response(request.id, say(request, match), 0.0))
    assert asked > len(states)


def test_control_and_what_is_right_are_as_the_rules_have_them():
    match = play_rules(society(), doing(ASKED))
    state = State(EVERYTHING)
    waiting = []
    for event, _ in match.record:
        state.see(event)
        if isinstance(event, Acted):
            waiting.append((state.step, event.seat))
    assert waiting == list(enumerate(("Ada", "Ben", "Ben", "Cleo", "Ada"), 1))
    assert state.last and state.concluded and state.f1(state.last) == state.concluded.f1 == 1
    assert [state.is_right(step) for step in state.steps()] == [None, None, False, True, True]
    assert [(visit.seat, visit.after) for visit in state.visits] == [("Ada", "replies"), ("Ben", "a search"), ("Cleo", "nothing")]
    assert state.visits[0].differing == ("Rome", "Paris")


def test_who_replied_is_known_only_to_those_who_saw_the_reply():
    match = play_rules(society(), doing(ASKED))
    for viewer, known in ((PUBLIC, ["Ben", "Cleo"]), ("Ada", [None, None])):
        given = fold_events(State(viewer), match.view(viewer)).given("Ada")
        assert [each.reply and each.reply.acted.seat for each in given] == known
    helper = fold_events(State("Ben"), match.view("Ben"))
    assert {visit.seat for visit in helper.visits} == {"Ben"} and helper.question == ""


def test_a_seat_that_is_asked_again_starts_anew_but_keeps_what_it_was_given():
    acts = {"Ada": ("ASK", "ASK", "HEDGE Paris"), "Ben": ("SEARCH", "HEDGE Rome", "ANSWER Paris")}
    match = play_rules(society(2, asks=2), doing(acts))
    state = fold_events(State("Ben"), match.view("Ben"))
    first, second = state.visits
    assert (first.is_first, second.is_first) == (True, False)
    assert [step.after for visit in state.visits for step in visit.steps] == ["nothing", "a search", "nothing"]
    assert [each.evidence for each in state.given("Ben")] == find_events(match, Evidence, "Ben")
    assert not second.given and state.times("Ben", "SEARCH") == 1
