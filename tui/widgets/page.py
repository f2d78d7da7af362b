"""The page: what is to be read beside everything else, however long it is."""

from __future__ import annotations

from typing import ClassVar

from textual.app import ComposeResult
from textual.containers import Vertical
from textual.content import Content
from textual.widgets import Static

from woozle.arena.views.line import Line
from woozle.arena.views.views import Page
from woozle.tui import keys, safe
from woozle.tui.widgets.line_list import LineList


class PageText(LineList, can_focus=True):
    """The text itself, read from the top."""

    BINDINGS = keys.TRANSCRIPT

    def turn(self, pages: int) -> None:
        """Up or down by what is seen at once, but for a line that stays."""
        self.scroll_relative(y=pages * max(1, self._view_height - 1), animate=False)


class PagePanel(Vertical):
    """Shows a Page: a line that says what it is, then its text."""

    ABOUT: ClassVar[tuple[Line, ...]] = (
        Line("The page", "heading"),
        Line("Arrows or {transcript.down} {transcript.up} go down and up, page up and page down faster; the wheel works too."),
        Line("While you write, {compose.page_down} and {compose.page_up} turn it without leaving the box."),
    )

    def __init__(self, *, id: str | None = None) -> None:
        super().__init__(id=id)
        self.page = Page("", ())

    def compose(self) -> ComposeResult:
        """What it is, and the text."""
        yield PageTitle(classes="page-title")
        yield PageText(follows=False)

    def show(self, page: Page | None) -> None:
        """Show this from now on, from its top; the same page stays where it is."""
        page = page or Page("", ())
        if page == self.page:
            return
        self.page = page
        self.set_class(bool(page.lines), "-full")
        self.query_one(PageTitle).show(page.title, page.note)
        text = self.query_one(PageText)
        text.reset(page.lines)
        text.scroll_home(animate=False, immediate=True)

    def turn(self, pages: int) -> None:
        """Read on, or back."""
        self.query_one(PageText).turn(pages)


class PageTitle(Static):
    """What the page is on the left, how much it is on the right."""

    def __init__(self, *, classes: str) -> None:
        super().__init__(markup=False, classes=classes)
        self._words = ("", "")

    def show(self, title: str, note: str) -> None:
        """Say this from now on."""
        self._words = (title, note)
        self.refresh()

    def render(self) -> Content:
        """Both, as far as they fit."""
        width = self.content_size.width
        note = safe.line(self._words[1], "$quiet")
        title = safe.line(self._words[0], "bold").truncate(max(0, width - note.cell_length - 1), ellipsis=True)
        return Content.assemble(title, " " * max(0, width - title.cell_length - note.cell_length), note)
