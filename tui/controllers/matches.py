"""The match at the table: its start, the person's input, leaving, and its end."""

from __future__ import annotations

from collections.abc import Callable, Collection
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from textual import constants
from textual.worker import Worker

from woozle.core.errors import InputError
from woozle.tui import messages, routes

if TYPE_CHECKING:
    from woozle.arena.join.session import JoinedSession
    from woozle.arena.play.news import News
    from woozle.arena.play.people import Lock
    from woozle.arena.play.start import Resume, Start
    from woozle.arena.play.table_session import TableSession
    from woozle.arena.views.panels import Curtain, Results
    from woozle.tui.base_app import BaseApp
    from woozle.tui.screens.curtain import CurtainScreen
    from woozle.tui.screens.table import TableScreen
    from woozle.tui.screens.waiting import WaitingScreen


class Matches:
    """Plays one match at a time. session: the match at the table, or None; last: the one that ended last, and where it is kept.

    tells_focus: whether the terminal has reported getting or losing the focus; not all do, and none before it changes.
    """

    def __init__(self, app: BaseApp) -> None:
        self._app = app
        self.session: TableSession | None = None
        self.last: tuple[Start | None, Path | None] | None = None
        self._table: TableScreen | CurtainScreen | WaitingScreen | None = None
        self._playing: Worker[None] | None = None
        self.tells_focus = False

    @property
    def is_at_table(self) -> bool:
        """Return whether the table of a match that is not over is on the stack of screens."""
        return self._table in self._app.screen_stack and not (self.session and self.session.is_over)

    def open(self, start: Start | Resume) -> None:
        """Begin a match, or resume one; once, however often a key asked for it before it was there."""
        if self.is_at_table:
            return
        from woozle.arena.play.people import Lock
        from woozle.arena.play.session import Session
        from woozle.arena.views.panels import Curtain

        app = self._app
        try:
            start = app.models.complete(start)
            session = Session(start, clock=app.clock, speed=app.speed, models=app.models.players_for(start))
        except (InputError, OSError) as error:
            app.say(str(error))
            return
        if session.is_shared and (witness := _witness(app.features)):
            session.close()
            app.say(f"{witness} would keep what each of you sees; start Woozle without it to play with several people.")
            return
        self.begin(session)
        self.sit_down(self._curtain(Curtain(), Lock()) if session.is_shared else self._table_of(session.looking), self.deliver)

    def join(self, session: JoinedSession) -> None:
        """Sit down at a table of another machine: in its waiting room, until the match begins."""
        from woozle.tui.screens.waiting import WaitingScreen

        self.begin(session)
        self.sit_down(WaitingScreen(session.link.place, session.link.table), self.deliver)

    def begin(self, session: TableSession) -> None:
        """Make this the match at the table, before there is one."""
        self._app.go_home()
        self.session, self.last = session, None
        if self.tells_focus:
            session.attention.set_away(not self._app.app_focus)
        self._app.forget_traces()

    def sit_down(self, table: TableScreen | CurtainScreen | WaitingScreen, deliver: Callable[[TableSession, News], None]) -> None:
        """Show the table of the match, and play. deliver: takes the news."""
        assert self.session
        self._table = table
        self._app.push_screen(table)
        self._playing = self._app.run_worker(self.session.play(partial(deliver, self.session)), name="match")

    def deliver(self, session: TableSession, news: News) -> None:
        """Bring news of a match to its table; it may ask for another table first."""
        if session is not self.session or self._table is None:
            return
        from woozle.arena.play.news import Asked, CurtainFell, CurtainRose, HumansGuessed, Seated

        match news:
            case CurtainFell(curtain, lock):
                self._change_to(self._curtain(curtain, lock))
            case CurtainRose(seat):
                self._change_to(self._table_of(seat))
            case Seated(seat, why_texts):
                self._change_to(self._table_of(seat))
                if why_texts:
                    self._app.say(why_texts)
            case HumansGuessed(seats):
                from woozle.tui.screens.guess import GuessScreen

                self._app.push_screen(GuessScreen(seats), partial(self._guess, session))
            case _:
                if isinstance(news, Asked):
                    self._app.note_turn()
                self._table.post_message(messages.MatchNews(news))

    def _guess(self, session: TableSession, humans: tuple[str, ...] | None) -> None:
        if humans is not None:
            session.guess(humans)

    def _change_to(self, screen: TableScreen | CurtainScreen | WaitingScreen) -> None:
        # Switched, not pushed: a screen that is merely covered still has its widgets, and whatever they say.
        while self._app.screen is not self._table:
            self._app.pop_screen()
        self._app.switch_screen(screen)
        self._table = screen
        self._app.forget_traces()

    def _table_of(self, seat: str | None) -> TableScreen:
        assert self.session
        session = self.session
        return routes.table(
            session.game,
            seat,
            session.id,
            is_blind=session.is_blind,
            is_shared=session.is_shared,
            lessons=session.start.lessons if session.start else (),
            rules=session.rules,
            is_hurried=self._app.speed == float("inf"),
            known=session.observer(),
            is_joined=session.is_joined,
        )

    def _curtain(self, curtain: Curtain, lock: Lock) -> CurtainScreen:
        assert self.session
        from woozle.tui.screens.curtain import CurtainScreen

        return CurtainScreen(curtain, lock, self.session.id, self._app.clock)

    def reveal(self) -> None:
        """Show the table to the person for whom the curtain fell."""
        if self.session:
            self.session.reveal()

    def pace(self, change: str) -> None:
        """Pause, skip, run to the next turn or to the end, change the speed of reading, or wait no longer for a model."""
        if self.session and (do := self.session.paces.get(change)):
            do()

    # The times of decisions: what is noted is only counted, and goes to the question alone

    def note_typed(self, typed: messages.Typed) -> None:
        """Count an input, if the table is on screen."""
        if self.session and self._app.screen_stack and self._app.screen is self._table:
            self.session.attention.note_typing(typed.keys, typed.deleted, typed.pasted, typed.anticipated)

    def note_shown(self, request: int) -> None:
        """Note that a request is on screen: thinking time runs from here."""
        if self.session:
            self.session.attention.start_clock(request)

    def note_covered(self) -> None:
        """Note whether help, settings or the log cover the table."""
        if self.session:
            self.session.attention.set_covered(self._app.screen is not self._table)

    def note_focus(self, *, has_it: bool) -> None:
        """Note whether the terminal has the focus: time away is not thinking time."""
        self.tells_focus = True
        if self.session:
            self.session.attention.set_away(not has_it)

    # The end

    def leave(self) -> TableSession | None:
        """Leave the table, and return its match. The transcript is on disk already."""
        session, self.session = self.session, None
        if self._playing:
            self._playing.cancel()
        return session

    def ask_to_leave(self, key: str) -> bool:
        """Have the table of a live match ask whether to leave the app. Returns False without one. key: the binding used."""
        if not self._table or not self.is_at_table or self.session is None:
            return False
        while self._app.screen is not self._table:
            self._app.pop_screen()
        self._table.ask_to_leave(quit=True, key=key)
        return True

    def take_ended(self) -> TableSession | None:
        """Leave the table of a match that is over, and return the match; None if it is not over."""
        if not (self.session and self.session.is_over):
            return None
        session, self.session, self._table = self.session, None, None
        if self._playing and session.is_joined:  # whose host might begin another match
            self._playing.cancel()
        return session

    def show_results(self, results: Results, game: str, start: Start | None, folder: Path | None, why_no_rematch: str = "") -> None:
        """Show how a match of a game ended. start: of a rematch; why_no_rematch: empty if there can be one."""
        self.last = (start, folder)
        named = results.naming_you(self._app.persona.text("you"))
        self._app.push_screen(routes.results(named, str(folder or ""), game, why_no_rematch))


def _witness(features: Collection[str]) -> str:
    """Return the setting of Textual that would record every screen; empty without one."""
    if "devtools" in features:
        return "The developer tools of Textual"
    if constants.LOG_FILE:
        return "The log of Textual (TEXTUAL_LOG)"
    return "The screenshot of Textual (TEXTUAL_SCREENSHOT)" if constants.SCREENSHOT_DELAY >= 0 else ""


def farewell(session: TableSession | None) -> str | None:
    """Return how to resume a match that was left; None if there is nothing to resume."""
    return (session.how_to_return or None) if session and not session.is_over else None
