"""The input panel: the current question, and the place to answer it."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from textual.app import ComposeResult
from textual.containers import Horizontal, Vertical
from textual.widgets import Input, Static, TextArea

from woozle.arena.views.panels import SPEECH_LIMIT, Question
from woozle.core.text import visible_line
from woozle.tui import safe
from woozle.tui.messages import Composed, Decided, Doubted, Picked
from woozle.tui.widgets.choice import Choices
from woozle.tui.widgets.compose_box import ComposeBox
from woozle.tui.widgets.key_names import key_of, name_keys, number_key
from woozle.tui.widgets.lockout import lock_out, lockout_of
from woozle.tui.widgets.panels import Prompt
from woozle.tui.widgets.text_boxes import TypedLine
from woozle.tui.widgets.text_layout import clip

_SHORT = 24  # cells of the first part of an answer, where it is asked for the second
_FEW = 3  # choices, for which there is room below a page


class InputPanel(Vertical):
    """A prompt; below it the choices with a line for a remark, or a box for a text. Posts Decided.

    An answer of two parts is asked for one after the other, and one can go back from the second to the first.
    """

    def __init__(self, *, id: str | None = None) -> None:
        super().__init__(id=id)
        self.question: Question | None = None
        self._first: str | None = None
        self._then: Question | None = None
        self._left: Callable[[], float | None] = _no_limit
        self._words = ("", False, False)

    def compose(self) -> ComposeResult:
        yield Prompt(id="prompt")
        yield Choices(id="choices")
        with Horizontal(id="say-row"):
            yield Static(id="say-label", markup=False)
            yield TypedLine(id="say", compact=True, max_length=SPEECH_LIMIT, placeholder="if you like; it goes with your choice")
        yield ComposeBox(id="compose")

    def on_mount(self) -> None:
        self.set_interval(0.5, self._tick)

    def ask(
        self, question: Question, left: Callable[[], float | None], *, has_cursor: bool = True, follows_reading: bool = False
    ) -> None:
        """Put a question; what was written for an earlier speech is still there, unless this one comes with a draft.

        left: seconds to think, None for no limit. has_cursor, follows_reading: as for Choices.
        """
        self.question, self._first, self._then = question, None, None
        self._left = left
        self._put(question, has_cursor=has_cursor)
        self.query_one(Choices).follows_reading = follows_reading
        self._tick()

    def _put(self, part: Question, *, has_cursor: bool = True) -> None:
        self._lay_out(part, has_cursor=has_cursor)
        self._prompt()
        if part.is_text:
            self.query_one(ComposeBox).show(part)
        else:
            self.query_one(Choices).focus()
        self._lock_out()

    def _lock_out(self, *, is_second: bool = False) -> None:
        """Take no input yet, and let the sign before the prompt say so. is_second: only a confirmation is asked for."""
        self.query_one(Prompt).is_ready = not lockout_of(self).seconds
        lock_out(self, self._open, is_second=is_second)

    def _open(self) -> None:
        lockout = lockout_of(self)
        self.query_one(Prompt).is_ready = not (lockout.seconds and lockout.is_on)

    def ask_again(self, text: str, why: str) -> None:
        """Ask the same question again. text: the player's text, which was not accepted; why: the reason, in a sentence."""
        if self.question:
            self.question, self._first, self._then = replace(self.question, draft=text), None, None
            self._put(self.question)
            self.show(why, is_warning=True)

    def settle(self) -> None:
        self.query_one("#say", Input).value = ""
        self.question, self._first, self._then = None, None, None
        lockout_of(self).end()
        self._open()
        self._lay_out(None)
        self._left = _no_limit
        self._tick()

    def _lay_out(self, question: Question | None, *, has_cursor: bool = True) -> None:
        self.query_one(Choices).show(question, has_cursor=has_cursor)
        self.set_class(question is not None and question.is_text, "-text")
        choices = question.choices if question else ()
        self.set_class(bool(choices), "-choice")
        self.set_class(len(choices) > _FEW, "-many")
        self.set_class(len(choices) > 1 and all(choice.is_final for choice in choices), "-final")
        hears = question.hears if question else None
        self.set_class(hears is not None, "-remark")
        self.query_one("#say-label", Static).update(safe.line(f"{key_of(self, 'table.say')}  Say to {hears}: "))

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
            press = name_keys(self, f"Press {' or '.join(filter(None, keys))} again; {{table.back}} cancels.")
            words, is_warning = f"{doubted.sure} {press}", True
        elif self._then and self._first is not None and not is_warning:
            words = self._then.prompt.replace("{first}", clip(visible_line(self._first), _SHORT) or "nothing")
        self.query_one(Prompt).show(words, is_asked=is_asked, is_warning=is_warning)

    def _tick(self) -> None:
        self._open()
        self.query_one(Prompt).time_left(self._left())

    # Input

    def choose_key(self, key: str) -> None:
        """Take the choice of a key, or say which keys there are."""
        choices = self.query_one(Choices)
        if not choices.choose_key(key) and choices.choices:
            keys = [number_key(self, choice.key) for choice in choices.choices if choice.key]
            self.notify(safe.line(f"{key} is none of these: {', '.join(keys)}.").plain, markup=False, timeout=4)

    def choose_target(self, target: str) -> None:
        """Take the choice that stands for something on a panel, if there is one."""
        choices = self.query_one(Choices)
        if choice := next((choice for choice in choices.choices if choice.target == target), None):
            choices.choose(choice)

    @property
    def box(self) -> TextArea | None:
        """Return the box for the text that is asked for now; None if none is."""
        part = self._then if self._first is not None else self.question
        return self.query_one(ComposeBox).area if part and part.is_text else None

    def write_remark(self) -> None:
        self.query_one("#say", Input).focus()

    def cancel(self) -> bool:
        """Cancel, in order: a doubt, the second part of an answer, the focus of the box. Return whether there was anything to
        cancel.
        """
        choices = self.query_one(Choices)
        if choices.cancel() or self._go_back():
            return True
        if choices.choices:
            choices.focus()
        return bool(choices.choices)

    def on_doubted(self, message: Doubted) -> None:
        message.stop()
        self._prompt()
        if message.choice:
            self._lock_out(is_second=True)

    def on_picked(self, message: Picked) -> None:
        message.stop()
        if self.question:
            remark = self.query_one("#say", Input).value.strip() if self.question.hears is not None else ""
            self._take(message.choice.value, remark, self.question.after(message.choice))

    def on_composed(self, message: Composed) -> None:
        message.stop()
        if self.question:
            self.query_one(ComposeBox).clear()
        self._take(None, message.text, self.question.then if self.question else None)

    def _take(self, value: str | None, text: str, then: Question | None) -> None:
        """Take a part of the answer, or all of it. then: the question after the first part."""
        question = self.question
        if question is None:
            lockout_of(self).end()
            return
        if self._first is not None:
            self.post_message(Decided(question, self._first, text))
        elif then is None:
            self.post_message(Decided(question, value, text))
        else:
            self._first, self._then = text if value is None else value, then
            self._put(then)

    def _go_back(self) -> bool:
        """Go back from the second part of an answer to the first, keeping what was written. Return whether there was a second
        part.
        """
        question, first, then = self.question, self._first, self._then
        if question is None or then is None or first is None:
            return False
        self.question = question = _with_draft(question, first, self.query_one(ComposeBox).text)
        self._first = self._then = None
        self._put(replace(question, draft=first) if question.is_text else question)
        return True

    def on_input_submitted(self) -> None:
        self.query_one(Choices).focus()


def _with_draft(question: Question, first: str, draft: str) -> Question:
    """Return the question with a draft of the second part, after all choices with the same second question as the first part."""
    if question.then is None:
        return question
    asked = next((choice.then for choice in question.choices if choice.value == first), None)
    choices = tuple(replace(choice, draft=draft) if choice.then == asked else choice for choice in question.choices)
    return replace(question, choices=choices, then=replace(question.then, draft=draft) if asked is None else question.then)


def _no_limit() -> None:
    return None
