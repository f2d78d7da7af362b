"""visible(): the one cleaner of text that comes from outside."""

from __future__ import annotations

import unicodedata

_COMBINING_MARKS = 4  # more on one letter only serve to paint over the lines around it

_TABLE: dict[int, str] = {code: chr(0x2400 + code) for code in range(0x20)}
_TABLE |= {0x7F: "␡", 0x09: "    "}
del _TABLE[0x0A]

_KITTY_PLACEHOLDER = 0x10EEEE
# Separators, surrogates, private use and unassigned code points, controls, and format characters (bidi, tags, zero width).
_HIDDEN = frozenset({"Cc", "Cf", "Cs", "Co", "Cn", "Zl", "Zp"})
_JOINER, _VARIATION = 0x200D, 0xFE0F  # family emoji need them, and they do nothing to a terminal


def visible(text: str) -> str:
    """Any text, made safe to show: what a terminal would act on, or would hide, is replaced by a picture of itself.

    Line feeds stay, tabs become four spaces, control characters become their Unicode pictures (`␛`), everything else that does not
    show becomes its number (`‹U+202E›`). Total and pure; nothing is dropped, so that an attack can be seen.
    """
    if text.isascii() and text.isprintable():
        return text
    shown: list[str] = []
    marks = 0
    for char in text:
        marks = marks + 1 if unicodedata.combining(char) else 0
        shown.append(_numbered(char) if marks > _COMBINING_MARKS else _shown(char))
    return "".join(shown)


def visible_line(text: str) -> str:
    """The same on one line, for titles, tables and messages: line feeds become `␊`."""
    return visible(text).replace("\n", "␊")


def _shown(char: str) -> str:
    code = ord(char)
    if code < 0x7F and code >= 0x20:
        return char
    if code in _TABLE:
        return _TABLE[code]
    if code in (0x0A, _JOINER, _VARIATION):
        return char
    if code == _KITTY_PLACEHOLDER or unicodedata.category(char) in _HIDDEN:
        return _numbered(char)
    return char


def _numbered(char: str) -> str:
    return f"‹U+{ord(char):04X}›"
