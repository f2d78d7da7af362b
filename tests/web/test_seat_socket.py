"""The seat protocol over WebSockets: a match at an open table, played by scripted guests."""

from __future__ import annotations

import asyncio
import json
from pathlib import Path
from typing import Any

import pytest
from aiohttp import ClientSession

from woozle.arena.tables.journal import JOURNAL
from woozle.arena.tables.plan import WhenGone
from woozle.players.registry import bot
from woozle.saves.transcript import read
from woozle.saves.verify import verify

from tests.web.open_table import NONCE, Guest, first_legal, guests_of, plan, serving


async def test_guests_play_a_match_to_its_end(tmp_path: Path):
    async with serving(tmp_path) as (tables, base), ClientSession() as session:
        table = tables.open(plan())
        guests = guests_of(session, base, table)
        async with asyncio.timeout(30):
            await asyncio.gather(*(guest.play() for guest in guests))
        for guest in guests:
            kinds = guest.kinds()
            assert kinds[0] == "hello" and kinds[1] == "joined" and kinds[-1] == "over"
            assert kinds.index("deal") < kinds.index("welcome") < kinds.index("request")
            asked = [each["id"] for each in guest.all("request")]
            assert asked == [each["id"] for each in guest.all("receipt")] == [*range(1, len(asked) + 1)]
        assert guests[0].last("welcome")["seat"] != guests[1].last("welcome")["seat"]
        assert table.folder and verify(table.folder).verdict == "verified"


async def test_what_bots_answer_at_once_comes_together(tmp_path: Path):
    async with serving(tmp_path) as (tables, base), ClientSession() as session, asyncio.timeout(30):
        [guest] = guests_of(session, base, tables.open(plan("ship", "remote,bot*5", seed=1)))
        await guest.play()
    parts = " ".join(guest.kinds()).split("request")
    assert max(part.split().count("events") for part in parts) == 2, "one of its own answer, one of all that follows"


GONE: dict[WhenGone, tuple[list[str], dict[str, Any]]] = {
    "wait": (["lost", "came"], {}),
    "pause": (["lost", "paused", "came", "resumed"], {}),
    "bot": (["lost", "dealt_with", "stood_in", "came", "returned"], {"stand_in": bot("urn").name}),
    "forfeit": (["lost", "dealt_with", "came", "returned"], {"forfeit": {"kind": "timeout", "why": "Its player was gone."}}),
}


@pytest.mark.parametrize("how", GONE)
async def test_a_seat_that_is_gone_is_dealt_with_as_its_host_chose_and_that_is_on_record(how: WhenGone, tmp_path: Path):
    async with serving(tmp_path) as (tables, base), ClientSession() as session, asyncio.timeout(30):
        table = tables.open(plan(preset="quick", when_gone=how, gone_after=1))
        lost, other = guests_of(session, base, table)
        playing = asyncio.create_task(other.play())
        await lost.play(lambda message: message["type"] == "request")
        while not [each for each in other.all("presence") if each["state"] == "reconnecting"]:
            await asyncio.sleep(0)
        seat = table.room.places[lost.last("joined")["place"] - 1].seat
        assert seat
        while how in ("bot", "forfeit") and not seat.receipts:
            await asyncio.sleep(0.01)
        lost.joins |= {"seen": 0, "receipts": 0}
        await asyncio.gather(lost.play(), playing)
        assert table.folder and verify(table.folder).verdict == "verified"
        happened, answered = GONE[how]
        journal = [json.loads(line)["what"] for line in (table.folder / JOURNAL).read_text().splitlines()]
        assert [*dict.fromkeys(journal[2:])][: len(happened)] == happened
        responses = [each.body["response"] for each in read(table.folder).lines if each.body["request"]["to"] == seat.name]
        marks = [{name: each[name] for name in ("stand_in", "forfeit") if name in each} for each in responses]
        gone = 4 - marks.count({})  # answers until its player was back
        assert marks == [answered] * gone + [{}] * (4 - gone) and bool(gone) == bool(answered)


async def test_who_has_left_is_not_waited_for_after_a_restart(tmp_path: Path):
    async with ClientSession() as session:
        async with serving(tmp_path) as (tables, base), asyncio.timeout(30):
            table = tables.open(plan())
            gone, other = guests_of(session, base, table)
            gone.reply = lambda message: {"type": "leave"} if message["type"] == "request" else Guest.reply(gone, message)  # type: ignore[method-assign]
            await asyncio.gather(gone.play(), other.play(lambda message: message["type"] == "request"))
        async with serving(tmp_path) as (tables, base), asyncio.timeout(30):
            other.base = base
            await other.play()
            assert next(iter(tables)).room.presence(next(iter(tables)).room.places[0]) == "left"


async def test_who_does_not_reveal_leaves_the_nonce_to_the_host_and_another_attempt_is_made(tmp_path: Path, monkeypatch):
    monkeypatch.setattr("woozle.arena.tables.deal_attempt.ANSWER_SECONDS", 0.2)
    async with serving(tmp_path) as (tables, base), ClientSession() as session, asyncio.timeout(30):
        table = tables.open(plan())
        honest, other = guests_of(session, base, table)
        usual = other.reply
        other.reply = lambda message: None if message.get("commitments") else usual(message)  # type: ignore[method-assign]
        await asyncio.gather(honest.play(), other.play())
        assert [each["attempt"] for each in honest.all("deal")] == [1, 1, 2, 2]
        assert honest.last("welcome")["nonces"]["1"] == NONCE != honest.last("welcome")["nonces"]["2"]


