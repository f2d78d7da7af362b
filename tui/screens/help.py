"""Help: the keys that work on the screen below, the rules of the game, and how to read the table."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from textual.screen import Screen
from textual.widget import Widget

from woozle.tui import keys, safe
from woozle.tui.present.views import Line
from woozle.tui.screens.frame import FrameScreen
from woozle.tui.widgets.panels import TitleBar
from woozle.tui.widgets.transcript import Transcript


class HelpScreen(FrameScreen):
    """Reads like a page. rules: of the game, after the keys."""

    BINDINGS = keys.HELP

    def __init__(self, below: Screen[Any], rules: Iterable[Line]) -> None:
        super().__init__()
        self._below = below
        self._rules = rules

    def contents(self) -> Iterable[Widget]:
        """One long page."""
        yield TitleBar(safe.line("Help: arrows or the wheel scroll, esc goes back", "bold"), id="title")
        yield Transcript(id="page", follows=False)

    def on_mount(self) -> None:
        """Keys first."""
        page = self.query_one(Transcript)
        page.show([*self._rules, Line("Keys of the screen you came from", "heading"), *self._keys()])
        page.focus()

    def _keys(self) -> Iterable[Line]:
        keys: dict[str, list[str]] = {}
        for active in self._below.active_bindings.values():
            binding = active.binding
            if binding.id and binding.description and not binding.description.startswith("Choose "):
                keys.setdefault(binding.description, []).append(self.app.get_key_display(binding))
        if "1" in self._below.active_bindings:
            keys["Choose by number"] = ["0 to 9"]
        keys["To the next panel"] = ["tab"]
        for words, shown in keys.items():
            yield Line(f"{', '.join(shown):<12}{words}")
