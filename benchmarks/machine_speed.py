"""A fixed loop of Python, measured beside rates and times, so that limits hold on slower and faster machines of one kind."""

from __future__ import annotations

import time
from collections.abc import Sequence

REFERENCE = 0.040
"""Seconds of processor that the loop takes on the machine for which limits are written."""

_ROUNDS = 5
_NAMES = ("Alice", "Bob", "Carol", "Dave", "Eve", "Frank", "Grace", "Heidi")


class _Event:
    """A small object, as rules make many."""

    __slots__ = ("name", "number")

    def __init__(self, name: str, number: int) -> None:
        self.name = name
        self.number = number


def _loop() -> int:
    """Make objects, look into dictionaries, make texts: what rules, transcripts and screens do all the time."""
    counts: dict[str, int] = {}
    seen: list[_Event] = []
    characters = 0
    for number in range(100_000):
        event = _Event(_NAMES[number % len(_NAMES)], number)
        seen.append(event)
        counts[event.name] = counts.get(event.name, 0) + event.number
        if number % 4 == 0:
            characters += len(f"{event.name} was seen {event.number} times")
    return characters + sum(counts.values()) + len([event for event in seen if event.number % 3 == 0])


def loop_seconds(rounds: int = _ROUNDS) -> float:
    """Return the seconds of processor that the loop takes here and now, the fewest of several rounds."""
    return min(_timed() for _ in range(rounds))


def _timed() -> float:
    started = time.process_time()
    _loop()
    return time.process_time() - started


def slowness(loops: Sequence[float]) -> float:
    """Return how many times slower than the reference a machine is, from what the loop took before and after a measurement."""
    return sum(loops) / len(loops) / REFERENCE
