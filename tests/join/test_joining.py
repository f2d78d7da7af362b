"""Matches at open tables, played from the other side of the wire."""

from __future__ import annotations

import asyncio
import json
from pathlib import Path

import pytest

from woozle.arena.join import session
from woozle.arena.join.kept_seat import KeptSeat
from woozle.arena.join.link import parse_link
from woozle.arena.join.seat_reader import TextReader
from woozle.arena.join.seat_record import HostFaultError, SeatRecord, read_message
from woozle.arena.join.session import JoinedSession
from woozle.arena.play.news import Asked, Finished, HostReached, Seated, Withdrawn
from woozle.core.answers import answer
from woozle.core.deal import commit_nonce
from woozle.core.errors import InputError
from woozle.saves.receipts import HostKey

from tests.join.hostile_host import HELLO, JOINED, REQUEST, TABLE, TOKEN, WELCOME, Talk, deal, events, hosting, soon
from tests.join.players import Joiner, Person, leave, person
from tests.web.open_table import plan, serving


def signing(folder: Path) -> dict:
    """Return the part of a server that signs receipts."""
    return {"host_key": HostKey.load(folder / "host.key")}


async def test_people_join_and_play_to_the_end(tmp_path: Path):
    async with serving(tmp_path, **signing(tmp_path)) as (tables, base), asyncio.timeout(30):
        table = tables.open(plan())
        links = [parse_link(table.link(base, token)) for token in table.room.invitations.values()]
        assert all(len(link.fingerprint) == 16 for link in links)
        people = [Person(JoinedSession(link, Joiner("Guest"), base=tmp_path / "joined")) for link in links]
        await asyncio.gather(*(each.play() for each in people))
        for each in people:
            assert each.failure == "" and each.has_finished
            assert each.events == [*table.match.referee.view(each.session.looking)]
            assert each.session.end.verdict == f"verified here: rules, deal and {len(each.session.record.receipts)} receipts"
            assert each.session.end_card() and each.session.results().notes[-1].startswith("Verified here")
            assert each.session.game == "urn" and each.session.rules


async def test_a_player_who_was_away_during_a_deal_is_dealt_in(tmp_path: Path, monkeypatch):
    monkeypatch.setattr("woozle.arena.tables.table.BACK_SECONDS", 0.01)
    async with serving(tmp_path, **signing(tmp_path)) as (tables, base), asyncio.timeout(30):
        table = tables.open(plan(seats="remote,bot*4"))
        link = table.room.invitations[1]
        await person(base, table.id, link, tmp_path / "joined").play()
        await soon(lambda: table.room.is_empty)
        table.rematch()
        await soon(lambda: table.match is not None)
        again = person(base, table.id, link, tmp_path / "joined")
        playing = asyncio.ensure_future(again.session.play(again.take))
        await soon(lambda: again.failure or len(again.of(Finished)) == 2)
        await leave(playing)
        assert again.failure == "" and table.row.attempt == 2
        assert again.session.end.verdict.startswith("verified here: rules, deal (to which this seat brought no number) and")


def test_only_a_seat_that_was_away_takes_a_deal_without_its_nonce(tmp_path: Path):
    link = parse_link(f"http://127.0.0.1:8000/t/{TABLE}#{TOKEN}")
    record = SeatRecord(link, KeptSeat(link, tmp_path))

    def hear(*messages: dict) -> None:
        for each in messages:
            record.see(read_message(json.dumps(each)))

    hear(HELLO, JOINED, deal())
    with pytest.raises(HostFaultError, match="another nonce"):
        hear(deal({"1": "ab" * 32}, attempt=2))
    hear(HELLO, late := deal({"1": "ab" * 32}, attempt=2))
    assert record.reply(read_message(json.dumps(late))) is None
    hear({**WELCOME, "attempt": 2})
    assert record.welcome


async def test_what_opens_a_seat_is_on_disk_before_the_host_is_told(tmp_path: Path):
    found = []

    def kept() -> dict:
        (file,) = (tmp_path / "joined").glob("*/seat.json")
        assert file.stat().st_mode & 0o777 == 0o600 and file.parent.stat().st_mode & 0o777 == 0o700
        return json.loads(file.read_text())

    async def script(talk: Talk) -> None:
        await talk.say(HELLO)
        joins = await talk.hear("join")
        found.append((joins["secret"], kept()["secret"]))
        await talk.say(JOINED, deal())
        told = await talk.hear("commit")
        found.append((told["commitment"], commit_nonce(TABLE, 1, 1, kept()["nonces"]["1"])))

    async with hosting(script) as host:
        someone = Person(JoinedSession(parse_link(host.link), Joiner("Guest"), base=tmp_path / "joined"))
        playing = asyncio.ensure_future(someone.play())
        await soon(lambda: len(found) == 2)
        await leave(playing)
    assert all(told == kept for told, kept in found)


