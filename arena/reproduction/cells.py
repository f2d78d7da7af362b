"""The cells of a paper's tables: what was published beside what was played, with intervals and paired tests."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Hashable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from pkgutil import resolve_name
from statistics import stdev
from typing import Any, TypeAlias

from woozle.arena.reproduction.jobs import Job, Jobs
from woozle.arena.reproduction.recipe import Column, Row, Table, printed_number
from woozle.arena.views.words import capitalise
from woozle.core.measures import Change, Figure, Match, Measure, Report, figure, rate, values_named
from woozle.core.request import Seat
from woozle.core.statistics.paired import PairedTest, holm, paired_test
from woozle.core.statistics.resampling import Share, add_shares

Said: TypeAlias = Mapping[int, Share | Change]
"""The value of a figure in each match, by its number in the run."""

Topics: TypeAlias = Mapping[int, Hashable]
"""The topic of each match, by its number in the run."""

SaidOfCells: TypeAlias = Mapping[tuple[str, str], tuple[Said, Topics]]
"""The same of cells, by row and column."""

Played: TypeAlias = Mapping[int, Match[Any]]
"""Finished matches of a run, by number."""


@dataclass(frozen=True)
class Cell:
    """A cell of a table.

    Args:
        printed: As the paper prints it, deviation included; empty where it prints nothing. published: The same as a number, a
            share where the paper prints percent.
        ours: With its 95 % interval and the number of matches; None where nothing was played. deviation: Over passes through the
            questions, where there are several.
        test: Ours beside the row that the paper compares it with; adjusted: its p, by Holm over the tests of the table.
        why: Why there is none, or why it differs.
    """

    row: Row
    column: Column
    printed: str = ""
    published: float | None = None
    ours: Figure | None = None
    deviation: float | None = None
    test: PairedTest | None = None
    adjusted: float | None = None
    why: str = ""

    @property
    def difference(self) -> float | None:
        """Ours less the published figure; None if one is missing."""
        ours = self.ours.value if self.ours else None
        return None if ours is None or self.published is None else ours - self.published


@dataclass(frozen=True)
class Computed:
    """A figure that a function of the game computes for a cell. why: Why it differs from what was published, if known."""

    figure: Figure
    why: str = ""


@dataclass(frozen=True)
class PlayedTable:
    """A table with its cells, row by row in the order of the columns. notes: What is said below it, of this time."""

    table: Table
    cells: Sequence[Sequence[Cell]]
    notes: Sequence[str] = ()


def fill_table(table: Table, jobs: Jobs, report: Report[Any], played: Callable[[Job], Played]) -> PlayedTable:
    """Return a table with all that is known of it. played: Returns the finished matches of a run; none for one not played."""
    computed = _computed(table, jobs, played) if table.cells and not table.missing else {}
    said: dict[tuple[str, str], tuple[Said, Topics]] = {}
    rows: list[list[Cell]] = []
    for row in table.rows:
        cells: list[Cell] = []
        for at, column in enumerate(table.columns):
            cell = _published(row, column, at)
            own = computed.get((row.label, column.head))
            if own is not None:
                cell = replace(cell, ours=own.figure, why=own.why or cell.why)
            elif without := next((job.missing for job in jobs.of_row(row) if job.missing), ""):
                cell = replace(cell, why=cell.why or sentence(without))
            elif table.missing:
                cell = replace(cell, why=cell.why or table.missing)
            elif column.mean:
                cell = replace(cell, ours=_mean([each for each in cells if column.is_mean_of(each.column)]))
            elif job := jobs.of_cell(row, column):
                matches = played(job)
                before = played(job.firsts) if job.firsts else {}
                cell, values = _played_cell(cell, job, report, matches, before)
                if values and any(row.label in (each.label, each.beside) for each in table.rows if each.beside):
                    topics = {number: report.topic_of(matches[number]) for number in values}
                    said[row.label, column.head] = values, {number: (each.data, each.case) for number, each in topics.items()}
            cells.append(cell)
        rows.append(cells)
    return PlayedTable(table, _with_tests(table, rows, said))


def sentence(why: str) -> str:
    """Return a reason as a sentence."""
    return f"{capitalise(why)}."


def _mean(cells: Sequence[Cell]) -> Figure | None:
    """Return the mean of our figures in some cells; None if one is missing."""
    values = [cell.ours.value if cell.ours else None for cell in cells]
    known = [value for value in values if value is not None]
    return Figure(sum(known) / len(known), None, None, len(known)) if known and len(known) == len(values) else None


def _published(row: Row, column: Column, at: int) -> Cell:
    given = row.published[at] if row.published else ""
    number = printed_number(given)
    if number is None and not isinstance(given, str):
        given = ""
    digits = column.digits
    printed = given if isinstance(given, str) else f"{given:,.{digits}f}"
    if row.sd and printed and (sd := printed_number(row.sd[at])) is not None:
        printed += f"±{row.sd[at] if isinstance(row.sd[at], str) else f'{sd:,.{digits}f}'}"
    share = number / 100 if number is not None and column.percent else number
    return Cell(row, column, printed, share, why=row.notes.get(column.head) or row.why)


def _played_cell(cell: Cell, job: Job, report: Report[Any], matches: Played, before: Played) -> tuple[Cell, Said]:
    """Return a cell with our figure, and its value in each match. before: the matches whose first answers these begin with."""
    if job.missing:
        return replace(cell, why=cell.why or sentence(job.missing)), {}
    row, name = cell.row, cell.column.figure
    report = report.with_options({**row.report, **cell.column.report})
    valid = {id(match) for match in report.valid([*before.values(), *matches.values()])}
    counted = {number: match for number, match in matches.items() if id(match) in valid}
    counted = {number: match for number, match in counted.items() if _is_in_part(report, match, {**row.part, **cell.column.part})}
    if not counted or not name:
        return replace(cell, why=cell.why or ("Nothing was played." if name else "")), {}
    found = values_named(report, [*counted.values()], name, _seats(row))
    if found is None:
        return replace(cell, why=cell.why or "No match says anything of it."), {}
    measure, values = found
    numbers = list(counted)
    said = {numbers[at]: value for at, value in values.items()}
    topics = [report.topic_of(match) for match in counted.values()]  # a question that is played often is resampled as one
    ours = figure(measure, values, [(topic.data, topic.case) for topic in topics])
    return replace(cell, ours=ours, why=cell.why or job.note, deviation=_deviation(measure, said, _subjects(job))), said


def _seats(row: Row) -> Callable[[Match[Any]], Sequence[Seat]] | None:
    """Return a function for the seats of a match that a row is about; None for all of them and the match itself."""
    if row.seat:
        return lambda match: [*match.seats][row.seat - 1 : row.seat]
    if row.role:
        return lambda match: [seat for seat, each in match.seats.items() if each.role == row.role]
    return None


def _is_in_part(report: Report[Any], match: Match[Any], part: Mapping[str, str]) -> bool:
    ways = report.parts.by if report.parts else {}
    return all(ways[title](match) == name for title, name in part.items())


def _subjects(job: Job) -> int:
    """Return the number of questions after which a run begins again with the first; 0 where every match has its own."""
    about = job.firsts or job
    return len(about.config.get("pool") or ()) if about.each else 0


def _deviation(measure: Measure, said: Said, subjects: int) -> float | None:
    """Return the standard deviation over passes through the questions; None for a single one."""
    passes: dict[int, dict[int, Share | Change]] = defaultdict(dict)
    for number, value in said.items():
        passes[(number - 1) // subjects if subjects else 0][number] = value
    values = [mean for each in passes.values() if (mean := figure(measure, each).value) is not None]
    return stdev(values) if len(values) > 1 else None


def _with_tests(table: Table, rows: Sequence[Sequence[Cell]], said: SaidOfCells) -> list[list[Cell]]:
    """Return the cells with the tests of rows that the paper compares, adjusted over the table."""
    tested = [[replace(cell, test=_test(cell, said)) if cell.row.beside and cell.ours else cell for cell in row] for row in rows]
    family = [cell.test.p for row in tested for cell in row if cell.test and cell.test.p is not None]
    adjusted = iter(holm(family))
    return [
        [replace(cell, adjusted=next(adjusted)) if cell.test and cell.test.p is not None else cell for cell in row]
        for row in tested
    ]


def _test(cell: Cell, said: SaidOfCells) -> PairedTest | None:
    ours, theirs = (said.get((label, cell.column.head)) for label in (cell.row.label, cell.row.beside))
    return paired_test(_by_topic(*ours), _by_topic(*theirs)) if ours and theirs else None


def _by_topic(said: Said, topics: Topics) -> dict[Hashable, Share | float | None]:
    """Return values put together by what matches were about."""
    found: dict[Hashable, list[Share | Change]] = defaultdict(list)
    for number, value in said.items():
        found[topics[number]].append(value)
    return {key: _together(values) for key, values in found.items()}


def _together(values: Sequence[Share | Change]) -> Share | float | None:
    shares = [value for value in values if isinstance(value, Share)]
    if shares:
        return add_shares(shares)
    known = [each for value in values if (each := rate(value)) is not None]
    return sum(known) / len(known) if known else None


def _computed(table: Table, jobs: Jobs, played: Callable[[Job], Played]) -> Mapping[tuple[str, str], Computed]:
    """Return the figures that a function of the game computes for a table."""
    found: Mapping[tuple[str, str], Computed | Figure | float | None] = resolve_name(table.cells)(
        table,
        dict(_matches_of_rows(table, jobs, played)),
        {name: each.files for name, each in jobs.setting.found.items() if not each.problem},
    )
    return {at: _as_computed(each) for at, each in found.items() if each is not None}


def _as_computed(found: Computed | Figure | float) -> Computed:
    if isinstance(found, Computed):
        return found
    return Computed(found if isinstance(found, Figure) else Figure(found, None, None, 0))


def _matches_of_rows(table: Table, jobs: Jobs, played: Callable[[Job], Played]) -> Iterator[tuple[str, list[list[Match[Any]]]]]:
    for row in table.rows:
        yield row.label, [list(played(job).values()) if not job.missing else [] for job in jobs.of_row(row)]
