"""A line of the log, and of help and reports: a text with a tone, and what the app shows in its place."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from typing import Literal, TypeAlias

from woozle.core.value import value

Tone: TypeAlias = Literal["plain", "quiet", "you", "good", "bad", "notice", "heading", "speech", "private"]
"""The meaning of a line; its style follows from it, never the other way round."""


@value
class Tag:
    """A note below a line. mark: a glyph and a word, in the tone; text: the words that it is about."""

    mark: str
    text: str
    tone: Tone


PART = "┬"
"""The glyph of a moment where a part of the match begins or, if the part before has the same words, goes on."""


@value
class Line:
    """A line of the log, of help or of a report.

    Args:
        text: What models, programs and people at a plain terminal read; empty for nothing.
        mark: A short word in the margin.
        who: The number of the seat that it is about; 0 for none.
        label: Who speaks, before the text.
        tags: Notes shown below it.
        shown: What the app and pages show in place of the text, where a person must read something else, or 38 columns need it
            short; empty for nothing, None for the text.
        moment: The words of the moment that its event makes, if it is worth going to, also where the line has no text.
        glyph: The character of the moment on the bar of the match. †, ×, ! and E are blows to a seat.
        seconds: How long people need for it before the next event; None to derive it from its tone and length.
        steps: What the app shows in place of the event's lines at first, one after the other, such as the count of a vote.
        is_quoted: A text from outside, in which nothing is replaced.

    In help, a text of Woozle's own names a key by its binding: `{table.leave}`.
    """

    text: str
    tone: Tone = "plain"
    mark: str = ""
    who: int = 0
    label: str = ""
    tags: tuple[Tag, ...] = ()
    shown: str | None = None
    moment: str = ""
    glyph: str = PART
    seconds: float | None = None
    steps: tuple[tuple[Line, ...], ...] = ()
    is_quoted: bool = False


def shown_lines(lines: Iterable[Line]) -> list[Line]:
    """Return lines as the app and pages show them."""
    replaced = (line if line.shown is None else replace(line, text=line.shown, shown=None) for line in lines)
    return [line for line in replaced if line.text]


def texts(lines: Iterable[Line]) -> list[str]:
    """Return lines as models, programs and people at a plain terminal read them."""
    return [line.text for line in lines if line.text]


def tag_texts(tags: Iterable[Tag]) -> list[str]:
    """Return notes below a line as programs and people at a plain terminal read them."""
    return [f"- {tag.mark}: {tag.text}" for tag in tags]
