"""Widgets that draw their rows themselves, and containers that show nothing of themselves but a border."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from rich.segment import Segment
from rich.style import Style
from textual.cache import LRUCache
from textual.containers import Horizontal, Vertical
from textual.content import Content
from textual.geometry import Region
from textual.strip import Strip
from textual.widget import Widget


class Tones:
    """The styles of a widget's component classes, kept until the style sheet changes; Textual looks for each anew after a refresh.

    ground: the style of the widget itself. `begin_frame` asks for it, once a frame, because that takes as long as to draw a row.
    """

    def __init__(self, widget: Widget) -> None:
        self._widget = widget
        self.ground = Style()
        self._added: dict[str, Style] = {}

    def __call__(self, name: str) -> Style:
        """Return the style that a component class adds to the background."""
        if name not in self._added:
            self._added[name] = self._widget.get_component_rich_style(name, partial=True)
        return self._added[name]

    def begin_frame(self) -> None:
        self.ground = self._widget.rich_style

    def forget(self) -> None:
        """Drop cached styles, since the style sheet has changed."""
        self._added.clear()


class RowWidget(Widget):
    """A widget that draws row by row, in the styles of its component classes."""

    def __init__(self, *children: Widget, **options: Any) -> None:
        super().__init__(*children, **options)
        self.tone = Tones(self)

    @property
    def ground(self) -> Style:
        return self.tone.ground

    def notify_style_update(self) -> None:
        super().notify_style_update()
        self.tone.forget()

    def render_lines(self, crop: Region) -> list[Strip]:
        self.tone.begin_frame()
        return super().render_lines(crop)


class TextRows(Widget):
    """A widget whose rows are words. Each piece of a row is drawn once; Textual lays all out anew when one of them changes."""

    def __init__(self, *children: Widget, **options: Any) -> None:
        super().__init__(*children, **options)
        self._pieces: LRUCache[object, Strip] = LRUCache(256)

    def row(self, y: int) -> Sequence[Content]:
        """Return what stands in a row, piece by piece."""
        raise NotImplementedError

    def render(self) -> Content:
        rows = (Content("").join(self.row(y)) for y in range(max(1, self.content_size.height)))
        return Content("\n").join(rows).rstrip()

    def render_line(self, y: int) -> Strip:
        strip = Strip.join([self._draw(piece) for piece in self.row(y)])
        return strip.adjust_cell_length(self.content_size.width, self.visual_style.background_style.rich_style).simplify()

    def notify_style_update(self) -> None:
        super().notify_style_update()
        self._pieces.clear()

    def _draw(self, piece: Content) -> Strip:
        base = self.visual_style
        key = piece.plain, tuple(piece.spans), base
        if (strip := self._pieces.get(key)) is None:
            strip = Strip([Segment(text, (base + style).rich_style) for text, style in piece.render(base, end="")])
            self._pieces[key] = strip
        return strip


class Column(Vertical):
    """A vertical container."""

    def render_lines(self, crop: Region) -> list[Strip]:
        return _draw_box(self, crop, super().render_lines)


class Band(Horizontal):
    """A horizontal container."""

    def render_lines(self, crop: Region) -> list[Strip]:
        return _draw_box(self, crop, super().render_lines)


def _draw_box(box: Widget, crop: Region, draw: Callable[[Region], list[Strip]]) -> list[Strip]:
    top, bottom = max(crop.y, box.gutter.top), min(crop.bottom, box.size.height - box.gutter.bottom)
    if bottom - top < 2:
        return draw(crop)
    x, width = crop.x, crop.width
    above, below = Region(x, crop.y, width, top - crop.y), Region(x, bottom, width, crop.bottom - bottom)
    return [*draw(above), *draw(Region(x, top, width, 1)) * (bottom - top), *draw(below)]
