"""What every part of the app can do: show a screen, say a sentence, go home."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from textual.app import App
from textual.screen import Screen

from woozle.tui import safe
from woozle.tui.imaging import HALF_BLOCKS, Surface
from woozle.tui.styles.sheet import Sheet

if TYPE_CHECKING:
    from textual.driver import Driver

    from woozle.arena.play.start import Start
    from woozle.core.attempt import Picture
    from woozle.tui.sessions.session import Session


class BareApp(App[None]):
    """The app without its parts. session: the match at the table, if any; last: what was played last, and where it is kept."""

    speed: float = 1.0
    """Reading pace of new matches; tests make it infinite."""

    terminal: Surface = HALF_BLOCKS
    """What the terminal can draw pictures on, as was found before the app started."""

    tells_focus = False
    """Whether the terminal has told of getting or losing the focus; not all do, and none before it changes."""

    def __init__(self, *, clock: Callable[[], float] = time.monotonic) -> None:
        super().__init__()
        self.stylesheet = Sheet(variables=self.get_css_variables())
        self.clock = clock
        self.session: Session | None = None
        self.last: tuple[Start, Path | None] | None = None

    def get_driver_class(self) -> type[Driver]:
        """Textual's, or ours in its place where terminals can go away."""
        kind = super().get_driver_class()
        if kind.__name__ != "LinuxDriver":
            return kind
        from woozle.tui.terminal import TerminalDriver

        return TerminalDriver

    def say(self, sentence: str) -> None:
        """Tell the person something; the sentence may hold names from outside."""
        self.notify(safe.line(sentence).plain, markup=False, timeout=8)

    @property
    def is_shared(self) -> bool:
        """Whether several people play at this terminal now, so that nothing may stay behind for the next of them."""
        return self.session is not None and self.session.is_shared

    def forget_traces(self) -> None:
        """Drop what outlives a screen: the copied text that ctrl+v would paste, and sentences that are still shown."""
        self._clipboard = ""
        self.clear_notifications()

    def copy_to_clipboard(self, text: str) -> None:
        """Copy, unless the next person at this terminal could paste it."""
        if self.is_shared:
            self.say("Nothing is copied while several people share this terminal.")
        else:
            super().copy_to_clipboard(text)

    def go_home(self) -> None:
        """Back to the lobby, with what is kept now."""
        while len(self.screen_stack) > 1:
            self.pop_screen()
        self.refresh_matches()

    def show_pictures(self, match: str, pictures: Sequence[Picture], viewer: str) -> bool:
        """Let the person see pictures of a match, as a seat does; whether they can."""
        return False

    def refresh_matches(self) -> None:
        """List again what is kept."""

    def to_lobby(self, message: Any) -> None:
        """Give a message to the lobby, wherever the person is; while the app ends there is none."""
        if self.screen_stack:
            self.screen_stack[0].post_message(message)

    def to_screen(self, screen: Screen[Any], message: Any) -> None:
        """Give a message to a screen, unless it was left meanwhile."""
        if screen in self.screen_stack:
            screen.post_message(message)
