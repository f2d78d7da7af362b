"""How a model's turn goes on, for those who look on. It is never recorded."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeAlias

from woozle.core.attempt import Attempt
from woozle.core.request import Seat
from woozle.core.value import value
from woozle.players.backends.backend import Signal


@value
class Progress:
    """Something new in a model's turn. news: a Signal of its backend; an Attempt when a reply was read; a text when it failed."""

    seat: Seat
    request: int
    news: Signal | Attempt | str


Listen: TypeAlias = Callable[[Progress], None]


def unheard(progress: Progress) -> None:
    """Nobody listens."""
