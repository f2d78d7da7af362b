"""The Textual app: the lobby, and all that is reached from there."""

from __future__ import annotations

import contextlib
import os
import sys
import time
from collections.abc import Callable, Iterable, Iterator
from datetime import datetime
from pathlib import Path
from typing import TYPE_CHECKING, cast

from textual import events
from textual.app import SystemCommand
from textual.screen import Screen

from woozle.arena import logs
from woozle.arena.play.start import Host, Join, Replay, Resume, Start, Visit, Watch
from woozle.arena.views.words import count
from woozle.core.errors import InputError
from woozle.core.text import visible
from woozle.saves.paths import LOG_FILE, data_folder
from woozle.tui import keys, messages, routes, surfaces
from woozle.tui.base_app import BaseApp
from woozle.tui.controllers.library import Library
from woozle.tui.controllers.matches import farewell
from woozle.tui.controllers.spectators import Spectators, has_people
from woozle.tui.controllers.tables import Tables
from woozle.tui.notices import TurnNotices

if TYPE_CHECKING:
    from rich.console import RenderableType
    from textual.command import Provider

    from woozle.arena.views.saved_matches import MatchRow
    from woozle.tui.controllers.access import WayOn, WayToPlay
    from woozle.tui.notices import Notice
    from woozle.tui.screens.lobby import LobbyScreen


def _everything_provider() -> type[Provider]:
    from woozle.tui.palette import EverythingProvider

    return EverythingProvider


