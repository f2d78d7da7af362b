"""A line of the transcript, and of help and reports: text with a tone, no more."""

from __future__ import annotations

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


@value
class Line:
    """A line of the transcript. mark: a short word in the margin; who: the number of the seat it is about, 0 for none.

    tags: notes shown below it. In help, a text of Woozle's own names a key by its binding: `{table.leave}`.
    """

    text: str
    tone: Tone = "plain"
    mark: str = ""
    who: int = 0
    label: str = ""
    tags: tuple[Tag, ...] = ()
