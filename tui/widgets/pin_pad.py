"""A pad to type or click a PIN. It shows how many digits there are, never which."""

from __future__ import annotations

from dataclasses import dataclass, field

from textual.app import ComposeResult
from textual.containers import Horizontal, Vertical
from textual.message import Message
from textual.widgets import Button, Static

_DIGITS = "1234567890"


class PinPad(Vertical):
    """Posts Typed when all digits are there. Keys reach it through `press`, since nothing here takes the focus."""

    @dataclass
    class Typed(Message):
        """A complete PIN was given."""

        digits: str = field(repr=False)

    def __init__(self, length: int, *, id: str | None = None) -> None:
        super().__init__(id=id)
        self._length = length
        self._digits = ""

    def compose(self) -> ComposeResult:
        yield Static(id="dots", markup=False)
        with Horizontal(id="pad"):
            for digit in _DIGITS:
                yield Button(digit, name=digit, compact=True)
            yield Button("⌫", name="backspace", compact=True)

    def on_mount(self) -> None:
        for button in self.query(Button):
            button.can_focus = False
        self.clear()

    def clear(self) -> None:
        self._digits = ""
        self._show()

    def press(self, key: str) -> bool:
        """Take a digit, or take the last one back; whether the key was one for this."""
        if key == "backspace":
            self._digits = self._digits[:-1]
        elif len(key) == 1 and key in _DIGITS:
            self._digits += key
        else:
            return False
        self._show()
        if len(self._digits) == self._length:
            self.post_message(self.Typed(self._digits))
            self.clear()
        return True

    def on_button_pressed(self, event: Button.Pressed) -> None:
        event.stop()
        self.press(event.button.name or "")

    def _show(self) -> None:
        given = len(self._digits)
        self.query_one("#dots", Static).update("PIN  " + "● " * given + "○ " * (self._length - given))
