"""A person who answers through some screen: what comes of their question, and how long it took them."""

from __future__ import annotations

import asyncio

import pytest
from hypothesis import given
from hypothesis import strategies as st

from woozle.core.request import Forfeit, Request, Timing
from woozle.players.human import LONG_PASTE, Ask, Human, Timekeeper

from tests.players.stopped_time import Time
from tests.two_truths import Vote

REQUEST = Request(3, "a", Vote, {})
LIMITED = Request(3, "a", Vote, {}, 60.0)


async def asked(request=REQUEST):
    """Return the question, its time, and the response to come."""
    time, asks = Time(), list[Ask]()
    responding = asyncio.ensure_future(Human(asks.append, time, time.later).respond(request, ["seen"]))
    await asyncio.sleep(0)
    return asks[0], time, responding


@pytest.mark.parametrize("answer", [Vote(index=1), Forfeit("gave_up")])
async def test_the_first_answer_of_the_screen_is_the_response(answer):
    ask, _, responding = await asked()
    assert (ask.request, ask.observation, ask.is_open) == (REQUEST, ["seen"], True)
    ask.interrupt("away", True)
    assert ask.answer(answer)
    assert not ask.answer(Vote(index=2))
    response = await responding
    assert (response.request, response.answer) == (3, answer)
    assert response.timing is None, "it was never shown"


async def test_a_question_that_was_withdrawn_closes_and_takes_no_answer():
    ask, _, responding = await asked(LIMITED)
    told = []
    ask.on_close(lambda: told.append("closed"))
    ask.mark_shown()
    responding.cancel()
    with pytest.raises(asyncio.CancelledError):
        await responding
    await asyncio.sleep(0)
    ask.interrupt("away", True)
    ask.note_input(keys=1)
    ask.interrupt("away", False)
    assert told == ["closed"] and not ask.is_open and ask.result is None
    assert not ask.answer(Vote(index=1))


async def test_an_answered_question_leaves_no_alarm_behind_and_counts_no_keys():
    ask, time, responding = await asked(LIMITED)
    ask.mark_shown()
    ask.note_input(keys=1)
    ask.answer(Vote(index=1))
    await asyncio.sleep(0)
    ask.note_input(keys=5)
    time.pass_by(100)
    assert not time.alarms and (await responding).timing.keys == 1


def test_the_header_does_not_say_who_it_is():
    human = Human(lambda ask: None)
    assert human.describe() == {"kind": "human"} and human.is_human


def act_out(steps: str, ask: Ask, time: Time) -> None:
    """Act out steps in turn. stall: time passes, and no alarm rings; left: the question is open, with so many seconds left."""
    for step in steps.split(", "):
        what, _, number = step.partition(" ")
        match what:
            case "wait":
                time.pass_by(float(number))
            case "stall":
                time.now += float(number)
            case "left":
                assert ask.is_open and ask.seconds_left == float(number)
            case "shown":
                ask.mark_shown()
            case "key":
                ask.note_input(keys=1)
            case "delete":
                ask.note_input(deleted=int(number))
            case "paste":
                ask.note_input(pasted=int(number))
            case "not":
                ask.interrupt(number, False)
            case _:
                ask.interrupt(what, True)


FREELY = {
    "from its first paint": ("wait 7.5, shown, wait 1.2344, key, wait 2, key", 3.234, Timing(7.5, 1.234, 3.234, None, 0.0, keys=2)),
    "after a long time": ("shown, wait 1000000", 1e6, Timing(0.0, None, 1e6, None, 0.0)),
    "keys before it is painted": ("key, delete 2, paste 50, shown, wait 1", 1, Timing(0.0, None, 1.0, None, 0.0)),
    "pauses and time away": (
        "not away, shown, wait 1, paused, wait 10, not paused, "
        "wait 1, away, wait 20, not away, wait 1, paused, wait 5, not paused, wait 1",
        4,
        Timing(0.0, None, 39.0, 20.0, 15.0),
    ),
    "a pause and time away that overlap": (
        "shown, wait 1, paused, wait 1, away, wait 1, not paused, wait 1, not away, wait 1", 2, Timing(0.0, None, 5.0, 2.0, 2.0)
    ),
    "a terminal that tells of its focus": ("not away, shown, wait 1", 1, Timing(0.0, None, 1.0, 0.0, 0.0)),
    "shown twice": ("wait 1, shown, wait 2, shown", 2, Timing(1.0, None, 2.0, None, 0.0)),
    "short pastes": (f"shown, paste {LONG_PASTE}, paste 1", 0, Timing(0.0, None, 0.0, None, 0.0, pasted=LONG_PASTE + 1)),
    "a long paste": (
        f"shown, paste {LONG_PASTE + 1}, paste 1", 0, Timing(0.0, None, 0.0, None, 0.0, pasted=LONG_PASTE + 2, long_pastes=1)
    ),
}  # fmt: skip


@pytest.mark.parametrize("story", FREELY)
async def test_thinking_time_and_keys_of_an_answer(story):
    steps, seconds, timing = FREELY[story]
    ask, time, responding = await asked()
    act_out(steps, ask, time)
    assert ask.seconds_left is None and not time.alarms
    ask.answer(Vote(index=1))
    response = await responding
    assert (response.seconds, response.timing) == (seconds, timing)


IN_TIME = {
    "covered by another screen": (
        "shown, wait 1, covered, wait 20, left 39, not covered", 21, Timing(0.0, None, 21.0, None, 0.0, covered=20.0)
    ),
    "away before it is shown": ("away, wait 3, shown, wait 100, not away, wait 2", 2, Timing(3.0, None, 102.0, 100.0, 0.0)),
    "a pause that ends before it is shown": (
        "paused, not paused, wait 100, left 60, shown", 0, Timing(100.0, None, 0.0, None, 0.0)
    ),
}  # fmt: skip
TOO_LATE = {
    "after a pause longer than the limit": (
        "shown, wait 20, paused, wait 1000, left 40, not paused, wait 39, left 1, wait 1",
        60,
        Timing(0.0, None, 1060.0, None, 1000.0),
    ),
    "shown twice": ("shown, wait 50, shown, wait 10", 60, Timing(0.0, None, 60.0, None, 0.0)),
    "with keys": ("shown, wait 10, key, delete 4, wait 50", 60, Timing(0.0, 10.0, 60.0, None, 0.0, keys=1, deletions=4)),
    "before the alarm rings": ("shown, stall 61", 61, Timing(0.0, None, 61.0, None, 0.0)),
}


@pytest.mark.parametrize("story", [*IN_TIME, *TOO_LATE])
async def test_only_thinking_time_counts_against_a_limit(story):
    steps, seconds, timing = (IN_TIME | TOO_LATE)[story]
    is_late = story in TOO_LATE
    ask, time, responding = await asked(LIMITED)
    act_out(steps, ask, time)
    assert ask.answer(Vote(index=1)) != is_late
    response = await responding
    assert response.answer == (Forfeit("timeout", "No answer within 60 seconds.") if is_late else Vote(index=1))
    assert (response.seconds, response.timing) == (seconds, timing)


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
