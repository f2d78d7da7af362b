"""A recruiter's export compared with the study: who differs, and whose place is free because they gave it up there."""

from __future__ import annotations

import csv
from contextlib import closing
from io import StringIO
from pathlib import Path

from woozle.arena.studies.folder import StudyFolder
from woozle.arena.studies.journal import new_entry
from woozle.arena.studies.participants import Participant, format_code
from woozle.arena.studies.plan import StudyError
from woozle.core.regular_files import LARGE, explain_errors, read_text_file
from woozle.core.text import visible_line
from woozle.core.value import value
from woozle.saves.transcript import display_path

_COLUMNS = {
    "participant": ("participant id", "participant_id"),
    "status": ("status",),
    "code": ("completion code", "entered_code", "study_code"),
}
"""Names of columns in exports of Prolific, in lower case: today's, and those of older ones."""

_DONE = frozenset({"APPROVED", "AWAITING REVIEW"})
_GONE = frozenset({"RETURNED", "TIMED-OUT", "REJECTED"})


@value
class Reconciliation:
    """The result. rows: of the export; differences: a sentence each; freed: codes of participants whose place is free now."""

    rows: int
    differences: tuple[str, ...]
    freed: tuple[str, ...]


def reconcile(study: StudyFolder, export: Path) -> Reconciliation:
    """Compare a recruiter's export with the study, and free the places of those who returned. Raises StudyError, SaveError."""
    rows = _read_export(export)
    codes = {ids.participant: code for code, ids in study.ids_by_code().items()}
    people = {who.code: who for who in study.participants()}
    differences, freed = [], []
    seen: set[str] = set()
    for participant, status, entered in rows:
        who = people.get(codes.get(participant, ""))
        if who is None:
            if status in _DONE:
                differences.append(f"{participant}: {status} at the recruiter, but did not agree to take part here, or withdrew.")
            continue
        seen.add(who.code)
        if status == "RETURNED" and who.is_open and _free(study, who):
            freed.append(who.code)
        elif why := _difference(study, who, status, entered):
            differences.append(f"{participant}, here {format_code(who.code)}: {why}")
    missing = [(participant, code) for participant, code in codes.items() if code in people and code not in seen]
    differences += [f"{participant}, here {format_code(code)}: not in the recruiter's export." for participant, code in missing]
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
    """End the visit of a participant who returned the submission. Returns whether they were not at the screen."""
    try:
        journal = study.open(who.code)
    except StudyError:
        return False
    with closing(journal):
        journal.keep(new_entry("expired", how="returned"))
    return True


def _read_export(path: Path) -> list[tuple[str, str, str]]:
    """Return participant, status and code entered of each row. Raises StudyError."""
    with explain_errors(display_path(path), StudyError):
        text = read_text_file(path, LARGE)
    try:
        head, *rows = list(csv.reader(StringIO(text.removeprefix("\ufeff")))) or [[]]
    except csv.Error as error:
        raise StudyError(f"{display_path(path)} is not CSV: {error}.") from error
    names = [name.strip().lower() for name in head]
    at = {what: next((names.index(name) for name in known if name in names), None) for what, known in _COLUMNS.items()}
    if at["participant"] is None or at["status"] is None:
        raise StudyError(f"{display_path(path)} needs the columns `Participant id` and `Status`, as Prolific exports them.")

    def cell(row: list[str], what: str) -> str:
        column = at[what]
        return visible_line(row[column].strip()) if column is not None and column < len(row) else ""

    found = [(cell(row, "participant"), cell(row, "status").upper(), cell(row, "code")) for row in rows if any(row)]
    return [each for each in found if each[0]]
