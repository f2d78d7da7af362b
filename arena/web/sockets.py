"""WebSockets of open tables: a heartbeat, limits, and one way to serve all who speak over one."""

from __future__ import annotations

import asyncio
import struct
import time
from collections.abc import AsyncGenerator, Callable, Iterable, Sequence
from contextlib import aclosing, nullcontext, suppress
from typing import NamedTuple, Protocol, TypeAlias

from aiohttp import WSMsgType, web

from woozle.arena.tables.guest import Guest
from woozle.arena.tables.invitations import AdmissionError
from woozle.arena.tables.place import Place
from woozle.arena.tables.remote_seat import RemoteSeat, SeatFeed
from woozle.arena.tables.table import OpenTable
from woozle.arena.web.guard import Guard, SocketPace
from woozle.players.seat_protocol import (
    BYE_CODES,
    LONGEST_MESSAGE,
    SUBPROTOCOL,
    BehindMessage,
    ByeMessage,
    Message,
    UnreadableMessageError,
    message_line,
)

HEARTBEAT = 10.0
"""Seconds between pings; a connection that does not answer one for half of it is gone."""

SEND_SECONDS = 10.0
"""Time for a message to be taken by a connection."""

JOIN_SECONDS = 10.0
"""Time for the first message of a connection."""

Outbox: TypeAlias = AsyncGenerator[Iterable[bytes] | ByeMessage, None]
"""The messages to a connection, some at a time; a ByeMessage ends it."""

_MOST_UNSENT = 65_536  # bytes that wait for a connection beside what the system holds, before its writer waits too
_LOOK = 0.02  # seconds
_READ = (WSMsgType.TEXT, WSMsgType.PING, WSMsgType.PONG)
_WHOLE_TEXT = 0x81  # the first byte of a frame
_LOST = ByeMessage(code="slow", why="No ping was answered, or nothing more could be read; come back.")


class Conversation(NamedTuple):
    """A connection that was let in: what it is sent, and what takes what it says, and returns the replies.

    `hear` raises UnreadableMessageError for what ends the connection.
    """

    outbox: Outbox
    hear: Callable[[str], Iterable[bytes]]


class Socket:
    """A WebSocket with a heartbeat, time limits on what is sent, and a limit on what comes.

    lag: seconds of the last round trip; None before the first. beat: goes with each ping, for scripts, which cannot see pings.
    """

    def __init__(self, socket: web.WebSocketResponse, transport: asyncio.Transport, beat: bytes) -> None:
        self.socket = socket
        self.lag: float | None = None
        self._transport = transport
        self._beat = beat
        self._pinged: float | None = None
        self._pace = SocketPace()

    async def send(self, *messages: bytes) -> None:
        """Send messages as texts, by one write. Raises ConnectionError and TimeoutError.

        aiohttp writes each by itself. With 500 seats at an answer a second on two busy cores, half of all next questions then came
        within 5.7 ms and 95 % within 117 ms, against 3.4 ms and 13 ms, for the same share of a core.
        """
        if self.socket.closed or self._transport.is_closing():
            raise ConnectionResetError
        self._transport.write(b"".join(part for each in messages for part in (_frame_head(len(each)), each)))
        if self._transport.get_write_buffer_size() > _MOST_UNSENT:
            async with asyncio.timeout(SEND_SECONDS):
                while self._transport.get_write_buffer_size() > _MOST_UNSENT:
                    await asyncio.sleep(_LOOK)

    async def read(self) -> str | None:
        """Return the next text; None at the end, and for whatever is no text or too much."""
        while True:
            message = await self.socket.receive()
            if message.type not in _READ:
                return None
            if wait := self._pace.charge(len(message.data), time.monotonic()):
                await asyncio.sleep(wait)
            match message.type:
                case WSMsgType.PING:
                    await self.socket.pong(message.data)
                case WSMsgType.PONG:
                    if message.data == b"woozle" and self._pinged is not None:
                        self.lag, self._pinged = time.monotonic() - self._pinged, None
                case _:
                    return str(message.data)

    async def serve(self, conversation: Conversation) -> ByeMessage | None:
        """Send and read until one of them ends, or no ping is answered; return the last message, if one is known.

        Raises what the conversation raises.
        """
        tasks = [asyncio.create_task(each) for each in (self._tell(conversation), self._hear(conversation), self._ping())]
        try:
            await asyncio.wait(tasks, return_when=asyncio.FIRST_COMPLETED)
        finally:
            for task in tasks:
                task.cancel()
            ended = await asyncio.gather(*tasks, return_exceptions=True)
        for each in ended:
            if isinstance(each, Exception):
                raise each
        return next((each for each in ended if isinstance(each, ByeMessage)), None)

    async def _tell(self, conversation: Conversation) -> ByeMessage | None:
        async with aclosing(conversation.outbox) as outbox:
            async for each in outbox:
                if isinstance(each, ByeMessage):
                    return each
                if messages := [*each]:
                    await self.send(*messages)
        return None

    async def _hear(self, conversation: Conversation) -> None:
        while (text := await self.read()) is not None:
            if replies := [*conversation.hear(text)]:
                await self.send(*replies)

    async def _ping(self) -> None:
        """Ping as long as the other side answers."""
        while True:
            self._pinged = time.monotonic()
            async with asyncio.timeout(SEND_SECONDS):
                await self.socket.ping(b"woozle")
                if self._beat:
                    await self.send(self._beat)
            await asyncio.sleep(HEARTBEAT / 2)
            if self._pinged is not None:
                return
            await asyncio.sleep(HEARTBEAT / 2)

    async def close(self, bye: ByeMessage) -> None:
        """Send a last message and close, whatever the other side does."""
        with suppress(ConnectionError, TimeoutError, RuntimeError):
            await self.send(message_text(bye))
        with suppress(ConnectionError, TimeoutError, RuntimeError):
            async with asyncio.timeout(1.0):
                await self.socket.close(code=BYE_CODES[bye.code])


