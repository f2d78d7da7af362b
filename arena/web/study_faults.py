"""Matches of a study that a fault has stopped: they are tried again and, if that fails, the study continues without them."""

from __future__ import annotations

from woozle.arena.studies.visit_flow import VisitFlow
from woozle.arena.tables.table import OpenTable
from woozle.arena.views.study import Company
from woozle.arena.web.study_house import StudyHouse
from woozle.core.errors import InputError

GIVE_UP = 60.0
"""Seconds without a participant's answer after which a match that cannot resume is given up, such as on a full disk."""

_RETRY = 5.0  # seconds until a match is retried, later more of them; a game that fails at the same place again is given up
_STOPPED = "Nothing that you did is lost. The match is tried again, and this page continues by itself; please stay."
_ENDED = "A fault on the server has ended this match."


class StoppedMatches:
    """The matches that a fault has stopped."""

    def __init__(self, house: StudyHouse) -> None:
        self._house = house
        self._faults: dict[str, tuple[int, float, float]] = {}
        """By table: number of participants' answers so far, when a fault first stopped it there, and when it is tried next."""
        self._trouble = ""

    def company(self, flow: VisitFlow) -> Company | None:
        """Return the news for the page of a participant whose match has stopped."""
        table = self._house.tables.find(flow)
        return Company(_STOPPED, is_stopped=True) if table and table.failure else None

    async def review(self) -> None:
        """Retry stopped matches, or give them up. Failures are reported, and tried again."""
        now = self._house.clock()
        for table in self._house.tables.directory:
            if not table.failure or table.state in ("over", "closed"):
                continue
            answers = sum(len(place.seat.receipts) for place in table.room.places if place.seat)
            known, since, again = self._faults.get(table.id, (-1, now, now))
            if known != answers:
                since, again = now, now + _RETRY
            self._faults[table.id] = answers, since, again
            if now < again:
                continue
            self._faults[table.id] = answers, since, now + min(max(_RETRY, now - since), GIVE_UP / 2)
            if now - since < (2 * _RETRY if table.is_faulty else GIVE_UP):
                table.retry()
                continue
            try:
                await self._give_up(table)
            except (InputError, OSError) as error:
                if str(error) != self._trouble:
                    self._trouble = str(error)
                    self._house.tell(str(error))
                table.retry()  # the disk may have room by now

    async def _give_up(self, table: OpenTable) -> None:
        """Let all participants of a match continue. Raises StudyError, SaveError."""
        name = table.plan.study.folder if table.plan.study else ""
        for who in self._house.study.participants():
            if who.is_open and name in who.began.values():
                with self._house.entrance.open_visit(who.code) as visit:
                    if visit.began == name:
                        visit.complete_step(match=name, stopped=True)
        await self._house.tables.end(table, _ENDED)
