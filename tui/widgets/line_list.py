"""A list of lines that only grows, drawn row by row, so that ten thousand lines cost as little as ten."""

from __future__ import annotations

import re
from bisect import bisect_left, bisect_right
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import lru_cache
from itertools import accumulate, repeat
from typing import ClassVar, NamedTuple

from rich.cells import cell_len
from rich.segment import Segment
from rich.style import Style
from textual.cache import LRUCache
from textual.geometry import Region, Size
from textual.scroll_view import ScrollView
from textual.strip import Strip

from woozle.core.line import Line, Tag
from woozle.core.text import visible, visible_line
from woozle.tui.styles.themes import SEATS
from woozle.tui.widgets.row_widgets import Tones
from woozle.tui.widgets.text_layout import wrap

Span = tuple[int, int]
"""Start and end of a piece of text, in characters."""


class Finding:
    """A search for a text in lines, ignoring case. An empty text is found nowhere.

    A line counts once, however often it contains the text, so that every step to the next hit shows something new.
    """

    def __init__(self, text: str = "") -> None:
        self.text = visible_line(text)
        self.hits: list[int] = []
        self._pattern = re.compile(re.escape(self.text), re.IGNORECASE) if self.text else None

    def look(self, lines: Sequence[Line], start: int) -> None:
        """Search more lines. start: the number of the first."""
        if self._pattern:
            search = self._pattern.search
            self.hits += [
                index
                for index, line in enumerate(lines, start)
                if search(visible(line.text)) or (line.label and search(visible_line(line.label)))
            ]

    def count(self, until: int) -> int:
        """Return how many of the first `until` lines contain the text."""
        return bisect_left(self.hits, until)

    def which(self, at: int, step: int, until: int) -> int:
        """Return the index of the next hit after a line or, with a negative step, before it; after the last comes the first."""
        place = bisect_right(self.hits, at) if step > 0 else bisect_left(self.hits, at) - 1
        return place % self.count(until) if place < self.count(until) else 0

    def spans(self, text: str, rows: Sequence[str]) -> Iterator[list[Span]]:
        """Yield the spans of the hits on each row. The rows are consecutive parts of the wrapped text."""
        hits = [match.span() for match in self._pattern.finditer(text)] if self._pattern else []
        end = 0
        for row in rows:
            start = text.find(row, end)
            end = start + len(row)
            yield [(max(first, start) - start, min(last, end) - start) for first, last in hits if first < end and last > start]


MARGIN = 4
_CURSOR = MARGIN - 1  # the column of the margin without marks
_HANGING = 2  # cells; the indent of a tag's further rows


class Row(NamedTuple):
    """A row of a line. is_label: whether it names the speaker or is a section's title. tag: the tag that it belongs to, and how
    many of its characters are the tag's mark.
    """

    margin: str
    text: str
    is_label: bool = False
    tag: Tag | None = None
    marked: int = 0


def rows(line: Line, width: int) -> list[Row]:
    """Return the rows of one line."""
    if line.tone == "heading":
        return [Row("", ""), Row("─── ", visible_line(line.text), is_label=True)]
    width -= MARGIN
    body = wrap(visible(line.text), width)
    tagged = [row for tag in line.tags for row in _tag_rows(tag, width)]
    if line.label:
        label = Row("    ", wrap(visible_line(line.label), width)[0], is_label=True)
        return [label, *(Row("   ▎", text) for text in body), *tagged]
    mark = visible_line(line.mark)
    mark = mark if len(mark) <= _CURSOR else f"…{mark[-2:]}"
    return [Row(f"{mark:>3} ", body[0]), *(Row("    ", text) for text in body[1:]), *tagged]


@lru_cache(1024)
def _tag_rows(tag: Tag, width: int) -> tuple[Row, ...]:
    first, *more = wrap(visible_line(f"{tag.mark}  {tag.text}"), width - _HANGING)
    return (Row("    ", first, tag=tag, marked=len(tag.mark)), *(Row(" " * (MARGIN + _HANGING), text, tag=tag) for text in more))


def height(line: Line, width: int) -> int:
    """Return how many rows a line takes. Most take one, and many are equal, so few need to be laid out to find out."""
    if line.tone == "heading":
        return 2
    width -= MARGIN
    text = line.text
    fits = len(text) <= width and text.isascii() and text.isprintable()
    body = 1 if fits else _wrapped_height(text, width)
    return body + bool(line.label) + sum(len(_tag_rows(tag, width)) for tag in line.tags)


