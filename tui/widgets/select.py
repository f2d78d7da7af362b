"""Rows in which one of several values is chosen."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import ClassVar

from textual import events
from textual.content import Content
from textual.message import Message
from textual.widget import Widget

from woozle.arena.views.forms import Select
from woozle.core.line import Line
from woozle.tui import safe
from woozle.tui.keys import bindings, key
from woozle.tui.widgets.key_names import key_of

_VALUE = 17


class SelectRow(Widget, can_focus=True):
    """Posts Turned when its value changes. name_of: a second word before the value, for a seat the name of its holder."""

    BINDINGS = bindings(
        key("dial.on", "right,space,l", "turn(1)", "Change", shown="←→"),
        key("dial.enter", "enter", "enter", "Change, or choose another", hidden=True),
        key("dial.back", "left,h", "turn(-1)", "Change back", hidden=True),
        key("dial.down", "down,j", "app.focus_next", "Next row", hidden=True),
        key("dial.up", "up,k", "app.focus_previous", "Row before", hidden=True),
    )
    ABOUT: ClassVar[tuple[Line, ...]] = (
        Line("A row to be set", "heading"),
        Line("Left and right change its value, up and down lead to the other rows. A click changes it too; on ‹ it goes back."),
    )
    ALLOW_SELECT = False

    @dataclass
    class Turned(Message):
        """Another value was chosen."""

        select: SelectRow

    @dataclass
    class Opened(Message):
        """Other values are wanted."""

        select: SelectRow

    def __init__(self, select: Select, *, id: str | None = None) -> None:
        super().__init__(id=id)
        self.select = select
        self.index = select.index
        self.holder = ""
        self._word = ""

    @property
    def value(self) -> str:
        return self.select.values[self.index]

    def show(self, holder: str, word: str) -> None:
        """Name the holder. word: stands for the value, in place of its own word; empty to show that word."""
        self.holder, self._word = holder, word
        self.refresh()

    def offer(self, value: str, word: str) -> None:
        """Offer one more value, before the one that stands for others."""
        select = self.select
        if value in select.values:
            return
        at = select.values.index(select.opener)
        options = [*zip(select.values, select.words, strict=True)]
        self.select = replace(select, options=dict([*options[:at], (value, word), *options[at:]]))
        self.index += self.index >= at

    def turn_to(self, value: str) -> None:
        self.index = self.select.values.index(value)
        self.refresh()

    def action_enter(self) -> None:
        """Ask for other values, or take the next one."""
        if self.select.is_opener(self.value):
            self.post_message(self.Opened(self))
        else:
            self.action_turn(1)

    def action_turn(self, by: int) -> None:
        self.index = (self.index + by) % len(self.select.values)
        self.refresh()
        self.post_message(self.Turned(self))

    def on_click(self, event: events.Click) -> None:
        """Turn back at the left arrow, on everywhere else."""
        offset = event.get_content_offset(self)
        width = self.content_size.width
        if offset and self.select.is_opener(self.value) and width - _VALUE - 2 <= offset.x < width - 2:
            self.action_enter()
        else:
            self.action_turn(-1 if offset and offset.x < width - _VALUE - 2 else 1)

    def render(self) -> Content:
        width = self.content_size.width
        at = "▸" if self.has_focus else " "
        style = "bold" if self.has_focus else "$quiet" if self.value == "empty" else ""
        words = safe.line(self._word or self.select.words[self.index], style).truncate(_VALUE, ellipsis=True)
        room = _VALUE - words.cell_length
        value = Content.assemble(("‹ ", "$accent"), " " * (room - room // 2), words, " " * (room // 2), (" ›", "$accent"))
        holder = safe.line(self.holder, "bold" if self.value == "human" else "")
        label = Content.assemble((at, "bold $accent"), f"{self.select.label} ", holder)
        return Content.assemble(label, " " * max(1, width - label.cell_length - value.cell_length), value)


_LABEL = 9


class Selector(Widget, can_focus=True):
    """Posts Turned when something else is chosen. binding: the id of the one that turns it from anywhere."""

    BINDINGS = bindings(
        key("selector.on", "right,l,enter,space", "turn(1)", "Next", hidden=True),
        key("selector.back", "left,h", "turn(-1)", "Before", hidden=True),
        key("selector.up", "up,k", "app.focus_previous", "Row before", hidden=True),
        key("selector.down", "down,j", "app.focus_next", "Next row", hidden=True),
    )
    ABOUT: ClassVar[tuple[Line, ...]] = (
        Line("A line to choose from", "heading"),
        Line("{selector.on} and {selector.back} change it, its own key too, from anywhere. So does a click; on ‹ it goes back."),
    )
    ALLOW_SELECT = False

    @dataclass
    class Turned(Message):
        """Another value was chosen."""

        selector: Selector

    def __init__(self, binding: str, label: str, *, id: str) -> None:
        super().__init__(id=id)
        self.index = 0
        self._binding, self._label = binding, label
        self._words: tuple[str, ...] = ()

    def show(self, words: Sequence[str], index: int = 0) -> None:
        """Offer these from now on."""
        self._words, self.index = tuple(words), index
        self.refresh()

    def action_turn(self, by: int) -> None:
        if len(self._words) > 1:
            self.index = (self.index + by) % len(self._words)
            self.refresh()
            self.post_message(self.Turned(self))

    def on_click(self, event: events.Click) -> None:
        """Turn back at the left arrow, on everywhere else."""
        offset = event.get_content_offset(self)
        arrow = _LABEL + 2 + len(key_of(self, self._binding))
        self.action_turn(-1 if offset and arrow <= offset.x <= arrow + 2 else 1)

    def render(self) -> Content:
        width = self.content_size.width
        at = "▸" if self.has_focus else " "
        key = key_of(self, self._binding)
        label = Content.assemble((at, "bold $accent"), (f"{key} ", "bold $accent"), (f"{self._label:<{_LABEL}} ", "$quiet"))
        if not self._words:
            return label
        many = len(self._words) > 1
        where = f"  {self.index + 1} of {len(self._words)}" if many else ""
        left, right = (Content.styled(arrow if many else "  ", "$accent") for arrow in ("‹ ", " ›"))
        room = width - label.cell_length - len(where) - 4
        words = safe.line(self._words[self.index], "bold" if self.has_focus else "").truncate(max(1, room), ellipsis=True)
        return Content.assemble(label, left, words, right, (where, "$quiet"))
