"""The Timing of a person: made by an Ask from the reports of a screen."""

from __future__ import annotations

import asyncio

import pytest
from hypothesis import given
from hypothesis import strategies as st

from woozle.core.request import Forfeit, Timing
from woozle.players.timekeeper import LONG_PASTE, Timekeeper

from tests.players.test_human import LIMITED, REQUEST, Time, timed
from tests.two_truths import Vote


async def answered(ask, responding):
    ask.answer(Vote(index=1))
    return await responding


async def test_the_first_paint_the_first_key_and_the_answer_are_told_apart():
    ask, time, responding = await timed(REQUEST)
    time.pass_by(7.5)  # behind a curtain
    ask.mark_shown()
    time.pass_by(1.2344)
    ask.note_input(keys=1)
    time.pass_by(2)
    ask.note_input(keys=1)
    response = await answered(ask, responding)
    assert response.timing == Timing(shown=7.5, first_key=1.234, submit=3.234, away=None, paused=0.0, keys=2)
    assert response.seconds == 3.234


async def test_what_is_pressed_before_the_question_is_painted_does_not_count():
    ask, time, responding = await timed(REQUEST)
    ask.note_input(keys=3, deleted=2, pasted=50)
    ask.mark_shown()
    time.pass_by(1)
    assert (await answered(ask, responding)).timing == Timing(shown=0.0, first_key=None, submit=1.0, away=None, paused=0.0)


async def test_a_question_that_was_never_shown_has_no_timing():
    ask, time, responding = await timed(REQUEST)
    ask.interrupt("away", True)
    time.pass_by(5)
    ask.answer(Forfeit("gave_up"))
    assert (await responding).timing is None


async def test_pauses_and_time_away_are_no_thinking_time_and_stand_in_the_timing():
    ask, time, responding = await timed(REQUEST)
    ask.interrupt("away", False)
    ask.mark_shown()
    for why, seconds in (("paused", 10), ("away", 20), ("paused", 5)):
        time.pass_by(1)
        ask.interrupt(why, True)
        time.pass_by(seconds)
        ask.interrupt(why, False)
    time.pass_by(1)
    response = await answered(ask, responding)
    assert response.seconds == 4
    assert (response.timing.paused, response.timing.away, response.timing.submit) == (15, 20, 39)


async def test_a_pause_goes_on_while_the_terminal_loses_the_focus_and_each_is_counted_in_full():
    ask, time, responding = await timed(REQUEST)
    ask.mark_shown()
    time.pass_by(1)
    ask.interrupt("paused", True)
    time.pass_by(1)
    ask.interrupt("away", True)
    time.pass_by(1)
    ask.interrupt("paused", False)
    time.pass_by(1)  # still away
    ask.interrupt("away", False)
    time.pass_by(1)
    response = await answered(ask, responding)
    assert response.seconds == 2
    assert (response.timing.paused, response.timing.away, response.timing.submit) == (2, 2, 5)


async def test_behind_another_screen_thinking_goes_on():
    ask, time, responding = await timed(LIMITED)
    ask.mark_shown()
    time.pass_by(1)
    ask.interrupt("covered", True)
    time.pass_by(20)
    assert ask.seconds_left == 39
    ask.interrupt("covered", False)
    response = await answered(ask, responding)
    assert (response.seconds, response.timing.covered, response.timing.submit) == (21, 20, 21)


async def test_what_was_in_the_way_before_the_question_is_so_when_it_is_shown_and_counts_from_there():
    ask, time, responding = await timed(LIMITED)
    ask.interrupt("away", True)
    time.pass_by(3)
    ask.mark_shown()
    time.pass_by(100)
    assert ask.is_open
    ask.interrupt("away", False)
    time.pass_by(2)
    response = await answered(ask, responding)
    assert (response.seconds, response.timing.shown, response.timing.away, response.timing.submit) == (2, 3, 100, 102)


