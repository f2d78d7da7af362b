"""Widgets that draw their rows themselves."""

from __future__ import annotations

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
        self._written: LRUCache[object, Strip] = LRUCache(256)

    def tone(self, name: str) -> Style:
        """What a component class adds to the ground."""
        if name not in self._added:
            self._added[name] = self.get_component_rich_style(name, partial=True)
        return self._added[name]

    def written(self, *pieces: Content) -> Strip:
        """A row of words, drawn as Textual would, but each piece only once: it lays all out anew when one of them changes."""
        row = Strip.join([self._write(piece) for piece in pieces])
        return row.adjust_cell_length(self.content_size.width, self.visual_style.background_style.rich_style).simplify()

    def _write(self, piece: Content) -> Strip:
        base = self.visual_style
        key = piece.plain, tuple(piece.spans), base
        if (strip := self._written.get(key)) is None:
            strip = Strip([Segment(text, (base + style).rich_style) for text, style in piece.render(base, end="")])
            self._written[key] = strip
        return strip

    def notify_style_update(self) -> None:
        """The style sheet says otherwise."""
        super().notify_style_update()
        self._added.clear()
        self._written.clear()

    def render_lines(self, crop: Region) -> list[Strip]:
        """What is on the screen."""
        self.ground = self.rich_style
        return super().render_lines(crop)
