"""The journal of a participant: `participants/CODE.jsonl`, one JournalEntry a line, on disk before the next step is shown.

Lines are only appended, except by a withdrawal, which leaves only the fact that a person took part. A torn last line is dropped,
and its step is repeated.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import UTC, datetime
from pathlib import Path
from typing import Any, Literal, TypeAlias

import orjson
from pydantic import TypeAdapter, ValidationError

from woozle.arena.studies.plan import StudyError
from woozle.core.regular_files import LARGE, read_file
from woozle.core.value import value
from woozle.saves import disk
from woozle.saves.disk import SaveError, explain_save_errors, save_error
from woozle.saves.group_sync import GroupSync
from woozle.saves.transcript import display_path

VERSION = 1

EntryKind: TypeAlias = Literal[
    "consented",  # plan, information, consent (digests), boxes, release, row (without groups), arrival, recruiter (digest)
    "arrived",  # visit (number, from 1), device
    "done",  # step, seconds, and the answers; ran_out = true if the page's time was up without any; match, and stopped =
    # true if a fault ended it
    "tried",  # step (the check), answers, wrong
    "waits",  # step (the lobby): in the order of these, people are grouped
    "missed",  # step (the lobby): did not confirm their presence, and must wait again to be in a group
    "grouped",  # group, row, people, place, members (their codes by place), deal (number of its deals), solo (plays alone)
    "began",  # step, match (name of its folder)
    "believed",  # step, match, request, belief, sure, suspect, seconds, ran_out (as above)
    "dropped",  # step, match, how (gone, silent): their seat is dealt with as lost
    "returned",  # step, match: to a seat that was dropped
    "left",  # step, how (closed, timed_out), pay (of the exit)
    "exited",  # step, exit (one that needs no other entry), pay
    "finished",  # pay
    "expired",  # did not come back within keep_hours; how = group: their group went on or ended without them;
    # how = deserted: all of their group were away; how = returned: gave up their place at the recruiter
    "taken_over",  # step, match: a bot plays on
    "withdrawn",
]
"""Kinds of entries, with their data."""


@value
class JournalEntry:
    """An event in a visit. at: UTC, to the second."""

    journal: int
    what: EntryKind
    at: str
    data: Mapping[str, Any]


_ENTRY = TypeAdapter(JournalEntry)


def new_entry(what: EntryKind, now: datetime | None = None, **data: Any) -> JournalEntry:
    """Return an entry with the current time."""
    at = (now or datetime.now(UTC)).astimezone(UTC)
    return JournalEntry(VERSION, what, f"{at:%Y-%m-%dT%H:%M:%SZ}", data)


class Journal:
    """The journal of one participant, locked against other processes. entries: all of it.

    group: forces entries to the disk soon after; `settle` waits for it. None to wait with every entry.
    """

    def __init__(self, path: Path, *, is_new: bool = False, group: GroupSync | None = None) -> None:
        """Raises StudyError if it is in use, missing or damaged; SaveError if it cannot be created."""
        self.path = path
        self._group = group
        self._file: disk.AppendFile | None = None
        try:
            self._file = disk.AppendFile(path, is_new=is_new)
            self.entries, size = _read(path)
            self._file.truncate(size)
        except SaveError as error:
            raise StudyError(
                "This participant is at another terminal; close that one first. Or they are in a browser, where a visit "
                "ends ten minutes after its page is closed."
            ) from error
        except FileNotFoundError as error:
            raise StudyError(f"No participant of this study has the code {path.stem}.") from error
        except OSError as error:
            self.close()
            raise save_error(error, path, "continue") from error
        except StudyError:
            self.close()
            raise

    def keep(self, *entries: JournalEntry) -> None:
        """Append entries, and return when a crash cannot lose them. On SaveError the file is as it was."""
        assert self._file
        with explain_save_errors(self.path, "continue"):
            self._file.append(b"".join(_ENTRY.dump_json(each) + b"\n" for each in entries), sync=not self._group)
        if self._group:
            self._group.sync_soon(self._file)
        self.entries = [*self.entries, *entries]

    def settle(self) -> None:
        """Return when a power failure cannot lose the entries either. Raises SaveError. It may be called in any thread."""
        with explain_save_errors(self.path, "continue"):
            if self._file and (failure := self._file.force()):
                raise failure

    def rewrite(self, entries: Sequence[JournalEntry]) -> None:
        """Replace all entries, or leave the file as it was, and close it. Raises SaveError."""
        try:
            with explain_save_errors(self.path, "try it again"):
                disk.replace(self.path, b"".join(_ENTRY.dump_json(each) + b"\n" for each in entries))
        finally:
            self.close()

    def close(self) -> None:
        if self._file:
            self._file.force()
            self._file.close()


def read_journal(path: Path) -> list[JournalEntry]:
    """Return all entries of a journal. Raises StudyError."""
    try:
        return _read(path)[0]
    except OSError as error:
        raise StudyError(f"{display_path(path)} cannot be read: {error.strerror}.") from error


def _read(path: Path) -> tuple[list[JournalEntry], int]:
    """Return the entries, and the size of whole lines in bytes."""
    data = read_file(path, LARGE)
    *whole, torn = data.split(b"\n")
    return [_entry(path, number, line) for number, line in enumerate(whole, 1)], len(data) - len(torn)


def _entry(path: Path, number: int, line: bytes) -> JournalEntry:
    where = f"{display_path(path)}, line {number}"
    try:
        if orjson.loads(line)["journal"] != VERSION:
            raise StudyError(f"{where}: it was written by another version of Woozle; read it with that one.")
        return _ENTRY.validate_json(line, strict=True)
    except (orjson.JSONDecodeError, ValidationError, KeyError, TypeError, IndexError) as error:
        raise StudyError(f"{where}: it is not a journal entry; restore the file from a copy.") from error
