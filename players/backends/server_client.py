"""The base of clients of servers: an address, a limit of time, and connections that are kept."""

from __future__ import annotations

import asyncio
import json
import time
from collections.abc import AsyncIterator, Callable, Mapping
from contextlib import asynccontextmanager
from dataclasses import KW_ONLY, InitVar, dataclass
from typing import Any, ClassVar

from woozle.players.backends.http_connection import HttpConnection, whole
from woozle.players.backends.model_client import BackendError, Capabilities, Extra, ModelInfo
from woozle.players.backends.registry import NO_OPTIONS, ServerOptions
from woozle.players.backends.server_errors import NONSENSE, ServerAddress, parse_error_text


@dataclass(eq=False)
class ServerClient:
    """A client of one server. Subclasses set `protocol`, whose it is, and what else is true of every request.

    key_header: the header in which the key is sent, and what stands before it there. headers: others that are always sent.
    usual_ending: what the path of most addresses ends in.

    Args:
        url: Address that the paths of the protocol are added to, such as http://127.0.0.1:8000/v1.
        timeout: Seconds for one reply, where a Chat allows no less.
        endpoint: Name of the server in models.toml, for errors.
        options: What else models.toml says of it.
    """

    protocol: ClassVar[str]
    key_header: ClassVar[tuple[str, str]] = ("authorization", "Bearer ")
    headers: ClassVar[Mapping[str, str]] = {}
    usual_ending: ClassVar[str] = ""

    url: InitVar[str]
    key: InitVar[str | None] = None
    _: KW_ONLY
    timeout: float = 300.0
    endpoint: InitVar[str] = "unnamed"
    options: ServerOptions = NO_OPTIONS
    clock: Callable[[], float] = time.monotonic

    def __post_init__(self, url: str, key: str | None, endpoint: str) -> None:
        self._address = ServerAddress(url, endpoint, key)
        name, before = self.key_header
        self._connection = HttpConnection(self._address, {**self.headers, **({name: before + key} if key else {})})

    async def models(self) -> list[ModelInfo]:
        """Return none: only clients for chats list a server's models."""
        return []

    async def capabilities(self, model: str) -> Capabilities:
        return Capabilities()

    async def close(self) -> None:
        await self._connection.close()

    @asynccontextmanager
    async def _limit(self, seconds: float | None) -> AsyncIterator[None]:
        """Limit the time of a request, and turn any error from a malformed response into BackendError."""
        seconds = min(self.timeout, seconds or self.timeout)
        try:
            async with asyncio.timeout(seconds):
                yield
        except TimeoutError:
            raise self._address.timeout_error(seconds) from None
        except NONSENSE:
            raise self._address.broken_error(f"that is no answer of {self.protocol} protocol") from None

    async def _fetch(self, path: str, body: Any = None, model: str = "", extra: Extra | None = None) -> Any:
        """Return the JSON of a whole answer. extra: of a Chat, with what is in `body`. Raises BackendError or one of NONSENSE."""
        async with self._connection.request(path, body, extra or self.options.extra) as response:
            answer = await whole(response)
            if response.status >= 400:
                raise self._refusal(response.status, parse_error_text(answer), model, response.headers)
        try:
            return json.loads(answer)
        except ValueError:
            if "html" in response.headers.get("content-type", "") or answer.lstrip().startswith(b"<"):
                raise self._address.wrong_page_error(answer, self.usual_ending) from None
            raise

    def _refusal(
        self, status: int, text: str, model: str, headers: Mapping[str, str] | None = None, tokens: int = 0
    ) -> BackendError:
        return self._address.refusal_error(status, text, model, headers=headers, tokens=tokens)
