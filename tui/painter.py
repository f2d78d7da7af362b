"""What is sent to the terminal to paint a frame: the cells that differ from those it shows.

Textual paints whole widgets, whatever of them has changed, and the whole screen if its layout has: in a turn, each cell about ten
times, which is slow over a thin connection.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from typing import TYPE_CHECKING, Any, TypeAlias

from rich.cells import get_character_cell_size

if TYPE_CHECKING:
    from textual.driver import Driver

Cell: TypeAlias = tuple[str, str]
"""What a cell shows, and the sequence that sets its style. The second cell of a wide character shows an empty text."""

_UNKNOWN: Cell = ("", "")
_GAP = 4  # cells that are written again where another move of the cursor would be as long
_PLAIN = "\x1b[0m"
_MOVE = re.compile(r"\x1b\[(\d+);(\d+)H")
_RUN = re.compile(r"\x1b\[([\d;]+)m([^\x00-\x1f\x7f-\x9f]*)\x1b\[0m|([^\x00-\x1f\x7f-\x9f]+)|\n")
_NO_CELLS = re.compile(r"(?:\x1b\[[?>=<][\d;$]*[a-z]|\x1b\][^\x07\x1b]*(?:\x07|\x1b\\)|\x07)*", re.IGNORECASE)


class Painter:
    """Stands between Textual and its driver, and remembers what the terminal shows.

    Args:
        knows_cells: Return whether all that is on screen is cells. What lies under pixels is not known.
    """

    def __init__(self, knows_cells: Callable[[], bool]) -> None:
        self._knows_cells = knows_cells
        self._rows: dict[int, list[Cell]] = {}
        self.output: Callable[[str], None] | None = None
        """Writes a sequence to the terminal; None before it is drawn on, and in an app without one."""

    def driver_class(self, kind: type[Driver]) -> type[Driver]:
        """Return a driver of a kind, all that it writes being reduced."""
        painter = self

        class PaintedDriver(kind):  # type: ignore[valid-type, misc]
            def __init__(self, app: Any, **options: Any) -> None:
                super().__init__(app, **options)
                painter.output = self.write

            def write(self, data: str) -> None:
                if reduced := painter.reduce(data):
                    super().write(reduced)

        return PaintedDriver

    def forget(self) -> None:
        """Paint everything anew from now on: another program, or a new size, may have changed the terminal."""
        self._rows.clear()

    def reduce(self, written: str) -> str:
        """Return what brings the terminal from what it shows to what it would show. What is no frame is returned as it is."""
        if _NO_CELLS.fullmatch(written):
            return written
        parts = _read_frame(written) if self._knows_cells() else None
        if parts is None:
            self.forget()
            return written
        cursor = _MOVE.match(written, written.rfind("\x1b["))
        runs = [run for y, x, cells in parts for run in self._changes(y, x, cells)]
        return "".join(_sequences(runs)) + (cursor[0] if cursor else "")

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


def _read_frame(written: str) -> list[tuple[int, int, list[Cell]]] | None:
    """Return the cells that a frame writes, with the place of each run; None for what is more than moves and styled text."""
    parts: list[tuple[int, int, list[Cell]]] = []
    cells: list[Cell] | None = None
    at = 0
    while at < len(written):
        if move := _MOVE.match(written, at):
            cells = []
            parts.append((int(move[1]) - 1, int(move[2]) - 1, cells))
            at = move.end()
        elif run := _RUN.match(written, at):
            if run[0] == "\n":
                cells = None
            elif cells is None:
                return None
            else:
                _add_cells(cells, run[2] or run[3] or "", _code(run[1] or ""))
            at = run.end()
        else:
            return None
    return parts


def _add_cells(cells: list[Cell], text: str, code: str) -> None:
    if text.isascii():
        cells += [(char, code) for char in text]
        return
    for char in text:
        width = get_character_cell_size(char)
        if width == 0 and cells:
            cells[-1] = (cells[-1][0] + char, code)
        elif width:
            cells += [(char, code), *[("", code)] * (width - 1)]


def _is_even(cells: Sequence[Cell]) -> bool:
    """Return whether each cell shows one character."""
    return all(len(text) == 1 for text, _ in cells)


def _code(style: str) -> str:
    """Return the sequence that sets a style, whatever was set before."""
    return f"\x1b[0;{style}m" if style else _PLAIN


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
