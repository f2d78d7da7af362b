"""A Chat as OpenAI's protocol says it, without what a server has shown that it does not take."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence, Set
from dataclasses import replace
from typing import Any, TypeAlias

from woozle.core.attempt import Picture
from woozle.players.backends.backend import UNSEEN, Chat, Message
from woozle.players.backends.draft import UNTOLD
from woozle.players.backends.schemas import in_words, strict
from woozle.players.chats import content_of

Body: TypeAlias = dict[str, Any]

LEFT_OUT: Mapping[str, str] = {
    "strict": "the schema is not enforced strictly",
    "response_format": "the schema is in the prompt: the server does not take one",
    "stream_options": "",  # heard of through the estimated usage, if at all
    "max_tokens": "",  # it is called max_completion_tokens then
    "temperature": "the server does not take a temperature",
    "top_p": "the server does not take top_p",
    "seed": "the server does not take a seed",
    "logprobs": UNTOLD,
    "reasoning_effort": "the server does not take an effort",
    "system": "the system message is part of the first message: the server does not take one",
    "pictures": "no pictures: the server does not take any",
}
"""What can be left out of a request, and the note of a reply that was got without it."""

_UNTAKEN = re.compile(
    r"support|unknown|unrecogni[sz]ed|unexpected|extra|incompatible|not (allowed|permitted|implemented)|must (alternate|be a str)",
    re.IGNORECASE,
)
_NAMED: Mapping[str, str] = {
    "response_format": r"response_format|json_schema|json schema|structured output|guided|grammar",
    "stream_options": r"stream_options|include_usage",
    "max_tokens": r"\bmax_tokens",
    "temperature": r"temperature",
    "top_p": r"\btop_p\b",
    "seed": r"\bseed\b",
    "logprobs": r"logprobs",
    "reasoning_effort": r"reasoning_effort|reasoning effort|reasoning\.effort",
    "system": r"system (role|message|prompt|instruction)|role.{0,3}system|developer instruction|roles must alternate",
    "pictures": r"image|vision|multi-?modal|mmproj|content.{0,20}must be a string|image_url",
}
"""How an error names what it does not take."""


def request(chat: Chat, without: Set[str]) -> Body:
    """The JSON of a chat request. without: what is left out, of LEFT_OUT."""
    sampling = chat.sampling
    fields: Body = {
        "stream_options": {"include_usage": True},
        "temperature": sampling.temperature,
        "top_p": sampling.top_p,
        "seed": chat.seed,
        "reasoning_effort": sampling.effort,
        "logprobs": None if chat.logprobs is None else True,
        "response_format": _format(chat, "strict" not in without),
    }
    body: Body = {name: each for name, each in fields.items() if each is not None and name not in without}
    if sampling.max_tokens is not None:
        body["max_completion_tokens" if "max_tokens" in without else "max_tokens"] = sampling.max_tokens
    if "logprobs" in body:
        body["top_logprobs"] = chat.logprobs
    return {"model": chat.model, "messages": _messages(chat, without), "stream": True, **body}


def notes(chat: Chat, without: Set[str]) -> tuple[str, ...]:
    """What of this Chat was done another way."""
    if not without:
        return ()
    told = (without - {"strict"} if "response_format" in without else without) & _asked(chat)
    return tuple(note for name, note in LEFT_OUT.items() if note and name in told)


def not_taken(chat: Chat, without: Set[str], status: int, text: str) -> str | None:
    """What the server does not take, by the words of its error; None if that is nothing that could be left out."""
    if status not in (400, 415, 422, 500, 501):
        return None
    left = _asked(chat) - without
    for name in (name for name in _NAMED if name in left and re.search(_NAMED[name], text, re.IGNORECASE)):
        if name == "response_format" and status < 500:
            return "strict" if "strict" in left else name
        if name == "logprobs" or _UNTAKEN.search(text):  # fewer of them would do, but nobody says how many
            return name
    return None


def _asked(chat: Chat) -> Set[str]:
    """What can be left out of a request, and is asked for by this Chat."""
    sampling = chat.sampling
    asked = {
        "strict": chat.schema is not None and strict(chat.schema) is not None,
        "response_format": chat.schema is not None,
        "stream_options": True,
        "max_tokens": sampling.max_tokens is not None,
        "temperature": sampling.temperature is not None,
        "top_p": sampling.top_p is not None,
        "seed": chat.seed is not None,
        "logprobs": chat.logprobs is not None,
        "reasoning_effort": sampling.effort is not None,
        "system": any(message.role == "system" for message in chat.messages),
        "pictures": any(isinstance(part, Picture) for message in chat.messages for part in message.parts),
    }
    return {name for name, is_asked in asked.items() if is_asked}


def _format(chat: Chat, is_strict: bool) -> Body | None:
    if chat.schema is None:
        return None
    schema = strict(chat.schema)
    told = {"name": "answer", "schema": schema or chat.schema, "strict": is_strict and schema is not None}
    return {"type": "json_schema", "json_schema": told}


def _messages(chat: Chat, without: Set[str]) -> list[Body]:
    messages = list(chat.messages)
    if "response_format" in without and chat.schema is not None:
        messages[-1] = replace(messages[-1], parts=(*messages[-1].parts, in_words(chat.schema)))
    if "system" in without:
        messages = _without_system(messages)
    return [{"role": message.role, "content": _content(message.parts, "pictures" not in without)} for message in messages]


def _without_system(messages: Sequence[Message]) -> list[Message]:
    """With what the system says before what the first other message says, in its name."""
    told = tuple(part for message in messages if message.role == "system" for part in message.parts)
    first, *others = [message for message in messages if message.role != "system"] or [Message("user", ())]
    return [replace(first, parts=told + first.parts), *others]


def _content(parts: Sequence[str | Picture], can_see: bool) -> str | list[Body]:
    """Text alone as a string, which every server takes."""
    if not can_see:
        parts = [part if isinstance(part, str) else UNSEEN for part in parts]
    return content_of(parts)
