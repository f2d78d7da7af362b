"""Players of a study's table who give no sign, lose their connection or never come, as all pages see it. Seconds pass by hand."""

from __future__ import annotations

import asyncio
import json
import math
from collections.abc import AsyncIterator, Callable, Mapping
from contextlib import aclosing, asynccontextmanager
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from woozle.arena.tables.database import TABLES, TableDatabase
from woozle.arena.tables.directory import TableDirectory
from woozle.arena.tables.entrance import Visitor, enter
from woozle.arena.tables.guest import Guest
from woozle.arena.tables.house import House
from woozle.arena.tables.invitations import new_secret
from woozle.arena.tables.journal import JOURNAL
from woozle.arena.tables.place import Place
from woozle.arena.tables.plan import Loss, StudyTerms
from woozle.arena.tables.table import OpenTable
from woozle.arena.web.page_socket import PageVoice, SeatViews
from woozle.arena.web.sockets import converse
from woozle.core.request import Answer
from woozle.players.registry import bot
from woozle.players.seat_protocol import ByeMessage
from woozle.saves.transcript import read
from woozle.saves.verify import verify

from tests.players.stopped_time import Time
from tests.web.open_table import plan, working_at_a_time
from tests.web.test_table_pages import first_answer

IDLE, GONE_AFTER = 90.0, 60.0
BOT = bot("urn").name


class Page:
    """The page of a place, without a browser. heard: all that it was sent, each with the time."""

    def __init__(self, table: OpenTable, place: Place, time: Time) -> None:
        self.heard: list[tuple[float, dict[str, Any]]] = []
        self.number = place.number
        self.answers: Callable[[dict[str, Any]], Mapping[str, Any] | None] = lambda asked: first_answer(asked["html"])
        self._time = time
        guest = Guest()
        socket: Any = SimpleNamespace(lag=None)
        told, self._hear = converse(socket, table, place, guest, PageVoice(table, place, guest, SeatViews(), 0), [])
        self._reading = asyncio.create_task(self._read(told))

    async def _read(self, told: Any) -> None:
        async with aclosing(told):
            async for each in told:
                messages = [each.model_dump_json()] if isinstance(each, ByeMessage) else each
                for message in map(json.loads, messages):
                    self.heard.append((self._time.now, message))
                    if message["type"] == "ask" and (answer := self.answers(message)) is not None:
                        self.say(type="answer", id=message["id"], **answer)

    def say(self, **message: Any) -> None:
        for reply in self._hear(json.dumps(message)):
            self.heard.append((self._time.now, json.loads(reply)))

    def all(self, kind: str) -> list[dict[str, Any]]:
        return [message for _, message in self.heard if message["type"] == kind]

    async def close(self) -> None:
        self._reading.cancel()
        await asyncio.gather(self._reading, return_exceptions=True)


class Hall:
    """Tables without a server, and time that passes by hand. lost: what was reported of seats: the place, and what became of it."""

    def __init__(self, folder: Path, **house: Any) -> None:
        self.time = Time()
        self.lost: list[tuple[int, str]] = []
        self.problems: list[BaseException] = []
        asyncio.get_running_loop().call_later = self.time.later  # type: ignore[method-assign, assignment]
        self._database = TableDatabase(folder / TABLES)
        self.tables = TableDirectory(
            House(
                self._database,
                records=folder / "matches",
                report=self.problems.append,
                lost=lambda plan, place, change: self.lost.append((place, change)),
                clock=self.time,
                **house,
            )
        )

    def open(self, seats: str = "remote*2,bot*3", *, when_gone: Any = "bot", is_blind: bool = False, **terms: Any) -> OpenTable:
        """Open a table whose places all have their participants, who have not come yet."""
        study = StudyTerms(**{"folder": "a-match", "then": "/visit", "idle_seconds": IDLE} | terms)
        table = self.tables.open(
            plan(
                seats=seats,
                preset="quick",
                study=study,
                seed=7,
                watching="none",
                when_gone=when_gone,
                gone_after=GONE_AFTER,
                is_blind=is_blind,
                slot=2.0,
            )
        )
        for number, token in [*table.room.invitations.items()]:
            enter(table, self.tables.door, Visitor(new_secret(), f"Participant {number}", ""), token)
        return table

    def page(self, table: OpenTable, number: int) -> Page:
        return Page(table, table.room.place(number), self.time)

    async def settle(self) -> None:
        for _ in range(60):
            await asyncio.sleep(0)

    async def pass_by(self, seconds: float, until: Callable[[], bool] = lambda: False) -> None:
        """Let time pass, second by second."""
        await self.settle()
        for _ in range(int(seconds)):
            if until():
                return
            self.time.pass_by(1.0)
            await self.settle()

    async def close(self) -> None:
        await self.tables.stop()
        self._database.close()
        assert self.problems == []


