"""A QR code, black on white in every theme, where there is room for all of it."""

from __future__ import annotations

from textual.content import Content
from textual.geometry import Size
from textual.widget import Widget

from woozle.arena.join.link import without_fingerprint
from woozle.arena.views.qr_code import QrCode, qr_code

_COLOURS = {True: "#000000", False: "#ffffff"}


class QrCodeView(Widget):
    """Shows the code of a link. In too small a place it shows nothing: readers cannot use a part."""

    ALLOW_SELECT = False

    def __init__(self, *, id: str | None = None) -> None:
        super().__init__(id=id)
        self._link = ""
        self._code: QrCode | None = None

    def show(self, link: str) -> None:
        """Show the code of this link from now on; none if it is empty."""
        if link != self._link:
            self._link, self._code = link, qr_code(without_fingerprint(link)) if link else None
            self.refresh(layout=True)

    def get_content_width(self, container: Size, viewport: Size) -> int:
        return self._code.width if self._code else 0

    def get_content_height(self, container: Size, viewport: Size, width: int) -> int:
        return self._code.height if self._code else 0

    def fits(self, size: Size) -> bool:
        """Return whether there is a code, and all of it has room."""
        return self._code is not None and self._code.width <= size.width and self._code.height <= size.height

    def render(self) -> Content:
        if not self._code or not self.fits(self.content_size):
            return Content("")
        return Content("\n").join(
            Content.assemble(*(("▀" * run.cells, f"{_COLOURS[run.top]} on {_COLOURS[run.bottom]}") for run in row))
            for row in self._code.rows()
        )
