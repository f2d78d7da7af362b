"""Checks of every request to a server: its host and origin, rate limits, bodies, and headers of responses.

A page of another site can make a browser send a request here, with cookies if they are not SameSite. It cannot leave out `Origin`
where that matters, nor choose it; programs send none.
"""

from __future__ import annotations

import asyncio
import time
from collections import Counter
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator, Mapping
from contextlib import asynccontextmanager, contextmanager
from http import HTTPStatus
from types import MappingProxyType

from aiohttp import web

from woozle.arena.http_server import LOOPBACK, Addresses
from woozle.arena.rate_limiter import RateLimiter, TokenBucket
from woozle.arena.tables.invitations import AdmissionError
from woozle.arena.web.connections import (
    LONGEST_HEAD,
    Connections,
    Proxies,
    client_network,
    raise_file_limit,
    unheard_logger,
)
from woozle.arena.web.ways_in import Listeners, WayIn
from woozle.core.value import value

Handler = Callable[[web.Request], Awaitable[web.StreamResponse]]

LONGEST_BODY = 262_144
"""Bytes of the body of a request: of 20,000 characters, each of which may take twelve bytes in a form."""

NEWCOMERS = 8
"""Sockets of one address that have not joined."""

_REFUSED = 60  # refused joins of one address at once, as of a class room; and as many a minute
_MESSAGES, _MESSAGE_SECONDS = 30, 0.1  # messages of a socket at once, and the seconds until there is another one
_BYTES, _BYTE_SECONDS = 262_144, 1 / 65_536  # the same of bytes
_REQUESTS, _REQUEST_SECONDS = 300, 0.02  # requests of one address at once, and the seconds until there is another one
_BODY_SECONDS = 10.0
_UPLOAD = "multipart/form-data"
_BODIES = ("application/x-www-form-urlencoded", "application/json")
_LINGER = 1.0  # seconds for what is left of a body that was refused
_KEEP_ALIVE = 15.0  # seconds that a connection may be idle between requests
_HANDSHAKE_SECONDS = 10.0
_FILES = 16_384  # open files that are asked for: one a connection
_OTHER_FILES = 512  # for transcripts and the rest
_FEWEST, _MOST = 50, 8000  # connections, by the number of files that may be open

_HEADERS = {
    "Cache-Control": "no-store",
    "Referrer-Policy": "same-origin",
    "X-Content-Type-Options": "nosniff",
    "X-Frame-Options": "DENY",
    "X-Robots-Tag": "noindex, nofollow",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Permissions-Policy": "camera=(), clipboard-read=(), geolocation=(), microphone=()",
    "Content-Security-Policy": "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self' "
    "{socket}; form-action 'self'; base-uri 'none'; frame-ancestors 'none'",
}
_BUSY = "This server has no room for more connections now. Try again in a minute.\n"


@value
class Cookie:
    """A cookie. path: of the pages that it is for; seconds: that a browser keeps it, None until it is closed."""

    name: str
    path: str
    seconds: int | None = None


class SocketPace:
    """The pace of one socket: 10 messages a second, 30 at once, and 64 kB a second, 256 kB at once."""

    __slots__ = ("_bytes", "_messages")

    def __init__(self) -> None:
        self._messages = TokenBucket(_MESSAGES, _MESSAGE_SECONDS)
        self._bytes = TokenBucket(_BYTES, _BYTE_SECONDS)

    def charge(self, size: int, now: float) -> float:
        """Count a message, and return the seconds after which it is read: quick agents are slowed, not sent away."""
        return max(self._messages.charge(now), self._bytes.charge(now, size))


