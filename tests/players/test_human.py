"""A person who answers through some screen."""

import asyncio

import pytest

from woozle.core.request import Forfeit, Request
from woozle.players.human import Ask, Human

from tests.two_truths import Vote

REQUEST = Request(3, "a", Vote, {})
LIMITED = Request(3, "a", Vote, {}, 60.0)


class Time:
    """A clock that stands until it is moved, with the alarms that were set on it."""

    def __init__(self):
        self.now = 0.0
        self.alarms = []

    def __call__(self):
        return self.now

    def later(self, seconds, ring):
        alarm = Alarm(self.now + seconds, ring)
        self.alarms.append(alarm)
        return alarm

    def pass_by(self, seconds):
        self.now += seconds
        due = [alarm for alarm in self.alarms if alarm.at <= self.now]
        self.alarms = [alarm for alarm in self.alarms if alarm.at > self.now]
        for alarm in due:
            alarm.ring()


class Alarm:
    def __init__(self, at, ring):
        self.at, self.ring = at, ring

    def cancel(self):
        self.ring = lambda: None


def asked():
    asks: list[Ask] = []
    return Human(asks.append), asks


async def timed(request=LIMITED):
    """Somebody who was asked, and the time."""
    time = Time()
    asks: list[Ask] = []
    responding = asyncio.ensure_future(Human(asks.append, time, time.later).respond(request, []))
    await asyncio.sleep(0)
    return asks[0], time, responding


async def test_the_answer_of_the_screen_is_the_response():
    human, asks = asked()
    responding = asyncio.ensure_future(human.respond(REQUEST, ["seen"]))
    await asyncio.sleep(0)
    (ask,) = asks
    assert (ask.request, ask.observation, ask.is_open) == (REQUEST, ["seen"], True)
    assert ask.answer(Vote(index=1))
    response = await responding
    assert (response.request, response.answer) == (3, Vote(index=1))


async def test_giving_up_is_an_answer_too():
    human, asks = asked()
    responding = asyncio.ensure_future(human.respond(REQUEST, []))
    await asyncio.sleep(0)
    asks[0].answer(Forfeit("gave_up"))
    assert (await responding).answer == Forfeit("gave_up")


async def test_only_the_first_answer_counts():
    human, asks = asked()
    responding = asyncio.ensure_future(human.respond(REQUEST, []))
    await asyncio.sleep(0)
    assert asks[0].answer(Vote(index=1))
    assert not asks[0].answer(Vote(index=2))
    assert (await responding).answer == Vote(index=1)


async def test_a_question_that_was_withdrawn_closes_and_takes_no_answer():
    human, asks = asked()
    told = []
    responding = asyncio.ensure_future(human.respond(REQUEST, []))
    await asyncio.sleep(0)
    asks[0].on_close(lambda: told.append("closed"))
    responding.cancel()
    with pytest.raises(asyncio.CancelledError):
        await responding
    await asyncio.sleep(0)
    assert told == ["closed"]
    assert not asks[0].is_open
    assert not asks[0].answer(Vote(index=1))


async def test_thinking_time_runs_from_the_moment_the_question_is_shown():
    ask, time, responding = await timed()
    time.pass_by(100)  # behind a curtain
    ask.mark_shown()
    time.pass_by(2.34567)
    ask.answer(Vote(index=1))
    assert (await responding).seconds == 2.346


async def test_a_pause_longer_than_the_limit_is_no_forfeit_and_afterwards_the_rest_is_left():
    ask, time, responding = await timed()
    ask.mark_shown()
    time.pass_by(20)
    ask.interrupt("paused", True)
    time.pass_by(1000)
    assert ask.is_open
    assert ask.seconds_left == 40
    ask.interrupt("paused", False)
    time.pass_by(39)
    assert ask.is_open
    time.pass_by(1)
    assert not ask.is_open
    response = await responding
    assert (response.answer, response.seconds) == (Forfeit("timeout", "No answer within 60 seconds."), 60)


async def test_a_question_that_was_not_shown_yet_does_not_begin_to_run_when_a_pause_ends():
    ask, time, responding = await timed()
    ask.interrupt("paused", True)
    ask.interrupt("paused", False)
    time.pass_by(100)
    assert ask.seconds_left == 60
    responding.cancel()


async def test_showing_a_question_again_gives_no_more_time():
    ask, time, responding = await timed()
    ask.mark_shown()
    time.pass_by(50)
    ask.mark_shown()
    time.pass_by(10)
    assert (await responding).answer.kind == "timeout"


async def test_an_answer_after_the_time_is_too_late():
    ask, time, responding = await timed()
    ask.mark_shown()
    time.now += 61
    assert not ask.answer(Vote(index=1))
    assert (await responding).answer.kind == "timeout"


async def test_without_a_limit_there_is_all_the_time_in_the_world():
    ask, time, responding = await timed(REQUEST)
    ask.mark_shown()
    time.pass_by(1e6)
    assert ask.seconds_left is None
    assert not time.alarms
    ask.answer(Vote(index=1))
    assert (await responding).seconds == 1e6


async def test_an_answered_question_leaves_no_alarm_behind():
    ask, time, _ = await timed()
    ask.mark_shown()
    ask.answer(Vote(index=1))
    await asyncio.sleep(0)
    time.pass_by(100)
    assert not time.alarms


def test_the_header_does_not_say_who_it_is():
    human, _ = asked()
    assert human.describe() == {"kind": "human"}
    assert human.is_human
