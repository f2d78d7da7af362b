"""The operator's page of a study: where participants are, load, warnings, pausing, and the recruiter's export."""

from __future__ import annotations

import asyncio
from datetime import UTC, datetime
from email.parser import BytesParser
from email.policy import HTTP
from http import HTTPStatus

from aiohttp import web

from woozle.arena.studies.live import LIVE, PATH, Live
from woozle.arena.studies.monitor import OPEN, read_monitor, show_monitor
from woozle.arena.studies.participants import Participant
from woozle.arena.studies.plan import StudyError
from woozle.arena.studies.reconciliation import Reconciliation, reconcile_text
from woozle.arena.studies.recruiting import BEFORE_CONSENT, obey
from woozle.arena.tables.directory import TableDirectory
from woozle.arena.tables.invitations import digest, is_same
from woozle.arena.web.assets import asset_address, page, read_form
from woozle.arena.web.desk import SCRIPT
from woozle.arena.web.guard import Guard
from woozle.arena.web.load_meter import LoadMeter
from woozle.arena.web.operator_entrance import PATH as OPERATOR
from woozle.arena.web.operator_entrance import OperatorEntrance
from woozle.arena.web.study_entrance import nothing_here, see_other
from woozle.arena.web.study_site import StudySite
from woozle.core.errors import InputError
from woozle.saves.disk import SaveError

_RECRUITING, _COMPARE = f"{OPERATOR}/recruiting", f"{OPERATOR}/reconcile"
_LONGEST_EXPORT = 1_000_000  # bytes


class StudyMonitor:
    """The operator's page of a study's server, and the facts for programs on this machine.

    token: of these programs. base: how the operator's link begins.
    """

    def __init__(self, site: StudySite, guard: Guard, tables: TableDirectory, meter: LoadMeter, token: str, base: str) -> None:
        self.study = site.study
        self._site = site
        self._tables = tables
        self._meter = meter
        self._token = digest(token)
        self._base = base
        self._entrance = OperatorEntrance(guard, f"operator-{site.study.plan.name}")
        self._compared: tuple[str, ...] = ()
        guard.upload_limit = self._upload_limit

    @property
    def link(self) -> str:
        """Return the link that opens the page once."""
        return f"{self._base}{self._entrance.path}"

    def add_to(self, app: web.Application) -> None:
        """Add the routes."""
        app.router.add_get(OPERATOR, self._show, allow_head=False)
        app.router.add_post(OPERATOR, self._entrance.enter)
        app.router.add_post(_RECRUITING, self._change)
        app.router.add_post(_COMPARE, self._compare)
        app.router.add_get(PATH, self._send_live, allow_head=False)

    def live(self) -> Live:
        """Return the facts."""
        at_tables, unseen = self._at_tables(), dict[str, float]()
        deciding = open_pages = 0
        for ticket, flow in self._site.entrance.visits.items():
            visit = flow.visit
            seconds = 0.0 if self._is_here(visit.who, at_tables) else self._site.entrance.unseen(ticket)
            open_pages += seconds <= OPEN
            deciding += visit.stage in BEFORE_CONSENT
            if visit.who and visit.stage == "steps":
                unseen[visit.who.code] = round(seconds, 1)
        stopped = [
            f"The match {table.plan.study.folder} has stopped: {table.failure}"
            for table in self._tables
            if table.failure and table.plan.study
        ]
        return Live(
            unseen,
            deciding,
            self._site.entrance.gate.waiting,
            open_pages,
            sum(table.state in ("dealing", "playing") and not table.failure for table in self._tables),
            round(self._meter.answers, 2),
            round(self._meter.lag_ms, 1),
            round(self._meter.memory_mb, 1),
            tuple(stopped),
            self._meter.told,
        )

    def _at_tables(self) -> set[tuple[str, int]]:
        """Return the open pages of matches: by folder, with the number of the participant, from 1."""
        return {
            (table.plan.study.folder, number)
            for table in self._tables
            if table.plan.study
            for number, place in enumerate((each for each in table.room.places if each.is_remote), 1)
            if place.guest
        }

    def _is_here(self, who: Participant | None, at_tables: set[tuple[str, int]]) -> bool:
        if who is None:
            return False
        match = next(reversed(who.began.values()), "")
        number = who.place if who.group and match.startswith(who.group) else 1
        return (match, number) in at_tables or self._site.meeting.has_page(who.code)

    async def _send_live(self, request: web.Request) -> web.Response:
        """Answer programs that have read the token in the study's folder; all others get the page for a wrong address."""
        kind, _, token = request.headers.get("Authorization", "").partition(" ")
        if kind.lower() != "bearer" or not is_same(digest(token), self._token):
            return nothing_here()
        return web.Response(body=LIVE.dump_json(self.live()), content_type="application/json")

    async def _show(self, request: web.Request) -> web.Response:
        return await self._page() if self._entrance.has_entered(request) else self._entrance.show()

    async def _page(self, problem: str = "") -> web.Response:
        """Return the page. problem: a sentence on what was not done, or empty."""
        shown = None
        try:
            shown = show_monitor(await asyncio.to_thread(read_monitor, self.study, self.live()))
        except (StudyError, OSError) as error:
            problem = str(error)
        return page(
            "study_monitor.html",
            HTTPStatus.BAD_REQUEST if problem else HTTPStatus.OK,
            title=self.study.plan.title,
            shown=shown,
            problem=problem,
            compared=self._compared,
            link=self.link,
            desk_script=asset_address(SCRIPT),
        )

    # What the operator does

    def _upload_limit(self, request: web.Request) -> int:
        return _LONGEST_EXPORT if request.path == _COMPARE and self._entrance.has_entered(request) else 0

    async def _change(self, request: web.Request) -> web.Response:
        """Pause or resume recruiting, or limit the number of visits at once."""
        if not self._entrance.has_entered(request):
            return nothing_here()
        form = await read_form(request)
        try:
            obey(self.study, form.get("do", ""), form.get("most", ""))
        except (InputError, SaveError) as error:
            return await self._page(str(error))
        return see_other(OPERATOR)

    async def _compare(self, request: web.Request) -> web.Response:
        """Compare an export of the recruiter, which is read as data and not kept."""
        if not self._entrance.has_entered(request):
            return nothing_here()
        head = f"Content-Type: {request.headers.get('Content-Type', '')}\r\n\r\n"
        form = BytesParser(policy=HTTP).parsebytes(head.encode(errors="replace") + await request.read())
        sent = next((part for part in form.walk() if part.get_param("name", header="Content-Disposition") == "export"), None)
        data = sent.get_payload(decode=True) if sent else b""
        try:
            if not isinstance(data, bytes) or not data.strip():
                raise StudyError("Choose the file that the recruiter gave you, and press the button again.")
            found = await asyncio.to_thread(self._reconcile, data)
        except (InputError, SaveError) as error:
            return await self._page(str(error))
        self._compared = (f"Compared at {datetime.now(UTC):%H:%M} UTC.", *found.lines)
        return see_other(OPERATOR)

    def _reconcile(self, data: bytes) -> Reconciliation:
        try:
            text = data.decode()
        except UnicodeDecodeError as error:
            raise StudyError("The file is not UTF-8 text; export it as CSV.") from error
        return reconcile_text(self.study, text, "The file", shows_ids=False)
