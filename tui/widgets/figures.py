"""Figures in aligned columns: how the seats stand, or how they did."""

from __future__ import annotations

from typing import ClassVar

from rich.cells import cell_len
from textual.app import ComposeResult
from textual.containers import VerticalScroll
from textual.content import Content
from textual.widget import Widget

from woozle.arena.views.panels import OWN, FigureRow, FigureTable
from woozle.core.line import Line
from woozle.core.text import visible_line
from woozle.tui import safe
from woozle.tui.host import host_of
from woozle.tui.styles.themes import TONES
from woozle.tui.widgets.panel_widgets import PanelWidget
from woozle.tui.widgets.text_layout import clip

_GAPS = (2, 1)  # cells between columns; the second where the first leaves no room
_READABLE, _SHORTEST = 8, 4  # cells of a name that was cut
_INITIAL = 2  # cells of the letter of a seat
_NOTHING = FigureTable((), ())


class FigurePanel(Widget):
    """Draws a FigureTable. Where room is scarce names are cut, and then the columns leave that can."""

    ALLOW_SELECT = False

    def __init__(self, figures: FigureTable = _NOTHING, *, id: str | None = None) -> None:
        super().__init__(id=id)
        self.figures = figures
        self._cells: list[list[str]] = []

    def show(self, figures: FigureTable) -> None:
        if figures != self.figures:
            self.figures = figures
            self.refresh(layout=True)

    def get_content_height(self, container: object, viewport: object, width: int) -> int:
        return bool(self.figures.columns) + len(self.figures.rows) + bool(self.figures.note)

    def render(self) -> Content:
        self._cells = [[self._naming_you(visible_line(cell)) for cell in row.cells] for row in self.figures.rows]
        width = self.content_size.width
        places, widths, gap = self._fit_columns(width - _INITIAL)
        titles = [visible_line(column.title) for column in self.figures.columns]
        heads = "".join(self._align(at, titles[at], cells) + gap for at, cells in zip(places, widths, strict=True))
        lines = [Content.styled(" " * _INITIAL + heads, "$quiet")] if heads else []
        lines += [self._row(row, cells, places, widths, gap) for row, cells in zip(self.figures.rows, self._cells, strict=True)]
        if self.figures.note:
            lines.append(safe.line(" " * _INITIAL + self.figures.note, "$quiet"))
        return Content("\n").join(line.truncate(width, ellipsis=True) for line in lines)

    def _naming_you(self, cell: str) -> str:
        """Return a cell with the person's name in place of `you`."""
        return f"{cell.removesuffix(OWN)} ({host_of(self).persona.text('you')})" if cell.endswith(OWN) else cell

    def _row(self, row: FigureRow, cells: list[str], places: list[int], widths: list[int], gap: str) -> Content:
        pieces = []
        for at, width in zip(places, widths, strict=True):
            style = TONES.get(row.tones.get(at, ""), "") or (f"$seat-{row.who}" if row.who and not at else "")
            pieces.append(safe.line(self._align(at, cells[at], width) + gap, style))
        return safe.join(safe.line(row.letter[:1].ljust(_INITIAL), f"bold $seat-{row.who}" if row.who else ""), *pieces)

    def _align(self, at: int, text: str, width: int) -> str:
        shown = clip(text, width)
        room = " " * (width - cell_len(shown))
        return room + shown if self.figures.columns[at].is_number else shown + room

    def _fit_columns(self, room: int) -> tuple[list[int], list[int], str]:
        """Return the columns that stay, how wide each is, and what stands between them."""
        columns = self.figures.columns
        wanted = [max(map(cell_len, (column.title, *(row[at] for row in self._cells)))) for at, column in enumerate(columns)]
        places = [*range(len(columns))]
        while True:
            leavers = [at for at in places if columns[at].leaves]
            widest = max(wanted, default=0)
            shortest = min(widest, _READABLE if leavers else _SHORTEST)  # where all is short, nothing has to be cut
            for gap in _GAPS:
                for longest in range(widest, shortest - 1, -1):
                    widths = [min(wanted[at], longest) if columns[at].is_cut else wanted[at] for at in places]
                    if sum(widths) + gap * len(widths) <= room:
                        return places, widths, " " * gap
            if not leavers:
                return places, [min(wanted[at], _SHORTEST) if columns[at].is_cut else wanted[at] for at in places], " "
            places.remove(max(leavers, key=lambda at: columns[at].leaves))


class Standing(VerticalScroll):
    """The figures of all seats, as the viewer knows them."""

    ABOUT: ClassVar[tuple[Line, ...]] = (
        Line("How the seats stand", "heading"),
        Line("A row a seat, – where nothing is known. Narrow terminals leave out columns."),
    )

    def __init__(self, *, id: str | None = None) -> None:
        super().__init__(id=id)
        self._panel = FigurePanel()

    def compose(self) -> ComposeResult:
        yield self._panel

    def show(self, figures: FigureTable) -> None:
        self._panel.show(figures)


WIDGETS = (PanelWidget(FigureTable, lambda id: Standing(id=id), Standing.show, id="standing", slot="top"),)
