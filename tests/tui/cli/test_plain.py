"""Several people who play line by line at one terminal."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Iterable
from itertools import count, pairwise

import pytest
from pydantic import Field

from woozle.arena.play.setup import new_match
from woozle.core.chance import key_from_seed
from woozle.core.game import EVERYONE
from woozle.core.match import Match, Pacer
from woozle.core.referee import Referee
from woozle.core.request import Answer, Request, Response
from woozle.games.ship.config import preset
from woozle.games.ship.maps import load
from woozle.players.random_bot import RandomBot
from woozle.saves import paths
from woozle.saves.transcript import read
from woozle.saves.writer import Writer
from woozle.tui.cli.plain import _CLEAR, InputClosedError, PlainTable, Typist, read_answer, write_wrapped

from tests.tui.hosts import LIMIT
from tests.two_truths import TwoTruths, Vote
from tests.words import read_event

CONFIG = preset("standard", map=load("shuttle"), max_ticks=6, rounds=1)


def table(lines: Iterable[str], *, is_terminal: bool = True):
    """A table for two people who type these lines, the match, and what is written."""
    typed, written = iter(lines), []
    place = PlainTable("ship", Typist(lambda: next(typed)), written.append, is_terminal=is_terminal)
    return place, new_match("ship", ["human*2", "bot*3"], CONFIG, 3, human=place.human), written


async def test_people_take_turns_and_each_screen_shows_what_one_of_them_has_observed_and_lines_are_timed():
    place, (match, folder, writer), written = table(["1\n"] * 400)
    await asyncio.wait_for(place.play(match), LIMIT)
    writer.close()
    screens = "\n".join(written).split(_CLEAR)
    own = {
        seat: {
            line
            for event, audience in match.referee.record
            if audience is not EVERYONE and seat in audience
            for line in read_event("ship", event, seat)
        }
        for seat in ("Alice", "Bob")
    }
    looked = set()
    for before, screen in pairwise(screens):
        seat = next((seat for seat in own if f"Pass the keyboard to {seat}, then press enter." in before), None)
        if seat:
            other = "Bob" if seat == "Alice" else "Alice"
            shown = set(screen.split("\n"))
            assert shown & own[seat]
            assert not shown & (own[other] - own[seat])
            looked.add(seat)
        else:
            assert "Pass the keyboard to" in screen
    assert looked == {"Alice", "Bob"}
    responses = [line.body["response"] for line in read(folder).lines if line.body["request"]["to"] in looked]
    assert responses
    for response in responses:
        timing = response["timing"]
        assert timing.pop("shown") >= 0
        assert timing.pop("submit") >= response["seconds"]
        nothing = dict.fromkeys(("keys", "deletions", "pasted", "long_pastes", "anticipated"), 0)
        assert timing == {"first_key": None, "away": None, "paused": 0.0, "covered": 0.0} | nothing, "of keys nothing is known"


def test_without_a_terminal_that_can_be_cleared_only_one_person_can_play():
    with pytest.raises(ValueError, match="only at a terminal"):
        table([], is_terminal=False)


class Range(Answer):
    low: int = Field(ge=0, le=90, description="From?")
    high: int = Field(ge=0, le=90, description="To?")


@pytest.mark.parametrize("typed", [["35-41"], ["35 to 41"], [" 35 41 "], ["35", "41"]])
async def test_the_ends_of_a_range_stand_on_one_line_or_two(typed):
    written, left = [], [f"{line}\n" for line in typed]
    answer = await read_answer(Request(1, "a", Range, {}), Typist(lambda: left.pop(0)), written.append)
    assert (answer, left) == (Range(low=35, high=41), [])
    assert written == ["From?", "To?"][: len(typed)]


async def test_what_others_had_answered_when_the_lines_end_is_kept():
    """It may have been paid for."""
    arrived = threading.Event()

    class Late:
        """Answers after the first, while the match gives people time to read that."""

        is_human, answers_at_once, keeps_time = False, False, True

        async def respond(self, request, observation):
            await reading.wait()
            asyncio.get_running_loop().call_soon(arrived.set)
            return Response(request.id, Vote(index=0), 0.0)

        def describe(self):
            return {"kind": "late"}

    async def until_read(seconds):
        reading.set()
        await asyncio.Event().wait()

    def typed():
        arrived.wait(30)
        return ""

    reading, calls = asyncio.Event(), count()
    place = PlainTable("two_truths", Typist(typed), [].append)
    referee = Referee(TwoTruths(seats=4), key_from_seed(1))
    players = {"a": RandomBot("1"), "b": place.human("b"), "c": RandomBot("2"), "d": Late()}
    writer = Writer.create(
        paths.data_folder() / "match", referee, {seat: each.describe() for seat, each in players.items()}, sync=False
    )
    match = Match(referee, players, writer, Pacer(lambda told: float(next(calls) == 2), until_read))
    with pytest.raises(InputClosedError):
        await place.play(match)
    writer.close()
    assert {line.body["request"]["to"] for line in read(paths.data_folder() / "match").lines} == {"a", "c", "d"}


async def test_stopping_a_match_whose_output_was_closed_raises_nothing_else():
    class Silent(RandomBot):
        answers_at_once = False

        async def respond(self, request, observation):
            await asyncio.Event().wait()

    def write(line):
        raise BrokenPipeError

    place = PlainTable("two_truths", Typist(lambda: ""), write)
    match = Match(Referee(TwoTruths(seats=3), key_from_seed(1)), {"a": RandomBot("1"), "b": Silent("2"), "c": Silent("3")})
    playing = asyncio.ensure_future(place.play(match))
    for _ in range(10):
        await asyncio.sleep(0)
    playing.cancel()
    with pytest.raises(asyncio.CancelledError):
        await playing


def test_a_long_line_is_broken_between_words_at_a_terminal(capsys, monkeypatch):
    monkeypatch.setenv("COLUMNS", "20")
    write_wrapped("Ada: I was in the engine room.\nNobody  else was")
    assert capsys.readouterr().out == "Ada: I was in the\nengine room.\nNobody  else was\n"
    write_wrapped(f"{_CLEAR}Pass the keyboard")
    assert capsys.readouterr().out.startswith(_CLEAR), "what one player was told is wiped whole"
