"""Features of a request that a server may refuse: their names in its errors, and the note on a reply without them."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Set
from dataclasses import dataclass

from woozle.core.request import NOT_TAKEN, Picture
from woozle.players.backends.model_client import Chat

_REFUSING = re.compile(
    r"support|does not use|unknown|unrecogni[sz]ed|unexpected|extra[ _](input|field|param|arg|key|forbidden)|incompatible"
    r"|deprecated|cannot find|not enabled|must (alternate|be a str)"
    r"|not (allowed|permitted|implemented|available)|can(no|')t be|cannot both|only be set|must be .{0,60}unset|is invalid",
    re.IGNORECASE,
)
_THEIR_FAULT = 500  # from this status on an error may pass by itself, unless it says that it will not
_STATUSES = frozenset({400, 404, 415, 422, 500, 501})


@dataclass(frozen=True, slots=True)
class Feature:
    """A feature that can be left out.

    Args:
        is_used: Whether a Chat asks for it.
        named: Its name in errors.
        note: What a reply without it is noted to lack; empty if it is not missed.
        instead: The feature that is used in its place; where that is refused too, a reply is noted to lack that one alone.
        is_dispensable: Whether it is left out whatever a refusal says of it, and not only if that says that it is not taken.
    """

    is_used: Callable[[Chat], bool]
    named: re.Pattern[str]
    note: str = ""
    instead: str = ""
    is_dispensable: bool = False


@dataclass(frozen=True, slots=True)
class Features:
    """The features of a protocol, by name, in the order in which an error that names several is read."""

    by_name: Mapping[str, Feature]

    def notes(self, chat: Chat, without: Set[str]) -> tuple[str, ...]:
        """Return the notes of a reply to this Chat that was got without these features."""
        missed = (each for name, each in self.by_name.items() if name in without and each.is_used(chat))
        return tuple(each.note for each in missed if each.note and each.instead not in without)

    def refused_feature(self, chat: Chat, without: Set[str], status: int, text: str) -> str | None:
        """Return the feature that the server refuses, by the words of its error; None if it cannot be left out."""
        if status not in _STATUSES:
            return None
        for name, each in self.by_name.items():
            is_meant = name not in without and each.is_used(chat) and each.named.search(text)
            if is_meant and ((each.is_dispensable and status < _THEIR_FAULT) or _REFUSING.search(text)):
                return name
        return None


def has_pictures(chat: Chat) -> bool:
    """Return whether a Chat shows pictures."""
    return any(isinstance(part, Picture) for message in chat.messages for part in message.parts)


def pattern_of(*words: str) -> re.Pattern[str]:
    """Return a pattern of any of these words, in small letters or capitals."""
    return re.compile("|".join(words), re.IGNORECASE)


TEMPERATURE = Feature(lambda chat: chat.sampling.temperature is not None, pattern_of("temperature"), NOT_TAKEN["temperature"])
TOP_P = Feature(lambda chat: chat.sampling.top_p is not None, pattern_of(r"\btop_?p\b"), NOT_TAKEN["top_p"])

DETAIL = Feature(
    lambda chat: chat.sampling.detail is not None and has_pictures(chat),
    pattern_of(r"\b(image|image_url|picture)\W{1,3}detail", r"\bdetail\b.{0,40}\b(image|low|high)\b", "media_?resolution"),
    NOT_TAKEN["detail"],
)


def schema_feature(*words: str) -> Feature:
    """Return the schema of an answer, which the prompt states where a server does not take it; `words` name it in errors."""
    note = "the schema is in the prompt: the server does not take it"
    return Feature(lambda chat: chat.schema is not None, pattern_of(*words), note, is_dispensable=True)


def system_feature(*words: str) -> Feature:
    """Return the feature of a separate system message. words: what errors call it."""
    return Feature(
        lambda chat: any(message.role == "system" for message in chat.messages),
        pattern_of(*words),
        "the system message is part of the first message: the server does not take one",
    )
