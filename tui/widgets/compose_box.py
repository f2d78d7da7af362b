"""The box for a text: several lines, a count, a way to send and, where that is an answer, a way to say nothing."""

from __future__ import annotations

from typing import ClassVar

from rich.cells import cell_len
from textual import events
from textual.app import ComposeResult
from textual.containers import Horizontal, Vertical
from textual.widgets import Button, Input, Static

from woozle.arena.views.panels import Question
from woozle.arena.views.words import count, size
from woozle.core.line import Line
from woozle.core.text import visible
from woozle.tui.keys import bindings, key
from woozle.tui.messages import Composed, PageTurned
from woozle.tui.widgets.key_names import KeyButton, name_keys
from woozle.tui.widgets.lockout import lock_out, lockout_of
from woozle.tui.widgets.text_boxes import TypedText

_SILENCE = "Say nothing"
_OFFER = "Write your answer here, in a few words."
_COMMENT = "If you like: {compose.send} alone says nothing."

_DIGITS = 18  # of a number; more are cut off, and beyond any span


class SpeechArea(TypedText):
    """The text itself. One key sends it, another makes a new line."""

    BINDINGS = bindings(
        key("compose.send", "enter", "send", "Send"),
        key("compose.line", "ctrl+j,shift+enter", "new_line", "New line", shown="^j"),
        key("compose.silent", "f2", "say_nothing", "Say nothing", hidden=True),
        key("compose.page_down", "pagedown", "turn_page(1)", "Read on in the page", hidden=True),
        key("compose.page_up", "pageup", "turn_page(-1)", "Read back in the page", hidden=True),
    )

    async def on_key(self, event: events.Key) -> None:
        if self._ignores(event):  # it was under way when the text was sent
            return
        # TextArea takes enter as text before any binding sees it; enter is ours unless it was moved.
        active = self.screen.active_bindings.get("enter")
        if event.key == "enter" and active and active.node is self:
            event.stop()
            event.prevent_default()
            await self.run_action(active.binding.action)

    def on_paste(self, event: events.Paste) -> None:
        self._ignores(event)

    def _ignores(self, event: events.Key | events.Paste) -> bool:
        lockout = lockout_of(self)
        if is_too_early := lockout.is_on:
            event.stop()
            event.prevent_default()
            if isinstance(event, events.Key):
                lockout.keep(event.key, event.character)
        return is_too_early

    def take_letters(self, letters: str) -> None:
        """Write letters that were typed before the box took any, unless a number is asked for."""
        if self.query_ancestor(ComposeBox).takes_lines:
            self.insert(visible(letters))

    def action_send(self) -> None:
        self.query_ancestor(ComposeBox).send()

    def action_say_nothing(self) -> None:
        self.query_ancestor(ComposeBox).say_nothing()

    def action_new_line(self) -> None:
        self.insert("\n")

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        return action != "new_line" or self.query_ancestor(ComposeBox).takes_lines

    def action_turn_page(self, pages: int) -> None:
        self.post_message(PageTurned(pages))


