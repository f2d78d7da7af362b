"""The tables of a study: those of its matches, with who played them and in which condition; its people; what they believed.

Who withdrew is in none of them but as a number in `attrition`. What somebody typed is in a column of text only if that is asked
for, the plan keeps text, and they agreed to its publication; nor is what others said in their matches, who may have quoted them.
"""

from __future__ import annotations

import csv
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import replace
from datetime import UTC, datetime
from io import StringIO
from itertools import chain
from pathlib import Path
from typing import Any

from woozle.arena.studies import links
from woozle.arena.studies.attrition import Attrition, attrition
from woozle.arena.studies.folder import StudyFolder
from woozle.arena.studies.journal import read_journal
from woozle.arena.studies.participants import participant, way
from woozle.arena.studies.plan import plan_digest
from woozle.arena.studies.tables import ATTRITION, BELIEFS, LEADING, Believed, MatchOf, Person, attrition_row, participants_table
from woozle.core import registry
from woozle.core.game import Told
from woozle.core.value import value
from woozle.saves import disk
from woozle.saves.disk import save_error
from woozle.saves.findings import REASONS, Cause, findings
from woozle.saves.tables.columns import json_text
from woozle.saves.tables.export import Export
from woozle.saves.tables.files import csv_cell
from woozle.saves.tables.played import Decision, Occupant, Played, played
from woozle.saves.tables.rows import refusals, rows_of, tables
from woozle.saves.tables.table import Column, Row, Table, TableError
from woozle.saves.transcript import CLOSED, PART, Transcript, TranscriptError, read
from woozle.saves.vocabulary import MeaningError, decode_record

EXPORTS = "exports"
_NOT_RELEASED = "where the participant of the match did not agree to publication, or the study keeps no text"


@value
class Exported:
    """What was written. rows: by table; left_out: how many matches could not be read; others: how many came by another plan."""

    folder: Path
    files: tuple[Path, ...]
    rows: Mapping[str, int]
    attrition: Attrition
    left_out: int
    others: int


def counts(study: StudyFolder) -> Attrition:
    """What became of everybody. Raises StudyError."""
    return attrition(study.participants(), links.invited(study) or study.plan.invited)


def usual_folder(study: StudyFolder, now: datetime | None = None) -> Path:
    """Where tables are written if nobody says otherwise: a folder of their own, that only the owner can read."""
    return study.data / EXPORTS / f"{now or datetime.now(UTC):%Y-%m-%dT%H%M%SZ}"


def export(
    study: StudyFolder,
    folder: Path,
    formats: Sequence[str] = ("csv",),
    *,
    with_text: bool = False,
    is_forced: bool = False,
    accepted: Collection[Cause] = (),
    tell: Callable[[str], None] = lambda sentence: None,
) -> Exported:
    """Write the tables, with a codebook. tell: is told, in sentences, of matches that cannot be read or are not verified.

    accepted: causes for which a match need not be verified.

    Raises StudyError, TableError, SaveError.
    """
    everybody = people(study)
    wanted = study_tables(study, with_text=with_text)
    became = counts(study)
    began = [study.matches / match.name for person in everybody for match in matches_of(study, person)]
    found = dict(findings(began, is_noted=False))  # nothing of a participant is left outside of the study
    left_out = 0
    _make(study, folder)
    with Export(folder, wanted, formats, is_forced=is_forced) as files:
        files.add_rows({ATTRITION.name: [attrition_row(study.plan, became)]})
        for person in everybody:
            files.add_rows({"participants": [_table(wanted, "participants").row(person)]})
            for match in matches_of(study, person):
                known = found[study.matches / match.name]
                if why := known.why_not(accepted):
                    tell(f"The match {match.name} is left out: {REASONS[why]}; `woozle verify` says more.")
                    left_out += 1
                    continue
                try:
                    files.add_rows(rows(study, match, wanted, known.causes))
                except (TranscriptError, TableError) as error:
                    tell(str(error))
                    left_out += 1
        written = files.close()
    if "csv" not in formats:
        written.append(_attrition_file(folder, study, became))
    digest = plan_digest(study.path)
    others = sum(person.first("consented").get("plan") != digest for person in everybody)
    study.log("exported", to=list(formats), text=with_text, folder=_within(study, folder), rows=dict(files.counts))
    return Exported(folder, tuple(written), dict(files.counts), became, left_out, others)


