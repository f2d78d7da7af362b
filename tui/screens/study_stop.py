"""The question whether somebody wants to stop: calm, and with what they need to come back."""

from __future__ import annotations

from textual.app import ComposeResult
from textual.containers import Horizontal, Vertical
from textual.screen import ModalScreen
from textual.widgets import Button, Static

from woozle.arena.views.line import Line
from woozle.tui import safe, study_keys
from woozle.tui.messages import visiting
from woozle.tui.styles import sheets
from woozle.tui.widgets.keyed import KeyButton


class StudyStopScreen(ModalScreen[None]):
    """Asks once. words: what becomes of what was done, and how to come back."""

    BINDINGS = study_keys.STUDY_STOP
    CSS_PATH = sheets("study")
    AUTO_FOCUS = ""
    ABOUT = (Line("Stopping", "heading"), Line("{stop.leave} stops, {stop.stay} stays."))
    is_study = True
    stops = True

    def __init__(self, words: str) -> None:
        super().__init__()
        self._words = words

    def compose(self) -> ComposeResult:
        """A small box."""
        with Vertical(id="stop"):
            yield Static("Do you want to stop?", id="stop-title", markup=False)
            yield Static(safe.text(self._words), id="stop-words", markup=False)
            with Horizontal(classes="buttons"):
                yield KeyButton("Stay", "stop.stay", id="stay", variant="primary")
                yield KeyButton("Stop now", "stop.leave", id="leave")

    def on_button_pressed(self, event: Button.Pressed) -> None:
        """The mouse does the same."""
        event.stop()
        if event.button.id == "leave":
            self.action_leave()
        else:
            self.action_stay()

    def action_stay(self) -> None:
        """Not after all."""
        self.dismiss(None)

    def action_leave(self) -> None:
        """Stop."""
        self.post_message(visiting.Stopped())
