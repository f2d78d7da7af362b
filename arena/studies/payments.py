"""Bonuses of participants, and the lists by which they are paid at the recruiter.

Each bonus is listed once: data/bonuses.jsonl notes it before the list is written, so a second list leaves it out.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import replace
from datetime import UTC, datetime
from decimal import Decimal
from pathlib import Path
from typing import Any

import orjson

from woozle.arena.studies.bonus import Amount, bonus_amount
from woozle.arena.studies.exits import BONUS_DUE
from woozle.arena.studies.folder import BONUS_LISTS, BONUS_NOTES, StudyFolder, append_line, read_log
from woozle.arena.studies.participant_records import participant_matches, participant_records, seats_in
from woozle.arena.studies.participants import format_code
from woozle.arena.studies.plan import StudyError
from woozle.arena.studies.tables import ParticipantRecord
from woozle.core.value import value
from woozle.saves import disk
from woozle.saves.decoder import DecodeError
from woozle.saves.disk import explain_save_errors
from woozle.saves.match import read_match
from woozle.saves.transcript import TranscriptError


@value
class BonusList:
    """A list of bonuses. path: None if nothing was due. paid: number of bonuses. notes: sentences about bonuses left out."""

    path: Path | None
    paid: int
    total: Decimal
    notes: tuple[str, ...]


def with_bonuses(study: StudyFolder, people: Sequence[ParticipantRecord]) -> list[ParticipantRecord]:
    """Return participants with their bonuses: as listed, else as the formula gives them. Raises StudyError, SaveError."""
    due = {code: amount.money for code, amount in _amounts_due(study, people).items() if amount}
    money = due | listed_bonuses(study)
    return [replace(each, bonus=float(money[each.who.code])) if each.who.code in money else each for each in people]


def _amounts_due(study: StudyFolder, people: Sequence[ParticipantRecord]) -> dict[str, Amount | None]:
    """Return the bonuses that are due and in no list yet, by participant; None if a match of theirs cannot be read."""
    found: dict[str, Amount | None] = {}
    known = listed_bonuses(study)
    for person in people:
        if study.plan.bonus and person.who.exit in BONUS_DUE and person.who.code not in known:
            found[person.who.code] = None
            with suppress(TranscriptError, DecodeError):
                found[person.who.code] = bonus_amount(study.plan.bonus, _measures(study, person, people))
    return found


def _measures(study: StudyFolder, person: ParticipantRecord, people: Sequence[ParticipantRecord]) -> Mapping[str, float]:
    """Return the sums of a participant's numbers over their matches that count: in others, a bot answered for them."""
    matches = won = 0
    sums = defaultdict[str, float](float)
    for played in participant_matches(study, person, people):
        if played.is_practice or played.is_void or played.is_taken_over:
            continue
        match = read_match(study.matches / played.name)
        seat = seats_in(match.header, played.step, played.owner, [person.who]).get(person.who.code)
        if seat is None or seat in match.stand_ins:
            continue
        result = match.results[seat]
        matches += 1
        won += result.kind == "won"
        for name, number in result.numbers.items() if result.kind != "void" else ():
            sums[name] += number
    return {**sums, "matches": matches, "won": won}


def listed_bonuses(study: StudyFolder) -> dict[str, Decimal]:
    """Return the bonuses that lists have named, by participant. Raises SaveError."""
    return {code: Decimal(money) for each in _notes(study) for code, money in each["bonuses"].items()}


def write_bonuses(study: StudyFolder, *, again: bool = False, now: datetime | None = None) -> BonusList:
    """Write a list of the bonuses that no list has named yet: `id,amount` lines without a header, as Prolific's bulk bonus takes.

    Raises StudyError, SaveError.

    Args:
        again: Write the last list again, whose file was lost, instead of a new one.
    """
    if study.plan.bonus is None:
        raise StudyError("The plan has no [bonus]; add one with a formula.")
    with explain_save_errors(study.data / BONUS_NOTES, "list the bonuses again with --again"), study.lock():
        if again:
            if not (past := _notes(study)):
                raise StudyError("No bonuses have been listed yet; leave out --again.")
            return _write(study, past[-1]["file"], past[-1]["bonuses"], ())
        due, notes = _bonuses_due(study)
        if not due:
            return BonusList(None, 0, Decimal(0), notes)
        at = now or datetime.now(UTC)
        name = f"{at:%Y-%m-%dT%H%M%SZ}-{len(_notes(study)) + 1}.csv"
        entry = {"at": f"{at:%Y-%m-%dT%H:%M:%SZ}", "file": name, "currency": study.plan.currency, "bonuses": due}
        append_line(study.data / BONUS_NOTES, orjson.dumps(entry) + b"\n")
        return _write(study, name, due, notes)


def _bonuses_due(study: StudyFolder) -> tuple[dict[str, str], tuple[str, ...]]:
    """Return the bonuses that no list has named, by code, and sentences about those that cannot be listed."""
    ids = study.ids_by_code()
    due: dict[str, str] = {}
    notes = []
    for code, amount in _amounts_due(study, participant_records(study)).items():
        shown = format_code(code)
        if amount is None:
            notes.append(f"{shown} is not listed: a match of theirs cannot be read.")
        elif amount.money > 0 and code not in ids:
            notes.append(f"{shown} is not listed: the recruiter's id is unknown; {amount.money} {study.plan.currency} are due.")
        elif amount.why:
            notes.append(f"{shown} gets the lowest bonus, {amount.money} {study.plan.currency}: {amount.why}.")
        if amount and amount.money > 0 and code in ids:
            due[code] = str(amount.money)
    return due, tuple(notes)


def _write(study: StudyFolder, name: str, due: dict[str, str], notes: tuple[str, ...]) -> BonusList:
    ids = study.ids_by_code()
    folder = study.data / BONUS_LISTS
    folder.mkdir(mode=0o700, exist_ok=True)
    listed = {code: Decimal(money) for code, money in due.items() if code in ids}
    disk.replace(folder / name, "".join(f"{ids[code].participant},{money}\n" for code, money in listed.items()).encode())
    return BonusList(folder / name, len(listed), sum(listed.values(), Decimal(0)), notes)


def _notes(study: StudyFolder) -> list[dict[str, Any]]:
    """Return the bonuses of earlier lists. Raises StudyError for a damaged file, since a bonus could be paid twice."""
    entries = read_log(study.data / BONUS_NOTES)
    if not all("bonuses" in each and "file" in each for each in entries):
        raise StudyError(f"{BONUS_NOTES} has a line that cannot be read, so it is unknown who was listed; restore it from a copy.")
    return entries
