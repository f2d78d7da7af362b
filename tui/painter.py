"""What is sent to the terminal to paint a frame: the cells that differ from those it shows.

Textual paints whole widgets, whatever of them has changed, and the whole screen if its layout has: in a turn, each cell about ten
times, which is slow over a thin connection.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import lru_cache
from typing import TypeAlias

from rich.cells import get_character_cell_size
from rich.color import ColorSystem
from rich.console import Console, ConsoleOptions, RenderResult
from rich.style import Style
from textual._compositor import ChopsUpdate, CompositorUpdate, LayoutUpdate
from textual.strip import Strip

Cell: TypeAlias = tuple[str, str]
"""What a cell shows, and the sequence that sets its style. The second cell of a wide character shows an empty text."""

_UNKNOWN: Cell = ("", "")
_GAP = 4  # cells that are written again where another move of the cursor would be as long
_PLAIN = "\x1b[0m"


class Painter:
    """Remembers what a terminal shows. Each update of Textual's must be painted by it, or `forget` be called."""

    def __init__(self) -> None:
        self._rows: dict[int, list[Cell]] = {}

    def forget(self) -> None:
        """Paint everything anew from now on: another program, or a new size, may have changed the terminal."""
        self._rows.clear()

    def reduce(self, update: CompositorUpdate) -> CompositorUpdate:
        """Return an update that paints only what differs. One whose cells are not known is returned as it is."""
        if isinstance(update, LayoutUpdate | ChopsUpdate):
            return _Difference(self, update)
        self.forget()
        return update

    def paint(self, update: LayoutUpdate | ChopsUpdate, console: Console) -> str:
        """Return the sequences that bring the terminal from what it shows to what an update holds."""
        parts = list(_layout_parts(update) if isinstance(update, LayoutUpdate) else _chops_parts(update))
        if any(segment.control for _, _, strip in parts for segment in strip):  # not of cells alone
            self.forget()
            return update.render_segments(console)
        colours = console._color_system or ColorSystem.TRUECOLOR
        runs = [run for y, x, strip in parts for run in self._changes(y, x, _cells(strip, colours))]
        return "".join(_sequences(runs))

    def _changes(self, y: int, x: int, cells: Sequence[Cell]) -> Iterator[tuple[int, int, Sequence[Cell]]]:
        """Note cells, and yield the runs of them that have changed, each with its place."""
        row = self._rows.setdefault(y, [])
        row += [_UNKNOWN] * (x + len(cells) - len(row))
        before = row[x : x + len(cells)]
        if before == cells:
            return
        row[x : x + len(cells)] = cells
        if not (_is_even(before) and _is_even(cells)):  # terminals disagree on how wide some characters are
            yield y, x, cells
            return
        start = end = -1
        for at, (old, new) in enumerate(zip(before, cells, strict=True)):
            if old == new:
                continue
            if start >= 0 and at - end > _GAP:
                yield y, x + start, cells[start:end]
                start = -1
            start, end = at if start < 0 else start, at + 1
        yield y, x + start, cells[start:end]


class _Difference(CompositorUpdate):
    """An update, reduced at the moment when it is painted."""

    def __init__(self, painter: Painter, update: LayoutUpdate | ChopsUpdate) -> None:
        self._painter, self._update = painter, update

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> RenderResult:
        return self._update.__rich_console__(console, options)

    def render_segments(self, console: Console) -> str:
        return self._painter.paint(self._update, console)


def _layout_parts(update: LayoutUpdate) -> Iterator[tuple[int, int, Strip]]:
    """Yield the strips of an update, each with its row and column."""
    for y, strips in enumerate(update.strips, update.region.y):
        x = update.region.x
        for strip in strips:
            yield y, x, strip
            x += strip.cell_length


def _chops_parts(update: ChopsUpdate) -> Iterator[tuple[int, int, Strip]]:
    """Yield the strips of an update, each with its row and column, cut as Textual cuts them."""
    for y, x1, x2 in update.spans:
        for end, (x, strip) in zip(update.chop_ends[y], update.chops[y].items(), strict=False):
            if strip is None or x > x2 or end <= x1:
                continue
            yield y, x, strip if x2 > x >= x1 and end <= x2 else strip.crop(0, min(end, x2) - x)


def _cells(strip: Strip, colours: ColorSystem) -> list[Cell]:
    cells: list[Cell] = []
    for text, style, _ in strip:
        code = _code(style, colours)
        if text.isascii():
            cells += [(char, code) for char in text]
            continue
        for char in text:
            width = get_character_cell_size(char)
            if width == 0 and cells:
                cells[-1] = (cells[-1][0] + char, code)
            elif width:
                cells += [(char, code), *[("", code)] * (width - 1)]
    return cells


def _is_even(cells: Sequence[Cell]) -> bool:
    """Return whether each cell shows one character."""
    return all(len(text) == 1 for text, _ in cells)


@lru_cache(maxsize=8192)
def _code(style: Style | None, colours: ColorSystem) -> str:
    """Return the sequence that sets a style, whatever was set before."""
    code = style.render("x", color_system=colours).partition("x")[0] if style else ""
    return f"\x1b[0;{code.removeprefix(chr(27) + '[')}" if code else _PLAIN


def _sequences(runs: Sequence[tuple[int, int, Sequence[Cell]]]) -> Iterator[str]:
    now = ""
    for y, x, cells in runs:
        yield f"\x1b[{y + 1};{x + 1}H"
        for text, code in cells:
            if code != now:
                yield code
                now = code
            yield text
    if runs:
        yield _PLAIN
