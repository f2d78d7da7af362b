"""Connections to a server: trusted proxies, and limits on their number and on slow requests."""

from __future__ import annotations

import asyncio
import logging
from collections import Counter
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from ipaddress import IPv4Network, IPv6Address, IPv6Network, ip_network
from typing import cast

from woozle.arena.http_server import parse_address
from woozle.core.errors import InputError
from woozle.core.text import visible_line

_NETWORK = 64  # bits of an address of version 6 that a provider gives to one customer


@dataclass(frozen=True, slots=True)
class Proxies:
    """Reverse proxies that are trusted to say where requests come from. is_here_one: any on this machine is one."""

    networks: tuple[IPv4Network | IPv6Network, ...] = ()
    is_here_one: bool = False

    @classmethod
    def parse(cls, texts: Iterable[str], *, is_here_one: bool) -> Proxies:
        """Return the proxies at addresses or networks, as typed. Raises ValueError."""
        networks = []
        for text in texts:
            try:
                networks.append(ip_network(text))
            except ValueError:
                raise InputError(
                    f"{visible_line(text)} is not the address of a proxy; write 10.0.0.9, or 10.0.0.0/24 for a network."
                ) from None
        return cls(tuple(networks), is_here_one)

    def __contains__(self, peer: str) -> bool:
        address = parse_address(peer)
        if address is None:
            return False
        return (self.is_here_one and address.is_loopback) or any(address in network for network in self.networks)


NO_PROXIES = Proxies()

LONGEST_HEAD = 65_536
"""Bytes of the head of a request."""


def client_network(address: str) -> str:
    """Return the name under which an address is counted: itself, or its /64 network for IPv6."""
    parsed = parse_address(address)
    if isinstance(parsed, IPv6Address):
        return str(IPv6Network((parsed, _NETWORK), strict=False))
    return str(parsed or address[:64])


_TURNED_AWAY = 100  # connections beyond the most that are still told to wait
_HEAD_SECONDS = 10.0  # for the head of a request


class Connections:
    """A factory of protocols for connections. Beyond the limits, clients get the response `busy` and are disconnected.

    protocol: creates the HTTP protocol. most: connections in all; one network may have half of them, as it may be a class room.
    proxies: bring the requests of many clients, so only `most` limits them. may_connect: whether an address may connect at all;
    others are disconnected without a response.
    """

    def __init__(
        self,
        protocol: Callable[[], asyncio.BaseProtocol],
        most: int,
        proxies: Proxies,
        busy: bytes,
        may_connect: Callable[[str], bool] = lambda peer: True,
    ) -> None:
        self.protocol = protocol
        self.busy = busy
        self.may_connect = may_connect
        self._most = most
        self._proxies = proxies
        self._open: Counter[str] = Counter()

    def __call__(self) -> asyncio.Protocol:
        return _Connection(self)

    @property
    def are_too_many(self) -> bool:
        """Return whether further connections are dropped without a response."""
        return self._open.total() > self._most + _TURNED_AWAY

    def add(self, peer: str) -> str:
        """Count a connection from an address. Returns the name under which it is counted."""
        name = "" if peer in self._proxies else client_network(peer)
        self._open[name] += 1
        return name

    def remove(self, name: str) -> None:
        self._open[name] -= 1
        if not self._open[name]:
            del self._open[name]

    def have_room(self, name: str) -> bool:
        """Return whether a connection counted under this name may send a request."""
        return self._open.total() <= self._most and (not name or self._open[name] <= self._most // 2)


class _Connection(asyncio.Protocol):
    """Guards the HTTP protocol until the head of the first request is complete; it times later ones itself."""

    def __init__(self, connections: Connections) -> None:
        self._connections = connections
        self._inner: asyncio.Protocol | None = None
        self._head = bytearray()
        self._name = ""

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        self._transport = cast(asyncio.Transport, transport)
        peer = transport.get_extra_info("peername")
        address = str(peer[0]) if isinstance(peer, tuple) else ""
        self._name = self._connections.add(address)
        self._deadline = asyncio.get_running_loop().call_later(_HEAD_SECONDS, self._transport.abort)
        if not self._connections.may_connect(address):
            self._transport.abort()
        elif self._connections.have_room(self._name):
            self._inner = cast(asyncio.Protocol, self._connections.protocol())
            self._inner.connection_made(transport)
        elif self._connections.are_too_many:
            self._transport.abort()

    def data_received(self, data: bytes) -> None:
        if self._inner is None:
            self._transport.write(self._connections.busy)
            self._transport.close()
            return
        if not self._deadline.cancelled():
            seen = max(0, len(self._head) - 3)
            self._head += data
            if self._head.find(b"\r\n\r\n", seen) >= 0:
                self._deadline.cancel()
                self._head.clear()
            elif len(self._head) > LONGEST_HEAD:
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


def raise_file_limit(enough: int) -> int:
    """Return the number of files this process may open, after raising the limit if the system allows it."""
    try:
        import resource
    except ImportError:  # Windows, which has no such limit
        return enough
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    if soft != resource.RLIM_INFINITY and soft < enough:
        soft = enough if hard == resource.RLIM_INFINITY else min(hard, enough)
        resource.setrlimit(resource.RLIMIT_NOFILE, (soft, hard))
    return enough if soft == resource.RLIM_INFINITY else soft


def unheard_logger() -> logging.Logger:
    """Return a disabled logger for aiohttp, whose messages contain addresses."""
    unheard = logging.getLogger("woozle.serving")
    unheard.disabled = True
    return unheard
