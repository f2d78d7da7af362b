"""The folder of a study: where its data are, and how somebody joins it, goes on, and leaves it for good.

    study.toml, information.txt, ...   the plan and its texts
    data/                              0700, what participants did
        participants/CODE.jsonl        their journals
        matches/CODE-match-1-.../      transcripts of their matches
        recruiter.csv                  codes of a recruiter beside ours; no export reads it
        log.jsonl                      who was withdrawn and what was exported, when

A name, an address or the name of a machine stands in none of them.
"""

from __future__ import annotations

import csv
import os
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from datetime import UTC, datetime
from io import StringIO
from pathlib import Path
from typing import Any

import orjson

from woozle.arena.studies import balance
from woozle.arena.studies.codes import is_code, new_code
from woozle.arena.studies.journal import Entry, Journal, entry, read_journal
from woozle.arena.studies.participants import DROPPED, Participant, participant
from woozle.arena.studies.plan import Study, StudyError, plan_digest, read_plan, read_text
from woozle.arena.studies.steps import Step
from woozle.core.text import visible_line
from woozle.saves import disk
from woozle.saves.disk import save_error
from woozle.saves.transcript import shown

DATA, PARTICIPANTS, MATCHES, RECRUITER, LOG, LOCK = "data", "participants", "matches", "recruiter.csv", "log.jsonl", "lock"
_PRIVATE = 0o700


class StudyFolder:
    """A study on disk. plan: as it stands now. Nothing is made before somebody agrees to take part."""

    def __init__(self, path: Path) -> None:
        """Raises StudyError."""
        self.path = path
        self.plan: Study = read_plan(path)

    @property
    def data(self) -> Path:
        """Where the data are."""
        return self.path / DATA

    @property
    def matches(self) -> Path:
        """Where the transcripts are."""
        return self.data / MATCHES

    def participants(self) -> list[Participant]:
        """All who agreed to take part, in the order in which they came. Raises StudyError for a damaged journal."""
        everybody = [participant(path.stem, entries) for path in self.journals() if (entries := read_journal(path))]
        return sorted(everybody, key=lambda who: who.arrival)

    def journals(self) -> list[Path]:
        """The files of the journals, by code. One without an entry is nobody's: its first line could not be written."""
        try:
            return sorted(path for path in (self.data / PARTICIPANTS).iterdir() if path.suffix == ".jsonl" and is_code(path.stem))
        except FileNotFoundError:
            return []
        except OSError as error:
            raise StudyError(f"{shown(self.data)} cannot be read: {error.strerror}.") from error

    def journal_path(self, code: str) -> Path:
        """The journal of a participant. Raises StudyError for what cannot be a code."""
        if not is_code(code):
            raise StudyError(f"{visible_line(code)!r} is no participant's code; it has eight letters and digits, as in ABCD-EFGH.")
        return self.data / PARTICIPANTS / f"{code}.jsonl"

    def match_folder(self, code: str, step: Step) -> Path:
        """A directory for a match of a participant, not made yet. Its name sorts by participant and step."""
        number = 1
        while (folder := self.matches / f"{code}-{step.id}-{number}").exists():
            number += 1
        return folder

    def free_code(self) -> str:
        """A code that nobody has. Raises StudyError."""
        taken = {path.stem for path in self.journals()}
        while (code := new_code()) in taken:
            pass
        return code

    def enrol(self, code: str, *, boxes: int, release: bool, recruiter: str = "", now: datetime | None = None) -> Journal:
        """Somebody has read the texts and agreed. code: a free one, theirs from now on. boxes: how many they ticked.

        Returns their journal. Who is killed before it has its first line does not take part. Raises StudyError, SaveError.
        """
        if boxes != len(self.plan.consent.boxes):
            raise StudyError("All boxes of the consent must be ticked by the participant.")
        texts = self.plan.texts
        try:
            self.make()
            with self.held():
                known = self.participants()
                count = len(balance.rows(self.plan.design, len(self.plan.conditions), self.plan.seed))
                row = balance.next_row([who.row for who in known if who.status not in DROPPED], count, self.plan.seed)
                agreed = entry(
                    "consented",
                    now,
                    plan=plan_digest(self.path),
                    information=read_text(self.path, texts.information).digest,
                    consent=read_text(self.path, texts.consent).digest,
                    boxes=boxes,
                    release=release,
                    row=row,
                    arrival=len(known) + 1,
                )
                journal = Journal(self.journal_path(code), is_new=True)
                try:
                    if recruiter:
                        self._note_recruiter(recruiter, code)
                    journal.keep(agreed)
                except OSError:  # nobody is enrolled by half
                    journal.close()
                    journal.path.unlink(missing_ok=True)
                    raise
        except OSError as error:
            raise save_error(error, self.data, "take part again") from error
        return journal

    def open(self, code: str) -> Journal:
        """The journal of somebody who comes back. Raises StudyError, SaveError."""
        journal = Journal(self.journal_path(code))
        if not journal.entries:
            journal.close()
            raise StudyError(f"Nobody with the code {code} takes part in this study.")
        return journal

    def log(self, what: str, **data: Any) -> None:
        """Note what was done with the data. Raises SaveError."""
        path = self.data / LOG
        line = orjson.dumps({"at": f"{datetime.now(UTC):%Y-%m-%dT%H:%M:%SZ}", "what": what, **data}) + b"\n"
        try:
            self.make()
            with self.held():
                _append(path, line)
        except OSError as error:
            raise save_error(error, path, "try it again") from error

    @contextmanager
    def held(self) -> Iterator[None]:
        """What two processes must not do at once; the other waits."""
        file = disk.locked(self.data / LOCK)
        try:
            yield
        finally:
            os.close(file)

    def make(self) -> None:
        """Make the folders of the data, for nobody else to look into. Raises OSError."""
        for folder in (self.data, self.data / PARTICIPANTS, self.matches):
            folder.mkdir(mode=_PRIVATE, exist_ok=True)
            folder.chmod(_PRIVATE)

    def _note_recruiter(self, recruiter: str, code: str) -> None:
        row = StringIO()
        csv.writer(row, lineterminator="\n").writerow([visible_line(recruiter), code])
        _append(self.data / RECRUITER, row.getvalue().encode())


def _append(path: Path, line: bytes) -> None:
    """Add a line, or leave the file as it was. A line that a crash cut short stays one of its own."""
    before = path.read_bytes() if path.exists() else b""
    file = os.open(path, os.O_WRONLY | os.O_APPEND | os.O_CREAT, 0o600)
    try:
        line = line if before.endswith(b"\n") or not before else b"\n" + line
        try:
            disk.write(file, line, sync=True)
        except OSError:
            with suppress(OSError):
                os.ftruncate(file, len(before))
            raise
    finally:
        os.close(file)


def left_for_good(entries: list[Entry], now: datetime | None = None) -> list[Entry]:
    """What a journal keeps after a withdrawal: that somebody agreed, when they left, and nothing they did."""
    consented = next(each for each in entries if each.what == "consented")
    kept = {name: value for name, value in consented.data.items() if name in ("plan", "information", "consent", "row", "arrival")}
    return [Entry(consented.journal, "consented", consented.at, kept), entry("withdrawn", now)]
