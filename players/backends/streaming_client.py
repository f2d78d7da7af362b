"""The base of clients whose servers stream replies as server-sent events, and explain refusals in words."""

from __future__ import annotations

import asyncio
from abc import abstractmethod
from collections import defaultdict
from collections.abc import Mapping, Set
from contextlib import suppress
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, ClassVar, Protocol, TypeAlias

from woozle.players.backends.draft import Draft
from woozle.players.backends.event_stream import END, Message, MessageStream
from woozle.players.backends.fallbacks import Features
from woozle.players.backends.http_connection import to_the_end, whole
from woozle.players.backends.model_client import (
    BackendError,
    Chat,
    Extra,
    Hear,
    Reply,
    Sent,
    deaf,
    estimate_tokens,
    merge_tables,
)
from woozle.players.backends.server_client import ServerClient
from woozle.players.backends.server_errors import NONSENSE, error_text, parse_error_text

if TYPE_CHECKING:
    from aiohttp import ClientResponse

Body: TypeAlias = dict[str, Any]

_AFTER_THE_END = 5.0  # seconds that what may follow a reply's reason to stop (its usage, the end of the stream) has to come


class Reader(Protocol):
    """A reader of the events of one reply, which adds them to its draft."""

    def __init__(self, draft: Draft) -> None: ...

    def add(self, event: Mapping[str, Any]) -> bool:
        """Add an event, and return whether it is the last. What is no event of the protocol raises one of NONSENSE."""


@dataclass(eq=False)
class StreamingClient(ServerClient):
    """A client of one server. Features that a model refused once are left out for as long as this client lives.

    Subclasses build requests and assemble replies. features: those that can be left out. reader: takes the events of a reply.
    """

    features: ClassVar[Features]
    reader: ClassVar[type[Reader]]

    _without: defaultdict[tuple[str, str | None], set[str]] = field(default_factory=lambda: defaultdict(set), init=False)

    @abstractmethod
    def chat_path(self, chat: Chat, without: Set[str]) -> str:
        """Return the path that a Chat is posted to. without: features that are left out."""

    @abstractmethod
    def chat_request(self, chat: Chat, without: Set[str]) -> Body:
        """Return the JSON of a request. without: features that are left out."""

    @abstractmethod
    def error_status(self, error: Any) -> int:
        """Return the HTTP status that an error inside of a stream stands for."""

    def stream_error(self, event: Mapping[str, Any]) -> Any:
        """Return the error that an event of a stream tells; None if it tells none."""
        return event.get("error")

    def feature_status(self, status: int) -> int:
        """Return the HTTP status as which an error is read that may refuse a feature."""
        return status

    def chat_headers(self, chat: Chat, without: Set[str]) -> Mapping[str, str]:
        """Return headers for this request, which those of the Chat go before."""
        return {}

    def chat_notes(self, chat: Chat, without: Set[str]) -> tuple[str, ...]:
        """Return the notes of a reply to this Chat."""
        return self.features.notes(chat, without)

    async def chat(self, chat: Chat, hear: Hear = deaf) -> Reply:
        """Return the reply. Raises BackendError. A refused request is sent again without the feature that the error names."""
        hear(Sent())
        async with self._limit(chat.seconds):
            while True:
                if reply := await self._request_once(chat, hear):
                    return reply

    def left_out(self, model: str) -> Set[str]:
        """Return the features that a model was seen to refuse, however it is asked."""
        return frozenset().union(*(names for (name, _), names in self._without.items() if name == model))

    async def _request_once(self, chat: Chat, hear: Hear) -> Reply | None:
        """Return the reply; None if the server refused a feature, which is left out from now on."""
        refused = self._without[chat.model, chat.sampling.effort]  # whether thoughts go with a temperature depends on the effort
        without = frozenset(refused)
        body = merge_tables(chat.extra.body, self.chat_request(chat, without))
        own = self.chat_headers(chat, without)
        extra = chat.extra.over(Extra(headers=own)) if own else chat.extra
        draft = Draft(chat, hear, self.clock)
        async with self._connection.request(self.chat_path(chat, without), body, extra) as response:
            if response.status >= 400:
                answer = await whole(response)
                if name := self.features.refused_feature(
                    chat, without, self.feature_status(response.status), parse_error_text(answer)
                ):
                    refused.add(name)
                    return None
                raise self._answered_error(response.status, answer, chat, response.headers)
            await self._read(response, draft, chat.model)
        return draft.reply(self.chat_notes(chat, without))

    def _answered_error(self, status: int, answer: bytes, chat: Chat, headers: Mapping[str, str]) -> BackendError:
        return self._refusal(status, parse_error_text(answer), chat.model, headers, estimate_tokens(chat.messages))

    async def _read(self, response: ClientResponse, draft: Draft, model: str) -> None:
        """Read a reply, which counts if it is whole, however its stream ends. Raises BackendError or one of NONSENSE."""
        from aiohttp import ClientError

        stream, reader = MessageStream(), self.reader(draft)
        try:
            if not await self._read_stream(response, stream, reader, draft, model):
                any(self._take(message, reader, draft, model) for message in stream.end())
        except (ClientError, TimeoutError, *NONSENSE):
            with suppress(*NONSENSE):  # what came last may be torn
                any(self._take(message, reader, draft, model) for message in stream.end())
            if not draft.is_whole:
                raise
        if not draft.is_whole:
            raise self._no_reply_error(response, stream, draft)

    async def _read_stream(self, response: ClientResponse, stream: MessageStream, reader: Reader, draft: Draft, model: str) -> bool:
        """Read until the end of the reply or of its stream, and return whether it was that of the reply."""
        async with asyncio.timeout(None) as rest:
            async for piece in response.content.iter_any():
                for message in stream.add(piece):
                    if self._take(message, reader, draft, model):
                        await to_the_end(response)
                        return True
                    if draft.finish is not None:
                        rest.reschedule(asyncio.get_running_loop().time() + _AFTER_THE_END)
                if draft.is_full:
                    return True
                if stream.page:
                    raise self._address.wrong_page_error(stream.page + await whole(response), self.usual_ending)
        return False

    def _take(self, message: Message, reader: Reader, draft: Draft, model: str) -> bool:
        """Add a message to the reply, and return whether it is the last. Raises BackendError for an error that the server tells."""
        if message == END:
            draft.is_ended = True
            return True
        event = message.value
        if (error := event if message.is_error else self.stream_error(event)) and draft.finish is None:
            told = error.get("error") or error if isinstance(error, Mapping) else error
            raise self._refusal(self.error_status(told), error_text(told), model)
        is_last = reader.add(event)
        draft.is_ended |= is_last
        return is_last

    def _no_reply_error(self, response: ClientResponse, stream: MessageStream, draft: Draft) -> BackendError:
        """Return the error for a body that holds no whole reply."""
        if not stream.has_begun:
            return self._address.broken_error("that is empty")
        if draft.has_begun:
            return self._address.broken_error("that ends in the middle")
        kind = response.headers.get("content-type", "nothing")
        if stream.is_json or "html" in kind:
            return self._address.wrong_page_error(b"", self.usual_ending)
        if "event-stream" in kind:
            return self._address.broken_error("that ends in the middle")
        return self._address.broken_error(f"of the type {self._address.quote(kind)} instead of a stream of events")
