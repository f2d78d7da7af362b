"""Searching the lines of a transcript: which of them hold a text, and where on their rows it stands."""

from __future__ import annotations

import re
from bisect import bisect_left, bisect_right
from collections.abc import Iterator, Sequence

from woozle.arena.views.line import Line
from woozle.core.text import visible, visible_line

Span = tuple[int, int]
"""Where something begins and ends, in characters."""


class Finding:
    """The lines that hold a text, in whatever case. An empty text is found nowhere.

    A line counts once, however often the text is in it, so that every step to the next one shows something new.
    """

    def __init__(self, text: str = "") -> None:
        self.text = visible_line(text)
        self.hits: list[int] = []
        self._pattern = re.compile(re.escape(self.text), re.IGNORECASE) if self.text else None

    def look(self, lines: Sequence[Line], start: int) -> None:
        """Look through more lines. start: the number of the first."""
        if self._pattern:
            search = self._pattern.search
            self.hits += [
                index
                for index, line in enumerate(lines, start)
                if search(visible(line.text)) or (line.label and search(visible_line(line.label)))
            ]

    def count(self, until: int) -> int:
        """How many of the first so many lines hold the text."""
        return bisect_left(self.hits, until)

    def which(self, at: int, step: int, until: int) -> int:
        """Which hit comes next after a line, or, with a negative step, before it; from the last on to the first again."""
        place = bisect_right(self.hits, at) if step > 0 else bisect_left(self.hits, at) - 1
        return place % self.count(until) if place < self.count(until) else 0

    def spans(self, text: str, rows: Sequence[str]) -> Iterator[list[Span]]:
        """Where the text that is sought stands on each row; a wrapped text has rows that are parts of it, in its order."""
        hits = [match.span() for match in self._pattern.finditer(text)] if self._pattern else []
        end = 0
        for row in rows:
            start = text.find(row, end)
            end = start + len(row)
            yield [(max(first, start) - start, min(last, end) - start) for first, last in hits if first < end and last > start]
