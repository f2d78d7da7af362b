"""The withdrawal of a participant: typed texts and answers about themselves are removed from every file of the study."""

from __future__ import annotations

import csv
from collections.abc import Collection, Sequence, Set
from contextlib import closing, suppress
from io import StringIO
from pathlib import Path

from woozle.arena.studies.folder import BONUS_LISTS, LOG, RECRUITER, StudyFolder, read_log, withdrawn_entries
from woozle.arena.studies.journal import read_journal
from woozle.arena.studies.participant_records import participant_seats
from woozle.arena.studies.participants import MatchName, fold_journal, format_code
from woozle.arena.studies.plan import StudyError
from woozle.core.regular_files import LARGE, read_text_file
from woozle.core.request import Seat
from woozle.core.value import value
from woozle.saves import disk
from woozle.saves.disk import SaveError, explain_save_errors
from woozle.saves.redaction import redact, typed_texts
from woozle.saves.transcript import read


@value
class Withdrawal:
    """A withdrawal. matches: number of transcripts; lines: number of lines that lost text.

    exports: times of exports that may still hold the participant's rows, with their folders in the study.
    """

    matches: int
    lines: int
    exports: tuple[str, ...]


def withdraw_participant(study: StudyFolder, code: str) -> Withdrawal:
    """Withdraw a participant. Doing it again completes what a crash interrupted. Raises StudyError, SaveError, TranscriptError."""
    with closing(study.open(code)) as journal:
        who = fold_journal(code, journal.entries)
        if who.status == "withdrawn":
            raise StudyError(f"{format_code(code)} has already been withdrawn.")
        folders = match_folders(study, code)
        if any(map(_is_played, folders)):
            raise StudyError(
                f"A match of {format_code(code)} is being played, so nothing was withdrawn; "
                "withdraw again when it is over, or once the server is stopped."
            )
        lines = sum(_redact_match(study, folder, code, folders) for folder in reversed(folders))
        _forget_recruiter(study, code)
        study.count_withdrawal(who)
        # The journal comes last: until it says so, the withdrawal is not done.
        journal.rewrite(withdrawn_entries(journal.entries))
    study.log("withdrawn", code=code, matches=len(folders), lines=lines)
    return Withdrawal(len(folders), lines, past_exports(study))


def match_folders(study: StudyFolder, code: str) -> list[Path]:
    """Return the folders of all matches of a participant with a first line, also of those begun again. Raises StudyError."""
    noted = {each.data["match"] for each in read_journal(study.journal_path(code)) if each.what in ("began", "taken_over")}
    with suppress(FileNotFoundError):
        noted |= {folder.name for folder in study.matches.iterdir() if MatchName.parse(folder.name).owner == code}
    return [
        folder for name in sorted(noted, key=MatchName.parse) if any((folder := study.matches / name).glob("transcript.jsonl*"))
    ]


def _redact_match(study: StudyFolder, folder: Path, code: str, folders: Sequence[Path]) -> int:
    """Remove a participant's words from a match, and what their group quoted of them, here and in earlier matches.

    folders: all of the participant, the earlier ones first, from which nothing has been removed yet.
    """
    owner = MatchName.parse(folder.name).owner
    earlier = folders[: folders.index(folder)] if owner != code else []
    own = [each for each in earlier if MatchName.parse(each.name).owner == owner]
    said = [text for each in own for text in typed_texts(read(each), _seats(study, each, {code}))]
    return redact(folder, seats=_seats(study, folder, {code}), said=said)


def forget_text(study: StudyFolder, code: str) -> int:
    """Remove the texts of a participant who has finished, and of members of their group who have. Return the number of lines.

    A match that is being played keeps them until the next member has finished. Raises StudyError, SaveError, TranscriptError.
    """
    gone = {who.code for who in study.participants() if not who.is_open} | {code}
    folders = [folder for folder in match_folders(study, code) if not _is_played(folder)]
    return sum(redact(folder, seats=_seats(study, folder, gone)) for folder in folders)


def _seats(study: StudyFolder, folder: Path, codes: Set[str]) -> Collection[Seat]:
    """Return the seats of some participants; in a match with one participant all seats, as a bot may have taken theirs later."""
    if MatchName.parse(folder.name).owner in codes:
        return [place.seat for place in read(folder).header.seats]
    return [seat for code, seat in participant_seats(study, folder.name).items() if code in codes]


def _is_played(folder: Path) -> bool:
    """Return whether a match is being played, here or by another process."""
    file = next(folder.glob("transcript.jsonl*"))
    try:
        disk.AppendFile(file).close()
    except SaveError:
        return True
    return False


def past_exports(study: StudyFolder) -> tuple[str, ...]:
    """Return the times of exports, with their folders if known: `2026-11-22T04:30:00Z (data/exports/...)`."""
    entries = (each for each in read_log(study.data / LOG) if each.get("what") == "exported")
    return tuple(f"{each['at']} ({each['folder']})" if each.get("folder") else each["at"] for each in entries)


def _forget_recruiter(study: StudyFolder, code: str) -> None:
    """Remove the recruiter's ids of a participant, also from lists of bonuses."""
    path = study.data / RECRUITER
    ids = study.ids_by_code().get(code)
    if ids is None:
        return
    with explain_save_errors(path, "withdraw again"), study.lock():
        for paid in (study.data / BONUS_LISTS).glob("*.csv"):
            _remove_rows(paid, ids.participant)
        _remove_rows(path, ids.participant)  # also rows of an enrolment for which the disk had no room


def _remove_rows(path: Path, first: str) -> None:
    rows = csv.reader(StringIO(read_text_file(path, LARGE)))
    text = StringIO()
    csv.writer(text, lineterminator="\n").writerows(row for row in rows if row[:1] != [first])
    disk.replace(path, text.getvalue().encode())