class WoozleApp(BaseApp):
    """The whole app, for one person.

    start: what was asked for on the command line, in place of the lobby; a screen is one that a game brings.
    """

    BINDINGS = keys.APP
    COMMANDS = BaseApp.COMMANDS | {_everything_provider}

    plain_way = "woozle play --plain"

    def __init__(
        self,
        start: Start | Resume | Watch | Replay | Join | Host | Screen[None] | None = None,
        *,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        super().__init__(clock=clock)
        self.library = Library(self)
        self._notices = TurnNotices(self._write, os.environ)
        self.tables = Tables(self)
        self.spectators = Spectators(self)
        self._begin_with = start
        self._log_screen: Screen[None] | None = None

    def get_default_screen(self) -> Screen[None]:
        """Return the lobby, which lies under everything."""
        from woozle.tui.screens.lobby import LobbyScreen

        return LobbyScreen()

    def on_mount(self) -> None:
        match self._begin_with:
            case Screen() as screen:
                self.push_screen(screen)
            case Watch() as watch:
                self.spectators.watch(watch)
            case Replay() as replay:
                self.spectators.begin_replay(replay)
            case Start() | Resume() as start:
                self.open_match(start)
            case Join(session):
                self.matches.join(session)
            case Host() as host:
                self.tables.host(host)

    def open_match(self, start: Start | Resume) -> None:
        """Play a match at the table, watch it if no person sits there, or host it at an open table."""
        if isinstance(start, Start) and start.terms:
            self.tables.host_chosen(start)
            return
        if has_people(start):
            self.matches.open(start)
        else:
            self.spectators.watch(Watch(start))

    # Whose turn it is

    def note_turn(self) -> None:
        """Tell a person who is looking elsewhere."""
        if not self.app_focus:
            self._notices.begin(cast("Notice", self.preferences.settings.notice))

    def on_app_focus(self) -> None:
        super().on_app_focus()
        self._notices.end()

    def exit(self, result: None = None, return_code: int = 0, message: RenderableType | None = None) -> None:
        """Exit, and restore the title of the terminal, whatever caused the exit."""
        self._notices.end()
        super().exit(result, return_code, message)

    def note_failure(self, error: BaseException) -> None:
        """Tell the person of a failure that does not end the app, and where it is written down."""
        from woozle.tui import crash

        self.say(crash.sentence(error, crash.write_report(error)))

    def _write(self, sequence: str) -> None:
        if output := self.painter.output:
            output(sequence)

    # Screens and commands

    @property
    def known_matches(self) -> tuple[MatchRow, ...]:
        """The matches that the lobby lists."""
        return lobby.matches if (lobby := self._lobby) else ()

    @property
    def _lobby(self) -> LobbyScreen | None:
        """Return the screen under everything; None while the app ends."""
        from woozle.tui.screens.lobby import LobbyScreen

        return next((screen for screen in self.screen_stack if isinstance(screen, LobbyScreen)), None)

    def get_system_commands(self, screen: Screen[object]) -> Iterable[SystemCommand]:
        """Yield the commands of the palette; those of a screen act only while it is shown, for a command waits for its turn."""
        yield from super().get_system_commands(screen)
        from woozle.tui.screens.frame import FrameScreen

        for command in screen.commands() if isinstance(screen, FrameScreen) else ():
            yield command._replace(callback=self._only_on(screen, command.callback))
        if not self.is_shared:
            yield SystemCommand("Picture", "Save this screen as an SVG file", self.action_picture)
        if self.tables.is_open:
            yield SystemCommand("Open table", "Who is here, links, and who knocks", self.tables.show)
        yield SystemCommand("Test card", "What pictures are made of: octants, sextants or half blocks", self.show_dots)
        yield SystemCommand("Settings", "Name, theme, motion, pace, folders and keys", self.preferences.show)
        yield SystemCommand("Log", "What the app did, and what went wrong", self.action_log)
        yield SystemCommand("Quit", "Leave; a match can be resumed", lambda: self.action_leave("quit"))

    def _only_on(self, screen: Screen[object], action: Callable[[], object]) -> Callable[[], None]:
        def act() -> None:
            if screen is self.screen:
                action()

        return act

    def go_back(self) -> None:
        """Leave the screen for the one below; for the lobby, with the matches as they are now."""
        if len(self.screen_stack) > 2:
            super().go_back()
        else:
            self.go_home()

    def rematch(self) -> None:
        """Play the match that ended last once more, with all dealt anew."""
        if self.matches.last and self.matches.last[0]:
            self.open_match(self.matches.last[0])

    def show_dots(self, *, is_first: bool = False) -> None:
        """Ask what pictures are made of."""
        from woozle.tui.screens.dots import DotsScreen

        self.asks_for_dots = False
        self.push_screen(DotsScreen(is_first=is_first))

    def on_want_drawn(self, message: messages.WantDrawn) -> None:
        super().on_want_drawn(message)
        if self.asks_for_dots and not self.is_shared:
            self.show_dots(is_first=True)

    def go_home(self) -> None:
        """Go back to the lobby, with the matches as they are now."""
        super().go_home()
        self.refresh_matches()

    def refresh_matches(self) -> None:
        """List the matches that are kept anew, wherever the person is."""
        if lobby := self._lobby:
            lobby.list_matches()

    def action_log(self) -> None:
        if self.screen is self._log_screen:
            self.pop_screen()
        else:
            from woozle.tui.screens.log import LogScreen

            self._log_screen = LogScreen()
            self.push_screen(self._log_screen)

    def copy(self, text: str, what: str) -> None:
        """Copy a text, and say how long it is. what: a word of ours for it."""
        shown = visible(text)
        self.copy_to_clipboard(shown)
        self.say(f"Copied the {what}: {count(len(shown), 'character')}.")

    # Matches

    def open_game(self, game: str, how: WayToPlay) -> None:
        """Choose seats and rules of a new match, play the tutorial of a game or today's deal, watch bots, or host a table."""
        match how:
            case "seats":
                self.push_screen(routes.seats(game))
            case "tutorial":
                self._open_tutorial(game)
            case "bots":
                self.spectators.watch_bots(game)
            case "daily":
                self._open_daily(game)
            case "host":
                self.push_screen(routes.seats(game, is_open_table=True, name=self.preferences.settings.name))

    def _open_daily(self, game: str) -> None:
        """Begin the deal of the day; if it was begun, go on; if it is over, show how."""
        from woozle.arena.play.daily import daily_start, find_results

        today = datetime.now().astimezone().date()
        try:
            own = find_results(game, today, days=1).get(today)
            if own and own.result:
                self.library.open_results(own.path)
            else:
                self.open_match(Resume(own.path) if own else daily_start(game, today))
        except (InputError, OSError) as error:
            self.say(str(error))

    def _open_tutorial(self, game: str) -> None:
        from woozle.arena.play.tutorials import tutorial

        try:
            self.open_match(tutorial(game))
        except InputError as error:
            self.say(str(error))

    def resume(self, path: Path) -> None:
        """Resume an unfinished match."""
        self.open_match(Resume(path))

    def join_table(self, link: str) -> None:
        """Sit down at a table of another machine. Raises InputError or OSError, with a sentence, for a link that leads to none."""
        from woozle.arena.join.connection import Joiner
        from woozle.arena.join.link import parse_link
        from woozle.arena.join.session import JoinedSession

        self.matches.join(JoinedSession(parse_link(link), Joiner(self.preferences.settings.name), clock=self.clock))

    def give_up_seat(self) -> None:
        """Leave a seat at a table of another machine for good."""
        self.run_worker(self._give_up_seat(), group="leaving")

    async def _give_up_seat(self) -> None:
        if self.session and self.session.is_joined:
            await self.session.leave()
            self.leave_match()

    def leave_match(self, *, quit: bool = False) -> None:
        """Leave the live match at the table, or the app with it; its transcript can be resumed."""
        session = self.matches.leave()
        if quit:
            self.exit(message=farewell(session))
        else:
            self.go_home()

    def end_match(self) -> None:
        """Show how the match at the table ended."""
        if session := self.matches.take_ended():
            results = session.results()
            self.go_home()
            why_not = session.why_no_rematch or self.library.why_no_rematch(session.folder)
            folder = session.folder if session.end_card() or not session.is_joined else None
            self.matches.show_results(results, session.game, session.start, folder, why_not)

    def go_on(self, what: WayOn) -> None:
        """Go on after the match at the table: play it with all dealt anew, walk through it, or choose seats for the next game."""
        from woozle.arena.play.endings import next_game

        session = self.session
        match what:
            case "replay" if session and session.is_over:
                self.spectators.open_replay(session.folder)
            case "rematch" if session and session.is_joined:
                session.again()
                self.say("You are ready for another match; it begins once all who are here are.")
            case "rematch" if (session := self.matches.take_ended()) and (start := session.again()):
                self.open_match(start)
            case "next" if session := self.matches.take_ended():
                self.go_home()
                self.push_screen(routes.seats(next_game(session.game)))

    def action_leave(self, what: str = "quit") -> None:
        """Quit. A live match asks first, at its table; one that is watched does not, for it can be resumed."""
        if self.tables.is_open:
            if self.tables.may_quit(f"app.{what}"):
                self.exit(message=self.farewell())
        elif self.spectators.farewell or not self.matches.ask_to_leave(f"app.{what}"):
            self.exit(message=self.farewell())

    def farewell(self) -> str | None:
        """Return how to resume what is open now."""
        return self.tables.farewell or self.spectators.farewell or super().farewell()

    # Pictures

    def match_folders(self) -> Iterator[Path]:
        """Yield where the matches are kept that are open now."""
        yield from super().match_folders()
        yield from (source.path for source in self.spectators.sources)

    def action_picture(self) -> None:
        self.pictures.save_screen()

    def on_delivery_complete(self, event: events.DeliveryComplete) -> None:
        self.pictures.say_delivered(event)

    def on_delivery_failed(self, event: events.DeliveryFailed) -> None:
        self.pictures.say_delivered(event)


def run_app(start: Start | Resume | Watch | Replay | Join | Host | Screen[None] | Visit | None = None) -> int:
    """Run the app until the person leaves: at the lobby, or straight at a table. Returns the exit status.

    Of a visit to a study no log is kept. Raises ValueError or OSError, with a sentence, for one that cannot begin.
    """
    with contextlib.nullcontext() if isinstance(start, Visit) else logs.write_log(data_folder() / LOG_FILE):
        logs.log_start(os.environ)
        app = _study_app(start) if isinstance(start, Visit) else WoozleApp(start)
        settings = app.preferences.settings
        app.terminal = surfaces.detect(settings.images)
        app.asks_for_dots = app.surface == surfaces.HALF_BLOCKS and (settings.images, settings.blocks) == ("auto", "auto")
        try:
            app.run()
        except Exception:  # after a crash Textual may fail to lay out the screens that it takes down
            if not app.last_words:
                raise
        logs.LOG.info("Woozle stopped, with status %s", app.return_code or 0)
    if app.last_words:
        sys.stderr.write(f"{app.last_words}\n")
    return app.return_code or 0


def _study_app(visit: Visit) -> BaseApp:
    from woozle.tui.study_app import StudyApp

    return StudyApp(visit)
