"""QR codes as cells of a terminal: two modules in each, one above the other, always black on white."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import groupby
from typing import NamedTuple

from woozle.core.value import value

BORDER = 4  # light modules around the code, without which readers do not find it
_BLACK, _WHITE = 16, 231  # of the 256 colours, which no theme changes
_PLAIN = "\x1b[0m"


class Run(NamedTuple):
    """Cells of one row that look alike. top, bottom: whether their halves are black."""

    cells: int
    top: bool
    bottom: bool


@value
class QrCode:
    """A QR code with its border. modules: its rows, where True is black; their number is even."""

    modules: tuple[tuple[bool, ...], ...]

    @property
    def width(self) -> int:
        """Return the number of cells in a row."""
        return len(self.modules[0])

    @property
    def height(self) -> int:
        """Return the number of rows of cells."""
        return len(self.modules) // 2

    def rows(self) -> Iterator[list[Run]]:
        """Yield each row of cells, from the top."""
        for tops, bottoms in zip(self.modules[::2], self.modules[1::2], strict=True):
            yield [Run(len(list(alike)), *half) for half, alike in groupby(zip(tops, bottoms, strict=True))]

    def lines(self) -> Iterator[str]:
        """Yield each row for a terminal with colours, which the theme does not change."""
        for row in self.rows():
            yield "".join(f"\x1b[38;5;{_tone(top)};48;5;{_tone(bottom)}m{'▀' * cells}" for cells, top, bottom in row) + _PLAIN


def qr_code(text: str) -> QrCode:
    """Return the smallest code of a text, with as much redundancy as it has room for."""
    import segno

    code = segno.make_qr(text)
    rows = [tuple(module & 1 == 1 for module in row) for row in code.matrix_iter(border=BORDER)]
    if len(rows) % 2:
        rows.append((False,) * len(rows[0]))
    return QrCode(tuple(rows))


def _tone(is_black: bool) -> int:
    return _BLACK if is_black else _WHITE