@lru_cache(4096)
def _wrapped_height(text: str, width: int) -> int:
    return len(wrap(visible(text), width))


def strips(line: Line, width: int, style: Callable[[str], Style], finding: Finding | None = None) -> Iterator[Strip]:
    """Yield the rows of one line, drawn. style: returns that of a component class; finding: the search to highlight."""
    tone = style(f"line-{line.tone}")
    seat = style(f"seat-{line.who}") if 1 <= line.who <= SEATS else tone
    quiet, hit = style("line-mark"), style("line-hit")
    laid_out = rows(line, width)
    for row, spans in zip(laid_out, _spans(line, laid_out, finding), strict=True):
        if line.tone == "heading":
            rule = "─" * max(0, width - cell_len(row.text) - MARGIN - 1) if row.text else ""
            parts = [Segment(row.margin, quiet), *_mark_margin(row.text, tone, spans, hit), Segment(f" {rule}", quiet)]
        elif row.tag:
            mark, words = row.text[: row.marked], row.text[row.marked :]
            parts = [Segment(row.margin), Segment(mark, style(f"line-{row.tag.tone}") + Style(bold=True)), Segment(words, quiet)]
        elif row.is_label:
            parts = [Segment(row.margin), *_mark_margin(row.text, seat + Style(bold=True), spans, hit)]
        else:
            edge = seat if line.label else style("line-bad") if "†" in row.margin else quiet
            parts = [Segment(row.margin, edge), *_mark_margin(row.text, tone, spans, hit)]
        yield Strip(parts)


def _spans(line: Line, laid_out: Sequence[Row], finding: Finding | None) -> Iterator[Sequence[Span]]:
    if finding is None or not finding.text:
        yield from repeat((), len(laid_out))
        return
    labels = [row.text for row in laid_out if row.is_label]
    if line.tone == "heading":
        yield ()
        yield from finding.spans(visible_line(line.text), labels)
        return
    yield from finding.spans(visible_line(line.label), labels)
    yield from finding.spans(visible(line.text), [row.text for row in laid_out if not row.is_label and row.tag is None])
    yield from repeat((), sum(row.tag is not None for row in laid_out))


def _mark_margin(text: str, style: Style, spans: Sequence[Span], hit: Style) -> Iterator[Segment]:
    done = 0
    for start, end in spans:
        yield Segment(text[done:start], style)
        yield Segment(text[start:end], style + hit)
        done = end
    yield Segment(text[done:], style)


def with_cursor(strip: Strip, has_glyph: bool, style: Style) -> Strip:
    """Return a row of the line at the cursor: with another background, and a glyph beside its first words."""
    parts = [strip]
    if has_glyph:
        parts = [strip.crop(0, _CURSOR), Strip([Segment("▸", style + Style(bold=True))]), strip.crop(MARGIN, strip.cell_length)]
    background = Style(bgcolor=style.bgcolor)
    return Strip([*Segment.apply_style(Strip.join(parts), None, background)], strip.cell_length)


_KEPT = 8  # lists of heights: those of a few viewers, each in the two widths with and without a panel


