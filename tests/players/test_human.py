"""A person who answers through some screen."""

import asyncio

import pytest

from woozle.core.request import Forfeit, Request
from woozle.players.human import Ask, Human

from tests.two_truths import Vote

REQUEST = Request(3, "a", Vote, {})


def asked():
    asks: list[Ask] = []
    return Human(asks.append), asks


async def test_the_answer_of_the_screen_is_the_response():
    human, asks = asked()
    responding = asyncio.ensure_future(human.respond(REQUEST, ["seen"]))
    await asyncio.sleep(0)
    (ask,) = asks
    assert (ask.request, ask.observation, ask.is_open) == (REQUEST, ["seen"], True)
    assert ask.answer(Vote(index=1), seconds=2.34567)
    response = await responding
    assert (response.request, response.answer, response.seconds) == (3, Vote(index=1), 2.346)


async def test_giving_up_is_an_answer_too():
    human, asks = asked()
    responding = asyncio.ensure_future(human.respond(REQUEST, []))
    await asyncio.sleep(0)
    asks[0].answer(Forfeit("gave_up"), seconds=0)
    assert (await responding).answer == Forfeit("gave_up")


async def test_only_the_first_answer_counts():
    human, asks = asked()
    responding = asyncio.ensure_future(human.respond(REQUEST, []))
    await asyncio.sleep(0)
    assert asks[0].answer(Vote(index=1), seconds=1)
    assert not asks[0].answer(Vote(index=2), seconds=1)
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
    assert not asks[0].answer(Vote(index=1), seconds=1)


async def test_a_deadline_closes_the_question():
    human, asks = asked()
    with pytest.raises(TimeoutError):
        async with asyncio.timeout(0):
            await human.respond(REQUEST, [])
    assert all(not ask.is_open for ask in asks)


def test_the_header_does_not_say_who_it_is():
    human, _ = asked()
    assert human.describe() == {"kind": "human"}
    assert human.is_person
