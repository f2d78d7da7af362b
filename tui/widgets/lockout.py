"""Input that comes before a question can be seen is no answer to it: it was meant for what was on screen before."""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import Any

from textual.dom import DOMNode
from textual.screen import Screen
from textual.widget import Widget


class Lockout:
    """Says whether input is ignored: from when something is asked until it was painted, and `seconds` more."""

    seconds: float = 0.3

    def __init__(self, clock: Callable[[], float]) -> None:
        self._clock = clock
        self._number = 0
        self._is_begun = False
        self._painted: float | None = None

    def begin(self) -> int:
        """Ignore input from here on. Returns the number of what is asked now."""
        self._number += 1
        self._is_begun, self._painted = True, None
        return self._number

    def painted(self, number: int | None = None) -> bool:
        """It was painted: what has this number, or, without one, what is asked now. Returns whether the seconds begin here."""
        if not self._is_begun or self._painted is not None or number not in (None, self._number):
            return False
        self._painted = self._clock()
        return True

    def end(self) -> None:
        """Nothing is asked any more."""
        self._is_begun = False

    @property
    def is_on(self) -> bool:
        """Whether input is ignored now."""
        if self._painted is not None and self._clock() - self._painted >= self.seconds:
            self._is_begun = False
        return self._is_begun


def clock_of(screen: Screen[Any]) -> Callable[[], float]:
    """The clock of the app, which is known once the screen is shown."""

    def now() -> float:
        clock: Callable[[], float] = getattr(screen.app, "clock", time.monotonic)
        return clock()

    return now


def lockout_of(node: DOMNode) -> Lockout:
    """The lockout of a screen; one that is never on, where nothing is asked."""
    return getattr(node.screen, "lockout", None) or Lockout(float)


def lock_out(widget: Widget, opened: Callable[[], object] = lambda: None) -> None:
    """Ignore input until what `widget` asks was painted, and a moment more. opened: is called when input counts again."""
    lockout = lockout_of(widget)
    widget.call_after_refresh(_painted, widget, lockout, lockout.begin(), opened)


def _painted(widget: Widget, lockout: Lockout, number: int, opened: Callable[[], object]) -> None:
    if widget.is_attached and widget.screen.is_current and lockout.painted(number):  # else it is painted when that screen is back
        widget.set_timer(lockout.seconds, opened) if lockout.seconds else opened()