async def test_a_seat_is_held_by_one_process_and_a_torn_line_is_cut_off(tmp_path: Path):
    link = parse_link(f"http://127.0.0.1/t/{TABLE}#{TOKEN}")
    kept, hello = KeptSeat(link, tmp_path), read_message(json.dumps(HELLO))
    kept.keep(hello)
    kept.save()
    with pytest.raises(InputError, match="leave it there first"):
        KeptSeat(link, tmp_path)
    kept.close()
    journal = kept.folder / "received.jsonl"
    journal.write_bytes(journal.read_bytes() + b'{"type":"eve')
    again = KeptSeat(link, tmp_path)
    assert [read_message(line) for line in again.messages] == [hello] and again.credentials == kept.credentials
    again.close()
    (kept.folder / "seat.json").write_text("{")
    with pytest.raises(InputError, match="damaged"):
        KeptSeat(link, tmp_path)


async def test_an_answer_that_is_not_acknowledged_is_sent_again_and_not_asked_for(tmp_path: Path):
    visits = []

    async def script(talk: Talk) -> None:
        visits.append(talk)
        await talk.admit(*([events()] if len(visits) == 1 else []), *([REQUEST] if len(visits) < 3 else []))
        if len(visits) < 3:
            await talk.hear("answer")
        if len(visits) == 2:
            await talk.say({"type": "closed", "id": 1, "code": "answered"}, {"type": "receipt", "n": 1, "id": 1})
        if len(visits) > 1:
            await talk.wait()

    async with hosting(script) as host:
        someone = Person(JoinedSession(parse_link(host.link), Joiner("Guest"), base=tmp_path / "joined"))
        playing = asyncio.ensure_future(someone.play())
        await soon(lambda: bool(someone.session.record.receipts))
        await leave(playing)
        again = JoinedSession(parse_link(host.link), Joiner("Guest"), base=tmp_path / "joined")
        playing = asyncio.ensure_future(Person(again).play())
        await soon(lambda: len(visits) == 3)
        await leave(playing)
    joins = [each for each in host.heard if each["type"] == "join"]
    answers = [each for each in host.heard if each["type"] == "answer"]
    assert [(each["seen"], each["receipts"]) for each in joins] == [(0, 0), (1, 0), (1, 1)]
    assert [each["token"] for each in joins] == [TOKEN, "s" * 43, "s" * 43]
    assert len(answers) == 2 and answers[0] == answers[1] and len(someone.of(Asked)) == 1
    assert any("sending" in each.words for each in someone.of(HostReached))


async def test_an_answer_that_is_refused_is_asked_for_again_with_what_was_written(tmp_path: Path):
    schema = {"type": "object", "properties": {"text": {"type": "string"}}, "required": ["text"]}
    given = iter(("a draft", "the answer"))

    async def script(talk: Talk) -> None:
        await talk.admit(events(), {**REQUEST, "kind": "Say", "schema": schema})
        await talk.hear("answer")
        await talk.say({"type": "refused", "id": 1, "code": "invalid", "why": "Too \x1b[2Jshort."})
        await talk.hear("answer")
        await talk.wait()

    async with hosting(script) as host:
        asked = JoinedSession(parse_link(host.link), Joiner("Guest"), base=tmp_path / "joined")
        someone = Person(asked, lambda request: answer(request, None, next(given)))
        playing = asyncio.ensure_future(someone.play())
        await soon(lambda: len(host.heard) == 3)
        await leave(playing)
    assert [(each.draft, each.why) for each in someone.of(Asked)] == [("", ""), ("a draft", "Too ␛[2Jshort.")]
    assert [each["answer"]["text"] for each in host.heard[1:]] == ["a draft", "the answer"]
    assert all(each["timing"]["submit"] >= 0 for each in host.heard[1:])


async def test_who_is_away_is_named_until_they_are_back(tmp_path: Path):
    async def script(talk: Talk) -> None:
        await talk.admit(events())
        for state, seconds in (("reconnecting", 20.4), ("away", None), ("here", None)):
            await talk.say({"type": "presence", "place": 2, "state": state, "seconds": seconds})
        await talk.wait()

    async with hosting(script) as host:
        someone = Person(JoinedSession(parse_link(host.link), Joiner("Guest"), base=tmp_path / "joined"))
        playing = asyncio.ensure_future(someone.play())
        words = lambda: [each.words.rpartition(" · ")[2] for each in someone.of(HostReached)]  # noqa: E731
        await soon(lambda: any("away" in each for each in words()) and "Bo" not in words()[-1])
        await leave(playing)
    assert [*dict.fromkeys(each for each in words() if "Bo" in each)] == ["Bo is reconnecting, 20 s", "Bo is away"]


