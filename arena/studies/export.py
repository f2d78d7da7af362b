"""The tables of a study: those of its matches with participant and condition, the participants, and their beliefs.

Participants who withdrew appear only as a number in `attrition`. Free text is exported only on request, if the plan keeps text,
and if its author agreed to publication, without answers that quote participants who did not. Texts of bots, models and services,
which may quote anybody at the table, are exported only if all participants of the match agreed.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import replace
from datetime import UTC, datetime
from io import BytesIO
from pathlib import Path

from woozle.arena.studies import links, payments, tables
from woozle.arena.studies.folder import StudyFolder
from woozle.arena.studies.participant_records import participant_records, seats_in, study_matches
from woozle.arena.studies.participants import Attrition, Participant, count_attrition
from woozle.arena.studies.plan import digest_plan
from woozle.core.measures import Measure
from woozle.core.request import Seat
from woozle.core.value import value
from woozle.saves import disk
from woozle.saves.decoder import DecodeError
from woozle.saves.disk import explain_save_errors
from woozle.saves.match import Decision, FinishedMatch, read_match
from woozle.saves.paths import real_path
from woozle.saves.redaction import quoting_lines, typed_texts
from woozle.saves.tables.export import CsvFile, TableWriter
from woozle.saves.tables.match_tables import (
    RowSubject,
    check_match,
    json_text,
    match_tables,
    occupant_of,
    row_subjects,
    table_errors,
)
from woozle.saves.tables.table import Row, Table, TableError
from woozle.saves.transcript import TranscriptError, read
from woozle.saves.verdict_cache import find_verdicts
from woozle.saves.verdicts import REASONS, Cause

EXPORTS = "exports"
_NOT_RELEASED = (
    "if its author did not agree to publication, or it quotes somebody who did not; for what bots, models and services say, and "
    "for whole matches, if not all participants of the match agreed; and if the study keeps no text"
)


@value
class StudyExport:
    """An export. rows: by table; left_out: number of unreadable matches; others: number of participants with another plan."""

    folder: Path
    files: tuple[Path, ...]
    rows: Mapping[str, int]
    attrition: Attrition
    left_out: int
    others: int


def study_attrition(study: StudyFolder, people: Sequence[Participant]) -> Attrition:
    """Return the attrition of a study. people: all participants. Raises StudyError."""
    withdrawn = sum(who.status == "withdrawn" for who in people)
    return count_attrition(study.outcomes(people), withdrawn, links.count_invited(study) or study.plan.invited)


def default_folder(study: StudyFolder) -> Path:
    """Return the default folder of an export, which only the owner can read."""
    return study.data / EXPORTS / f"{datetime.now(UTC):%Y-%m-%dT%H%M%SZ}"


def export_study(
    study: StudyFolder,
    folder: Path,
    formats: Sequence[str] = ("csv",),
    *,
    with_text: bool = False,
    is_forced: bool = False,
    accepted: Collection[Cause] = (),
    tell: Callable[[str], None] = lambda sentence: None,
) -> StudyExport:
    """Write the tables with a codebook. Raises StudyError, TableError, SaveError.

    Args:
        tell: Receives sentences about matches that are left out.
        accepted: Causes for which a match need not be verified.
    """
    everybody = payments.with_bonuses(study, participant_records(study))
    wanted = study_tables(study, with_text=with_text)
    people = study.participants()
    became = study_attrition(study, people)
    attrition = tables.ATTRITION.row((study.plan.name, became))
    played = list(study_matches(study, everybody))
    # is_noted: no data of a participant are left outside the study.
    found = dict(find_verdicts([study.matches / each.name for each in played], is_noted=False))
    left_out = 0
    unreleased: dict[str, list[str]] = {}
    _make(study, folder)
    with TableWriter(folder, wanted, formats, is_forced=is_forced) as files:
        files.add_rows({tables.ATTRITION.name: [attrition]})
        files.add_rows({tables.FLOW.name: tables.flow_rows(study.plan, study.outcomes(people), study.exits_before_consent(people))})
        participants = next(table for table in wanted if table.name == "participants")
        files.add_rows({participants.name: [participants.row(person) for person in everybody]})
        for match in played:
            known = found[study.matches / match.name]
            if why := known.why_not(accepted):
                tell(f"The match {match.name} is left out: {REASONS[why]}; `woozle verify` says more.")
                left_out += 1
                continue
            try:
                files.add_rows(_match_rows(study, match, wanted, known.causes, unreleased.setdefault(match.owner, [])))
            except (TranscriptError, TableError) as error:
                tell(str(error))
                left_out += 1
        written = files.close()
    if "csv" not in formats:
        written.append(_attrition_file(folder, attrition))
    digest = digest_plan(study.path)
    others = sum(person.first("consented").get("plan") != digest for person in everybody)
    study.log("exported", to=list(formats), text=with_text, folder=_within(study, folder), rows=dict(files.counts))
    return StudyExport(folder, tuple(written), dict(files.counts), became, left_out, others)


def study_tables(study: StudyFolder, *, with_text: bool) -> tuple[Table, ...]:
    """Return all tables of a study."""
    of_matches = match_tables(with_text=with_text, leading=tables.LEADING)
    return (
        *(replace(table, columns=tuple(map(_note_release, table.columns))) for table in of_matches),
        tables.participants_table(study.plan, with_text=with_text),
        tables.BELIEFS,
        tables.ATTRITION,
        tables.FLOW,
    )


def _note_release(column: Measure) -> Measure:
    return replace(column, missing=f"{column.missing}; {_NOT_RELEASED}") if column.kind == "free text" else column


# Rows


def _match_rows(
    study: StudyFolder, match: tables.StudyMatch, wanted: Sequence[Table], unchecked: Sequence[Cause], unreleased: list[str]
) -> dict[str, list[Row]]:
    """Return the rows of a match in all tables, without those of participants who withdrew. Raises TranscriptError, TableError.

    Args:
        unchecked: As in `FinishedMatch`.
        unreleased: Texts of earlier matches by members who did not agree to publication; those of this match are added.
    """
    found = replace(read_match(study.matches / match.name), unchecked=unchecked)
    header = found.header
    if match.is_taken_over and (fork := header.fork):
        header = read(study.matches / match.first).header
        found = replace(found, people=header.people, until=fork.at)
    with table_errors(found.transcript.path):
        check_match(found)
        match = replace(match, is_taken_over=match.is_taken_over or bool(found.stand_ins))
        seats = seats_in(header, match.step, match.owner, [each.who for each in match.people])
        people = {seats[each.who.code]: each for each in match.people if each.who.code in seats}
        released = {seat for seat, each in people.items() if each.who.is_released and study.plan.data.text}
        others = {*header.people} - released
        lines = {line.n for line in found.transcript.lines if line.body["request"]["to"] in others}
        quoting = quoting_lines(found.transcript, lines, tuple(unreleased))
        unreleased += typed_texts(found.transcript, others)
        rows: dict[str, list[Row]] = {}
        for table in (each for each in wanted if each.leading):
            rows[table.name] = []
            for about in row_subjects(found)[table.name]:
                who = occupant_of(about)
                seat = who.seat if who else ""
                if seat in others and seat not in people:  # withdrawn
                    continue
                row = table.row(about, tables.StudyRow(match, people.get(seat)))
                is_shown = not others or (seat in released and _is_own(about, quoting))
                rows[table.name].append(row if is_shown else _without_text(table, row))
        rows[tables.BELIEFS.name] = [tables.BELIEFS.row(each) for each in _beliefs(study, match, found, people)]
    return rows


def _is_own(about: RowSubject, quoting: Collection[int]) -> bool:
    """Return whether a row is about an answer that a participant gave, without words of members who did not agree."""
    return isinstance(about, Decision) and about.who.player == "human" and about.n not in quoting


def _without_text(table: Table, row: Row) -> Row:
    return tuple(None if column.kind == "free text" else cell for column, cell in zip(table.all_columns, row, strict=True))


# Beliefs


def _beliefs(
    study: StudyFolder, match: tables.StudyMatch, found: FinishedMatch, people: Mapping[Seat, tables.ParticipantRecord]
) -> Iterator[tables.BeliefRow]:
    planned = {each.id: each for each in study.plan.beliefs}
    answers = _Answers(found)
    for person in people.values():
        for data in (each.data for each in person.entries if each.what == "believed"):
            if data["match"] not in (match.name, match.first):
                continue
            belief = planned.get(data["belief"])
            suspect = found.occupants.get(data.get("suspect") or "")
            about = answers.to_request(data["request"])
            answer = json_text(about.given.choice) if about and about.given and about.given.choice else None
            right = answers.is_sought(suspect.seat) if suspect else None
            if belief and belief.kind == "confidence":
                right = answers.is_right(about) if about else None
            role, of = suspect.role or None if suspect else None, tables.StudyRow(match, person)
            yield tables.BeliefRow(of, found.header.game, data, belief, role, answer, right)


class _Answers:
    """A participant's answers in a match, and whether they were right, if the game knows."""

    def __init__(self, match: FinishedMatch) -> None:
        self._match = match
        self._sought = ""
        self._right: Mapping[tuple[str, str], Sequence[bool | None]] = {}
        if match.game:
            self._sought = match.game.hidden_role
            with suppress(DecodeError):  # this version of the game does not understand the record
                self._right = match.game.correctness(match.record)

    def to_request(self, request: int) -> Decision | None:
        """Return the participant's answer to a question of the match."""
        own = (each for each in self._match.by("human") if each.question.id == request and each.reading == "answer")
        return next(own, None)

    def is_sought(self, seat: str) -> bool | None:
        """Return whether a seat has the role to look for; None if the game has none."""
        roles = {each.seat: each.role for each in self._match.seats}
        return roles.get(seat) == self._sought if self._sought in roles.values() else None

    def is_right(self, about: Decision) -> bool | None:
        """Return whether an answer was right; for one that names a seat, whether that seat has the role looked for."""
        seat, asks = about.who.seat, about.question.asks
        choice = about.given.choice if about.given else {}
        if (verdicts := self._right.get((seat, asks))) is not None:
            if about.is_withdrawn and not any(isinstance(each, str) and each for each in choice.values()):
                return None  # the answer was in words that are gone
            asked = dict.fromkeys(
                each.question.id for each in self._match.decisions if (each.who.seat, each.question.asks) == (seat, asks)
            )
            number = list(asked).index(about.question.id)
            return verdicts[number] if number < len(verdicts) else None
        named = {each for each in choice.values() if isinstance(each, str)} & self._match.occupants.keys()
        return self.is_sought(named.pop()) if len(named) == 1 else None


# Files


def _make(study: StudyFolder, folder: Path) -> None:
    """Make the study's own folders above the tables, readable by the owner alone."""
    with explain_save_errors(folder, "export again"):
        study.make()
        if folder.parent == study.data / EXPORTS:
            folder.parent.mkdir(mode=0o700, exist_ok=True)


def _attrition_file(folder: Path, row: Row) -> Path:
    """Write attrition as CSV too if the other tables are in another format."""
    data, path = BytesIO(), folder / f"{tables.ATTRITION.name}{CsvFile.suffix}"
    CsvFile(data, tables.ATTRITION.all_columns).add([row])
    with explain_save_errors(path, "export again"):
        disk.replace(path, data.getvalue())
    return path


def _within(study: StudyFolder, folder: Path) -> str:
    """Return the folder of the tables relative to the study; empty for any other, whose path may name a person."""
    path, base = real_path(folder), real_path(study.path)
    return path.relative_to(base).as_posix() if path.is_relative_to(base) else ""
