"""Hosts that lie, flood, trap and stall: each costs a sentence, and nothing else."""

from __future__ import annotations

import asyncio
import json
import zipfile
import zlib
from hashlib import sha256
from io import BytesIO
from pathlib import Path

import pytest
from aiohttp import web

from woozle.arena.join import connection
from woozle.arena.join.link import parse_link
from woozle.arena.join.session import JoinedSession
from woozle.arena.play.news import Asked, Gathered, HostReached, PicturesCame, Seated
from woozle.core.answers import answer
from woozle.players.pictures import album

from tests.join.hostile_host import (
    BRIEFING,
    HELLO,
    JOINED,
    REQUEST,
    SEATS,
    TOKEN,
    WELCOME,
    HostileHost,
    Script,
    Talk,
    deal,
    events,
    hosting,
    soon,
)
from tests.join.players import Joiner, Person, leave

ESC = "\x1b]52;c;cm0gLXJm\x07\x1b[2J"


async def sit(host: HostileHost, folder: Path) -> tuple[Person, asyncio.Task[None]]:
    person = Person(JoinedSession(parse_link(host.link), Joiner("Guest"), base=folder / "joined"))
    return person, asyncio.ensure_future(person.play())


async def visit(script: Script, folder: Path) -> Person:
    """Join a host until the person has to leave it."""
    async with hosting(script) as host, asyncio.timeout(20):
        person, playing = await sit(host, folder)
        await playing
    assert all(path.is_relative_to(folder / "joined") for path in folder.rglob("*"))
    return person


def says(*messages, welcome=None) -> Script:
    """Return a host that admits the client, says this, and waits."""

    async def script(talk: Talk) -> None:
        await talk.admit(*messages, welcome=welcome)
        await talk.wait()

    return script


def receipt(n: int = 1, **more) -> dict:
    return {"type": "receipt", "n": n, "id": n, **more}


OVER = {"type": "over", "result": None, "why": "", "head": "ab" * 32}
SIGNED = {"answer": "00" * 32, "view": "00" * 32, "signature": "00" * 64}
DEEP = '{"type":"room","state":' + "[" * 50_000 + "]" * 50_000 + "}"

