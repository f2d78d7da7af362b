"""Pictures edited by a server that speaks OpenAI's protocol, in the replies of a client, behind the same limits as chats."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, Unpack

from woozle.core.request import Picture
from woozle.core.usage import Usage
from woozle.players.backends.draft import is_count
from woozle.players.backends.model_client import BackendError, Capabilities, Chat, Hear, ModelInfo, Reply, Sent, deaf
from woozle.players.backends.server_client import ServerClient, ServerProtocol, ServerSettings
from woozle.players.backends.server_errors import error_text

if TYPE_CHECKING:
    from openai import AsyncOpenAI


PROTOCOL = ServerProtocol(whose="OpenAI's")


class OpenAIImages:
    """A client for `/images/edits`. The last message is the picture and the instruction; the reply is the copy in base64.

    url: up to and including /v1.
    """

    def __init__(self, url: str, key: str | None = None, **settings: Unpack[ServerSettings]) -> None:
        self._server = ServerClient(PROTOCOL, url, key, **settings)
        self._client: AsyncOpenAI | None = None

    async def chat(self, chat: Chat, hear: Hear = deaf) -> Reply:
        """Return the edited picture. Raises BackendError."""
        parts = chat.messages[-1].parts
        (picture,) = (part for part in parts if isinstance(part, Picture))
        words = "\n".join(part for part in parts if isinstance(part, str))
        begun = self._server.clock()
        hear(Sent())
        async with self._server.limit(chat.seconds):
            made = await self._edit(chat.model, words, picture)
        return Reply(self._picture(made), usage=_usage(made), model=chat.model, seconds=self._server.clock() - begun)

    async def models(self) -> list[ModelInfo]:
        """Return none: the chat client of the same endpoint lists its models."""
        return []

    async def capabilities(self, model: str) -> Capabilities:
        return Capabilities(vision=True)

    async def close(self) -> None:
        """Let go of the connections."""
        if self._client:
            await self._client.close()
            self._client = None

    async def _edit(self, model: str, instruction: str, picture: Picture) -> Any:
        from openai import APIConnectionError, APIStatusError

        image = ("picture.png", picture.data, picture.media_type)
        # No error of the library is kept as a cause: it may hold the key.
        try:
            edits = self._open_client().images.with_raw_response
            body = (await edits.edit(model=model, prompt=instruction, image=image)).content
        except APIStatusError as error:
            text = error.response.text if error.body is None else error_text(error.body)
            raise self._server.address.refusal_error(error.status_code, text, model, headers=error.response.headers) from None
        except APIConnectionError as error:
            if isinstance(error.__cause__, BackendError):  # of our transport
                raise error.__cause__ from None
            raise self._server.address.unreachable_error(error.__cause__) from None
        try:
            return json.loads(body)
        except (ValueError, RecursionError):
            return None

    def _open_client(self) -> AsyncOpenAI:
        if self._client is None:
            from openai import AsyncOpenAI, DefaultAsyncHttpx2Client

            from woozle.players.backends.bounded_transport import BoundedTransport

            # The rate limiter before it tries again, and the timeout is that of the whole Chat.
            self._client = AsyncOpenAI(
                base_url=self._server.address.url,
                api_key=self._server.address.key or "none",  # the SDK wants one, and servers without keys do not look at it
                timeout=None,
                max_retries=0,
                default_headers=self._server.options.extra.headers,
                default_query=self._server.options.extra.query,
                http_client=DefaultAsyncHttpx2Client(
                    timeout=None,
                    trust_env=not self._server.address.is_here,
                    follow_redirects=False,
                    transport=BoundedTransport(self._server.address),
                ),
            )
        return self._client

    def _picture(self, made: Any) -> str:
        try:
            text = made["data"][0].get("b64_json")
        except (AttributeError, IndexError, KeyError, TypeError):
            raise self._server.address.broken_error("without a picture") from None
        if not isinstance(text, str) or not text:
            raise self._server.address.broken_error("with no picture in it, but perhaps the address of one")
        return text


def _usage(made: Mapping[str, Any]) -> Usage:
    used = made.get("usage")
    read, written = (used.get(f"{way}_tokens") if isinstance(used, Mapping) else 0 for way in ("input", "output"))
    return Usage(1, *(each if is_count(each) else 0 for each in (read, written)))
