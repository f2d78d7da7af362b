"""Chats with servers that stream replies as server-sent events, and explain refusals in words."""

from __future__ import annotations

import asyncio
from collections import defaultdict
from collections.abc import Callable, Mapping, Set
from contextlib import suppress
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Protocol, TypeAlias

from woozle.players.backends.draft import Draft
from woozle.players.backends.event_stream import END, Message, MessageStream
from woozle.players.backends.fallbacks import Features
from woozle.players.backends.http_connection import to_the_end, whole
from woozle.players.backends.model_client import BackendError, Chat, Extra, Hear, Reply, Sent, deaf, estimate_tokens, merge_tables
from woozle.players.backends.server_client import Refusal, ServerClient
from woozle.players.backends.server_errors import NONSENSE, error_text, parse_error_text

if TYPE_CHECKING:
    from aiohttp import ClientResponse

Body: TypeAlias = dict[str, Any]

_AFTER_THE_END = 5.0  # seconds that what may follow a reply's reason to stop (its usage, the end of the stream) has to come


class Reader(Protocol):
    """A reader of the events of one reply, which adds them to its draft."""

    def add(self, event: Mapping[str, Any]) -> bool:
        """Add an event, and return whether it is the last. What is no event of the protocol raises one of NONSENSE."""


@dataclass(frozen=True, kw_only=True, slots=True)
class ChatProtocol:
    """How chats are asked, and replies assembled. The Set of each function holds the features that are left out.

    Args:
        features: Features that can be left out.
        reader: Takes the events of a reply.
        path: The path that a Chat is posted to.
        request: The JSON of a request.
        notes: The notes of a reply to a Chat.
        error_status: The HTTP status that an error inside of a stream stands for.
        stream_error: The error that an event of a stream tells; None if it tells none.
        feature_status: The HTTP status as which an error is read that may refuse a feature.
        headers: Headers of one request; those of the Chat replace them.
        read_headers: Adds facts in the headers of a response to the draft of its reply.
    """

    features: Features
    reader: Callable[[Draft], Reader]
    path: Callable[[Chat, Set[str]], str]
    request: Callable[[Chat, Set[str]], Body]
    notes: Callable[[Chat, Set[str]], tuple[str, ...]]
    error_status: Callable[[Any], int]
    stream_error: Callable[[Mapping[str, Any]], Any] = lambda event: event.get("error")
    feature_status: Callable[[int], int] = lambda status: status
    headers: Callable[[Chat, Set[str]], Mapping[str, str]] = lambda chat, without: {}
    read_headers: Callable[[Mapping[str, str], Draft], None] = lambda headers, draft: None


class StreamingClient:
    """Chats with one server. Features that a model refused once are left out for as long as this client lives."""

    def __init__(self, server: ServerClient, protocol: ChatProtocol) -> None:
        self._server = server
        self._protocol = protocol
        self._without: defaultdict[tuple[str, str | None], set[str]] = defaultdict(set)

    async def chat(self, chat: Chat, hear: Hear = deaf) -> Reply:
        """Return the reply. Raises BackendError. A refused request is sent again without the feature that the error names."""
        hear(Sent())
        async with self._server.limit(chat.seconds):
            while True:
                if reply := await self._request_once(chat, hear):
                    return reply

    def left_out(self, model: str) -> Set[str]:
        """Return the features that a model was seen to refuse, however it is asked."""
        return frozenset().union(*(names for (name, _), names in self._without.items() if name == model))

    def leave_out(self, chat: Chat, features: Set[str]) -> None:
        """Leave features out of what the model of a Chat is asked with the same effort, from now on."""
        self._refused(chat).update(features)

    def _refused(self, chat: Chat) -> set[str]:
        return self._without[chat.model, chat.sampling.effort]  # whether thoughts go with a temperature depends on the effort

    async def _request_once(self, chat: Chat, hear: Hear) -> Reply | None:
        """Return the reply; None if the server refused a feature, which is left out from now on."""
        protocol, refused = self._protocol, self._refused(chat)
        without = frozenset(refused)
        body = merge_tables(chat.extra.body, protocol.request(chat, without))
        own = protocol.headers(chat, without)
        extra = chat.extra.over(Extra(headers=own)) if own else chat.extra
        draft = Draft(chat, hear, self._server.clock)
        async with self._server.connection.request(protocol.path(chat, without), body, extra) as response:
            if response.status >= 400:
                answer = await whole(response)
                text = parse_error_text(answer)
                if name := protocol.features.refused_feature(chat, without, protocol.feature_status(response.status), text):
                    refused.add(name)
                    return None
                refusal = Refusal(response.status, text, chat.model, answer)
                raise self._server.refusal_error(refusal, response.headers, estimate_tokens(chat.messages))
            protocol.read_headers(response.headers, draft)
            await self._read(response, draft, chat.model)
        return draft.reply(protocol.notes(chat, without))

    async def _read(self, response: ClientResponse, draft: Draft, model: str) -> None:
        """Read a reply, which counts if it is whole, however its stream ends. Raises BackendError or one of NONSENSE."""
        from aiohttp import ClientError

        stream, reader = MessageStream(), self._protocol.reader(draft)
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
                    page = stream.page + await whole(response)
                    raise self._server.address.wrong_page_error(page, self._server.protocol.usual_ending)
        return False

    def _take(self, message: Message, reader: Reader, draft: Draft, model: str) -> bool:
        """Add a message to the reply, and return whether it is the last. Raises BackendError for an error that the server tells."""
        if message == END:
            draft.is_ended = True
            return True
        event = message.value
        if (error := event if message.is_error else self._protocol.stream_error(event)) and draft.finish is None:
            told = error.get("error") or error if isinstance(error, Mapping) else error
            raise self._server.refusal_error(Refusal(self._protocol.error_status(told), error_text(told), model))
        is_last = reader.add(event)
        draft.is_ended |= is_last
        return is_last

    def _no_reply_error(self, response: ClientResponse, stream: MessageStream, draft: Draft) -> BackendError:
        """Return the error for a body that holds no whole reply."""
        address = self._server.address
        if not stream.has_begun:
            return address.broken_error("that is empty")
        if draft.has_begun:
            return address.broken_error("that ends in the middle")
        kind = response.headers.get("content-type", "nothing")
        if stream.is_json or "html" in kind:
            return address.wrong_page_error(b"", self._server.protocol.usual_ending)
        if "event-stream" in kind:
            return address.broken_error("that ends in the middle")
        return address.broken_error(f"of the type {address.quote(kind)} instead of a stream of events")