async def test_whoever_types_keeps_the_seat_from_a_second_connection(tmp_path: Path):
    async with serving(tmp_path) as (tables, base), asyncio.timeout(30):
        table = tables.open(plan(seats="remote*2,bot*3"))
        token = table.room.invitations[1]
        first, second = (person(base, table.id, token, tmp_path / name) for name in ("one", "two"))
        here = asyncio.ensure_future(first.play())
        await soon(lambda: first.session.connection.reached.state == "here")
        second.session._kept.credentials.secret = first.session._kept.credentials.secret
        there = asyncio.ensure_future(second.play())
        await soon(lambda: any("type anything here to keep it" in each.words for each in first.of(HostReached)))
        first.session.attention.note_typing(keys=1)
        await there
        assert "whoever is there stays" in second.failure and not here.done()
        await leave(here)


async def test_the_same_people_play_another_match(tmp_path: Path):
    async with serving(tmp_path, **signing(tmp_path)) as (tables, base), asyncio.timeout(60):
        table = tables.open(plan(seats="remote,bot*4"))
        someone = person(base, table.id, table.room.invitations[1], tmp_path / "joined")
        playing = asyncio.ensure_future(someone.session.play(someone.take))
        await soon(lambda: someone.has_finished)
        first = someone.session.record.welcome.match
        someone.session.again()
        await soon(lambda: len(someone.of(Finished)) == 2)
        await leave(playing)
        assert someone.session.record.welcome.match != first and someone.failure == ""
        assert someone.session.end.verdict.startswith("verified here") and len(someone.of(Seated)) == 2
    assert {each.name for each in (tmp_path / "joined").glob("*/earlier-1/*")} == {"received.jsonl", "match"}


async def test_a_game_that_is_not_installed_is_played_to_its_end(tmp_path: Path, monkeypatch):
    monkeypatch.setattr(session, "reader_of", lambda welcome: TextReader(welcome, "It is not here."))
    async with serving(tmp_path) as (tables, base), asyncio.timeout(30):
        table = tables.open(plan(seats="remote,bot*4"))
        someone = person(base, table.id, table.room.invitations[1], tmp_path / "joined")
        await someone.play()
    assert someone.failure == "" and someone.has_finished and someone.of(Seated)[0].why_texts == "It is not here."
    assert {type(event).__name__ for event in someone.events} == {"ReportedEvent"}


async def test_a_question_whose_time_is_over_is_withdrawn_by_the_host_alone(tmp_path: Path):
    now = [0.0]

    async def script(talk: Talk) -> None:
        await talk.admit(events(), {**REQUEST, "seconds": 5.0})
        await soon(lambda: bool(someone.of(Asked)))
        now[0] = 10.0
        await talk.say({"type": "closed", "id": 1, "code": "deadline"}, {"type": "receipt", "n": 1, "id": 1})
        await talk.wait()

    async with hosting(script) as host:
        joined = JoinedSession(parse_link(host.link), Joiner("Guest"), base=tmp_path / "joined", clock=lambda: now[0])
        someone = Person(joined, lambda request: None)
        playing = asyncio.ensure_future(someone.play())
        await soon(lambda: bool(someone.of(Withdrawn)))
        someone.session.answer(1, answer(someone.of(Asked)[0].request, "1"))
        await leave(playing)
    assert [each["type"] for each in host.heard] == ["join"], "neither a forfeit nor an answer that comes too late is sent"
    assert someone.of(Asked)[0].left() == 0.0


async def test_whoever_leaves_before_the_match_gives_the_place_back(tmp_path: Path):
    async with serving(tmp_path) as (tables, base), asyncio.timeout(30):
        table = tables.open(plan())
        someone = person(base, table.id, table.room.invitations[1], tmp_path / "joined")
        playing = asyncio.ensure_future(someone.play())
        await soon(lambda: someone.session.how_to_return.startswith("Your seat stays yours"))
        await someone.session.leave()
        await soon(lambda: not table.room.places[0].is_taken)
        await asyncio.gather(playing, return_exceptions=True)


@pytest.mark.parametrize("is_recovery", [True, False], ids=["by a recovery code", "by a link of the host"])
async def test_whoever_lost_the_token_gets_the_same_seat_back_and_plays_on(tmp_path: Path, is_recovery):
    async with serving(tmp_path, **signing(tmp_path)) as (tables, base), asyncio.timeout(30):
        table = tables.open(plan(seats="remote,bot*4"))
        lost = person(base, table.id, table.room.invitations[1], tmp_path / "lost", answers=lambda request: None)
        playing = asyncio.ensure_future(lost.play())
        await soon(lambda: bool(lost.of(Asked)))
        await leave(playing)
        credentials = lost.session._kept.credentials
        token = credentials.recovery.lower() if is_recovery else table.room.invite(1)
        back = person(base, table.id, token, tmp_path / "back")
        await back.play()
        assert back.failure == "" and back.session.looking == lost.session.looking
        assert back.session.end.verdict.startswith("verified here")
        assert back.session._kept.credentials.token not in ("", credentials.token)
        thief = person(base, table.id, token, tmp_path / "thief")
        await thief.play()
        assert "admit" in thief.failure, "it opens the seat once"
