"""A part of the transcript as it stands in the file."""

from __future__ import annotations

from collections.abc import Iterable
from typing import ClassVar

from textual.containers import VerticalScroll
from textual.widget import Widget
from textual.widgets import Static

from woozle.arena.views.line import Line
from woozle.tui import safe


class RawPanel(VerticalScroll, can_focus=True):
    """Text to scroll through. text: what is shown."""

    ABOUT: ClassVar[tuple[Line, ...]] = (
        Line("As the transcript has it", "heading"),
        Line("The Event at this place as it stands in the file, and the answer that it came of."),
        Line("↑ ↓ scroll, {watch.copy} copies all of it, {watch.raw} leads back to the words."),
    )

    def __init__(self, *, id: str | None = None) -> None:
        super().__init__(id=id)
        self.text = ""

    def compose(self) -> Iterable[Widget]:
        yield Static(id="raw-text", markup=False)

    def show(self, text: str) -> None:
        """Show this from now on, from its beginning."""
        if text != self.text:
            self.text = text
            self.query_one("#raw-text", Static).update(safe.text(text))
            self.scroll_home(animate=False)
