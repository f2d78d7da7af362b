"""A visit to a study: one page after the other, and the matches between them."""

from __future__ import annotations

import shlex
from collections.abc import Callable, Mapping
from dataclasses import asdict, replace
from functools import partial
from typing import TYPE_CHECKING, Any

from textual.screen import Screen

from woozle.arena.play.news import News
from woozle.arena.play.start import Resume, Start
from woozle.arena.play.start import Visit as Invitation
from woozle.arena.play.table_session import TableSession
from woozle.arena.studies import visit_pages
from woozle.arena.studies.folder import StudyFolder
from woozle.arena.studies.planned_match import match_start, step_rules
from woozle.arena.studies.recruiter import RecruiterIds
from woozle.arena.studies.session import Believing, Due, Held, StudySession
from woozle.arena.studies.visit import StudyVisit
from woozle.arena.studies.visit_flow import Page, VisitFlow
from woozle.arena.views.study import Given, Progress, Reading
from woozle.core.errors import InputError
from woozle.tui import routes, safe
from woozle.tui.device import measure_device
from woozle.tui.widgets.key_names import name_keys

if TYPE_CHECKING:
    from woozle.tui.screens.table import TableScreen
    from woozle.tui.study_app import StudyApp


class VisitPages:
    """A controller that shows a participant the pages of a study, and keeps their answers."""

    def __init__(self, app: StudyApp, invitation: Invitation) -> None:
        """Raises StudyError or SaveError, with a sentence, where there is nothing to begin or resume."""
        self._app = app
        self._invitation = invitation
        self.visit = StudyVisit(
            StudyFolder(invitation.folder),
            code=invitation.code,
            recruiter=RecruiterIds(invitation.recruiter) if invitation.recruiter else None,
            is_preview=invitation.is_preview,
            clock=app.clock,
        )
        self.flow = VisitFlow(self.visit)
        self.match = VisitMatch(app, self)
        self._retry: Callable[[], object] | None = None
        self._stop: Screen[None] | None = None

    def begin(self) -> None:
        """Show the first page, or the one where the participant left."""
        if self.visit.stage == "steps":
            self._app.run_worker(self._arrive(), name="arrive")
        else:
            self.show()

    def close(self) -> None:
        """Note that the participant leaves; what was done is kept already."""
        self.visit.leave()
        self.visit.close()

    @property
    def progress(self) -> Progress:
        """Return how far the participant is."""
        return visit_pages.progress(self.visit)

    def show(self) -> None:
        """Show the page where the participant is."""
        try:
            page = self.flow.page()
        except (InputError, OSError) as error:
            self.put_trouble(error, self.show)
            return
        if isinstance(page, Reading):
            screen = self._app.screen
            named = (line if line.is_quoted else replace(line, text=name_keys(screen, line.text)) for line in page.lines)
            page = replace(page, lines=tuple(named))
        self.put(page)

    def put(self, page: Page) -> None:
        """Show this page, and nothing below it."""
        self._app.go_home()
        self._app.push_screen(routes.study_page(page))

    def put_trouble(self, error: Exception, retry: Callable[[], object]) -> None:
        """Show why something failed. retry: tries it again."""
        self._retry = retry
        self.put(visit_pages.trouble(self.visit, str(error)))

    def keep(self, deed: Callable[[], object]) -> None:
        """Take a step that must be saved, and go on; if it cannot be saved, tell the participant."""
        try:
            deed()
        except (InputError, OSError) as error:
            self.put_trouble(error, partial(self.keep, deed))
        else:
            self.show()

    # Answers

    def answer(self, page: Screen[Any], take: Callable[..., object], *given: object) -> None:
        """Take an answer of a page, unless keys that are held down or come in a heap have led to the next one by then."""
        self._app.call_later(lambda: take(*given) if page is self._app.screen else None)

    def choose(self, does: str) -> None:
        """Handle a button of a page."""
        match does:
            case "play":
                self.match.play()
            case "stop":
                self.stop()
            case "retry" if self._retry:
                self._retry()
            case "end":
                self._app.exit(message=self.farewell())
            case _:
                self.keep(partial(self.flow.choose, does))

    def note_code(self, how: str) -> None:
        """Note that the participant has noted the code. how: `typed` or `ticked`."""
        self.keep(partial(self.flow.note_code, how))

    async def agree(self, release: bool) -> None:
        """Take part. release: the data may be published."""
        self.keep(partial(self.visit.agree, release=release, device=await self._device()))

    async def _arrive(self) -> None:
        self.keep(partial(self.visit.arrive, await self._device()))

    async def _device(self) -> Mapping[str, Any] | None:
        """Return what is known about the terminal; None if the plan does not ask for it."""
        if not self.visit.study.plan.data.device:
            return None
        return asdict(await measure_device(self._app))

    def take_answers(self, answers: Mapping[str, Given]) -> None:
        """Take the answers to a form, a check or a questionnaire, or to questions in the middle of a match."""
        if self.match.due:
            self.match.take_belief(answers)
        elif self.visit.step:
            self.keep(partial(self.flow.take_answers, answers))

    # Stopping

    def ask_to_stop(self) -> None:
        """Ask whether to stop, wherever there is something to leave."""
        if self._app.screen is self._stop:
            return
        if self.visit.stage in ("steps", "consent"):
            from woozle.tui.screens.study import StudyStopScreen

            self._stop = StudyStopScreen(visit_pages.leave_notice(self.visit, self._command(self.visit.code)))
            self._app.push_screen(self._stop)
        else:
            self._app.exit(message=self.farewell())

    def stop(self) -> None:
        """Leave, for now or for good."""
        farewell = self.farewell()
        self._app.matches.leave()
        self.visit.leave()
        self._app.exit(message=farewell)

    def _command(self, code: str) -> str:
        """Return the command by which a participant comes back."""
        return safe.line(f"woozle study run {shlex.quote(str(self._invitation.folder))} --code {code}").plain

    def farewell(self) -> str | None:
        """Return how to come back before the end. It stays on a terminal that others use, and does not hold the code."""
        if self.visit.stage != "steps" or self.visit.who is None or self.visit.is_preview:
            return None
        return f"Your code leads back to where you were: {self._command('CODE')}"


