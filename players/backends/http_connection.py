"""HTTP connections to servers of models.

It is aiohttp, since many matches ask at once: where 200 requests are under way, one through the SDK of OpenAI takes ten times as
much of the processor (3.3 ms, against 0.2), and one through httpx alone six times.
"""

from __future__ import annotations

import asyncio
import os
import ssl
import sys
from collections.abc import AsyncIterator, Mapping
from contextlib import AbstractAsyncContextManager, AsyncExitStack, asynccontextmanager, suppress
from dataclasses import dataclass
from io import BytesIO
from types import SimpleNamespace
from typing import TYPE_CHECKING, Any

from woozle.players.backends.environment import proxy_of
from woozle.players.backends.fast_json import as_json
from woozle.players.backends.model_client import NO_EXTRA, Extra
from woozle.players.backends.server_errors import ServerAddress

if TYPE_CHECKING:
    from aiohttp import ClientResponse, ClientSession, TraceConnectionReuseconnParams

_CONNECT = 10.0  # seconds
_STALE = 5.0  # seconds within which a connection ends that its server had closed
_END = 0.1  # seconds that the end of a body may come after all that it says
_LARGE = 2**20  # bytes; aiohttp wants what is longer as a file
_LONGEST = 2**24  # bytes of an answer that is read whole
_LONGEST_ERROR = 2**16  # bytes of an error that are read


class HttpConnection:
    """The connections to a server, kept for the next request. They belong to the event loop of their first use.

    headers: of every request, with the key.
    """

    def __init__(self, address: ServerAddress, headers: Mapping[str, str]) -> None:
        self._address = address
        self._headers = headers
        self._sessions: dict[bool, ClientSession] = {}

    @asynccontextmanager
    async def request(self, path: str, body: Any = None, extra: Extra = NO_EXTRA) -> AsyncIterator[ClientResponse]:
        """Yield the response of the server while it comes, whatever its status. body: posted as JSON; None for GET.

        extra: whose headers and query are sent too.

        Where the server had closed a kept connection before it answered a byte, the request is sent again once, on a new one.
        Raises BackendError if it cannot be reached, breaks off, or sends us elsewhere; leaving early hangs up.
        """
        import aiohttp

        data = None if body is None else as_json(body)
        headers = dict(extra.headers) if data is None else {**extra.headers, "content-type": "application/json"}

        def ask(connection: _Connection, *, keeps: bool) -> AbstractAsyncContextManager[ClientResponse]:
            return self._open_session(keeps).request(
                "GET" if data is None else "POST",
                f"{self._address.url}{path}",
                data=BytesIO(data) if data and len(data) > _LARGE else data,
                headers=headers,
                params=extra.query or None,
                allow_redirects=False,
                trace_request_ctx=connection,
            )

        # No error of the library is kept as a cause: it may hold the key.
        try:
            async with AsyncExitStack() as stack:
                connection = _Connection()
                try:
                    response = await stack.enter_async_context(ask(connection, keeps=True))
                except aiohttp.ClientConnectionError as error:
                    if not connection.was_stale(error):
                        raise
                    response = await stack.enter_async_context(ask(_Connection(), keeps=False))
                if 300 <= response.status < 400:
                    raise self._address.redirect_error(response.status, response.headers.get("location", ""))
                yield response
        except (aiohttp.ClientConnectorError, aiohttp.ConnectionTimeoutError, aiohttp.ClientHttpProxyError) as error:
            raise self._address.unreachable_error(error.__cause__) from None
        except aiohttp.ClientError:
            raise self._address.broken_error("that breaks off") from None

    async def close(self) -> None:
        for session in self._sessions.values():
            await session.close()
        self._sessions.clear()

    def _open_session(self, keeps: bool) -> ClientSession:
        """Return the session whose connections are kept for the next request, or the one whose are always new."""
        if keeps not in self._sessions:
            from aiohttp import ClientSession, ClientTimeout, DummyCookieJar, TCPConnector, TraceConfig

            traces = TraceConfig()
            traces.on_connection_reuseconn.append(_note_reuse)
            self._sessions[keeps] = ClientSession(
                connector=TCPConnector(limit=0, ssl=_trusted_certificates(), force_close=not keeps),
                timeout=ClientTimeout(total=None, sock_connect=_CONNECT),
                cookie_jar=DummyCookieJar(),
                headers={"user-agent": "woozle", **self._headers},
                proxy=self._proxy(),
                trace_configs=[traces],
            )
        return self._sessions[keeps]

    def _proxy(self) -> str | None:
        """Return the proxy that the system names. (aiohttp can look for it too, but then it also sends what is in .netrc.)"""
        return None if self._address.is_here else proxy_of(self._address.url)


@dataclass(slots=True)
class _Connection:
    """The connection of a request. reused_at: when it was taken from those that were kept; None for a new one."""

    reused_at: float | None = None

    def was_stale(self, error: Exception) -> bool:
        """Return whether the server had closed a kept connection, so that no byte of an answer came and nothing was done twice.

        What ends later than `_STALE` seconds after it was sent may have been read, and paid for.
        """
        has_begun = not isinstance(getattr(error, "message", ""), str)  # aiohttp keeps the beginning of an answer there
        is_soon = self.reused_at is not None and asyncio.get_running_loop().time() - self.reused_at < _STALE
        return is_soon and not has_begun


async def _note_reuse(session: ClientSession, trace: SimpleNamespace, event: TraceConnectionReuseconnParams) -> None:
    if isinstance(connection := trace.trace_request_ctx, _Connection):
        connection.reused_at = asyncio.get_running_loop().time()


def _trusted_certificates() -> ssl.SSLContext | bool:
    """Return the certificates to trust: OpenSSL's files on Linux, or those that the environment names; elsewhere the system's."""
    if sys.platform == "linux" or os.environ.get("SSL_CERT_FILE") or os.environ.get("SSL_CERT_DIR"):
        return True
    from truststore import SSLContext

    return SSLContext(ssl.PROTOCOL_TLS_CLIENT)


async def whole(response: ClientResponse) -> bytes:
    """Return at most 16 MiB of a body; of an error, as many bytes as a person would read."""
    most = _LONGEST if response.status < 400 else _LONGEST_ERROR
    body = bytearray()
    async for piece in response.content.iter_any():
        body += piece
        if len(body) > most:
            break
    return bytes(body[:most])


async def to_the_end(response: ClientResponse) -> None:
    """Read the rest, which takes no time in a server that is well, so that the connection can be used again."""
    if response.content.at_eof():
        return
    from aiohttp import ClientError

    with suppress(TimeoutError, ClientError):
        async with asyncio.timeout(_END):
            while not response.content.at_eof():
                await response.content.readany()
