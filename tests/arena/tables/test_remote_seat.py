"""The time of a seat that is played over a network, its player's absence, and answers that come twice. Seconds pass by hand."""

from __future__ import annotations

import asyncio
from dataclasses import dataclass
from typing import Any

import pytest

from woozle.arena.tables.plan import WhenGone
from woozle.arena.tables.remote_seat import MOST_LAG, WAIT_FOR_LOST, RemoteSeat, SeatFeed, SeatTerms
from woozle.core.referee import Referee
from woozle.core.request import Forfeit, PastResponse, Request, Response
from woozle.players.seat_protocol import TRIES, AnswerTiming

from tests.players.stopped_time import Time
from tests.saves.table import KEY
from tests.two_truths import Config, Tell, TwoTruths

SECONDS = 30.0
TOLD = {"texts": ["x", "y", "z"], "lie": 1}
OTHER = {"texts": ["x", "y", "z"], "lie": 2}
STANDS_IN = Tell(texts=("a", "b", "c"), lie=0)


@dataclass
class Asked:
    """A seat that has been asked its first question."""

    seat: RemoteSeat
    time: Time
    answering: asyncio.Task[Response]

    async def settle(self) -> Response | None:
        """Return the response, if there is one."""
        await asyncio.sleep(0)
        return self.answering.result() if self.answering.done() else None


def stands_in(request, observation) -> Response:
    return Response(request.id, STANDS_IN, 0.0, stand_in="steady")


def first_request() -> Request:
    """Return the first request of a match."""
    [request] = Referee(TwoTruths(3, Config()), KEY).open.values()
    return request


async def ask(
    seconds: float | None = SECONDS,
    *,
    is_here: bool = True,
    kind: str = "human",
    when_gone: WhenGone = "wait",
    away: float = 0.0,
    **watched: Any,
) -> Asked:
    time = Time()
    asyncio.get_running_loop().call_later = time.later
    referee = Referee(TwoTruths(3, Config(seconds=seconds)), KEY)
    [request] = referee.open.values()
    terms = SeatTerms(when_gone, 20.0, None, stands_in, **watched)
    seat = RemoteSeat(request.to, "cd" * 32, terms, {"kind": kind}, lambda: None, time)
    seat.begin(referee.view(request.to))
    seat.set_here(is_here)
    time.pass_by(away)
    asked = Asked(seat, time, asyncio.create_task(seat.respond(request, ())))
    await asyncio.sleep(0)
    return asked


async def test_a_deadline_leaves_room_for_the_network_and_no_more():
    asked = await ask()
    asked.time.pass_by(SECONDS + MOST_LAG - 0.01)
    assert await asked.settle() is None
    asked.time.pass_by(0.01)
    assert (await asked.settle()).answer == Forfeit("timeout", "No answer within 30 seconds.")


@pytest.mark.parametrize(
    ("lag", "waited", "told", "seconds"),
    [
        (0.0, 32.0, 20.0, None),  # two seconds more than there were, of a network that takes none
        (0.0, 30.4, 29.0, 29.9),  # half a second may always be the network's
        (1.0, 32.0, 20.0, 29.5),
        (1.0, 20.0, 25.0, 20.0),  # nobody thought longer than the host waited
        (60.0, 39.0, 5.0, 29.0),
    ],
)
async def test_a_client_is_believed_as_far_as_the_host_s_own_pings_go(lag, waited, told, seconds):
    asked = await ask()
    asked.seat.lag = lag
    asked.time.pass_by(waited)
    assert asked.seat.answer(1, TOLD, AnswerTiming(shown=0.0, submit=told)) is None
    response = await asked.settle()
    assert isinstance(response.answer, Forfeit) == (seconds is None)
    assert response.seconds == (SECONDS if seconds is None else seconds)
    assert (response.timing.host, response.timing.ping, response.timing.submit) == (waited, lag, told)


