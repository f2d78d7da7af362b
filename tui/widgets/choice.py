"""Numbered or lettered choices: a key, the arrows or the mouse choose; what cannot be undone is asked again in the same place."""

from __future__ import annotations

from bisect import bisect_right
from itertools import accumulate
from typing import ClassVar

from rich.cells import cell_len, set_cell_size
from rich.segment import Segment
from textual import events
from textual.strip import Strip

from woozle.arena.views.panels import Choice, Question
from woozle.core.line import Line
from woozle.core.text import visible_line
from woozle.tui.keys import bindings, key
from woozle.tui.messages import Doubted, Picked
from woozle.tui.styles.themes import SEATS
from woozle.tui.widgets.key_names import number_key
from woozle.tui.widgets.lockout import lockout_of
from woozle.tui.widgets.row_widgets import RowWidget
from woozle.tui.widgets.text_layout import clip

_LEAST = 26  # cells of a choice that may be cut so that all can be seen
_SPACIOUS = 30  # cells of a choice where there is room for it
_GAP = 2


class Choices(RowWidget, can_focus=True):
    """The choices of a Question, in as many columns as fit. Posts Picked, and Doubted while a final choice waits."""

    BINDINGS = bindings(
        key("choices.up", "up,k", "step(0, -1)", "Up", hidden=True),
        key("choices.down", "down,j", "step(0, 1)", "Down", hidden=True),
        key("choices.left", "left,h", "step(-1, 0)", "Left", hidden=True),
        key("choices.right", "right,l", "step(1, 0)", "Right", hidden=True),
        key("choices.take", "enter", "take", "Choose", hidden=True),
    )
    ABOUT: ClassVar[tuple[Line, ...]] = (
        Line("What you can do", "heading"),
        Line("Press the key of a choice, or click it, or go there with {choices.up} {choices.down} and press {choices.take}."),
        Line("What cannot be undone is asked once more: the same key or {choices.take} again does it, {table.back} does not."),
    )
    COMPONENT_CLASSES: ClassVar[set[str]] = {
        *("choice-key", "choice-text", "choice-hint", "choice-at", "choice-sure"),
        *(f"seat-{n}" for n in range(1, SEATS + 1)),
    }
    ALLOW_SELECT = False

    def __init__(self, *, id: str | None = None) -> None:
        super().__init__(id=id)
        self.choices: tuple[Choice, ...] = ()
        self.doubted: Choice | None = None
        self.follows_reading = False
        """Whether the question came while there was time to read, which the key to the right skips: at first it does not move."""
        self._at: int | None = 0
        self._top = 0

    def show(self, question: Question | None, *, has_cursor: bool = True) -> None:
        """Offer these from now on. has_cursor: on the first one; else the cursor comes with the first arrow."""
        self.choices = question.choices if question else ()
        self.doubted, self._at, self._top = None, 0 if has_cursor else None, 0
        self.follows_reading = False
        self.refresh()

    def choose(self, choice: Choice) -> None:
        """Take a choice, or, if it is final, ask once more. Either way what is asked next is not asked yet, and takes no input."""
        lockout = lockout_of(self)
        if lockout.is_on:
            return
        lockout.begin()
        self._at = self.choices.index(choice)
        if choice.is_final and choice != self.doubted:
            self.doubted = choice
            self.post_message(Doubted(choice))
        else:
            self.doubted = None
            self.post_message(Picked(choice))
        self._scroll()

    def choose_key(self, key: str) -> bool:
        """Take the choice of a number or letter; whether there is one. The number of a letter is its place: 1 is A."""
        places = {str(place): choice for place, choice in enumerate(self.choices, 1) if choice.key.isalpha()}
        choice = (places | {choice.key: choice for choice in self.choices if choice.key}).get(key)
        if choice:
            self.choose(choice)
        return choice is not None

    def cancel(self) -> bool:
        """Do not take the final choice after all; whether there was one to cancel."""
        was = self.doubted is not None
        self.doubted = None
        if was:
            self.post_message(Doubted(None))
            self.refresh()
        return was

    @property
    def columns(self) -> int:
        """Return the number of choices side by side."""
        wanted = max(1, -(-len(self.choices) // max(1, self.content_size.height)))
        width = self.content_size.width
        return next(
            (many for many in range(wanted, 1, -1) if many <= width // _LEAST or sum(self._natural_widths(many)) <= width), 1
        )

    @property
    def rows(self) -> int:
        return -(-len(self.choices) // self.columns)

    def action_step(self, across: int, down: int) -> None:
        if not self.choices:
            return
        if across > 0 and self.follows_reading and lockout_of(self).is_recent:
            return  # it was pressed to read on
        self.cancel()
        if across and self._at is not None and not 0 <= self._at // self.rows + across < self.columns:
            return  # the key that reads on is → too: pressed once too often, it picks nothing
        step = 0 if self._at is None else self._at + across * self.rows + down
        self._at = max(0, min(len(self.choices) - 1, step))
        self._scroll()

    def action_take(self) -> None:
        if self.choices and self._at is not None:
            self.choose(self.choices[self._at])

    def on_click(self, event: events.Click) -> None:
        offset = event.get_content_offset(self)
        if offset and (index := self._index(offset.x, offset.y)) is not None:
            self.choose(self.choices[index])

    def on_mouse_scroll_down(self) -> None:
        self._top = min(self._top + 1, max(0, self.rows - self.content_size.height))
        self.refresh()

    def on_mouse_scroll_up(self) -> None:
        self._top = max(0, self._top - 1)
        self.refresh()

    def _scroll(self) -> None:
        row = (self._at or 0) % self.rows
        self._top = min(row, max(self._top, row - max(1, self.content_size.height) + 1))
        self.refresh()

    def _index(self, x: int, y: int) -> int | None:
        ends = [*accumulate(self.widths)]
        column = min(bisect_right(ends, x), len(ends) - 1)
        row = y + self._top
        index = column * self.rows + row
        return index if row < self.rows and index < len(self.choices) else None

    @property
    def widths(self) -> list[int]:
        """Return the width of each column: as wide as its choices if there is room for all of them, else the widest are cut."""
        wanted, width = self._natural_widths(self.columns), self.content_size.width
        if sum(spacious := [max(each, _SPACIOUS) for each in wanted]) <= width:
            return spacious
        cut = ([min(each, most) for each in wanted] for most in range(width, 0, -1))
        return next((widths for widths in cut if sum(widths) <= width), wanted)

    def _natural_widths(self, columns: int) -> list[int]:
        """Return the preferred width of a number of columns."""
        lengths = [self._length(choice) + _GAP for choice in self.choices]
        rows = max(1, -(-len(lengths) // columns))
        return [max(lengths[start : start + rows]) for start in range(0, len(lengths), rows)]

    def render_line(self, y: int) -> Strip:
        width = self.content_size.width
        cells: list[Segment] = []
        for column, room in enumerate(self.widths):
            index = column * self.rows + y + self._top
            if y + self._top < self.rows and index < len(self.choices):
                cells += self._cell(index, room)
        strip = Strip(Segment.apply_style(cells, self.ground)).adjust_cell_length(width, self.ground)
        if y == self.content_size.height - 1 and y + self._top + 1 < self.rows:
            more = Segment("▾ more", self.get_component_rich_style("choice-hint"))
            return Strip.join([strip.crop(0, width - more.cell_length), Strip([more])])
        return strip

    def _cell(self, index: int, width: int) -> list[Segment]:
        choice = self.choices[index]
        is_at = self.has_focus and index == self._at
        if choice == self.doubted:
            words, sure = f"▸{self._key(choice) or ' '} {visible_line(choice.text)}?", self.get_component_rich_style("choice-sure")
            return [Segment(set_cell_size(words, width - 1), sure), Segment(" ")]
        text_style = self.tone(f"seat-{choice.who}" if 1 <= choice.who <= SEATS else "choice-text")
        if is_at:
            text_style += self.tone("choice-at")
        text, hint = visible_line(choice.text), visible_line(choice.hint)
        key = f"{self._key(choice) or '·'} "
        room = width - 2 - _GAP - len(key)
        if cell_len(text) + cell_len(hint) > room and cell_len(hint) > cell_len(text):  # what is longer is cut
            hint = clip(hint, max(1, room - cell_len(text)))
        text = clip(text, max(1, room - cell_len(hint)))
        rest = max(0, width - 1 - len(key) - cell_len(text) - (cell_len(hint) + 1 if hint else 0))
        return [
            Segment("▸" if is_at else " ", self.tone("choice-key")),
            Segment(key, self.tone("choice-key")),
            Segment(text, text_style),
            Segment(f" {hint}" if hint else "", self.tone("choice-hint")),
            Segment(" " * rest),
        ]

    def _key(self, choice: Choice) -> str:
        return number_key(self, choice.key)

    def _length(self, choice: Choice) -> int:
        return cell_len(choice.text) + cell_len(choice.hint) + 4 + max(1, len(self._key(choice)))
