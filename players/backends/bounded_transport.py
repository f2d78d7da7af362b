"""A transport for client libraries on httpx: responses are bounded in size, and redirects to another address are refused."""

from __future__ import annotations

from collections.abc import AsyncIterator
from types import ModuleType
from typing import Any

from woozle.players.backends.server_errors import ServerAddress

_LONGEST = 8_000_000  # bytes between two line feeds
_MOST = 2**28  # bytes of a whole answer
_LONGEST_ERROR = 2**16  # bytes of the answer to a request that was refused


def bounded_transport(http: ModuleType, address: ServerAddress, longest: int = _LONGEST) -> Any:
    """Return a transport for clients of `http`, the module httpx or its successor httpx2.

    Answers are taken as they are sent, without compression, up to `longest` bytes a line. More than that, or a redirect, raises
    BackendError.
    """
    base: Any = http

    class BoundedStream(base.AsyncByteStream):  # type: ignore[misc]
        """A response's body that ends with an error where it is too long."""

        def __init__(self, stream: Any, most: int) -> None:
            self._stream = stream
            self._most = most

        async def __aiter__(self) -> AsyncIterator[bytes]:
            line, whole = 0, 0
            async for piece in self._stream:
                whole += len(piece)
                end = piece.rfind(b"\n")
                line = line + len(piece) if end < 0 else len(piece) - end - 1
                if line > longest or whole > self._most:
                    raise address.broken_error("without an end")
                yield piece

        async def aclose(self) -> None:
            await self._stream.aclose()

    class BoundedTransport(base.AsyncHTTPTransport):  # type: ignore[misc]
        """Sends a request to the server that was named, and to no other."""

        async def handle_async_request(self, request: Any) -> Any:
            request.headers["accept-encoding"] = "identity"
            response = await super().handle_async_request(request)
            if 300 <= response.status_code < 400:
                await response.aclose()
                raise address.redirect_error(response.status_code, response.headers.get("location", ""))
            if response.headers.get("content-encoding", "identity") != "identity":
                await response.aclose()
                raise address.broken_error("that is compressed, which was not asked for")
            response.stream = BoundedStream(response.stream, _MOST if response.status_code < 400 else _LONGEST_ERROR)
            return response

    # No connection is kept, since its server may have closed it by the next request, and what is asked here takes much longer.
    return BoundedTransport(limits=base.Limits(max_keepalive_connections=0))
