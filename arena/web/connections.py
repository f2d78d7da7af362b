"""The connections to a server: how many there may be, and how long one may take to say what it wants. aiohttp bounds neither."""

from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass
from typing import cast

from woozle.arena.web.addresses import Proxies, network_of

_TURNED_AWAY = 100  # connections beyond the most that are still told to wait
_LONGEST_HEAD = 65_536  # bytes


@dataclass(frozen=True, slots=True)
class ConnectionLimits:
    """most: connections at once; of_a_network: those of one address, or network of version 6. seconds: for a request's head."""

    most: int
    of_a_network: int
    seconds: float = 10.0


class Connections:
    """Makes the protocol of each connection. Whoever comes when there is no room is sent `busy`, a whole answer, and hung up on.

    protocol: makes what speaks HTTP. proxies: they bring the requests of many, so only `most` counts for them.
    """

    def __init__(
        self, protocol: Callable[[], asyncio.BaseProtocol], limits: ConnectionLimits, proxies: Proxies, busy: Callable[[], bytes]
    ) -> None:
        self.limits = limits
        self.protocol = protocol
        self.busy = busy
        self._proxies = proxies
        self._open: Counter[str] = Counter()

    def __call__(self) -> asyncio.Protocol:
        """Return a protocol for one more connection."""
        return _Connection(self)

    @property
    def are_too_many(self) -> bool:
        """Whether no more can even be told to wait."""
        return self._open.total() > self.limits.most + _TURNED_AWAY

    def add(self, peer: str) -> str:
        """Count one more from this address. Returns the name under which it is counted."""
        name = "" if peer in self._proxies else network_of(peer)
        self._open[name] += 1
        return name

    def remove(self, name: str) -> None:
        """Count one less."""
        self._open[name] -= 1
        if not self._open[name]:
            del self._open[name]

    def have_room(self, name: str) -> bool:
        """Whether a connection that was counted under this name may ask something."""
        return self._open.total() <= self.limits.most and (not name or self._open[name] <= self.limits.of_a_network)


class _Connection(asyncio.Protocol):
    """Stands before the protocol that speaks HTTP, until the head of the first request is whole; later ones are its own to time."""

    def __init__(self, connections: Connections) -> None:
        self._connections = connections
        self._inner: asyncio.Protocol | None = None
        self._head = bytearray()
        self._name = ""

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        self._transport = cast(asyncio.Transport, transport)
        peer = transport.get_extra_info("peername")
        self._name = self._connections.add(str(peer[0]) if isinstance(peer, tuple) else "")
        self._deadline = asyncio.get_running_loop().call_later(self._connections.limits.seconds, self._transport.abort)
        if self._connections.have_room(self._name):
            self._inner = cast(asyncio.Protocol, self._connections.protocol())
            self._inner.connection_made(transport)
        elif self._connections.are_too_many:
            self._transport.abort()

    def data_received(self, data: bytes) -> None:
        if self._inner is None:
            self._transport.write(self._connections.busy())
            self._transport.close()
            return
        if not self._deadline.cancelled():
            seen = max(0, len(self._head) - 3)
            self._head += data
            if self._head.find(b"\r\n\r\n", seen) >= 0:
                self._deadline.cancel()
                self._head.clear()
            elif len(self._head) > _LONGEST_HEAD:
                self._transport.abort()
                return
        self._inner.data_received(data)

    def eof_received(self) -> bool | None:
        return self._inner.eof_received() if self._inner else None

    def connection_lost(self, error: Exception | None) -> None:
        self._deadline.cancel()
        self._connections.remove(self._name)
        if self._inner:
            self._inner.connection_lost(error)

    def pause_writing(self) -> None:
        if self._inner:
            self._inner.pause_writing()

    def resume_writing(self) -> None:
        if self._inner:
            self._inner.resume_writing()
