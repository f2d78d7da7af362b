"""The pages of a visit in order, and the effects of their buttons and answers, at a terminal and in a browser alike."""

from __future__ import annotations

import secrets
from collections.abc import Callable, Mapping, Sequence
from hashlib import sha256
from pathlib import Path
from typing import Any, TypeAlias

from woozle.arena.studies import visit_pages
from woozle.arena.studies.planned_match import match_instructions, seat_at
from woozle.arena.studies.session import Due, due_in
from woozle.arena.studies.visit import StudyVisit, complete_answers
from woozle.arena.views.study import Agreement, Coded, Company, Given, Questionnaire, Reading
from woozle.core.value import value
from woozle.saves.match import FinishedMatch, read_match
from woozle.saves.transcript import TranscriptError

Page: TypeAlias = Reading | Agreement | Coded | Questionnaire

_PAGES: Mapping[str, Callable[[StudyVisit], Page]] = {
    "information": visit_pages.information,
    "consent": visit_pages.consent,
    "exited": visit_pages.debrief,
    "goodbye": visit_pages.goodbye,
    "declined": visit_pages.refusal,
    "full": visit_pages.full,
    "over": visit_pages.over,
    "code": visit_pages.code,
    "form": visit_pages.questions,
    "check": visit_pages.check,
    "questionnaire": visit_pages.questions,
    "debrief": visit_pages.debrief,
}
"""Pages that depend on the visit alone, by its stage or by the kind of its step."""

MOST_EXTENSIONS = 10
"""Number of times that a participant may ask for more time for a page (WCAG 2.2.1)."""


@value
class _LimitedPage:
    """A page with a time limit. at: its name; until: as the seconds of its step; extended: how often more time was asked for."""

    at: str = ""
    until: float = 0.0
    extended: int = 0


