"""The app of a participant of a study: its pages, its table, help and themes."""

from __future__ import annotations

import time
from collections.abc import Callable

from textual.screen import Screen

from woozle.arena.play.start import Visit
from woozle.tui import keys, routes, safe
from woozle.tui.base_app import BaseApp
from woozle.tui.controllers.studies import VisitPages

_NOT_HERE = ("screenshot", "suspend_process")
"""Actions of Textual's own app that leave files, or the app, behind."""


class StudyApp(BaseApp, inherit_bindings=False):
    """The app for one participant. It keeps no log, no settings and no list of matches."""

    BINDINGS = keys.VISIT

    def __init__(self, start: Visit, *, clock: Callable[[], float] = time.monotonic) -> None:
        """Raises StudyError or SaveError, with a sentence, where there is nothing to begin or resume."""
        super().__init__(clock=clock, keeps_settings=False)
        self.pages = VisitPages(self, start)

    def get_default_screen(self) -> Screen[None]:
        """Return an empty screen: nothing lies under the pages."""
        return Screen(id="blank")

    def on_mount(self) -> None:
        self.pages.begin()

    async def on_unmount(self) -> None:
        self.pages.close()

    def end_match(self) -> None:
        """Go on with the study after its match."""
        if self.matches.take_ended():
            self.pages.match.end()

    # Help, and stopping

    def show_help(self) -> None:
        """Show the keys of the screen, and the rules; nothing of any other game."""
        self.push_screen(routes.help(self.screen, is_study=True))

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """Allow nothing that leaves a file or the app behind."""
        return False if action in _NOT_HERE else super().check_action(action, parameters)

    def action_leave(self, what: str = "quit") -> None:
        self.pages.ask_to_stop()

    def farewell(self) -> str | None:
        """Return how to come back."""
        return self.pages.farewell()

    def words_of_crash(self, error: BaseException) -> str:
        """Return the sentence about a crash. No details are kept: they name folders, and so perhaps a person."""
        said = f"Woozle has crashed ({type(error).__name__}), which is our fault. Everything you did so far is saved."
        return safe.line(f"{said} {self.farewell() or ''}").plain