class Measure:
    """The position of each line of a list, in rows at the current width.

    The list is passed whole each time, and may have grown. Measurements are kept by width and by owner, so that nothing is measured
    again when an owner's lines come back after those of others.
    """

    def __init__(self) -> None:
        self.width = 0
        self._ends: list[int] = []
        self._of: str | None = None  # None: lines without an owner
        self._heights: LRUCache[tuple[str | None, int], list[int]] = LRUCache(_KEPT)
        self._shows: Callable[[Line], bool] | None = None

    def shows(self, line: Line) -> bool:
        """Return whether a line is shown at all; a hidden one takes no rows."""
        return self._shows is None or self._shows(line)

    def show_only(self, shows: Callable[[Line], bool] | None) -> None:
        """Show only lines for which `shows` is true from now on; all for None. They have to be measured again."""
        self._shows = shows
        self._heights.clear()
        self._ends = []

    def __len__(self) -> int:
        return len(self._ends)

    def begin(self, of: str = "") -> None:
        """Measure other lines from now on. of: their owner, if that owner's lines only ever grow."""
        for whose, width in [*self._heights.keys()]:
            if whose is None:
                self._heights.discard((whose, width))
        self._of = of or None
        self._ends = []

    def fit(self, lines: Sequence[Line], width: int) -> None:
        """Measure all lines for a width."""
        self.width = width
        self._ends = []
        self.grow(lines)

    def grow(self, lines: Sequence[Line]) -> None:
        if not self.width:
            return
        heights = self._heights_in(self.width)
        heights += (self._height(line, self.width) for line in lines[len(heights) :])
        new = accumulate(heights[len(self._ends) : len(lines)], initial=self.start(len(self._ends)))
        next(new)
        self._ends += new

    def amend(self, lines: Sequence[Line], changed: Iterable[int]) -> None:
        """Measure changed lines again."""
        if self._of is not None:
            of, self._of = self._of, None
            for width in self._widths(of):
                self._heights[None, width] = [*self._heights_of(of, width)]
        changed = [*changed]
        for width in self._widths(None):
            heights = self._heights_in(width)
            for index in changed:
                if index < len(heights):
                    heights[index] = self._height(lines[index], width)
        self._ends = []
        self.grow(lines)

    def _height(self, line: Line, width: int) -> int:
        return height(line, width) if self.shows(line) else 0

    def start(self, index: int) -> int:
        """Return the first row of a line; past the last line, the row after all rows."""
        return self._ends[min(index, len(self._ends)) - 1] if index and self._ends else 0

    def line_at(self, row: int) -> int:
        """Return the line at a row; one past the last line if it has none."""
        return bisect_right(self._ends, row)

    def _widths(self, of: str | None) -> list[int]:
        return [width for whose, width in [*self._heights.keys()] if whose == of]

    def _heights_in(self, width: int) -> list[int]:
        return self._heights_of(self._of, width)

    def _heights_of(self, of: str | None, width: int) -> list[int]:
        if (known := self._heights.get((of, width))) is None:
            known = self._heights[of, width] = []
        return known


_TONES = ("plain", "quiet", "you", "good", "bad", "notice", "heading", "speech", "private", "mark", "new", "hit", "at")