def message_text(message: Message) -> bytes:
    """Return a message as it is sent."""
    return message_line(message)[:-1]


def _frame_head(size: int) -> bytes:
    """Return the head of the frame of a text of so many bytes (RFC 6455, section 5.2)."""
    if size < 126:
        return struct.pack(">BB", _WHOLE_TEXT, size)
    return struct.pack(">BBH", _WHOLE_TEXT, 126, size) if size < 2**16 else struct.pack(">BBQ", _WHOLE_TEXT, 127, size)


# Serving


async def serve_socket(
    request: web.Request,
    guard: Guard,
    report: Callable[[BaseException], object],
    hello: bytes,
    join: Callable[[Socket, str], Conversation],
    *,
    beat: bytes = b"",
    is_newcomer: bool = True,
) -> web.WebSocketResponse:
    """Serve a WebSocket until either side ends it.

    Args:
        report: Hears of failures.
        hello: The first message.
        join: Given the first message of the other side, returns the conversation. Raises UnreadableMessageError and AdmissionError.
        is_newcomer: Whether it counts against the limit of sockets that have not joined.
    """
    socket, address = await _open(request, beat), guard.network(request)
    try:
        await socket.send(hello)
        with guard.newcomer(address) if is_newcomer else nullcontext():
            first = await _read_first(socket)
        bye = await socket.serve(join(socket, first)) or _LOST
    except UnreadableMessageError as error:
        bye = ByeMessage(code="unreadable", why=str(error))
    except AdmissionError as error:  # too many at once, as after a restart, may come back; others need not
        bye = ByeMessage(code="stopping" if error.code == "too_many" else "denied", why=guard.count_refusal(address, error))
    except TimeoutError:
        bye = ByeMessage(code="slow", why="The connection took nothing for too long; come back.")
    except ConnectionError:
        bye = _LOST
    except Exception as error:
        report(error)
        bye = _LOST
    await socket.close(bye)
    return socket.socket


async def refuse_socket(request: web.Request, why: str) -> web.WebSocketResponse:
    """Close a WebSocket at once."""
    socket = await _open(request)
    await socket.close(ByeMessage(code="denied", why=why))
    return socket.socket


async def _open(request: web.Request, beat: bytes = b"") -> Socket:
    socket = web.WebSocketResponse(
        compress=False, max_msg_size=LONGEST_MESSAGE, autoping=False, protocols=(SUBPROTOCOL,), timeout=1.0
    )
    await socket.prepare(request)
    if request.transport is None:
        raise ConnectionResetError
    return Socket(socket, request.transport, beat)


async def _read_first(socket: Socket) -> str:
    try:
        async with asyncio.timeout(JOIN_SECONDS):
            return await socket.read() or ""
    except TimeoutError:
        raise UnreadableMessageError(f"No `join` came within {JOIN_SECONDS:g} seconds.") from None


# Places


class Voice(Protocol):
    """The messages to a place and from it, in the words of the seat protocol or of a page.

    notes: about the table. begin: with a match, whose welcome was sent. news, ending: of it. hear: as in Conversation.
    """

    def notes(self, messages: Sequence[Message]) -> Iterable[bytes]: ...
    def begin(self, seat: RemoteSeat) -> None: ...
    def news(self, feed: SeatFeed) -> Iterable[bytes]: ...
    async def ending(self) -> bytes: ...
    def hear(self, text: str) -> Iterable[bytes]: ...


def converse(socket: Socket, table: OpenTable, place: Place, guest: Guest, voice: Voice, opening: Iterable[bytes]) -> Conversation:
    """Return the conversation with who has a place, or waits for it. opening: what they are sent first."""

    async def tell() -> Outbox:
        feed, behind, is_over = None, 0, False
        attaching = asyncio.create_task(table.room.attach(place, guest))
        try:
            yield opening
            while not guest.bye:
                told = [*voice.notes(await guest.news())]
                if guest.feed is not feed:
                    feed, behind, is_over = guest.feed, 0, False
                    if feed and table.match:
                        voice.begin(feed.seat)
                        told.append(message_text(table.match.welcome(place)))
                if feed:
                    if feed.seat.behind != behind:
                        behind = feed.seat.behind
                        told.append(message_text(BehindMessage(events=behind)))
                    told += voice.news(feed)
                    if feed.seat.is_over and not is_over and table.state == "over":
                        is_over = True
                        told.append(await voice.ending())
                yield told
            yield guest.bye
        finally:
            attaching.cancel()
            table.room.detach(place, guest)

    def hear(text: str) -> Iterable[bytes]:
        if place.seat:
            place.seat.lag = socket.lag
        return voice.hear(text)

    return Conversation(tell(), hear)
