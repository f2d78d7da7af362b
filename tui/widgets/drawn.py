"""Widgets that draw their rows themselves."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from rich.segment import Segment
from rich.style import Style
from textual.cache import LRUCache
from textual.content import Content
from textual.geometry import Region
from textual.strip import Strip
from textual.widget import Widget


class Drawn(Widget):
    """A widget that draws row by row, in the styles of its component classes.

    ground: what is drawn on. It is asked for once a frame, because to find it takes as long as to draw a row. What the classes add
    to it is kept until the style sheet says otherwise; Textual looks for it anew after each refresh.
    """

    def __init__(self, *children: Widget, **options: Any) -> None:
        super().__init__(*children, **options)
        self.ground = Style()
        self._added: dict[str, Style] = {}

    def tone(self, name: str) -> Style:
        """What a component class adds to the ground."""
        if name not in self._added:
            self._added[name] = self.get_component_rich_style(name, partial=True)
        return self._added[name]

    def notify_style_update(self) -> None:
        """The style sheet says otherwise."""
        super().notify_style_update()
        self._added.clear()

    def render_lines(self, crop: Region) -> list[Strip]:
        """What is on the screen."""
        self.ground = self.rich_style
        return super().render_lines(crop)


class Written(Drawn):
    """A widget whose rows are words. Each piece of a row is drawn once; Textual lays all out anew when one of them changes."""

    def __init__(self, *children: Widget, **options: Any) -> None:
        super().__init__(*children, **options)
        self._pieces: LRUCache[object, Strip] = LRUCache(256)

    def row(self, y: int) -> Sequence[Content]:
        """What stands in a row, piece by piece."""
        raise NotImplementedError

    def render(self) -> Content:
        """All rows."""
        rows = (Content("").join(self.row(y)) for y in range(max(1, self.content_size.height)))
        return Content("\n").join(rows).rstrip()

    def render_line(self, y: int) -> Strip:
        """One of them."""
        strip = Strip.join([self._drawn(piece) for piece in self.row(y)])
        return strip.adjust_cell_length(self.content_size.width, self.visual_style.background_style.rich_style).simplify()

    def notify_style_update(self) -> None:
        """The style sheet says otherwise."""
        super().notify_style_update()
        self._pieces.clear()

    def _drawn(self, piece: Content) -> Strip:
        base = self.visual_style
        key = piece.plain, tuple(piece.spans), base
        if (strip := self._pieces.get(key)) is None:
            strip = Strip([Segment(text, (base + style).rich_style) for text, style in piece.render(base, end="")])
            self._pieces[key] = strip
        return strip
