"""Models at the table of a live match: what spectators and people are told while they think."""

from __future__ import annotations

import asyncio

from woozle.arena.play.event_sources import LiveSource, ReplaySource
from woozle.arena.play.news import Asked, Recorded, Thinking, Turns, Waits
from woozle.arena.play.session import Session
from woozle.arena.play.start import Start
from woozle.players.backends.model_client import Heard
from woozle.saves.transcript import read

from tests.arena.play.test_replay_source import CONFIG, FAST, Screen, at_once
from tests.tui.thinkers import THOUGHTS, USAGE, Thinkers

TWO_MODELS = Start("ship", ("openai:tiny-1", "openai:tiny-1", "bot*3"), CONFIG, 11)


def watching(models, **options):
    return LiveSource(TWO_MODELS, speed=FAST, sleep=at_once, models=models, clock=lambda: 5.0, **options)


async def test_a_reply_is_shown_while_it_comes_and_then_as_the_transcript_has_it():
    models = Thinkers(Alice=[Heard("Off "), Heard("to the scan"), ...])
    feed = watching(models)
    async with Screen(feed) as screen:
        await screen.until(lambda: any(mind.said == "Off to the scan" for m in screen.of(Thinking) for mind in m.minds))
        (alice,) = [turn for turn in screen.of(Turns)[-1].turns if turn.name == "Alice"]
        assert (alice.words, alice.since) == ("answering", 5.0)
        models.made["Alice"].go.set()
        await screen.until(lambda: any(one.seat == "Alice" for m in screen.of(Recorded) for one in m.done))
        last = screen.of(Thinking)[-1]
    assert all(mind.said != "Off to the scan" for mind in last.minds)
    (one, *_) = [each for m in screen.of(Recorded) for each in m.done if each.seat == "Alice"]
    assert (one.usage, one.tries[0].thoughts) == (USAGE, THOUGHTS)


async def test_a_refused_reply_is_kept_and_the_next_try_is_another():
    models = Thinkers(Alice=["Sorry.", ...])
    feed = watching(models)
    async with Screen(feed) as screen:
        await screen.until(lambda: any(mind.retry and mind.state == "sent" for m in screen.of(Thinking) for mind in m.minds))
        (alice,) = [turn for turn in screen.of(Turns)[-1].turns if turn.name == "Alice"]
        assert alice.words == "retry 2/3 (unparsable): sent"
    said = [one.said for m in screen.of(Recorded) for each in m.done for one in each.tries if one.reading]
    assert said == ["Sorry."]


async def test_whoever_looks_on_can_end_the_waiting():
    models = Thinkers(Alice=[...])
    feed = watching(models)
    async with Screen(feed) as screen:
        await screen.until(lambda: any(turn.words for turn in screen.of(Turns)[-1].turns))
        feed.steer("give_up")
        await screen.until(lambda: any("forfeit" in line.body["response"] for line in read(feed.path).lines))
    (line,) = [line for line in read(feed.path).lines if "forfeit" in line.body["response"]]
    assert line.body["request"]["to"] == "Alice"
    assert line.body["response"]["forfeit"] == {"kind": "gave_up", "why": "Cancelled by the user."}


async def test_a_replay_tells_what_was_done_and_only_to_those_who_may_know():
    feed = watching(Thinkers())
    async with Screen(feed) as screen:
        await screen.until(lambda: feed.farewell == "")
        live = feed.done
    replay = ReplaySource(feed.path, line=3, sleep=at_once)
    assert replay.done == live
    assert {each.seat for each in live} == {"Alice", "Bob"}


ALONE = Start("ship", ("human", "openai:tiny-1", "openai:tiny-1", "bot*2"), CONFIG, 11)


async def until(is_so):
    for _ in range(20_000):
        if is_so():
            return
        await asyncio.sleep(0)
    raise AssertionError("It did not come about.")


def answer_all(session, got):
    """Answer whatever the person is asked."""
    asked = [each for each in got if isinstance(each, Asked)]
    for each in asked:
        session.answer(each.request.id, each.request.answer(**{name: legal[0] for name, legal in each.request.choices.items()}))


async def test_a_person_is_told_how_many_others_are_waited_for_and_for_how_long():
    now = [0.0]
    got = []
    models = Thinkers(Bob=[...], Charlie=[...])
    session = Session(ALONE, clock=lambda: now[0], speed=FAST, models=models)
    playing = asyncio.ensure_future(session.play(got.append))

    def waits():
        answer_all(session, got)
        return [each for each in got if isinstance(each, Waits) and each.number]

    await until(lambda: waits() and any(made.script == [] for made in models.made.values()))
    assert waits()[-1].number == 1
    now[0] += 7.0
    assert waits()[-1].elapsed() == 7.0
    before = session.match.referee.folded
    session.give_up()
    await until(lambda: waits() and session.match.referee.folded > before)
    playing.cancel()
    await asyncio.wait([playing])
    assert not [each for each in got if isinstance(each, Thinking | Turns)]