class VisitFlow:
    """The pages of a visit. Lines of instructions name keys of a terminal by their bindings, as in `{study.on}`."""

    def __init__(self, visit: StudyVisit) -> None:
        self.visit = visit
        self.due: Due | None = None
        """Questions due in the middle of a match."""
        self.company: Company | None = None
        """The members of the group who are there; None unless this participant waits for them."""
        self._asked: tuple[Due, float] | None = None
        self._mistakes: tuple[tuple[str, ...], Mapping[str, str]] | None = None
        """The wrong answers to the check, and all answers given, until they were read."""
        self._limited = _LimitedPage()
        self._mark = secrets.token_hex(4)
        self._over: FinishedMatch | None = None
        """The match of this step, once it is over, while questions about it are asked."""

    @property
    def _unread(self) -> tuple[Sequence[str], Mapping[str, str]] | None:
        """The mistakes that are to be read; after the last attempt also where the page was opened anew, which gives no other."""
        visit = self.visit
        if not self._mistakes and visit.step and visit.step.kind == "check" and not visit.tries_left:
            last = next(each.data for each in reversed(visit.entries) if each.what == "tried")
            return (last["wrong"], last["answers"]) if last["wrong"] else None
        return self._mistakes

    @property
    def at(self) -> str:
        """The name of the participant's page; a form sent from another page is no answer to it."""
        visit = self.visit
        whose = sha256(visit.who.code.encode()).hexdigest()[:8] if visit.who else self._mark
        step, tries = visit.step.id if visit.step else "", visit.who.tries if visit.who else 0
        waits = ".waits" if visit.who and visit.who.waits_since else ""
        asked = f".{self.due.request}.{self.due.beliefs[0].id}" if self.due else ""
        return f"{visit.stage}.{step}.{tries}.{whose}{'.read' if self._unread else ''}{waits}{asked}"

    def page(self) -> Page:
        """Return the participant's page. Raises InputError or OSError if its match cannot be played or read."""
        visit, step = self.visit, self.visit.step
        if step is None:
            return _PAGES[visit.stage](visit)
        if step.kind == "check" and self._unread:
            return visit_pages.check_result(visit, *self._unread, match_instructions(visit.study, visit.next_match))
        if shown := _PAGES.get(step.kind):
            return shown(visit)
        if step.kind == "lobby":
            return visit_pages.lobby(visit, self.company)
        if self.due:
            if not self._asked or self._asked[0] != self.due:
                self._asked = self.due, visit.seconds
            others = [(seat, seat) for seat in self.due.others]
            return visit_pages.belief(self.due.beliefs[0], others, visit_pages.progress(visit))
        is_resumed = self.recorded_match is not None
        return visit_pages.before_match(visit, match_instructions(visit.study, step), self.company, is_resumed=is_resumed)

    # The time for a page

    def time_left(self) -> float | None:
        """Return the seconds left for this page, negative once its time is up; None without a limit.

        The time runs from the first call at a page.
        """
        minutes, step = self.visit.study.plan.page_minutes, self.visit.step
        if not minutes or not step or self._unread or not (self.due or step.kind in ("form", "check", "questionnaire")):
            return None
        if self._limited.at != self.at:
            self._limited = _LimitedPage(self.at, self.visit.seconds + 60 * minutes)
        return self._limited.until - self.visit.seconds

    @property
    def can_extend(self) -> bool:
        return self._limited.extended < MOST_EXTENSIONS

    def extend(self) -> None:
        """Give this page its whole time again, a limited number of times."""
        minutes = self.visit.study.plan.page_minutes
        if minutes and self.time_left() is not None and self.can_extend:
            self._limited = _LimitedPage(self.at, self.visit.seconds + 60 * minutes, self._limited.extended + 1)

    def run_out(self) -> None:
        """Leave this page unanswered, since its time is up, and go on as the plan says. Raises SaveError."""
        visit = self.visit
        if self.due and self._asked:
            self.keep_belief(self.due, 0, {}, visit.seconds - self._asked[1], ran_out=True)
            return
        assert visit.step and visit.who
        if visit.study.plan.page_then == "timed_out":
            visit.leave_by("timed_out")
        elif visit.step.kind == "check":
            visit.complete_step(passed=False, tries=visit.who.tries, ran_out=True)
        else:
            visit.complete_step(answers={}, ran_out=True)

    # Buttons and answers; each method raises StudyError or SaveError, and then nothing has changed

    def choose(self, does: str) -> None:
        """Do what a button says, but for `here`, `play`, `stop`, `retry` and `end`, which the caller handles."""
        visit = self.visit
        match does:
            case "read":
                visit.has_read()
            case "decline":
                visit.decline()
            case "again":
                self._mistakes = None
            case "unpassed":
                visit.complete_step(passed=False, tries=visit.study.plan.check_tries)
                self._mistakes = None
            case "wait":
                visit.wait_for_group()
            case "debriefed":
                visit.complete_step()
            case "bye":
                visit.bye()

    def note_code(self, how: str) -> None:
        """Record that the participant has noted the code. how: `typed` or `ticked`."""
        self.visit.complete_step(how=how)

    def take_answers(self, answers: Mapping[str, Given]) -> None:
        """Accept the answers to a form, a check or a questionnaire, or to questions in the middle of a match."""
        visit = self.visit
        if self.due and self._asked:
            self.keep_belief(self.due, 0, answers, visit.seconds - self._asked[1])
            return
        assert visit.step
        if visit.step.kind != "check":
            visit.complete_step(answers=complete_answers(list(answers), answers))
            return
        given = {id: str(answer) for id, answer in answers.items()}
        if wrong := visit.check_answers(given):
            self._mistakes = wrong, given
            return
        assert visit.who
        visit.complete_step(passed=True, tries=visit.who.tries)

    # The match of a step

    @property
    def folder(self) -> Path:
        """The folder of the match that was begun at this step."""
        return self.visit.study.matches / self.visit.began

    @property
    def recorded_match(self) -> FinishedMatch | None:
        """The match that was begun at this step, finished or not; None where it has to be begun, or begun again."""
        if not self.visit.began:
            return None
        if self._over and self._over.name == self.visit.began:
            return self._over
        try:
            found = read_match(self.folder)
        except (TranscriptError, OSError):
            return None
        self._over = found if found.transcript.is_finished else None
        return found

    def due_after_match(self, begun: FinishedMatch | None) -> Due | None:
        """Return the questions that are due after the last answer of the match of this step, which is `recorded_match`."""
        visit = self.visit
        if not begun or not visit.step or not visit.step.match or not visit.who:
            return None
        me = seat_at(begun.header, visit.step.match, visit.who.place_at(visit.step))
        return due_in(begun, visit.study.plan.beliefs, visit.beliefs_of(visit.began), me)

    def end_match(self) -> None:
        """Go on after the match of this step, unless they were lost in their group's last match and came back too late."""
        visit, step = self.visit, self.visit.step
        assert step and visit.who
        self._over = None
        later = visit.way[visit.way.index(step) + 1 :]
        if visit.who.lost and not any(each.kind == "match" for each in later):
            visit.expire_with_group()
        else:
            visit.complete_step(match=visit.began)

    def keep_belief(self, due: Due, number: int, answers: Mapping[str, Any], seconds: float, *, ran_out: bool = False) -> None:
        """Record a belief of the participant. number: of the question among those that are due, from 0."""
        sure, suspect = answers.get("sure"), answers.get("suspect")
        self.visit.keep_belief(
            due.match,
            due.request,
            due.beliefs[number].id,
            sure=sure if isinstance(sure, int) else None,
            suspect=suspect if isinstance(suspect, str) else None,
            seconds=round(seconds, 3),
            **({"ran_out": True} if ran_out else {}),
        )
