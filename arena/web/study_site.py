"""A study in browsers: its links, its pages, and the matches between them.

Whatever has no right to an answer gets the same page, and nothing of it is kept or printed.
"""

from __future__ import annotations

import asyncio
import json
import time
from collections.abc import Callable, Mapping
from dataclasses import field
from http import HTTPStatus
from typing import Any
from weakref import WeakKeyDictionary

from aiohttp import web

from woozle.arena.studies import links, visit_pages
from woozle.arena.studies.expiry import expire_visits, expired_participants
from woozle.arena.studies.folder import StudyFolder
from woozle.arena.studies.visit import StudyVisit
from woozle.arena.studies.visit_flow import Page, VisitFlow
from woozle.arena.tables.invitations import AdmissionError
from woozle.arena.tables.place import Place
from woozle.arena.tables.table import OpenTable
from woozle.arena.views.study import Agreement, Coded, Questionnaire
from woozle.arena.web.assets import asset_address, page, read_form
from woozle.arena.web.guard import Cookie, Guard
from woozle.arena.web.study_forms import SentForm, missing_boxes, page_context, read_answers
from woozle.arena.web.study_tables import StudyTables
from woozle.core.errors import InputError
from woozle.core.value import value

_WEEK = 7 * 24 * 3600
_LEFT = 600.0  # seconds without a page that is read, or a socket, after which a visit is left
_MOST_DEVICE = 500  # characters
_TOO_MANY = "Too many wrong links came from this address; wait a minute."
_SENT_BEFORE = "That page was sent already. This is where you are now."
_NOT_HERE = (
    "A link works only in the browser in which you agreed to take part.",
    "If you started in this browser, you may be able to continue. Otherwise ask the person who gave you the link for a new one.",
)


@value
class Refusal:
    """A form that could not be taken, to be shown again. why, problems: of all of it, and by question, as sentences."""

    sent: SentForm
    why: str
    problems: Mapping[str, str] = field(default_factory=dict)


