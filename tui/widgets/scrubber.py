"""The bar of a replay: where it stands, where its parts begin, and what happened on the way."""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar

from rich.cells import cell_len, set_cell_size
from rich.segment import Segment
from rich.style import Style
from textual import events
from textual.strip import Strip

from woozle.arena.views.line import Line
from woozle.arena.views.match_timeline import Mark
from woozle.core.text import visible_line
from woozle.tui.messages import Sought
from woozle.tui.widgets.row_widgets import Drawn

_TONES = ("bar", "past", "at", "phase", "now", "mark", "bad", "aside")


class Scrubber(Drawn):
    """A bar as wide as there is room, and below it, if there is a second row, the names of the parts.

    Posts Sought when it is clicked or dragged. What the mouse is on is said in the last row.
    """

    ABOUT: ClassVar[tuple[Line, ...]] = (
        Line("The bar of the match", "heading"),
        Line("The ● is where you are. Each ┬ begins a part, other signs are moments worth a look."),
        Line("Click anywhere to go there, or drag; the mouse on a sign says what it is."),
    )
    COMPONENT_CLASSES: ClassVar[set[str]] = {f"scrub-{tone}" for tone in _TONES}
    ALLOW_SELECT = False

    def __init__(self, *, id: str | None = None) -> None:
        super().__init__(id=id)
        self.at = 0
        self.total = 0
        self.marks: tuple[Mark, ...] = ()
        self._pointed: int | None = None
        self._is_dragged = False

    def show(self, at: int, total: int, marks: Sequence[Mark]) -> None:
        """Stand after `at` of so many Events."""
        if (at, total, tuple(marks)) != (self.at, self.total, self.marks):
            self.at, self.total, self.marks = at, total, tuple(marks)
            self.refresh()

    # Between columns and Events

    @property
    def _last(self) -> int:
        return max(0, self.content_size.width - 1)

    def column(self, at: int) -> int:
        """Return the column of a position on the bar."""
        return round(max(0, min(at, self.total)) / self.total * self._last) if self.total else 0

    def position(self, column: int) -> int:
        """The position at a column: of the mark that is shown there, if there is one."""
        if mark := self._marks_by_column().get(column):
            return mark.at
        return round(max(0, min(column, self._last)) / self._last * self.total) if self._last else self.total

    def _marks_by_column(self) -> dict[int, Mark]:
        """The mark at each column that has one: what is bad before what begins a part, and that before the rest."""
        ordered = sorted(self.marks, key=lambda mark: (mark.is_bad, mark.is_phase))
        return {self.column(mark.at): mark for mark in ordered}

    def names(self) -> list[tuple[int, str, Mark]]:
        """The names below the bar, as many as there is room for: each with its column and the part that it is of."""
        now, placed = self.now, list[tuple[int, str, Mark]]()
        named = [(*self._place_name(mark), mark) for mark in self.marks if mark.is_phase and self.content_size.width]
        # Whoever ends first leaves most room to the others; but the name of the present part must be there.
        for start, words, mark in sorted(named, key=lambda name: (name[2] != now, name[0] + cell_len(name[1]))):
            if words and all(start + cell_len(words) < other or start > other + cell_len(said) for other, said, _ in placed):
                placed.append((start, words, mark))
        return sorted(placed)

    @property
    def now(self) -> Mark | None:
        return next((mark for mark in reversed(self.marks) if mark.is_phase and mark.at <= self.at), None)

    def _place_name(self, mark: Mark) -> tuple[int, str]:
        words, width = visible_line(mark.words), self.content_size.width
        if cell_len(words) > width:
            words = set_cell_size(words, width - 1) + "…"
        return min(self.column(mark.at), width - cell_len(words)), words

    # The mouse

    def on_mouse_down(self, event: events.MouseDown) -> None:
        if (offset := event.get_content_offset(self)) is not None:
            self._is_dragged = True
            self.capture_mouse()
            self._seek(self._aim(offset.x, offset.y))

    def on_mouse_move(self, event: events.MouseMove) -> None:
        x = event.x - self.content_region.x + self.region.x
        self._point(max(0, min(x, self._last)))
        if self._is_dragged:
            self._seek(self.position(x))

    def on_mouse_up(self) -> None:
        self._is_dragged = False
        self.release_mouse()

    def on_leave(self) -> None:
        self._point(None)

    def _aim(self, x: int, y: int) -> int:
        named = (mark.at for start, words, mark in self.names() if y == 1 and start <= x < start + cell_len(words))
        return self.position(x) if self._aside() else next(named, self.position(x))

    def _seek(self, at: int) -> None:
        if at != self.at:
            self.post_message(Sought(at))

    def _point(self, column: int | None) -> None:
        if column != self._pointed:
            self._pointed = column
            self.refresh()

    def _aside(self) -> str | None:
        """Return the words on the place under the mouse."""
        mark = self._marks_by_column().get(self._pointed) if self._pointed is not None else None
        return f"{mark.glyph} {mark.words}" if mark else None

    # Drawing

    def render_line(self, y: int) -> Strip:
        is_last = y == self.content_size.height - 1
        width = self.content_size.width
        aside = self._aside() if is_last else None
        strip = self._bar() if y == 0 else self._names() if y == 1 else Strip([])
        strip = strip.adjust_cell_length(width, self.ground)
        if aside is None or self._pointed is None:
            return strip
        words = set_cell_size(f" {visible_line(aside)} ", min(width, cell_len(visible_line(aside)) + 2))
        start = min(self._pointed, width - cell_len(words))
        return Strip.join(
            [strip.crop(0, start), Strip([Segment(words, self._style("aside"))]), strip.crop(start + cell_len(words), width)]
        )

    def _bar(self) -> Strip:
        here, last = self.column(self.at), self._last
        styles = {tone: self._style(tone) for tone in _TONES}
        cells = [
            Segment("├" if not column else "┤" if column == last else "─", styles["past" if column < here else "bar"])
            for column in range(last + 1)
        ]
        for column, mark in self._marks_by_column().items():
            glyph = "┬" if mark.is_phase and not mark.is_bad else set_cell_size(visible_line(mark.glyph)[:1] or "•", 1)
            cells[column] = Segment(glyph, styles["bad" if mark.is_bad else "phase" if mark.is_phase else "mark"])
        cells[here] = Segment("●", styles["at"])
        return Strip(cells)

    def _names(self) -> Strip:
        parts: list[Segment] = []
        end = 0
        for start, words, mark in self.names():
            parts += [
                Segment(" " * (start - end), self.ground),
                Segment(words, self._style("now" if mark == self.now else "phase")),
            ]
            end = start + cell_len(words)
        return Strip(parts)

    def _style(self, tone: str) -> Style:
        return self.ground + self.tone(f"scrub-{tone}")
