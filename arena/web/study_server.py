"""A server of one study: its pages and its tables, from the options of the command line to its last goodbye."""

from __future__ import annotations

import asyncio
import time
from collections.abc import AsyncIterator, Callable
from contextlib import AsyncExitStack, asynccontextmanager
from dataclasses import dataclass
from functools import partial

from woozle.arena.play import models
from woozle.arena.studies.folder import StudyFolder
from woozle.arena.studies.live import announced
from woozle.arena.tables.database import TABLES
from woozle.arena.tables.directory import TableDirectory, open_directory
from woozle.arena.tables.plan import SeatChange, TablePlan
from woozle.arena.web.garbage import short_pauses
from woozle.arena.web.guard import Guard, open_site
from woozle.arena.web.load_meter import LoadMeter
from woozle.arena.web.study_entrance import StudyEntrance, nothing_here
from woozle.arena.web.study_house import StudyHouse
from woozle.arena.web.study_meeting import Meeting
from woozle.arena.web.study_monitor import StudyMonitor
from woozle.arena.web.study_open_entrance import OpenEntrance, open_url
from woozle.arena.web.study_site import StudySite
from woozle.arena.web.study_tables import StudyTables, beliefs_due
from woozle.arena.web.table_server import TableServer
from woozle.arena.web.ways_in import WayIn, open_listeners
from woozle.core.errors import InputError
from woozle.core.request import PastResponse

_CARE = 60.0  # seconds between two reviews of visits whose pages are closed

MOST = 500
"""Default limit of matches at once."""


@dataclass(frozen=True)
class ServedStudy:
    """A study that is being served. base: start of its links."""

    house: StudyHouse
    base: str
    pages: StudySite
    tables: TableDirectory
    monitor: StudyMonitor

    def link(self, token: str) -> str:
        """Return the link of one participant."""
        return link_url(self.base, token)

    @property
    def open_url(self) -> str:
        """Return the URL for all, with a recruiter's placeholders."""
        return open_url(self.base, self.house.study.plan.recruiter)


def link_url(base: str, token: str) -> str:
    """Return the link of one participant. base: the address of the server in browsers."""
    return f"{base}/j/{token}"


@asynccontextmanager
async def open_study(
    study: StudyFolder,
    way: WayIn,
    *,
    most: int = MOST,
    is_open: bool = False,
    tell: Callable[[str], object],
    report: Callable[[BaseException], object],
    clock: Callable[[], float] = time.monotonic,
) -> AsyncIterator[ServedStudy]:
    """Serve a study until the block ends. Raises InputError or SaveError, with a sentence, if it cannot begin.

    Args:
        most: Matches at once.
        is_open: Whether people come by one URL for all, besides links.
        tell: Takes sentences for the researcher.
        report: Is called with failures that visitors have not caused.
        clock: Of visits, groups and tables.
    """

    def lose(plan: TablePlan, number: int, change: SeatChange) -> None:
        meeting.groups.lose(plan, number, change)

    async with AsyncExitStack() as opened:
        opened.enter_context(short_pauses())
        study.make()
        meter = LoadMeter(tell)
        tell = meter.tell
        hub = models.hub(tell=tell)
        opened.push_async_callback(hub.close)
        directory = opened.enter_context(
            open_directory(
                study.data / TABLES,
                hub,
                most=most,
                records=study.matches,
                holds=partial(_holds, study, meter),
                lost=lose,
                clock=clock,
                tell=tell,
                report=report,
            )
        )
        opened.enter_context(study.forced_by(directory.house.group))
        listeners = open_listeners(way)
        headers = {} if way.reach == "lan" else {"Referrer-Policy": "no-referrer"}
        guard = Guard(way.addresses(listeners.ports), way.proxies, headers=headers)
        entrance = StudyEntrance(study, guard, clock)
        opened.callback(entrance.close)
        house = StudyHouse(study, guard, entrance, StudyTables(study, directory), tell, report, clock)
        meeting = Meeting(house)
        site = StudySite(house, meeting)
        app = TableServer(directory, guard, site.find_place, nothing_here, site.leads_on).application()
        site.add_to(app)
        if is_open:
            OpenEntrance(house).add_to(app)
        base = way.links_begin(listeners.port)
        token = opened.enter_context(announced(study, listeners.here.getsockname()[1]))
        monitor = StudyMonitor(house, site, meter, token, base)
        monitor.add_to(app)
        await opened.enter_async_context(open_site(app, way, listeners, guard, directory.stop))
        meeting.restore()
        directory.resume()
        opened.callback(asyncio.create_task(_care(site, tell)).cancel)
        opened.callback(asyncio.create_task(meeting.run()).cancel)
        opened.callback(asyncio.create_task(meter.run()).cancel)
        yield ServedStudy(house, base, site, directory, monitor)


def _holds(study: StudyFolder, meter: LoadMeter, plan: TablePlan, past: PastResponse) -> bool:
    """Count an answer; return whether other questions come before what follows it."""
    meter.note_answer()
    return bool(beliefs_due(study, plan, past))


async def _care(site: StudySite, tell: Callable[[str], object]) -> None:
    """Leave visits whose pages are closed, from time to time."""
    while True:
        await asyncio.sleep(_CARE)
        try:
            await site.end_left_visits()
        except (InputError, OSError) as error:
            tell(str(error))
