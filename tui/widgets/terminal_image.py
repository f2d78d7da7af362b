"""Pictures drawn by the terminal itself, with all its pixels: a frame around a widget of the extra `woozle[images]`."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from textual.app import ComposeResult
from textual.containers import Container

from woozle.tui.imaging import Surface
from woozle.tui.widgets.lens import Frame, Lens, framed

if TYPE_CHECKING:
    from PIL.Image import Image


class TerminalImage(Container):
    """Shows what a lens shows of a picture, as HalfBlocks does. surface: how this terminal draws."""

    def __init__(self, surface: Surface) -> None:
        super().__init__(classes="picture-easel")
        self.cell = surface.cell
        self._widget: Any = surface.widget()
        self._image: Image | None = None
        self._lens = Lens()
        self._drawn: Any = None

    def compose(self) -> ComposeResult:
        """The widget that draws."""
        yield self._widget

    def look(self, image: Image | None, digest: str, lens: Lens) -> None:
        """Show this from now on; None for nothing, of which the terminal keeps nothing either."""
        self._image, self._lens = image, lens
        self._draw()

    def on_mount(self) -> None:
        """Draw what there is."""
        self._draw()

    def on_resize(self) -> None:
        """Draw it anew."""
        self._draw()

    @property
    def frame(self) -> Frame | None:
        """What is seen in the present size; None if nothing is."""
        width, height = self.content_size
        if self._image is None or not width or not height:
            return None
        return framed(self._lens, self._image.size, (width, height), self.cell)

    def _draw(self) -> None:
        widget, frame = self._widget, self.frame
        now = (frame, id(self._image)) if frame else None
        if now == self._drawn:
            return
        self._drawn = now
        if frame is None or self._image is None:
            widget.image = None
            return
        left, top, right, bottom = frame.crop
        widget.styles.width, widget.styles.height = frame.columns, frame.rows
        right, bottom = max(round(left) + 1, round(right)), max(round(top) + 1, round(bottom))
        widget.image = self._image.crop((round(left), round(top), right, bottom))
