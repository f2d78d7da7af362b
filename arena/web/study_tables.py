"""The matches of a study as open tables: one for each match of a visit."""

from __future__ import annotations

from collections.abc import Sequence

from woozle.arena.studies.folder import StudyFolder
from woozle.arena.studies.participants import MatchName
from woozle.arena.studies.plan import Belief, read_text
from woozle.arena.studies.planned_match import match_start, own_instructions
from woozle.arena.studies.session import Due, beliefs_after
from woozle.arena.studies.visit_flow import VisitFlow
from woozle.arena.tables.directory import TableDirectory
from woozle.arena.tables.entrance import Visitor, enter
from woozle.arena.tables.invitations import new_secret
from woozle.arena.tables.place import Place
from woozle.arena.tables.plan import StudyTerms, TablePlan, plan_table
from woozle.arena.tables.table import OpenTable
from woozle.core.errors import InputError
from woozle.core.request import PastResponse


def beliefs_due(study: StudyFolder, plan: TablePlan, past: PastResponse) -> Sequence[Belief]:
    """Return the questions about beliefs that a participant is asked before what follows a response."""
    return beliefs_after(study.plan.beliefs, plan.game, type(past.response.answer).__name__)


def seats_of(plan: TablePlan) -> list[int]:
    """Return the numbers of the places for participants, in order."""
    return [number for number, spec in enumerate(plan.specs(), 1) if spec.kind in ("human", "remote")]


class StudyTables:
    """The tables of a study. directory: all of them."""

    def __init__(self, study: StudyFolder, directory: TableDirectory) -> None:
        self._study = study
        self.directory = directory

    def find(self, flow: VisitFlow) -> OpenTable | None:
        """Return the table of a visit's current match; None before it has begun."""
        return self.directory.find_match(flow.visit.began)

    def participant_places(self, table: OpenTable) -> list[Place]:
        """Return the places for participants, in order."""
        return [table.room.places[number - 1] for number in seats_of(table.plan)]

    def place(self, flow: VisitFlow) -> Place | None:
        """Return the place of the participant at the table of their match."""
        table, step, who = self.find(flow), flow.visit.step, flow.visit.who
        if not table or not step or not who:
            return None
        place = self.participant_places(table)[who.place_at(step) - 1]
        return place if place.is_taken and not place.row.is_left else None

    def update(self, flow: VisitFlow) -> OpenTable | None:
        """Note whether a participant is asked for beliefs; return the table to continue at if no question is left."""
        flow.due = None
        place = self.place(flow)
        table, seat = self.find(flow), place.seat if place else None
        if not table or not seat or not (past := seat.held):
            return None
        asked, known = beliefs_due(self._study, table.plan, past), flow.visit.beliefs_of(flow.visit.began)
        if due := tuple(each for each in asked if (past.request.id, each.id) not in known):
            flow.due = Due(flow.visit.began, past.request.id, due, seat.name, tuple(table.game.seats), past.seen)
            return None
        seat.release()
        return table

    def show_sign(self, flow: VisitFlow) -> None:
        """Note a sign of a participant on a page in the middle of a match."""
        if (place := self.place(flow)) and place.seat:
            place.seat.show_sign()

    def was_at(self, flow: VisitFlow, table: OpenTable) -> bool:
        """Return whether a participant was at a table whose match they have left behind."""
        self.directory.forget(table)  # a table that was looked up again for this
        names = (each.data["match"] for each in flow.visit.entries if each.what == "began")
        return table.plan.study is not None and table.plan.study.folder in names

    def leave(self, flow: VisitFlow) -> None:
        """Let go of a finished match's table, unless others are still there."""
        own = self.place(flow)
        if (table := self.find(flow)) and not any(place.guest for place in table.room.places if place is not own):
            self.directory.forget(table)

    def forget_ended(self) -> None:
        """Forget the tables of matches that are over and that all have left."""
        for table in self.directory:
            if table.room.is_empty:
                self.directory.forget(table)

    async def end(self, table: OpenTable, why: str) -> None:
        """End a match before its end, for good."""
        await table.close(why)
        self.directory.forget(table)

    async def close(self, code: str) -> None:
        """Close the tables of a participant who can no longer come back."""
        for table in self.directory:
            if table.plan.study and MatchName.parse(table.plan.study.folder).owner == code:
                await self.end(table, "The study is over for you.")

    def begin(self, flow: VisitFlow) -> OpenTable:
        """Return the table of the match of this step; a new one if it was not begun. Raises InputError, OSError."""
        table = self.find(flow) or self._open(flow)
        if table.state == "waiting":
            self._seat(table, flow)
        return table

    def _open(self, flow: VisitFlow) -> OpenTable:
        study, visit = self._study, flow.visit
        step = visit.step
        assert step and step.match and visit.who
        who, grouping = visit.who, study.plan.grouping
        is_grouped = who.owner(step) != who.code
        is_together = is_grouped and who.people > 1  # else nobody waits for them
        is_begun = flow.recorded_match is not None  # at a terminal
        start = match_start(study, step.match, who.deal if is_grouped else who.arrival, step.id)
        own = own_instructions(study.plan, step.condition)
        terms = StudyTerms(
            folder=visit.began if is_begun else visit.begin_match(),
            then="/visit",
            instructions=read_text(study.path, own).text if own else "",
            keeps_timing=study.plan.data.timing,
            keeps_display=study.plan.data.device,
            shows_players=is_grouped and not grouping.blind,
            shows_replacement=grouping.shows_replacement,
            idle_seconds=grouping.idle_seconds if is_together else 0.0,
            ends_when_lost=is_together and grouping.lost == "leave",
        )
        plan = plan_table(
            start.game,
            start.seats[0],
            start.config,
            start.services,
            seed=start.seed,
            is_blind=is_grouped and grouping.blind,
            when_gone=grouping.lost if is_together and grouping.lost != "leave" else "wait",
            gone_after=grouping.lost_seconds if is_together else 60.0,
            slot=grouping.slot_seconds,
            study=terms,
            watching="none",
        )
        return self.directory.open(plan)

    def _seat(self, table: OpenTable, flow: VisitFlow) -> None:
        """Seat the participants who have no place yet, since the table is new, or a kill or full disk came in between."""
        step, who = flow.visit.step, flow.visit.who
        assert step and who
        members = who.members if who.owner(step) != who.code else [who.code]
        for place, code in zip(self.participant_places(table), members, strict=False):
            known = self._study.participant(code)
            if known and known.is_open and not place.is_taken:  # a bot plays for those who have left
                token = table.room.invitations.get(place.number) or table.room.invite(place.number)
                enter(table, self.directory.door, Visitor(new_secret(), f"Participant {place.number}", ""), token)
        if flow.recorded_match:
            try:
                table.take_up(flow.folder)
            except (InputError, OSError):
                self.directory.forget(table)
                raise
