"""A scale: a number on a line, which stands nowhere until somebody puts it somewhere."""

from __future__ import annotations

from typing import ClassVar

from textual import events
from textual.content import Content

from woozle.arena.views.line import Line
from woozle.arena.views.study import Asked
from woozle.tui import safe, study_keys
from woozle.tui.widgets.answering import Answering

_NO_NUMBER = "–"


class Scale(Answering, can_focus=True):
    """A number on a line. It stands nowhere until somebody puts it somewhere: with digits, the arrows or the mouse."""

    BINDINGS = study_keys.SCALE
    ABOUT: ClassVar[tuple[Line, ...]] = (
        Line("A scale", "heading"),
        Line("Type a number or move with {scale.down} {scale.up}, by ten with {scale.far_down} {scale.far_up}; a click works too."),
        Line("{scale.low} and {scale.high} lead to its ends, {scale.rub_out} takes a digit away."),
        Line("It stands nowhere at first; the first arrow puts it in the middle."),
    )
    ALLOW_SELECT = False

    def __init__(self, asked: Asked) -> None:
        super().__init__()
        self._asked = asked
        self._typed = ""

    def begin(self) -> None:
        """The keys come here."""
        self.focus()

    def show_answer(self) -> None:
        """Draw anew."""
        self.refresh()

    def take_back(self) -> None:
        """Nothing was typed either."""
        self._typed = ""
        super().take_back()

    def choose(self, key: str) -> bool:
        """Type a digit; one that leads too far begins anew."""
        low, high = self._asked.low, self._asked.high
        for text in (self._typed + key, key):
            if int(text) <= high:
                self._typed = text
                break
        else:
            return True
        if int(self._typed) >= low:
            self.put(int(self._typed))
        return True

    def on_key(self, event: events.Key) -> None:
        """Digits, and a minus where there are numbers below zero."""
        if event.key == "minus" and self._asked.low < 0:
            event.stop()
            if isinstance(self.answer, int):
                self._put(-self.answer)

    def action_rub_out(self) -> None:
        """Take the last digit away."""
        self._typed = self._typed[:-1]
        if self._typed and int(self._typed) >= self._asked.low:
            self.put(int(self._typed))
        else:
            self.take_back()

    def action_move(self, by: int) -> None:
        """By some; from nowhere to the middle."""
        low, high = self._asked.low, self._asked.high
        self._put((low + high) // 2 if not isinstance(self.answer, int) else self.answer + by)

    def action_end(self, is_high: bool) -> None:
        """To an end."""
        self._put(self._asked.high if is_high else self._asked.low)

    def on_click(self, event: events.Click) -> None:
        """Where the mouse is."""
        offset = event.get_content_offset(self)
        if offset and offset.y == 1:
            room = max(1, self._room)
            share = min(1.0, max(0.0, (offset.x - 1) / room))
            self._put(self._asked.low + round(share * (self._asked.high - self._asked.low)))

    def _put(self, number: int) -> None:
        self._typed = ""
        self.put(min(self._asked.high, max(self._asked.low, number)))

    @property
    def _room(self) -> int:
        return self.content_size.width - 3

    def get_content_height(self, container: object, viewport: object, width: int) -> int:
        """The number, the line, its ends."""
        return 3

    def render(self) -> Content:
        """The number over the line, and what the ends mean below it."""
        asked, width, room = self._asked, self.content_size.width, max(1, self._room)
        number = self.answer if isinstance(self.answer, int) else None
        at = None if number is None else round(room * (number - asked.low) / (asked.high - asked.low))
        words = _NO_NUMBER if number is None else str(number)
        place = width // 2 if at is None else min(width - len(words), max(0, at + 1 - len(words) // 2))
        track = "─" * (room + 1) if at is None else f"{'─' * at}●{'─' * (room - at)}"
        line = Content.styled(track, "$primary" if self.has_focus else "$line")
        number_row = Content.styled(" " * place + words, "bold $accent")
        return Content("\n").join([number_row, Content.assemble("├", line, "┤"), self._ends(width)])

    def _ends(self, width: int) -> Content:
        """What the ends mean, each as far as there is room."""
        asked, half = self._asked, max(4, (self.content_size.width - 2) // 2)
        ends = ((asked.low, asked.low_label), (asked.high, asked.high_label))
        left, right = (safe.line(f"{end} {label}".strip(), "$quiet").truncate(half, ellipsis=True) for end, label in ends)
        return Content.assemble(left, " " * max(1, width - left.cell_length - right.cell_length), right)
