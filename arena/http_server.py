"""What the HTTP servers of Woozle share: under which addresses they answer, and to whose pages.

A page of another site can make a browser send requests to this machine. It cannot choose their `Host` (unless its own name
leads here, which is why that is compared as a whole), nor leave out their `Origin` where it could do harm.
"""

from __future__ import annotations

import asyncio
import os
import re
import socket
from collections.abc import Awaitable, Callable, Collection, Iterator, MutableMapping
from contextlib import contextmanager
from functools import partial
from ipaddress import IPv4Address, IPv6Address, ip_address
from typing import Any, TypeAlias
from urllib.parse import urlsplit

from woozle.arena.runs.interrupts import handle_stop
from woozle.core.errors import InputError
from woozle.core.text import visible_line
from woozle.core.value import value

LOOPBACK = ("127.0.0.1", "::1", "localhost")
"""Names of this machine that no other machine can reach."""

FAILED = "The server failed at this; its log says why."
"""What clients are told of a failure that is not their own."""

_HOST = re.compile(r"(\[[0-9a-f:.]{2,45}\]|[a-z0-9._-]{1,253})(?::([0-9]{1,5}))?")
_SECONDS_TO_STOP = 1  # for requests under way
_HTTP = 80

Message: TypeAlias = MutableMapping[str, Any]
Receive: TypeAlias = Callable[[], Awaitable[Message]]
Send: TypeAlias = Callable[[Message], Awaitable[None]]
Application: TypeAlias = Callable[[Message, Receive, Send], Awaitable[None]]


def open_listener(host: str, port: int, option: str) -> socket.socket:
    """Return a socket that listens at an address. Raises InputError, which names the option for another port."""
    # With its protocol named, asyncio turns off the delay of small pieces, which is 40 ms a call.
    listener = socket.socket(socket.AF_INET6 if ":" in host else socket.AF_INET, socket.SOCK_STREAM, socket.IPPROTO_TCP)
    try:
        if os.name == "posix":  # elsewhere it would share the port
            listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        if host == "::":  # IPv4 too
            listener.setsockopt(socket.IPPROTO_IPV6, socket.IPV6_V6ONLY, 0)
        listener.bind((host, port))
        listener.listen()
    except OSError as error:
        listener.close()
        where = f"{visible_line(host)}, port {port} ({error.strerror})"
        raise InputError(f"Cannot listen at {where}; choose another one with {option}.") from error
    return listener


def url_host(host: str) -> str:
    """Return a host as URLs write it: an address of IPv6 in brackets."""
    return f"[{host}]" if ":" in host else host


def parse_base_url(text: str) -> str:
    """Return a base URL as typed. Raises ValueError if it is unsafe or not a base URL."""
    parts = urlsplit(text)
    if parts.scheme not in ("http", "https") or not parts.hostname or parts.path.strip("/") or parts.query or parts.username:
        raise InputError(f"{visible_line(text)} is not the URL of a server; write https://play.example.org, without a path.")
    if parts.scheme == "http" and parts.hostname not in LOOPBACK:
        raise InputError("Links over a network need https; otherwise anybody on the way could use them.")
    return f"{parts.scheme}://{parts.netloc.lower()}"


@value
class Addresses:
    """The addresses under which a server answers.

    hosts: as browsers send them, `127.0.0.1:8421`. names: the same without a port, and so with any. origins: of the pages that may
    ask, `http://127.0.0.1:8421`. takes_any_ip: whether it answers under every IP address, which no page can make its own.
    """

    hosts: frozenset[str] = frozenset()
    names: frozenset[str] = frozenset()
    origins: frozenset[str] = frozenset()
    takes_any_ip: bool = False

    @classmethod
    def of_listener(cls, host: str, port: int, names: Collection[str] = ()) -> Addresses:
        """Return the addresses of a server that listens at `host`, and has no pages.

        Args:
            names: Further names by which clients reach it, with a port or without.
        """
        is_local = host in LOOPBACK
        here = {f"[{each}]" if ":" in each else each for each in (LOOPBACK if is_local else (*LOOPBACK, host))}
        hosts = {f"{each}:{port}" for each in here} | (here if port == _HTTP else set())
        given = {each.lower() for each in names}
        bare = {each for each in given if not (found := _HOST.fullmatch(each)) or not found[2]}
        return cls(
            hosts=frozenset(hosts | given - bare), names=frozenset(bare if is_local else bare | here), takes_any_ip=not is_local
        )

    def is_host(self, host: str) -> bool:
        """Return whether the `Host` of a request is one of these, compared as a whole."""
        found = _HOST.fullmatch(host.lower())
        if not found:
            return False
        return (
            found[0] in self.hosts
            or found[1] in self.names
            or (self.takes_any_ip and parse_address(found[1].strip("[]")) is not None)
        )

    def refusal(self, hosts: Collection[str], origins: Collection[str]) -> tuple[int, str]:
        """Return the status and the sentence by which a request is refused; 0 if it is not.

        Args:
            hosts, origins: All `Host` and `Origin` headers of the request.
        """
        if len(hosts) != 1 or not all(map(self.is_host, hosts)):
            named = visible_line(", ".join(hosts)[:100]) or "no host"
            return 421, f"This server does not answer to {named}; ask {' or '.join(sorted(self.hosts | self.names))}."
        if any(each not in self.origins for each in origins):
            return 403, "Pages in a browser cannot play here."
        return 0, ""


class OnlyAt:
    """An ASGI application that answers under some addresses only."""

    def __init__(self, app: Application, addresses: Addresses) -> None:
        self._app = app
        self._addresses = addresses

    async def __call__(self, scope: Message, receive: Receive, send: Send) -> None:
        if scope["type"] not in ("http", "websocket"):
            return await self._app(scope, receive, send)
        headers = [(name.lower(), text.decode("latin-1")) for name, text in scope.get("headers", ())]
        hosts, origins = ([text for name, text in headers if name == wanted] for wanted in (b"host", b"origin"))
        status, why = self._addresses.refusal(hosts, origins)
        if not status:
            return await self._app(scope, receive, send)
        if scope["type"] == "websocket":
            await receive()
            return await send({"type": "websocket.close", "code": 1008})
        from starlette.responses import JSONResponse

        return await JSONResponse({"detail": why}, status)(scope, receive, send)


async def serve_app(app: Application, listener: socket.socket, addresses: Addresses, **options: Any) -> None:
    """Serve an ASGI application until SIGINT or SIGTERM, under some addresses only. options: of uvicorn's Config."""
    import uvicorn

    class Server(uvicorn.Server):
        """A server that leaves signals to `handle_stop`."""

        @contextmanager
        def capture_signals(self) -> Iterator[None]:
            yield

    quiet: dict[str, Any] = {"log_config": None, "access_log": False, "timeout_graceful_shutdown": _SECONDS_TO_STOP}
    server = Server(uvicorn.Config(OnlyAt(app, addresses), **quiet, **options))
    handle_stop(partial(setattr, server, "should_exit", True))
    serving = asyncio.create_task(server.serve([listener]))
    try:
        await asyncio.shield(serving)
    finally:
        server.should_exit = True
        await asyncio.wait([serving])


def parse_address(text: str) -> IPv4Address | IPv6Address | None:
    """Return an address, without its zone, of version 4 where version 6 only maps it; None for any other text."""
    try:
        address = ip_address(text.partition("%")[0])
    except ValueError:
        return None
    mapped = address.ipv4_mapped if isinstance(address, IPv6Address) else None
    return mapped or address
