"""How somebody looks at pictures while they are asked something: how large they are, what is done with them."""

from __future__ import annotations

from woozle.core.request import Display
from woozle.tui.imaging import Mode
from woozle.tui.widgets.lens import Frame, Pair

NOTHING = (0, 0, 0, 0)


class Tally:
    """Counts, and keeps the largest that a picture was shown; zeros if none was in view."""

    def __init__(self) -> None:
        self.zooms = self.opened = 0
        self.largest = NOTHING

    def note(self, frame: Frame, cell: Pair) -> None:
        """A picture is in view. cell: pixels across and down in one cell."""
        now = (frame.columns, frame.rows, round(frame.columns * cell[0]), round(frame.rows * cell[1]))
        self.largest = max(self.largest, now, key=lambda seen: seen[2] * seen[3])

    def display(self, mode: Mode) -> Display:
        """All of it, for the record."""
        return Display(mode, *self.largest, zooms=self.zooms, opened=self.opened)
