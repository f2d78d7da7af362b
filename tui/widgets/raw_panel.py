"""A part of the transcript as it stands in the file."""

from __future__ import annotations

from collections.abc import Iterable

from textual.containers import VerticalScroll
from textual.widget import Widget
from textual.widgets import Static

from woozle.tui import safe


class RawPanel(VerticalScroll, can_focus=True):
    """Text to scroll through. text: what is shown."""

    def __init__(self, *, id: str | None = None) -> None:
        super().__init__(id=id)
        self.text = ""

    def compose(self) -> Iterable[Widget]:
        """One long text."""
        yield Static(id="raw-text", markup=False)

    def show(self, text: str) -> None:
        """Show this from now on, from its beginning."""
        if text != self.text:
            self.text = text
            self.query_one("#raw-text", Static).update(safe.text(text))
            self.scroll_home(animate=False)
