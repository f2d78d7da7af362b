"""Parts of the pages of a study: a text that is read to its end, boxes that are ticked, and the head of a page."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any, ClassVar

from textual.app import ComposeResult
from textual.containers import Horizontal, Vertical
from textual.content import Content
from textual.message import Message
from textual.reactive import reactive
from textual.screen import Screen
from textual.widget import Widget
from textual.widgets import Button, Static

from woozle.arena.views.study import Progress
from woozle.core.line import Line
from woozle.core.text import visible
from woozle.tui import keys, safe
from woozle.tui.keys import bindings, key
from woozle.tui.widgets.key_names import name_keys
from woozle.tui.widgets.line_list import LineList
from woozle.tui.widgets.text_layout import wrap
from woozle.tui.widgets.title_bar import TitleBar

_BOX = 5  # cells of the cursor and the box
_SAVED = "Everything you did so far is saved."
_STOPPING = f"You can stop at any time: {{app.quit}}. {_SAVED} Use your code to come back, or to withdraw your data."


class StudyText(LineList, can_focus=True):
    """A text. Posts ReadToEnd as soon as its last line was in view."""

    BINDINGS = keys.TRANSCRIPT
    ABOUT: ClassVar[tuple[Line, ...]] = (
        Line("The text", "heading"),
        Line("Arrows or {transcript.down} {transcript.up} go down and up, {study.page_down} by pages; the wheel works too."),
    )

    @dataclass
    class ReadToEnd(Message):
        """The last line was in view."""

    def __init__(self, lines: Sequence[Line], *, id: str | None = None) -> None:
        super().__init__(id=id, follows=False)
        self._text = lines
        self.is_read = False

    def on_mount(self) -> None:
        """Show the text; a short one is read as soon as it is there."""
        self.reset(self._text)
        self.call_after_refresh(self._note_scroll)

    def on_resize(self) -> None:
        """Look whether the end has come into view, as in a larger terminal."""
        super().on_resize()
        self.call_after_refresh(self._note_scroll)

    def _note_scroll(self) -> None:
        super()._note_scroll()
        if not self.is_read and self._width and self.is_vertical_scroll_end:
            self.is_read = True
            self.post_message(self.ReadToEnd())


class TickBox(Widget, can_focus=True):
    """A box with a sentence, not ticked at first. number: by which it is ticked; 0 for none. Posts Turned."""

    BINDINGS = bindings(
        key("tick.turn", "space,enter", "turn", "Tick", hidden=True),
        key("tick.down", "down,j", "app.focus_next", "Next row", hidden=True),
        key("tick.up", "up,k", "app.focus_previous", "Row before", hidden=True),
    )
    ABOUT: ClassVar[tuple[Line, ...]] = (
        Line("A box", "heading"),
        Line("{tick.turn} ticks it and takes the tick away; so does its number, or a click."),
    )
    ALLOW_SELECT = False
    is_ticked = reactive(False)

    @dataclass
    class Turned(Message):
        """A box was ticked, or is no longer."""

        box: TickBox

    def __init__(self, words: str, number: int = 0, *, id: str | None = None, classes: str | None = None) -> None:
        super().__init__(id=id, classes=classes)
        self._words = visible(words)
        self._key = str(number) if 0 < number < 10 else ""

    def action_turn(self) -> None:
        self.is_ticked = not self.is_ticked
        self.post_message(self.Turned(self))

    def on_click(self) -> None:
        self.action_turn()

    def get_content_height(self, container: object, viewport: object, width: int) -> int:
        return len(wrap(self._words, width - self._indent))

    @property
    def _indent(self) -> int:
        return _BOX + 2 * bool(self._key)

    def render(self) -> Content:
        at = Content.styled("▸" if self.has_focus else " ", "bold $accent")
        box = Content.styled("[x] " if self.is_ticked else "[ ] ", "bold $accent" if self.is_ticked else "bold")
        key = Content.styled(f"{self._key} " if self._key else "", "bold $primary")
        first, *others = wrap(self._words, self.content_size.width - self._indent)
        rows = [Content.assemble(at, box, key, safe.line(first)), *(safe.line(" " * self._indent + each) for each in others)]
        return Content("\n").join(rows)


def study_page(progress: Progress, *sheet: Widget, buttons: Iterable[Button], below: Widget | None) -> ComposeResult:
    """Yield the widgets of a page: its title and how far one is, the sheet with its buttons, and a note below it."""
    preview = Content.styled(" PREVIEW ", "bold reverse $warning") if progress.is_preview else Content("")
    left = safe.join(preview, Content(" " if progress.is_preview else ""), safe.line(progress.title, "bold"))
    yield TitleBar(left, Content.styled(progress.words, "$quiet"), id="title")
    with Vertical(id="body"):
        yield Vertical(*sheet, Horizontal(*buttons, classes="buttons"), id="sheet")
        if below:
            yield below


def stop_note(screen: Screen[Any]) -> Static:
    """Return a note on how to stop."""
    sentence = name_keys(screen, _STOPPING)
    return Static(sentence, markup=False, classes="study-note")