FAULTS = {
    "no hello": (lambda: _raw(JOINED), "does not speak"),
    "another protocol": (lambda: _raw({**HELLO, "protocol": "woozle.seat/9"}), "does not speak"),
    "no JSON": (lambda: _raw("hello"), "cannot be read"),
    "nested without end": (lambda: _raw(DEEP), "cannot be read"),
    "a number too large": (lambda: _raw('{"type":"events","first":' + "9" * 5000 + ',"items":[]}'), "cannot be read"),
    "a time limit without end": (
        lambda: says(json.dumps({**REQUEST, "seconds": 0}).replace('"seconds": 0', '"seconds": 1e309')),
        "cannot be read",
    ),
    "a message too long": (lambda: _raw("x" * (connection.MOST_MESSAGE + 1)), "or one of more than"),
    "another seat": (lambda: _raw(HELLO, {**JOINED, "table": "HGFEDCBA"}), "another seat"),
    "a token too long to keep": (lambda: _raw(HELLO, {**JOINED, "token": "t" * 10**6}), "too long to keep"),
    "the seat of another place": (lambda: says(welcome={"place": 2}), "another place"),
    "another key in the match": (lambda: says({**HELLO, "host_key": "ee" * 32}), "another key"),
    "two ends": (lambda: says(OVER, {**OVER, "head": "ef" * 32}), "two ends"),
    "an end without a word on it": (lambda: says({"type": "bye", "code": "over", "why": ""}), "without saying how"),
    "a receipt with number 0": (lambda: says(receipt(0)), "changed a receipt"),
    "receipts that are no longer signed": (lambda: says(receipt(), receipt(2, **SIGNED)), "does not sign all"),
    "another match": (lambda: says({**WELCOME, "match": "ef" * 32}), "changed the match"),
    "lines left out": (lambda: says(events(first=5)), "left out"),
    "lines again": (lambda: says(events(), events()), "repeated"),
    "no lines": (lambda: says({"type": "events", "first": 0, "items": []}), "left out"),
    "a receipt left out": (lambda: says(receipt(2)), "left out a receipt"),
    "a receipt changed": (lambda: says(receipt(), receipt(id=7)), "changed a receipt"),
    "a receipt over other lines": (lambda: says(events(), receipt(**SIGNED)), "other lines"),
    "a receipt over another answer": (lambda: says(receipt(recorded={"reds": 1}, **SIGNED)), "another answer"),
    "a question of no kind": (
        lambda: says(events(), {**REQUEST, "kind": "Strip", "schema": {"type": "string"}}),
        "cannot be asked",
    ),
    "a schema without end": (lambda: says(events(), _endless()), "cannot be asked"),
    "a schema of a million parts": (lambda: says(events(), _wide()), "cannot be asked"),
    "a field with a name of ours": (lambda: says(events(), _field("model_dump")), "nothing can be called"),
    "another table's deal": (lambda: _raw(HELLO, JOINED, {**deal(), "table": "HGFEDCBA"}), "another table"),
    "another nonce": (lambda: _raw(HELLO, JOINED, deal(), deal({"1": "ab" * 32})), "another nonce"),
    "an earlier attempt": (lambda: _raw(HELLO, JOINED, deal(attempt=2), deal(attempt=1)), "earlier attempt"),
    "attempts without end": (lambda: _raw(HELLO, JOINED, *(deal(attempt=n) for n in range(1, 200))), "100 times"),
    "a goodbye with escape sequences": (lambda: _raw(HELLO, {"type": "bye", "code": "denied", "why": ESC}), "admit"),
}


def _raw(*messages) -> Script:
    async def script(talk: Talk) -> None:
        await talk.say(*messages)
        await talk.wait()

    return script


def _endless() -> dict:
    schema = {"type": "object", "properties": {"a": {"$ref": "#/$defs/A"}}, "$defs": {"A": {"anyOf": [{"$ref": "#/$defs/A"}] * 2}}}
    return {**REQUEST, "kind": "Never", "schema": schema}


def _wide() -> dict:
    return {**REQUEST, "kind": "Never", "schema": {"type": "object", "properties": {f"a{n}": {} for n in range(100_000)}}}


def _field(name: str) -> dict:
    return {**REQUEST, "kind": "Never", "schema": {"type": "object", "properties": {name: {"type": "string"}}, "required": [name]}}


@pytest.mark.parametrize("name", FAULTS)
async def test_a_fault_of_a_host_is_a_sentence(name, tmp_path):
    make, said = FAULTS[name]
    person = await visit(make(), tmp_path)
    assert said in person.failure, person.failure
    assert person.failure.isprintable() and len(person.failure) < 400


async def test_nothing_is_sent_to_an_address_that_a_host_sends_on_to(tmp_path):
    async def elsewhere(request):
        raise web.HTTPFound(f"{other.base}/t/ABCDEFGH/seat")

    async with hosting(_raw(HELLO)) as other, hosting(_raw(HELLO)) as host:
        host.files["/seat"] = elsewhere
        person, playing = await sit(host, tmp_path)
        await playing
    assert "sends on" in person.failure
    assert other.requests == [] and host.heard == []


@pytest.mark.parametrize(("status", "said"), [(200, "does not open a seat"), (404, "no table"), (403, "check the link")])
async def test_a_host_without_the_table_is_told_of(status, said, tmp_path):
    async def page(request):
        return web.Response(status=status, text="<h1>hello</h1>")

    async with hosting(_raw()) as host:
        host.files["/seat"] = page
        person, playing = await sit(host, tmp_path)
        await playing
    assert said in person.failure


