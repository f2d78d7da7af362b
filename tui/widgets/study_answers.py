"""Widgets to answer the questions of a study: rows to choose from, a scale, a number, or a few words."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import ClassVar

from textual import events, on
from textual.app import ComposeResult
from textual.content import Content
from textual.message import Message
from textual.widget import Widget
from textual.widgets import Input, OptionList, Static
from textual.widgets.option_list import Option

from woozle.arena.views.study import UNSAID, Asked, Given
from woozle.core.line import Line
from woozle.core.text import visible_line
from woozle.tui import safe
from woozle.tui.keys import bindings, key
from woozle.tui.widgets.text_boxes import TypedLine
from woozle.tui.widgets.text_layout import hang


class Answering(Widget):
    """A widget that takes an answer. has_answer: whether there is one; answer: it, None for `prefer not to say`.

    Posts Changed as soon as there is one, or no longer; Taken where the person wants to go on.
    """

    has_answer = False
    answer: Given = None

    @dataclass
    class Changed(Message):
        """There is an answer now, another one, or none."""

        of: Answering

    @dataclass
    class Taken(Message):
        """The person wants to go on."""

        of: Answering

    def put(self, answer: Given) -> None:
        """Take this for the answer."""
        self.has_answer, self.answer = True, answer
        self.show_answer()
        self.post_message(self.Changed(self))

    def take_back(self) -> None:
        """Take the answer back."""
        self.has_answer, self.answer = False, None
        self.show_answer()
        self.post_message(self.Changed(self))

    def show_answer(self) -> None:
        """Draw the current answer."""

    def choose(self, key: str) -> bool:
        """Take what has this number; whether there is something."""
        return False

    def begin(self) -> None:
        """Let the keys come here."""


_NO_NUMBER = "–"


class Scale(Answering, can_focus=True):
    """A number on a line. It has no position until the participant sets one: with digits, the arrows or the mouse."""

    BINDINGS = bindings(
        key("scale.up", "right,l,up,k", "move(1)", "More", hidden=True),
        key("scale.down", "left,h,down,j", "move(-1)", "Less", hidden=True),
        key("scale.far_up", "shift+right,pageup", "move(10)", "Much more", hidden=True),
        key("scale.far_down", "shift+left,pagedown", "move(-10)", "Much less", hidden=True),
        key("scale.low", "home", "end(False)", "To the left end", hidden=True),
        key("scale.high", "end", "end(True)", "To the right end", hidden=True),
        key("scale.rub_out", "backspace", "rub_out", "Rub out a digit", hidden=True),
    )
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
        self.focus()

    def show_answer(self) -> None:
        self.refresh()

    def take_back(self) -> None:
        """Take the answer back."""
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
        if event.key == "minus" and self._asked.low < 0:
            event.stop()
            if isinstance(self.answer, int):
                self._put(-self.answer)

    def action_rub_out(self) -> None:
        self._typed = self._typed[:-1]
        if self._typed and int(self._typed) >= self._asked.low:
            self.put(int(self._typed))
        else:
            self.take_back()

    def action_move(self, by: int) -> None:
        """Move by some; with no value yet, start in the middle."""
        low, high = self._asked.low, self._asked.high
        self._put((low + high) // 2 if not isinstance(self.answer, int) else self.answer + by)

    def action_end(self, is_high: bool) -> None:
        self._put(self._asked.high if is_high else self._asked.low)

    def on_click(self, event: events.Click) -> None:
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
        return 3

    def render(self) -> Content:
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
        """Return the meanings of the ends, cut to the room available."""
        asked, half = self._asked, max(4, (self.content_size.width - 2) // 2)
        ends = ((asked.low, asked.low_label), (asked.high, asked.high_label))
        left, right = (safe.line(f"{end} {label}".strip(), "$quiet").truncate(half, ellipsis=True) for end, label in ends)
        return Content.assemble(left, " " * max(1, width - left.cell_length - right.cell_length), right)


LONGEST = 600  # characters of an answer in words
_KEYS = "1234567890"
_ROW = 4  # cells before the words of an option


class Rows(OptionList):
    """The options of a choice. Enter takes the one at the cursor, and goes on if it was taken already."""

    BINDINGS = bindings(
        key("rows.take", "enter", "take", "Choose, and continue", hidden=True),
        key("rows.up", "up,k", "cursor_up", "Up", hidden=True),
        key("rows.down", "down,j", "cursor_down", "Down", hidden=True),
    )
    ABOUT: ClassVar[tuple[Line, ...]] = (
        Line("Answers to choose from", "heading"),
        Line("The number of an answer takes it, so does a click, or {rows.take} at the cursor; {rows.take} again goes on."),
    )

    @dataclass
    class Entered(Message):
        """Enter was pressed at the cursor."""

        index: int

    def action_take(self) -> None:
        if self.highlighted is not None:
            self.post_message(self.Entered(self.highlighted))


class ChoiceAnswer(Answering):
    """A choice of options, and of `prefer not to say` where that is offered."""

    def __init__(self, asked: Asked) -> None:
        super().__init__()
        own: tuple[tuple[str, Given], ...] = tuple((words, stands_for) for words, stands_for in asked.options)
        self._options = (*own, *(() if asked.is_required else ((UNSAID, None),)))

    def compose(self) -> ComposeResult:
        yield Rows(markup=False)

    def begin(self) -> None:
        self.query_one(Rows).focus()

    @on(events.Mount)
    @on(events.Resize)
    def show_answer(self) -> None:
        """Mark the answer, with the cursor on it, so that enter confirms it; without an answer there is only the cursor."""
        rows = self.query_one(Rows)
        at = rows.highlighted
        if self.has_answer:
            at = next((number for number, (_, stands_for) in enumerate(self._options) if stands_for == self.answer), at)
        rows.set_options(map(Option, self._rows()))
        rows.highlighted = at or 0

    def _rows(self) -> Iterable[Content]:
        width = max(20, self.size.width - 4)
        for number, (words, stands_for) in enumerate(self._options):
            is_it = self.has_answer and self.answer == stands_for
            key = _KEYS[number] if number < len(_KEYS) else " "
            style = "bold" if is_it else "$quiet" if stands_for is None else ""
            mark = Content.styled("● " if is_it else "○ ", "bold $accent" if is_it else "$quiet")
            text = hang(visible_line(words), width, _ROW)
            yield Content.assemble(mark, (f"{key} ", "bold $primary"), safe.text(text, style))

    def choose(self, key: str) -> bool:
        at = _KEYS.find(key)
        if not 0 <= at < len(self._options):
            return False
        self.query_one(Rows).highlighted = at
        self.put(self._options[at][1])
        return True

    def on_option_list_option_selected(self, event: OptionList.OptionSelected) -> None:
        event.stop()
        self.put(self._options[event.option_index][1])

    def on_rows_entered(self, event: Rows.Entered) -> None:
        """Choose it, or confirm it."""
        event.stop()
        stands_for = self._options[event.index][1]
        if self.has_answer and self.answer == stands_for:
            self.post_message(self.Taken(self))
        else:
            self.put(stands_for)


class TypedAnswer(Answering):
    """A whole number, or a few words."""

    def __init__(self, asked: Asked) -> None:
        super().__init__()
        self._asked = asked
        self._is_number = asked.kind == "number"

    def compose(self) -> ComposeResult:
        hint = f"a whole number from {self._asked.low} to {self._asked.high}" if self._is_number else "a few words"
        yield TypedLine(compact=True, max_length=12 if self._is_number else LONGEST, placeholder=hint)
        yield Static(classes="wrong", markup=False)

    def begin(self) -> None:
        line = self.query_one(TypedLine)
        line.is_for_words = not self._is_number
        line.focus()

    def show_answer(self) -> None:
        """Write it there, unless it is there."""
        line = self.query_one(TypedLine)
        words = "" if self.answer is None else str(self.answer)
        if self.has_answer and self._read(line.value) != self.answer:
            line.value = words

    def on_input_changed(self, event: Input.Changed) -> None:
        event.stop()
        given = self._read(event.value)
        if given is not None:
            self.has_answer, self.answer = True, given
        elif event.value.strip() or self.answer is not None:
            self.has_answer, self.answer = False, None
        self.query_one(".wrong", Static).update(self._wrong(event.value))
        self.post_message(self.Changed(self))

    def on_input_submitted(self, event: Input.Submitted) -> None:
        event.stop()
        self.post_message(self.Taken(self))

    def _read(self, text: str) -> Given:
        text = text.strip()
        if not self._is_number:
            return text or None
        try:
            number = int(text)
        except ValueError:
            return None
        return number if self._asked.low <= number <= self._asked.high else None

    def _wrong(self, text: str) -> str:
        if self._is_number and text.strip() and self._read(text) is None:
            return f"That is no whole number from {self._asked.low} to {self._asked.high}."
        return ""


def answering(asked: Asked) -> Answering:
    """Return the widget that takes the answer to a question."""
    kinds = {"choice": ChoiceAnswer, "scale": Scale, "number": TypedAnswer, "text": TypedAnswer}
    made: Answering = kinds[asked.kind](asked)
    return made
