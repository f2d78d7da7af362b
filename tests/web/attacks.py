"""Ways in which a client can be hostile to a host of open tables. Each is a coroutine that does its worst and returns what it read.

Some leave connections open on purpose; a Target closes them when all are through.
"""

from __future__ import annotations

import asyncio
import base64
import json
import os
import re
import struct
from asyncio import StreamReader, StreamWriter
from collections.abc import Awaitable, Callable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from functools import partial
from typing import Any, TypeAlias

PATIENCE = 0.5  # seconds for a reply; to many ways there is none
_MOST_READ = 2**20
_ALL_READ = b"all is read"

TEXT, BINARY, CLOSE, PING, PONG = 0x1, 0x2, 0x8, 0x9, 0xA


@dataclass
class Target:
    """A host of open tables on loopback, as a client finds it.

    table: of the id of one under way. invitation: to an open place of it. token: of a seat that the attacker has there. other: of
    a seat that it has not. opened: what is to be closed in the end.
    """

    port: int
    table: str
    invitation: str
    token: str
    other: str = ""
    opened: list[StreamWriter] = field(default_factory=list)

    @property
    def host(self) -> str:
        return f"127.0.0.1:{self.port}"

    @property
    def origin(self) -> str:
        return f"http://{self.host}"

    async def connect(self) -> tuple[StreamReader, StreamWriter]:
        reader, writer = await asyncio.open_connection("127.0.0.1", self.port)
        self.opened.append(writer)
        return reader, writer

    async def ask(self, data: bytes, patience: float = PATIENCE) -> bytes:
        """Send bytes, and return what comes back before the connection ends or nothing more comes."""
        reader, writer = await self.connect()
        with suppress(ConnectionError):
            writer.write(data)
            await writer.drain()
        return await read_all(reader, patience)

    async def request(self, method: str, path: str, body: bytes = b"", **headers: str) -> bytes:
        """Send a request; a header that is empty is left out, and `_` stands for `-`."""
        lines = {"Host": self.host, "Connection": "close", "Content-Length": str(len(body)) if body or method == "POST" else ""}
        lines |= {name.replace("_", "-"): value for name, value in headers.items()}
        head = "".join(f"{name}: {value}\r\n" for name, value in lines.items() if value)
        return await self.ask(f"{method} {path} HTTP/1.1\r\n{head}\r\n".encode("utf-8", "surrogatepass") + body)

    async def post(self, path: str, body: bytes, **headers: str) -> bytes:
        """Send a form of the table's own page."""
        kind = "application/x-www-form-urlencoded"
        lines = {"Origin": self.origin, "Content_Type": kind, **headers}
        return await self.request("POST", f"/t/{self.table}/{path}", body, **lines)

    async def socket(self, path: str = "", **headers: str) -> Socket:
        """Open a WebSocket, by default of the seat protocol."""
        reader, writer = await self.connect()
        lines = {
            "Host": self.host, "Upgrade": "websocket", "Connection": "Upgrade", "Sec-WebSocket-Version": "13",
            "Sec-WebSocket-Key": base64.b64encode(os.urandom(16)).decode(), "Sec-WebSocket-Protocol": "woozle.seat.1",
        }  # fmt: skip
        lines |= {name.replace("_", "-"): value for name, value in headers.items()}
        head = "".join(f"{name}: {value}\r\n" for name, value in lines.items() if value)
        writer.write(f"GET {path or f'/t/{self.table}/seat'} HTTP/1.1\r\n{head}\r\n".encode())
        answer = b""
        with suppress(asyncio.IncompleteReadError, ConnectionError, TimeoutError):
            async with asyncio.timeout(PATIENCE):
                answer = await reader.readuntil(b"\r\n\r\n")
                if refused := re.search(rb"Content-Length: (\d+)", answer):
                    answer += await reader.readexactly(int(refused[1]))
        return Socket(reader, writer, answer)

    async def seated(self) -> Socket:
        """Open the attacker's own seat."""
        socket = await self.socket()
        await socket.say(type="join", token=self.token, secret="a" * 64)
        return socket

    async def close(self) -> None:
        for writer in self.opened:
            writer.transport.abort()
        self.opened.clear()


