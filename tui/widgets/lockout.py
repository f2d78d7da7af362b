"""Input that comes before a question can be seen is no answer to it: it was meant for what was on screen before.

Letters are kept until then, and go into the text that is asked for; digits, enter and all else are dropped.
"""

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
        self._seconds = 0.0
        self._letters = ""

    def begin(self, *, is_second: bool = False) -> int:
        """Ignore input from now on. Returns the number of the current question.

        is_second: whether only a confirmation is asked for, which counts as soon as it was painted.
        """
        if not self.is_on:
            self._letters = ""
        self._number += 1
        self._is_begun, self._painted = True, None
        self._seconds = 0.0 if is_second else self.seconds
        return self._number

    def note_painted(self, number: int | None = None) -> bool:
        """Note that the question with this number, or the current one, was painted. Return whether its seconds begin now."""
        if not self._is_begun or self._painted is not None or number not in (None, self._number):
            return False
        self._painted = self._clock()
        return True

    def end(self) -> None:
        """Stop, since nothing is asked any more."""
        self._is_begun, self._letters = False, ""

    def keep(self, key: str, character: str | None) -> None:
        """Keep an ignored key if it is a letter; backspace takes the last one back."""
        if key == "backspace":
            self._letters = self._letters[:-1]
        elif character and character.isprintable() and not character.isdigit():
            self._letters += character

    def take_letters(self) -> str:
        """Return the letters that were kept, once, as soon as input counts again."""
        if self.is_on:
            return ""
        letters, self._letters = self._letters, ""
        return letters

    @property
    def is_on(self) -> bool:
        """Return whether input is ignored."""
        if self._painted is not None and self._clock() - self._painted >= self._seconds:
            self._is_begun = False
        return self._is_begun

    @property
    def is_recent(self) -> bool:
        """Return whether the question is so new on screen that a key may have been meant to skip the time before it."""
        return self._painted is None or self._clock() - self._painted < _SKIPS * self.seconds


_SKIPS = 5  # times as long as other input, the key that skips reading time is ignored


@runtime_checkable
class TakesLetters(Protocol):
    """A text box, which has letters that were typed before it took any."""

    def take_letters(self, letters: str) -> None:
        """Write letters."""


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


def lock_out(widget: Widget, opened: Callable[[], object] = lambda: None, *, is_second: bool = False) -> None:
    """Ignore input until what `widget` asks was painted, and a moment more.

    opened: is called when input counts again. is_second: as for `Lockout.begin`.
    """
    lockout = lockout_of(widget)
    number = lockout.begin(is_second=is_second)

    def note_painted() -> None:
        if widget.is_attached and widget.screen.is_current and lockout.note_painted(number):
            widget.set_timer(lockout.seconds, note_opened) if lockout.is_on else note_opened()

    def note_opened() -> None:
        if widget.is_attached:
            hand_over_letters(widget.screen)
        opened()

    widget.call_after_refresh(note_painted)


def hand_over_letters(screen: Screen[Any]) -> None:
    """Write the letters that were kept into the box that has the focus, if there is one; else they are dropped."""
    letters = lockout_of(screen).take_letters()
    if letters and isinstance(screen.focused, TakesLetters):
        screen.focused.take_letters(letters)
