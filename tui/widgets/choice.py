"""Numbered choices: a number, the arrows or the mouse choose; what cannot be undone is asked once more in the same place."""

from __future__ import annotations

from typing import ClassVar

from rich.cells import cell_len, set_cell_size
from rich.segment import Segment
from textual import events
from textual.strip import Strip
from textual.widget import Widget

from woozle.core.text import visible_line
from woozle.tui import keys
from woozle.tui.messages.gestures import Doubted, Picked
from woozle.tui.present.views import Choice, Line, Question
from woozle.tui.styles.themes import SEATS

_LEAST = 26  # columns of a choice that may be cut so that all can be seen


class Choices(Widget, can_focus=True):
    """The choices of a Question, in as many columns as fit. Posts Picked, and Doubted while a final choice waits."""

    BINDINGS = keys.CHOICES
    ABOUT: ClassVar[tuple[Line, ...]] = (
        Line("What you can do", "heading"),
        Line("Press the number of a choice, or click it, or go there with the arrows and press enter."),
        Line("What cannot be undone is asked once more in the same place: the same key or enter again, esc cancels."),
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
        self._at = 0
        self._top = 0

    def show(self, question: Question | None) -> None:
        """Offer these from now on."""
        self.choices = question.choices if question else ()
        self.doubted, self._at, self._top = None, 0, 0
        self.refresh()

    def choose(self, choice: Choice) -> None:
        """Take a choice, or, if it is final, ask once more."""
        self._at = self.choices.index(choice)
        if choice.is_final and choice != self.doubted:
            self.doubted = choice
            self.post_message(Doubted(choice))
        else:
            self.doubted = None
            self.post_message(Picked(choice))
        self._scroll()

    def choose_key(self, key: str) -> bool:
        """Take the choice of a number; whether there is one."""
        choice = next((choice for choice in self.choices if choice.key == key), None)
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
        """How many choices stand side by side."""
        wanted = max(1, -(-len(self.choices) // max(1, self.content_size.height)))
        longest = max((_length(choice) for choice in self.choices), default=1)
        width = self.content_size.width
        return max(1, min(wanted, max(width // (longest + 2), width // _LEAST)))

    @property
    def rows(self) -> int:
        """How many choices stand one below the other."""
        return -(-len(self.choices) // self.columns)

    def action_step(self, across: int, down: int) -> None:
        """Move the cursor by columns and rows."""
        if not self.choices:
            return
        self.cancel()
        self._at = max(0, min(len(self.choices) - 1, self._at + across * self.rows + down))
        self._scroll()

    def action_take(self) -> None:
        """Take the choice at the cursor."""
        if self.choices:
            self.choose(self.choices[self._at])

    def on_click(self, event: events.Click) -> None:
        """Take the choice under the mouse."""
        offset = event.get_content_offset(self)
        if offset and (index := self._index(offset.x, offset.y)) is not None:
            self.choose(self.choices[index])

    def on_mouse_scroll_down(self) -> None:
        """Show further choices."""
        self._top = min(self._top + 1, max(0, self.rows - self.content_size.height))
        self.refresh()

    def on_mouse_scroll_up(self) -> None:
        """Show earlier choices."""
        self._top = max(0, self._top - 1)
        self.refresh()

    def _scroll(self) -> None:
        row = self._at % self.rows
        self._top = min(row, max(self._top, row - max(1, self.content_size.height) + 1))
        self.refresh()

    def _index(self, x: int, y: int) -> int | None:
        column = min(x // self._column_width, self.columns - 1)
        row = y + self._top
        index = column * self.rows + row
        return index if row < self.rows and index < len(self.choices) else None

    @property
    def _column_width(self) -> int:
        longest = max((_length(choice) for choice in self.choices), default=1) + 2
        return max(1, min(self.content_size.width // self.columns, max(longest, 30)))

    def render_line(self, y: int) -> Strip:
        """One row of choices."""
        width = self.content_size.width
        cells: list[Segment] = []
        for column in range(self.columns):
            index = column * self.rows + y + self._top
            if y + self._top < self.rows and index < len(self.choices):
                cells += self._cell(index)
        strip = Strip(Segment.apply_style(cells, self.rich_style)).adjust_cell_length(width, self.rich_style)
        if y == self.content_size.height - 1 and y + self._top + 1 < self.rows:
            more = Segment("▾ more", self.get_component_rich_style("choice-hint"))
            return Strip.join([strip.crop(0, width - more.cell_length), Strip([more])])
        return strip

    def _cell(self, index: int) -> list[Segment]:
        choice, width = self.choices[index], self._column_width
        is_at = self.has_focus and index == self._at
        part = self.get_component_rich_style
        if choice == self.doubted:
            return [
                Segment(set_cell_size(f"▸{choice.key or ' '} {visible_line(choice.text)}?", width - 1), part("choice-sure")),
                Segment(" "),
            ]
        text_style = part(f"seat-{choice.who}" if 1 <= choice.who <= SEATS else "choice-text", partial=True)
        if is_at:
            text_style += part("choice-at", partial=True)
        text, hint = visible_line(choice.text), visible_line(choice.hint)
        text = set_cell_size(text, min(cell_len(text), width - 5 - len(hint)))
        rest = max(0, width - 3 - cell_len(text) - (len(hint) + 1 if hint else 0))
        return [
            Segment("▸" if is_at else " ", part("choice-key", partial=True)),
            Segment(f"{choice.key or '·'} ", part("choice-key", partial=True)),
            Segment(text, text_style),
            Segment(f" {hint}" if hint else "", part("choice-hint", partial=True)),
            Segment(" " * rest),
        ]


def _length(choice: Choice) -> int:
    return cell_len(choice.text) + len(choice.hint) + 5
