"""The progress of a model's turn, for viewers. It is never recorded."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeAlias

from woozle.core.request import Completion, Seat
from woozle.core.value import value
from woozle.players.backends.model_client import Signal


@value
class Progress:
    """News of a model's turn.

    news: a Signal of its backend; a Completion when a reply was read; a text when it failed.
    """

    seat: Seat
    request: int
    news: Signal | Completion | str


Listen: TypeAlias = Callable[[Progress], None]


def unheard(progress: Progress) -> None:
    """Ignore news."""