async def test_of_a_terminal_that_never_tells_of_focus_it_is_not_known_how_long_one_was_away():
    told, untold = [], []
    for says, timings in ((True, told), (False, untold)):
        ask, time, responding = await timed(REQUEST)
        if says:
            ask.interrupt("away", False)
        ask.mark_shown()
        time.pass_by(1)
        timings.append((await answered(ask, responding)).timing.away)
    assert (told, untold) == ([0.0], [None])


async def test_to_show_a_question_again_changes_nothing():
    ask, time, responding = await timed(REQUEST)
    time.pass_by(1)
    ask.mark_shown()
    time.pass_by(2)
    ask.mark_shown()
    timing = (await answered(ask, responding)).timing
    assert (timing.shown, timing.submit) == (1, 2)


async def test_who_does_not_answer_in_time_has_a_timing_too():
    ask, time, responding = await timed()
    ask.mark_shown()
    time.pass_by(10)
    ask.note_input(keys=1)
    ask.note_input(deleted=4)
    time.pass_by(50)
    response = await responding
    assert response.answer.kind == "timeout"
    assert response.timing == Timing(shown=0.0, first_key=10.0, submit=60.0, away=None, paused=0.0, keys=1, deletions=4)


async def test_who_gives_up_has_one():
    ask, time, responding = await timed(REQUEST)
    ask.mark_shown()
    time.pass_by(4)
    ask.answer(Forfeit("gave_up"))
    assert (await responding).timing.submit == 4


async def test_what_is_typed_after_the_answer_is_not_part_of_it():
    ask, _, responding = await timed(REQUEST)
    ask.mark_shown()
    ask.note_input(keys=1)
    response = await answered(ask, responding)
    ask.note_input(keys=5)
    assert response.timing.keys == 1


@pytest.mark.parametrize(("characters", "long"), [(1, 0), (LONG_PASTE, 0), (LONG_PASTE + 1, 1), (4000, 1)])
async def test_a_paste_of_more_than_twenty_characters_is_a_long_one(characters, long):
    ask, _, responding = await timed(REQUEST)
    ask.mark_shown()
    ask.note_input(pasted=characters)
    ask.note_input(pasted=1)
    timing = (await answered(ask, responding)).timing
    assert (timing.pasted, timing.long_pastes, timing.keys, timing.first_key) == (characters + 1, long, 0, None)


async def test_a_question_that_was_withdrawn_has_no_response_and_nothing_breaks():
    ask, _, responding = await timed()
    ask.mark_shown()
    responding.cancel()
    await asyncio.gather(responding, return_exceptions=True)
    ask.interrupt("away", True)
    ask.note_input(keys=1)
    ask.interrupt("away", False)
    assert responding.cancelled()


SECONDS = st.floats(0, 1e6)
STEPS = st.lists(
    st.tuples(st.sampled_from(["shown", "paused", "away", "covered", "key", "wait"]), st.booleans(), SECONDS), max_size=40
)


@given(STEPS)
def test_whatever_happens_the_numbers_fit_together(steps):
    time = Time()
    times = Timekeeper(time)
    for what, is_so, seconds in steps:
        if what == "shown":
            times.mark_shown()
        elif what == "key":
            times.note_input(keys=1)
        elif what != "wait":
            times.interrupt(what, is_so)
        time.now += seconds
    timing = times.timing
    if timing is None:
        assert times.thinking.seconds == 0
        return
    slack = 0.002 + timing.submit * 1e-9  # each is rounded
    lost = (timing.paused, timing.away or 0)
    assert abs(timing.shown + timing.submit - time.now) <= slack
    assert all(0 <= part <= timing.submit + slack for part in (*lost, timing.covered))
    assert timing.submit - sum(lost) - slack <= times.thinking.seconds <= timing.submit - max(lost) + slack
    assert (timing.first_key is None) == (timing.keys == 0)
    assert timing.first_key is None or 0 <= timing.first_key <= timing.submit
