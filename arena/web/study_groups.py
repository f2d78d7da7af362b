"""The matches of groups: begun for all members and, when one is lost, ended or played on.

The next move of a group follows from its members' journals and the states of its tables, which are reviewed again and again:
wherever a process was killed, the next one continues from there.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass, field
from typing import Literal

from woozle.arena.studies.participants import MatchName, Participant, Step, steps_of
from woozle.arena.studies.visit_flow import VisitFlow
from woozle.arena.tables.plan import SeatChange, TablePlan
from woozle.arena.tables.table import OpenTable
from woozle.arena.views.study import Company
from woozle.arena.views.words import seconds_words
from woozle.arena.web.study_house import StudyHouse
from woozle.arena.web.study_lobby import OpenPages
from woozle.arena.web.study_tables import seats_of
from woozle.core.errors import InputError
from woozle.saves.disk import SaveError
from woozle.saves.transcript import CLOSED

_ENDED = "Somebody in your group left, so this match has ended."


@dataclass(slots=True)
class _Group:
    """A group that has matches to play.

    since: the time when the first member came to the page before a match, by step. absent: the members who did not come to a match,
    which begins without them. deserted: the time since which all members have been away. trouble: the last failure.
    """

    members: Sequence[str]
    since: dict[str, float] = field(default_factory=dict)
    absent: Collection[str] = ()
    deserted: float | None = None
    trouble: str = ""


class StudyGroups:
    """The groups of a study that have matches to play, by their ids."""

    def __init__(self, house: StudyHouse, pages: OpenPages) -> None:
        self._house = house
        self._pages = pages
        self._groups: dict[str, _Group] = {}

    def restore(self) -> None:
        """Find the groups that were under way when the previous process ended. Raises StudyError."""
        for who in self._house.study.participants():
            if who.is_open and who.group and not who.is_solo:
                self._group(who)

    def _group(self, who: Participant) -> _Group:
        return self._groups.setdefault(who.group, _Group(who.members))

    # Called by pages

    def arrive(self, flow: VisitFlow) -> OpenTable | None:
        """Note that a participant is at a match of their group; return its table if it is being played. Raises SaveError."""
        if flow.due or not (at := self._at_match(flow)):
            return None
        step, who = at
        group = self._group(who)
        if not flow.visit.began and (name := self._begun(who.members, step)):  # the server was killed before noting it here
            flow.visit.note_match(step.id, name)
        table = self._house.tables.find(flow)
        if table and table.state in ("dealing", "playing"):
            return None if table.failure else table
        flow.visit.note_seat(step.id, flow.visit.began, "returned")
        group.since.setdefault(step.id, self._house.clock())
        return None

    def company(self, flow: VisitFlow) -> Company | None:
        """Return the news of the others for the page before a match; None before other matches."""
        if not (at := self._at_match(flow)):
            return None
        step, who = at
        since = self._group(who).since.get(step.id)
        if since is None or who.people == 1:
            return None
        grouping, passed = self._house.study.plan.grouping, self._house.clock() - since
        if passed >= grouping.idle_seconds:
            left = seconds_words(grouping.ready_seconds)
            return Company(f"Your group is waiting. Are you still there? You have {left} to press the button.", is_called=True)
        here = self._house.tables.find(flow)
        there = sum(place.guest is not None for place in here.room.places) if here else 0
        return Company(f"{there} of the {len(self._awaited(who))} people in your group have pressed the button.")

    def _at_match(self, flow: VisitFlow) -> tuple[Step, Participant] | None:
        """Return the step of a match that a participant plays in a group, and the participant."""
        step, who = flow.visit.step, flow.visit.who
        return (step, who) if step and who and who.owner(step) != who.code else None

    def begin(self, flow: VisitFlow) -> OpenTable:
        """Return the table of the match of this step, for all of the group. Raises InputError, OSError."""
        if (at := self._at_match(flow)) and not self._house.tables.find(flow):
            step, who = at
            name = flow.visit.begin_match()
            for other in self._open_members(who.members):
                with self._house.entrance.open_visit(other.code) as visit:
                    visit.note_match(step.id, name)
        return self._house.tables.begin(flow)

    def _begun(self, members: Sequence[str], step: Step) -> str:
        """Return the name of the match that was begun last at a step; empty without one."""
        return max((who.began.get(step.id, "") for who in self._open_members(members)), default="")

    def _open_members(self, members: Sequence[str]) -> list[Participant]:
        found = (self._house.study.participant(code) for code in members)
        return [who for who in found if who and who.is_open]

    def _awaited(self, who: Participant) -> list[Participant]:
        """Return the members of a participant's group who are not lost."""
        return [each for each in self._open_members(who.members) if not each.lost]

    # Called by tables

    def lose(self, plan: TablePlan, number: int, change: SeatChange) -> None:
        """Note that a seat is dealt with as lost, or that its participant is back. number: of the place. Raises SaveError."""
        name = MatchName.parse(plan.study.folder if plan.study else "")
        if group := self._groups.get(name.owner):
            with self._house.entrance.open_visit(group.members[seats_of(plan).index(number)]) as visit:
                if visit.who and visit.who.is_open:
                    visit.note_seat(name.step, str(name), change)

    # Reviews

    async def review(self) -> None:
        """Begin, continue or end matches that wait for absent members. Failures are reported, and tried again."""
        for id, group in [*self._groups.items()]:
            try:
                if await self._review(group):
                    del self._groups[id]
            except (InputError, SaveError, OSError) as error:
                if group.trouble != str(error):
                    group.trouble = str(error)
                    self._house.tell(group.trouble)

    async def _review(self, group: _Group) -> bool:
        """Review one group; return whether it has nothing left to play together."""
        people = self._open_members(group.members)
        if not people:
            return True
        steps = [step for step in steps_of(self._house.study.plan, people[0]) if step.kind == "match"]
        step = next((step for step in steps if not self._is_over(people, step)), None)
        lost = [who for who in people if who.lost]
        if step is None:
            for who in lost:
                self._expire(who)
            return True
        table = self._house.tables.directory.find_match(self._begun(group.members, step))
        if self._house.study.plan.grouping.lost == "leave" and people[0].people > 1 and (lost or len(people) < len(group.members)):
            await self._part(people, table)
            return True
        if table and table.failure:
            return False
        if table is None or table.state == "waiting":
            if self._is_deserted(group, people):
                if table:
                    await self._house.tables.end(table, _ENDED)
                for who in people:
                    self._expire(who, "deserted")
                return True
            self._begin_if_due(group, step, people, table)
        elif table.match and group.absent:
            for place, code in zip(self._house.tables.participant_places(table), group.members, strict=False):
                if place.seat and code in group.absent and self._pages.away(code):
                    place.seat.lose()
            group.absent = ()
        return False

    def _is_deserted(self, group: _Group, people: Sequence[Participant]) -> bool:
        """Return whether all members who would wait for each other have been away for as long as people wait for a group."""
        flows = [flow for who in people if (flow := self._house.entrance.find(who.code))]
        at_table = any((place := self._house.tables.place(flow)) and place.guest for flow in flows)  # of the match before
        if at_table or people[0].people == 1 or not all(self._pages.away(who.code) for who in people):
            group.deserted = None
            return False
        if group.deserted is None:
            group.deserted = self._house.clock()
        return self._house.clock() - group.deserted >= 60 * self._house.study.plan.grouping.wait_minutes

    def _is_over(self, people: Sequence[Participant], step: Step) -> bool:
        folders = {self._house.study.matches / who.began[step.id] for who in people if step.id in who.began}
        return any(step.id in who.done for who in people) or any((folder / CLOSED).exists() for folder in folders)

    def _begin_if_due(self, group: _Group, step: Step, people: Sequence[Participant], table: OpenTable | None) -> None:
        """Begin a match for which all members have come, or some have waited too long."""
        places = dict(zip(group.members, self._house.tables.participant_places(table), strict=False)) if table else {}
        at_table = {code for code, place in places.items() if place.guest}
        awaited = {who.code for who in people if not who.lost}
        if at_table:
            group.since.setdefault(step.id, self._house.clock())
        since = group.since.get(step.id)
        is_late = since is not None and self._house.clock() - since >= self._house.study.plan.grouping.begins_within
        if not (table and awaited and awaited <= at_table) and (not is_late or people[0].people == 1):
            return
        here = at_table | {code for code in awaited if not self._pages.away(code)}
        if not here:  # everybody is gone; it begins when one of them is back
            del group.since[step.id]
            return
        if table is None or not all(places[code].is_taken for code in awaited):
            flows = [flow for code in here if (flow := self._house.entrance.find(code))]
            flow = next((flow for flow in flows if flow.visit.step and flow.visit.step.id == step.id), None)
            if flow is None:  # they are still at an earlier step
                return
            table = self.begin(flow)
        if table.state == "waiting":
            table.start()
            group.absent = {who.code for who in people} - here

    async def _part(self, people: Sequence[Participant], table: OpenTable | None) -> None:
        """End the matches of a group after a member has left it."""
        if table:
            await self._house.tables.end(table, _ENDED)
        for who in people:
            if who.lost:
                self._expire(who)
                continue
            with self._house.entrance.open_visit(who.code) as visit:
                visit.leave_by("partner_left")

    def _expire(self, who: Participant, how: Literal["group", "deserted"] = "group") -> None:
        with self._house.entrance.open_visit(who.code) as visit:
            visit.expire_with_group(how)
