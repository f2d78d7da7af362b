"""The seat protocol over a WebSocket: terminals and agents at an open table."""

from __future__ import annotations

import asyncio
import struct
import time
from collections.abc import Coroutine, Iterator
from contextlib import suppress
from typing import Any

from aiohttp import WSMsgType, web

from woozle.arena.tables.entrance import Visitor, enter
from woozle.arena.tables.guest import Guest
from woozle.arena.tables.invitations import AdmissionError, Door, Knock
from woozle.arena.tables.place import Place
from woozle.arena.tables.remote_seat import SeatReceipt, Told, Turn
from woozle.arena.tables.table import OpenTable
from woozle.arena.web.guard import Guard, SocketPace
from woozle.core.canonical_json import json_digest
from woozle.core.request import Forfeit
from woozle.players.agent import PRINTED
from woozle.players.registry import prompt
from woozle.players.seat_protocol import (
    BYE_CODES,
    LONGEST_MESSAGE,
    PROTOCOL,
    TRIES,
    AnswerMessage,
    ByeMessage,
    ClosedMessage,
    ForfeitMessage,
    HelloMessage,
    JoinedMessage,
    JoinMessage,
    Limits,
    LogMessage,
    Message,
    Narration,
    OfGuest,
    OverMessage,
    ReceiptMessage,
    RefusedMessage,
    ShownPicture,
    UnreadableMessageError,
    message_line,
    parse_guest_message,
    request_message,
)
from woozle.saves.receipts import recorded_answer

SUBPROTOCOL = "woozle.seat.1"
HEARTBEAT = 10.0
"""Seconds between pings; a connection that does not answer one for half of it is gone."""

SEND_SECONDS = 10.0
"""Time for a message to be taken by a connection."""

_JOIN_SECONDS = 10.0
_LOGGED = 1000  # characters
_MOST_UNSENT = 65_536  # bytes that wait for a connection beside what the system holds, before its writer waits too
_LOOK = 0.02  # seconds
_READ = (WSMsgType.TEXT, WSMsgType.PING, WSMsgType.PONG)
_WHOLE_TEXT = 0x81  # the first byte of a frame


class SlowError(Exception):
    """A connection that takes nothing any more."""


class Socket:
    """A WebSocket with a heartbeat of its own, time limits on what is sent, and a limit on what comes.

    lag: seconds of the last round trip; None before the first. beat_text: a message that goes with each ping, for scripts of pages,
    which cannot see pings.
    """

    def __init__(self, socket: web.WebSocketResponse, transport: asyncio.Transport) -> None:
        self.socket = socket
        self.lag: float | None = None
        self.beat_text = b""
        self._transport = transport
        self._pinged: float | None = None
        self._pace = SocketPace()

    async def send(self, *messages: bytes) -> None:
        """Send messages, as texts: by one write, since each costs as much as a question. Raises SlowError and ConnectionError."""
        if self.socket.closed or self._transport.is_closing():
            raise ConnectionResetError
        self._transport.write(b"".join(part for each in messages for part in (_frame_head(len(each)), each)))
        if self._transport.get_write_buffer_size() <= _MOST_UNSENT:
            return
        try:
            async with asyncio.timeout(SEND_SECONDS):
                while self._transport.get_write_buffer_size() > _MOST_UNSENT:
                    await asyncio.sleep(_LOOK)
        except TimeoutError:
            raise SlowError from None

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

    async def beat(self) -> None:
        """Ping as long as the other side answers. Ends when it does not."""
        while True:
            self._pinged = time.monotonic()
            try:
                async with asyncio.timeout(SEND_SECONDS):
                    await self.socket.ping(b"woozle")
                    if self.beat_text:
                        await self.send(self.beat_text)
            except (TimeoutError, ConnectionError):
                return
            await asyncio.sleep(HEARTBEAT / 2)
            if self._pinged is not None:
                return
            await asyncio.sleep(HEARTBEAT / 2)

    async def close(self, bye: ByeMessage) -> None:
        """Send a last message and close, whatever the other side does."""
        with suppress(SlowError, ConnectionError, TimeoutError, RuntimeError):
            await self.send(_text(bye))
        with suppress(ConnectionError, TimeoutError, RuntimeError):
            async with asyncio.timeout(1.0):
                await self.socket.close(code=BYE_CODES[bye.code])