async def test_a_second_connection_waits_until_the_first_agrees(tmp_path: Path):
    async with serving(tmp_path) as (tables, base), ClientSession() as session, asyncio.timeout(30):
        table = tables.open(plan(seats="remote*2,bot*3"))
        first, _ = guests_of(session, base, table)

        def stays(message: dict[str, Any]) -> dict[str, Any] | None:
            return {"type": "stay"} if message.get("state") == "elsewhere" else None

        first.reply = stays  # type: ignore[method-assign]
        playing = asyncio.create_task(first.play(lambda message: message["type"] == "bye"))
        watch = table.room.watch()
        while table.room.places[0].guest is None:
            await watch.news()
        second = Guest(session, base, table.id, first.joins["token"])
        assert await second.play() == 4003
        assert second.last("bye")["code"] == "denied" and table.room.places[0].guest is not None
        table.remove(1)
        await playing
        assert first.last("bye")["code"] == "removed"


async def test_the_same_answer_again_gets_the_same_receipt_and_another_is_refused(tmp_path: Path):
    async with serving(tmp_path) as (tables, base), ClientSession() as session, asyncio.timeout(30):
        table = tables.open(plan(seats="remote,bot*4"))
        (guest,) = guests_of(session, base, table)
        await guest.play(lambda message: message["type"] == "receipt")
        receipt, request = guest.last("receipt"), guest.last("request")
        given = first_legal(request)
        guest.reply = lambda message: (  # type: ignore[method-assign]
            {"type": "answer", "id": 1, "answer": given if "receipt" not in guest.kinds() else {"reds": 3}}
            if message["type"] in ("welcome", "receipt")
            else None
        )
        guest.heard.clear()
        guest.joins |= {"receipts": 1}
        await guest.play(lambda message: message["type"] == "refused")
        assert guest.last("receipt") == receipt
        assert guest.last("refused")["code"] == "another"


async def test_a_blind_table_draws_the_seats_and_tells_nobody_who_has_them(tmp_path: Path):
    async with serving(tmp_path) as (tables, base), ClientSession() as session, asyncio.timeout(30):
        drawn = set()
        for seed in (1, 2):
            table = tables.open(plan(is_blind=True, slot=0.01, has_guesses=True, seed=seed))
            guests = guests_of(session, base, table)
            await asyncio.gather(*(guest.play() for guest in guests))
            drawn.add(guests[0].last("welcome")["seat"])
            for guest in guests:
                others = [place for room in guest.all("room") for place in room["places"] if place["number"] != room["you"]]
                assert {place["kind"] for place in others} <= {"open", "taken"} and not any(place["label"] for place in others)
                assert {each["place"] for each in guest.all("presence")} <= {0, guest.last("joined")["place"]}
                assert "asked" not in guest.kinds()
                mine, over = guest.last("welcome")["seat"], guest.last("over")
                assert over["players"][mine].startswith("human Guest") and mine not in guest.last("guess")["seats"]
                assert over["guesses"][mine] == guest.last("guess")["seats"][:1]
            assert table.folder and verify(table.folder).verdict == "verified"
            happened = map(json.loads, (table.folder / JOURNAL).read_text().splitlines())
            guesses = [[each["place"], each["humans"]] for each in happened if each["what"] == "guessed"]
            assert sorted(guesses) == [[guest.last("joined")["place"], guest.last("guess")["seats"][:1]] for guest in guests]
        assert len(drawn) == 2


async def test_a_wish_to_begin_is_none_to_play_again(tmp_path: Path):
    async with serving(tmp_path) as (tables, base), ClientSession() as session, asyncio.timeout(30):
        table = tables.open(plan(starts_when_full=False))
        guests = guests_of(session, base, table)
        for guest in guests:
            usual = guest.reply
            guest.reply = lambda message, usual=usual: {"type": "ready"} if message["type"] == "joined" else usual(message)  # type: ignore[method-assign]
        playing = asyncio.gather(*(guest.play() for guest in guests))
        watch = table.room.watch()
        while not all(place.is_ready for place in table.room.players) or table.room.open_places:
            await watch.news()
        table.start()
        await playing
        assert (table.state, table.row.attempt) == ("over", 1)


async def test_the_same_people_play_again_with_another_deal_and_nobody_in_empty_seats(tmp_path: Path):
    async with serving(tmp_path) as (tables, base), ClientSession() as session, asyncio.timeout(30):
        table = tables.open(plan(seats="remote*3,bot*2", preset="quick", starts_when_full=False))
        guests = guests_of(session, base, table)[:2]
        for guest in guests:
            usual = guest.reply
            guest.reply = lambda message, usual=usual: {"type": "ready"} if message["type"] == "over" else usual(message)  # type: ignore[method-assign]
        playing = asyncio.gather(*(guest.play(lambda message, guest=guest: guest.kinds().count("over") == 2) for guest in guests))
        while not all(place.guest for place in table.room.places[:2]):
            await asyncio.sleep(0)
        table.start()
        await playing
        welcomes = guests[0].all("welcome")
        assert [each["attempt"] for each in welcomes] == [1, 2] and welcomes[0]["match"] != welcomes[1]["match"]
        matches = [*(tmp_path / "matches").iterdir()]
        assert [verify(folder).verdict for folder in matches] == ["verified", "verified"]
        kinds = [[each.player["kind"] for each in read(folder).header.seats] for folder in matches]
        assert kinds == [["human", "human", "bot", "bot", "bot"]] * 2
