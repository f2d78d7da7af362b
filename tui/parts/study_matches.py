"""The matches of a study at the screen: how one begins or goes on, what is asked in its middle, and how it ends."""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping
from functools import partial

from textual.message import Message

from woozle.arena.play.start import Resume, Start
from woozle.arena.play.start import Visit as Invitation
from woozle.arena.studies import pages
from woozle.arena.studies.instructions import rules_of_step
from woozle.arena.studies.starting import start_of
from woozle.arena.views.study import Given
from woozle.tui import messages, routes
from woozle.tui.messages import visiting
from woozle.tui.parts.visiting import Visiting
from woozle.tui.sessions.session import Session
from woozle.tui.sessions.study import Due, Held, StudySession, due_in


class VisitApp(Visiting):
    """One participant of a study. Of the app it has the table, help and themes."""

    def __init__(self, start: Invitation, *, clock: Callable[[], float] = time.monotonic) -> None:
        """Raises StudyError or SaveError, with a sentence, where there is nothing to begin or go on with."""
        super().__init__(start, clock=clock)
        self._due: Due | None = None
        self._beliefs = 0
        self._names: Mapping[int, str] = {}
        self._since = 0.0

    def play(self) -> None:
        """Begin the match of this step, or go on with it."""
        try:
            session = self._session()
        except (ValueError, OSError) as error:
            self.retry = self.show_page
            self.put(pages.trouble(str(error), self.progress))
            return
        if session is None:
            self._end_match()
            return
        self.go_home()
        self.session, self._names = session, {}
        if self.tells_focus:
            session.attention.away(not self.app_focus)
        self.forget_traces()
        assert self.visit.step
        rules = rules_of_step(self.visit.study, self.visit.step)
        self._table = routes.study_table(session.game, session.looking, session.id, self.progress, rules)
        self.push_screen(self._table)
        self._playing = self.run_worker(session.play(partial(self._deliver, session)), name="match", exit_on_error=True)

    def _session(self) -> StudySession | None:
        """The match of this step, ready to be played; None if it is over already. Raises ValueError, OSError."""
        visit, step = self.visit, self.visit.step
        assert step
        assert step.match
        assert visit.who
        opened = self.open_match
        if opened and opened.is_finished:
            return None
        start: Start | Resume = Resume(self.match_folder)
        if opened is None:
            start = start_of(visit.study, step.match, visit.who.arrival, step.id)
            visit.begin_match()
        return StudySession(start, self.match_folder, self._held, clock=self.clock, speed=self.speed, models=self.models_for(start))

    @property
    def _held(self) -> Held:
        plan = self.visit.study.plan
        return Held(plan.beliefs, plan.data, self.visit.believed(self.visit.began))

    def _deliver(self, session: Session, message: Message) -> None:
        if isinstance(message, visiting.Believing):
            if session is self.session and self._table is not None:
                self._names = getattr(self._table, "names", {})
                self._ask_beliefs(message.due)
        else:
            super()._deliver(session, message)

    def on_want_results(self, message: messages.WantResults) -> None:
        """The end of the match has been seen. Who was who is told when all is over."""
        message.prevent_default()  # there are no results here
        if self.session and self.session.is_over:
            self.session = self._table = None
            self._end_match()

    def _end_match(self) -> None:
        """It is over; perhaps it was left before what was asked after its last answer."""
        visit = self.visit
        opened = self.open_match
        due = due_in(opened, visit.study.plan.beliefs, visit.believed(visit.began)) if opened else None
        if due:
            self._names = {}
            self.go_home()
            self._ask_beliefs(due)
        else:
            self.keep(partial(visit.done, match=visit.began))

    # Beliefs

    def take_answers(self, answers: Mapping[str, Given]) -> None:
        """In the middle of a match, or as everywhere."""
        if self._due:
            self._keep_belief(self._due, answers)
        else:
            super().take_answers(answers)

    def _ask_beliefs(self, due: Due) -> None:
        self._due, self._beliefs = due, 0
        self._ask_belief()

    def _ask_belief(self) -> None:
        due = self._due
        assert due
        others = [(seat, self._names.get(due.seats.index(seat) + 1, seat)) for seat in due.others]
        shown = pages.belief(due.beliefs[self._beliefs], others, self.progress)
        self._since = self.clock()
        self.push_screen(routes.study_page(shown))

    def _keep_belief(self, due: Due, answers: Mapping[str, Given]) -> None:
        sure, suspect = answers.get("sure"), answers.get("suspect")
        belief = due.beliefs[self._beliefs]
        try:
            self.visit.believes(
                due.match,
                due.request,
                belief.id,
                sure=sure if isinstance(sure, int) else None,
                suspect=suspect if isinstance(suspect, str) else None,
                seconds=self.clock() - self._since,
            )
        except (ValueError, OSError) as error:
            self.say(str(error))
            self._ask_belief()
            return
        self._beliefs += 1
        self.pop_screen()
        if self._beliefs < len(due.beliefs):
            self._ask_belief()
            return
        self._due = None
        if isinstance(self.session, StudySession):
            self.session.believed()
        else:
            self._end_match()
