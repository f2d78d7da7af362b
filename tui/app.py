"""The Textual app: themes, routes, keys that work everywhere, and what happens when something breaks."""

from __future__ import annotations

import asyncio
import contextlib
import os
import signal
import sys
import time
import traceback
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import TYPE_CHECKING

from textual.app import SystemCommand
from textual.screen import Screen

from woozle.tui import keys, messages, routes, safe
from woozle.tui.library import Library
from woozle.tui.styles import STYLES
from woozle.tui.tables import farewell
from woozle.tui.themes import DARK, LIGHT

if TYPE_CHECKING:
    from woozle.tui.start import Resume, Start


class WoozleApp(Library):
    """One person at the screen. Screens post messages; `tables.py` answers those about matches, `library.py` those about files."""

    TITLE = "woozle"
    CSS_PATH = [STYLES / "base.tcss", STYLES / "lobby.tcss"]  # noqa: RUF012 (the default screen loads none of its own)
    BINDINGS = keys.APP
    HORIZONTAL_BREAKPOINTS = [(0, "-tiny"), (60, "-slim"), (80, "-narrow"), (100, "-wide"), (130, "-wider")]  # noqa: RUF012
    VERTICAL_BREAKPOINTS = [(0, "-flat"), (20, "-short"), (30, "-tall")]  # noqa: RUF012
    PAUSE_GC_ON_SCROLL = True
    ENABLE_COMMAND_PALETTE = True

    def __init__(self, start: Start | Resume | None = None, *, clock: Callable[[], float] = time.monotonic) -> None:
        super().__init__(clock=clock)
        self.crash_file: Path | None = None
        self._begin_with = start
        self.register_theme(DARK)
        self.register_theme(LIGHT)
        self.theme = os.environ.get("TEXTUAL_THEME") or DARK.name

    def get_theme_variable_defaults(self) -> dict[str, str]:
        """Other themes do not know our variables."""
        return dict(DARK.variables)

    def get_default_screen(self) -> Screen[None]:
        """The lobby lies under everything."""
        return routes.lobby()

    def on_mount(self) -> None:
        """Straight to a table, if that is what was asked for."""
        if not self.is_headless:
            # Windows has no SIGHUP, and its loop no handlers.
            for name in ("SIGTERM", "SIGHUP"):
                with contextlib.suppress(AttributeError, NotImplementedError):
                    asyncio.get_running_loop().add_signal_handler(getattr(signal, name), self.exit, None, 130)
        if self._begin_with:
            self.open_table(self._begin_with)

    def open_url(self, url: str, *, new_tab: bool = True) -> None:
        """Nothing shown here is ever opened in a browser."""

    def get_system_commands(self, screen: Screen[object]) -> Iterable[SystemCommand]:
        """The command palette; titles are markup, so they are constants."""
        yield SystemCommand("Theme", "Dark or light", self.on_want_theme)
        yield SystemCommand(
            "Help", "Keys of this screen and the rules of the game", lambda: self.on_navigate(messages.Navigate("help"))
        )
        yield SystemCommand("Picture", "Save this screen as an SVG file", self.deliver_screenshot)
        yield SystemCommand("Quit", "Leave; a match can be resumed", lambda: self.action_leave("quit"))

    # Going from screen to screen

    def on_navigate(self, message: messages.Navigate) -> None:
        """Show another screen."""
        match message.to:
            case "lobby":
                self.go_home()
            case "seats":
                self.push_screen(routes.seats())
            case "help":
                self.push_screen(routes.help(self.screen))
            case "back":
                self.pop_screen()
            case "again" if self.last:
                self.open_table(self.last[0])
            case "quit":
                self.exit()

    def on_want_theme(self, message: object = None) -> None:
        """The other theme."""
        self.theme = LIGHT.name if self.theme == DARK.name else DARK.name

    def action_copy_or_quit(self) -> None:
        """What ctrl+c does: copy what is selected, else quit."""
        selected = self.screen.get_selected_text() or getattr(self.focused, "selected_text", "")
        if selected:
            self.copy_to_clipboard(safe.text(selected).plain)
        else:
            self.action_leave("quit")

    # The end

    def _handle_exception(self, error: Exception) -> None:
        # A crash must not cost the match: what is on disk can be resumed, and the details are kept for a report.
        if not self.is_headless:
            from woozle.saves.store import home

            file = home() / "crash.txt"
            with contextlib.suppress(OSError):
                file.parent.mkdir(parents=True, exist_ok=True)
                file.write_text("".join(traceback.format_exception(error)), "utf-8")
                self.crash_file = file
        super()._handle_exception(error)


def run_app(start: Start | Resume | None = None) -> int:
    """Run the app until the person leaves: at the lobby, or straight at a table. Returns the exit status."""
    app = WoozleApp(start)
    app.run()
    if app.crash_file:
        sys.stderr.write(f"Woozle has crashed. The details are in {safe.line(str(app.crash_file)).plain}\n")
    if app.return_code and (sentence := farewell(app.session)):
        sys.stderr.write(f"{sentence}\n")
    return app.return_code or 0
