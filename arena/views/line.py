"""A line of the transcript, which is also what help and reports are made of: text with a tone, no more."""

from __future__ import annotations

from typing import Literal, TypeAlias

from woozle.core.value import value

Tone: TypeAlias = Literal["plain", "quiet", "you", "good", "bad", "notice", "heading", "speech", "private"]
"""How a line of the transcript is meant; style follows from it, never the other way round."""


@value
class Tag:
    """A note below a line. mark: a glyph and a word, in the tone; text: what it is noted of."""

    mark: str
    text: str
    tone: Tone


@value
class Line:
    """A line of the transcript. mark: a short word in the margin; who: the number of the seat it is about, 0 for none.

    tags: notes that are shown below it. In help, a text of ours names a key by its binding: `{table.leave}`.
    """

    text: str
    tone: Tone = "plain"
    mark: str = ""
    who: int = 0
    label: str = ""
    tags: tuple[Tag, ...] = ()
