"""The pace at which a player is shown what happens. Seconds pass by hand."""

from __future__ import annotations

import asyncio

from woozle.arena.tables.reading_pace import LONGEST
from woozle.arena.tables.remote_seat import MOST_LAG, RemoteSeat, SeatFeed, SeatTerms, Told, Turn
from woozle.core.referee import Referee
from woozle.core.request import Forfeit

from tests.arena.tables.test_remote_seat import stands_in
from tests.players.stopped_time import Time
from tests.saves.table import KEY
from tests.two_truths import Config, TwoTruths

SECONDS = 30.0


def seated(speed: float) -> tuple[RemoteSeat, list[object], Time, object]:
    """Return a seat whose player needs four seconds for each Event, what it observes, the time, and its first request."""
    time = Time()
    asyncio.get_running_loop().call_later = time.later
    referee = Referee(TwoTruths(3, Config(seconds=SECONDS)), KEY)
    [request] = referee.open.values()
    seat = RemoteSeat(
        request.to, "cd" * 32, SeatTerms("wait", 20.0, None, stands_in, lambda event: 4.0), {"kind": "human"}, lambda: None, time
    )
    observed: list[object] = ["begun"]
    seat.begin(observed)
    seat.set_here(True)
    seat.set_pace(speed)
    return seat, observed, time, request


def told(feed: SeatFeed) -> list[int | str]:
    """Return what a connection is sent: the number of Events it has then, and `asked`."""
    return [step.end if isinstance(step, Told) else "asked" for step in feed.steps() if isinstance(step, Told | Turn)]


async def test_each_event_is_sent_once_the_one_before_it_could_be_read():
    seat, observed, time, _ = seated(2.0)
    feed, begun = SeatFeed(seat), len(observed)
    assert told(feed) == [begun], "what was observed before is not read again"
    observed += ["one", "two", "three"]
    seat.notice()
    assert told(feed) == [begun + 1] and seat.behind == 2
    time.pass_by(1.99)
    assert told(feed) == []
    time.pass_by(0.01)
    assert told(feed) == [begun + 2]
    seat.set_pace(2.0, skips=True)
    assert told(feed) == [begun + 3] and seat.behind == 0
    seat.set_pace(0.0)
    observed += ["four", "five"]
    assert told(feed) == [], "it is sent once the match waits"
    seat.notice()
    assert told(feed) == [begun + 5]


async def test_a_question_waits_for_what_came_before_it_and_so_does_its_time():
    seat, observed, time, request = seated(1.0)
    feed = SeatFeed(seat, seen=len(observed))
    observed += ["one", "two"]
    seat.notice()
    answering = asyncio.create_task(seat.respond(request, ()))
    await asyncio.sleep(0)
    assert told(feed) == [len(observed) - 1]
    time.pass_by(4.0)
    assert told(feed) == [len(observed), "asked"]
    time.pass_by(SECONDS + MOST_LAG - 0.01)
    await asyncio.sleep(0)
    assert not answering.done()
    time.pass_by(0.01)
    await asyncio.sleep(0)
    assert isinstance(answering.result().answer, Forfeit)


async def test_nobody_holds_up_a_match_by_reading_slowly_or_by_leaving():
    seat, observed, time, request = seated(0.01)
    feed = SeatFeed(seat, seen=len(observed))
    observed += ["one", "two"]
    seat.notice()
    answering = asyncio.create_task(seat.respond(request, ()))
    await asyncio.sleep(0)
    time.pass_by(LONGEST)
    assert told(feed) == [len(observed), "asked"]
    observed += ["three", "four"]
    seat.notice()
    seat.set_here(False)
    seat.set_here(True)
    assert seat.behind == 0
    answering.cancel()
