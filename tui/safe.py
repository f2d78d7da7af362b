"""Conversion of text from outside to Content, here and nowhere else; it is shown as it is, never read as markup."""

from __future__ import annotations

from typing import TYPE_CHECKING

from textual.content import Content

from woozle.core.text import visible, visible_line

if TYPE_CHECKING:
    from textual.style import Style

PARAGRAPH_LIMIT = 20_000  # characters shown of one text; the transcript keeps all of it


def text(raw: str, style: str | Style = "") -> Content:
    """Return a text on as many lines as it has."""
    shown = visible(raw[:PARAGRAPH_LIMIT])
    more = len(raw) - PARAGRAPH_LIMIT
    return Content.styled(f"{shown} … ({more} more characters)" if more > 0 else shown, style)


def line(raw: str, style: str | Style = "") -> Content:
    """Return a text on one line."""
    return Content.styled(visible_line(raw[:PARAGRAPH_LIMIT]), style)


def join(*parts: Content) -> Content:
    """Join pieces."""
    return Content("").join(parts)
