"""Comparison of a recruiter's export with the study: differing participants, and places freed by returned submissions."""

from __future__ import annotations

import csv
from contextlib import closing
from io import StringIO
from pathlib import Path

from woozle.arena.studies.folder import StudyFolder
from woozle.arena.studies.journal import new_entry
from woozle.arena.studies.participants import Participant, format_code
from woozle.arena.studies.plan import StudyError
from woozle.arena.studies.recruiter import RecruiterIds
from woozle.arena.views.words import count
from woozle.core.regular_files import LARGE, explain_errors, read_file
from woozle.core.text import visible_line
from woozle.core.value import value
from woozle.saves.transcript import display_path

_COLUMNS = {
    "participant": ("participant id", "participant_id"),
    "status": ("status",),
    "code": ("completion code", "entered_code", "study_code"),
}
"""Names of columns in exports of Prolific, in lower case: today's, and those of older ones."""

DIGEST = 12
"""Number of an id digest's digits that are shown to people."""

_DONE = frozenset({"APPROVED", "AWAITING REVIEW"})
_GONE = frozenset({"RETURNED", "TIMED-OUT", "REJECTED"})


@value
class Reconciliation:
    """A comparison. rows: of the export; differences: a sentence each; freed: codes of participants whose places are free now."""

    rows: int
    differences: tuple[str, ...]
    freed: tuple[str, ...]

    @property
    def lines(self) -> tuple[str, ...]:
        """Return the differences, and a sentence on the whole."""
        found = f"{count(self.rows, 'row')} read, {count(len(self.differences), 'difference')}"
        return (*self.differences, f"{found}, {count(len(self.freed), 'place')} freed.")


def reconcile(study: StudyFolder, export: Path, *, shows_ids: bool = True) -> Reconciliation:
    """Compare a recruiter's export with the study, as `reconcile_data` does. Raises StudyError, SaveError."""
    with explain_errors(display_path(export), StudyError):
        data = read_file(export, LARGE)
    return reconcile_data(study, data, display_path(export), shows_ids=shows_ids)


def reconcile_data(study: StudyFolder, data: bytes, where: str, *, shows_ids: bool) -> Reconciliation:
    """Compare a recruiter's export with the study, and free the places of those who returned. Raises StudyError, SaveError.

    Args:
        data: The export, as CSV in UTF-8.
        where: Its name in errors.
        shows_ids: Whether differences name people by the recruiter's ids; else by digests of these.
    """
    rows = _read_rows(data, where)
    codes = {ids.participant: code for code, ids in study.ids_by_code().items()}
    people = {who.code: who for who in study.participants()}
    early = study.exits_by_digest([*people.values()])
    differences: list[str] = []
    freed: list[str] = []
    seen: set[str] = set()

    def note(participant: str, why: str, who: str = "") -> None:
        digest = "" if shows_ids else study.digest(RecruiterIds(participant))[:DIGEST]
        name = participant if shows_ids else f"Recruiter's digest {digest or 'unknown'}"
        differences.append(f"{name}, here {format_code(who)}: {why}" if who else f"{name}: {why}")

    for participant, status, entered in rows:
        who = people.get(codes.get(participant, ""))
        if who is None:
            when = early.get(study.digest(RecruiterIds(participant)))
            if status in _DONE and not (when and entered and entered == study.plan.exit(when).code):
                note(participant, f"{status} at the recruiter, but did not agree to take part here, or withdrew.")
            continue
        seen.add(who.code)
        if status == "RETURNED" and who.is_open and _free(study, who):
            freed.append(who.code)
        elif why := _difference(study, who, status, entered):
            note(participant, why, who.code)
    for participant, code in codes.items():
        if code in people and code not in seen:
            note(participant, "not in the recruiter's export.", code)
    study.log("reconciled", rows=len(rows), differences=len(differences), freed=freed)
    return Reconciliation(len(rows), tuple(differences), tuple(freed))


def _difference(study: StudyFolder, who: Participant, status: str, entered: str) -> str:
    """Return how a participant differs from their row in the export; empty if they do not."""
    if who.status == "finished" and status in _GONE:
        return f"{status} at the recruiter, but finished here."
    if status in _DONE and who.exit is None:
        return f"{status} at the recruiter, but {who.status} here."
    code = study.plan.exit(who.exit).code if who.exit else ""
    if status in _DONE and code and entered != code:
        return f"the code entered at the recruiter is not that of the exit here, {who.exit}."
    if status == "RETURNED" and who.is_open:
        return "RETURNED at the recruiter, but at the screen here just now; reconcile again later."
    return ""


def _free(study: StudyFolder, who: Participant) -> bool:
    """End the visit of a participant who returned the submission. Return False, and leave it, if they are at the screen."""
    try:
        journal = study.open(who.code)
    except StudyError:
        return False
    with closing(journal):
        journal.keep(new_entry("expired", how="returned"))
    return True


def _read_rows(data: bytes, where: str) -> list[tuple[str, str, str]]:
    """Return participant, status and code entered of each row. Raises StudyError."""
    try:
        head, *rows = list(csv.reader(StringIO(data.decode("utf-8-sig"), newline=""))) or [[]]
    except UnicodeDecodeError as error:
        raise StudyError(f"{where} is not UTF-8 text; export it as CSV.") from error
    except csv.Error as error:
        raise StudyError(f"{where} is not CSV: {error}.") from error
    names = [name.strip().lower() for name in head]
    at = {what: next((names.index(name) for name in known if name in names), None) for what, known in _COLUMNS.items()}
    if at["participant"] is None or at["status"] is None:
        raise StudyError(f"{where} needs the columns `Participant id` and `Status`, as Prolific exports them.")

    def cell(row: list[str], what: str) -> str:
        column = at[what]
        return visible_line(row[column].strip()) if column is not None and column < len(row) else ""

    found = [(cell(row, "participant"), cell(row, "status").upper(), cell(row, "code")) for row in rows if any(row)]
    return [each for each in found if each[0]]
