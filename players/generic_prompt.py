"""What models alone read of any game: an observation in short, and the turns of a conversation."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import Literal, TypeAlias

from woozle.core.event import Event, Refused

Turn: TypeAlias = tuple[Literal["user", "assistant"], str]
"""A turn of a conversation with a model: whose it is, and its text."""


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
