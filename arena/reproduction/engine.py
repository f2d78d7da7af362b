"""The engine: which runs tables need, what they would cost, and their cells once the runs are played."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from pathlib import Path
from typing import Any

from woozle.arena.reproduction.cells import Played, PlayedTable, fill_table
from woozle.arena.reproduction.jobs import Job, Jobs, Setting
from woozle.arena.reproduction.recipe import Table
from woozle.arena.runs.plan import Plan, read_plan
from woozle.core import registry
from woozle.core.errors import InputError
from woozle.core.measures import Report, report_of
from woozle.saves.match import read_match
from woozle.saves.transcript import CLOSED

Count = Callable[[Sequence[Path]], Collection[Path]]
"""Returns which of some transcripts count: those that are verified, each match once."""


class Reproduction:
    """Tables of a paper, played again in a folder. A run that is there already goes on where it was left."""

    def __init__(self, setting: Setting, tables: Sequence[Table]) -> None:
        """Raises RecipeError, and InputError for options or data that cannot be used, or if none of the runs can be played."""
        self.setting = setting
        self.tables = tables
        self._all = Jobs(setting)
        if not setting.is_dry:
            self._refuse_impossible()
        self.jobs = self._all.needed(tables)
        """The runs that are needed and can be played, each after the one whose first answers it takes."""

    def _refuse_impossible(self) -> None:
        """Leave out runs that cannot be planned as things are, such as one whose judge is not here, and say so in their cells."""
        jobs = self._all.needed(self.tables)
        reasons: dict[str, InputError] = {}
        for job in jobs:
            try:
                if not is_finished(job):
                    job.plan(with_firsts=False)
            except InputError as error:
                reasons[job.digest] = error
        if reasons and len(reasons) == len(jobs):
            raise next(iter(reasons.values()))
        self._all.refuse({digest: str(error) for digest, error in reasons.items()})

    def data_needed(self) -> list[str]:
        """Return the names of the data sets that the tables need, in the order of the recipe."""
        recipe = self.setting.recipe
        kinds = {run for table in self.tables if not table.missing for row in table.rows for run in (row.run, *row.runs) if run}
        kinds |= {column.run for table in self.tables for column in table.columns if column.run}
        needed = {name for run in kinds for values in recipe.runs[run].variants() for name in recipe.runs[run].data_of(values)}
        if not self.setting.seats and any(table.cells and not table.missing for table in self.tables):
            of_runs = {name for kind in recipe.runs.values() for values in kind.variants() for name in kind.data_of(values)}
            needed |= recipe.data.keys() - of_runs  # what tables are computed from
        return [name for name in recipe.data if name in needed]

    def plan(self, job: Job) -> Plan:
        """Return the plan of a job: the one that it was begun with, or a new one. Raises InputError."""
        try:
            return read_plan(job.folder)
        except FileNotFoundError:
            return job.plan()

    def read(self, count: Count) -> list[PlayedTable]:
        """Return all tables with the matches that were played. Raises InputError."""
        report: Report[Any] = report_of(registry.game(self.setting.game))
        files = {job.digest: finished_matches(job) for job in self.jobs}
        # run by run, since the first match of a hundred may be the only one of another run, and a copy counts once
        counted = {file for each in files.values() for file in count([*each.values()])}
        matches: dict[str, Played] = {}

        def played(job: Job) -> Played:
            if job.digest not in matches:
                here = files.get(job.digest, {})
                matches[job.digest] = {at: read_match(file).measured() for at, file in here.items() if file in counted}
            return matches[job.digest]

        return [fill_table(table, self._all, report, played) for table in self.tables]


def finished_matches(job: Job) -> Mapping[int, Path]:
    """Return the transcripts of the finished matches of a run by number; none if it was not begun."""
    try:
        plan = read_plan(job.folder)
    except FileNotFoundError:
        return {}
    files = {number: plan.folder(job.folder, number) / CLOSED for number in plan.numbers()}
    return {number: file for number, file in files.items() if file.exists()}


def is_finished(job: Job) -> bool:
    """Return whether all matches of a run are over."""
    try:
        return not read_plan(job.folder).numbers_left(job.folder)
    except FileNotFoundError:
        return False