@asynccontextmanager
async def hall(folder: Path, **house: Any) -> AsyncIterator[Hall]:
    opened = Hall(folder, **house)
    try:
        yield opened
    finally:
        await opened.close()


def journal(table: OpenTable) -> list[dict[str, Any]]:
    assert table.folder
    return [json.loads(line) for line in (table.folder / JOURNAL).read_text().splitlines()]


def responses(table: OpenTable, number: int) -> list[dict[str, Any]]:
    """Return what the transcript has of the answers of a place."""
    assert table.folder
    seat = table.room.place(number).seat
    assert seat
    return [line.body["response"] for line in read(table.folder).lines if line.body["request"]["to"] == seat.name]


async def test_a_silent_player_is_asked_then_played_for_and_back_with_the_first_sign(tmp_path):
    async with hall(tmp_path) as at:
        table = at.open(shows_players=True)
        own, other = at.page(table, 1), at.page(table, 2)
        own.answers = other.answers = lambda asked: None
        await at.pass_by(IDLE)
        [asked] = own.all("notices")
        assert "Are you still there?" in asked["html"] and "60</span> seconds" in asked["html"] and "60 seconds" in asked["said"]
        assert other.all("notices") == [], "nobody else learns of the question"
        await at.pass_by(GONE_AFTER)
        assert at.lost == [(1, "silent")]
        assert "There was no sign of you" in own.all("notices")[-1]["html"] and "still-here" in own.all("notices")[-1]["html"]
        assert [each["said"] for each in other.all("notices")] == ["A program plays Ada now, since its player is not there."]
        assert "another participant" in (shown := other.all("presence")[-1]["html"]) and "replaced by a program" in shown
        own.answers = other.answers = lambda asked: first_answer(asked["html"])
        own.say(type="sign")
        await at.settle()
        assert at.lost == [(1, "silent"), (1, "returned")]
        assert other.all("notices")[-1]["said"] == "The player of Ada is back."
        assert own.all("notices")[-1]["said"] == "A program played for you while you were not there."
        other.say(type="answer", id=1, **first_answer(other.all("ask")[-1]["html"]))
        await at.pass_by(60, until=lambda: table.state == "over")
        assert [each.get("stand_in") for each in responses(table, 1)] == [BOT, None, None, None]
        assert table.folder and verify(table.folder).verdict == "verified"
        happened = [each for each in journal(table) if each["place"] == 1 and each["what"] not in ("came", "stood_in")]
        assert [(each["what"], each.get("how")) for each in happened[:3]] == [
            ("asked_for_sign", None),
            ("dealt_with", "silent"),
            ("returned", None),
        ]
        assert happened[1]["clock"] - happened[0]["clock"] == GONE_AFTER and happened[0]["time"].endswith("+00:00")


async def test_who_answers_while_asked_whether_they_are_there_has_all_of_that_time_in_the_answer(tmp_path):
    async with hall(tmp_path) as at:
        table = at.open()
        own, _ = at.page(table, 1), at.page(table, 2)
        own.answers = lambda asked: None
        await at.pass_by(IDLE + GONE_AFTER - 1)
        [asked] = own.all("ask")
        own.say(type="answer", id=1, **first_answer(asked["html"]))
        await at.settle()
        [first] = responses(table, 1)
        assert first["seconds"] == IDLE + GONE_AFTER - 1 and "stand_in" not in first and at.lost == []
        assert own.all("notices")[-1]["html"] == ""


