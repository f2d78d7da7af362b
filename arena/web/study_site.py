"""A study in browsers: its pages, and the matches between them."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Mapping
from dataclasses import field
from http import HTTPStatus
from typing import Any
from weakref import WeakKeyDictionary, WeakSet

from aiohttp import web

from woozle.arena.studies import visit_pages
from woozle.arena.studies.expiry import expire_visits, expired_participants
from woozle.arena.studies.visit_flow import Page, VisitFlow
from woozle.arena.tables.place import Place
from woozle.arena.tables.table import OpenTable
from woozle.arena.views.study import Agreement, Coded, Questionnaire
from woozle.arena.web.assets import page, read_form, see_other
from woozle.arena.web.study_forms import PageTime, SentForm, missing_boxes, page_context, read_answers
from woozle.arena.web.study_house import StudyHouse
from woozle.arena.web.study_meeting import Meeting
from woozle.core.errors import InputError
from woozle.core.value import value
from woozle.saves.transcript import display_path

_MOST_DEVICE = 500  # characters
_GRACE = 5.0  # seconds for a form that was on its way when the time for its page was up
_RAN_OUT = "The time for the previous page was up, so it was left unanswered."
_STOPPED = "A fault on the server ended the previous match. It does not count, and you did nothing wrong. Please go on."
_NO_FILE = "A file on the server cannot be used now: its disk may be full, or your visit is open at a terminal as well."
_SENT_BEFORE = "You have already sent that page, or there was an interruption since. This is where you are now."


@value
class Refusal:
    """A form that could not be taken, to be shown again. why, problems: of the whole form, and by question, as sentences.

    Without either, the participant asked for more time.
    """

    sent: SentForm
    why: str = ""
    problems: Mapping[str, str] = field(default_factory=dict)


class StudySite:
    """The pages of a study. meeting: the pages on which participants wait."""

    def __init__(self, house: StudyHouse, meeting: Meeting) -> None:
        self._house = house
        self._meeting = meeting
        self._locks: WeakKeyDictionary[VisitFlow, asyncio.Lock] = WeakKeyDictionary()
        self._refused: WeakKeyDictionary[VisitFlow, Refusal] = WeakKeyDictionary()
        self._ran_out: WeakSet[VisitFlow] = WeakSet()

    def add_to(self, app: web.Application) -> None:
        """Add the routes of all pages."""
        self._house.entrance.add_to(app)
        app.router.add_get("/visit", self._show, allow_head=False)
        app.router.add_post("/visit", self._take)
        app.router.add_post("/visit/here", self._hear)
        app.router.add_get("/visit/wait", self._follow, allow_head=False)

    async def end_left_visits(self) -> None:
        """Leave visits whose pages are closed, and end those to which nobody can come back. Raises StudyError, SaveError."""
        self._house.entrance.leave_unread(self.is_here)
        for flow in [*self._house.entrance.visits.values()]:
            async with self._lock(flow):
                if self._run_out(flow):
                    self._go_on(flow)
        self._house.tables.forget_ended()
        for who in await asyncio.to_thread(expired_participants, self._house.study):
            if not self._house.entrance.find(who.code):  # they are here, whatever the machine's clock says
                await self._house.tables.close(who.code)
        found = await asyncio.to_thread(expire_visits, self._house.study)
        for sentence in found.left_open:
            self._house.tell(sentence)

    async def _follow(self, request: web.Request) -> web.StreamResponse:
        """Serve the socket of a page on which a participant waits for others."""
        return await self._meeting.follow(request, self._visit(request))

    def is_here(self, flow: VisitFlow) -> bool:
        """Return whether the page of a match is open, or one on which a participant waits."""
        place = self._house.tables.place(flow)
        return bool(place and place.guest) or self._meeting.is_followed(flow)

    def find_place(self, request: web.Request, table: OpenTable) -> Place | None:
        """Return the place of the participant who sent a request, at the table of their match."""
        flow = self._visit(request)
        return self._house.tables.place(flow) if self._house.tables.find(flow) is table else None

    def leads_on(self, request: web.Request, table: OpenTable) -> str:
        """Return the next address of a participant whose match at a table is over; empty for everybody else."""
        return "/visit" if self._house.tables.was_at(self._visit(request), table) else ""

    async def _show(self, request: web.Request) -> web.Response:
        flow = self._visit(request)
        async with self._lock(flow):
            try:
                self._run_out(flow)
                if table := self._go_on(flow):
                    return see_other(f"/t/{table.id}")
                shown = flow.page()
            except (InputError, OSError) as error:
                shown = visit_pages.trouble(flow.visit, self._why(error))
            return self._page(flow, shown, is_again="again" in request.query)

    def _visit(self, request: web.Request) -> VisitFlow:
        """Return the visit of the browser that sent a request. Raises HTTPNotFound, or HTTPConflict if it cannot be opened."""
        try:
            if flow := self._house.entrance.find_visit(request):
                return flow
        except (InputError, OSError) as error:
            title, again = self._house.study.plan.title, (("/visit", "Try again"),)
            shown = page("notice.html", title=title, sentences=(self._why(error),), links=again, footer="")
            raise web.HTTPConflict(text=shown.text, content_type="text/html") from None
        raise web.HTTPNotFound

    def _why(self, error: Exception) -> str:
        """Tell the researcher of a failure; return what the participant may read, without names of files and codes of others."""
        self._house.tell(str(error))
        return _NO_FILE if isinstance(error, OSError) or display_path(self._house.study.path) in str(error) else str(error)

    async def _hear(self, request: web.Request) -> web.Response:
        """Note that a page is still in use or, while others at a table wait for it, a sign of its reader."""
        flow = self._visit(request)
        if "sign" in request.query:
            self._house.tables.show_sign(flow)
        return web.Response(status=HTTPStatus.NO_CONTENT)

    def _lock(self, flow: VisitFlow) -> asyncio.Lock:
        """Return the lock that keeps two tabs of a visit apart."""
        return self._locks.setdefault(flow, asyncio.Lock())

    def _go_on(self, flow: VisitFlow) -> OpenTable | None:
        """Go on after a finished match; return the table of an unfinished one."""
        table = self._house.tables.update(flow)
        while not table and not flow.due and (match := flow.recorded_match) and match.transcript.is_finished:
            flow.due = flow.due_after_match(match)
            if not flow.due:
                self._house.tables.leave(flow)
                flow.end_match()
        began = flow.visit.began
        table = table or self._meeting.arrive(flow)
        is_found = not table and flow.visit.began != began  # the match that their group has begun, which may be over
        return self._go_on(flow) if is_found else table

    def _page(self, flow: VisitFlow, shown: Page, *, is_again: bool) -> web.Response:
        """Return a page with its form. is_again: the participant has sent a form that was sent before."""
        refused = self._refused.pop(flow, None)
        if not refused or refused.sent.at != flow.at:
            refused = Refusal(SentForm())
        ran_out = flow in self._ran_out
        self._ran_out.discard(flow)
        problem = _STOPPED if flow.visit.stage == "steps" and flow.visit.is_after_fault else ""
        left, minutes = flow.time_left(), self._house.study.plan.page_minutes or 0.0
        return page(
            "study.html",
            at=flow.at,
            problem=refused.why or (_RAN_OUT if ran_out else _SENT_BEFORE if is_again else problem),
            time=None if left is None else PageTime(max(0.0, left) + _GRACE, minutes, flow.can_extend),
            signs=flow.due is not None and self._house.study.plan.group > 1,
            stop=_how_to_stop(flow),
            **page_context(shown, refused.sent, refused.problems),
        )

    async def _take(self, request: web.Request) -> web.Response:
        """Accept a form, and redirect to the next page. All pages are fetched by GET, so that the back button finds them."""
        flow = self._visit(request)
        sent = SentForm(await read_form(request))
        async with self._lock(flow):
            try:
                if self._run_out(flow):
                    return see_other("/visit")
                if sent.at != flow.at:  # by the back button, from a second tab, or sent twice
                    return see_other("/visit" if sent.does == "here" else "/visit?again=1")
                then = self._step(flow, sent)
                await asyncio.to_thread(flow.visit.settle)
            except (InputError, OSError) as error:
                then = Refusal(sent, f"{self._why(error)} What you sent was not saved; press the button again.")
        if isinstance(then, Refusal):
            self._refused[flow] = then
            return see_other("/visit")
        return see_other(then)

    def _run_out(self, flow: VisitFlow) -> bool:
        """Leave a page unanswered whose time is up, and return whether that is so. Raises SaveError."""
        left = flow.time_left()
        if left is None or left > -_GRACE:
            return False
        flow.run_out()
        self._ran_out.add(flow)
        return True

    def _step(self, flow: VisitFlow, sent: SentForm) -> Refusal | str:
        """Accept a form; return the next address, or why it cannot be taken. Raises InputError or OSError if it cannot be saved."""
        shown, visit = flow.page(), flow.visit
        match shown:
            case Questionnaire() if sent.does == "more":
                flow.extend()
                return Refusal(sent)
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
            case _ if sent.does not in {"here", *(each.does for each in shown.buttons)}:  # also of a page from before a restart
                pass
            case _ if sent.does == "play":
                return f"/t/{self._meeting.begin(flow).id}"
            case _:
                flow.choose(sent.does)
                self._meeting.note_press(flow)
        return "/visit"


def _how_to_stop(flow: VisitFlow) -> list[str]:
    """Return sentences on how to stop and come back; empty where nothing can be stopped."""
    if flow.visit.stage not in ("consent", "steps"):
        return []
    return [each for each in visit_pages.leave_notice(flow.visit, "").split("\n\n") if each]


def _device(sent: SentForm) -> dict[str, Any] | None:
    """Return the page script's description of the screen; None without script."""
    try:
        told = json.loads(sent.fields.get("device", "")[:_MOST_DEVICE])
    except ValueError:
        return None
    if not isinstance(told, dict):
        return None
    numbers = {name: round(told[name], 2) for name in ("width", "height", "pixel_ratio") if type(told.get(name)) in (int, float)}
    flags = {name: told[name] for name in ("has_touch", "has_mouse") if isinstance(told.get(name), bool)}
    return {"is_browser": True, **numbers, **flags}