def study_tables(study: StudyFolder, *, with_text: bool) -> tuple[Table, ...]:
    """All tables of a study."""
    of_matches = tables(with_text=with_text, leading=LEADING)
    return (
        *(replace(table, columns=tuple(map(_said_when, table.columns))) for table in of_matches),
        participants_table(study.plan, with_text=with_text),
        BELIEFS,
        ATTRITION,
    )


def _said_when(column: Column) -> Column:
    return replace(column, missing=f"{column.missing}; {_NOT_RELEASED}") if column.is_text else column


def _table(wanted: Sequence[Table], name: str) -> Table:
    return next(table for table in wanted if table.name == name)


# Who, and which matches


def people(study: StudyFolder) -> list[Person]:
    """All who did not withdraw, in the order in which they came. Raises StudyError."""
    found = []
    for path in study.journals():
        entries = read_journal(path)
        who = participant(path.stem, entries)
        if entries and who.status != "withdrawn":
            order = dict.fromkeys(step.condition for step in way(study.plan, who) if step.condition)
            found.append(Person(study.plan, who, entries, list(order)))
    return sorted(found, key=lambda person: person.who.arrival)


def matches_of(study: StudyFolder, person: Person) -> Iterator[MatchOf]:
    """The matches that somebody began, as far as they have a first line; of one that a bot took over, what it played to the end."""
    who = person.who
    taken = {each.data["step"]: each.data["match"] for each in person.entries if each.what == "taken_over"}
    for step in way(study.plan, who):
        began = [each.data["match"] for each in person.entries if each.what == "began" and each.data["step"] == step.id]
        for name in began:
            is_last = name == began[-1]
            is_taken = is_last and step.id in taken
            folder = study.matches / (taken[step.id] if is_taken else name)
            if any((folder / file).exists() for file in (CLOSED, PART)):
                is_void = not is_taken and not (is_last and (folder / CLOSED).exists())
                yield MatchOf(person, step, folder.name, is_void, is_taken)


# Rows


def rows(study: StudyFolder, match: MatchOf, wanted: Sequence[Table], unchecked: Sequence[Cause] = ()) -> dict[str, list[Row]]:
    """The rows of a match in all tables that have some of it. unchecked: as in `Played`. Raises TranscriptError, TableError."""
    of_matches = [table for table in wanted if table.leading]
    transcript = read(study.matches / match.name)
    with refusals(transcript.path):
        taken_apart = _with_person(study, match, replace(played(transcript, match.name), unchecked=unchecked))
        found = rows_of(taken_apart, of_matches, match.leading)
        beliefs = [BELIEFS.row(believed) for believed in _beliefs(study, match, taken_apart)]
    if not (match.person.who.is_released and study.plan.data.text):
        found = {table.name: [_without_text(table, row) for row in found[table.name]] for table in of_matches}
    return {**found, BELIEFS.name: beliefs}


def _without_text(table: Table, row: Row) -> Row:
    return (*(None if column.is_text else cell for column, cell in zip(table.all_columns, row, strict=True)),)


def _with_person(study: StudyFolder, match: MatchOf, found: Played) -> Played:
    """A match that a bot took over, with the person in their seat again for what they did."""
    fork = found.header.fork
    if not match.is_taken_over or fork is None:
        return found
    people = read(study.matches / match.person.who.began[match.step.id]).header.people
    persons = {seat: replace(found.occupants[seat], player="person", name=None) for seat in people}
    again = replace(found, occupants={**found.occupants, **persons})
    again.decisions = [_by(persons, each, fork.at, again) for each in found.decisions]
    return again


def _by(persons: Mapping[str, Occupant], decision: Decision, until: int, match: Played) -> Decision:
    who = persons.get(decision.who.seat) if decision.line.body["n"] <= until else None
    return replace(decision, match=match, who=who or decision.who)


