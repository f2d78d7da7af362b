"""Boxes to write in. A paste may hold anything, and the boxes of Textual would hand it to the terminal as it is.

What is deleted and pasted is reported to the app, as numbers: how an answer came about. It is reported directly and
not from widget to widget, so that it arrives before the answer.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from textual import events
from textual.widgets import Input, TextArea
from textual.widgets.text_area import Edit, EditResult

from woozle.arena.views.words import count
from woozle.core.text import ZERO_WIDTH_NON_JOINER, typed_text, visible, visible_line
from woozle.tui.messages import Typed


class TypedLine(Input):
    """A line to write in.

    is_answer: whether it is part of an answer, so that it counts what is deleted and pasted there. is_for_words: whether it has
    letters that were typed before it took any, as no number has.
    """

    _is_pasted = False

    def __init__(self, value: str | None = None, *, is_answer: bool = True, **options: Any) -> None:
        super().__init__(value, **options)
        self.is_answer = is_answer
        self.cursor_blink = False  # it would tell nothing
        self.is_for_words = True

    def validate_value(self, value: str) -> str:
        return visible_line(value)

    def replace(self, text: str, start: int, end: int) -> None:
        """Replace a text, as all keys that write or delete do. A paste is cut to the room there is."""
        before = self.value
        room = self.max_length - len(before) + abs(end - start) if self.max_length else len(text)
        if self._is_pasted and len(text) > room:
            told = f"There is room for {count(self.max_length or 0, 'character')}; the rest was not pasted."
            self.notify(told, markup=False)
            text = text[:room]
        super().replace(text, start, end)
        if self.is_answer and self.value != before:  # it may be too long, or not allowed
            deleted = len(before[min(start, end) : max(start, end)])
            _tell(self, deleted, len(self.value) - len(before) + deleted if self._is_pasted else 0)

    def take_letters(self, letters: str) -> None:
        """Write letters that were typed before the line took any."""
        if self.is_for_words:
            self.insert_text_at_cursor(letters)

    def restricted(self) -> None:
        """Do nothing where there is no room for a key. Textual would ring a bell, which everybody in the room would hear."""

    def on_paste(self, event: events.Paste) -> None:
        event.stop()
        event.prevent_default()  # Input would insert it as what was typed
        if lines := typed_text(event.text).splitlines():
            with _pasting(self):
                self.replace(lines[0], *self.selection)

    def action_paste(self) -> None:
        with _pasting(self):
            super().action_paste()


class TypedText(TextArea):
    """Several lines, which are part of an answer."""

    _is_pasted = False

    def edit(self, edit: Edit) -> EditResult:
        """Edit the text, as all keys that write or delete do."""
        result = super().edit(edit)
        _tell(self, len(result.replaced_text), len(edit.text) if self._is_pasted else 0)
        return result

    def undo(self) -> None:
        """Undo the last edit."""
        before = len(self.text)
        super().undo()
        _tell(self, max(0, before - len(self.text)), 0)

    def redo(self) -> None:
        """Redo the last undone edit."""
        before = len(self.text)
        super().redo()
        _tell(self, max(0, before - len(self.text)), 0)

    async def on_key(self, event: events.Key) -> None:
        if event.character == ZERO_WIDTH_NON_JOINER:  # a key of Persian keyboards, which Textual takes for no letter
            event.stop()
            event.prevent_default()
            self.insert(ZERO_WIDTH_NON_JOINER)

    def on_paste(self, event: events.Paste) -> None:
        event.prevent_default()  # TextArea would insert it as it is, and as what was typed
        if self.read_only:
            return
        with _pasting(self):
            self.replace(visible(typed_text(event.text)), *self.selection, maintain_selection_offset=False)
        self.focus()

    def action_paste(self) -> None:
        with _pasting(self):
            super().action_paste()


@contextmanager
def _pasting(box: TypedLine | TypedText) -> Iterator[None]:
    box._is_pasted = True
    try:
        yield
    finally:
        box._is_pasted = False


def _tell(box: TypedLine | TypedText, deleted: int, pasted: int) -> None:
    if deleted or pasted:
        box.app.post_message(Typed(deleted=deleted, pasted=pasted))