class Socket:
    """A WebSocket that sends whatever frames it is told to. answer: the head of the reply to the handshake."""

    def __init__(self, reader: StreamReader, writer: StreamWriter, answer: bytes) -> None:
        self.answer = answer
        self._reader, self._writer = reader, writer

    @property
    def is_open(self) -> bool:
        return self.answer.startswith(b"HTTP/1.1 101")

    async def frame(self, kind: int, data: bytes = b"", **flags: Any) -> None:
        await self.raw(frame(kind, data, **flags))

    async def raw(self, data: bytes) -> None:
        with suppress(ConnectionError):
            self._writer.write(data)
            await asyncio.wait_for(self._writer.drain(), PATIENCE)

    async def say(self, **message: Any) -> None:
        await self.frame(TEXT, json.dumps(message).encode())

    async def read(self) -> bytes:
        """Return what was sent so far, up to the answer to a ping, or to the end; some hosts that were shocked send neither."""
        found = b""
        if self.is_open:
            await self.frame(PING, _ALL_READ)
            with suppress(ConnectionError, TimeoutError):
                async with asyncio.timeout(PATIENCE):
                    while not has_ended(found) and (data := await self._reader.read(2**16)):
                        found += data
        return self.answer + found


def frame(kind: int, data: bytes = b"", *, is_last: bool = True, masked: bool = True, flags: int = 0) -> bytes:
    """Return a frame of a WebSocket. A mask of zeros changes nothing."""
    bit, size = 0x80 if masked else 0, len(data)
    long = b"" if size < 126 else struct.pack(">H", size) if size < 2**16 else struct.pack(">Q", size)
    short = bit | {0: size, 2: 126, 8: 127}[len(long)]
    return bytes([(0x80 if is_last else 0) | flags | kind, short]) + long + (bytes(4) if masked else b"") + data


def has_ended(data: bytes) -> bool:
    """Return whether frames of a host end in a close, or in the answer to the last ping."""
    at = 0
    while at + 2 <= len(data):
        kind, size = data[at] & 0x0F, data[at + 1]
        long = {126: 2, 127: 8}.get(size, 0)
        size = int.from_bytes(data[at + 2 : at + 2 + long]) if long else size
        at += 2 + long + size
        if kind == CLOSE or (kind == PONG and data[at - size : at] == _ALL_READ):
            return True
    return False


async def read_all(reader: StreamReader, patience: float = PATIENCE) -> bytes:
    """Read until the end, or until nothing comes for a moment."""
    found = b""
    with suppress(ConnectionError, TimeoutError):
        while len(found) < _MOST_READ:
            async with asyncio.timeout(patience if not found else 0.1):
                data = await reader.read(2**16)
            if not data:
                break
            found += data
    return found


Way: TypeAlias = Callable[[Target], Awaitable[bytes]]

REQUESTS: Mapping[str, Way] = {
    "a_body_of_a_gigabyte": lambda at: at.post("join", b"x" * 200_000, Content_Length=str(2**30)),
    "a_bad_chunk": lambda at: at.post("join", b"FFFFFFFFFFFFFFFFF\r\nx", Transfer_Encoding="chunked", Content_Length=""),
    "two_lengths": lambda at: at.post("join", b"0\r\n\r\nGET /operator HTTP/1.1\r\n\r\n", Transfer_Encoding="chunked"),
    "a_header_of_a_megabyte": lambda at: at.request("GET", "/", X_Long="x" * 2**20),
    "ten_thousand_headers": lambda at: at.request("GET", "/", **{f"X_{number}": "1" for number in range(10_000)}),
    "http_1_0": lambda at: at.ask(b"GET / HTTP/1.0\r\n\r\n"),
    "no_host": lambda at: at.request("GET", f"/t/{at.table}", Host=""),
    "the_host_of_another": lambda at: at.request("GET", f"/t/{at.table}", Host="evil.example"),
    "a_thousand_requests_at_once": lambda at: at.ask(f"GET / HTTP/1.1\r\nHost: {at.host}\r\n\r\n".encode() * 1000, 1.0),
    "a_form_without_origin": lambda at: at.post("join", b"token=x", Origin=""),
}

