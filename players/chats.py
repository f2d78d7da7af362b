"""Chat data sets as trainers of language models read them: JSON lines, a chat each, its turns under `messages`."""

from __future__ import annotations

import json
from base64 import b64encode
from collections.abc import Iterable, Sequence
from typing import Any, TypeAlias

from woozle.core.request import Picture
from woozle.players.backends.model_client import Message

Turn: TypeAlias = dict[str, Any]


def turn(role: str, content: str | list[dict[str, Any]], reasoning: str = "") -> Turn:
    """Return a message of one side, with its reasoning if it has any."""
    return {"role": role, "content": content} | ({"reasoning_content": reasoning} if reasoning else {})


def turns_of(sent: Iterable[Message]) -> list[Turn]:
    """Messages that a model is sent; with pictures, as parts."""
    return [turn(message.role, content_of(message.parts)) for message in sent]


def content_of(parts: Sequence[str | Picture], detail: str | None = None) -> str | list[dict[str, Any]]:
    """Return the parts of a message in OpenAI's format: text alone as a string, which all servers take; with pictures as a list.

    detail: in which pictures are to be seen; None leaves it to the server.
    """
    if all(isinstance(part, str) for part in parts):
        return "\n\n".join(map(str, parts))
    more = {"detail": detail} if detail else {}
    return [
        {"type": "text", "text": part}
        if isinstance(part, str)
        else {"type": "image_url", "image_url": {"url": inline(part), **more}}
        for part in parts
    ]


def inline(picture: Picture) -> str:
    """Return a picture as a data URL."""
    return f"data:{picture.media_type};base64,{b64encode(picture.data).decode()}"


def chat_line(turns: Sequence[Turn], **about: Any) -> str:
    """Return a chat as a line of JSON, without its line feed, with any further fields."""
    return json.dumps({"messages": turns, **about}, ensure_ascii=False)
