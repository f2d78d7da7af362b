"""Help: the rules of the match at hand, what the person was doing, the keys that work there, the other panels, and the game."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace
from string import digits
from typing import Any

from textual.content import Content
from textual.screen import Screen
from textual.widget import Widget

from woozle.core.line import Line
from woozle.tui import safe
from woozle.tui.keys import bindings, key
from woozle.tui.screens.frame import FrameScreen
from woozle.tui.styles import sheets
from woozle.tui.widgets.key_names import name_keys
from woozle.tui.widgets.title_bar import TitleBar
from woozle.tui.widgets.transcript import Transcript

_CHOICES = "table.choose_"


class HelpScreen(FrameScreen):
    """A page to read. rules: of the match at hand, before all else; about: the game, after the keys."""

    BINDINGS = bindings(
        key("help.back", "escape,q,question_mark,f1", "back", "Back", shown="esc"),
    )
    CSS_PATH = sheets()

    def __init__(self, below: Screen[Any], rules: Sequence[Line], about: Sequence[Line]) -> None:
        super().__init__()
        self._below = below
        self._rules, self._about = rules, about

    def contents(self) -> Iterable[Widget]:
        yield TitleBar(id="title")
        yield Transcript(id="page", follows=False)

    def on_mount(self) -> None:
        title = name_keys(self, "Help: arrows or the wheel scroll, {help.back} goes back")
        self.query_one(TitleBar).show(safe.line(title, "bold"), Content(""), Content(""))
        page = self.query_one(Transcript)
        page.show(self.page())
        page.focus()

    def page(self) -> list[Line]:
        """Return the help on the screen below as it is now."""
        heading = Line("Keys", "heading")
        lines = [*self._rules, *self._here(), heading, *self._keys(), *self._elsewhere(), *self._about]
        return [replace(line, text=name_keys(self, line.text)) for line in lines]

    def _here(self) -> Iterable[Line]:
        """Yield the help on the focused panel and on the widgets around it."""
        for node in self._below.focused.ancestors_with_self if self._below.focused else (self._below,):
            yield from getattr(node, "ABOUT", ())

    def _elsewhere(self) -> Iterable[Line]:
        """Yield the help on other panels in view, each once."""
        here = self._below.focused.ancestors_with_self if self._below.focused else ()
        said = [getattr(node, "ABOUT", ()) for node in here]
        panels = (panel for panel in self._below.query("*") if panel.size and hasattr(panel, "ABOUT"))
        for about in dict.fromkeys(panel.ABOUT for panel in panels if panel.ABOUT not in said):
            yield from about

    def _keys(self) -> Iterable[Line]:
        found: dict[str, dict[str, None]] = {}  # several keys of a binding can be shown as one
        for active in self._below.active_bindings.values():
            binding = active.binding
            if binding.id and binding.description:
                kind = "number" if binding.id[-1].isdigit() else "letter"
                words = f"Choose by {kind}" if binding.id.startswith(_CHOICES) else binding.description
                found.setdefault(words, {})[self.app.get_key_display(binding)] = None
        found["To the next row, box or panel"] = {"tab": None}
        for words, shown in found.items():
            few = ["0 to 9"] if sorted(shown) == sorted(digits) else list(shown)
            yield Line(f"{', '.join(few):<11} {words}")
