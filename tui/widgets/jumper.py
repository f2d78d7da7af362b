"""Jump mode: a letter on each panel, and a press of it leads there."""

from __future__ import annotations

from collections.abc import Iterable
from string import ascii_lowercase
from typing import Any

from textual import events
from textual.errors import NoWidget
from textual.geometry import Offset, Region
from textual.screen import Screen
from textual.widget import Widget
from textual.widgets import Static

from woozle.tui import safe

_WORDS = " Jump: press the letter of a panel. Any other key stays here."


class JumpLetter(Static):
    """A letter in the corner of a panel, one cell wide, so that it covers no label; a click on it leads there too."""

    ALLOW_SELECT = False

    def __init__(self, letter: str, panel: Widget, place: Offset) -> None:
        super().__init__(safe.line(letter), markup=False)
        self.letter = letter
        self.panel = panel
        self.absolute_offset = place

    def on_click(self) -> None:
        """Go there."""
        self.panel.focus()


class Jumper(Static, can_focus=True):
    """Has the focus while the letters are shown, and gives it to a panel. It covers the footer and nothing else."""

    ALLOW_SELECT = False

    def __init__(self, before: Widget | None, place: Offset) -> None:
        super().__init__(_WORDS, markup=False)
        self._before = before
        self.absolute_offset = place

    def on_mount(self) -> None:
        """The next key is for this."""
        self.focus(scroll_visible=False)

    def on_key(self, event: events.Key) -> None:
        """To a panel, or back to where one was."""
        event.stop()
        event.prevent_default()
        letters = (letter for letter in self.screen.query(JumpLetter) if letter.letter == event.key.lower())
        letter = next(letters, None)
        self.leave(letter.panel if letter else self._before)

    def on_blur(self) -> None:
        """The focus is elsewhere: a click, or a question that was put meanwhile."""
        self.leave(self.screen.focused)

    def leave(self, to: Widget | None = None) -> None:
        """Take the letters away."""
        self.screen.set_focus(to or self._before)
        self.screen.query(JumpLetter).remove()
        self.remove()


def show_letters(screen: Screen[Any]) -> None:
    """Put a letter on each panel of a screen that can have the focus and is in view; again takes them away."""
    if not screen.is_attached:  # it is only about to be there, or was a moment ago
        return
    if jumpers := screen.query(Jumper):
        jumpers.first().leave()
        return
    panels = {panel: region for panel in screen.focus_chain if (region := _in_view(panel))}
    letters = [
        JumpLetter(letter, panel, region.offset)
        for letter, (panel, region) in zip(_letters(map(_title, panels)), panels.items(), strict=False)
    ]
    screen.mount(*letters, Jumper(screen.focused, Offset(0, screen.size.height - 1)))


def _in_view(panel: Widget) -> Region:
    """What is seen of it; nothing, if it is about to be laid out."""
    try:
        return panel.screen.find_widget(panel).visible_region
    except NoWidget:
        return Region()


def _title(panel: Widget) -> str:
    titles = (node.border_title for node in panel.ancestors_with_self if isinstance(node, Widget) and node.border_title)
    return next(titles, panel.id or "")


def _letters(titles: Iterable[str]) -> Iterable[str]:
    free = dict.fromkeys(ascii_lowercase)
    for title in titles:
        letter = next((letter for letter in (*title.lower(), *free) if letter in free), None)
        if letter is None:
            return
        del free[letter]
        yield letter