async def played(folder: Path, how: Loss, *, is_lost: bool, is_blind: bool) -> str:
    """Play a match in which nothing is to tell that a player was lost and came back. Return what another one was sent, and when.

    how: a player is lost from the start on, for some questions. is_lost: if not, they answer as the bot would all along, from the
    time on when they would be dealt with as lost.
    """
    lost_at = GONE_AFTER if how == "gone" else IDLE + GONE_AFTER
    async with hall(folder) as at:
        table = at.open(shows_players=not is_blind, shows_replacement=False, is_blind=is_blind)
        own, other = at.page(table, 1), at.page(table, 2)
        own.answers = lambda asked: None
        await at.settle()
        seat = table.room.place(1).seat
        assert seat
        if is_lost and how == "gone":
            await own.close()
        await at.pass_by(lost_at / 2)
        if not is_lost:
            own.say(type="sign")
        await at.pass_by(lost_at / 2)
        for _ in range(200):
            if other.all("over"):
                break
            if is_lost and seat.lost and len(responses(table, 1)) == 2:
                if how == "gone":
                    own = at.page(table, 1)
                    own.answers = lambda asked: None
                else:
                    own.say(type="sign")
                await at.settle()
            if not seat.lost and (turn := seat.turn) and turn.is_open:
                given = seat._terms.stand_in(turn.request, seat.observation).answer
                assert isinstance(given, Answer) and seat.answer(turn.number, given.model_dump(mode="json")) is None
                await at.settle()
            await at.pass_by(1)
        assert at.lost == ([(1, how), (1, "returned")] if is_lost else []) and other.all("over") and not other.all("notices")
        stood_in = ["stand_in" in each for each in responses(table, 1)]
        assert stood_in[:2] == [is_lost, is_lost] and not stood_in[-1]
        return json.dumps(other.heard, indent=0).replace(table.id, "?")


@pytest.mark.parametrize(("how", "is_blind"), [("gone", True), ("silent", False)])
async def test_where_a_replacement_is_hidden_others_are_sent_the_same_bytes_at_the_same_time(tmp_path, how, is_blind):
    with working_at_a_time(0.0):
        lost = await played(tmp_path / "lost", how, is_lost=True, is_blind=is_blind)
    with working_at_a_time(math.inf):
        there = await played(tmp_path / "there", how, is_lost=False, is_blind=is_blind)
    assert lost.splitlines() == there.splitlines()
    assert "not connected" not in lost and "reconnecting" not in lost


async def test_others_read_that_a_player_is_lost_and_is_back_where_the_plan_shows_it(tmp_path):
    async with hall(tmp_path) as at:
        table = at.open("remote*3,bot*2", when_gone="forfeit", shows_players=True)
        pages = [at.page(table, number) for number in (1, 2, 3)]
        pages[0].answers = pages[1].answers = lambda asked: None
        await at.settle()
        await pages[0].close()
        await at.settle()
        assert "Ada: another participant" in pages[1].all("presence")[-1]["html"]
        assert "reconnecting" in pages[1].all("presence")[-1]["html"]
        await at.pass_by(GONE_AFTER)
        for other in pages[1:]:
            assert [each["said"] for each in other.all("notices")] == ["Ada gives no answers now, since its player is not there."]
        assert at.lost == [(1, "gone")] and responses(table, 1)[0]["forfeit"]["kind"] == "timeout"
        company = pages[1].all("presence")[-1]["html"]
        assert "gives no answers now" in company and "reconnecting" not in company
        again = at.page(table, 1)
        await at.settle()
        assert at.lost == [(1, "gone"), (1, "returned")]
        assert "stayed without an answer" in again.all("notices")[0]["html"]
        assert pages[1].all("notices")[-1]["said"] == "The player of Ada is back."


