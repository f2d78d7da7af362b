"""Matches that are played at the screen: how one begins, what the person does there, and how it is left."""

from __future__ import annotations

from collections.abc import Collection
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

from textual import constants
from textual.message import Message
from textual.screen import Screen
from textual.worker import Worker

from woozle.arena.views.words import left
from woozle.tui import messages, routes
from woozle.tui.parts.models import ModelHub

if TYPE_CHECKING:
    from woozle.arena.play.people import Lock
    from woozle.arena.play.start import Resume, Start
    from woozle.arena.views.views import Curtain
    from woozle.tui.sessions.session import Session


class Tables(ModelHub):
    """The part of the app that plays."""

    _playing: Worker[None] | None = None
    _table: Screen[Any] | None = None

    def on_set_up(self, message: messages.SetUp) -> None:
        """Ask who plays."""
        self.push_screen(routes.seats(message.game))

    def on_learn(self, message: messages.Learn) -> None:
        """Play the tutorial of a game."""
        from woozle.arena.play.learning import tutorial

        try:
            self.open_table(tutorial(message.game))
        except ValueError as error:
            self.say(str(error))

    def on_start_match(self, message: messages.StartMatch) -> None:
        """Play a new match."""
        self.open_table(message.start)

    def on_resume_match(self, message: messages.ResumeMatch) -> None:
        """Go on with a match that was left."""
        from woozle.arena.play.start import Resume

        self.open_table(Resume(message.path))

    def open_table(self, start: Start | Resume) -> None:
        """Begin a match, or go on with one; once, however often a key asked for it before it was there."""
        if self._table in self.screen_stack:
            return
        from woozle.arena.play.people import Lock
        from woozle.arena.views.views import Curtain
        from woozle.tui.sessions.session import Session

        try:
            start = self.completed(start)
            session = Session(start, clock=self.clock, speed=self.speed, models=self.models_for(start))
        except (ValueError, OSError) as error:
            self.say(str(error))
            return
        if session.is_shared and (witness := _witness(self.features)):
            session.close()
            self.say(f"{witness} would keep what each of you sees; start Woozle without it to play with several people.")
            return
        self.go_home()
        self.session = session
        if self.tells_focus:
            session.attention.away(not self.app_focus)
        self.last = None
        self.forget_traces()
        self._table = self._curtain(Curtain(), Lock()) if session.is_shared else self._table_of(session.looking)
        self.push_screen(self._table)
        self._playing = self.run_worker(session.play(partial(self._deliver, session)), name="match", exit_on_error=True)

    def _deliver(self, session: Session, message: Message) -> None:
        """From the session to the screen of the match; it may ask for another screen first."""
        if session is not self.session or self._table is None:
            return
        match message:
            case messages.CurtainFell(curtain, lock):
                self._change_to(self._curtain(curtain, lock))
            case messages.CurtainRose(seat):
                self._change_to(self._table_of(seat))
            case _:
                self._table.post_message(message)

    def _change_to(self, screen: Screen[Any]) -> None:
        # Switched, not pushed: a screen that is merely covered still has its widgets, and whatever they say.
        while self.screen is not self._table:
            self.pop_screen()
        self.switch_screen(screen)
        self._table = screen
        self.forget_traces()

    def _table_of(self, seat: str | None) -> Screen[Any]:
        assert self.session
        from woozle.arena.views.rules import lines

        session = self.session
        return routes.table(
            session.game,
            seat,
            session.id,
            is_blind=session.is_blind,
            is_shared=session.is_shared,
            lessons=session.start.lessons,
            rules=lines(session.match.referee.game),
        )

    def _curtain(self, curtain: Curtain, lock: Lock) -> Screen[Any]:
        assert self.session
        return routes.curtain(curtain, lock, self.session.id, self.clock)

    def on_reveal(self, message: messages.Reveal) -> None:
        """The right person is alone with the screen."""
        if self.session:
            self.session.reveal()

    def on_answered(self, message: messages.Answered) -> None:
        """The person has answered."""
        if self.session:
            self.session.answer(message.request, message.answer)

    def on_shown(self, message: messages.Shown) -> None:
        """A request is on screen."""
        if self.session:
            self.session.shown(message.request)

    def on_pace(self, message: messages.Pace) -> None:
        """Pause, skip, run to the end, or do not wait any longer."""
        if session := self.session:
            does = {"pause": session.pause, "skip": session.skip, "fast": session.fast, "give_up": session.give_up}
            does[message.change]()

    async def on_leave_match(self, message: messages.LeaveMatch) -> None:
        """Leave the table. The transcript is on disk already."""
        session, self.session = self.session, None
        if self._playing:
            self._playing.cancel()
        if message.quit:
            self.exit(message=farewell(session))
        else:
            self.go_home()

    def farewell(self) -> str | None:
        """How to go on with what is open now, for whoever leaves; None if there is nothing to go on with."""
        return farewell(self.session)

    def show_results(self, results: object, start: Start, folder: Path | None) -> None:
        """How a match ended."""
        self.last = (start, folder)
        self.push_screen(routes.results(results, str(folder or ""), start.game))

    def on_want_results(self, message: messages.WantResults) -> None:
        """The match at the table is over and its end has been seen."""
        if self.session and self.session.is_over:
            session, self.session = self.session, None
            results = session.results()
            self.go_home()
            self.show_results(results, session.start, session.folder)

    def action_leave(self, what: str = "quit") -> None:
        """Quit; a live match is asked about first, at its table. what: which of the app's keys asked for it."""
        table = next((screen for screen in self.screen_stack if hasattr(screen, "ask_to_leave")), None)
        if table is None or self.session is None or self.session.is_over:
            self.exit(message=self.farewell())
            return
        while self.screen is not table:
            self.pop_screen()
        table.ask_to_leave(quit=True, key=f"app.{what}")


def _witness(features: Collection[str]) -> str:
    """What Textual was told to do that would record every screen; empty if nothing was."""
    if "devtools" in features:
        return "The developer tools of Textual"
    if constants.LOG_FILE:
        return "The log of Textual (TEXTUAL_LOG)"
    return "The screenshot of Textual (TEXTUAL_SCREENSHOT)" if constants.SCREENSHOT_DELAY >= 0 else ""


def farewell(session: Session | None) -> str | None:
    """How to go on with a match that was left; None if there is nothing to go on with."""
    if session is None or session.is_over or not session.id:
        return None
    if session.start.lessons:
        return f"`woozle learn {session.game}` begins the tutorial anew."
    return left(session.id)
