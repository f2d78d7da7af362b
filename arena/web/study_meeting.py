"""Pages on which participants wait: in the lobby, before the matches of their groups, and for a match that a fault has stopped."""

from __future__ import annotations

import asyncio
from contextlib import suppress

from aiohttp import web

from woozle.arena.studies.groups import complete_groups
from woozle.arena.studies.visit_flow import VisitFlow
from woozle.arena.tables.table import OpenTable
from woozle.arena.views.study import Company
from woozle.arena.web.study_faults import StoppedMatches
from woozle.arena.web.study_groups import StudyGroups
from woozle.arena.web.study_house import StudyHouse
from woozle.arena.web.study_lobby import OpenPages, StudyLobby, follow_page
from woozle.core.errors import InputError
from woozle.saves.disk import SaveError

_LOOK = 1.0  # seconds between two reviews


class Meeting:
    """The places where participants wait."""

    def __init__(self, house: StudyHouse) -> None:
        self._house = house
        self._pages = OpenPages(house.clock)
        self._lobby = StudyLobby(house, self._pages)
        self.groups = StudyGroups(house, self._pages)
        self._stopped = StoppedMatches(house)
        self._news = asyncio.Event()
        self._is_whole = True

    def restore(self) -> None:
        """Find the waiters and groups that were under way when the previous process ended. Raises StudyError, SaveError."""
        if self._house.study.plan.group > 1:
            complete_groups(self._house.study, self._house.entrance.open_visit)
            self._lobby.restore()
            self.groups.restore()

    # Called by pages

    def arrive(self, flow: VisitFlow) -> OpenTable | None:
        """Note a participant's place; return the table of their group's match while it is being played. Raises SaveError."""
        if not flow.visit.who:
            return None
        table = None
        if self._house.study.plan.group > 1:
            self._pages.hear(flow.visit.who.code)
            self._lobby.hear(flow, is_press=False)
            table = self.groups.arrive(flow)
        flow.company = self._company(flow)
        return table

    def _company(self, flow: VisitFlow) -> Company | None:
        assert flow.visit.who
        return self._stopped.company(flow) or self._lobby.company(flow.visit.who.code) or self.groups.company(flow)

    def note_press(self, flow: VisitFlow) -> None:
        """Note that a waiter pressed a button, and so is there."""
        self._lobby.hear(flow, is_press=True)
        self._news.set()

    def begin(self, flow: VisitFlow) -> OpenTable:
        """Return the table of the match of this step. Raises InputError, OSError."""
        table = self.groups.begin(flow)
        self._news.set()
        return table

    async def follow(self, request: web.Request, flow: VisitFlow) -> web.StreamResponse:
        """Serve the socket of a page on which a participant waits."""

        def news(flow: VisitFlow) -> tuple[Company | None, str]:
            if flow.visit.has_left:  # and continues in another browser
                return None, ""
            table = self.groups.arrive(flow)
            return self._company(flow), f"/t/{table.id}" if table else ""

        return await follow_page(request, flow, self._house, self._pages, news=news, hide=self._lobby.hide)

    def is_followed(self, flow: VisitFlow) -> bool:
        """Return whether a page on which a participant waits is open."""
        return self._house.study.plan.group > 1 and flow.visit.who is not None and not self._pages.away(flow.visit.who.code)

    # Reviews

    async def review(self) -> None:
        """Form groups, begin their matches, and end those that cannot go on. Raises StudyError, SaveError."""
        if not self._is_whole:
            self.restore()
        self._is_whole = False  # until this was done without a failure
        self._lobby.review()
        self._is_whole = True
        await self.groups.review()

    async def run(self) -> None:
        """Review again and again."""
        trouble = ""
        while True:
            try:
                await self._stopped.review()
                if self._house.study.plan.group > 1:
                    await self.review()
                self._pages.wake()
                trouble = ""
            except (InputError, SaveError, OSError) as error:
                if str(error) != trouble:
                    trouble = str(error)
                    self._house.tell(trouble)
            except Exception as error:
                self._house.report(error)
            with suppress(TimeoutError):
                async with asyncio.timeout(_LOOK):
                    await self._news.wait()
            self._news.clear()
