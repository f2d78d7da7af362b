"""Containers that show nothing of themselves but a border.

The rows within it all look the same, so that one of them is drawn for all: Textual draws the ground of a container row by row,
below the widgets that cover it, each time that its size changes.
"""

from __future__ import annotations

from collections.abc import Callable

from textual.containers import Horizontal, Vertical
from textual.geometry import Region
from textual.strip import Strip
from textual.widget import Widget


class Column(Vertical):
    """Its children stand one below the other."""

    def render_lines(self, crop: Region) -> list[Strip]:
        """What is on the screen where no child is."""
        return _drawn(self, crop, super().render_lines)


class Band(Horizontal):
    """Its children stand side by side."""

    def render_lines(self, crop: Region) -> list[Strip]:
        """What is on the screen where no child is."""
        return _drawn(self, crop, super().render_lines)


def _drawn(box: Widget, crop: Region, draw: Callable[[Region], list[Strip]]) -> list[Strip]:
    top, bottom = max(crop.y, box.gutter.top), min(crop.bottom, box.size.height - box.gutter.bottom)
    if bottom - top < 2:
        return draw(crop)
    x, width = crop.x, crop.width
    above, below = Region(x, crop.y, width, top - crop.y), Region(x, bottom, width, crop.bottom - bottom)
    return [*draw(above), *draw(Region(x, top, width, 1)) * (bottom - top), *draw(below)]