class ComposeBox(Vertical):
    """Posts Composed with the text; with an empty one only if silence was chosen."""

    ABOUT: ClassVar[tuple[Line, ...]] = (
        Line("What you write", "heading"),
        Line("{compose.send} sends it, {compose.line} begins a new line, {table.back} leaves the box so that single keys work."),
        Line("{table.write} leads back into the box."),
        Line("What you have written stays, even if your time is over, until you send something."),
        Line("Where you may say nothing, {compose.silent} does so: an empty text is not sent by accident. A comment may be empty."),
    )

    def __init__(self, *, id: str | None = None) -> None:
        super().__init__(id=id)
        self._asked = Question(0, "", may_be_empty=True)
        self._is_sure = False  # the player has confirmed dropping the text

    def compose(self) -> ComposeResult:
        yield SpeechArea(id="speech", compact=True, show_line_numbers=False, placeholder=_OFFER)
        with Horizontal(id="speech-row"):
            yield Static(id="count", markup=False)
            yield KeyButton("Send", "compose.send", id="send", variant="primary", action=None)
            yield KeyButton(_SILENCE, "compose.silent", id="silent", action=None)

    def on_mount(self) -> None:
        """Stop the cursor from blinking, which would tell nothing."""
        self.area.cursor_blink = False
        self._count()

    @property
    def area(self) -> SpeechArea:
        return self.query_one(SpeechArea)

    def show(self, question: Question) -> None:
        """Ask for a text. What was written before stays, unless the question comes with a draft."""
        self._asked, self._is_sure = question, False
        self.area.placeholder = question.offer or (name_keys(self, _COMMENT) if question.is_optional else _OFFER)
        if question.draft is not None:
            self.area.text = question.draft
            self.area.move_cursor(self.area.document.end)
        self.query_one("#silent", KeyButton).display = question.may_be_empty
        self.area.focus()
        self._count()
        self.call_after_refresh(self._count)  # once it is known how much room there is

    @property
    def text(self) -> str:
        return self.area.text

    @property
    def takes_lines(self) -> bool:
        """Return whether more than a number is asked for."""
        return self._asked.span is None

    def clear(self) -> None:
        self.area.text = ""

    def send(self) -> None:
        """Send the text, if there is one and it is not too long."""
        text = self.area.text.strip()
        if text and (span := self._asked.span) and not _is_within(text, span):
            self._say(f"Type a whole number from {span[0]} to {span[1]}.", is_alarm=True)
        elif not text and self._asked.is_optional:
            self._post("")
        elif not text:
            silence = f" {{compose.silent}}: {_SILENCE}." if self._asked.may_be_empty else ""
            self._say(name_keys(self, f"Nothing is written yet.{silence}"), is_alarm=True)
        elif len(text) <= self._asked.limit:
            self._post(text)

    def say_nothing(self) -> None:
        """Answer without a text; a text that is already there is dropped only if the player confirms."""
        if not self._asked.may_be_empty:
            return
        if self.text.strip() and not self._is_sure:
            self._is_sure = True
            self._say(name_keys(self, f"{{compose.silent}} again: {_SILENCE}, and drop the text."))
            lock_out(self, is_second=True)
        else:
            self._post("")

    def on_button_pressed(self, event: Button.Pressed) -> None:
        event.stop()
        if event.button.id == "send":
            self.send()
        else:
            self.say_nothing()

    def on_descendant_focus(self) -> None:
        """Draw the line below the box anew, which may say how to get into it."""
        self._count()

    def on_descendant_blur(self) -> None:
        """Draw it anew once it is known where the focus went."""
        self.call_later(self._count)

    def _post(self, text: str) -> None:
        lockout_of(self).begin()  # what is typed from here on is for nothing that is asked
        self.post_message(Composed(text))

    def on_text_area_changed(self) -> None:
        self._is_sure = False
        self._count()

    def _count(self) -> None:
        if self._is_left:
            self._say(name_keys(self, "{table.write} writes on."))
            return
        if self._is_sure:
            return
        if span := self._asked.span:
            self._say(f"A whole number from {span[0]} to {span[1]}.")
            return
        text = self.area.text.strip()
        over = len(text) - self._asked.limit
        is_far = 2 * len(text) < self._asked.limit  # too early to show how much room is left
        written = count(len(text), "character") if is_far else f"{len(text)} of {self._asked.limit}"
        if over > 0:
            self._say(f"{written}: {over} too many")
        elif limit := self._asked.words:
            self._count_words(limit.count(text), limit.most)
        elif self._asked.may_be_empty:
            self._say(self._fit(f"{written} · {self._hint}", self._hint if is_far else written))
        else:
            self._say(f"{written} · {size(text)}")

    def _fit(self, *ways: str) -> str:
        """Return the first of several wordings that fits; nothing if none does."""
        room = self.query_one("#count").size.width
        return next((words for words in ways if cell_len(words) <= room), "")

    def _count_words(self, written: int, most: int) -> None:
        """Say how many words there are of those that are read."""
        over = written - most
        self._say(f"{written} of {most} words" + (f": the last {over} not read" if over > 0 else ""), is_alarm=over > 0)

    @property
    def _is_left(self) -> bool:
        """Return whether keys go elsewhere, and to no other line."""
        focused = self.screen.focused if self.is_attached and self.app.app_focus else None
        return focused is not None and not isinstance(focused, Input) and self not in focused.ancestors_with_self

    @property
    def _hint(self) -> str:
        return name_keys(self, "{table.back} leaves")

    def _say(self, words: str, *, is_alarm: bool = False) -> None:
        line = self.query_one("#count", Static)
        line.update(words)
        line.set_class(is_alarm, "-alarm")


def _is_within(text: str, span: tuple[int, int]) -> bool:
    """Return whether a text is a whole number of this span."""
    return text.isascii() and text.removeprefix("-").isdigit() and span[0] <= int(text[:_DIGITS]) <= span[1]
