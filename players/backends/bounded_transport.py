"""A transport for the SDK of OpenAI: responses are bounded in size, and redirects to another address are refused."""

from __future__ import annotations

from collections.abc import AsyncIterator

import httpx2

from woozle.players.backends.server_errors import ServerAddress

_LONGEST = 2**26  # bytes of an answer, which has a picture in it
_LONGEST_ERROR = 2**16  # bytes of the answer to a request that was refused


class BoundedTransport(httpx2.AsyncHTTPTransport):
    """Sends requests to the server that was named, and to no other. Responses come as they are sent, without compression."""

    def __init__(self, address: ServerAddress) -> None:
        # No connection is kept, since its server may have closed it by the next request, and what is asked here takes much longer.
        super().__init__(limits=httpx2.Limits(max_keepalive_connections=0))
        self._address = address

    async def handle_async_request(self, request: httpx2.Request) -> httpx2.Response:
        """Return the response. Raises BackendError for a redirect, and while the body is read if that is too long."""
        request.headers["accept-encoding"] = "identity"
        response = await super().handle_async_request(request)
        if 300 <= response.status_code < 400:
            await response.aclose()
            raise self._address.redirect_error(response.status_code, response.headers.get("location", ""))
        if response.headers.get("content-encoding", "identity") != "identity":
            await response.aclose()
            raise self._address.broken_error("that is compressed, which was not asked for")
        assert isinstance(response.stream, httpx2.AsyncByteStream)
        longest = _LONGEST if response.status_code < 400 else _LONGEST_ERROR
        response.stream = _BoundedStream(response.stream, self._address, longest)
        return response


class _BoundedStream(httpx2.AsyncByteStream):
    """The body of a response, which ends with an error where it is too long."""

    def __init__(self, stream: httpx2.AsyncByteStream, address: ServerAddress, longest: int) -> None:
        self._stream = stream
        self._address = address
        self._longest = longest

    async def __aiter__(self) -> AsyncIterator[bytes]:
        length = 0
        async for piece in self._stream:
            length += len(piece)
            if length > self._longest:
                raise self._address.broken_error("without an end")
            yield piece

    async def aclose(self) -> None:
        await self._stream.aclose()
