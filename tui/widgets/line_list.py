"""A list of lines that only grows, drawn row by row, so that ten thousand lines cost as little as ten."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import ClassVar

from rich.segment import Segment
from textual.cache import LRUCache
from textual.geometry import Region, Size
from textual.scroll_view import ScrollView
from textual.strip import Strip

from woozle.arena.views.line import Line
from woozle.tui.styles.themes import SEATS
from woozle.tui.widgets.drawn import Drawn
from woozle.tui.widgets.line_strips import MARGIN, height, strips
from woozle.tui.widgets.measure import Measure

_TONES = ("plain", "quiet", "you", "good", "bad", "notice", "heading", "speech", "private", "mark", "new", "hit", "at")


class LineList(ScrollView, Drawn):
    """Shows lines as they come. It follows the end while the reader is there, else it says how many are new.

    follows: false for a page that is read from the top.
    """

    COMPONENT_CLASSES: ClassVar[set[str]] = {*(f"line-{tone}" for tone in _TONES), *(f"seat-{n}" for n in range(1, SEATS + 1))}
    ALLOW_SELECT = False

    def __init__(self, *, id: str | None = None, empty: str = "", follows: bool = True) -> None:
        super().__init__(id=id)
        self.lines: list[Line] = []
        self._is_page = not follows
        self._at_end = follows
        self._empty = empty
        self._until: int | None = None
        self._measure = Measure()
        self._unseen = 0
        self._tail: list[Line] = []
        self._tail_strips: list[Strip] | None = None
        self._strips: LRUCache[int, list[Strip]] = LRUCache(512)

    # What there is

    @property
    def count(self) -> int:
        """How many lines there are for the reader."""
        return len(self.lines) if self._until is None else min(self._until, len(self.lines))

    def show(self, lines: Sequence[Line]) -> None:
        """Add some lines at the end."""
        before = self.count
        self.lines += lines
        self._measure.grow(self.lines)
        self._changed(before)

    def reset(self, lines: Sequence[Line], of: str = "") -> None:
        """Show other lines instead, all of them. of: whose they are, if theirs only ever grow and are shown again and again."""
        self.lines, self._until, self._unseen = [], None, 0
        self._measure.begin(of)
        self._strips.clear()
        self.refresh()
        self.show(lines)

    def amend(self, lines: Mapping[int, Line]) -> None:
        """Show other lines in these places. What is read stays where it is."""
        top = self._line_at(self.scroll_offset.y)
        below = self.scroll_offset.y - self._start(top)
        for index, line in lines.items():
            self.lines[index] = line
        self._strips.clear()
        self._measure.amend(self.lines, lines)
        self._fit()
        if self._at_end:
            self._follow()
        else:
            self.scroll_to(y=self._start(top) + below, animate=False, force=True, immediate=True)
        self.refresh()

    def show_until(self, count: int | None) -> None:
        """Show only so many of the lines, the first ones; None: all."""
        before = self.count
        self._until = count
        self._changed(before)

    def append_for_now(self, lines: Sequence[Line]) -> None:
        """Show these below the last line until others are shown there: they are still being written, and are no lines yet."""
        tail = [*lines]
        if tail == self._tail:
            return
        self._tail, self._tail_strips = tail, None
        self._fit()
        if self._at_end:
            self._follow()
        self.refresh()

    def _changed(self, before: int) -> None:
        """There are more lines for the reader than before, or fewer."""
        self._fit()
        if self.count == before:
            return
        if self._at_end:
            self._follow()
        elif not self._is_page and self.max_scroll_y:
            self._unseen = max(0, self._unseen + self.count - before)
        self.refresh()

    def _follow(self) -> None:
        self.scroll_to(y=self.max_scroll_y, animate=False, force=True)  # scroll_end would wait for one frame more

    def watch_scroll_y(self, old_value: float, new_value: float) -> None:
        """Whoever scrolls to the end has seen everything."""
        super().watch_scroll_y(old_value, new_value)
        if self.size.height:  # while it is hidden it is nowhere
            self._scrolled()

    def watch_show_vertical_scrollbar(self, is_shown: bool) -> None:
        """A scrollbar that appears only now was not told where the reader is."""
        if is_shown:
            self.vertical_scrollbar.position = self.scroll_y

    def _scrolled(self) -> None:
        is_end = self.is_vertical_scroll_end
        self._at_end = is_end and not self._is_page
        if is_end:
            self._unseen = 0

    # Where it is

    def _fit(self) -> None:
        size = Size(self._width, self._start(self.count) + self._tail_height)
        if self.styles.overflow_y != "scroll" or not self.show_vertical_scrollbar:
            self.virtual_size = size
            return
        # Where there is a scrollbar in any case nothing has to be laid out anew, and all is drawn in one frame.
        self.set_reactive(LineList.virtual_size, size)
        self.vertical_scrollbar.window_virtual_size = size.height
        self.scroll_to(y=min(self.scroll_offset.y, self.max_scroll_y), animate=False, force=True)

    @property
    def _tail_height(self) -> int:
        return sum(height(line, self._width) for line in self._tail) if self._width and self.count == len(self.lines) else 0

    @property
    def _width(self) -> int:
        return self._measure.width

    def _start(self, index: int) -> int:
        return self._measure.start(index)

    def _line_at(self, row: int) -> int:
        return self._measure.line_at(row)

    @property
    def _view_height(self) -> int:
        return max(1, self.scrollable_content_region.height)

    @property
    def _in_view(self) -> tuple[int, int]:
        """The first and the last line that the reader sees."""
        top = self.scroll_offset.y
        return self._line_at(top), min(self._line_at(top + self._view_height - 1), self.count - 1)

    def on_resize(self) -> None:
        """Wrap anew for another width, with the same line at the top."""
        self._settle()

    def _settle(self) -> None:
        width = self.scrollable_content_region.width
        if width <= MARGIN:
            return
        if width != self._width:
            self._wrap(width)
        if self._at_end and not self.is_vertical_scroll_end:
            self._follow()

    def _wrap(self, width: int) -> None:
        top = self._line_at(self.scroll_offset.y)
        self._measure.fit(self.lines, width)
        self._strips.clear()
        self._tail_strips = None
        self._fit()
        if not self._at_end:
            self.scroll_to(y=self._start(top), animate=False, immediate=True)

    # How it is drawn

    def notify_style_update(self) -> None:
        """Another theme: draw anew."""
        super().notify_style_update()
        self._strips.clear()
        self._tail_strips = None

    def render_lines(self, crop: Region) -> list[Strip]:
        """What is on the screen, in the size that it has now: it is told of another one only after it was drawn."""
        self._settle()
        return super().render_lines(crop)

    def render_line(self, y: int) -> Strip:
        """One row of the screen."""
        if self._unseen and y == self._view_height - 1:
            return self._words(f" ↓ {self._unseen} new: end or click ", "line-new")
        row = y + self.scroll_offset.y
        index = self._line_at(row)
        if index >= min(self.count, len(self._measure)):
            if 0 <= (below := row - self._start(self.count)) < self._tail_height:
                return self._drawn_tail()[below]
            return self._words(f"    {self._empty}" if not self.count and y == 1 else "", "line-quiet")
        return self._row(index, row - self._start(index))

    def _words(self, words: str, style: str) -> Strip:
        width = self.scrollable_content_region.width
        drawn = self.ground + self.tone(style)
        return Strip([Segment(words, drawn)]).adjust_cell_length(width, drawn)

    def _row(self, index: int, row: int) -> Strip:
        """One row of a line."""
        drawn = self._strips.get(index)
        if drawn is None:
            ground = self.ground
            drawn = self._strips[index] = [
                strip.apply_style(ground).adjust_cell_length(self._width, ground) for strip in self._draw(self.lines[index])
            ]
        return drawn[row]

    def _drawn_tail(self) -> list[Strip]:
        if self._tail_strips is None:
            ground = self.ground
            drawn = (strip for line in self._tail for strip in self._draw(line))
            self._tail_strips = [strip.apply_style(ground).adjust_cell_length(self._width, ground) for strip in drawn]
        return self._tail_strips

    def _draw(self, line: Line) -> Iterable[Strip]:
        return strips(line, self._width, self.tone)
