"""Signs that a player is at work: nothing at first, then a spinner and a clock, then how much of the time is used up."""

from __future__ import annotations

from textual.widget import Widget

from woozle.arena.views.words import clock as minutes

SHORT = 0.5  # seconds in which an answer needs no sign of work
LONG = 10.0  # seconds after which one wants to know how long it may take
LATE = 0.8  # of the time limit
_SPINNER = "⠋⠙⠹⠸⠼⠴⠦⠧⠇⠏"
_BAR = 6  # cells


def moves(widget: Widget) -> bool:
    """Return whether the terminal shows animations."""
    return widget.app.animation_level != "none"


def spinner(now: float) -> str:
    """Return a sign that turns ten times a second."""
    return _SPINNER[int(now * 10) % len(_SPINNER)]


def bar(share: float) -> str:
    """Return a bar for a share of 0 to 1."""
    full = max(0, min(_BAR, round(share * _BAR)))
    return "▰" * full + "▱" * (_BAR - full)


def duration(seconds: float) -> str:
    """Return seconds as `4.2 s`, and from a minute on as `01:05`."""
    return f"{seconds:.1f} s" if seconds < 60 else minutes(seconds)
