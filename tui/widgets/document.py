"""The document: a text of any length to read beside everything else."""

from __future__ import annotations

from typing import ClassVar

from textual.app import ComposeResult
from textual.containers import Vertical
from textual.content import Content

from woozle.arena.views.panels import Document
from woozle.core.line import Line
from woozle.tui import keys, safe
from woozle.tui.widgets.line_list import LineList
from woozle.tui.widgets.panel_widgets import PanelWidget
from woozle.tui.widgets.title_bar import TitleBar


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
        self._title = TitleBar(classes="page-title")
        self._text = DocumentText(follows=False)

    def compose(self) -> ComposeResult:
        yield self._title
        yield self._text

    def show(self, document: Document) -> None:
        """Show this from now on, from its top; the same document stays where it is."""
        if document == self.document:
            return
        self.document = document
        self._title.show(safe.line(document.title, "bold"), safe.line(document.note, "$quiet"), Content(""))
        self._text.reset(document.lines)
        self._text.scroll_home(animate=False, immediate=True)

    def turn(self, pages: int) -> None:
        self._text.turn(pages)


WIDGETS = (PanelWidget(Document, lambda id: DocumentPanel(id=id), DocumentPanel.show, id="page", layout="text"),)
