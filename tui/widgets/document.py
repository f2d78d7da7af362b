"""The document: a text of any length to read beside everything else."""

from __future__ import annotations

from typing import ClassVar

from textual.app import ComposeResult
from textual.containers import Vertical
from textual.content import Content
from textual.widgets import Static

from woozle.arena.views.panels import Document
from woozle.core.line import Line
from woozle.tui import keys, safe
from woozle.tui.widgets.line_list import LineList
from woozle.tui.widgets.panel_widgets import PanelWidget


class DocumentText(LineList, can_focus=True):
    """The text itself, read from the top."""

    BINDINGS = keys.TRANSCRIPT


class DocumentPanel(Vertical):
    """A widget for a Document: a line with its kind, then its text."""

    ABOUT: ClassVar[tuple[Line, ...]] = (
        Line("The page", "heading"),
        Line("Arrows or {transcript.down} {transcript.up} go down and up, page up and page down faster; the wheel works too."),
        Line("While you write, {compose.page_down} and {compose.page_up} turn it without leaving the box."),
    )

    def __init__(self, *, id: str | None = None) -> None:
        super().__init__(id=id)
        self.document = Document("", ())
        self._title = DocumentTitle(classes="page-title")
        self._text = DocumentText(follows=False)

    def compose(self) -> ComposeResult:
        yield self._title
        yield self._text

    def show(self, document: Document) -> None:
        """Show this from now on, from its top; the same document stays where it is."""
        if document == self.document:
            return
        self.document = document
        self._title.show(document.title, document.note)
        self._text.reset(document.lines)
        self._text.scroll_home(animate=False, immediate=True)

    def turn(self, pages: int) -> None:
        self._text.turn(pages)


class DocumentTitle(Static):
    """The title of a document on the left, its length on the right."""

    def __init__(self, *, classes: str) -> None:
        super().__init__(markup=False, classes=classes)
        self._words = ("", "")

    def show(self, title: str, note: str) -> None:
        self._words = (title, note)
        self.refresh()

    def render(self) -> Content:
        width = self.content_size.width
        note = safe.line(self._words[1], "$quiet")
        title = safe.line(self._words[0], "bold").truncate(max(0, width - note.cell_length - 1), ellipsis=True)
        return Content.assemble(title, " " * max(0, width - title.cell_length - note.cell_length), note)


WIDGETS = (PanelWidget(Document, lambda id: DocumentPanel(id=id), DocumentPanel.show, id="page", layout="text"),)