class Guard:
    """The checks and limits of one site.

    Args:
        addresses: Under which it answers, and whose pages may ask.
        proxies: Trusted to say where requests come from.
        headers: Of every response, in place of the usual ones; `{socket}` stands for the site's own sockets.
    """

    def __init__(
        self,
        addresses: Addresses,
        proxies: Proxies,
        clock: Callable[[], float] = time.monotonic,
        headers: Mapping[str, str] = MappingProxyType({}),
    ) -> None:
        self.addresses = addresses
        self.proxies = proxies
        self._headers = {**_HEADERS, **headers}
        self._refused = RateLimiter(clock, at_once=_REFUSED, seconds=60.0 / _REFUSED)
        self._requests = RateLimiter(clock, at_once=_REQUESTS, seconds=_REQUEST_SECONDS)
        self._newcomers: Counter[str] = Counter()
        self.upload_limit: Callable[[web.Request], int] = lambda request: 0
        """Bytes that a request may bring, with files among them; 0 for a plain form of the usual length."""

    @web.middleware
    async def check(self, request: web.Request, handler: Handler) -> web.StreamResponse:
        """Refuse requests under other names and from pages of other sites; read bodies in bounded time."""
        status, why = self._refusal(request)
        if status:
            return web.Response(status=status, text=why)
        network = self.network(request)
        if network not in LOOPBACK and not self._requests.take(network):  # this machine is the operator's own
            return web.Response(
                status=HTTPStatus.TOO_MANY_REQUESTS, text="Too many requests at once.", headers={"Retry-After": "5"}
            )
        if request.can_read_body:
            # Other forms may hold files, which aiohttp's `post` writes to disk, and packed bodies may hold anything.
            longest = self.upload_limit(request)
            request = request.clone(client_max_size=longest) if longest else request
            is_odd = "Content-Encoding" in request.headers or (request.charset or "utf-8").lower() != "utf-8"
            if is_odd or request.content_type not in (*_BODIES, *([_UPLOAD] if longest else ())):
                return web.Response(status=HTTPStatus.UNSUPPORTED_MEDIA_TYPE, text="This takes plain forms and JSON alone.")
            try:
                async with asyncio.timeout(_BODY_SECONDS):
                    await request.read()  # kept, so that handlers read it at once
            except TimeoutError:
                return web.Response(status=HTTPStatus.REQUEST_TIMEOUT, text="The request took too long.")
            except web.HTTPRequestEntityTooLarge:
                status, most = HTTPStatus.REQUEST_ENTITY_TOO_LARGE, longest or LONGEST_BODY
                return web.Response(status=status, text=f"What was sent is too long; it may have {most:,} bytes.")
        return await handler(request)

    def _refusal(self, request: web.Request) -> tuple[int, str]:
        """Return the status and the sentence by which a request is refused; 0 if it is not."""
        headers = request.headers
        status, why = self.addresses.refusal(headers.getall("Host", []), [])
        is_socket = headers.get("Upgrade", "").lower() == "websocket"
        if status or (request.method in ("GET", "HEAD") and not is_socket):
            return status, why
        origins = headers.getall("Origin", [])
        if origins == ["null"] and headers.get("Sec-Fetch-Site") == "same-origin":
            return 0, ""  # a form of a page without referrer; browsers alone write the second header
        is_own = self.addresses.origins.issuperset(origins) and (origins or not is_socket or "Cookie" not in headers)
        if is_own and headers.get("Sec-Fetch-Site", "same-origin") in ("same-origin", "none"):
            return 0, ""
        return HTTPStatus.FORBIDDEN, "Only pages of this site may ask for this."

    async def add_headers(self, request: web.Request, response: web.StreamResponse) -> None:
        """Add the headers of every response; a handler's own ones stay."""
        can_be_named = self.addresses.is_host(request.host) and "[" not in request.host  # policies know no addresses of IPv6
        socket = f"{'wss' if self.is_secure(request) else 'ws'}://{request.host}" if can_be_named else ""
        for name, text in self._headers.items():
            response.headers.setdefault(name, text.format(socket=socket))
        response.headers["Server"] = "web"

    def busy_response(self) -> bytes:
        """Return a whole response for those who find no room."""
        data = _BUSY.encode()
        more = {"Content-Type": "text/plain", "Retry-After": 60, "Server": "web", "Connection": "close"}
        head = "".join(f"{name}: {text}\r\n" for name, text in {**self._headers, **more}.items()).format(socket="")
        return f"HTTP/1.1 503 Service Unavailable\r\nContent-Length: {len(data)}\r\n{head}\r\n".encode() + data

    def is_secure(self, request: web.Request) -> bool:
        """Return whether the browser came over TLS, perhaps to a proxy, so that cookies are `Secure`."""
        return request.secure or f"https://{request.host}" in self.addresses.origins

    def with_cookie(self, request: web.Request, response: web.Response, cookie: Cookie, token: str) -> web.Response:
        """Return a response with a cookie that no script reads and no other site sends; an empty token takes it away."""
        name, is_secure, seconds = self._cookie_name(request, cookie), self.is_secure(request), cookie.seconds if token else 0
        response.set_cookie(name, token, max_age=seconds, path=cookie.path, httponly=True, samesite="Strict", secure=is_secure)
        return response

    def cookie(self, request: web.Request, cookie: Cookie) -> str:
        """Return the token that a browser has in a cookie; empty if it has none."""
        return request.cookies.get(self._cookie_name(request, cookie), "")

    def _cookie_name(self, request: web.Request, cookie: Cookie) -> str:
        """Return the name of a cookie, with the prefix by which browsers take it over TLS alone."""
        return f"__{'Host' if cookie.path == '/' else 'Secure'}-{cookie.name}" if self.is_secure(request) else cookie.name

    def network(self, request: web.Request) -> str:
        """Return the name under which limits count a request's client, whose address a trusted proxy gives."""
        peer = request.remote or ""
        told = request.headers.get("X-Forwarded-For", "").rpartition(",")[2].strip()
        return client_network(told if told and peer in self.proxies else peer)

    @contextmanager
    def newcomer(self, network: str) -> Iterator[None]:
        """Count a socket that has not joined. Raises AdmissionError if there are too many from there."""
        if self._newcomers[network] >= NEWCOMERS:
            raise AdmissionError("too_many", "Too many connections from this address have not joined yet; try again in a moment.")
        self._newcomers[network] += 1
        try:
            yield
        finally:
            self._newcomers[network] -= 1
            if not self._newcomers[network]:
                del self._newcomers[network]

    def count_refusal(self, network: str, error: AdmissionError) -> str:
        """Count a refusal, and return its sentence. Guesses are limited apart, so they never block an invitation."""
        return str(error) if self._refused.take(network) else "Too many tries from this address in the last minute; wait a moment."


