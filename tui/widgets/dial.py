"""A dial: one row with a name and one of several values, turned with the arrows or the mouse."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import ClassVar

from textual import events
from textual.content import Content
from textual.message import Message
from textual.widget import Widget

from woozle.arena.views.forms import Dial
from woozle.arena.views.line import Line
from woozle.tui import keys, safe

_VALUE = 17


class DialRow(Widget, can_focus=True):
    """Posts Turned when its value changes. name_of: a second word before the value, for a seat the name of its holder."""

    BINDINGS = keys.DIAL
    ABOUT: ClassVar[tuple[Line, ...]] = (
        Line("A row to be set", "heading"),
        Line("Left and right change its value, up and down lead to the other rows. A click changes it too; on ‹ it goes back."),
    )
    ALLOW_SELECT = False

    @dataclass
    class Turned(Message):
        """Another value was chosen."""

        dial: DialRow

    @dataclass
    class Opened(Message):
        """Other values are wanted."""

        dial: DialRow

    def __init__(self, dial: Dial, *, id: str | None = None) -> None:
        super().__init__(id=id)
        self.dial = dial
        self.index = dial.index
        self.holder = ""
        self._word = ""

    @property
    def value(self) -> str:
        """The value it is set to."""
        return self.dial.values[self.index]

    def show(self, holder: str, word: str) -> None:
        """Name the holder. word: stands for the value, in place of its own word; empty for that."""
        self.holder, self._word = holder, word
        self.refresh()

    def offer(self, value: str, word: str) -> None:
        """One more value, before the one that stands for others."""
        dial = self.dial
        if value in dial.values:
            return
        at = dial.values.index(dial.opener)
        values, words = ((*all[:at], new, *all[at:]) for all, new in ((dial.values, value), (dial.words, word)))
        self.dial = replace(dial, values=values, words=words)
        self.index += self.index >= at

    def turn_to(self, value: str) -> None:
        """Set it to one of its values."""
        self.index = self.dial.values.index(value)
        self.refresh()

    def action_enter(self) -> None:
        """Ask for other values, or take the next one."""
        if self.value == self.dial.opener:
            self.post_message(self.Opened(self))
        else:
            self.action_turn(1)

    def action_turn(self, by: int) -> None:
        """The next value, or the one before."""
        self.index = (self.index + by) % len(self.dial.values)
        self.refresh()
        self.post_message(self.Turned(self))

    def on_click(self, event: events.Click) -> None:
        """The left arrow turns back, everything else on."""
        offset = event.get_content_offset(self)
        width = self.content_size.width
        if offset and self.value == self.dial.opener and width - _VALUE - 2 <= offset.x < width - 2:
            self.action_enter()
        else:
            self.action_turn(-1 if offset and offset.x < width - _VALUE - 2 else 1)

    def render(self) -> Content:
        """Name, holder, and the value between its arrows."""
        width = self.content_size.width
        at = "▸" if self.has_focus else " "
        style = "bold" if self.has_focus else "$quiet" if self.value == "empty" else ""
        words = safe.line(self._word or self.dial.words[self.index], style).truncate(_VALUE, ellipsis=True)
        room = _VALUE - words.cell_length
        value = Content.assemble(("‹ ", "$accent"), " " * (room - room // 2), words, " " * (room // 2), (" ›", "$accent"))
        holder = safe.line(self.holder, "bold" if self.value == "human" else "")
        label = Content.assemble((at, "bold $accent"), f"{self.dial.label} ", holder)
        return Content.assemble(label, " " * max(1, width - label.cell_length - value.cell_length), value)
