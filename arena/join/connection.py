"""One seat at a table of another machine, over a WebSocket that is opened anew whenever it is lost.

Keys never wait for it: an answer is kept until the host has acknowledged it, and is sent again after each new connection. No code
is loaded, no address asked and no file opened because a host names it.
"""

from __future__ import annotations

import asyncio
import random
import re
import socket
import ssl
import time
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass
from hashlib import sha256
from http import HTTPStatus
from importlib.metadata import version
from typing import Any, Literal, TypeAlias

import aiohttp
from aiohttp import WSMsgType
from aiohttp.abc import AbstractResolver, ResolveResult

from woozle.arena.join.kept_seat import KeptSeat
from woozle.arena.join.link import SeatLink, far_sentence, is_near
from woozle.arena.join.seat_record import GivenAnswer, HostFaultError, SeatLostError, SeatRecord, read_message
from woozle.core.text import visible_line
from woozle.players import seat_protocol as protocol

MOST_MESSAGE = 4 * 2**20
"""Bytes of a message of a host."""

MOST_PICTURE, MOST_TRANSCRIPT = 8 * 2**20, 64 * 2**20
"""Bytes of what is fetched."""

_PING, _SILENT = 5.0, 20.0  # seconds between our pings, and without any sign of the host before the connection counts as lost
_OPENING, _SENDING, _CLOSING = 15.0, 10.0, 1.0  # seconds
_WAITS = (0.5, 1.0, 2.0, 4.0, 8.0, 15.0)  # seconds before the next try
_BURST, _RATE = 2_000, 200  # messages at once and a second, before they are read more slowly
_QUOTED = 200  # characters
_DIGEST = re.compile(r"[0-9a-f]{64}")

_CODES = {number: code for code, number in protocol.BYE_CODES.items()}
_BYES: dict[str, str] = {
    "over": "The host has ended the match without saying how.",
    "superseded": "This seat was taken over elsewhere; `woozle join LINK` takes it back.",
    "denied": "The host does not admit you; perhaps the link was used before.",
    "removed": "You were removed from the table.",
    "closed": "The host has closed the table.",
    "unreadable": "The host could not read what was sent to it.",
}
"""The meaning of each end of a connection that is final."""


class _UnreachableError(Exception):
    """A connection that failed or was lost, and may be had again. The text says why, as a clause."""


class _OverError(Exception):
    """The host has said all there is to say."""


ReachedState: TypeAlias = Literal["trying", "waiting", "here", "reconnecting", "lost"]


@dataclass(frozen=True)
class Reached:
    """The state of the connection to a host.

    state: `trying` before the first connection, `waiting` while the seat may be open elsewhere, `lost` when there will be no other.
    since: by the clock of the connection. round_trip: seconds; None if unknown.
    """

    state: ReachedState
    since: float
    round_trip: float | None = None


@dataclass(frozen=True)
class Joiner:
    """The player who joins. name: empty for none; is_agent: whether a program answers."""

    name: str = ""
    is_agent: bool = False


