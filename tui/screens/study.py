"""A page of a study to read: the information, what comes next, the debriefing, the goodbye."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Generic, TypeVar

from textual.containers import Horizontal, Vertical
from textual.message import Message
from textual.widget import Widget
from textual.widgets import Button, Static

from woozle.arena.views.line import Line
from woozle.arena.views.study import Agreement, Coded, Questionnaire, Reading
from woozle.tui import safe, study_keys
from woozle.tui.messages import visiting
from woozle.tui.screens.frame import FrameScreen
from woozle.tui.styles import sheets
from woozle.tui.widgets.keyed import KeyButton
from woozle.tui.widgets.study_parts import StudyNote, StudyText, StudyTitle

Shown = TypeVar("Shown", bound=Reading | Agreement | Coded | Questionnaire)


class StudyScreen(FrameScreen, Generic[Shown]):
    """What all pages of a study share: how far one is, and how to stop. shown: what is on the page."""

    CSS_PATH = sheets("study")
    is_study = True

    def __init__(self, shown: Shown) -> None:
        super().__init__()
        self.shown = shown
        self.progress = shown.progress
        self._is_sent = False

    def head(self) -> Iterable[Widget]:
        """The line at the top."""
        title = StudyTitle(id="title")
        title.tell(self.progress)
        yield title

    def send(self, message: Message) -> None:
        """Post what comes of this page, once: keys that are held down or come in a heap must not do the next step too."""
        if not self._is_sent:
            self._is_sent = True
            self.post_message(message)


class StudyReadingScreen(StudyScreen[Reading]):
    """Shows a Reading. Posts Chosen."""

    BINDINGS = study_keys.STUDY
    ABOUT = (
        Line("A page to read", "heading"),
        Line("{study.page_down} reads on, {study.page_up} back, and {study.on} goes on at the end."),
    )

    def contents(self) -> Iterable[Widget]:
        """The text, then what can be done."""
        yield from self.head()
        with Vertical(id="body"):
            with Vertical(id="sheet"):
                yield StudyText(id="text")
                if self.shown.note:
                    yield Static(safe.line(self.shown.note, "$quiet"), id="note", markup=False)
                with Horizontal(classes="buttons"):
                    for number, button in enumerate(self.shown.buttons):
                        if number:
                            yield Button(button.words, id=f"does-{button.does}", compact=True)
                        else:
                            yield KeyButton(button.words, "study.on", id=f"does-{button.does}", variant="primary")
            if self.shown.can_stop:
                yield StudyNote(is_linked=self.progress.is_linked)

    def on_mount(self) -> None:
        """The text takes the keys."""
        text = self.query_one(StudyText)
        text.reset(self.shown.lines)
        text.focus()
        self._offer()

    def on_study_text_read_to_end(self) -> None:
        """Now one can go on."""
        self._offer()

    @property
    def can_go_on(self) -> bool:
        """Whether the text was read, if it has to be."""
        return not self.shown.is_whole or self.query_one(StudyText).is_read

    def _offer(self) -> None:
        for button in self.query(".buttons KeyButton").results(Button):
            button.disabled = not self.can_go_on
        self.refresh_bindings()

    def action_turn(self, pages: int) -> None:
        """Read on, or back."""
        self.query_one(StudyText).turn(pages)

    def action_on(self) -> None:
        """The first button; a text that has to be read is read on first."""
        focused = self.focused
        if isinstance(focused, Button):
            focused.press()
        elif self.can_go_on:
            self.send(visiting.Chosen(self.shown.buttons[0].does))
        else:
            self.action_turn(1)

    def on_button_pressed(self, event: Button.Pressed) -> None:
        """The mouse, or a button that has the focus."""
        event.stop()
        self.send(visiting.Chosen((event.button.id or "").removeprefix("does-")))
