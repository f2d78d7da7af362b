"""A live match without people: what spectators are told, and what they can do to it."""

from __future__ import annotations

import asyncio

import pytest

from woozle.arena.play.event_sources import LiveSource
from woozle.arena.play.news import Failed, Finished, Recorded, Turns
from woozle.arena.play.start import Resume, Start
from woozle.core.match import Match
from woozle.games.ship.players.bot import ShipBot
from woozle.saves.disk import SaveError
from woozle.saves.transcript import read
from woozle.saves.verify import verify
from woozle.saves.writer import Writer

from tests.arena.play.test_replay_source import CONFIG, FAST, Screen, at_once, played

START = Start("ship", ("bot*5",), CONFIG, 11)


async def test_a_match_is_told_as_it_grows_kept_and_finished():
    feed = LiveSource(START, speed=FAST, sleep=at_once)
    async with Screen(feed) as screen:
        await screen.until(lambda: screen.of(Finished))
    told = [each for message in screen.of(Recorded) for each in message.told]
    steps = [each for message in screen.of(Recorded) for each in message.steps]
    assert told == feed.told
    assert steps == feed.steps
    assert screen.playhead.at == len(told)
    assert verify(feed.path).is_verified
    assert screen.got.index(screen.of(Finished)[0]) > screen.got.index(screen.of(Recorded)[-1])


async def test_the_transcript_is_the_same_as_of_a_match_that_nobody_watches():
    feed = LiveSource(START, speed=FAST, sleep=at_once)
    async with Screen(feed) as screen:
        await screen.until(lambda: screen.of(Finished))
    unwatched = await asyncio.to_thread(played, seed=11)
    assert (feed.path / "transcript.jsonl").read_bytes() == (unwatched / "transcript.jsonl").read_bytes()


async def test_a_paused_match_stands_still_and_goes_on_answer_by_answer():
    feed = LiveSource(START, sleep=at_once)
    feed.steer("pause")
    async with Screen(feed) as screen:
        await screen.until(lambda: screen.playhead.at)
        at = screen.playhead.at
        assert not screen.playhead.is_playing
        assert feed.steps[-1] == 0
        for step in (1, 2, 3):
            feed.steer("step")
            await screen.until(lambda step=step: feed.steps[-1] == step and feed.pacer.is_paused)
        assert screen.playhead.at >= at
        assert len(read(feed.path).lines) == 3
        feed.steer("faster")
        feed.steer("go")
        await screen.until(lambda: feed.steps[-1] > 6)
    assert screen.playhead.speed == 2


async def test_pausing_costs_no_player_any_time():
    now = [0.0]

    class Slow(ShipBot):
        answers_at_once = False
        keeps_time = False

    feed = LiveSource(START, sleep=at_once)
    feed._match = Match(feed._match.referee, {seat: Slow("x") for seat in feed.seats}, feed, feed.pacer, lambda: now[0])
    feed.steer("pause")
    async with Screen(feed) as screen:
        await screen.until(lambda: screen.playhead.at)
        now[0] += 1000
        feed.steer("go")
        await screen.until(lambda: feed.steps[-1] > 2)
    assert {line.body["response"]["seconds"] for line in read(feed.path).lines} == {0.0}


async def test_in_a_pause_nobody_seems_to_think():
    feed = LiveSource(START, sleep=at_once)
    feed.steer("pause")
    async with Screen(feed) as screen:
        await screen.until(lambda: screen.of(Turns))
        assert screen.of(Turns)[-1].turns == ()


async def test_a_player_that_breaks_is_shown_and_the_match_goes_on():
    feed = LiveSource(START, speed=FAST, sleep=at_once)

    class Broken:
        is_human, answers_at_once, keeps_time = False, True, False

        async def respond(self, request, observation):
            raise RuntimeError("out of order")

    feed._match.players["Bob"] = Broken()
    async with Screen(feed) as screen:
        await screen.until(lambda: screen.of(Finished))
    assert any(turn.state == "forfeited" and turn.name == "Bob" for message in screen.of(Turns) for turn in message.turns)
    assert any("out of order" in feed.raw(at) for at in range(len(feed.told)))


async def test_a_match_that_was_left_goes_on_where_it_stood():
    first = LiveSource(START, sleep=at_once)
    async with Screen(first) as screen:
        await screen.until(lambda: first.steps[-1] > 9)
    again = LiveSource(Resume(first.path), speed=FAST, sleep=at_once)
    kept = len(first.told)
    assert again.told == first.told
    assert again.steps == first.steps
    assert again.raw(kept) == first.raw(kept)
    async with Screen(again) as screen:
        await screen.until(lambda: screen.of(Finished))
    assert verify(first.path).is_verified


async def test_a_transcript_that_cannot_be_written_ends_it_with_a_sentence(monkeypatch):
    feed = LiveSource(START, speed=FAST, sleep=at_once)
    monkeypatch.setattr(Writer, "keep_response", lambda *_: (_ for _ in ()).throw(SaveError("The disk is full.")))
    async with Screen(feed) as screen:
        await screen.until(lambda: screen.of(Failed))
    assert screen.of(Failed)[0].sentence == "The disk is full."
    assert not [step for step in feed.steps if step]


def test_a_match_with_a_person_is_not_watched():
    with pytest.raises(ValueError, match="is a person's"):
        LiveSource(Start("ship", ("human", "bot*4"), CONFIG))
