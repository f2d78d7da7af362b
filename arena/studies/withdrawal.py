"""A participant withdraws: what they typed and what they said of themselves leaves every file of the study."""

from __future__ import annotations

import csv
from collections.abc import Mapping
from datetime import datetime
from io import StringIO
from pathlib import Path
from typing import Any

import orjson

from woozle.arena.studies.codes import in_groups
from woozle.arena.studies.folder import LOG, RECRUITER, StudyFolder, left_for_good
from woozle.arena.studies.participants import participant
from woozle.arena.studies.plan import StudyError
from woozle.core.value import value
from woozle.saves import disk
from woozle.saves.disk import save_error
from woozle.saves.transcript import TranscriptError, read
from woozle.saves.withdraw import redact


@value
class Withdrawal:
    """What it did. matches: how many transcripts; lines: how many lines of them lost their words.

    exports: when tables were written that may still hold the participant's rows, and where, if that is in the study's folder.
    """

    matches: int
    lines: int
    exports: tuple[str, ...]


def withdraw(study: StudyFolder, code: str, *, now: datetime | None = None) -> Withdrawal:
    """Withdraw a participant. What a crash cut short is done by doing it again. Raises StudyError, SaveError, TranscriptError."""
    journal = study.open(code)
    try:
        if participant(code, journal.entries).status == "withdrawn":
            raise StudyError(f"{in_groups(code)} has been withdrawn already.")
        folders = match_folders(study, code)
        lines = sum(_without_words(folder) for folder in folders)
        _forget_recruiter(study, code)
        # The journal comes last: until it says so, the withdrawal is not done.
        journal.rewrite(left_for_good(journal.entries, now))
    finally:
        journal.close()
    study.log("withdrawn", code=code, matches=len(folders), lines=lines)
    return Withdrawal(len(folders), lines, exports(study))


def match_folders(study: StudyFolder, code: str) -> list[Path]:
    """The folders of all matches of a participant, also of those that were begun again."""
    try:
        return sorted(folder for folder in study.matches.iterdir() if folder.name.startswith(f"{code}-"))
    except FileNotFoundError:
        return []


def forget_text(study: StudyFolder, code: str) -> int:
    """Take what a participant typed out of their matches, as a plan wants it that keeps no text. Returns how many lines lost it."""
    return sum(_without_words(folder) for folder in match_folders(study, code))


def exports(study: StudyFolder) -> tuple[str, ...]:
    """When tables were written until now, and where if it is known: `2026-11-22T04:30:00Z (data/exports/...)`."""
    try:
        lines = (study.data / LOG).read_bytes().splitlines()
    except FileNotFoundError:
        return ()
    noted = (each for each in map(_noted, lines) if each.get("what") == "exported")
    return tuple(f"{each['at']} ({each['folder']})" if each.get("folder") else each["at"] for each in noted)


def _noted(line: bytes) -> Mapping[str, Any]:
    """A line of the log; nothing for one that a crash cut short."""
    try:
        found = orjson.loads(line)
    except orjson.JSONDecodeError:
        return {}
    return found if isinstance(found, dict) else {}


def _without_words(folder: Path) -> int:
    try:
        header = read(folder).header
    except TranscriptError:
        if not any(folder.glob("transcript.jsonl*")):  # it was left before its first line
            return 0
        raise
    # Words are those of the participant alone, who may have left a seat that is a bot's in the header.
    return redact(folder, seats=[place.seat for place in header.seats])


def _forget_recruiter(study: StudyFolder, code: str) -> None:
    path = study.data / RECRUITER
    try:
        with study.held():
            rows = csv.reader(StringIO(path.read_text("utf-8")))
            text = StringIO()
            csv.writer(text, lineterminator="\n").writerows(row for row in rows if code not in row[1:])
            disk.replace(path, text.getvalue().encode())
    except FileNotFoundError:
        return
    except OSError as error:
        raise save_error(error, path, "withdraw again") from error