async def test_a_frame_that_says_it_has_a_gigabyte_is_not_waited_for(tmp_path):
    async def script(talk: Talk) -> None:
        talk.socket._req.transport.write(b"\x81\x7f" + (2**30).to_bytes(8) + b"x" * 65_536)
        await talk.wait()

    person = await visit(script, tmp_path)
    assert "or one of more than" in person.failure


async def test_a_host_that_says_nothing_is_given_up(tmp_path, monkeypatch):
    monkeypatch.setattr(connection, "_OPENING", 0.05)
    person = await visit(_raw(), tmp_path)
    assert "silent" in person.failure


async def test_a_host_without_the_key_that_the_link_names_is_told_nothing(tmp_path):
    async with hosting(_raw(HELLO)) as host:
        person = Person(JoinedSession(parse_link(f"{host.link}.{'A' * 16}"), Joiner("Guest"), base=tmp_path))
        await person.play()
    assert "another key than the link says" in person.failure and host.heard == []


async def test_a_host_with_another_key_after_a_cut_is_told_nothing(tmp_path):
    visits = []

    async def script(talk: Talk) -> None:
        visits.append(talk)
        if len(visits) == 1:
            await talk.admit()
        else:
            await talk.say({**HELLO, "host_key": "ee" * 32})
            await talk.wait()

    async with hosting(script) as host:
        person, playing = await sit(host, tmp_path)
        await playing
    assert "another key" in person.failure
    assert [each["type"] for each in host.heard] == ["join"]


@pytest.mark.parametrize(
    ("lines", "why"),
    [
        ([{"event": "Strip", "data": {}, "text": "Something else."}], "has no Event"),
        ([{"event": "Briefing", "data": {"seats": 3}, "text": "Something else."}], "is damaged"),
        ([{"event": "Drawn", "data": {"seat": "Nobody", "reds": 1}, "text": "Nobody draws."}], ""),
        ([{"event": "Briefing", "data": {**BRIEFING["data"], "seats": ["x"] * 5000}, "text": "Many."}], "5,000 seats"),
    ],
)
async def test_what_the_rules_cannot_have_told_is_drawn_from_its_text(lines, why, tmp_path):
    told = {"type": "events", "first": 1, "items": lines}
    async with hosting(says(events(), told, REQUEST, welcome={"rules": 2})) as host:
        person, playing = await sit(host, tmp_path)
        await soon(lambda: person.of(Asked) and len(host.heard) > 1)
        await leave(playing)
    assert person.failure == ""
    if why:
        assert person.session.game == "" and why in person.of(Seated)[-1].why_texts
        assert [event.text for event in person.events[-2:]] == ["At the table.", lines[0]["text"]]
    assert host.heard[-1]["type"] == "answer"


@pytest.mark.parametrize("game", ["chess", "../../etc/passwd", "os", "urn\x1b[2J", "x" * 100_000])
async def test_a_game_that_is_not_installed_is_played_from_its_texts(game, tmp_path):
    async with hosting(says(events(), REQUEST, welcome={"game": game})) as host:
        person, playing = await sit(host, tmp_path)
        await soon(lambda: len(host.heard) > 1)
        await leave(playing)
    assert person.failure == "" and person.session.game == ""
    assert host.heard[-1]["answer"] in ({"reds": 0}, {"reds": 1})
    table = person.session.observer().look()
    assert table.title.isprintable() and [card.name for card in table.seats] == SEATS


async def test_no_pattern_of_a_host_is_run(tmp_path):
    schema = {"type": "object", "properties": {"text": {"type": "string", "pattern": "(a+)+$"}}, "required": ["text"]}
    async with hosting(says(events(), {**REQUEST, "kind": "Say", "schema": schema})) as host:
        person, playing = await sit(host, tmp_path)
        person._answers = lambda request: answer(request, None, "a" * 4000 + "!")
        await soon(lambda: len(host.heard) > 1)
        await leave(playing)
    assert host.heard[-1]["answer"] == {"text": "a" * 4000 + "!"}


