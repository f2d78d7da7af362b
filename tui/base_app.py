"""The base of all apps: a match at a table, help, themes and keys, and crashes."""

from __future__ import annotations

import asyncio
import contextlib
import signal
import time
from collections.abc import Callable, Iterable, Iterator
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

from textual import events
from textual.app import App, SystemCommand
from textual.command import CommandPalette
from textual.screen import Screen
from textual.worker import WorkerFailed

from woozle.arena import logs
from woozle.arena.runs.forced_end import hear_sigterm
from woozle.tui import messages, routes, safe
from woozle.tui.controllers.inputs import Inputs
from woozle.tui.controllers.matches import Matches, farewell
from woozle.tui.controllers.models import Models
from woozle.tui.controllers.pictures import Pictures
from woozle.tui.controllers.preferences import Preferences
from woozle.tui.painter import Painter
from woozle.tui.persona import Persona
from woozle.tui.styles import STYLES
from woozle.tui.styles.sheet import Sheet
from woozle.tui.styles.themes import variables_for
from woozle.tui.surfaces import HALF_BLOCKS, Surface

if TYPE_CHECKING:
    from textual.driver import Driver

    from woozle.arena.play.table_session import TableSession


class BaseApp(App[None]):
    """An app with the controllers that every app needs. Screens call them (`host.py`); a table posts what has to stay in order.

    keeps_settings: whether changed settings are written to the file.
    """

    TITLE = "woozle"
    CSS_PATH = [STYLES / "base.tcss", STYLES / "lobby.tcss"]  # noqa: RUF012 (the default screen loads none itself)
    HORIZONTAL_BREAKPOINTS = [(0, "-tiny"), (60, "-slim"), (80, "-narrow"), (100, "-wide"), (130, "-wider")]  # noqa: RUF012
    VERTICAL_BREAKPOINTS = [(0, "-flat"), (20, "-short"), (30, "-tall")]  # noqa: RUF012
    PAUSE_GC_ON_SCROLL = True
    ENABLE_COMMAND_PALETTE = True

    plain_way = ""

    speed: float = 1.0
    """Reading pace of new matches; tests make it infinite."""

    terminal: Surface = HALF_BLOCKS
    """The terminal's means of drawing pictures, detected before the app started."""

    asks_for_dots: bool = False
    """Whether to ask, before the first picture, which characters pictures should be drawn with."""

    def __init__(self, *, clock: Callable[[], float] = time.monotonic, keeps_settings: bool = True) -> None:
        self.painter = Painter(lambda: self.surface.widget is None)
        super().__init__()
        self.stylesheet = Sheet(variables=self.get_css_variables())
        self.clock = clock
        self.last_words = ""
        """The sentence about a crash, printed once the terminal is restored."""
        self._copied = ""
        self.preferences = Preferences(self, is_kept=keeps_settings)
        self.models = Models(self)
        self.matches = Matches(self)
        self.pictures = Pictures(self)
        self._inputs = Inputs(self, self.matches.note_typed)

    def get_driver_class(self) -> type[Driver]:
        """Return Textual's driver, or ours if the terminal can disconnect; it sends only what has changed."""
        kind = super().get_driver_class()
        if kind.__name__ == "WindowsDriver":  # which is handed frames in pieces
            return kind
        if kind.__name__ == "LinuxDriver":
            from woozle.tui.terminal import TerminalDriver

            kind = TerminalDriver
        return self.painter.driver_class(kind)

    def get_theme_variable_defaults(self) -> dict[str, str]:
        """Return our variables, for themes that do not define them."""
        return variables_for(self.current_theme)

    def on_mount(self) -> None:
        self.app_resume_signal.subscribe(self, lambda _: self.painter.forget())
        if not self.is_headless:
            loop = asyncio.get_running_loop()
            loop.set_exception_handler(lambda loop, context: logs.log_unhandled(context))
            # Windows has no SIGHUP, and its event loop no signal handlers.
            for name in ("SIGTERM", "SIGHUP"):
                with contextlib.suppress(AttributeError, NotImplementedError):
                    loop.add_signal_handler(getattr(signal, name), self._terminate)
        self.preferences.complain()

    async def on_unmount(self) -> None:
        await self.models.close()

    # For controllers and widgets

    @property
    def session(self) -> TableSession | None:
        """Return the match at the table, or None."""
        return self.matches.session

    @property
    def is_shared(self) -> bool:
        """Return whether several people play at this terminal now, so that nothing may be left behind for the next one."""
        return self.session is not None and self.session.is_shared

    @property
    def surface(self) -> Surface:
        """Return the surface on which pictures are drawn now."""
        return self.preferences.surface

    @property
    def persona(self) -> Persona:
        """Return the name and colour of the person at this terminal; if several share it, each has their name at the table."""
        return Persona() if self.is_shared else self.preferences.persona

    def key_of(self, id: str) -> str:
        """Return the first key of a binding, as a person knows it."""
        return self.preferences.key_of(id)

    def say(self, sentence: str) -> None:
        """Tell the person something; the sentence may hold names from outside."""
        self.notify(safe.line(sentence).plain, markup=False, timeout=8)

    def run_in_thread(self, work: Callable[..., None], *arguments: Any, group: str) -> None:
        """Run `work` in a thread, in place of any work of its group under way."""
        self.run_worker(partial(work, *arguments), group=group, exclusive=True, thread=True)

    def call_on(self, screen: Screen[Any], method: Callable[..., object], *arguments: Any) -> None:
        """Have a screen do something in its turn, unless it was left meanwhile."""
        if screen in self.screen_stack:
            screen.call_later(method, *arguments)

    def go_back(self) -> None:
        """Leave the screen for the one below, unless that is the lowest."""
        if len(self.screen_stack) > 2:
            self.pop_screen()

    def go_home(self) -> None:
        """Go back to the lowest screen."""
        while len(self.screen_stack) > 1:
            self.pop_screen()

    # The clipboard

    @property
    def clipboard(self) -> str:
        """Return the text copied in the app, unless it has been forgotten since."""
        return self._copied

    def copy_to_clipboard(self, text: str) -> None:
        """Copy a text, unless the next person at this terminal could paste it."""
        if self.is_shared:
            self.say("Nothing is copied while several people share this terminal.")
        else:
            self._copied = text
            super().copy_to_clipboard(text)

    def forget_traces(self) -> None:
        """Drop what outlives a screen: the copied text that ctrl+v would paste, and notifications still on screen."""
        self._copied = ""
        self.clear_notifications()

    def action_copy_or_quit(self) -> None:
        from textual.widgets import Input, TextArea

        selected = self.screen.get_selected_text()
        if not selected and isinstance(self.focused, Input | TextArea):
            selected = self.focused.selected_text
        if selected:
            self.copy_to_clipboard(safe.text(selected).plain)
        else:
            self.action_leave("quit_or_copy")

    # Screens and commands

    def open_url(self, url: str, *, new_tab: bool = True) -> None:
        """Open nothing, since a link on screen may come from anywhere."""

    def action_command_palette(self) -> None:
        if self.use_command_palette and not isinstance(self.screen, CommandPalette):
            from woozle.tui.screens.menu import Menu

            self.push_screen(Menu())

    def get_system_commands(self, screen: Screen[object]) -> Iterable[SystemCommand]:
        """Yield the commands of the palette; titles are markup, so they are constants."""
        yield SystemCommand("Theme", "Dark or light", self.preferences.toggle_theme)
        yield SystemCommand("Help", "Keys of this screen and the rules of the game", self.show_help)

    def show_help(self) -> None:
        """Show the keys of the screen, and the rules."""
        self.push_screen(routes.help(self.screen))

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """Allow no other action while a new key is asked for."""
        return False if self.preferences.asks_for_key else super().check_action(action, parameters)

    @property
    def _background_screens(self) -> list[Screen[object]]:
        # Textual counts the screen below as visible even if this one is opaque, lays it out at every resize, and calls it current.
        # It would have to check whether this screen covers it (https://github.com/Textualize/textual/issues/3055).
        return [] if self.screen.styles.background.a == 1 else super()._background_screens

    # The match at the table

    async def on_event(self, event: events.Event) -> None:
        """Handle every input before the widget that it is for."""
        if isinstance(event, events.Resize):
            self.painter.forget()
        if self._inputs.admits(event):
            await super().on_event(event)

    def on_answered(self, message: messages.Answered) -> None:
        if self.session:
            self.session.answer(message.request, message.answer)

    def on_typed(self, message: messages.Typed) -> None:
        self.matches.note_typed(message)

    def note_turn(self) -> None:
        """Note that a person is being asked."""

    def end_match(self) -> None:
        """Show what comes after the match at the table, which is over."""

    def on_app_blur(self) -> None:
        self.matches.note_focus(has_it=False)

    def on_app_focus(self) -> None:
        self.matches.note_focus(has_it=True)

    def on_want_drawn(self, message: messages.WantDrawn) -> None:
        self.pictures.draw(message, self.match_folders())

    def match_folders(self) -> Iterator[Path]:
        """Yield the folders of the matches that are open now."""
        if self.session:
            yield self.session.folder
        if self.matches.last and self.matches.last[1]:
            yield self.matches.last[1]

    # The end

    def action_leave(self, what: str = "quit") -> None:
        """Quit. what: the binding that triggered it."""
        self.exit(message=self.farewell())

    def farewell(self) -> str | None:
        """Return how to resume the open match, for a person who leaves; None if there is nothing to resume."""
        return farewell(self.session)

    def _terminate(self) -> None:
        hear_sigterm()
        self.exit(None, 130, self.farewell())

    def _handle_exception(self, error: Exception) -> None:
        # A crash must not cost the match: the transcript on disk can be resumed, and the details are kept for a report. Textual has
        # no public hook for errors in handlers (https://github.com/Textualize/textual/issues/2818).
        from woozle.tui import crash

        if crash.is_late(error, self):
            logs.log_late_query(error)
            return
        cause = error.error if isinstance(error, WorkerFailed) else error
        if not self.last_words:
            logs.log_crash(cause)
            self.last_words = self.words_of_crash(cause)
        super()._handle_exception(crash.CrashError.of(cause))

    def words_of_crash(self, error: BaseException) -> str:
        """Return the sentence about a crash; the details are written to a file."""
        from woozle.tui import crash

        return crash.sentence(error, crash.write_report(error, crash.facts_about(self)), self.farewell() or "")

    def panic(self, *renderables: object) -> None:
        """Exit without printing Textual's traceback, which quotes error messages and the code around them."""
        if not self.last_words:
            self._handle_exception(RuntimeError())
        self.exit(return_code=1)
