"""Scripts for a test server's handling of chats: answer, or fail in one of many ways."""

from __future__ import annotations

import re
from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass, field
from typing import Any, TypeAlias


@dataclass(frozen=True)
class Say:
    """A reply, streamed word by word.

    finish: finish_reason or done_reason. usage: tokens in and out, None to send none. between: awaited before each piece but
    the first (an Event's wait, a Semaphore's acquire). reasoning_as: what the server calls reasoning in its deltas. tools: what it
    calls, each a name and its arguments.
    """

    text: str = ""
    reasoning: str = ""
    refusal: str = ""
    finish: str = "stop"
    usage: tuple[int, int] | None = (12, 3)
    between: Callable[[], Awaitable[object]] | None = None
    reasoning_as: str = "reasoning_content"
    tools: tuple[tuple[str, Mapping[str, Any]], ...] = ()


@dataclass(frozen=True)
class Status:
    """An HTTP error. param: the field it is about, as OpenAI tells it."""

    code: int
    message: str = "The test said no."
    headers: Mapping[str, str] = field(default_factory=dict)
    param: str | None = None
    kind: str | None = None


@dataclass(frozen=True)
class Hang:
    """It says so much and then nothing, until the client leaves or the test ends. With no text, not even headers come."""

    text: str = ""


@dataclass(frozen=True)
class Cut:
    """It says so much, and the connection breaks in the middle of the next piece. is_torn=False: it ends politely, too early."""

    text: str = "half an "
    is_torn: bool = True


@dataclass(frozen=True)
class Late:
    """It says so much, and then sends an error inside of the stream."""

    text: str = "half an "
    message: str = "The model crashed."


@dataclass(frozen=True)
class Raw:
    """These very bytes."""

    body: bytes
    content_type: str = "application/json"
    status: int = 200


What: TypeAlias = str | Say | Status | Hang | Cut | Late | Raw
Script: TypeAlias = Callable[[dict[str, Any]], What | Awaitable[What]]

FAULTS: dict[str, What] = {
    "rate limited": Status(429, "Too many requests.", {"retry-after": "7"}),
    "server error": Status(500, "Internal error."),
    "overloaded": Status(503, "Try again later."),
    "hang": Hang(),
    "hang in the middle": Hang("half an "),
    "cut in the middle": Cut(),
    "ended too early": Cut(is_torn=False),
    "error in the stream": Late(),
    "not JSON": Raw(b"data: {nonsense\n\n", "text/event-stream"),
    "a web page": Raw(b"<html><body>Sign in to the hotel's network</body></html>", "text/html"),
    "an empty body": Raw(b""),
    "empty content": Say(""),
    "out of tokens": Say('{"text": "half an ', finish="length"),
    "filtered": Say("", finish="content_filter"),
    "ten megabytes": Say("x" * 10_000_000),
}
"""The possible faults of a chat, by name."""


def in_order(*whats: What) -> Script:
    """These, one after another; the last one again and again."""
    left = list(whats)
    return lambda request: left.pop(0) if len(left) > 1 else left[0]


def pieces(text: str) -> list[str]:
    """A text as it is streamed: word by word, or, if it is very long, in big pieces."""
    if len(text) > 100_000:
        return [text[start : start + 10_000] for start in range(0, len(text), 10_000)]
    return re.findall(r"\s*\S+|\s+$", text)