async def test_a_flood_leaves_the_keys_alone(tmp_path):
    async def script(talk: Talk) -> None:
        await talk.admit(events())
        flood = json.dumps({"type": "presence", "place": 2, "state": "here"})
        while not talk.socket.closed:
            await talk.say(*[flood] * 500)

    async with hosting(script) as host, asyncio.timeout(20):
        person, playing = await sit(host, tmp_path)
        await soon(lambda: bool(person.of(Seated)))
        for _ in range(20):
            await asyncio.wait_for(asyncio.sleep(0), 1.0)
        await leave(playing)
    assert person.failure == ""


async def test_rooms_and_names_are_cut_to_size(tmp_path):
    places = [{"number": n, "kind": "human", "label": ESC * 10} for n in range(1, 2000)]
    room = {"type": "room", "state": "waiting", "title": "t" * 10**6, "you": 1, "places": places, "notes": ["n" * 10**5] * 15}
    async with hosting(_raw(HELLO, JOINED, room)) as host:
        person, playing = await sit(host, tmp_path)
        await soon(lambda: any(each.room.places for each in person.of(Gathered)))
        await leave(playing)
    shown = person.of(Gathered)[-1].room
    assert len(shown.places) <= 64 and len(shown.notes) <= 10 and len(shown.title) < 200
    assert all(place.who.isprintable() and len(place.who) < 1000 for place in shown.places)
    assert all(each.words.isprintable() for each in person.of(HostReached))


def bomb() -> bytes:
    """Return a small PNG that says that it has 10,000 million pixels."""

    def chunk(kind: bytes, data: bytes) -> bytes:
        return len(data).to_bytes(4) + kind + data + zlib.crc32(kind + data).to_bytes(4)

    header = (100_000).to_bytes(4) + (100_000).to_bytes(4) + b"\x08\x00\x00\x00\x00"
    return b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", header) + chunk(b"IDAT", zlib.compress(bytes(10**6))) + chunk(b"IEND", b"")


async def _endless_file(request):
    reply = web.StreamResponse()
    await reply.prepare(request)
    with_more = bytes(2**20)
    for _ in range(1024):
        await reply.write(with_more)
    return reply


async def _bomb_file(request):
    return web.Response(body=bomb())


async def _sent_on(request):
    raise web.HTTPFound("http://127.0.0.1:9/elsewhere")


@pytest.mark.parametrize("file", [_endless_file, _bomb_file, _sent_on])
async def test_a_picture_that_is_a_trap_is_not_shown(file, tmp_path):
    digest = sha256(bomb()).hexdigest()
    asked = {**REQUEST, "pictures": [{"digest": digest, "media_type": "image/png", "address": "http://127.0.0.1:9/"}]}
    async with hosting(says(events(), asked)) as host:
        host.files[f"/picture/{digest}"] = file
        person, playing = await sit(host, tmp_path)
        person._answers = lambda request: None
        await soon(lambda: bool(person.of(Asked)) and person.session._pictures.done())
        assert person.session.pictures == () and person.failure == ""
        await leave(playing)


async def test_a_picture_that_is_one_is_shown_and_found_by_the_table(tmp_path):
    from PIL import Image

    file = BytesIO()
    Image.new("RGB", (32, 32), "#123456").save(file, "PNG")
    digest = sha256(file.getvalue()).hexdigest()

    async def picture(request):
        return web.Response(body=file.getvalue())

    async with hosting(says(events(), {**REQUEST, "pictures": [{"digest": digest, "media_type": "image/png"}]})) as host:
        host.files[f"/picture/{digest}"] = picture
        person, playing = await sit(host, tmp_path)
        person._answers = lambda request: None
        await soon(lambda: bool(person.of(PicturesCame)))
        assert [each.digest for each in person.session.pictures] == [digest] and album.find(digest)
        await leave(playing)


