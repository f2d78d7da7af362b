"""Where a question of a study is answered: rows to choose from, a scale without a beginning, a number, or a few words."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import ClassVar

from textual.app import ComposeResult
from textual.content import Content
from textual.message import Message
from textual.widgets import Input, OptionList, Static
from textual.widgets.option_list import Option

from woozle.arena.views.line import Line
from woozle.arena.views.study import UNSAID, Asked, Given
from woozle.core.text import visible_line
from woozle.tui import safe, study_keys
from woozle.tui.widgets.answering import Answering
from woozle.tui.widgets.scale import Scale
from woozle.tui.widgets.typed import TypedLine
from woozle.tui.widgets.wrapping import hanging

LONGEST = 600  # characters of an answer in words
_KEYS = "1234567890"
_ROW = 4  # cells before the words of an option


class Rows(OptionList):
    """The options of a choice. Enter takes the one at the cursor, and goes on if it was taken already."""

    BINDINGS = study_keys.ROWS
    ABOUT: ClassVar[tuple[Line, ...]] = (
        Line("Answers to choose from", "heading"),
        Line("The number of an answer takes it, so does a click, or {rows.take} at the cursor; {rows.take} again goes on."),
    )

    @dataclass
    class Entered(Message):
        """Enter was pressed at the cursor."""

        index: int

    def action_take(self) -> None:
        """Take what is at the cursor."""
        if self.highlighted is not None:
            self.post_message(self.Entered(self.highlighted))


class ChoiceAnswer(Answering):
    """One of some options, and `prefer not to say` where that may be."""

    def __init__(self, asked: Asked) -> None:
        super().__init__()
        own: tuple[tuple[str, Given], ...] = tuple((words, stands_for) for words, stands_for in asked.options)
        self._options = (*own, *(() if asked.is_required else ((UNSAID, None),)))

    def compose(self) -> ComposeResult:
        """The rows."""
        yield Rows(markup=False)

    def on_mount(self) -> None:
        """Nothing is chosen, but the cursor has to be somewhere for whoever uses the arrows."""
        self.show_answer()

    def on_resize(self) -> None:
        """Wrap anew."""
        self.show_answer()

    def begin(self) -> None:
        """To the rows."""
        self.query_one(Rows).focus()

    def show_answer(self) -> None:
        """Mark the answer, with the cursor on it, so that enter goes on with it."""
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
            text = hanging(visible_line(words), width, _ROW)
            yield Content.assemble(mark, (f"{key} ", "bold $primary"), safe.text(text, style))

    def choose(self, key: str) -> bool:
        """The option of a number."""
        at = _KEYS.find(key)
        if not 0 <= at < len(self._options):
            return False
        self.query_one(Rows).highlighted = at
        self.put(self._options[at][1])
        return True

    def on_option_list_option_selected(self, event: OptionList.OptionSelected) -> None:
        """A click."""
        event.stop()
        self.put(self._options[event.option_index][1])

    def on_rows_entered(self, event: Rows.Entered) -> None:
        """Take it, or go on with it."""
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
        """The line, and what is wrong with what stands there."""
        hint = f"a whole number from {self._asked.low} to {self._asked.high}" if self._is_number else "a few words"
        yield TypedLine(compact=True, max_length=12 if self._is_number else LONGEST, placeholder=hint)
        yield Static(classes="wrong", markup=False)

    def begin(self) -> None:
        """To the line."""
        self.query_one(TypedLine).focus()

    def show_answer(self) -> None:
        """Write it there, unless it is there."""
        line = self.query_one(TypedLine)
        words = "" if self.answer is None else str(self.answer)
        if self.has_answer and self._read(line.value) != self.answer:
            line.value = words

    def on_input_changed(self, event: Input.Changed) -> None:
        """It may be an answer."""
        event.stop()
        given = self._read(event.value)
        if given is not None:
            self.has_answer, self.answer = True, given
        elif event.value.strip() or self.answer is not None:
            self.has_answer, self.answer = False, None
        self.query_one(".wrong", Static).update(self._wrong(event.value))
        self.post_message(self.Changed(self))

    def on_input_submitted(self, event: Input.Submitted) -> None:
        """Go on."""
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
    """What takes the answer to a question."""
    kinds = {"choice": ChoiceAnswer, "scale": Scale, "number": TypedAnswer, "text": TypedAnswer}
    made: Answering = kinds[asked.kind](asked)
    return made
