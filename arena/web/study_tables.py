"""The matches of a study as open tables: one for each match of a visit."""

from __future__ import annotations

from woozle.arena.studies.folder import StudyFolder
from woozle.arena.studies.plan import read_text
from woozle.arena.studies.planned_match import match_start, own_instructions
from woozle.arena.studies.session import Due, beliefs_after
from woozle.arena.studies.visit_flow import VisitFlow
from woozle.arena.tables.directory import TableDirectory
from woozle.arena.tables.entrance import Visitor, enter
from woozle.arena.tables.invitations import new_secret
from woozle.arena.tables.place import Place
from woozle.arena.tables.plan import StudyTerms, TablePlan, plan_table
from woozle.arena.tables.table import OpenTable
from woozle.core.request import Answer, PastResponse


def holds(study: StudyFolder, plan: TablePlan, past: PastResponse) -> bool:
    """Return whether a participant is asked what they believe before what follows a response."""
    given = past.response.answer
    return isinstance(given, Answer) and bool(beliefs_after(study.plan.beliefs, plan.game, type(given).__name__))


class StudyTables:
    """The tables of a study, by the names of their matches' folders."""

    def __init__(self, study: StudyFolder, directory: TableDirectory) -> None:
        self._study = study
        self._directory = directory

    def find(self, flow: VisitFlow) -> OpenTable | None:
        """Return the table of the match that a visit is at; None before it has begun."""
        name = flow.visit.began
        return next((table for table in self._directory if table.plan.study and table.plan.study.folder == name), None)

    def place(self, flow: VisitFlow) -> Place | None:
        """Return the place of the participant at the table of their match."""
        table = self.find(flow)
        return next(iter(table.room.players), None) if table else None

    def update(self, flow: VisitFlow) -> OpenTable | None:
        """Note what a participant is asked in the middle of a match; return the table where they go on if that is nothing more."""
        flow.due = None
        place = self.place(flow)
        table, seat = self.find(flow), place.seat if place else None
        if not table or not seat or not (past := seat.held):
            return None
        given, known = past.response.answer, flow.visit.beliefs_of(flow.visit.began)
        asked = beliefs_after(self._study.plan.beliefs, table.plan.game, type(given).__name__)
        if due := tuple(each for each in asked if (past.request.id, each.id) not in known):
            seats = tuple(table.game.seats)
            others = tuple(each for each in seats if each != seat.name)
            flow.due = Due(flow.visit.began, past.request.id, due, others, seats, past.seen)
            return None
        seat.release()
        return table

    def was_at(self, flow: VisitFlow, table: OpenTable) -> bool:
        """Return whether a participant was at a table whose match they have left behind."""
        self._directory.forget(table)  # which was looked up again for this
        names = (each.data["match"] for each in flow.visit.entries if each.what == "began")
        return table.plan.study is not None and table.plan.study.folder in names

    def forget(self, name: str) -> None:
        """Let go of the table of a match that is over. name: of its folder."""
        for table in self._directory:
            if table.plan.study and table.plan.study.folder == name:
                self._directory.forget(table)

    async def close(self, code: str) -> None:
        """Close the tables of a participant who can no longer come back."""
        for table in self._directory:
            if table.plan.study and table.plan.study.folder.startswith(f"{code}-"):
                await table.close("The study is over for you.")
                self._directory.forget(table)

    def begin(self, flow: VisitFlow) -> OpenTable:
        """Return the table of the match of this step; a new one if it was not begun. Raises InputError, OSError."""
        if table := self.find(flow):
            return table
        study, visit = self._study, flow.visit
        step = visit.step
        assert step and step.match and visit.who
        start = match_start(study, step.match, visit.who.deal, step.id)
        own = own_instructions(study.plan, step.condition)
        terms = StudyTerms(
            folder=visit.begin_match(),
            then="/visit",
            instructions=read_text(study.path, own).text if own else "",
            keeps_timing=study.plan.data.timing,
            keeps_display=study.plan.data.device,
        )
        plan = plan_table(start.game, start.seats[0], start.config, start.services, seed=start.seed, study=terms, watching="none")
        table = self._directory.open(plan)
        for number, token in [*table.room.invitations.items()]:
            enter(table, self._directory.door, Visitor(new_secret(), f"Participant {number}", ""), token)
        return table
