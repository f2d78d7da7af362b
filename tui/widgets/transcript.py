"""The transcript: a list that only grows, drawn line by line, so that ten thousand items cost as little as ten."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Sequence
from typing import ClassVar

from rich.segment import Segment
from rich.style import Style
from textual import events
from textual.cache import LRUCache
from textual.geometry import Size
from textual.scroll_view import ScrollView
from textual.strip import Strip

from woozle.core.text import visible, visible_line
from woozle.tui.present.views import Line
from woozle.tui.themes import SEATS
from woozle.tui.widgets.wrapping import wrapped

MARGIN = 4
_TONES = ("plain", "quiet", "you", "good", "bad", "notice", "heading", "speech", "private", "mark", "new")


class Transcript(ScrollView, can_focus=True):
    """Lines as they come. It follows the end while the reader is there, else it says how many are new.

    follows: false for a page that is read from the top.
    """

    COMPONENT_CLASSES: ClassVar[set[str]] = {*(f"line-{tone}" for tone in _TONES), *(f"seat-{n}" for n in range(1, SEATS + 1))}
    ALLOW_SELECT = False

    def __init__(self, *, id: str | None = None, empty: str = "", follows: bool = True) -> None:
        super().__init__(id=id)
        self._is_page = not follows
        self._at_end = follows
        self.lines: list[Line] = []
        self._empty = empty
        self._ends: list[int] = []
        self._width = 0
        self._unseen = 0
        self._strips: LRUCache[int, list[Strip]] = LRUCache(512)

    def show(self, lines: Sequence[Line]) -> None:
        """Add some lines at the end."""
        if not lines:
            return
        self.lines += lines
        self._measure(len(self._ends))
        if self._at_end:
            self._follow()
        elif not self._is_page:
            self._unseen += len(lines)
        self.refresh()

    def _follow(self) -> None:
        # The end is known only after the layout has seen the new virtual size.
        self.call_after_refresh(self.scroll_end, animate=False)

    def _measure(self, start: int) -> None:
        if not self._width:
            return
        end = self._ends[start - 1] if start else 0
        for line in self.lines[start:]:
            end += len(self._pieces(line))
            self._ends.append(end)
        self.virtual_size = Size(self._width, end)

    def _pieces(self, line: Line) -> list[tuple[str, str, bool]]:
        """The rows of one line: margin, text, and whether it is the row of a label."""
        if line.tone == "heading":
            title = visible_line(line.text)
            return [("", "", False), ("", title, True)]
        width = self._width - MARGIN
        rows = wrapped(visible(line.text), width)
        if line.label:
            return [("", wrapped(visible_line(line.label), width)[0], True), *(("   ▎", row, False) for row in rows)]
        first, *rest = rows
        return [(f"{visible_line(line.mark)[:3]:>3} ", first, False), *(("    ", row, False) for row in rest)]

    def on_resize(self, event: events.Resize) -> None:
        """Wrap anew for another width, with the same line at the top."""
        width = self.scrollable_content_region.width
        if width <= MARGIN:
            return
        if width != self._width:
            self._wrap(width)
        if self._at_end:
            self._follow()

    def _wrap(self, width: int) -> None:
        top = bisect_right(self._ends, self.scroll_offset.y)
        self._width = width
        self._ends.clear()
        self._strips.clear()
        self._measure(0)
        if not self._at_end:
            self.scroll_to(y=self._ends[top - 1] if top else 0, animate=False, immediate=True)

    def notify_style_update(self) -> None:
        """Another theme: draw anew."""
        super().notify_style_update()
        self._strips.clear()

    def watch_scroll_y(self, old_value: float, new_value: float) -> None:
        """Whoever scrolls to the end has seen everything."""
        super().watch_scroll_y(old_value, new_value)
        if self.size.height and not self._is_page:  # while it is hidden it is nowhere
            self._at_end = self.is_vertical_scroll_end
        if self._at_end:
            self._unseen = 0

    def on_click(self, event: events.Click) -> None:
        """The marker of new lines leads to the end."""
        if self._unseen and event.y == self.scrollable_content_region.height - 1:
            self.scroll_end(animate=False)

    def render_line(self, y: int) -> Strip:
        """One row of the screen."""
        width = self.scrollable_content_region.width
        if self._unseen and y == self.scrollable_content_region.height - 1:
            words = f" ↓ {self._unseen} new: end or click "
            return Strip([Segment(words.ljust(width)[:width], self._style("new"))], width)
        row = y + self.scroll_offset.y
        item = bisect_right(self._ends, row)
        if item >= len(self.lines) or not self._ends:
            words = f"    {self._empty}" if self._empty and not self.lines and y == 1 else ""
            return Strip([Segment(words.ljust(width)[:width], self._style("quiet"))], width)
        strips = self._strips.get(item)
        if strips is None:
            strips = self._strips[item] = self._drawn(self.lines[item])
        start = self._ends[item - 1] if item else 0
        return strips[row - start]

    def _drawn(self, line: Line) -> list[Strip]:
        tone = self._style(line.tone)
        seat = self.get_component_rich_style(f"seat-{line.who}") if 1 <= line.who <= SEATS else tone
        return [self._strip(line, tone, seat, *piece) for piece in self._pieces(line)]

    def _strip(self, line: Line, tone: Style, seat: Style, margin: str, row: str, is_label: bool) -> Strip:
        if line.tone == "heading":
            rule = "─" * max(0, self._width - len(row) - MARGIN - 1)
            segments = (
                [Segment("─── ", self._style("mark")), Segment(row, tone), Segment(f" {rule}", self._style("mark"))] if row else []
            )
        elif is_label:
            segments = [Segment("    "), Segment(row, seat + Style(bold=True))]
        else:
            segments = [
                Segment(margin, seat if line.label else self._style("bad" if "†" in margin else "mark")),
                Segment(row, tone),
            ]
        base = self.rich_style
        return Strip(Segment.apply_style(segments, base)).adjust_cell_length(self._width, base)

    def _style(self, tone: str) -> Style:
        return self.get_component_rich_style(f"line-{tone}", partial=True)
