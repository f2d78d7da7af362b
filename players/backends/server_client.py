"""A client of one server, which the clients of all protocols hold: an address, a time limit, and connections that are kept."""

from __future__ import annotations

import asyncio
import json
import time
from collections.abc import AsyncIterator, Callable, Mapping
from contextlib import AbstractAsyncContextManager, asynccontextmanager
from dataclasses import dataclass, field
from typing import Any, NamedTuple, TypeAlias, TypedDict, Unpack

from woozle.players.backends.http_connection import HttpConnection, whole
from woozle.players.backends.model_client import BackendError, Extra
from woozle.players.backends.registry import NO_OPTIONS, ServerOptions
from woozle.players.backends.server_errors import NONSENSE, ServerAddress, parse_error_text


class Refusal(NamedTuple):
    """A response that refuses a request. text: the error in words. body: the whole response; empty for an error in a stream."""

    status: int
    text: str
    model: str
    body: bytes = b""


Explain: TypeAlias = Callable[[ServerAddress, Refusal, BackendError], BackendError]


@dataclass(frozen=True, slots=True)
class ServerProtocol:
    """The facts that hold for every request to a server that speaks a protocol.

    Args:
        whose: Whose protocol it is, for errors.
        key_header: The header with the key, and the text before the key in it.
        headers: Other headers, which are always sent.
        usual_ending: The end of the path of most addresses.
        explain: Turns the usual error for a refusal into the one that this protocol needs.
    """

    whose: str
    key_header: tuple[str, str] = ("authorization", "Bearer ")
    headers: Mapping[str, str] = field(default_factory=dict)
    usual_ending: str = ""
    explain: Explain = lambda address, refusal, error: error


class ServerSettings(TypedDict, total=False):
    """Settings of a client beside its address and key.

    timeout: seconds for one reply, where a Chat allows no less; 300 by default. endpoint: the server's name in models.toml, for
    errors. options: its other options there. clock: seconds, for measuring replies.
    """

    timeout: float
    endpoint: str
    options: ServerOptions
    clock: Callable[[], float]


class ServerClient:
    """Requests to one server that speaks `protocol`."""

    def __init__(self, protocol: ServerProtocol, url: str, key: str | None = None, **settings: Unpack[ServerSettings]) -> None:
        """url: address that the paths of the protocol are added to, such as http://127.0.0.1:8000/v1."""
        self.protocol = protocol
        self.address = ServerAddress(url, settings.get("endpoint", "unnamed"), key)
        self.options = settings.get("options", NO_OPTIONS)
        self.clock = settings.get("clock", time.monotonic)
        self._timeout = settings.get("timeout", 300.0)
        name, before = protocol.key_header
        self.connection = HttpConnection(self.address, {**protocol.headers, **({name: before + key} if key else {})})

    @asynccontextmanager
    async def limit(self, seconds: float | None) -> AsyncIterator[None]:
        """Limit the time of a request, and turn any error from a malformed response into BackendError."""
        seconds = min(self._timeout, seconds or self._timeout)
        try:
            async with asyncio.timeout(seconds):
                yield
        except TimeoutError:
            raise self.address.timeout_error(seconds) from None
        except NONSENSE:
            raise self.address.broken_error(f"that is no answer of {self.protocol.whose} protocol") from None

    def lookup_limit(self) -> AbstractAsyncContextManager[None]:
        """Limit the time of a request that needs no model, such as a list of models."""
        return self.limit(self.options.patience)

    async def fetch(self, path: str, body: Any = None, model: str = "", extra: Extra | None = None) -> Any:
        """Return the JSON of a whole answer. extra: of a Chat, with what is in `body`. Raises BackendError or one of NONSENSE."""
        async with self.connection.request(path, body, extra or self.options.extra) as response:
            answer = await whole(response)
            if response.status >= 400:
                refusal = Refusal(response.status, parse_error_text(answer), model, answer)
                raise self.refusal_error(refusal, response.headers)
        try:
            return json.loads(answer)
        except ValueError:
            if "html" in response.headers.get("content-type", "") or answer.lstrip().startswith(b"<"):
                raise self.address.wrong_page_error(answer, self.protocol.usual_ending) from None
            raise

    def refusal_error(self, refusal: Refusal, headers: Mapping[str, str] | None = None, tokens: int = 0) -> BackendError:
        """Return the error for a refusal. tokens: about as many as the request had."""
        usual = self.address.refusal_error(refusal.status, refusal.text, refusal.model, headers=headers, tokens=tokens)
        return self.protocol.explain(self.address, refusal, usual)

    async def close(self) -> None:
        """Release the connections."""
        await self.connection.close()
