"""What a person writes. A paste may hold anything, and the boxes of Textual would hand it to the terminal as it is."""

from __future__ import annotations

from typing import Any

from textual import events
from textual.widgets import Input, TextArea

from woozle.core.text import visible, visible_line


class TypedLine(Input):
    """One line."""

    def __init__(self, value: str | None = None, **options: Any) -> None:
        super().__init__(value, **options)
        self.cursor_blink = False  # it would tell nothing

    def validate_value(self, value: str) -> str:
        """Control characters become pictures of themselves."""
        return visible_line(value)


class TypedText(TextArea):
    """Several lines."""

    async def _on_paste(self, event: events.Paste) -> None:
        event.text = visible(event.text)  # Textual goes on to the handler of TextArea by itself
