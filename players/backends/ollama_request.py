"""A Chat as Ollama's protocol says it, and how much context it needs."""

from __future__ import annotations

import re
from collections.abc import Mapping, Set
from typing import Any, TypeAlias

from woozle.core.attempt import Picture
from woozle.players.backends.backend import UNSEEN, Capabilities, Chat, Message
from woozle.players.backends.schemas import in_words, strict
from woozle.players.backends.tokens import tokens_in

Body: TypeAlias = dict[str, Any]

LEFT_OUT: Mapping[str, str] = {
    "pictures": "no pictures: the model cannot see any",
    "think": "the model cannot think before it speaks",
    "level": "the model thinks as long as it likes",
    "format": "the schema is in the prompt: the server does not take it",
}
"""What can be left out of a request, and the note of a reply that was got without it."""

_NAMED = {"level": r"think value", "think": r"does not support thinking", "format": r"\bformat\b|grammar|schema"}

_KEEP_ALIVE = "30m"  # a model is loaded anew when it was not used for so long; Ollama's own 5 minutes pass while a person thinks
_SMALLEST = 8192  # tokens of context; it doubles from here, for each other size loads the model anew
_REPLY = 2048  # tokens to leave for a reply where max_tokens is not set
_SLACK = 1.5  # names, numbers and most languages have more tokens than English, after which they are estimated


def cannot(can: Capabilities) -> Set[str]:
    """What a model does not take, by what Ollama shows of it."""
    missing = {"pictures"} if can.vision is False else set()
    return missing | {"think", "level"} if can.reasoning is False else missing


def request(chat: Chat, without: Set[str], context: int) -> Body:
    """The JSON of a chat request. without: what is left out, of LEFT_OUT; context: num_ctx, in tokens."""
    sampling = chat.sampling
    options = {
        "num_ctx": context,
        "temperature": sampling.temperature,
        "top_p": sampling.top_p,
        "num_predict": sampling.max_tokens,
        "seed": chat.seed,
    }
    body: Body = {
        "model": chat.model,
        "messages": _messages(chat, without),
        "stream": True,
        "options": {name: each for name, each in options.items() if each is not None},
        "keep_alive": _KEEP_ALIVE,
    }
    if chat.schema is not None and "format" not in without:
        body["format"] = strict(chat.schema) or dict(chat.schema)
    if sampling.effort is not None and "think" not in without:
        body["think"] = _think(sampling.effort, "level" in without)
    if chat.logprobs is not None:
        body |= {"logprobs": True, "top_logprobs": chat.logprobs}
    return body


def notes(chat: Chat, without: Set[str]) -> tuple[str, ...]:
    """What of this Chat was done another way."""
    told = without - {"level"} if "think" in without else without
    return tuple(note for name, note in LEFT_OUT.items() if name in told & _asked(chat))


def not_taken(chat: Chat, without: Set[str], status: int, text: str) -> str | None:
    """What the server does not take, by the words of its error; None if that is nothing that could be left out."""
    left = _asked(chat) - without if status in (400, 500) else set()
    return next((name for name in _NAMED if name in left and re.search(_NAMED[name], text, re.IGNORECASE)), None)


def context_for(chat: Chat, most: int | None) -> int:
    """How much context to ask for, in tokens: Ollama drops the oldest messages that do not fit, and says nothing of it.

    most: what the model was made for, None if unknown.
    """
    needed = tokens_in(chat.messages) * _SLACK + (chat.sampling.max_tokens or _REPLY)
    size = _SMALLEST
    while size < needed:
        size *= 2
    return min(size, most) if most else size


def _asked(chat: Chat) -> Set[str]:
    effort = chat.sampling.effort
    asked = {
        "pictures": any(isinstance(part, Picture) for message in chat.messages for part in message.parts),
        "think": effort is not None,
        "level": effort is not None and not isinstance(_think(effort, False), bool),
        "format": chat.schema is not None,
    }
    return {name for name, is_asked in asked.items() if is_asked}


def _think(effort: str, is_plain: bool) -> bool | str:
    """As Ollama spells an effort. is_plain: whether or not to think is all that the model understands."""
    if effort == "none":
        return False
    return True if is_plain else {"minimal": "low"}.get(effort, effort)


def _messages(chat: Chat, without: Set[str]) -> list[Body]:
    messages = [_message(message, "pictures" not in without) for message in chat.messages]
    if "format" in without and chat.schema is not None:
        messages[-1]["content"] += f"\n\n{in_words(chat.schema)}"
    return messages


def _message(message: Message, can_see: bool) -> Body:
    """Pictures stand apart from the text in this protocol."""
    unseen = () if can_see else (UNSEEN,)
    texts = [text for part in message.parts for text in ((part,) if isinstance(part, str) else unseen)]
    told: Body = {"role": message.role, "content": "\n\n".join(texts)}
    pictures = [part.data for part in message.parts if isinstance(part, Picture)]
    return told | {"images": pictures} if pictures and can_see else told
