"""The operator's page of a study: participants by step, load, warnings, pausing, and the recruiter's export."""

from __future__ import annotations

import asyncio
from datetime import UTC, datetime
from email.parser import BytesParser
from email.policy import HTTP
from http import HTTPStatus

import psutil
from aiohttp import web

from woozle.arena.studies.live import LIVE, PATH, Live
from woozle.arena.studies.monitor import read_monitor, show_monitor
from woozle.arena.studies.plan import StudyError
from woozle.arena.studies.reconciliation import reconcile_data
from woozle.arena.studies.recruiting import BEFORE_CONSENT, OPEN, change_recruiting
from woozle.arena.tables.invitations import digest, is_same
from woozle.arena.web.assets import page, read_form, see_other
from woozle.arena.web.load_meter import LoadMeter
from woozle.arena.web.operator_entrance import PATH as OPERATOR
from woozle.arena.web.operator_entrance import OperatorEntrance
from woozle.arena.web.study_house import StudyHouse
from woozle.arena.web.study_site import StudySite
from woozle.core.errors import InputError
from woozle.saves.disk import SaveError

_RECRUITING, _COMPARE = f"{OPERATOR}/recruiting", f"{OPERATOR}/reconcile"
_LONGEST_EXPORT = 1_000_000  # bytes


class StudyMonitor:
    """The operator's page of a study's server, and the facts for programs on this machine.

    token: of these programs. base: start of the operator's link.
    """

    def __init__(self, house: StudyHouse, site: StudySite, meter: LoadMeter, token: str, base: str) -> None:
        self._house = house
        self._site = site
        self._meter = meter
        self._token = digest(token)
        self._base = base
        self._entrance = OperatorEntrance(house.guard, f"operator-{house.study.plan.name}")
        self._compared: tuple[str, ...] = ()
        house.guard.upload_limit = self._upload_limit

    @property
    def link(self) -> str:
        """Return the link that opens the page once."""
        return f"{self._base}{self._entrance.path}"

    def add_to(self, app: web.Application) -> None:
        """Add the routes."""
        app.router.add_get(OPERATOR, self._show, allow_head=False)
        app.router.add_post(OPERATOR, self._entrance.enter)
        app.router.add_post(_RECRUITING, self._take)
        app.router.add_post(_COMPARE, self._take)
        app.router.add_get(PATH, self._send_live, allow_head=False)

    def live(self) -> Live:
        """Return the facts."""
        entrance, unseen, deciding, pages = self._house.entrance, dict[str, float](), 0, 0
        for ticket, flow in entrance.visits.items():
            seconds = 0.0 if self._site.is_here(flow) else entrance.unseen(ticket)
            pages += seconds <= OPEN
            deciding += flow.visit.stage in BEFORE_CONSENT
            if flow.visit.who and flow.visit.stage == "steps":
                unseen[flow.visit.who.code] = round(seconds, 1)
        tables = [*self._house.tables.directory]
        stopped = {table.plan.study.folder: table.failure for table in tables if table.failure and table.plan.study}
        return Live(
            unseen,
            deciding,
            entrance.gate.waiting,
            pages,
            sum(table.state in ("dealing", "playing") and not table.failure for table in tables),
            round(self._meter.answers, 2),
            round(self._meter.lag_ms, 1),
            round(psutil.Process().memory_info().rss / 1e6, 1),
            (*(f"The match {name} has stopped: {why}" for name, why in stopped.items()), *self._meter.told),
        )

    async def _send_live(self, request: web.Request) -> web.Response:
        """Answer programs that have read the token in the study's folder. Raises HTTPNotFound for all others."""
        kind, _, token = request.headers.get("Authorization", "").partition(" ")
        if kind.lower() != "bearer" or not is_same(digest(token), self._token):
            raise web.HTTPNotFound
        return web.Response(body=LIVE.dump_json(self.live()), content_type="application/json")

    async def _show(self, request: web.Request) -> web.Response:
        return await self._page() if self._entrance.has_entered(request) else self._entrance.show()

    async def _page(self, problem: str = "") -> web.Response:
        """Return the page. problem: a sentence about what failed, or empty."""
        shown = None
        try:
            shown = show_monitor(await asyncio.to_thread(read_monitor, self._house.study, self.live()))
        except (StudyError, OSError) as error:
            problem = str(error)
        return page(
            "study_monitor.html",
            HTTPStatus.BAD_REQUEST if problem else HTTPStatus.OK,
            title=self._house.study.plan.title,
            shown=shown,
            problem=problem,
            compared=self._compared,
            link=self.link,
        )

    # Actions of the operator

    def _upload_limit(self, request: web.Request) -> int:
        return _LONGEST_EXPORT if request.path == _COMPARE and self._entrance.has_entered(request) else 0

    async def _take(self, request: web.Request) -> web.Response:
        if not self._entrance.has_entered(request):
            raise web.HTTPNotFound
        try:
            await (self._compare(request) if request.path == _COMPARE else self._change(request))
        except (InputError, SaveError) as error:
            return await self._page(str(error))
        return see_other(OPERATOR)

    async def _change(self, request: web.Request) -> None:
        """Pause or resume recruiting, or limit the number of visits at once."""
        form = await read_form(request)
        match form.get("do"):
            case "pause" | "resume" as command:
                change_recruiting(self._house.study, is_paused=command == "pause")
            case "limit":
                change_recruiting(self._house.study, most_visits=form.get("most", "").strip() or None)

    async def _compare(self, request: web.Request) -> None:
        """Compare an export of the recruiter, which is read as data and not kept."""
        head = f"Content-Type: {request.headers.get('Content-Type', '')}\r\n\r\n"
        form = BytesParser(policy=HTTP).parsebytes(head.encode(errors="replace") + await request.read())
        sent = next((part for part in form.walk() if part.get_param("name", header="Content-Disposition") == "export"), None)
        data = sent.get_payload(decode=True) if sent else b""
        if not isinstance(data, bytes) or not data.strip():
            raise StudyError("Choose the file that the recruiter gave you, and press the button again.")
        found = await asyncio.to_thread(reconcile_data, self._house.study, data, "The file", shows_ids=False)
        self._compared = (f"Compared at {datetime.now(UTC):%H:%M} UTC.", *found.lines)
