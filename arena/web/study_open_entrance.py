"""The open URL of a study: one for all, by which a recruiter sends people, or a class room comes.

    GET /join?...         a page whose form asks at once, by its script or its button, so that looking at it uses nothing up
    POST /join            the cookie comes along, as it does not from another site's page: continues a visit, or begins one
    GET /join/welcome     what to know before the first page, at an address without the recruiter's ids

The ids stand in a hidden field of the first page, and then in memory beside the visit, until its visitor agrees to take part.
"""

from __future__ import annotations

import asyncio
from http import HTTPStatus

from aiohttp import web

from woozle.arena.rate_limiter import RateLimiter
from woozle.arena.studies.participants import normalise_code
from woozle.arena.studies.plan_facts import before_you_begin
from woozle.arena.studies.recruiter import QueryReader, Recruiter, RecruiterError, RecruiterIds
from woozle.arena.studies.visit import StudyVisit
from woozle.arena.web.assets import page, read_form, see_other
from woozle.arena.web.study_house import StudyHouse

_CODES, _CODE_SECONDS = 10, 60.0  # tries of one address at once, and the seconds until there is another one
_ALL_CODES, _ALL_CODE_SECONDS = 60, 1.0  # the same of all addresses together
_WRONG_CODE = "This code does not continue any visit here. Check it letter by letter."
_TOO_MANY_CODES = "Too many codes were typed; wait a few minutes."
_NO_COOKIES = "This browser keeps no cookies, which the study needs to tell you from others. Allow them for this site."
_PROLIFIC = {name: f"{{{{%{name}%}}}}" for name in ("PROLIFIC_PID", "STUDY_ID", "SESSION_ID")}


class OpenEntrance:
    """The pages of the open URL."""

    def __init__(self, house: StudyHouse) -> None:
        self._house = house
        recruiter = house.study.plan.recruiter
        self._reader = QueryReader(recruiter, house.study.path, house.tell, house.clock) if recruiter else None
        self._reading = asyncio.Lock()
        self._codes = RateLimiter(house.clock, at_once=_CODES, seconds=_CODE_SECONDS)
        self._all_codes = RateLimiter(house.clock, at_once=_ALL_CODES, seconds=_ALL_CODE_SECONDS)

    def add_to(self, app: web.Application) -> None:
        """Add the routes."""
        app.router.add_get("/join", self._show, allow_head=False)
        app.router.add_post("/join", self._arrive)
        app.router.add_get("/join/welcome", self._welcome, allow_head=False)

    async def _show(self, request: web.Request) -> web.Response:
        return self._page(request.rel_url.raw_query_string, does="find", words="Continue", is_sent_at_once=True)

    async def _arrive(self, request: web.Request) -> web.Response:
        """Find the visit of a person who arrives, or begin one. A second one in the same browser needs a press of a button."""
        form = await read_form(request)
        query, code = form.get("query", ""), normalise_code(form.get("code", ""))
        flow = None if code else self._house.entrance.find_visit(request)
        here = flow.visit if flow and (flow.visit.who or flow.visit.stage in ("information", "consent")) else None
        if here and not query and self._house.study.plan.recruiter:  # a page was loaded again whose address has no ids any more
            return see_other("/visit")
        try:
            ids = await self._read_ids(query)
        except RecruiterError as error:
            return self._page("", f"{error} Questions: {self._house.study.plan.contact}", status=HTTPStatus.BAD_REQUEST)
        if code:  # before a visit that has not begun here, which may have to wait
            return self._continue_by_code(request, code, query, ids)
        is_theirs = here is not None and _same_person(here, ids)
        if here and is_theirs and (ids or here.stage not in ("goodbye", "over")):
            return see_other("/visit")
        if ids and (why := self._house.study.refusal(ids)):
            return self._page(query, why, asks_code=True)
        if here and here.who and form.get("does") != "new":
            then = "is taking part" if here.who.is_open else "has taken part"
            said = f"Somebody {then} in this browser. If that was you, go back to your page."
            return self._page(query, said, does="new", words="Begin as somebody else", leads="Back to my page")
        return self._house.entrance.admit(request, ids, "/join/welcome")

    async def _read_ids(self, query: str) -> RecruiterIds | None:
        """Return the recruiter's ids in a query; None in a study without a recruiter. Raises RecruiterError."""
        if self._reader is None:
            return None
        async with self._reading:  # keys are read once for all who wait
            return await asyncio.to_thread(self._reader.read, query)

    def _continue_by_code(self, request: web.Request, code: str, query: str, ids: RecruiterIds | None) -> web.Response:
        """Continue a visit by the participant's own code, if it has the same id of the recruiter."""
        if not (self._codes.take(self._house.guard.network(request)) and self._all_codes.take("")):
            return self._page(query, problem=_TOO_MANY_CODES, asks_code=True, status=HTTPStatus.TOO_MANY_REQUESTS)
        wanted = self._house.study.digest(ids) if ids else ""
        found = any(who.code == code and who.recruiter == wanted for who in self._house.study.participants())
        if not found:
            why = self._house.study.refusal(ids) if ids else ""
            return self._page(query, why, problem=_WRONG_CODE, asks_code=True, status=HTTPStatus.FORBIDDEN)
        return self._house.entrance.admit_by_code(request, code)

    async def _welcome(self, request: web.Request) -> web.Response:
        flow = self._house.entrance.find_visit(request)
        if flow is None:
            return self._page("", _NO_COOKIES, does="find", words="Try again", status=HTTPStatus.BAD_REQUEST)
        if flow.visit.stage != "information":
            return see_other("/visit")
        is_known = flow.visit.ids is not None
        lines = before_you_begin(self._house.study.plan, is_known=is_known)
        return page("study_welcome.html", lines=lines, is_open=True, asks_code=not is_known)

    def _page(self, query: str, said: str = "", *, status: int = HTTPStatus.OK, **shown: str | bool) -> web.Response:
        """Return a page of the entrance. query: of its address, sent on by its forms; shown: as its template says."""
        return page("study_join.html", status, title=self._house.study.plan.title, query=query, said=said, **shown)


def _same_person(visit: StudyVisit, ids: RecruiterIds | None) -> bool:
    """Return whether a visit has these ids; before consent the submission has to be the same, too."""
    own = visit.ids
    if visit.who is None or own is None or ids is None:
        return own == ids
    return own.participant == ids.participant


def open_url(base: str, recruiter: Recruiter | None) -> str:
    """Return the URL for the recruiter, with the placeholders of Prolific; a recruiter's own name stands in braces.

    Args:
        base: Address of the server in browsers.
    """
    names = [name for name in (recruiter.participant, recruiter.study, recruiter.session) if name] if recruiter else []
    query = "&".join(f"{name}={_PROLIFIC.get(name, f'{{{name}}}')}" for name in names)
    return f"{base}/join{'?' if query else ''}{query}"