FRAMES: Mapping[str, Callable[[], bytes]] = {
    "a_frame_of_four_exabytes": lambda: bytes([0x81, 0xFF]) + struct.pack(">Q", 2**62) + bytes(4) + b"x" * 1000,
    "a_message_of_ten_megabytes": lambda: frame(TEXT, b'{"type":"log","text":"' + b"x" * 10**7 + b'"}'),
    "endless_fragments": lambda: frame(TEXT, b"{", is_last=False) + frame(0, b" " * 100, is_last=False) * 3000,
    "binary": lambda: frame(BINARY, os.urandom(1000)),
    "pings_without_end": lambda: frame(PING, b"x" * 100) * 3000 + frame(PONG) * 3000,
}
"""What is sent at a seat of one's own, and before anybody has joined."""

MESSAGES: Mapping[str, Sequence[Mapping[str, Any]]] = {
    "questions_of_others": [
        {"type": kind, "id": number} | ({"answer": {}} if kind == "answer" else {})
        for number in (0, -1, 1, 2, 3, 999, 2**70, "1", 1.5, True, None, [], {})
        for kind in ("answer", "forfeit")
    ],
    "deals_that_are_none": [
        {"type": "reveal", "attempt": 1, "nonce": "0" * 64},
        {"type": "reveal", "attempt": -1, "nonce": "x"},
        {"type": "commit", "attempt": 10**9, "commitment": "0" * 64},
        {"type": "commit", "attempt": 1, "commitment": ""},
        {"type": "stay"},
        {"type": "ack", "seen": -5},
        {"type": "ack", "seen": 10**9},
        {"type": "joined"},
        {"type": "over"},
        {"type": "receipt", "n": 1},
    ],
    "logs": [{"type": "log", "text": "\x1b[2J\u202e" * 3000}] * 20,
}
"""What is said at a seat of one's own."""


async def send(target: Target, data: Callable[[], bytes]) -> bytes:
    found = b""
    for socket in (await target.socket(), await target.seated()):
        await socket.raw(data())
        found += await socket.read()
    return found


async def say(target: Target, messages: Sequence[Mapping[str, Any]]) -> bytes:
    socket = await target.seated()
    for message in messages:
        await socket.say(**message)
    return await socket.read()


WAYS: dict[str, Way] = {
    **REQUESTS,
    **{name: partial(send, data=data) for name, data in FRAMES.items()},
    **{name: partial(say, messages=messages) for name, messages in MESSAGES.items()},
}


def way(function: Way) -> Way:
    WAYS[function.__name__] = function  # type: ignore[attr-defined]
    return function


# The HTTP below


@way
async def half_a_handshake(target: Target) -> bytes:
    _, writer = await target.connect()
    writer.write(f"GET /t/{target.table}/seat HTTP/1.1\r\nHost: {target.host}\r\nUpgrade: websocket\r\n".encode())
    return b""


@way
async def a_drip_of_headers(target: Target) -> bytes:
    _, writer = await target.connect()
    for byte in b"GET / HTTP/1.1\r\nX-Slow: 1":
        writer.write(bytes([byte]))
        await asyncio.sleep(0)
    return b""


@way
async def a_body_that_never_comes(target: Target) -> bytes:
    _, writer = await target.connect()
    head = f"POST /t/{target.table}/join HTTP/1.1\r\nHost: {target.host}\r\nOrigin: {target.origin}\r\nContent-Length: 1000\r\n\r\n"
    writer.write(head.encode())
    return b""


@way
async def a_rebound_name(target: Target) -> bytes:
    found = await target.request("GET", "/", Host=f"127.0.0.1.evil.example:{target.port}")
    socket = await target.socket(Host=f"localhost.evil.example:{target.port}")
    assert not socket.is_open
    return found + await socket.read()


@way
async def methods(target: Target) -> bytes:
    found = b""
    for method in ("PUT", "DELETE", "TRACE", "CONNECT", "PATCH", "OPTIONS", "\x1b[2J", "GET" * 5000):
        found += await target.request(method, f"/t/{target.table}")
    return found


