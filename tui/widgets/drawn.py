"""Widgets that draw their rows themselves."""

from __future__ import annotations

from typing import Any

from rich.style import Style
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