@pytest.mark.parametrize(("is_study", "seconds"), [(True, 7.0), (False, 19.5)])
async def test_time_away_is_no_thinking_where_a_client_is_trusted_and_no_excuse_anywhere(is_study, seconds):
    timing = AnswerTiming(shown=0.0, submit=19.0, away=12.0)
    asked = await ask(trusts_client=is_study)
    asked.time.pass_by(20.0)
    asked.seat.answer(1, TOLD, timing)
    response = await asked.settle()
    assert (response.seconds, response.clock) == (seconds, "terminal")
    asked = await ask(trusts_client=is_study)
    asked.time.pass_by(SECONDS + 1)
    asked.seat.answer(1, TOLD, timing)
    assert (await asked.settle()).answer == Forfeit("timeout", "No answer within 30 seconds.")


async def test_a_pause_is_recorded_and_is_no_thinking():
    asked = await ask()
    asked.time.pass_by(3.0)
    asked.seat.set_paused(True)
    asked.time.pass_by(100.0)
    asked.seat.set_paused(False)
    asked.time.pass_by(2.0)
    asked.seat.answer(1, TOLD, AnswerTiming(shown=0.0, submit=105.0))
    response = await asked.settle()
    assert (response.seconds, response.timing.paused, response.timing.host) == (5.0, 100.0, 5.0)


@pytest.mark.parametrize(("waited", "is_late"), [(30.9, False), (31.0, True)])
async def test_an_agent_that_tells_no_time_is_given_that_of_the_network(waited, is_late):
    asked = await ask(kind="agent")
    asked.seat.lag = 0.2
    asked.time.pass_by(waited)
    asked.seat.answer(1, TOLD)
    response = await asked.settle()
    assert response.seconds == SECONDS and isinstance(response.answer, Forfeit) == is_late


async def test_the_clock_of_a_lost_seat_stands_still_for_a_minute_a_match():
    asked = await ask()
    asked.time.pass_by(10.0)
    asked.seat.set_here(False)
    asked.time.pass_by(WAIT_FOR_LOST + 20.0 + MOST_LAG - 0.01)
    assert await asked.settle() is None
    asked.time.pass_by(0.02)
    assert (await asked.settle()).answer.kind == "timeout"


async def test_who_is_lost_again_and_again_has_one_minute_in_all_while_asked():
    asked = await ask(is_here=False)
    for _ in range(3):
        asked.seat.set_here(False)
        asked.time.pass_by(WAIT_FOR_LOST / 2)
        asked.seat.set_here(True)
    assert asked.seat.turn.waits.seconds == pytest.approx(WAIT_FOR_LOST / 2)


async def test_time_away_before_a_question_costs_nothing():
    asked = await ask(is_here=False, away=1000.0)
    asked.time.pass_by(WAIT_FOR_LOST)
    assert asked.seat.turn.waits.seconds == 0


async def test_who_is_back_before_the_minute_is_over_has_all_of_the_time_that_was_left():
    asked = await ask()
    asked.seat.set_here(False)
    asked.time.pass_by(WAIT_FOR_LOST - 1)
    asked.seat.set_here(True)
    asked.time.pass_by(SECONDS - 1)
    assert asked.seat.answer(1, TOLD) is None
    assert (await asked.settle()).seconds == SECONDS - 1


async def test_a_pause_stops_the_clock():
    asked = await ask()
    asked.seat.set_paused(True)
    asked.time.pass_by(10_000.0)
    asked.seat.set_paused(False)
    asked.time.pass_by(SECONDS + MOST_LAG - 0.01)
    assert await asked.settle() is None


@pytest.mark.parametrize(
    ("when_gone", "answer"),
    [("bot", STANDS_IN), ("forfeit", Forfeit("timeout", "Its player was gone.")), ("wait", None), ("pause", None)],
)
@pytest.mark.parametrize("seconds", [None, SECONDS])
async def test_a_seat_that_is_gone_is_dealt_with_when_its_time_is_over_and_not_before(when_gone, answer, seconds):
    asked = await ask(seconds, is_here=False, when_gone=when_gone)
    asked.time.pass_by(19.99)
    assert await asked.settle() is None
    assert asked.seat.waits_until_gone == (None if answer is None else pytest.approx(0.01))
    asked.time.pass_by(0.01)
    response = await asked.settle()
    assert (response and response.answer) == answer
    if answer is None:
        asked.seat.set_here(True)
        assert asked.seat.answer(1, TOLD) is None