def _frame_head(size: int) -> bytes:
    """Return the head of the frame of a text of so many bytes (RFC 6455, section 5.2)."""
    if size < 126:
        return struct.pack(">BB", _WHOLE_TEXT, size)
    return struct.pack(">BBH", _WHOLE_TEXT, 126, size) if size < 2**16 else struct.pack(">BBQ", _WHOLE_TEXT, 127, size)


async def open_socket(request: web.Request) -> Socket:
    """Return the socket of a request, once it is open."""
    socket = web.WebSocketResponse(
        compress=False, max_msg_size=LONGEST_MESSAGE, autoping=False, protocols=(SUBPROTOCOL,), timeout=1.0
    )
    await socket.prepare(request)
    if request.transport is None:
        raise ConnectionResetError
    return Socket(socket, request.transport)


def hello_message(table: OpenTable) -> HelloMessage:
    """Return the first message to everybody."""
    key = table.house.host_key
    return HelloMessage(limits=Limits(tries=TRIES), versions=(PROTOCOL,), heartbeat=HEARTBEAT, host_key=key.public if key else "")


async def serve_seat(request: web.Request, table: OpenTable, door: Door, guard: Guard) -> web.WebSocketResponse:
    """Serve a terminal or an agent at a table, until either side ends it."""
    socket = await open_socket(request)
    bye = await _serve(socket, table, door, guard, guard.network(request))
    await socket.close(bye)
    return socket.socket


async def _serve(socket: Socket, table: OpenTable, door: Door, guard: Guard, address: str) -> ByeMessage:
    try:
        await socket.send(_text(hello_message(table)))
        with guard.newcomer(address):
            joined = await _read_join(socket)
        place, told = _admit(table, door, joined, address)
        await socket.send(_text(told))
    except (UnreadableMessageError, TimeoutError) as error:
        return ByeMessage(code="unreadable", why=str(error) or f"No `join` came within {_JOIN_SECONDS:g} seconds.")
    except AdmissionError as error:
        return bye_of_refused(error, guard.count_refusal(address, error))
    except (SlowError, ConnectionError):
        return ByeMessage(code="slow", why="The connection took nothing.")
    guest = Guest(address, joined.seen, joined.receipts)
    return await SeatSession(socket, table, place, guest).run()


async def _read_join(socket: Socket) -> JoinMessage:
    async with asyncio.timeout(_JOIN_SECONDS):
        text = await socket.read()
    message = parse_guest_message(text or "")
    if not isinstance(message, JoinMessage):
        raise UnreadableMessageError("The first message must be `join`.")
    return message


def _admit(table: OpenTable, door: Door, message: JoinMessage, address: str) -> tuple[Place, JoinedMessage]:
    """Return the place of a seat's token, or that to which an invitation leads. Raises AdmissionError."""
    if place := table.room.place_of(message.token):
        return place, JoinedMessage(table=table.id, place=place.number, name=place.row.name, token=message.token)
    visitor = Visitor(message.secret, message.name, address, message.agent, message.software)
    entered = enter(table, door, visitor, message.token)
    if isinstance(entered, Knock):
        raise AdmissionError("refused", "The host sees that you knock. Join again in the same way, until you are let in.")
    place, joined = entered
    return place, JoinedMessage(
        table=table.id, place=place.number, name=place.row.name, token=joined.token, recovery=joined.recovery
    )


def bye_of_refused(error: AdmissionError, why: str) -> ByeMessage:
    """Return the last message to who is not let in. Too many at once, as after a restart, may come back; others need not."""
    return ByeMessage(code="stopping" if error.code == "too_many" else "denied", why=why)


