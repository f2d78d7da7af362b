"""The desk: what is asked now, and where it is answered."""

from __future__ import annotations

from collections.abc import Callable

from textual.app import ComposeResult
from textual.containers import Horizontal, Vertical
from textual.widgets import Input, Static

from woozle.tui import safe
from woozle.tui.messages.gestures import Composed, Decided, Doubted, Picked
from woozle.tui.present.views import Question
from woozle.tui.widgets.choice import Choices
from woozle.tui.widgets.compose_box import ComposeBox
from woozle.tui.widgets.keyed import key_of, keyed, number_key
from woozle.tui.widgets.panels import Prompt
from woozle.tui.widgets.typed import TypedLine


class Desk(Vertical):
    """A prompt; below it the choices with a line for a remark, or a box for a text. Posts Decided."""

    def __init__(self, *, id: str | None = None) -> None:
        super().__init__(id=id)
        self.question: Question | None = None
        self._left: Callable[[], float | None] = _no_limit
        self._words = ("", False, False)

    def compose(self) -> ComposeResult:
        """From top to bottom; what is not asked for is not displayed."""
        yield Prompt(id="prompt")
        yield Choices(id="choices")
        with Horizontal(id="say-row"):
            yield Static(id="say-label", markup=False)
            yield TypedLine(id="say", compact=True, max_length=4000)
        yield ComposeBox(id="compose")

    def on_mount(self) -> None:
        """The time left is looked at twice a second."""
        self.set_interval(0.5, self._tick)

    def ask(self, question: Question, left: Callable[[], float | None], *, has_cursor: bool = True) -> None:
        """Put a question; what was written for an earlier speech is still there, unless this one comes with a draft.

        left: seconds to think, None for no limit. has_cursor: as for Choices.
        """
        self._lay_out(question, has_cursor=has_cursor)
        self._left = left
        self._tick()
        if question.is_text:
            self.query_one(ComposeBox).show(question)
        else:
            self.query_one(Choices).focus()

    def settle(self) -> None:
        """Nothing is asked any more."""
        self.query_one("#say", Input).value = ""
        self._lay_out(None)
        self._left = _no_limit
        self._tick()

    def _lay_out(self, question: Question | None, *, has_cursor: bool = True) -> None:
        self.question = question
        self.query_one(Choices).show(question, has_cursor=has_cursor)
        for kind in ("act", "speak", "vote", "write", "reply"):
            self.set_class(question is not None and question.kind == kind, f"-{kind}")
        hears = question.hears if question else None
        self.set_class(hears is not None, "-remark")
        self.query_one("#say-label", Static).update(safe.line(f"{key_of(self, 'table.say')}  Say to {hears} (optional): "))

    def show(self, words: str, aside: str = "", *, is_asked: bool = False, is_warning: bool = False) -> None:
        """Say this above the choices; a final choice that waits for its confirmation speaks first."""
        self._words = (words, is_asked, is_warning)
        self.query_one(Prompt).aside(aside)
        if is_warning:
            self.query_one(Choices).cancel()
        self._prompt()

    def wait(self, words: str, elapsed: Callable[[], float]) -> None:
        """Say what is waited for; nothing is for no words."""
        self.query_one(Prompt).wait(words, elapsed)

    def _prompt(self) -> None:
        words, is_asked, is_warning = self._words
        if doubted := self.query_one(Choices).doubted:
            keys = [number_key(self, doubted.key), key_of(self, "choices.take")]
            press = keyed(self, f"Press {' or '.join(filter(None, keys))} again; {{table.back}} cancels.")
            words, is_warning = f"{doubted.sure} {press}", True
        self.query_one(Prompt).show(words, is_asked=is_asked, is_warning=is_warning)

    def _tick(self) -> None:
        self.query_one(Prompt).time_left(self._left())

    # What the person does

    def choose_key(self, key: str) -> None:
        """Take the choice of a number."""
        self.query_one(Choices).choose_key(key)

    def choose_room(self, room: str) -> None:
        """Take the choice that leads to a room, if there is one."""
        choices = self.query_one(Choices)
        if choice := next((choice for choice in choices.choices if choice.room == room), None):
            choices.choose(choice)

    def write_remark(self) -> None:
        """To the line for a remark."""
        self.query_one("#say", Input).focus()

    def cancel(self) -> bool:
        """Out of a doubt, or out of the box one writes in; whether there was anything to cancel."""
        choices = self.query_one(Choices)
        if choices.cancel():
            return True
        if choices.choices:
            choices.focus()
        return bool(choices.choices)

    def on_doubted(self, message: Doubted) -> None:
        """Ask once more, in the same place."""
        message.stop()
        self._prompt()

    def on_picked(self, message: Picked) -> None:
        """A choice was made."""
        message.stop()
        if self.question:
            remark = self.query_one("#say", Input).value.strip() if self.question.hears is not None else ""
            self.post_message(Decided(self.question, message.choice.value, remark))

    def on_composed(self, message: Composed) -> None:
        """The speech is ready."""
        message.stop()
        if self.question:
            self.query_one(ComposeBox).clear()
            self.post_message(Decided(self.question, None, message.text))

    def on_input_submitted(self) -> None:
        """The remark is written; now the choice."""
        self.query_one(Choices).focus()


def _no_limit() -> None:
    return None