async def test_pages_say_who_is_a_participant_a_program_or_a_model_and_name_no_participant(tmp_path):
    async with hall(tmp_path, model=lambda folder: lambda game, seat, spec, seed, make=None: bot(game)(seed)) as at:
        table = at.open("remote*2,bot*2,ollama:qwen3:8b", shows_players=True)
        pages = [at.page(table, number) for number in (1, 2)]
        await at.settle()
        company = pages[0].all("presence")[-1]["html"]
        for words in ("Ada: you", "Bo: another participant", "Cy: program", "Dot: program", "Eli: model ollama:qwen3:8b"):
            assert words in company
        hidden = at.open(folder="another")
        other = [at.page(hidden, number) for number in (1, 2)]
        await at.settle()
        for _, message in pages[0].heard + pages[1].heard + other[0].heard:
            assert "Participant " not in json.dumps(message)
        assert not any("participant" in each["html"] for each in other[0].all("presence"))


async def test_a_match_begins_without_who_does_not_come_and_they_may_come_later(tmp_path):
    async with hall(tmp_path) as at:
        table = at.open()
        own = at.page(table, 2)
        own.answers = lambda asked: None
        await at.settle()
        assert table.state == "waiting"
        table.start()
        await at.settle()
        if seat := table.room.place(1).seat:
            seat.lose()
        await at.settle()
        assert at.lost == [(1, "gone")] and own.all("notices")[-1]["said"].startswith("A program plays Ada now")
        assert [each["stand_in"] for each in responses(table, 1)][:1] == [BOT]
        late = at.page(table, 1)
        await at.settle()
        own.answers = lambda asked: first_answer(asked["html"])
        own.say(type="answer", id=1, **first_answer(own.all("ask")[-1]["html"]))
        await at.pass_by(60, until=lambda: table.state == "over")
        assert at.lost == [(1, "gone"), (1, "returned")] and late.all("over") and own.all("over")


async def test_a_loss_is_reported_once_though_the_server_is_killed_in_between(tmp_path):
    async with hall(tmp_path) as at:
        table = at.open()
        own, other = at.page(table, 1), at.page(table, 2)
        own.answers = other.answers = lambda asked: None
        await at.settle()
        await own.close()
        await at.pass_by(GONE_AFTER)
        assert at.lost == [(1, "gone")]
    async with hall(tmp_path) as at:
        [table] = at.tables.resume()
        other = at.page(table, 2)
        await at.pass_by(GONE_AFTER + IDLE, until=lambda: len(responses(table, 1)) > 1)
        assert at.time.now < 2 and at.lost == [] and other.all("notices")[0]["html"], "they are played for at once"
        at.page(table, 1)
        await at.settle()
        assert at.lost == [(1, "returned")]
    assert [each["what"] for each in journal(table) if each["what"] in ("dealt_with", "returned")] == ["dealt_with", "returned"]


async def test_who_is_asked_for_beliefs_is_away_for_nobody_and_holds_up_no_match_for_ever(tmp_path):
    async with hall(tmp_path, holds=lambda plan, past: past.request.to == "Ada") as at:
        table = at.open(shows_players=True)
        own, other = at.page(table, 1), at.page(table, 2)
        await at.settle()
        assert own.all("go") == [{"type": "go", "address": "/visit"}]
        await own.close()  # the page is left for another one
        await at.settle()
        first, second = (table.room.place(number).seat for number in (1, 2))
        assert first and second and first.held and not second.held
        await at.pass_by(IDLE + GONE_AFTER - 2)
        assert table.room.presence(table.room.place(1)) == "here" and at.lost == []
        assert not any("Ada" in each["html"] and "reconnecting" in each["html"] for each in other.all("presence"))
        assert len(second.receipts) > 0 and table.state == "playing"
        await at.pass_by(60, until=lambda: table.state == "over")
        assert table.state == "over" and at.lost == [(1, "silent")] and other.all("over")
        assert first.held, "what they are asked is still asked"


async def test_a_match_that_the_study_ends_says_so_to_everybody(tmp_path):
    async with hall(tmp_path) as at:
        table = at.open(when_gone="wait", ends_when_lost=True)
        own, other = at.page(table, 1), at.page(table, 2)
        own.answers = other.answers = lambda asked: None
        await at.settle()
        await own.close()
        await at.pass_by(GONE_AFTER)
        assert at.lost == [(1, "gone")] and responses(table, 1) == []
        await table.close("Another participant has left.")
        await at.settle()
        assert other.all("bye") == [{"type": "bye", "code": "closed", "why": "Another participant has left."}]
        assert table.state == "closed"