@asynccontextmanager
async def open_site(
    app: web.Application, way: WayIn, listeners: Listeners, guard: Guard, close: Callable[[], Awaitable[None]]
) -> AsyncIterator[None]:
    """Serve an application until the block ends. close: takes leave of everybody who is connected, once nobody new can come."""
    most = max(_FEWEST, min(_MOST, raise_file_limit(_FILES) - _OTHER_FILES))
    runner = web.AppRunner(
        app,
        logger=unheard_logger(),
        access_log=None,
        handle_signals=False,
        shutdown_timeout=1,
        keepalive_timeout=_KEEP_ALIVE,
        lingering_time=_LINGER,
        max_line_size=LONGEST_HEAD,  # so that a long address gets the page of one that leads nowhere
    )
    await runner.setup()
    servers: list[asyncio.Server] = []
    try:
        assert runner.server is not None
        connections = Connections(runner.server, most, guard.proxies, guard.busy_response(), way.may_connect)
        for each in (listeners.here, *listeners.others):
            secure = None if each is listeners.here else way.tls
            seconds = _HANDSHAKE_SECONDS if secure else None
            loop = asyncio.get_running_loop()
            servers.append(await loop.create_server(connections, sock=each, ssl=secure, ssl_handshake_timeout=seconds))
        yield
    finally:
        for server in servers:
            server.close()
        await close()
        await runner.cleanup()
