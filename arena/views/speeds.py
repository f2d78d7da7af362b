"""Reading speeds: how long a text takes, and the paces that can be chosen, each with its name."""

from __future__ import annotations

from collections.abc import Mapping
from math import inf

from woozle.core.errors import InputError
from woozle.core.suggestions import suggest

SPEEDS: Mapping[str, float] = {"0.25x": 0.25, "0.5x": 0.5, "1x": 1.0, "2x": 2.0, "4x": 4.0, "max": inf}
"""From the slowest to the fastest; at `max` nothing waits for readers."""

TYPED = tuple(name if name == "max" else name.removesuffix("x") for name in SPEEDS)
"""The same as they are typed on the command line; an x does no harm."""

READ = 40  # characters that a brisk reader takes in a second
_WHO = 0.6  # seconds to see who speaks


def to_read(text: str) -> float:
    """Return the seconds in which people read a text, at the usual pace."""
    return _WHO + len(text) / READ


def parse_speed(text: str) -> float:
    """Return the speed that was typed. Raises ValueError, with a sentence, if there is no such speed."""
    speed = SPEEDS.get(text) or SPEEDS.get(f"{text}x")
    if speed is None:
        raise InputError(f"There is no speed {text!r}; {suggest(text, TYPED)}")
    return speed


def name_of(speed: float) -> str:
    """Return the name of a speed."""
    return next((name for name, each in SPEEDS.items() if each == speed), f"{speed:g}x")


def slower(speed: float) -> float:
    """Return the next slower speed; the slowest if there is none."""
    return max((each for each in SPEEDS.values() if each < speed), default=min(SPEEDS.values()))


def faster(speed: float) -> float:
    """Return the next faster speed; the fastest if there is none."""
    return min((each for each in SPEEDS.values() if each > speed), default=max(SPEEDS.values()))
