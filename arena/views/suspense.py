"""Suspense: an event whose lines appear stage by stage, before it is told in full."""

from __future__ import annotations

from woozle.core.line import Line
from woozle.core.value import value

REVEAL = 2.0
"""Seconds in which the votes of a table appear one by one."""


@value
class Stage:
    """Lines that stand in the log in place of those of an event that is not told yet. seconds: for how long, at speed 1."""

    lines: tuple[Line, ...]
    seconds: float