async def test_who_is_back_in_time_is_gone_only_after_the_whole_time_again():
    asked = await ask(None, is_here=False, when_gone="forfeit")
    asked.time.pass_by(19.0)
    asked.seat.set_here(True)
    asked.time.pass_by(100.0)
    asked.seat.set_here(True)
    asked.seat.set_here(False)
    asked.seat.set_here(False)
    asked.time.pass_by(19.0)
    assert await asked.settle() is None and asked.seat.waits_until_gone == 1.0
    asked.time.pass_by(1.0)
    assert (await asked.settle()).answer.kind == "timeout"


@pytest.mark.parametrize(
    ("when_gone", "answer"),
    [("wait", STANDS_IN), ("pause", STANDS_IN), ("bot", STANDS_IN), ("forfeit", Forfeit("gave_up", "Its player was gone."))],
)
async def test_who_leaves_for_good_is_not_waited_for(when_gone, answer):
    asked = await ask(None, when_gone=when_gone)
    asked.seat.leave()
    assert (await asked.settle()).answer == answer
    assert not asked.seat.is_waited_for


async def test_an_answer_is_taken_once_by_whatever_way_it_comes():
    asked = await ask(None)
    request = asked.seat.turn.request
    for number in (0, 2, -1):
        refused = asked.seat.answer(number, TOLD), asked.seat.choose(number, None, ""), asked.seat.forfeit(number)
        assert [each.code for each in refused] == ["unasked"] * 3
    assert asked.seat.choose(1, None, "").code == asked.seat.answer(1, {"lie": 7}).code == "invalid"
    assert asked.seat.answer(1, TOLD) is None
    response = await asked.settle()
    for is_recorded in (False, True):
        if is_recorded:
            asked.seat.remember(PastResponse(request, response, 0))
        assert asked.seat.answer(1, TOLD) is None
        assert asked.seat.answer(1, OTHER).code == "another"
        assert asked.seat.forfeit(1).code == "unasked"
    assert asked.seat.answer(2, TOLD).code == "unasked"


async def test_an_agent_has_three_tries():
    asked = await ask(None, kind="agent")
    for _ in range(TRIES - 1):
        assert asked.seat.refuse_unreadable("No JSON.").code == "unreadable" and await asked.settle() is None
    asked.seat.refuse_unreadable("No JSON.")
    assert (await asked.settle()).answer.kind == "illegal"


async def test_a_connection_is_told_a_question_once():
    asked = await ask(None)
    feed = SeatFeed(asked.seat)
    assert [*feed.steps()][-1] is asked.seat.turn
    assert not [*feed.steps()]
    assert [*SeatFeed(asked.seat, seen=10**9, receipts=10**9).steps()] == [asked.seat.turn]


# Signs of a player


IDLE = 90.0
"""Seconds without a sign after which a player is asked for one; a lost seat is dealt with after 20 more."""


async def ask_watched(when_gone: WhenGone = "bot", **terms: Any) -> tuple[Asked, list[str]]:
    """Ask a human who is asked for signs. Return what the seat reports, too."""
    reports: list[str] = []
    return await ask(None, when_gone=when_gone, idle_seconds=IDLE, report=reports.append, **terms), reports


async def test_who_gives_no_sign_is_asked_for_one_and_then_dealt_with_as_lost():
    asked, reports = await ask_watched()
    asked.time.pass_by(IDLE - 0.01)
    assert asked.seat.waits_for_sign is None and reports == []
    asked.time.pass_by(0.01)
    assert asked.seat.waits_for_sign == 20.0 and reports == ["asked_for_sign"]
    asked.time.pass_by(19.99)
    assert await asked.settle() is None
    asked.time.pass_by(0.01)
    response = await asked.settle()
    assert (response.answer, asked.seat.lost, reports) == (STANDS_IN, "silent", ["asked_for_sign", "silent"])


@pytest.mark.parametrize("sign", ["key", "answer", "invalid answer", "forfeit"])
async def test_any_sign_begins_the_wait_anew_and_the_time_of_the_prompt_is_part_of_the_answer_s(sign: str):
    asked, reports = await ask_watched()
    asked.time.pass_by(IDLE + 19.0)
    match sign:
        case "key":
            asked.seat.show_sign()
        case "invalid answer":
            assert asked.seat.answer(1, {"lie": 7})
        case "forfeit":
            asked.seat.forfeit(1)
        case _:
            asked.seat.answer(1, TOLD)
    assert reports == ["asked_for_sign", "showed_sign"] and asked.seat.waits_for_sign is None
    if sign in ("answer", "forfeit"):
        assert (await asked.settle()).seconds == IDLE + 19.0
        return
    asked.time.pass_by(IDLE + 19.99)
    assert await asked.settle() is None
    asked.seat.answer(1, TOLD)
    assert (await asked.settle()).seconds == 2 * IDLE + 38.99


