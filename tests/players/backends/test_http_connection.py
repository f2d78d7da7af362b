"""The connections to a server: which way they lead, what is sent along, and how long they are kept."""

from __future__ import annotations

import asyncio
from dataclasses import replace
from pathlib import Path

import pytest

from woozle.core.request import Picture
from woozle.players.backends import http_connection
from woozle.players.backends.model_client import Message
from woozle.players.backends.openai import OpenAI

from tests.players.backends.http import Asked, HttpServer, Out
from tests.players.backends.talking import CHAT, talking_to

SAID = b'data: {"choices": [{"delta": {"content": "b"}, "finish_reason": "stop"}]}\n\ndata: [DONE]\n\n'
AWAY = "http://models.example/v1"


class Saying(HttpServer):
    """Says b to everything. ends: whether it then ends its answer too."""

    ends = True

    async def handle(self, asked: Asked, out: Out) -> None:
        out.start("text/event-stream")
        await out.piece(SAID)
        if not self.ends:
            await asyncio.Event().wait()
        await out.end()

    @property
    def connections(self) -> int:
        return len(self._connections)


async def asked(backend: OpenAI) -> str:
    try:
        return (await backend.chat(CHAT)).text
    finally:
        await backend.close()


async def test_a_proxy_of_the_environment_leads_away_from_this_machine(monkeypatch: pytest.MonkeyPatch):
    async with Saying() as proxy:
        monkeypatch.setenv("http_proxy", proxy.root)
        assert await asked(OpenAI(AWAY, "sk-of-the-lab-0123456789")) == "b"
        (only,) = proxy.requests
        assert only.path == f"{AWAY}/chat/completions"
        assert only.headers["authorization"] == "Bearer sk-of-the-lab-0123456789"


@pytest.mark.parametrize("key", [None, "sk-of-the-lab-0123456789"])
async def test_what_is_in_netrc_is_sent_nowhere(monkeypatch: pytest.MonkeyPatch, tmp_path: Path, key: str | None):
    (tmp_path / "netrc").write_text("machine 127.0.0.1 login me password of-somebody-else\n")
    monkeypatch.setenv("NETRC", str(tmp_path / "netrc"))
    async with Saying() as server:
        assert await asked(OpenAI(f"{server.root}/v1", key)) == "b"
        assert server.requests[0].headers.get("authorization") == (key and f"Bearer {key}")


async def test_connections_are_used_again():
    async with Saying() as server:
        backend = OpenAI(f"{server.root}/v1")
        for _ in range(5):
            await backend.chat(CHAT)
        assert (server.connections, len(server.requests)) == (1, 5)
        await backend.close()


async def test_an_answer_that_is_done_but_does_not_end_is_taken(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(http_connection, "_END", 0.0)
    monkeypatch.setattr(Saying, "ends", False)
    async with Saying() as server:
        assert await asked(OpenAI(f"{server.root}/v1")) == "b"
        await server.somebody_left.wait()


async def test_large_pictures_are_sent():
    picture = Picture.png(bytes(2_000_000))
    async with talking_to(lambda request: "b") as (server, backend):
        await backend.chat(replace(CHAT, messages=(Message("user", ("Here:", picture)),)))
    assert len(server.requests[0].body) > 2_000_000


async def test_what_no_file_could_hold_is_sent_all_the_same():
    async with talking_to(lambda request: "b") as (server, backend):
        await backend.chat(replace(CHAT, messages=(Message("user", ("half \ud83d, whole 😀",)),)))
    assert server.chats[0]["messages"][0]["content"] == "half \ud83d, whole 😀"
