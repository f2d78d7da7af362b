"""What a viewer of the quest knows."""

from __future__ import annotations

from copy import deepcopy

import pytest

from woozle.core.game import EVERYONE
from woozle.core.state import EVERYTHING, copy_state, fold_events, observes
from woozle.games.quest import events as quest
from woozle.games.quest.state import State

from tests.games.quest import play


@pytest.mark.parametrize("viewer", [EVERYTHING, "Ada"])
def test_a_copy_folds_on_without_the_original_and_knows_the_same(viewer):
    referee = play.go(play.quest(seats=3, items=4, early_end=True), play.plain({"Ada": "CRRC", "Ben": "CCE"}))
    view = [event for event, audience in referee.record if observes(viewer, audience)]
    for at in range(0, len(view), 5):
        state = fold_events(State(viewer), view[:at])
        before, copy = deepcopy(state), copy_state(state)
        for event in view[at:]:
            copy.see(event)
        assert state == before and copy == fold_events(State(viewer), view)


def test_scorings_hold_what_stands_and_what_a_review_gained():
    h = {1: 0.25, 2: 0.75, 3: 0.5}
    state = State("Ada")
    for of, is_kept in ((1, True), (2, True), (3, False)):
        state.see(quest.Written("Ada", "bear", f"Text {of}.", of, of > 1))
        state.see(quest.Scored("Ada", "bear", of, h[of], is_kept))
    assert [(each.before, each.h, each.after, each.gain, each.is_review) for each in state.mine.scorings] == [
        (None, 0.25, 0.25, 0.0, False),
        (0.25, 0.75, 0.75, 0.5, True),
        (0.75, 0.5, 0.75, 0.0, True),
    ]
    assert state.mine.scored["bear"].h == 0.75 and state.mine.texts["bear"].text == "Text 2."


def test_a_transcript_from_elsewhere_cannot_seat_more_than_the_game_has():
    seats = tuple(f"s{number}" for number in range(20))
    referee = play.quest(seats=2)
    briefing = next(event for event, audience in referee.record if audience == EVERYONE)
    fields = {name: getattr(briefing, name) for name in briefing.__slots__} | {"seats": seats}
    state = fold_events(
        State(EVERYTHING), [quest.Briefing(**fields), quest.Given("s19", "bear", "A bear."), quest.Given("s1", "bear", "A bear.")]
    )
    assert state.seats == seats[:8] and list(state.progress) == ["s1"]