# What was believed


def _beliefs(study: StudyFolder, match: MatchOf, found: Played) -> Iterator[Believed]:
    who = match.person.who
    own = {match.name, *({who.began[match.step.id]} if match.is_taken_over else ())}
    told = [each.data for each in match.person.entries if each.what == "believed" and each.data["match"] in own]
    if not told:
        return
    planned = {each.id: each for each in study.plan.beliefs}
    answers = _Answers(found)
    for data in told:
        belief = planned.get(data["belief"])
        suspect = found.occupants.get(data.get("suspect") or "")
        about = answers.given(data["request"])
        answer = json_text(about.given.choice) if about and about.given and about.given.choice else None
        right = answers.is_sought(suspect.seat) if suspect else None
        if belief and belief.kind == "confidence":
            right = answers.is_right(about) if about else None
        yield Believed(match, found.header.game, data, belief, suspect.role or None if suspect else None, answer, right)


class _Answers:
    """What a person answered in a match, and whether it was right, as far as the game knows."""

    def __init__(self, match: Played) -> None:
        self._match = match
        self._sought = ""
        self._right: Mapping[tuple[str, str], Sequence[bool | None]] = {}
        if kind := registry.installed(match.header.game, match.header.rules):
            self._sought = kind.sought
            with suppress(MeaningError):  # this version of the game does not understand what was told
                self._right = kind.rightness(_record(kind, match.transcript))

    def given(self, request: int) -> Decision | None:
        """The answer of a person to a question of the match."""
        own = (each for each in self._match.by("person") if each.request["id"] == request and each.taken == "answer")
        return next(own, None)

    def is_sought(self, seat: str) -> bool | None:
        """Whether a seat has the role that is looked for; None if none is."""
        roles = {each.seat: each.role for each in self._match.seats}
        return roles.get(seat) == self._sought if self._sought in roles.values() else None

    def is_right(self, about: Decision) -> bool | None:
        """Whether an answer was right; one that names a seat, if that seat has the role that is looked for."""
        seat, asks = about.who.seat, about.request["asks"]
        choice = about.given.choice if about.given else {}
        if (verdicts := self._right.get((seat, asks))) is not None:
            if about.is_withdrawn and not any(isinstance(each, str) and each for each in choice.values()):
                return None  # it stood in words that are gone
            asked = dict.fromkeys(
                each.request["id"] for each in self._match.decisions if (each.who.seat, each.request["asks"]) == (seat, asks)
            )
            number = list(asked).index(about.request["id"])
            return verdicts[number] if number < len(verdicts) else None
        named = {each for each in choice.values() if isinstance(each, str)} & self._match.occupants.keys()
        return self.is_sought(named.pop()) if len(named) == 1 else None


def _record(kind: Any, transcript: Transcript) -> Iterator[Told]:
    return chain.from_iterable(decode_record(kind, transcript))


# Files


def _make(study: StudyFolder, folder: Path) -> None:
    """Make the folders above the one of the tables that are the study's, for nobody else to look into."""
    try:
        study.make()
        if folder.parent == study.data / EXPORTS:
            folder.parent.mkdir(mode=0o700, exist_ok=True)
    except OSError as error:
        raise save_error(error, folder, "export again") from error


def _attrition_file(folder: Path, study: StudyFolder, became: Attrition) -> Path:
    """The table of attrition as CSV, where the others are not."""
    text, path = StringIO(newline=""), folder / f"{ATTRITION.name}.csv"
    heads = [column.name for column in ATTRITION.all_columns]
    csv.writer(text).writerows([heads, [csv_cell(cell) for cell in attrition_row(study.plan, became)]])
    try:
        disk.replace(path, text.getvalue().encode())
    except OSError as error:
        raise save_error(error, path, "export again") from error
    return path


def _within(study: StudyFolder, folder: Path) -> str:
    """Where tables were written, if that is in the folder of the study; no other path is kept, as it may name somebody."""
    path, base = folder.resolve(), study.path.resolve()
    return path.relative_to(base).as_posix() if path.is_relative_to(base) else ""
