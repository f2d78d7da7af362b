"""A list in columns with a cursor, drawn line by line, so that thousands of rows cost as little as ten."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any, ClassVar, NamedTuple

from rich.cells import cell_len
from rich.segment import Segment
from rich.style import Style
from textual import events
from textual.geometry import Region, Size
from textual.message import Message
from textual.scroll_view import ScrollView
from textual.strip import Strip

from woozle.core.line import Line, Tone
from woozle.core.text import visible_line
from woozle.tui.keys import bindings, key
from woozle.tui.widgets.row_widgets import Tones
from woozle.tui.widgets.text_layout import clip

_MARGIN = 2
_GAP = 1
_NONE = Style()
_TONES = ("plain", "quiet", "good", "bad", "notice", "heading")


class Cell(NamedTuple):
    """A text from anywhere, and how it is meant."""

    text: str
    tone: Tone = "plain"


class Column(NamedTuple):
    """A column. width: in cells, at the least; share: of the room left over; leaves: the highest go first for lack of room."""

    title: str
    width: int
    share: int = 0
    leaves: int = 0
    is_number: bool = False


class Grid(ScrollView, can_focus=True):
    """Rows of any kind; `cells` says what stands in the columns of one.

    opens: enter, or a click on the row of the cursor, posts Opened.
    """

    BINDINGS = bindings(
        key("grid.open", "enter", "open", "Open", shown="enter"),
        key("grid.up", "up,k", "step(-1)", "Up", hidden=True),
        key("grid.down", "down,j", "step(1)", "Down", hidden=True),
        key("grid.page_up", "pageup", "page(-1)", "Page up", hidden=True),
        key("grid.page_down", "pagedown", "page(1)", "Page down", hidden=True),
        key("grid.first", "home,g", "end(False)", "First row", hidden=True),
        key("grid.last", "end,G", "end(True)", "Last row", hidden=True),
    )
    ABOUT: ClassVar[tuple[Line, ...]] = (
        Line("A list in columns", "heading"),
        Line("{grid.up} {grid.down} lead through its rows, {grid.first} {grid.last} to its ends. A click picks a row."),
    )
    COMPONENT_CLASSES: ClassVar[set[str]] = {"grid--cursor", *(f"line-{tone}" for tone in _TONES)}
    ALLOW_SELECT = False

    @dataclass
    class Moved(Message):
        """The cursor is on another row."""

        row: Any

    @dataclass
    class Opened(Message):
        """A row is to be opened."""

        row: Any

    @dataclass
    class HeadClicked(Message):
        """The title of a column was clicked."""

        column: int

    def __init__(
        self, columns: Sequence[Column], cells: Callable[[Any], Sequence[Cell]], *, id: str, empty: str = "", opens: bool = True
    ) -> None:
        super().__init__(id=id)
        self._tones = Tones(self)
        self.opens = opens
        self.columns = tuple(columns)
        self.rows: Sequence[Any] = ()
        self.empty = empty
        self.cursor = 0
        self._cells = cells
        self._widths = tuple(column.width for column in columns)

    @property
    def row(self) -> Any:
        return self.rows[self.cursor] if self.rows else None

    def show(self, rows: Sequence[Any], cursor: int = 0) -> None:
        self.rows = rows
        self._fit()
        self._move_to(cursor)

    def change_columns(self, columns: Sequence[Column]) -> None:
        self.columns = tuple(columns)
        self._fit()

    def on_resize(self) -> None:
        self._fit()
        self._follow()

    def on_focus(self) -> None:
        self.refresh()

    on_blur = on_focus

    def notify_style_update(self) -> None:
        super().notify_style_update()
        self._tones.forget()
        self.refresh()

    # The cursor

    def action_step(self, rows: int) -> None:
        self._move_to(self.cursor + rows)

    def action_page(self, pages: int) -> None:
        self._move_to(self.cursor + pages * max(1, self.size.height - 2))

    def action_end(self, is_last: bool) -> None:
        self._move_to(len(self.rows) if is_last else 0)

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        return action != "open" or (self.opens and bool(self.rows))

    def action_open(self) -> None:
        if self.rows and self.opens:
            self.post_message(self.Opened(self.row))

    def on_click(self, event: events.Click) -> None:
        """Choose a row by the first click and open it by the second; sort by a title."""
        offset = event.get_content_offset(self)
        if offset is None:
            return
        if offset.y == 0:
            self._click_head(offset.x)
            return
        index = offset.y - 1 + self.scroll_offset.y
        if index < len(self.rows):
            if index == self.cursor:
                self.action_open()
            else:
                self._move_to(index)

    def _click_head(self, x: int) -> None:
        end = _MARGIN
        for index, width in enumerate(self._widths):
            end += width + _GAP if width else 0
            if x < end:
                self.post_message(self.HeadClicked(index))
                return

    def _move_to(self, index: int) -> None:
        self.cursor = max(0, min(len(self.rows) - 1, index))
        self._follow()
        self.refresh()
        self.post_message(self.Moved(self.row))

    def _follow(self) -> None:
        seen = self.scrollable_content_region.height - 1
        top = self.scroll_offset.y
        if seen > 0 and not top <= self.cursor < top + seen:
            self.scroll_to(y=self.cursor if self.cursor < top else self.cursor - seen + 1, animate=False, immediate=True)

    # Drawing

    def _fit(self) -> None:
        width = self.scrollable_content_region.width
        self._widths = fit_columns(self.columns, width - _MARGIN)
        self.virtual_size = Size(width, len(self.rows) + 1)
        self.refresh()

    def render_lines(self, crop: Region) -> list[Strip]:
        self._tones.begin_frame()
        return super().render_lines(crop)

    def render_line(self, y: int) -> Strip:
        index = y - 1 + self.scroll_offset.y
        if y == 0:
            return self._strip("  ", [Cell(column.title, "quiet") for column in self.columns], _NONE)
        if index < len(self.rows):
            is_at = index == self.cursor
            style = Style(bgcolor=self.get_component_rich_style("grid--cursor").bgcolor) if is_at and self.has_focus else _NONE
            return self._strip("▸ " if is_at else "  ", self._cells(self.rows[index]), style)
        words = self.empty if not self.rows and y == 2 else ""
        return self._line([Segment(f"  {words}", self._tone("quiet"))])

    def _strip(self, margin: str, cells: Sequence[Cell], style: Style) -> Strip:
        segments = [Segment(margin, self._tone("notice") + style)]
        for cell, column, width in zip(cells, self.columns, self._widths, strict=True):
            if width:
                text = clip(visible_line(cell.text), width)
                room = " " * (width - cell_len(text))
                before, after = (room, "") if column.is_number else ("", room)
                words = Segment(text, self._tone(cell.tone) + style)
                segments += [Segment(before, style), words, Segment(after + " " * _GAP, style)]
        return self._line(segments, style)

    def _line(self, segments: list[Segment], style: Style = _NONE) -> Strip:
        strip = Strip(Segment.apply_style(segments, self._tones.ground))
        return strip.adjust_cell_length(self.scrollable_content_region.width, self._tones.ground + style)

    def _tone(self, tone: str) -> Style:
        return self._tones(f"line-{tone}")


def fit_columns(columns: Sequence[Column], room: int) -> tuple[int, ...]:
    """Return the width of each column within the given cells; 0 for one that had to leave."""
    kept = set(range(len(columns)))
    for leaver in sorted(kept, key=lambda at: -columns[at].leaves):
        if not columns[leaver].leaves or sum(columns[each].width + _GAP for each in kept) <= room:
            break
        kept.remove(leaver)
    spare = max(0, room - sum(columns[each].width + _GAP for each in kept))
    shares = sum(columns[each].share for each in kept) or 1
    return tuple(column.width + spare * column.share // shares if at in kept else 0 for at, column in enumerate(columns))