@way
async def paths(target: Target) -> bytes:
    found = b""
    for path in (
        "/static/../../../../etc/passwd", "/static/%2e%2e/%2e%2e/%2e%2e/etc/passwd", "/static//etc/passwd",
        "/t/../operator", "/static/..%5c..%5csecret", "/t/%00", "/t/" + "A" * 5000, "/t/%F0%28%8C%28/watch",
        f"/t/{target.table}/picture/../transcript", f"/t/{target.table}/picture/{'0' * 64}%2f..", "//evil.example/",
        "/?" + "a=1&" * 5000, "/\x1b[31m",
    ):  # fmt: skip
        found += await target.request("GET", path)
    assert b"root:" not in found
    return found


@way
async def garbage(target: Target) -> bytes:
    return await target.ask(os.urandom(2000)) + await target.ask(b"\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03" + os.urandom(500))


@way
async def many_connections(target: Target) -> bytes:
    for _ in range(100):
        await target.connect()
    return b""


# Origins, cookies, tokens


@way
async def forms_of_other_sites(target: Target) -> bytes:
    found = b""
    elsewhere = (
        "https://evil.example",
        "null",
        f"http://127.0.0.1:{target.port + 1}",
        f"https://{target.host}",
        "http://localhost",
    )
    for origin in elsewhere:
        for path in ("join", "answer", "leave"):
            reply = await target.post(path, b"{}", Origin=origin, Content_Type="text/plain")
            assert not reply.startswith(b"HTTP/1.1 2"), (origin, path)
            found += reply
    return found


@way
async def sockets_of_other_sites(target: Target) -> bytes:
    found = b""
    for origin in ("https://evil.example", "null", f"http://evil.example:{target.port}", f"{target.origin}.evil.example"):
        for path in ("seat", "page", "watch"):
            socket = await target.socket(f"/t/{target.table}/{path}", Origin=origin)
            assert not socket.is_open, (origin, path)
            found += await socket.read()
    return found


@way
async def a_page_without_a_cookie(target: Target) -> bytes:
    socket = await target.socket(f"/t/{target.table}/page", Origin=target.origin, Sec_WebSocket_Protocol="")
    await socket.say(type="join", seen=0, receipts=0)
    return await socket.read()


@way
async def cookies_that_are_none(target: Target) -> bytes:
    found = b""
    for cookie in ("x" * 43, "x" * 7000, "\x1b[2J", "'; DROP TABLE places; --", target.invitation, ""):
        found += await target.request("GET", f"/t/{target.table}", Cookie=f"woozle-{target.table}={cookie}")
        found += await target.request("GET", f"/t/{target.table}/picture/{'0' * 64}", Cookie=f"woozle-{target.table}={cookie}")
    return found


@way
async def pictures_and_papers_of_others(target: Target) -> bytes:
    found = b""
    for path in ("picture/" + "a" * 64, "transcript", "receipts", "replay", "notes"):
        for token in ("", target.invitation, "x" * 43):
            reply = await target.request("GET", f"/t/{target.table}/{path}", Authorization=f"Bearer {token}" if token else "")
            assert not reply.startswith(b"HTTP/1.1 200"), path
            found += reply
    return found


@way
async def guesses_of_invitations(target: Target) -> bytes:
    found = b""
    for number in range(10):
        socket = await target.socket()
        await socket.say(type="join", token=f"{number:043}", secret="b" * 64, name="Guess")
        found += await socket.read()
    assert b"joined" not in found
    return found


@way
async def guesses_of_room_codes(target: Target) -> bytes:
    found = b""
    for number in range(12):
        body = f"code=AAAA{number:04}&name=Eve".encode()
        found += await target.post("knock", body) + await target.post("join", body)
    return found


@way
async def guesses_of_the_operator(target: Target) -> bytes:
    found = b""
    for path in ("/operator", "/operator/x", "/operator?token=x", "/operator#x"):
        reply = await target.request("GET", path)
        found += reply + await target.request("POST", path, b"table=x", Origin=target.origin)
    return found


# Frames


@way
async def no_join(target: Target) -> bytes:
    await target.socket()
    return b""


@way
async def no_subprotocol(target: Target) -> bytes:
    socket = await target.socket(Sec_WebSocket_Protocol="chat")
    await socket.say(type="join", token="x")
    return await socket.read()


