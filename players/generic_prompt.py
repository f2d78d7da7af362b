"""What models alone read of any game: an observation in short, the turns of a conversation, other prompts."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import Literal, TypeAlias

from woozle.core.event import Event, Refused
from woozle.core.request import Answer, Request, Seat
from woozle.core.value import value

Turn: TypeAlias = tuple[Literal["user", "assistant"], str]
"""A turn of a conversation with a model: whose it is, and its text."""


@value
class PromptSet:
    """All that a model reads of a game where its seat says `prompts=NAME`, in place of what it usually reads.

    Args:
        version: Of the wording, for transcripts; raised with every change of what a model reads.
        conversation: As in GameKit: yields all turns that a model is sent, first whole and then ever shorter, until they fit, given
            a Request and the seat's observation. Pictures stand before the last turn.
        system: Given a seat and its observation, yields the lines of its system message; None for none.
        plain: Types of answers for which the prompt itself says how to reply, in a way that `core.replies` reads, so that the form
            of an answer in JSON is not asked for.
        again: Given a Request of such a type, returns how to reply, which is said again after a reply that cannot be read; empty if
            the reason says enough.
    """

    version: int
    conversation: Callable[[Request, Sequence[Event]], Iterable[Sequence[Turn]]]
    system: Callable[[Seat, Sequence[Event]], Iterable[str]] | None = None
    plain: tuple[type[Answer], ...] = ()
    again: Callable[[Request], str] = lambda request: ""


def digest(observation: Sequence[Event], worded: Callable[[Event], Iterable[str]]) -> Iterator[str]:
    """Yield the last observed Event of each kind and, if it is about a seat, of each seat, oldest first. worded: words an Event."""
    latest: dict[tuple[type, str], Event] = {}
    for event in observation:
        if not isinstance(event, Refused):
            key = type(event), str(getattr(event, "seat", ""))
            latest.pop(key, None)
            latest[key] = event
    for event in [*latest.values()][-_MOST_IN_DIGEST:]:
        if said := " ".join(" ".join(worded(event)).split()):
            yield said if len(said) <= _LONGEST_IN_DIGEST else f"{said[:_LONGEST_IN_DIGEST]} [...]"


_MOST_IN_DIGEST, _LONGEST_IN_DIGEST = 20, 160  # lines, characters of one