class StudySite:
    """The pages of a study.

    Args:
        tables: At which its matches are played.
        tell: Takes sentences for the researcher.
    """

    def __init__(
        self,
        study: StudyFolder,
        guard: Guard,
        tables: StudyTables,
        tell: Callable[[str], object],
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self.study = study
        self._guard = guard
        self._tables = tables
        seconds = int(study.plan.leaving.keep_hours * 3600) + _WEEK  # late visitors see that they are too late
        self._cookie = Cookie(f"visit-{study.plan.name}", "/", seconds)  # browsers share cookies among all ports of a host
        self._tell = tell
        self._clock = clock
        self._visits: dict[str, VisitFlow] = {}
        self._seen: dict[str, float] = {}
        self._locks: WeakKeyDictionary[VisitFlow, asyncio.Lock] = WeakKeyDictionary()
        self._refused: WeakKeyDictionary[VisitFlow, Refusal] = WeakKeyDictionary()

    def add_to(self, app: web.Application) -> None:
        """Add the routes of all pages."""
        app.router.add_get("/j/{token}", self._welcome, allow_head=False)
        app.router.add_post("/j/{token}", self._let_in)
        app.router.add_get("/visit", self._show, allow_head=False)
        app.router.add_post("/visit", self._take)
        app.router.add_post("/visit/here", self._hear)

    def close(self) -> None:
        """Leave all visits; they go on when the study is served again."""
        for ticket in [*self._visits]:
            self._leave(ticket)

    def _leave(self, ticket: str) -> None:
        flow = self._visits.pop(ticket)
        del self._seen[ticket]
        flow.visit.leave()
        flow.visit.close()

    async def end_left_visits(self) -> None:
        """Leave visits whose pages are closed, and end those to which nobody can come back. Raises StudyError, SaveError."""
        now = self._clock()
        for ticket, flow in [*self._visits.items()]:
            place = self._tables.place(flow)
            if now - self._seen[ticket] > _LEFT and not (place and place.guest):
                self._leave(ticket)
        for who in await asyncio.to_thread(expired_participants, self.study):
            await self._tables.close(who.code)
        found = await asyncio.to_thread(expire_visits, self.study)
        for sentence in found.left_open:
            self._tell(sentence)

    # By a link

    async def _welcome(self, request: web.Request) -> web.Response:
        """Answer a GET of a link without using it up: link previews must not."""
        link = self._find_link(request)
        if link and not links.is_used_up(self.study, link):
            return page("study_welcome.html", title=self.study.plan.title, minutes=self.study.plan.minutes)
        return self._seen_before(request, link)

    async def _let_in(self, request: web.Request) -> web.Response:
        link = self._find_link(request)
        session = links.open_session(self.study, request.match_info["token"]) if link else ""
        if not link or not session:
            return self._seen_before(request, link)
        if link.ticket in self._visits:  # in another browser, in which nobody has agreed to anything
            self._leave(link.ticket)
        response = _see("/visit")
        self._guard.set_cookie(request, response, self._cookie, session)
        return response

    def _find_link(self, request: web.Request) -> links.Link | None:
        """Return the link of a request. Only wrong links count against the limit, so those of others never block a right one."""
        link = links.find_by_token(self.study, request.match_info["token"])
        if link is None and self._guard.count_refusal(self._guard.network(request), AdmissionError("wrong", "")):
            raise web.HTTPTooManyRequests(text=_TOO_MANY, headers={"Retry-After": "60"})
        return link

    def _seen_before(self, request: web.Request, link: links.Link | None) -> web.Response:
        """Let the browser that opened a link use it again; to all others it does not exist."""
        here = self._session(request)
        if link is None or here is None or here.ticket != link.ticket:
            return nothing_here()
        return _see("/visit")

    # With a session

    def _session(self, request: web.Request) -> links.Link | None:
        session = self._guard.cookie(request, self._cookie)
        return links.enter_session(self.study, session) if session else None

    def find_visit(self, request: web.Request) -> VisitFlow | None:
        """Return the visit of the browser that sent a request; None if it has none. Raises StudyError, SaveError."""
        link = self._session(request)
        if link is None:
            return None
        self._seen[link.ticket] = self._clock()
        flow = self._visits.get(link.ticket)
        if flow is None:
            flow = self._visits[link.ticket] = VisitFlow(StudyVisit(self.study, ticket=link.ticket))
            if flow.visit.stage == "steps":
                flow.visit.arrive(None)
        return flow

    def find_place(self, request: web.Request, table: OpenTable) -> Place | None:
        """Return the place of the participant who sent a request, at the table of their match."""
        flow = self.find_visit(request)
        return self._tables.place(flow) if flow and self._tables.find(flow) is table else None

    async def _show(self, request: web.Request) -> web.Response:
        flow = self.find_visit(request)
        if flow is None:
            return nothing_here()
        async with self._lock(flow):
            try:
                if table := self._go_on(flow):
                    return _see(f"/t/{table.id}")
                shown = flow.page()
            except (InputError, OSError) as error:
                self._tell(str(error))
                shown = visit_pages.trouble(str(error), visit_pages.progress(flow.visit))
            return self._page(flow, shown, is_again="again" in request.query)

    async def _hear(self, request: web.Request) -> web.Response:
        """Note that a page is still read."""
        return web.Response(status=HTTPStatus.NO_CONTENT) if self.find_visit(request) else nothing_here()

    def _lock(self, flow: VisitFlow) -> asyncio.Lock:
        """Return what keeps two tabs of a visit apart."""
        return self._locks.setdefault(flow, asyncio.Lock())

    def _go_on(self, flow: VisitFlow) -> OpenTable | None:
        """Go on after a match that is over; return the table of one that goes on."""
        table = self._tables.update(flow)
        if table:
            return table
        step = flow.visit.step
        if step and step.match and not flow.due and (match := flow.recorded_match) and match.transcript.is_finished:
            flow.due = flow.due_after_match()
            if not flow.due:
                name = flow.visit.began
                flow.end_match()
                self._tables.forget(name)
        return None

    def _page(self, flow: VisitFlow, shown: Page, *, is_again: bool) -> web.Response:
        """Return a page with its form. is_again: the participant has sent another one, that was sent before."""
        refused = self._refused.pop(flow, None)
        if refused and refused.sent.at != flow.at:
            refused = None
        return page(
            "study.html",
            at=flow.at,
            problem=refused.why if refused else _SENT_BEFORE if is_again else "",
            stop=_how_to_stop(flow),
            study_script=asset_address("study.js"),
            **page_context(shown, refused.sent if refused else None, refused.problems if refused else {}),
        )

    async def _take(self, request: web.Request) -> web.Response:
        """Take a form, and lead to the page that is next. All pages are fetched by GET, so that the button back finds them."""
        flow = self.find_visit(request)
        if flow is None:
            return nothing_here()
        sent = SentForm(await read_form(request))
        async with self._lock(flow):
            if sent.at != flow.at:  # by the button back, from a second tab, or sent twice
                return _see("/visit?again=1")
            try:
                then = self._step(flow, sent)
            except (InputError, OSError) as error:
                self._tell(str(error))
                then = Refusal(sent, f"{error} What you sent was not saved; press the button again.")
        if isinstance(then, Refusal):
            self._refused[flow] = then
            return _see("/visit")
        return _see(then)

    def _step(self, flow: VisitFlow, sent: SentForm) -> Refusal | str:
        """Take a form; return where to go on, or why it cannot be taken. Raises InputError or OSError if it cannot be saved."""
        shown, visit = flow.page(), flow.visit
        match shown:
            case Agreement() if sent.does == "decline":
                visit.decline()
            case Agreement():
                if missing := missing_boxes(shown, sent):
                    return Refusal(sent, f"Not ticked yet: {'; '.join(missing)}")
                visit.agree(release="release" in sent.fields, device=_device(sent))
            case Coded():
                if "kept" not in sent.fields:
                    return Refusal(sent, "Please write the code down, and tick that you have.")
                flow.note_code("ticked")
            case Questionnaire():
                answers, problems = read_answers(shown, sent)
                if problems:
                    many = "One question needs" if len(problems) == 1 else f"{len(problems)} questions need"
                    return Refusal(sent, f"{many} another look.", problems)
                flow.take_answers(answers)
            case _ if sent.does == "play":
                return f"/t/{self._tables.begin(flow).id}"
            case _ if sent.does in {each.does for each in shown.buttons}:
                flow.choose(sent.does)
        return "/visit"


def _see(address: str) -> web.Response:
    return web.Response(status=HTTPStatus.SEE_OTHER, headers={"Location": address})


def _how_to_stop(flow: VisitFlow) -> list[str]:
    """Return how a participant stops and comes back; empty where there is nothing to stop."""
    if flow.visit.stage not in ("consent", "steps"):
        return []
    return [each for each in visit_pages.leave_notice(flow.visit, "").split("\n\n") if each]


def _device(sent: SentForm) -> dict[str, Any] | None:
    """Return what the script of a page says of the screen; None without script."""
    try:
        told = json.loads(sent.fields.get("device", "")[:_MOST_DEVICE])
    except ValueError:
        return None
    if not isinstance(told, dict):
        return None
    numbers = {name: round(told[name], 2) for name in ("width", "height", "pixel_ratio") if type(told.get(name)) in (int, float)}
    flags = {name: told[name] for name in ("has_touch", "has_mouse") if isinstance(told.get(name), bool)}
    return {"is_browser": True, **numbers, **flags}


def nothing_here() -> web.Response:
    """Return the answer to everybody who has no right to another one."""
    context = {
        "title": "There is nothing here",
        "sentences": _NOT_HERE,
        "code": "",
        "links": (("/visit", "Continue"),),
        "footer": "",
    }
    return page("notice.html", HTTPStatus.NOT_FOUND, **context)