class SeatConnection:
    """Stays in touch with a table.

    Args:
        take: Takes each message of the host that was checked and is new, in order; it may raise SeatLostError.
        tell: Hears how the host is reached, whenever that changes.
    """

    def __init__(
        self,
        link: SeatLink,
        kept: KeptSeat,
        joiner: Joiner,
        take: Callable[[protocol.ToSeat], object],
        tell: Callable[[], object],
        *,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self.link = link
        self._kept, self._joiner = kept, joiner
        self._take, self._tell = take, tell
        self._clock = clock
        self.record = SeatRecord(link, kept)
        self.reached = Reached("trying", clock())
        self._has_met = False  # the host, in this process
        self._pings: dict[bytes, float] = {}
        self._http: aiohttp.ClientSession | None = None
        self._socket: aiohttp.ClientWebSocketResponse | None = None
        self._sends: set[asyncio.Task[None]] = set()

    # The seat

    async def run(self) -> None:
        """Stay at the seat: until the end of its match, and then for another one as long as the host is reached.

        Raises InputError, with a sentence, if the seat is lost.
        """
        tries = 0
        try:
            async with self._open_client() as self._http:
                for message in self.record.recall():
                    self._take(message)
                while True:
                    try:
                        await self._visit()
                    except _UnreachableError as error:
                        if self.record.over:
                            return
                        if not (self._has_met or self._kept.credentials.token):
                            raise SeatLostError(f"{self.link.place} cannot be reached: {error}.") from None
                    tries = 0 if self.reached.state in ("here", "waiting") else tries + 1
                    self._change("reconnecting")
                    wait = _WAITS[min(tries, len(_WAITS) - 1)]
                    await asyncio.sleep(wait * random.uniform(0.7, 1.3))  # so that a table of many does not come back at once
        except _OverError:
            return
        except SeatLostError:
            self._change("lost")
            raise
        finally:
            for task in self._sends:
                task.cancel()

    def answer(self, given: GivenAnswer) -> None:
        """Give an answer: it is kept on disk, and sent until the host acknowledges it. Raises SaveError."""
        self.send(given)
        self.record.answer(given)

    def send(self, message: protocol.Message) -> None:
        """Send a message if the host is reached now."""
        if self._socket is not None and self.reached.state == "here":
            task = asyncio.ensure_future(self._send_safely(self._socket, message))
            self._sends.add(task)
            task.add_done_callback(self._sends.discard)

    async def leave(self) -> None:
        if self._socket is not None:
            await self._send_safely(self._socket, protocol.LeaveMessage())

    async def fetch(self, path: str, most: int) -> bytes:
        """Return what the host has at an address of this table. Raises SeatLostError with a sentence.

        path: below the table's, such as `/transcript`. most: bytes.
        """
        assert self._http is not None
        headers = {"Authorization": f"Bearer {self._kept.credentials.token}"}
        try:
            async with (
                asyncio.timeout(_SILENT * 3),
                self._http.get(f"{self.link.address}{path}", headers=headers, allow_redirects=False) as reply,
            ):
                if reply.status != 200:
                    raise SeatLostError(f"{self.link.place} does not give it (HTTP {reply.status}).")
                return await _read(reply, most)
        except (aiohttp.ClientError, OSError, TimeoutError) as error:
            raise SeatLostError(f"{self.link.place} cannot be reached: {_cause(error)}.") from None

    async def picture(self, shown: protocol.ShownPicture) -> bytes:
        """Return the data of a picture of a question. Raises SeatLostError if it is not what its digest says."""
        if not _DIGEST.fullmatch(shown.digest):
            raise HostFaultError("The host names a picture by what is no digest.")
        data = await self.fetch(f"/picture/{shown.digest}", MOST_PICTURE)
        if sha256(data).hexdigest() != shown.digest:
            raise HostFaultError("The host gives another picture than it names.")
        return data

    # Visits

    def _open_client(self) -> aiohttp.ClientSession:
        async def refuse(*args: Any) -> None:
            raise HostFaultError(f"{self.link.place} sends on to another address, which is not followed; ask for a new link.")

        trace = aiohttp.TraceConfig()
        trace.on_request_redirect.append(refuse)
        resolver = _NearResolver(self.link.host) if self.link.scheme == "http" else None
        return aiohttp.ClientSession(
            connector=aiohttp.TCPConnector(resolver=resolver, limit=8),
            cookie_jar=aiohttp.DummyCookieJar(),
            timeout=aiohttp.ClientTimeout(total=None, sock_connect=_OPENING),
            trace_configs=[trace],
            trust_env=False,
        )

    async def _visit(self) -> None:
        """Connect, join and listen. Raises _UnreachableError, _OverError or SeatLostError: there is no other way out."""
        self._socket = socket = await self._connect()
        pinging = asyncio.ensure_future(self._keep_pinging(socket))
        try:
            hello = await self._receive(socket, _OPENING)
            if not isinstance(hello, protocol.HelloMessage) or protocol.PROTOCOL not in (hello.protocol, *hello.versions):
                raise HostFaultError(f"{self.link.place} does not speak {protocol.PROTOCOL}, so a newer Woozle may be needed.")
            self.record.see(hello)
            self._has_met = True
            await self._send(socket, self._join_message())
            await self._listen(socket)
        finally:
            self._socket = None
            pinging.cancel()
            with suppress(aiohttp.ClientError, OSError, RuntimeError, TimeoutError):
                async with asyncio.timeout(_CLOSING):  # aiohttp would go on as long as the host sends
                    await socket.close()

    async def _connect(self) -> aiohttp.ClientWebSocketResponse:
        assert self._http is not None
        address = f"{self.link.address.replace('http', 'ws', 1)}/seat"
        try:
            async with asyncio.timeout(_OPENING):
                return await self._http.ws_connect(
                    address,
                    protocols=(protocol.SUBPROTOCOL,),
                    compress=0,
                    autoping=False,
                    max_msg_size=MOST_MESSAGE,
                    timeout=aiohttp.ClientWSTimeout(ws_close=_CLOSING),
                )
        except SeatLostError:
            raise
        except aiohttp.WSServerHandshakeError as error:
            raise self._not_admitted(error.status) from None
        except (aiohttp.ClientConnectorCertificateError, aiohttp.ClientSSLError) as error:
            raise SeatLostError(f"{self.link.place} cannot prove who it is ({_cause(error)}); nothing was sent to it.") from None
        except (aiohttp.ClientError, OSError, TimeoutError, ValueError) as error:
            raise _UnreachableError(_cause(error)) from None

    def _not_admitted(self, status: int) -> Exception:
        if status == HTTPStatus.NOT_FOUND:
            return SeatLostError(f"There is no table {self.link.table} at {self.link.place}; perhaps it was closed.")
        if status in (429, 502, 503, 504):
            return _UnreachableError(f"it is busy (HTTP {status})")
        return SeatLostError(f"{self.link.place} does not open a seat there (HTTP {status}); check the link.")

    def _join_message(self) -> protocol.JoinMessage:
        credentials = self._kept.credentials
        self._kept.save()  # before the host is told of it
        return protocol.JoinMessage(
            token=credentials.token or self.link.token,
            name=self._joiner.name or ("agent" if self._joiner.is_agent else "guest"),
            secret=credentials.secret,
            agent=self._joiner.is_agent,
            software=f"woozle {version('woozle')}",
            seen=self.record.seen,
            receipts=len(self.record.receipts),
            match=self.record.welcome.match if self.record.welcome else "",
        )

    async def _listen(self, socket: aiohttp.ClientWebSocketResponse) -> None:
        allowed, last = float(_BURST), self._clock()
        while True:
            message = await self._receive(socket, _SILENT)
            now = self._clock()
            allowed, last = min(_BURST, allowed + (now - last) * _RATE) - 1, now
            if allowed < 0:
                await asyncio.sleep(1 / _RATE)
            else:
                await asyncio.sleep(0)  # a host that sends without end must not keep the keys waiting
            await self._handle(socket, message)

    async def _receive(self, socket: aiohttp.ClientWebSocketResponse, seconds: float) -> protocol.ToSeat:
        while True:
            try:
                frame = await socket.receive(seconds)
            except TimeoutError:
                raise _UnreachableError("it is silent") from None
            match frame.type:
                case WSMsgType.TEXT:
                    if message := read_message(frame.data):
                        return message
                case WSMsgType.PING:
                    with suppress(aiohttp.ClientError, OSError):
                        await socket.pong(frame.data)
                case WSMsgType.PONG:
                    self._note_round_trip(bytes(frame.data))
                case WSMsgType.ERROR:
                    raise HostFaultError(
                        f"{self.link.place} has sent what is no message, or one of more than {MOST_MESSAGE:,} bytes."
                    )
                case WSMsgType.BINARY:
                    raise HostFaultError(f"{self.link.place} has sent a message that is no text.")
                case _:
                    if bye := _CODES.get(socket.close_code or 0):
                        self._end(bye)
                    raise _UnreachableError("the connection was lost")

    def _end(self, code: protocol.ByeCode, why: str = "") -> None:
        """Raise what the end of a connection means."""
        if self.record.over:
            raise _OverError
        if code in ("slow", "stopping"):
            raise _UnreachableError(visible_line(why)[:_QUOTED] or "the host stops")
        raise SeatLostError(f"{_BYES[code]} {visible_line(why)[:_QUOTED]}".rstrip())

    # Messages

    async def _handle(self, socket: aiohttp.ClientWebSocketResponse, message: protocol.ToSeat) -> None:
        is_new = self.record.see(message)
        match message:
            case protocol.ByeMessage():
                self._end(message.code, message.why)
            case protocol.JoinedMessage():
                self._change("waiting")
            case protocol.DealMessage():
                if reply := self.record.reply(message):
                    await self._send(socket, reply)
            case protocol.RoomMessage() | protocol.WelcomeMessage() if self.reached.state == "waiting":
                self._change("here")
        if is_new:
            self._take(message)
        if isinstance(message, protocol.WelcomeMessage):
            for given in [*self.record.unsettled.values()]:
                await self._send(socket, given)

    # Sending, and the state of the connection

    async def _send(self, socket: aiohttp.ClientWebSocketResponse, message: protocol.Message) -> None:
        try:
            async with asyncio.timeout(_SENDING):
                await socket.send_str(message.model_dump_json(by_alias=True))
        except (aiohttp.ClientError, OSError, TimeoutError, RuntimeError):
            raise _UnreachableError("nothing can be sent") from None

    async def _send_safely(self, socket: aiohttp.ClientWebSocketResponse, message: protocol.Message) -> None:
        with suppress(_UnreachableError):  # the reader notices it too
            await self._send(socket, message)

    async def _keep_pinging(self, socket: aiohttp.ClientWebSocketResponse) -> None:
        number = 0
        with suppress(aiohttp.ClientError, OSError, RuntimeError):
            while True:
                number += 1
                self._pings = {str(number).encode(): self._clock()}
                await socket.ping(str(number).encode())
                await asyncio.sleep(_PING)

    def _note_round_trip(self, ping: bytes) -> None:
        if (sent := self._pings.pop(ping, None)) is not None and self.reached.state == "here":
            self._change("here", round_trip=self._clock() - sent)

    def _change(self, state: ReachedState, round_trip: float | None = None) -> None:
        since = self.reached.since if state == self.reached.state else self._clock()
        self.reached = Reached(state, since, round_trip)
        self._tell()


class _NearResolver(AbstractResolver):
    """Finds the addresses of a host, and takes those of this machine and of private networks alone."""

    def __init__(self, host: str) -> None:
        self._host = host
        self._resolver = aiohttp.ThreadedResolver()

    async def resolve(self, host: str, port: int = 0, family: socket.AddressFamily = socket.AF_INET) -> list[ResolveResult]:
        found = await self._resolver.resolve(host, port, family)
        near = [each for each in found if is_near(each["host"])]
        if not near:
            raise SeatLostError(far_sentence(self._host))
        return near

    async def close(self) -> None:
        await self._resolver.close()


async def _read(reply: aiohttp.ClientResponse, most: int) -> bytes:
    parts, size = [], 0
    async for part in reply.content.iter_chunked(2**16):
        size += len(part)
        if size > most:
            raise HostFaultError(f"The host gives more than {most // 2**20} MiB, which is not taken.")
        parts.append(part)
    return b"".join(parts)


def _cause(error: BaseException) -> str:
    """Return why a host is not reached, as a clause."""
    cause = getattr(error, "os_error", None) or getattr(error, "certificate_error", None) or error
    match cause:
        case TimeoutError():
            return "it does not answer"
        case ConnectionRefusedError():
            return "nothing listens there"
        case socket.gaierror():
            return "its name is not known"
        case ssl.SSLCertVerificationError():
            return f"its certificate is not good: {cause.verify_message}"
        case ssl.SSLError():
            return "TLS failed"
        case OSError() if cause.strerror:
            return visible_line(cause.strerror)[:_QUOTED].lower()
    return visible_line(type(error).__name__)
