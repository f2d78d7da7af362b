"""The connections to a server: which way they lead, what is sent along, and how long they are kept."""

from __future__ import annotations

import asyncio
import socket
import struct
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from woozle.players.backends import http_connection
from woozle.players.backends.model_client import BackendError, Message
from woozle.players.backends.openai import OpenAI
from woozle.players.backends.rate_limiter import RateLimiter

from tests.players.backends.http import Asked, HttpServer, Out, _read
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


@pytest.mark.parametrize("quote", ["", '"'])
async def test_a_proxy_of_the_environment_leads_away_from_this_machine(monkeypatch: pytest.MonkeyPatch, quote: str):
    async with Saying() as proxy:
        monkeypatch.setenv("http_proxy", f"{quote}{proxy.root}{quote}")
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


class Closing(HttpServer):
    """Says b, promises to keep the connection, and closes it once the next request comes. It answers nothing on an old one.

    first: the bytes that it answers before. resets: whether the connection is torn down rather than ended. dies: whether it does
    so on new connections too.
    """

    def __init__(self, first: bytes = b"", *, resets: bool = False, dies: bool = False) -> None:
        super().__init__()
        self._first, self._resets, self._dies = first, resets, dies
        self.opened = 0

    async def _converse(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        self.opened += 1
        if not self._dies:
            self.requests.append(await read_request(reader))
            out = Out(writer)
            out._head(200, {"content-type": "text/event-stream", "content-length": str(len(SAID)), "keep-alive": "timeout=5"})
            writer.write(SAID)
        await reader.read(1)
        writer.write(self._first)
        if self._resets:
            linger = struct.pack("ii", 1, 0)
            writer.get_extra_info("socket").setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, linger)


async def read_request(reader: asyncio.StreamReader) -> Asked:
    asked = await _read(reader, b"")
    assert asked
    return asked


@pytest.mark.parametrize("large", [10, 2_000_000])
@pytest.mark.parametrize("resets", [False, True])
async def test_a_kept_connection_that_the_server_closed_costs_no_try(resets: bool, large: int):
    chat = replace(CHAT, messages=(Message("user", ("x" * large,)),))
    async with Closing(resets=resets) as server:
        backend = OpenAI(f"{server.root}/v1")
        limiter = RateLimiter(backend)
        replies = [await limiter.chat(chat) for _ in range(6)]
        await backend.close()
    assert [(reply.text, reply.failures) for reply in replies] == [("b", ())] * 6
    assert len(server.requests) == 6 and all(len(asked.body) > large for asked in server.requests)


async def test_connections_that_were_kept_together_cost_one_repeat_each():
    async with Closing() as server:
        backend = OpenAI(f"{server.root}/v1")
        for _ in range(3):
            replies = await asyncio.gather(*(backend.chat(CHAT) for _ in range(4)))
            assert [reply.text for reply in replies] == ["b"] * 4
        await backend.close()
    assert len(server.requests) == 12 and server.opened == 12


@pytest.mark.parametrize(
    ("first", "later", "opened"),
    [
        ({"dies": True}, {}, 1),  # a new connection
        ({}, {"_dies": True}, 2),  # a kept one, and the new one in its place
        ({"first": b"HTTP/1.1 20"}, {}, 1),  # the answer has begun
    ],
    ids=["new", "twice", "begun"],
)
async def test_a_connection_that_ends_without_an_answer_is_an_error(first: dict[str, Any], later: dict[str, Any], opened: int):
    async with Closing(**first) as server:
        backend = OpenAI(f"{server.root}/v1")
        if not server._dies:
            await backend.chat(CHAT)
        vars(server).update(later)
        with pytest.raises(BackendError, match="breaks off"):
            await backend.chat(CHAT)
        await backend.close()
    assert server.opened == opened


async def test_a_request_that_the_server_had_time_to_read_is_not_sent_again(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(http_connection, "_STALE", 0.0)
    async with Closing() as server:
        backend = OpenAI(f"{server.root}/v1")
        await backend.chat(CHAT)
        with pytest.raises(BackendError, match="breaks off"):
            await backend.chat(CHAT)
        await backend.close()
    assert server.opened == 1


async def test_what_no_file_could_hold_is_sent_all_the_same():
    async with talking_to(lambda request: "b") as (server, backend):
        await backend.chat(replace(CHAT, messages=(Message("user", ("half \ud83d, whole 😀",)),)))
    assert server.chats[0]["messages"][0]["content"] == "half \ud83d, whole 😀"
