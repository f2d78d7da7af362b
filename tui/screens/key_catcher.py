"""The question for a new key: whatever is pressed is the answer, unless it cannot be."""

from __future__ import annotations

from collections.abc import Callable

from textual import events
from textual.app import ComposeResult
from textual.containers import Vertical
from textual.content import Content
from textual.screen import ModalScreen
from textual.widgets import Button, Static

from woozle.tui import safe
from woozle.tui.styles import sheets


class KeyCatcher(ModalScreen[str | None]):
    """A screen that returns the pressed key, or None to keep the old one. words: its purpose; refuse: says why a key is unfit."""

    CSS_PATH = sheets("settings")
    AUTO_FOCUS = ""

    def __init__(self, words: str, refuse: Callable[[str], str]) -> None:
        super().__init__()
        self._words = words
        self._refuse = refuse

    def compose(self) -> ComposeResult:
        with Vertical(id="catcher"):
            yield Static(Content.assemble("Press the new key for ", (self._words, "bold"), "."), markup=False)
            yield Static("esc keeps the one it has.", id="why", markup=False)
            yield Button("Keep it", id="keep", compact=True)

    def on_mount(self) -> None:
        self.query_one(Button).can_focus = False

    def on_key(self, event: events.Key) -> None:
        event.stop()
        event.prevent_default()
        if event.key == "escape":
            self.dismiss(None)
        elif reason := self._refuse(event.key):
            self.query_one("#why", Static).update(safe.line(f"✗ {reason}", "bold $warning"))
        else:
            self.dismiss(event.key)

    def on_button_pressed(self) -> None:
        self.dismiss(None)
