"""How many rows each of many lines takes, so that any of them is found without laying out those before it."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterable, Sequence
from itertools import accumulate

from textual.cache import LRUCache

from woozle.arena.views.line import Line
from woozle.tui.widgets.line_strips import height

_KEPT = 8  # lists of heights: those of a few viewers, each in the two widths that a panel beside them makes


class Measure:
    """Where each of a list of lines begins, in rows of the present width.

    The list is handed over whole each time and may have grown since. What was measured is kept by width, and also by whose lines
    they are, so that nothing is measured again when they come back after those of others.
    """

    def __init__(self) -> None:
        self.width = 0
        self._ends: list[int] = []
        self._of: str | None = None  # None: they are like no others
        self._heights: LRUCache[tuple[str | None, int], list[int]] = LRUCache(_KEPT)

    def __len__(self) -> int:
        return len(self._ends)

    def begin(self, of: str = "") -> None:
        """Other lines come. of: whose they are, if theirs only ever grow."""
        for whose, width in [*self._heights.keys()]:
            if whose is None:
                self._heights.discard((whose, width))
        self._of = of or None
        self._ends = []

    def fit(self, lines: Sequence[Line], width: int) -> None:
        """Measure all of them in another width."""
        self.width = width
        self._ends = []
        self.grow(lines)

    def grow(self, lines: Sequence[Line]) -> None:
        """Measure those that are new."""
        if not self.width:
            return
        heights = self._known(self.width)
        heights += (height(line, self.width) for line in lines[len(heights) :])
        new = accumulate(heights[len(self._ends) : len(lines)], initial=self.start(len(self._ends)))
        next(new)
        self._ends += new

    def amend(self, lines: Sequence[Line], changed: Iterable[int]) -> None:
        """Measure some again, which are no longer what they were."""
        if self._of is not None:
            of, self._of = self._of, None
            for width in self._widths(of):
                self._heights[None, width] = [*self._known_of(of, width)]
        changed = [*changed]
        for width in self._widths(None):
            heights = self._known(width)
            for index in changed:
                if index < len(heights):
                    heights[index] = height(lines[index], width)
        self._ends = []
        self.grow(lines)

    def start(self, index: int) -> int:
        """The first row of a line; of one behind the last the row after all."""
        return self._ends[min(index, len(self._ends)) - 1] if index and self._ends else 0

    def line_at(self, row: int) -> int:
        """The line that has a row; one behind the last if none has."""
        return bisect_right(self._ends, row)

    def _widths(self, of: str | None) -> list[int]:
        return [width for whose, width in [*self._heights.keys()] if whose == of]

    def _known(self, width: int) -> list[int]:
        return self._known_of(self._of, width)

    def _known_of(self, of: str | None, width: int) -> list[int]:
        if (known := self._heights.get((of, width))) is None:
            known = self._heights[of, width] = []
        return known