class SeatSession:
    """A connection that has a place: what it is sent, and what it says."""

    def __init__(self, socket: Socket, table: OpenTable, place: Place, guest: Guest) -> None:
        self._socket = socket
        self._table = table
        self._place = place
        self._guest = guest
        self._narration: Narration | None = None
        self._is_welcome = False
        self._is_over = False

    async def run(self) -> ByeMessage:
        """Serve until either side ends it; return the last message."""
        return await attend(self._socket, self._table, self._place, self._guest, self._read(), self._write())

    # What it is sent

    async def _write(self) -> None:
        guest = self._guest
        attaching = asyncio.create_task(self._table.room.attach(self._place, guest))
        try:
            while not guest.bye:
                await self._send(*await guest.news())
                if guest.feed is None:
                    self._is_welcome = self._is_over = False
                elif attaching.done():
                    await self._send_match()
        finally:
            attaching.cancel()

    async def _send_match(self) -> None:
        feed, seat = self._guest.feed, self._place.seat
        assert feed and seat and self._table.match
        seat.lag = self._socket.lag
        if not self._is_welcome:
            self._is_welcome = True
            self._narration = Narration(prompt(self._table.plan.game), seat.name)
            await self._send(self._table.match.welcome(self._place))
        await self._send(*(message for step in feed.steps() for message in self._messages(step)))
        if seat.is_ended and not feed.has_news and not self._is_over and self._table.state == "over":
            self._is_over = True
            await self._send(over_message(self._table, self._place))

    def _messages(self, step: Told | SeatReceipt | Turn) -> Iterator[Message]:
        seat = self._place.seat
        assert seat and self._narration
        match step:
            case Told(first, end):
                yield self._narration.events_message(seat.observation[:end], first)
            case Turn() as turn:
                address = f"/t/{self._table.id}/picture/"
                message = request_message(turn.number, turn.request, seat.observation, prompt(self._table.plan.game))
                pictures = [
                    ShownPicture(digest=each.digest, media_type=each.media_type, address=address + each.digest)
                    for each in turn.pictures
                ]
                yield message.model_copy(update={"pictures": pictures}) if pictures else message
            case SeatReceipt() as receipt:
                yield closed_message(receipt)
                yield receipt_message(self._table, self._place, receipt)

    async def _send(self, *messages: Message) -> None:
        if messages:
            await self._socket.send(*map(_text, messages))

    # What it says

    async def _read(self) -> ByeMessage | None:
        while (text := await self._socket.read()) is not None:
            try:
                message = parse_guest_message(text)
            except UnreadableMessageError as error:
                seat = self._place.seat
                await self._send(
                    seat.refuse_unreadable(str(error)) if seat else RefusedMessage(id=0, code="unreadable", why=str(error))
                )
                continue
            if refused := self._take(message):
                await self._send(refused)
        return None

    def _take(self, message: OfGuest) -> RefusedMessage | None:
        table, place = self._table, self._place
        if place.guest is not self._guest:
            return RefusedMessage(id=0, code="wait", why="This seat is open elsewhere; wait until whoever is there answers.")
        match message:
            case AnswerMessage() | ForfeitMessage():
                return self._answer(message)
            case LogMessage(text=text):
                PRINTED.info("table %s, place %d: %s", table.id, place.number, text[:_LOGGED])
            case JoinMessage():
                return RefusedMessage(id=0, code="unreadable", why="This connection has joined already.")
            case _:
                table.hear(place, message)
        return None

    def _answer(self, message: AnswerMessage | ForfeitMessage) -> RefusedMessage | None:
        seat = self._place.seat
        if not seat:
            return RefusedMessage(id=message.id, code="unasked", why=f"Request {message.id} is not open.")
        seat.lag = self._socket.lag
        if isinstance(message, ForfeitMessage):
            return seat.forfeit(message.id)
        refused = seat.answer(message.id, message.answer, message.timing, message.display)
        if not refused and message.id <= len(seat.receipts):
            self._guest.tell(receipt_message(self._table, self._place, seat.receipts[message.id - 1]))
        return refused