async def test_each_loss_and_each_return_is_reported_once():
    asked, reports = await ask_watched()
    asked.time.pass_by(IDLE + 20.0)
    first = await asked.settle()
    asked.seat.remember(PastResponse(asked.seat.turn.request, first, 0))
    for _ in range(2):  # who is silent is asked again, disconnects and connects again, and all of it shows nobody
        again = asyncio.create_task(asked.seat.respond(first_request(), ()))
        asked.seat.set_here(False)
        asked.seat.set_here(True)
        await asyncio.sleep(0)
        assert (await again).stand_in == "steady"
        asked.seat.remember(PastResponse(first_request(), await again, 0))
    assert reports == ["asked_for_sign", "silent"]
    asked.seat.show_sign()
    asked.seat.show_sign()
    assert reports == ["asked_for_sign", "silent", "returned"] and asked.seat.lost is None
    own = asyncio.create_task(asked.seat.respond(first_request(), ()))
    await asyncio.sleep(0)
    asked.seat.set_here(False)
    asked.time.pass_by(20.0)
    await own
    asked.seat.set_here(True)
    assert reports[3:] == ["gone", "returned"]


async def test_a_connection_that_comes_back_without_its_player_is_silent_after_the_whole_time():
    asked, reports = await ask_watched("forfeit")
    asked.time.pass_by(IDLE - 10.0)
    asked.seat.set_here(False)
    asked.time.pass_by(19.0)
    asked.seat.set_here(True)
    asked.time.pass_by(9.0)
    assert reports == []
    asked.time.pass_by(21.0)
    assert reports == ["asked_for_sign", "silent"]
    assert (await asked.settle()).answer == Forfeit("timeout", "Its player gave no sign of being there.")


async def test_where_the_study_ends_the_match_nothing_is_answered_for_who_is_lost():
    asked, reports = await ask_watched("wait", ends_when_lost=True)
    asked.seat.set_here(False)
    asked.time.pass_by(1000.0)
    assert await asked.settle() is None and reports == ["gone"]
    asked.seat.set_here(True)
    assert asked.seat.answer(1, TOLD) is None and reports == ["gone", "returned"]


async def test_a_table_that_asks_for_no_sign_waits_without_end():
    asked = await ask(None, when_gone="bot")
    asked.time.pass_by(10**6)
    assert await asked.settle() is None and asked.seat.waits_for_sign is None


async def test_who_is_asked_something_else_holds_up_nobody_for_ever_and_is_not_lost_on_the_way_back():
    asked, reports = await ask_watched(holds=lambda past: True)
    asked.seat.answer(1, TOLD)
    held = PastResponse(asked.seat.turn.request, await asked.settle(), 0)
    asked.seat.remember(held)
    asked.seat.set_here(False)  # for another page, as long as nobody waits for them
    asked.time.pass_by(1000.0)
    second = asyncio.create_task(asked.seat.respond(first_request(), ()))
    await asyncio.sleep(0)
    asked.time.pass_by(IDLE + 19.0)
    asked.seat.release()
    asked.time.pass_by(19.0)
    asked.seat.set_here(True)
    assert reports == [] and asked.seat.turn.waits.seconds == 0
    asked.seat.answer(2, TOLD)
    asked.seat.remember(held := PastResponse(first_request(), await second, 0))
    third = asyncio.create_task(asked.seat.respond(first_request(), ()))
    await asyncio.sleep(0)
    asked.time.pass_by(IDLE + 20.0)
    assert (await third).stand_in and reports == ["silent"]
    asked.seat.remember(PastResponse(first_request(), await third, 0))
    assert asked.seat.held == held  # the bot's answer is not followed by questions, and those to the player are still open
    asked.seat.release()
    assert reports == ["silent", "returned"]
