"""The Textual app: themes, routes, keys that work everywhere, and what happens when something breaks."""

from __future__ import annotations

import asyncio
import contextlib
import os
import signal
import sys
import time
from collections.abc import Callable, Iterable, Iterator
from typing import TYPE_CHECKING

from textual._context import active_message_pump
from textual.app import ScreenStackError, SystemCommand
from textual.css.query import NoMatches
from textual.screen import Screen
from textual.widget import Widget
from textual.worker import WorkerFailed

from woozle.arena import logs
from woozle.arena.views.words import count
from woozle.core.text import visible
from woozle.saves.places import LOG_FILE, home
from woozle.tui import imaging, keys, messages, routes, safe
from woozle.tui.parts.annotating import Annotating
from woozle.tui.parts.preferences import Preferences
from woozle.tui.styles import STYLES
from woozle.tui.styles.themes import variables_for

if TYPE_CHECKING:
    from woozle.arena.play.start import Annotate, Replay, Resume, Start, Visit, Watch


class WoozleApp(Annotating, Preferences):
    """One person at the screen. Screens post messages.

    In `parts/`, `tables.py` answers those about matches, `models.py` those about models, `presence.py` those about what people do
    at a table, `checking.py` and `library.py` those about files, `spectating.py` those of spectators, `picturing.py` those about
    pictures, `preferences.py` those about settings, `annotating.py` those of whoever labels claims.
    """

    TITLE = "woozle"
    CSS_PATH = [STYLES / "base.tcss", STYLES / "lobby.tcss"]  # noqa: RUF012 (the default screen loads none of its own)
    BINDINGS = keys.APP
    HORIZONTAL_BREAKPOINTS = [(0, "-tiny"), (60, "-slim"), (80, "-narrow"), (100, "-wide"), (130, "-wider")]  # noqa: RUF012
    VERTICAL_BREAKPOINTS = [(0, "-flat"), (20, "-short"), (30, "-tall")]  # noqa: RUF012
    PAUSE_GC_ON_SCROLL = True
    ENABLE_COMMAND_PALETTE = True

    def __init__(
        self, start: Start | Resume | Watch | Replay | Annotate | None = None, *, clock: Callable[[], float] = time.monotonic
    ) -> None:
        super().__init__(clock=clock)
        self.last_words = ""
        """What a crash leaves to be said, once the terminal is as it was."""
        self._begin_with = start

    def get_theme_variable_defaults(self) -> dict[str, str]:
        """Other themes do not know our variables."""
        return variables_for(self.current_theme)

    def get_default_screen(self) -> Screen[None]:
        """The lobby lies under everything."""
        return routes.lobby()

    def on_mount(self) -> None:
        """Straight to a table, if that is what was asked for."""
        if not self.is_headless:
            loop = asyncio.get_running_loop()
            loop.set_exception_handler(lambda loop, context: logs.unheard(context))
            # Windows has no SIGHUP, and its loop no handlers.
            for name in ("SIGTERM", "SIGHUP"):
                with contextlib.suppress(AttributeError, NotImplementedError):
                    loop.add_signal_handler(getattr(signal, name), self._terminated)
        if self._begin_with:
            self.begin(self._begin_with)

    def open_url(self, url: str, *, new_tab: bool = True) -> None:
        """Nothing shown here is ever opened in a browser."""

    def action_command_palette(self) -> None:
        """Open the menu, once."""
        if self.use_command_palette and not getattr(self.screen, "is_menu", False):
            self.push_screen(routes.menu())

    def get_system_commands(self, screen: Screen[object]) -> Iterable[SystemCommand]:
        """The command palette; titles are markup, so they are constants."""
        yield SystemCommand("Theme", "Dark or light", self.on_want_theme)
        yield SystemCommand(
            "Help", "Keys of this screen and the rules of the game", lambda: self.on_navigate(messages.Navigate("help"))
        )
        if jump := getattr(screen, "action_jump", None):
            yield SystemCommand("Jump", "To a panel of this screen, by its letter", self._on(screen, jump))
        if claims := getattr(screen, "sees_claims", False) and getattr(screen, "action_claims", None):
            yield SystemCommand("Claims", "What was said in meetings, checked against the log", self._on(screen, claims))
        if pictures := getattr(screen, "action_pictures", None):
            yield SystemCommand("Pictures of the game", "What the seat is shown beside the words", self._on(screen, pictures))
        if not self.is_shared:
            yield SystemCommand("Picture", "Save this screen as an SVG file", self.action_picture)
        yield SystemCommand("Settings", "Theme, motion, pace, folders and keys", self.open_settings)
        yield SystemCommand("Log", "What the app did, and what went wrong", self.action_log)
        yield SystemCommand("Quit", "Leave; a match can be resumed", lambda: self.action_leave("quit"))

    def _on(self, screen: Screen[object], action: Callable[[], object]) -> Callable[[], None]:
        """What is done on a screen only while that is the one shown: a command waits for its turn, and it may be left meanwhile."""

        def done() -> None:
            if screen is self.screen:
                action()

        return done

    def on_copy(self, message: messages.Copy) -> None:
        """To the clipboard, through the terminal."""
        text = visible(message.text)
        self.copy_to_clipboard(text)
        self.say(f"Copied the {message.what}: {count(len(text), 'character')}.")

    @property
    def _background_screens(self) -> list[Screen[object]]:
        # Textual would lay out the screen below at every change of size, even if nothing of it can be seen.
        return [] if self.screen.styles.background.a == 1 else super()._background_screens

    # Going from screen to screen

    def on_navigate(self, message: messages.Navigate) -> None:
        """Show another screen."""
        match message.to:
            case "lobby":
                self.go_home()
            case "browser":
                self.push_screen(routes.browser())
            case "leaderboard":
                self.push_screen(routes.leaderboard())
            case "help":
                self.push_screen(routes.help(self.screen))
            case "settings":
                self.open_settings()
            case "back" if len(self.screen_stack) > 2:
                self.pop_screen()
            case "back":  # perhaps for the second time, before the first has been seen
                self.go_home()
            case "again" if self.last:
                self.open_table(self.last[0])
            case "quit":
                self.exit()

    def action_log(self) -> None:
        """Show the log, or leave it."""
        if getattr(self.screen, "is_log", False):
            self.pop_screen()
        else:
            self.push_screen(routes.log())

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """Where a new key is asked for, no key does anything else."""
        return False if getattr(self.screen, "takes_every_key", False) else super().check_action(action, parameters)

    def action_copy_or_quit(self) -> None:
        """What ctrl+c does: copy what is selected, else quit."""
        selected = self.screen.get_selected_text() or getattr(self.focused, "selected_text", "")
        if selected:
            self.copy_to_clipboard(safe.text(selected).plain)
        else:
            self.action_leave("quit_or_copy")

    # The end

    def _terminated(self) -> None:
        self.exit(None, 130, self.farewell())

    def _handle_exception(self, error: Exception) -> None:
        if self._is_gone(error):
            logs.missed(error)
            return
        # A crash must not cost the match: what is on disk can be resumed, and the details are kept for a report.
        if not self.last_words:
            cause = error.error if isinstance(error, WorkerFailed) else error
            logs.crashed(cause)
            self.last_words = self.words_of_crash(cause)
        super()._handle_exception(error)

    def words_of_crash(self, error: BaseException) -> str:
        """What is told of a crash, once the terminal is as it was; the details are kept."""
        from woozle.tui import crash

        return crash.told(error, crash.kept(error, self._facts()), self.farewell() or "")

    def _is_gone(self, error: Exception) -> bool:
        # Whoever is taken away while it is being built, or built while the app ends, finds no children; the last messages of an app
        # find no screen.
        if isinstance(error, ScreenStackError):
            return not self.screen_stack
        seeker = active_message_pump.get(None)
        if not isinstance(error, NoMatches) or not isinstance(seeker, Widget) or not (seeker._pruning or self._exit):
            return False
        if not seeker._is_mounted:  # else its own loop takes it out of the tree
            self.call_later(seeker._message_loop_exit)
        return True

    def _facts(self) -> Iterator[str]:
        columns, rows = self.size
        yield f"{columns} x {rows}, {self.console.color_system or 'no'} colours, theme {self.theme}"
        yield " > ".join(type(screen).__name__ for screen in self.screen_stack)

    def _fatal_error(self) -> None:
        # Textual would print every frame with its local variables: the cards of all seats, and keys.
        self._close_messages_no_wait()

    def panic(self, *renderables: object) -> None:
        """End, and print nothing of what Textual would: it quotes what errors say, and the code around them."""
        if not self.last_words:
            self._handle_exception(RuntimeError())
        self._close_messages_no_wait()


def run_app(start: Start | Resume | Watch | Replay | Annotate | Visit | None = None) -> int:
    """Run the app until the person leaves: at the lobby, or straight at a table. Returns the exit status.

    Of a visit to a study no log is kept. Raises ValueError or OSError, with a sentence, for one that cannot begin.
    """
    from woozle.arena.play.start import Visit

    is_visit = isinstance(start, Visit)
    with contextlib.nullcontext() if is_visit else logs.kept(home() / LOG_FILE):
        logs.started(os.environ)
        app = _visit(start) if isinstance(start, Visit) else WoozleApp(start)
        app.terminal = imaging.detect(app.settings.images)
        try:
            app.run()
        except Exception:  # after a crash Textual may fail to lay out the screens that it takes down
            if not app.last_words:
                raise
        logs.LOG.info("Woozle stopped, with status %s", app.return_code or 0)
    if app.last_words:
        sys.stderr.write(f"{app.last_words}\n")
    return app.return_code or 0


def _visit(start: Visit) -> WoozleApp:
    from woozle.tui.parts.study_matches import VisitApp

    return VisitApp(start)
