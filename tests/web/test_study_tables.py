"""A table of a study: nobody learns who the others are, and nothing that would prove or show a match leaves the server."""

from __future__ import annotations

import asyncio
import json
from http import HTTPStatus

from aiohttp import ClientSession, CookieJar

from woozle.arena.tables.plan import StudyTerms
from woozle.core.deal import commit_nonce
from woozle.saves.transcript import read

from tests.join.players import person
from tests.join.test_joining import signing
from tests.web.open_table import NONCE, Guest, Visitor, plan, serving
from tests.web.proxy import proxied
from tests.web.test_table_pages import first_answer

NAMES = (b"Wilhelmina", b"Ferdinand", b"Cordelia")


async def play_on_a_page(session, base, table, heard):
    """Play by the socket of a page to the end; heard: all that it is sent."""
    async with session.ws_connect(f"{base}/t/{table.id}/page", origin=base) as socket:
        await socket.send_json({"type": "join"})
        async for frame in socket:
            heard.append(message := json.loads(frame.data))
            match message:
                case {"type": "deal", "attempt": attempt, "commitments": commitments}:
                    own = {"type": "commit", "commitment": commit_nonce(table.id, attempt, 3, NONCE)}
                    await socket.send_json({"attempt": attempt} | ({"type": "reveal", "nonce": NONCE} if commitments else own))
                case {"type": "ask", "id": id, "html": html}:
                    await socket.send_json({"type": "answer", "id": id, **first_answer(html)})
                case {"type": "over"}:
                    return


async def test_a_study_tells_no_name_no_proof_and_no_transcript_by_any_way(tmp_path):
    async with (
        asyncio.timeout(60),
        proxied(0, delay=0.0, held_share=0.0) as proxy,
        serving(tmp_path, proxy, **signing(tmp_path)) as (tables, base),
        ClientSession() as plain,
        ClientSession(cookie_jar=CookieJar(unsafe=True)) as web,
    ):
        table = tables.open(plan(seats="remote*3,bot*2", preset="quick", study=StudyTerms(folder="a-match", then="/visit")))
        own, tokens = f"/t/{table.id}", table.room.invitations
        terminal = person(base, table.id, tokens[1], tmp_path / "joined", NAMES[0].decode())
        guest = Guest(plain, base, table.id, tokens[2], name=NAMES[1].decode())
        page, heard = Visitor(web, base), []
        await page.get(own)
        await page.fill_in(f"{own}/join", name=NAMES[2].decode(), code=tokens[3])
        await asyncio.gather(terminal.play(), guest.play(), play_on_a_page(web, base, table, heard))
        assert "match is over" in await page.get(own)
        for path in ("transcript", "replay", "receipts", "watch"):
            await page.get(f"{own}/{path}")
            assert page.status == HTTPStatus.NOT_FOUND, path
        [kept] = tmp_path.glob("joined/*/received.jsonl")
        told_all = [*guest.heard, *heard, *map(json.loads, kept.read_text().splitlines())]
        assert [each["type"] for each in told_all].count("over") == 3
        for message in told_all:
            told = {name for name, value in message.items() if value not in (None, "", [], {}, 0)}
            if message["type"] == "receipt":
                assert told == {"type", "n", "id"}
            if message["type"] == "over":
                assert told <= {"type", "result", "why", "html"}
    transcript = read(table.folder)
    assert table.row.secret and transcript.key
    proofs = (table.row.secret, transcript.key.hex(), transcript.link.hex())
    for said in proxy.told:
        assert sum(name in said for name in NAMES) <= 1, said.decode(errors="replace")
        assert not any(proof.encode() in said for proof in proofs)