class LineList(ScrollView):
    """A widget that shows lines as they come. It follows the end while the reader is there; otherwise it tells how many are new.

    follows: False for a page that is read from the top.
    """

    COMPONENT_CLASSES: ClassVar[set[str]] = {*(f"line-{tone}" for tone in _TONES), *(f"seat-{n}" for n in range(1, SEATS + 1))}
    ALLOW_SELECT = False

    def __init__(self, *, id: str | None = None, empty: str = "", follows: bool = True) -> None:
        super().__init__(id=id)
        self.lines: list[Line] = []
        self.tone = Tones(self)
        self._is_page = not follows
        self._at_end = follows
        self._empty = empty
        self._until: int | None = None
        self._measure = Measure()
        self._unseen = 0
        self._tail: list[Line] = []
        self._tail_strips: list[Strip] | None = None
        self._strips: LRUCache[int, list[Strip]] = LRUCache(512)

    # Content

    @property
    def count(self) -> int:
        """Return the number of lines shown."""
        return len(self.lines) if self._until is None else min(self._until, len(self.lines))

    def show(self, lines: Sequence[Line]) -> None:
        before = self.count
        self.lines += lines
        self._measure.grow(self.lines)
        self._adjust(before)

    def reset(self, lines: Sequence[Line], of: str = "") -> None:
        """Show other lines instead. of: their owner, if that owner's lines only ever grow and are shown repeatedly."""
        self.lines, self._until, self._unseen = [], None, 0
        self._measure.begin(of)
        self._strips.clear()
        self.refresh()
        self.show(lines)

    def amend(self, lines: Mapping[int, Line]) -> None:
        """Replace lines in their places. The reader's position stays the same."""
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

    def show_only(self, shows: Callable[[Line], bool] | None) -> None:
        """Show only lines for which `shows` is true; all for None. The others keep their places, and take no rows."""
        top = self._line_at(self.scroll_offset.y)
        self._measure.show_only(shows)
        self._measure.grow(self.lines)
        self._fit()
        self._unseen = 0
        if self._at_end:
            self._follow()
        else:
            self.scroll_to(y=self._start(top), animate=False, force=True, immediate=True)
        self.refresh()

    def is_shown(self, index: int) -> bool:
        """Return whether a line takes any rows."""
        return self._measure.shows(self.lines[index])

    def show_until(self, count: int | None) -> None:
        """Show only the first `count` lines; all for None."""
        before = self.count
        self._until = count
        self._adjust(before)

    def append_for_now(self, lines: Sequence[Line]) -> None:
        """Show provisional lines below the last one, until the next call: they are still being written, and do not count yet."""
        tail = [*lines]
        if tail == self._tail:
            return
        self._tail, self._tail_strips = tail, None
        self._fit()
        if self._at_end:
            self._follow()
        self.refresh()

    def follow(self) -> None:
        """Go to the end, and stay there as lines come."""
        self._at_end, self._unseen = not self._is_page, 0
        self._follow()
        self.refresh()

    def turn(self, pages: int) -> None:
        """Scroll up or down by a page, less one line that stays."""
        self.scroll_relative(y=pages * max(1, self._view_height - 1), animate=False)

    def _adjust(self, before: int) -> None:
        """Adjust to a larger or smaller number of lines."""
        self._fit()
        if self.count == before:
            return
        if self._at_end:
            self._follow()
        elif not self._is_page and self.max_scroll_y:
            shown = sum(self.is_shown(index) for index in range(before, self.count))
            self._unseen = max(0, self._unseen + (shown if self.count > before else self.count - before))
        self.refresh()

    def _follow(self) -> None:
        self.scroll_to(y=self.max_scroll_y, animate=False, force=True)  # scroll_end would wait for one more frame

    def watch_scroll_y(self, old_value: float, new_value: float) -> None:
        super().watch_scroll_y(old_value, new_value)
        if self.size.height:  # a hidden list has no position
            self._note_scroll()

    def watch_show_vertical_scrollbar(self, is_shown: bool) -> None:
        """Tell a scrollbar that has just appeared where the reader is."""
        if is_shown:
            self.vertical_scrollbar.position = self.scroll_y

    def _note_scroll(self) -> None:
        is_end = self.is_vertical_scroll_end
        self._at_end = is_end and not self._is_page
        if is_end:
            self._unseen = 0

    # Position

    def _fit(self) -> None:
        size = Size(self._width, self._start(self.count) + self._tail_height)
        if self.styles.overflow_y != "scroll" or not self.show_vertical_scrollbar:
            self.virtual_size = size
            return
        # If there is a scrollbar in any case, nothing has to be laid out again, and everything is drawn in one frame.
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
        """Return the first and the last line in view."""
        top = self.scroll_offset.y
        return self._line_at(top), min(self._line_at(top + self._view_height - 1), self.count - 1)

    def on_resize(self) -> None:
        """Wrap again for another width, with the same line at the top."""
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

    # Drawing

    def notify_style_update(self) -> None:
        super().notify_style_update()
        self.tone.forget()
        self._strips.clear()
        self._tail_strips = None

    def render_lines(self, crop: Region) -> list[Strip]:
        """Draw in the widget's present size, since a resize is announced only after drawing."""
        self._settle()
        self.tone.begin_frame()
        return super().render_lines(crop)

    def render_line(self, y: int) -> Strip:
        if self._unseen and y == self._view_height - 1:
            return self._words(f" ↓ {self._unseen} new: page down or click ", "line-new")
        row = y + self.scroll_offset.y
        index = self._line_at(row)
        if index >= min(self.count, len(self._measure)):
            if 0 <= (below := row - self._start(self.count)) < self._tail_height:
                return self._drawn_tail()[below]
            return self._words(f"    {self._empty}" if not self.count and y == 1 else "", "line-quiet")
        return self._row(index, row - self._start(index))

    def _words(self, words: str, style: str) -> Strip:
        width = self.scrollable_content_region.width
        drawn = self.tone.ground + self.tone(style)
        return Strip([Segment(words, drawn)]).adjust_cell_length(width, drawn)

    def _row(self, index: int, row: int) -> Strip:
        drawn = self._strips.get(index)
        if drawn is None:
            ground = self.tone.ground
            drawn = self._strips[index] = [
                strip.apply_style(ground).adjust_cell_length(self._width, ground) for strip in self._draw(self.lines[index])
            ]
        return drawn[row]

    def _drawn_tail(self) -> list[Strip]:
        if self._tail_strips is None:
            ground = self.tone.ground
            drawn = (strip for line in self._tail for strip in self._draw(line))
            self._tail_strips = [strip.apply_style(ground).adjust_cell_length(self._width, ground) for strip in drawn]
        return self._tail_strips

    def _draw(self, line: Line) -> Iterable[Strip]:
        return strips(line, self._width, self.tone)
