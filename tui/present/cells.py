"""Text for drawings, in which each character takes one cell."""

from __future__ import annotations

import unicodedata

from woozle.core.text import visible_line


def one_cell_each(text: str) -> str:
    """Text from outside, made safe, with a sign for each letter that does not take exactly one cell."""
    return "".join("▯" if _is_odd(char) else char for char in visible_line(text))


def cut(text: str, width: int) -> str:
    """At most so many characters, with an ellipsis if something is left out."""
    return text if len(text) <= width else text[: max(0, width - 1)] + "…"[: max(0, width)]


def _is_odd(char: str) -> bool:
    return unicodedata.east_asian_width(char) in "WF" or unicodedata.category(char) in ("Mn", "Me", "Cf")