@pytest.mark.parametrize("digest", ["../../../seat", "0" * 63, "https://example.org/x", "a" * 10**5])
async def test_a_picture_is_fetched_by_its_digest_alone(digest, tmp_path):
    asked = {**REQUEST, "pictures": [{"digest": digest, "media_type": "image/png"}]}
    async with hosting(says(events(), asked)) as host:
        person, playing = await sit(host, tmp_path)
        person._answers = lambda request: None
        await soon(lambda: bool(person.of(Asked)))
        assert await person.session.fetched_pictures() == ()
        await leave(playing)
    assert [path for path, _ in host.requests] == ["/t/ABCDEFGH/seat"]


@pytest.mark.parametrize("text", ["", "{}", "\x1b[2J", '{"format": 7}\n' * 3])
async def test_an_end_that_does_not_hold_is_told_of(text, tmp_path):
    async def transcript(request):
        assert request.headers["Authorization"] == f"Bearer {'s' * 43}"
        return web.Response(text=text)

    over = {
        "type": "over", "result": {"kind": "won", "numbers": {"score": 1e308}}, "why": ESC, "head": "ab" * 32, "key": "cd" * 32,
        "secret": "ef" * 32, "outcome": {"results": {ESC: {"kind": ESC, "numbers": 3}}, "reason": "x"},
    }  # fmt: skip
    async with hosting(says(events(), over)) as host, asyncio.timeout(20):
        host.files["/transcript"] = transcript
        person, playing = await sit(host, tmp_path)
        await playing
    assert person.has_finished and person.session.end_card() is None
    results = person.session.results()
    assert person.session.end.verdict.startswith("not as the host says: The key is not the one")
    assert results.reason.isprintable() and all(cell.isprintable() for row in results.ranks.rows for cell in row.cells)


async def test_no_cookie_is_kept_and_no_proxy_asked(tmp_path, monkeypatch):
    monkeypatch.setenv("HTTP_PROXY", "http://127.0.0.1:9")
    visits = []

    async def script(talk: Talk) -> None:
        visits.append(talk)
        await talk.admit()
        if len(visits) > 1:
            await talk.say({"type": "bye", "code": "closed", "why": ""})

    async with hosting(script) as host:
        person, playing = await sit(host, tmp_path)
        await playing
    assert "closed" in person.failure and len(visits) == 2
    assert not any("Cookie" in headers or TOKEN in "".join(headers.values()) for _, headers in host.requests)


def archive(*entries: tuple[str, bytes]) -> bytes:
    file = BytesIO()
    with zipfile.ZipFile(file, "w", zipfile.ZIP_DEFLATED) as packed:
        for name, content in entries:
            packed.writestr(name, content)
    return file.getvalue()


@pytest.mark.parametrize(
    "data",
    [
        archive(("../../../outside.jsonl", b"x"), ("/etc/transcript.jsonl", b"{}"), ("a/../../transcript.jsonl", b"{}")),
        archive(("transcript.jsonl", bytes(connection.MOST_TRANSCRIPT + 1))),
        archive(*((f"{n:064x}.png", bytes(2**20)) for n in range(80))),
        b"PK\x03\x04" + bytes(500),
    ],
    ids=["paths", "bomb", "many bombs", "damaged"],
)
async def test_an_archive_of_a_host_is_no_trap(data, tmp_path):
    async def transcript(request):
        return web.Response(body=data)

    over = {"type": "over", "result": None, "why": "", "head": "ab" * 32}
    async with hosting(says(events(), over)) as host, asyncio.timeout(20):
        host.files["/transcript"] = transcript
        person, playing = await sit(host, tmp_path)
        await playing
    assert person.has_finished and person.session.end_card() is None
    assert "verified here" not in person.session.end.verdict.replace("not verified here", "")
    files = {path.name for path in tmp_path.rglob("*") if path.is_file()}
    assert files <= {"seat.json", "received.jsonl", "transcript.jsonl"}
    assert all(path.is_relative_to(tmp_path / "joined") for path in tmp_path.rglob("*"))
