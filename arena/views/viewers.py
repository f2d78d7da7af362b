"""The viewers of a match: a seat, the public or, when no human plays who could peek, those who see everything."""

from __future__ import annotations

from collections.abc import Sequence

from woozle.core.errors import InputError
from woozle.core.game import PUBLIC
from woozle.core.request import Seat
from woozle.core.state import EVERYTHING
from woozle.core.suggestions import suggest


def viewers(seats: Sequence[Seat]) -> tuple[Seat, ...]:
    """Return all who can watch, in the order in which they are offered."""
    return (EVERYTHING, PUBLIC, *seats)


def allowed_viewers(seats: Sequence[Seat], people: Sequence[Seat], *, is_over: bool) -> tuple[Seat, ...]:
    """Return who may watch a transcript. Until people have played to the end, no one is shown what one of them must
    not know.
    """
    if is_over or not people:
        return viewers(seats)
    return tuple(people) if len(people) == 1 else (PUBLIC,)


def may_look(name: Seat | None, among: Sequence[Seat]) -> Seat:
    """Return the viewer of that name; the first for None. Raises ValueError, with a sentence, for one who may not watch."""
    if name is not None and name not in among:
        raise InputError(f"{name!r} cannot watch here; {suggest(name, among)}")
    return name or among[0]
