"""The Textual app: themes, routes, the running match, and what happens when something breaks."""

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
from typing import TYPE_CHECKING, ClassVar

from textual import work
from textual.app import App, SystemCommand
from textual.screen import Screen
from textual.worker import Worker

from woozle.tui import keys, messages, routes, safe
from woozle.tui.styles import STYLES
from woozle.tui.themes import DARK, LIGHT

if TYPE_CHECKING:
    from woozle.tui.session import Session
    from woozle.tui.start import Resume, Start


class WoozleApp(App[None]):
    """One person at the screen. Screens post messages; everything that touches a match or a file happens here or in the session."""

    TITLE = "woozle"
    CSS_PATH = [STYLES / "base.tcss", STYLES / "lobby.tcss"]  # noqa: RUF012 (the default screen loads none of its own)
    BINDINGS = keys.APP
    HORIZONTAL_BREAKPOINTS = [(0, "-tiny"), (60, "-slim"), (80, "-narrow"), (100, "-wide"), (130, "-wider")]  # noqa: RUF012
    VERTICAL_BREAKPOINTS = [(0, "-flat"), (20, "-short"), (30, "-tall")]  # noqa: RUF012
    PAUSE_GC_ON_SCROLL = True
    ENABLE_COMMAND_PALETTE = True

    speed: ClassVar[float] = 1.0
    """Reading pace of new matches; tests make it infinite."""

    def __init__(self, start: Start | Resume | None = None, *, clock: Callable[[], float] = time.monotonic) -> None:
        super().__init__()
        self.clock = clock
        self.session: Session | None = None
        self.crash_file: Path | None = None
        self._begin_with = start
        self._playing: Worker[None] | None = None
        self._last: tuple[Start, Path | None] | None = None
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
            self._open(self._begin_with)

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
                self._home()
            case "seats":
                self.push_screen(routes.seats())
            case "help":
                self.push_screen(routes.help(self.screen))
            case "back":
                self.pop_screen()
            case "again" if self._last:
                self._open(self._last[0])
            case "quit":
                self.exit()

    def on_want_theme(self, message: object = None) -> None:
        """The other theme."""
        self.theme = LIGHT.name if self.theme == DARK.name else DARK.name

    def _home(self) -> None:
        while len(self.screen_stack) > 1:
            self.pop_screen()
        self.list_matches()

    def say(self, sentence: str) -> None:
        """Tell the person something; the sentence may hold names from outside."""
        self.notify(safe.line(sentence).plain, markup=False, timeout=8)

    # Matches

    def on_start_match(self, message: messages.StartMatch) -> None:
        """Play a new match."""
        self._open(message.start)

    def on_resume_match(self, message: messages.ResumeMatch) -> None:
        """Go on with a match that was left."""
        from woozle.tui.start import Resume

        self._open(Resume(message.path))

    def _open(self, start: Start | Resume) -> None:
        from woozle.tui.session import Session

        try:
            session = Session(start, clock=self.clock, speed=self.speed)
        except (ValueError, OSError) as error:
            self.say(str(error))
            return
        self._home()
        self.session = session
        self._last = None
        table = routes.table(session.game, session.seat, session.id, self.clock)
        self.push_screen(table)
        self._playing = self.run_worker(session.play(table.post_message), name="match", exit_on_error=True)

    def on_answered(self, message: messages.Answered) -> None:
        """The person has answered."""
        if self.session:
            self.session.answer(message.request, message.answer)

    def on_shown(self, message: messages.Shown) -> None:
        """A request is on screen."""
        if self.session:
            self.session.shown(message.request)

    def on_pace(self, message: messages.Pace) -> None:
        """Pause, skip or run to the end."""
        if self.session:
            {"pause": self.session.pause, "skip": self.session.skip, "fast": self.session.fast}[message.change]()

    def on_app_blur(self) -> None:
        """Time away is not thinking time."""
        if self.session:
            self.session.away(True)

    def on_app_focus(self) -> None:
        """Back again."""
        if self.session:
            self.session.away(False)

    async def on_leave_match(self, message: messages.LeaveMatch) -> None:
        """Leave the table. The transcript is on disk already."""
        session, self.session = self.session, None
        if self._playing:
            self._playing.cancel()
        if message.quit:
            self.exit(message=_farewell(session))
        else:
            self._home()

    def show_results(self, results: object, start: Start, folder: Path | None) -> None:
        """How a match ended."""
        self._home()
        self._last = (start, folder)
        self.push_screen(routes.results(results, str(folder or "")))

    def on_want_results(self, message: messages.WantResults) -> None:
        """The match at the table is over and its end has been seen."""
        if self.session and self.session.is_over:
            session, self.session = self.session, None
            results = session.results()
            self.show_results(results, session.start, session.folder)

    def on_open_results(self, message: messages.OpenResults) -> None:
        """How an older match ended."""
        self._fold_again(message.path)

    @work(thread=True, exclusive=True, group="fold")
    def _fold_again(self, path: Path) -> None:
        from woozle.tui.session import finished

        try:
            start, results = finished(path)
        except (ValueError, OSError) as error:
            self.call_from_thread(self.say, str(error))
            return
        self.call_from_thread(self.show_results, results, start, path)

    def on_want_matches(self) -> None:
        """List what is kept."""
        self.list_matches()

    @work(thread=True, exclusive=True, group="list")
    def list_matches(self) -> None:
        """Read what is kept, off the screen's own time."""
        from woozle.saves.store import list_matches
        from woozle.tui.present.matches import match_rows

        rows = match_rows(list_matches())
        self.call_from_thread(self._to_lobby, messages.MatchesListed(rows))

    def _to_lobby(self, message: messages.MatchesListed) -> None:
        self.screen_stack[0].post_message(message)

    def on_want_verified(self) -> None:
        """Check the transcript whose results are shown."""
        if self._last and self._last[1]:
            self._verify(self._last[1], self.screen)

    @work(thread=True, exclusive=True, group="verify")
    def _verify(self, path: Path, screen: Screen[object]) -> None:
        from woozle.saves.verify import verify
        from woozle.tui.present.matches import check_lines

        report = verify(path)
        screen.post_message(messages.Verified(tuple(check_lines(report)), report.is_sound))

    # The end

    def action_leave(self, what: str = "quit") -> None:
        """Quit; a live match is asked about first, at its table."""
        table = next((screen for screen in self.screen_stack if hasattr(screen, "ask_to_leave")), None)
        if table is None or self.session is None or self.session.is_over:
            self.exit(message=_farewell(self.session))
            return
        while self.screen is not table:
            self.pop_screen()
        table.ask_to_leave(quit=True)

    def action_copy_or_quit(self) -> None:
        """What ctrl+c does: copy what is selected, else quit."""
        selected = self.screen.get_selected_text() or getattr(self.focused, "selected_text", "")
        if selected:
            self.copy_to_clipboard(safe.text(selected).plain)
        else:
            self.action_leave("quit")

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


def _farewell(session: Session | None) -> str | None:
    if session is None or session.is_over or not session.id:
        return None
    return f"The match is saved. Go on with: woozle resume {safe.line(session.id).plain}"


def run_app(start: Start | Resume | None = None) -> int:
    """Run the app until the person leaves: at the lobby, or straight at a table. Returns the exit status."""
    app = WoozleApp(start)
    app.run()
    if app.crash_file:
        sys.stderr.write(f"Woozle has crashed. The details are in {safe.line(str(app.crash_file)).plain}\n")
    if app.return_code and (farewell := _farewell(app.session)):
        sys.stderr.write(f"{farewell}\n")
    return app.return_code or 0