async def attend(
    socket: Socket,
    table: OpenTable,
    place: Place,
    guest: Guest,
    reads: Coroutine[Any, Any, ByeMessage | None],
    writes: Coroutine[Any, Any, None],
) -> ByeMessage:
    """Serve a connection that has a place until it is lost, or either side ends it; return the last message."""
    try:
        bye = await exchange(socket, table, reads, writes)
    finally:
        table.room.detach(place, guest)
    return guest.bye or bye


async def exchange(
    socket: Socket,
    table: OpenTable,
    reads: Coroutine[Any, Any, ByeMessage | None],
    writes: Coroutine[Any, Any, ByeMessage | None],
) -> ByeMessage:
    """Read from a connection and write to it until one of them ends, or it is lost; return the last message."""
    tasks = [asyncio.create_task(reads), asyncio.create_task(writes), asyncio.create_task(socket.beat())]
    try:
        await asyncio.wait(tasks, return_when=asyncio.FIRST_COMPLETED)
    finally:
        for task in tasks:
            task.cancel()
        ended = await asyncio.gather(*tasks, return_exceptions=True)
    for each in ended:
        if isinstance(each, Exception) and not isinstance(each, ConnectionError | SlowError):
            table.house.report(each)
    if any(isinstance(each, SlowError) for each in ended):
        return ByeMessage(code="slow", why="The connection took nothing for too long; come back.")
    return next((each for each in ended if isinstance(each, ByeMessage)), _LOST)


def closed_message(receipt: SeatReceipt) -> ClosedMessage:
    """Return the message that a question is over."""
    answer = receipt.past.response.answer
    if not isinstance(answer, Forfeit):
        return ClosedMessage(id=receipt.n, code="answered")
    return ClosedMessage(id=receipt.n, code="deadline" if answer.kind == "timeout" else "forfeited", why=answer.why)


def receipt_message(table: OpenTable, place: Place, receipt: SeatReceipt) -> ReceiptMessage:
    """Return a receipt, signed; made again it has the same bytes."""
    if table.plan.is_study:
        return ReceiptMessage(n=receipt.n, id=receipt.n)
    key, seat = table.house.host_key, place.seat
    recorded = recorded_answer(receipt.past.response)
    answer = json_digest(recorded)
    signature = ""
    if key and seat and table.match:
        signature = key.sign_receipt(table.match.name, seat.name, receipt.n, receipt.n, answer, receipt.view)
    return ReceiptMessage(n=receipt.n, id=receipt.n, answer=answer, recorded=recorded, view=receipt.view, signature=signature)


def over_message(table: OpenTable, place: Place) -> OverMessage:
    """Return the end of a match for a place: its result, and what proves the transcript."""
    assert place.seat and table.match
    transcript, lines = table.match.ending(place.seat.name)
    outcome = transcript.end.outcome if transcript.end else None
    result = outcome.results.get(place.seat.name) if outcome else None
    own = OverMessage(
        result={"kind": result.kind, "numbers": dict(result.numbers)} if result else None,
        why=outcome.reason if outcome else "The match stopped before its end.",
    )
    if table.plan.is_study:
        return own
    proof = {
        "outcome": transcript.end.body["outcome"] if transcript.end else None,
        "head": transcript.link.hex(),
        "key": transcript.key.hex() if transcript.key else "",
        "secret": table.row.secret,
        "lines": lines,
        "players": table.match.who_played(),
        "guesses": table.match.guesses,
    }
    return own.model_copy(update=proof)


def _text(message: Message) -> bytes:
    return message_line(message)[:-1]


_LOST = ByeMessage(code="slow", why="No ping was answered, or nothing more could be read; come back.")
