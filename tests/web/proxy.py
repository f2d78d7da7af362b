"""A bad network between a client and a server on loopback: a TCP proxy that delays, holds and cuts."""

from __future__ import annotations

import asyncio
from asyncio import StreamReader, StreamWriter
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress
from dataclasses import dataclass, field
from random import Random
from typing import Any, TypeAlias

_CHUNK = 4096

_Passing: TypeAlias = "asyncio.Queue[tuple[float, bytes]]"


@dataclass(eq=False)
class Connection:
    """A connection through a proxy. said, told: by the client and by the server, so far."""

    ends: tuple[StreamWriter, StreamWriter]
    said: bytearray = field(default_factory=bytearray)
    told: bytearray = field(default_factory=bytearray)


class Proxy:
    """Passes connections on to a port of this machine.

    Attributes:
        port: Its own port.
        cut_share: The share of chunks at which a connection is cut; may be changed at any time.
        is_down: Whether it accepts no connections, as if the cable was out.
        cuts: The number of connections that were cut.
        connections: All that there were, in order.
        lost: What a client says that has no network, such as a part of its `User-Agent`.
        to: The port of the server.

    Args:
        delay: Seconds that each chunk takes, each way.
        held_share: The share of chunks that take `held` seconds more; what comes behind waits for them.
        seed: Of the draws.
    """

    def __init__(
        self, to: int, *, delay: float = 0.075, held_share: float = 0.02, held: float = 0.3, cut_share: float = 0.0, seed: int = 0
    ) -> None:
        self.port = 0
        self.cut_share = cut_share
        self.is_down = False
        self.cuts = 0
        self.connections: list[Connection] = []
        self.lost: set[bytes] = set()
        self.to = to
        self._delay, self._held_share, self._held = delay, held_share, held
        self._random = Random(seed)
        self._open: set[StreamWriter] = set()
        self._tasks: set[asyncio.Task[Any]] = set()

    def cut(self) -> None:
        """Cut all connections at once, without a word to either side."""
        for writer in [*self._open]:
            self._abort(writer)

    def lose(self, mark: bytes) -> None:
        """Cut the connections whose client has said something, and those that it makes until that is no longer in `lost`."""
        self.lost.add(mark)
        for each in self.connections:
            if mark in each.said:
                self._abort_both(each)

    @property
    def told(self) -> list[bytearray]:
        """Return what the server said on each connection."""
        return [each.told for each in self.connections]

    async def close(self) -> None:
        """Cut all connections, and wait until they are gone."""
        self.is_down = True
        self.cut()
        await asyncio.gather(*self._tasks, return_exceptions=True)

    async def accept(self, reader: StreamReader, writer: StreamWriter) -> None:
        """Pass one connection on until either side ends it."""
        task = asyncio.current_task()
        assert task
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)
        if self.is_down:
            writer.transport.abort()
            return
        try:
            there, onward = await asyncio.open_connection("127.0.0.1", self.to)
        except OSError:
            writer.transport.abort()
            return
        self._open |= {writer, onward}
        self.connections.append(connection := Connection((writer, onward)))
        ways = [self._pass(reader, onward, connection, connection.said), self._pass(there, writer, connection, connection.told)]
        passing = [asyncio.create_task(way) for way in ways]
        try:
            await asyncio.wait(passing, return_when=asyncio.FIRST_COMPLETED)
        finally:
            for each in passing:
                each.cancel()
            await asyncio.gather(*passing, return_exceptions=True)
            for end in (writer, onward):
                self._open.discard(end)
                end.close()

    async def _pass(self, reader: StreamReader, writer: StreamWriter, connection: Connection, said: bytearray) -> None:
        """Pass on what one side of a connection says, and note it."""
        passing: _Passing = asyncio.Queue()
        late = asyncio.create_task(self._deliver(passing, writer))
        clock = asyncio.get_running_loop().time
        due = 0.0
        try:
            with suppress(ConnectionError):
                while data := await reader.read(_CHUNK):
                    said += data
                    is_cut = self._random.random() < self.cut_share
                    if is_cut or any(mark in connection.said for mark in self.lost):
                        self.cuts += 1
                        self._abort_both(connection)
                        return
                    is_held = self._random.random() < self._held_share
                    due = max(due, clock() + self._delay + (self._held if is_held else 0))
                    passing.put_nowait((due, data))
            passing.put_nowait((due, b""))
            await late
        finally:
            late.cancel()

    async def _deliver(self, passing: _Passing, writer: StreamWriter) -> None:
        clock = asyncio.get_running_loop().time
        with suppress(ConnectionError):
            while True:
                due, data = await passing.get()
                await asyncio.sleep(due - clock())
                if not data:
                    return
                writer.write(data)
                await writer.drain()

    def _abort_both(self, connection: Connection) -> None:
        for writer in connection.ends:
            self._abort(writer)

    def _abort(self, writer: StreamWriter) -> None:
        self._open.discard(writer)
        writer.transport.abort()


@asynccontextmanager
async def proxied(to: int, **manners: float) -> AsyncIterator[Proxy]:
    """A proxy to a port; manners: the arguments of Proxy."""
    proxy = Proxy(to, **manners)  # type: ignore[arg-type]
    server = await asyncio.start_server(proxy.accept, "127.0.0.1", 0)
    proxy.port = server.sockets[0].getsockname()[1]
    try:
        yield proxy
    finally:
        server.close()
        await proxy.close()
        await server.wait_closed()
