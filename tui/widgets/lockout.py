"""Input that comes before a question can be seen is no answer to it: it was meant for what was on screen before."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Protocol, runtime_checkable

from textual.dom import DOMNode
from textual.screen import Screen
from textual.widget import Widget

from woozle.tui.host import host_of


class Lockout:
    """Says whether input is ignored: from when something is asked until it was painted, and `seconds` more."""

    seconds: float = 0.3

    def __init__(self, clock: Callable[[], float]) -> None:
        self._clock = clock
        self._number = 0
        self._is_begun = False
        self._painted: float | None = None

    def begin(self) -> int:
        """Ignore input from now on. Returns the number of the current question."""
        self._number += 1
        self._is_begun, self._painted = True, None
        return self._number

    def note_painted(self, number: int | None = None) -> bool:
        """Note that the question with this number, or the current one, was painted. Return whether its seconds begin now."""
        if not self._is_begun or self._painted is not None or number not in (None, self._number):
            return False
        self._painted = self._clock()
        return True

    def end(self) -> None:
        """Stop, since nothing is asked any more."""
        self._is_begun = False

    @property
    def is_on(self) -> bool:
        """Return whether input is ignored."""
        if self._painted is not None and self._clock() - self._painted >= self.seconds:
            self._is_begun = False
        return self._is_begun


@runtime_checkable
class HasLockout(Protocol):
    """A screen that asks something."""

    lockout: Lockout


def clock_of(screen: Screen[Any]) -> Callable[[], float]:
    """Return a clock that reads the app's, which is known once the screen is shown."""
    return lambda: host_of(screen).clock()


def lockout_of(node: DOMNode) -> Lockout:
    """Return the lockout of a screen, or one that is never on where nothing is asked."""
    return node.screen.lockout if isinstance(node.screen, HasLockout) else Lockout(float)


def lock_out(widget: Widget, opened: Callable[[], object] = lambda: None) -> None:
    """Ignore input until what `widget` asks was painted, and a moment more. opened: is called when input counts again."""
    lockout = lockout_of(widget)
    widget.call_after_refresh(_note_painted, widget, lockout, lockout.begin(), opened)


def _note_painted(widget: Widget, lockout: Lockout, number: int, opened: Callable[[], object]) -> None:
    if widget.is_attached and widget.screen.is_current and lockout.note_painted(number):
        widget.set_timer(lockout.seconds, opened) if lockout.seconds else opened()