@way
async def wrong_handshakes(target: Target) -> bytes:
    found = b""
    for headers in ({"Sec_WebSocket_Version": "8"}, {"Sec_WebSocket_Key": ""}, {"Sec_WebSocket_Key": "x"}, {"Upgrade": "h2c"}):
        socket = await target.socket(**headers)
        await socket.say(type="join", token="x")
        found += await socket.read()
    return found


@way
async def broken_frames(target: Target) -> bytes:
    found = b""
    frames: tuple[dict[str, Any], ...] = (
        {"kind": TEXT, "data": b"\xff\xfe{}"},
        {"kind": TEXT, "data": b"{}", "masked": False},
        {"kind": TEXT, "data": b"{}", "flags": 0x40},
        {"kind": 0x3},
        {"kind": 0xF},
        {"kind": PING, "data": b"x", "is_last": False},
        {"kind": PING, "data": b"x" * 200},
        {"kind": 0},
        {"kind": CLOSE, "data": b"\x03"},
        {"kind": CLOSE, "data": struct.pack(">H", 1005)},
        {"kind": CLOSE, "data": b"\x03\xe8\xff"},
    )
    for frame in frames:
        socket = await target.socket()
        await socket.frame(**frame)
        found += await socket.read()
        await socket.frame(CLOSE)
    return found


@way
async def a_reader_that_sleeps(target: Target) -> bytes:
    socket = await target.seated()
    for number in range(2000):
        await socket.say(type="answer", id=number, answer={"x": "y" * 500})
    return b""


# Messages

NO_JSON = (
    *(b"", b"{", b"null", b"[]", b"1", b'"x"', b"[" * 30_000, b'{"a":' * 10_000, b"{}\x00", b"9" * 60_000, "{\u202e}".encode()),
    *(b'{"type":"join"}', b'{"type":"hello"}', b'{"type":"join","token":1e999}', b'{"type":"join","token":NaN}'),
    *(b'{"type":"join","type":"leave","token":"x"}', b'{"type":"join","token":"\\ud800"}'),
    b'{"type":"join","token":"' + b"x" * 60_000 + b'"}',
)

NAMES = (
    *("\x1b[2J\x1b]0;owned\x07", "\u202eeciTA", "a\x00b", "\ud800", "x" * 60_000, "<script>alert(1)</script>", "\u200b" * 20),
    *("e\u0301" * 99, "{{7*7}}", "\r\nSet-Cookie: a=b", " ", "\U000e0001" * 9, "Alice", "a" + "\u0300" * 500),
)


@way
async def no_json(target: Target) -> bytes:
    found = b""
    for text in NO_JSON:
        socket = await target.socket()
        await socket.frame(TEXT, text)
        found += await socket.read()
        await socket.frame(CLOSE)
    return found


@way
async def names(target: Target) -> bytes:
    found = b""
    for name in NAMES:
        socket = await target.socket()
        await socket.say(type="join", token="x" * 43, name=name, secret="c" * 64)
        found += await socket.read()
        await socket.frame(CLOSE)
        body = json.dumps({"token": "x" * 43, "name": name, "secret": "c" * 64}).encode()
        found += await target.post("join", body, Content_Type="application/json")
    assert not any(each in found for each in (b"\x1b[2J", b"<script>alert", b"Set-Cookie: a=b"))
    return found


@way
async def numbers_that_are_none(target: Target) -> bytes:
    found = b""
    for counts in ({"seen": -1}, {"seen": 10**30}, {"seen": 10**9}, {"receipts": 10**9}, {"seen": "1"}, {"receipts": 1.5}):
        socket = await target.socket()
        await socket.say(**{"type": "join", "token": target.token, "secret": "a" * 64, **counts})
        found += await socket.read()
        await socket.frame(CLOSE)
    return found


@way
async def the_same_seat_from_ten_places(target: Target) -> bytes:
    sockets = [await target.seated() for _ in range(10)]
    return b"".join([await socket.read() for socket in sockets])


@way
async def joins_again(target: Target) -> bytes:
    return await say(target, [{"type": "join", "token": target.token, "secret": "d" * 64, "name": "Other"}] * 20)
