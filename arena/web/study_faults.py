"""Matches of a study that a fault has stopped: they are tried again, and if that does not help, the study goes on without them."""

from __future__ import annotations

from collections.abc import Callable

from woozle.arena.studies.folder import StudyFolder
from woozle.arena.studies.visit_flow import VisitFlow
from woozle.arena.tables.table import OpenTable
from woozle.arena.views.study import Company
from woozle.arena.web.study_entrance import StudyEntrance
from woozle.arena.web.study_tables import StudyTables
from woozle.core.errors import InputError

RETRY = 5.0
"""Seconds between two tries to go on with a match. A game that fails at the same place again is given up."""

GIVE_UP = 60.0
"""Seconds without an answer of a participant after which a match is given up that cannot go on, such as on a full disk."""

_STOPPED = "A fault on the server has stopped the match. Nothing that you did is lost. It goes on by itself; stay on this page."
_ENDED = "A fault on the server has ended this match."


class StoppedMatches:
    """The matches that a fault has stopped."""

    def __init__(
        self,
        study: StudyFolder,
        entrance: StudyEntrance,
        tables: StudyTables,
        tell: Callable[[str], object],
        clock: Callable[[], float],
    ) -> None:
        self._study = study
        self._entrance = entrance
        self._tables = tables
        self._tell = tell
        self._clock = clock
        self._faults: dict[str, tuple[int, float, float]] = {}
        """By table: the answers of participants so far, when a fault first stopped it there, and when it is tried again."""
        self._trouble = ""

    def company(self, flow: VisitFlow) -> Company | None:
        """Return what the page of a participant says whose match has stopped."""
        table = self._tables.find(flow)
        return Company(_STOPPED) if table and table.failure else None

    async def review(self) -> None:
        """Try again what has stopped, or give it up. What fails is told, and tried again."""
        now = self._clock()
        for table in self._tables.stopped:
            answers = sum(len(place.seat.receipts) for place in table.room.places if place.seat)
            known, since, again = self._faults.get(table.id, (-1, now, now))
            if known != answers:
                since, again = now, now + RETRY
            self._faults[table.id] = answers, since, again
            if now < again:
                continue
            self._faults[table.id] = answers, since, now + RETRY
            if now - since < (2 * RETRY if table.is_faulty else GIVE_UP):
                table.retry()
                continue
            try:
                await self._give_up(table)
            except (InputError, OSError) as error:
                if str(error) != self._trouble:
                    self._trouble = str(error)
                    self._tell(str(error))
                table.retry()  # there may be room on the disk by now

    async def _give_up(self, table: OpenTable) -> None:
        """Let all go on whose match it is. Raises StudyError, SaveError."""
        name = table.plan.study.folder if table.plan.study else ""
        for who in self._study.participants():
            if who.is_open and name in who.began.values():
                with self._entrance.open_visit(who.code) as visit:
                    if visit.began == name:
                        visit.complete_step(match=name, stopped=True)
        await self._tables.end(table, _ENDED)
