"""A selector: one line with a name and one of several things, turned with the arrows, its key or the mouse."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import ClassVar

from textual import events
from textual.content import Content
from textual.message import Message
from textual.widget import Widget

from woozle.arena.views.line import Line
from woozle.tui import keys, safe
from woozle.tui.widgets.keyed import key_of

_LABEL = 9


class Selector(Widget, can_focus=True):
    """Posts Turned when something else is chosen. binding: the id of the one that turns it from anywhere."""

    BINDINGS = keys.SELECTOR
    ABOUT: ClassVar[tuple[Line, ...]] = (
        Line("A line to choose from", "heading"),
        Line("{selector.on} and {selector.back} change it, its own key too, from anywhere. So does a click; on ‹ it goes back."),
    )
    ALLOW_SELECT = False

    @dataclass
    class Turned(Message):
        """Something else was chosen."""

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
        """The next, or the one before."""
        if len(self._words) > 1:
            self.index = (self.index + by) % len(self._words)
            self.refresh()
            self.post_message(self.Turned(self))

    def on_click(self, event: events.Click) -> None:
        """The left arrow turns back, everything else on."""
        offset = event.get_content_offset(self)
        arrow = _LABEL + 2 + len(key_of(self, self._binding))
        self.action_turn(-1 if offset and arrow <= offset.x <= arrow + 2 else 1)

    def render(self) -> Content:
        """Name, and what is chosen between its arrows."""
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
