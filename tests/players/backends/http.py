"""A small HTTP/1.1 server on loopback, of the standard library, that notices when its clients hang up."""

from __future__ import annotations

import asyncio
import json
import threading
from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass
from types import TracebackType
from typing import Any, TypeAlias

_REASONS = {200: "OK", 400: "Bad Request", 401: "Unauthorized", 404: "Not Found", 429: "Too Many Requests", 500: "Server Error"}


@dataclass(frozen=True)
class Asked:
    """A request as it came. headers: by lower-case name."""

    method: str
    path: str
    headers: Mapping[str, str]
    body: bytes
    query: str = ""

    def json(self) -> Any:
        return json.loads(self.body or b"null")


class Out:
    """The output for a response, written whole or in pieces."""

    def __init__(self, writer: asyncio.StreamWriter) -> None:
        self._writer = writer
        self.is_cut = False

    async def whole(self, body: bytes, content_type: str, status: int = 200, headers: Mapping[str, str] | None = None) -> None:
        self._head(status, {"content-type": content_type, "content-length": str(len(body)), **(headers or {})})
        self._writer.write(body)
        await self._writer.drain()

    async def json(self, body: Any, status: int = 200, headers: Mapping[str, str] | None = None) -> None:
        await self.whole(json.dumps(body).encode(), "application/json", status, headers)

    def start(self, content_type: str) -> None:
        self._head(200, {"content-type": content_type, "transfer-encoding": "chunked"})

    async def piece(self, data: bytes) -> None:
        self._writer.write(b"%x\r\n%s\r\n" % (len(data), data))
        await self._writer.drain()

    async def end(self) -> None:
        self._writer.write(b"0\r\n\r\n")
        await self._writer.drain()

    def cut(self) -> None:
        """Close the connection in the middle of whatever was being said."""
        self.is_cut = True

    def _head(self, status: int, headers: Mapping[str, str]) -> None:
        lines = [f"HTTP/1.1 {status} {_REASONS.get(status, 'Status')}", *(f"{name}: {value}" for name, value in headers.items())]
        self._writer.write(("\r\n".join(lines) + "\r\n\r\n").encode())


Handle: TypeAlias = Callable[[Asked, Out], Awaitable[None]]


class HttpServer:
    """Answers on a free port of loopback while it is entered: `async with` in this event loop, `with` in a thread of its own.

    handle: answers a request; or a subclass has it as a method.
    requests: all that came, in order. busy: how many it is answering; busiest: the most at once. left: how many clients hung up
    before their answer was whole; somebody_left is set by the first.
    """

    def __init__(self, handle: Handle | None = None) -> None:
        self._handle = handle
        self.requests: list[Asked] = []
        self.busy = self.busiest = self.left = 0
        self.somebody_left = asyncio.Event()
        self._port = 0
        self._connections: set[asyncio.Task[None]] = set()

    @property
    def root(self) -> str:
        """The address of the server, without a trailing slash."""
        return f"http://127.0.0.1:{self._port}"

    async def handle(self, asked: Asked, out: Out) -> None:
        assert self._handle
        await self._handle(asked, out)

    async def __aenter__(self):  # type: ignore[no-untyped-def]
        self._server = await asyncio.start_server(self._connected, "127.0.0.1", 0, limit=2**26)
        self._port = self._server.sockets[0].getsockname()[1]
        return self

    async def __aexit__(self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None) -> None:
        self._server.close()
        for connection in self._connections:
            connection.cancel()
        await asyncio.gather(*self._connections, return_exceptions=True)
        await self._server.wait_closed()

    def __enter__(self):  # type: ignore[no-untyped-def]
        started = threading.Event()
        self._thread = threading.Thread(target=lambda: asyncio.run(self._until_stopped(started)), daemon=True)
        self._thread.start()
        started.wait()
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None) -> None:
        self._loop.call_soon_threadsafe(self._stop.set)
        self._thread.join()

    async def _until_stopped(self, started: threading.Event) -> None:
        self._loop, self._stop = asyncio.get_running_loop(), asyncio.Event()
        async with self:
            started.set()
            await self._stop.wait()

    async def _connected(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        task = asyncio.current_task()
        assert task is not None
        self._connections.add(task)
        try:
            await self._converse(reader, writer)
        except (ConnectionError, asyncio.IncompleteReadError, asyncio.CancelledError):
            pass  # the client left, or the test is over
        finally:
            self._connections.discard(task)
            writer.close()

    async def _converse(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        ahead: bytes | None = b""
        while ahead is not None and (asked := await _read(reader, ahead)):
            self.requests.append(asked)
            out = Out(writer)
            ahead = await self._answer(asked, out, reader)
            if out.is_cut:
                return

    async def _answer(self, asked: Asked, out: Out, reader: asyncio.StreamReader) -> bytes | None:
        """Answer, and return what the client sent meanwhile, which belongs to its next request; None if it hung up."""
        answering = asyncio.ensure_future(self.handle(asked, out))
        listening = asyncio.ensure_future(reader.read(1))
        self.busy += 1
        self.busiest = max(self.busy, self.busiest)
        try:
            await asyncio.wait({answering, listening}, return_when=asyncio.FIRST_COMPLETED)
            if listening.done() and not listening.result() and not answering.done():
                raise ConnectionResetError
            await answering
        except ConnectionError:
            self.left += 1
            self.somebody_left.set()
            return None
        finally:
            self.busy -= 1
            answering.cancel()
            listening.cancel()
            await asyncio.wait({answering, listening})
        return b"" if listening.cancelled() else listening.result()


async def _read(reader: asyncio.StreamReader, ahead: bytes) -> Asked | None:
    first = (ahead + await reader.readline()).decode().split()
    if len(first) != 3:
        return None
    headers: dict[str, str] = {}
    while line := (await reader.readline()).decode().strip():
        name, _, text = line.partition(":")
        headers[name.strip().lower()] = text.strip()
    body = await reader.readexactly(int(headers.get("content-length", "0")))
    path, _, query = first[1].partition("?")
    return Asked(first[0], path, headers, body, query)
