"""Reading speeds: how long a text takes, and the paces that can be chosen, each with its name."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from math import inf

from woozle.core.errors import InputError
from woozle.core.line import PART, Line, shown_lines
from woozle.core.suggestions import suggest

SPEEDS: Mapping[str, float] = {"0.25x": 0.25, "0.5x": 0.5, "1x": 1.0, "2x": 2.0, "4x": 4.0, "max": inf}
"""From the slowest to the fastest; at `max` nothing waits for readers."""

TYPED = tuple(name if name == "max" else name.removesuffix("x") for name in SPEEDS)
"""The same as they are typed on the command line; an x does no harm."""

READ = 40  # characters that a brisk reader takes in a second
_WHO = 0.6  # seconds to see who speaks
_GLANCE = 2.0  # seconds to see a notice, or a moment that is no part of the match
_STEP, _STEPS = 0.4, 2.0  # seconds for a step before an event, and at most for all of them


def to_read(text: str) -> float:
    """Return the seconds in which people read a text, at the usual pace."""
    return _WHO + len(text) / READ


def step_seconds(line: Line) -> float:
    """Return the seconds for which each of a line's steps is shown."""
    return min(_STEP, _STEPS / len(line.steps)) if line.steps else 0.0


def reading_seconds(lines: Iterable[Line]) -> float:
    """Return the seconds that people need for the lines of an event: a speech is read, a notice or a moment seen at a glance."""
    return sum(_line_seconds(line) + len(line.steps) * step_seconds(line) for line in shown_lines(lines))


def _line_seconds(line: Line) -> float:
    if line.seconds is not None:
        return line.seconds
    if line.tone == "speech":
        return to_read(line.text)
    if line.tone == "notice":
        return max(_GLANCE, to_read(line.text))
    return _GLANCE if line.moment and line.glyph != PART else 0.0


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
    """Return the next slower speed, or the slowest."""
    return max((each for each in SPEEDS.values() if each < speed), default=min(SPEEDS.values()))


def faster(speed: float) -> float:
    """Return the next faster speed, or the fastest."""
    return min((each for each in SPEEDS.values() if each > speed), default=max(SPEEDS.values()))
