"""What is told of people's words in what is exported."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from woozle.core.request import Words
from woozle.saves.transcript import Line, Transcript

LEFT_OUT = "[left out]"
"""What stands for what a person typed, where it is not exported."""


def words_of(transcript: Transcript, *, with_text: bool) -> Mapping[str, Words]:
    """What people typed and what came of it, by ref; what stands for each of them where texts do not come along."""
    words = transcript.words
    return words if with_text else {ref: Words(LEFT_OUT, ref) for ref in words}


def without_words(line: Line) -> Line:
    """A line without what a person typed in it."""
    return replace(line, words=dict.fromkeys(line.words, LEFT_OUT)) if line.words else line
