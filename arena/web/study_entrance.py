"""Access to a study in browsers: links, cookies, and open visits.

Every request without access gets the same page, and nothing about it is kept or printed.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager, suppress
from dataclasses import dataclass
from http import HTTPStatus

from aiohttp import web

from woozle.arena.studies import links
from woozle.arena.studies.folder import StudyFolder
from woozle.arena.studies.plan import StudyError
from woozle.arena.studies.plan_facts import before_you_begin
from woozle.arena.studies.recruiter import RecruiterIds
from woozle.arena.studies.recruiting import BEFORE_CONSENT, Gate
from woozle.arena.studies.visit import StudyVisit
from woozle.arena.studies.visit_flow import VisitFlow
from woozle.arena.tables.invitations import AdmissionError
from woozle.arena.web.assets import page, see_other
from woozle.arena.web.guard import Cookie, Guard
from woozle.saves.disk import SaveError

_WEEK = 7 * 24 * 3600
_DAY = 24 * 3600.0
_MOST_ARRIVALS = 10_000
_LEFT = 600.0  # seconds without a page in use, or a socket, after which a visit counts as left
_TOO_MANY = "Too many wrong links came from this address; wait a minute."
_NOT_HERE = (
    "A link works only in the browser in which you agreed to take part.",
    "If you started in this browser, you may be able to continue. Otherwise start again where you found the study, or ask the "
    "person who gave you the link for a new one.",
)


@dataclass(slots=True)
class Arrival:
    """A visitor who came by the open URL and has not agreed, so that nothing of them is on disk.

    ids: the recruiter's, None without a recruiter. seen: when a page of theirs was last asked for.
    """

    ids: RecruiterIds | None
    seen: float


class StudyEntrance:
    """The links of a study, the sessions of browsers, and the visits that are open."""

    def __init__(self, study: StudyFolder, guard: Guard, clock: Callable[[], float]) -> None:
        self.study = study
        self._guard = guard
        seconds = int(study.plan.leaving.keep_hours * 3600) + _WEEK  # late visitors still see that they are too late
        self._cookie = Cookie(f"visit-{study.plan.name}", "/", seconds)  # browsers send cookies to all ports of a host
        self._clock = clock
        self.gate = Gate(study, clock)
        self._begun = clock()
        self._before = [who.code for who in study.participants() if who.is_open and not who.has_closed]
        self.visits: dict[str, VisitFlow] = {}
        """The visits that are open, by the tickets of their links."""
        self._seen: dict[str, float] = {}
        self._arrivals: dict[str, Arrival] = {}
        """Arrivals by the digests of their sessions, which are their tickets too; the most recently seen last."""

    def add_to(self, app: web.Application) -> None:
        """Add the routes of links."""
        app.router.add_get("/j/{token}", self._welcome, allow_head=False)
        app.router.add_post("/j/{token}", self._let_in)

    def find(self, code: str) -> VisitFlow | None:
        """Return the open visit of a participant."""
        return next((flow for flow in self.visits.values() if flow.visit.who and flow.visit.who.code == code), None)

    @contextmanager
    def open_visit(self, code: str) -> Iterator[StudyVisit]:
        """Yield the visit of a participant, to note something in it, even if their page is closed. Raises StudyError, SaveError."""
        if flow := self.find(code):
            yield flow.visit
            return
        with closing(StudyVisit(self.study, code=code)) as visit:
            yield visit

    def unseen(self, ticket: str) -> float:
        """Return the seconds since the browser of an open visit was heard of."""
        return self._clock() - self._seen[ticket]

    def close(self) -> None:
        """Leave all visits; they continue when the study is served again."""
        for ticket in [*self.visits]:
            self._leave(ticket)

    def leave_unread(self, is_here: Callable[[VisitFlow], bool]) -> None:
        """Leave the visits whose pages are closed. is_here: whether a participant is at a table."""
        now = self._clock()
        for ticket, flow in [*self.visits.items()]:
            if now - self._seen[ticket] > _LEFT and not is_here(flow):
                self._leave(ticket)
        if now - self._begun > _LEFT:
            self._leave_unseen()
        self._arrivals = {ticket: arrival for ticket, arrival in self._arrivals.items() if now - arrival.seen <= _DAY}

    def _leave_unseen(self) -> None:
        """Leave the visits that were open when the previous server was killed, and whose pages have not come back."""
        while self._before:
            code = self._before.pop()
            with suppress(StudyError, SaveError):  # they are at a terminal, or the file cannot be written
                if not self.find(code):
                    with self.open_visit(code) as visit:
                        visit.leave()

    def _leave(self, ticket: str) -> None:
        flow = self.visits.pop(ticket)
        del self._seen[ticket]
        flow.visit.leave()
        flow.visit.close()

    # By a link

    async def _welcome(self, request: web.Request) -> web.Response:
        """Answer a GET of a link without using it up: link previews must not."""
        link = self._find_link(request)
        if not links.is_used_up(self.study, link):
            lines = before_you_begin(self.study.plan, is_known=False)
            return page("study_welcome.html", lines=lines, is_open=False, asks_code=False)
        return self._seen_before(request, link)

    async def _let_in(self, request: web.Request) -> web.Response:
        link = self._find_link(request)
        session = links.open_session(self.study, request.match_info["token"])
        if not session:
            return self._seen_before(request, link)
        if link.ticket in self.visits:  # in another browser, without a visit of its own
            self._leave(link.ticket)
        return self._with_session(request, session, "/visit")

    def _find_link(self, request: web.Request) -> links.Link:
        """Return the link of a request. Raises HTTPNotFound or, after many wrong links, HTTPTooManyRequests; right ones pass."""
        if link := links.find_by_token(self.study, request.match_info["token"]):
            return link
        if self._guard.count_refusal(self._guard.network(request), AdmissionError("wrong", "")):
            raise web.HTTPTooManyRequests(text=_TOO_MANY, headers={"Retry-After": "60"})
        raise web.HTTPNotFound

    def _seen_before(self, request: web.Request, link: links.Link) -> web.Response:
        """Let the browser that opened a link use it again; for all others it does not exist. Raises HTTPNotFound."""
        if self._ticket(request) != link.ticket:
            raise web.HTTPNotFound
        return see_other("/visit")

    # By a session

    def _ticket(self, request: web.Request) -> str:
        """Return the ticket of a browser's visit; empty if it has none."""
        if not (session := self._guard.cookie(request, self._cookie)):
            return ""
        link = links.enter_session(self.study, session)
        if link and (not link.is_open or links.has_joined(self.study, link)):
            self._arrivals.pop(link.session, None)
            return link.ticket
        ticket = links.digest_secret(session)
        if arrival := self._arrivals.pop(ticket, None):
            arrival.seen = self._clock()
            self._arrivals[ticket] = arrival
        return ticket if arrival else ""

    def admit(self, request: web.Request, ids: RecruiterIds | None, address: str) -> web.Response:
        """Begin a visit without a link, and redirect to an address. ids: of the recruiter."""
        session = links.new_session()
        self._arrivals[links.digest_secret(session)] = Arrival(ids, self._clock())
        if len(self._arrivals) > _MOST_ARRIVALS:
            del self._arrivals[next(iter(self._arrivals))]
        return self._with_session(request, session, address)

    def admit_by_code(self, request: web.Request, code: str) -> web.Response:
        """Continue a participant's visit in this browser; it ends in the previous one. Raises StudyError, SaveError."""
        link = links.find_by_code(self.study, code)
        if link and link.ticket in self.visits:
            self._leave(link.ticket)
        return self._with_session(request, links.open_session_by_code(self.study, code), "/visit")

    def _with_session(self, request: web.Request, session: str, address: str) -> web.Response:
        return self._guard.with_cookie(request, see_other(address), self._cookie, session)

    def find_visit(self, request: web.Request) -> VisitFlow | None:
        """Return the visit of the browser that sent a request; None if it has none. Raises StudyError, SaveError."""
        if not (ticket := self._ticket(request)):
            return None
        flow = self.visits.get(ticket)
        if not (flow.visit.who if flow else self._has_joined(ticket)):
            self._refuse_closed(ticket)
        if flow is None:
            flow = VisitFlow(self._open(ticket))
            try:
                if flow.visit.stage == "steps":
                    flow.visit.arrive()
            except SaveError:
                flow.visit.close()
                raise
            self.visits[ticket] = flow
        self._seen[ticket] = self._clock()
        return flow

    def _refuse_closed(self, ticket: str) -> None:
        """Raise HTTPOk, with the page to show instead, if a person who has not agreed to take part cannot begin or continue now."""
        own = self.visits.get(ticket)
        if own and own.visit.stage not in BEFORE_CONSENT:  # the visit is at an end
            return
        under_way = {each for each, flow in self.visits.items() if flow.visit.stage in (*BEFORE_CONSENT, "steps")}
        place = self.gate.ask(ticket, under_way)
        if place is not None:
            shown = page("study_closed.html", plan=self.study.plan, place=place)
            raise web.HTTPOk(text=shown.text, content_type="text/html")

    def _has_joined(self, ticket: str) -> bool:
        return ticket not in self._arrivals and bool(links.participant_code(self.study, ticket))

    def _open(self, ticket: str) -> StudyVisit:
        if arrival := self._arrivals.get(ticket):
            return StudyVisit(self.study, ticket=ticket, session=ticket, recruiter=arrival.ids, clock=self._clock)
        return StudyVisit(self.study, ticket=ticket, clock=self._clock)


def nothing_here() -> web.Response:
    """Return the answer to everybody without access."""
    links = (("/visit", "Continue"),)
    return page("notice.html", HTTPStatus.NOT_FOUND, title="There is nothing here", sentences=_NOT_HERE, links=links, footer="")