class VisitMatch:
    """Plays the match of a step, asks what the participant believes in its middle, and notes its end.

    due: the open questions about beliefs, if any.
    """

    def __init__(self, app: StudyApp, pages: VisitPages) -> None:
        self._app = app
        self._pages = pages
        self._table: TableScreen | None = None
        self.due: Due | None = None
        self._asked = 0  # of the beliefs that are due
        self._names: Mapping[int, str] = {}
        self._since = 0.0

    def play(self) -> None:
        """Begin the match of this step, or resume it."""
        try:
            session = self._session()
        except (InputError, OSError) as error:
            self._pages.put_trouble(error, self._pages.show)
            return
        if session is None:
            self.end()
            return
        visit = self._pages.visit
        assert visit.step
        self._names = {}
        self._app.matches.begin(session)
        rules = step_rules(visit.study, visit.step)
        self._table = routes.table(session.game, session.looking, session.id, rules=rules, study=self._pages.progress)
        self._app.matches.sit_down(self._table, self._deliver)

    def _session(self) -> StudySession | None:
        """Return the match of this step, ready to be played; None if it is over already. Raises ValueError, OSError."""
        visit, step, app = self._pages.visit, self._pages.visit.step, self._app
        assert step
        assert step.match
        assert visit.who
        begun = self._pages.flow.recorded_match
        if begun and begun.transcript.is_finished:
            return None
        start: Start | Resume = Resume(self._pages.flow.folder)
        if begun is None:
            start = match_start(visit.study, step.match, visit.who.arrival, step.id)
            visit.begin_match()
        plan = visit.study.plan
        held = Held(plan.beliefs, plan.data, visit.beliefs_of(visit.began))
        folder = self._pages.flow.folder
        return StudySession(start, folder, held, clock=app.clock, speed=app.speed, models=app.models.players_for(start))

    def _deliver(self, session: TableSession, news: News) -> None:
        if not isinstance(news, Believing):
            self._app.matches.deliver(session, news)
        elif session is self._app.session and self._table:
            self._names = {card.number: card.name for card in self._table.table.seats}
            self._ask_beliefs(news.due)

    def end(self) -> None:
        """Note that the match is over; it may have been left before the questions after its last answer."""
        if due := self._pages.flow.due_after_match(self._pages.flow.recorded_match):
            self._names = {}
            self._app.go_home()
            self._ask_beliefs(due)
        else:
            self._pages.keep(self._pages.flow.end_match)

    # Beliefs

    def _ask_beliefs(self, due: Due) -> None:
        self.due, self._asked = due, 0
        self._ask_belief(due)

    def _ask_belief(self, due: Due) -> None:
        others = [(seat, self._names.get(due.seats.index(seat) + 1, seat)) for seat in due.others]
        page = visit_pages.belief(due.beliefs[self._asked], others, self._pages.progress)
        self._since = self._app.clock()
        self._app.push_screen(routes.study_page(page))

    def take_belief(self, answers: Mapping[str, Given]) -> None:
        """Save the participant's belief, and ask for the next one, or go on with the match."""
        due = self.due
        assert due
        try:
            self._pages.flow.keep_belief(due, self._asked, answers, self._app.clock() - self._since)
        except (InputError, OSError) as error:
            self._app.say(str(error))
            self._ask_belief(due)
            return
        self._asked += 1
        self._app.pop_screen()
        if self._asked < len(due.beliefs):
            self._ask_belief(due)
            return
        self.due = None
        if isinstance(self._app.session, StudySession):
            self._app.session.resume_after_beliefs()
        else:
            self.end()
