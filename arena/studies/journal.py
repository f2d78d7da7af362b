"""What a participant did, one file each: `participants/CODE.jsonl`, a line an Entry, each on disk before the next step is shown.

Lines are only ever added, but for a withdrawal, which leaves that somebody took part and nothing else. A last line that was torn
off is dropped; its step is then done again.
"""

from __future__ import annotations

import contextlib
import os
from collections.abc import Mapping, Sequence
from datetime import UTC, datetime
from pathlib import Path
from typing import Any, Literal, TypeAlias

import orjson
from pydantic import TypeAdapter, ValidationError

from woozle.arena.studies.plan import StudyError
from woozle.core.value import value
from woozle.saves import disk
from woozle.saves.disk import SaveError, save_error
from woozle.saves.transcript import shown

VERSION = 1

What: TypeAlias = Literal[
    "consented",  # plan, information, consent (digests), boxes, release, row, arrival
    "arrived",  # visit (number, from 1), device
    "done",  # step, seconds, and what was answered
    "tried",  # step (the check), answers, wrong
    "began",  # step, match (name of its folder)
    "believed",  # step, match, request, belief, sure, suspect, seconds
    "left",  # step, how (closed, timed_out)
    "finished",
    "expired",  # did not come back within the hours that the plan gives
    "taken_over",  # step, match: a bot plays on
    "withdrawn",
]
"""What an Entry tells, and what its data hold beside."""


@value
class Entry:
    """Something that happened. at: when, in UTC, to the second."""

    journal: int
    what: What
    at: str
    data: Mapping[str, Any]


_ENTRY = TypeAdapter(Entry)


def entry(what: What, now: datetime | None = None, **data: Any) -> Entry:
    """An Entry of now."""
    at = (now or datetime.now(UTC)).astimezone(UTC)
    return Entry(VERSION, what, f"{at:%Y-%m-%dT%H:%M:%SZ}", data)


class Journal:
    """The journal of one participant, held so that no other process goes on with it. entries: all of it until now."""

    def __init__(self, path: Path, *, is_new: bool = False) -> None:
        """Raises StudyError for one that is held, missing or damaged; SaveError if it cannot be made."""
        self.path = path
        self._file = -1
        try:
            self._file = disk.opened(path, is_new=is_new)
            self.entries, size = _read(path)
            os.ftruncate(self._file, size)
            self._size = size
            disk.sync_directory(path.parent)
        except SaveError as error:
            raise StudyError("This participant is at another terminal; close that one first.") from error
        except FileNotFoundError as error:
            raise StudyError(f"Nobody with the code {path.stem} takes part in this study.") from error
        except OSError as error:
            self.close()
            raise save_error(error, path, "go on again") from error
        except StudyError:
            self.close()
            raise

    def keep(self, *entries: Entry) -> None:
        """Keep what happened. Returns when it is safe; raises SaveError if it is not, and then the file is as it was."""
        data = b"".join(_ENTRY.dump_json(each) + b"\n" for each in entries)
        try:
            disk.write(self._file, data, sync=True)
        except OSError as error:
            with contextlib.suppress(OSError):
                os.ftruncate(self._file, self._size)
            raise save_error(error, self.path, "go on again") from error
        self._size += len(data)
        self.entries = [*self.entries, *entries]

    def rewrite(self, entries: Sequence[Entry]) -> None:
        """Let it hold these alone, or leave it as it was. Raises SaveError. It is closed then."""
        try:
            disk.replace(self.path, b"".join(_ENTRY.dump_json(each) + b"\n" for each in entries))
        except OSError as error:
            raise save_error(error, self.path, "try it again") from error
        finally:
            self.close()

    def close(self) -> None:
        """Let others go on with it."""
        if self._file >= 0:
            os.close(self._file)
            self._file = -1


def read_journal(path: Path) -> list[Entry]:
    """All entries of a journal. Raises StudyError."""
    try:
        return _read(path)[0]
    except OSError as error:
        raise StudyError(f"{shown(path)} cannot be read: {error.strerror}.") from error


def _read(path: Path) -> tuple[list[Entry], int]:
    """The entries, and how many bytes their whole lines have."""
    data = path.read_bytes()
    *whole, torn = data.split(b"\n")
    return [_entry(path, number, line) for number, line in enumerate(whole, 1)], len(data) - len(torn)


def _entry(path: Path, number: int, line: bytes) -> Entry:
    where = f"{shown(path)}, line {number}"
    try:
        if orjson.loads(line)["journal"] != VERSION:
            raise StudyError(f"{where}: it was written by another version of Woozle; read it with that one.")
        return _ENTRY.validate_json(line, strict=True)
    except (orjson.JSONDecodeError, ValidationError, KeyError, TypeError, IndexError) as error:
        raise StudyError(f"{where}: it is no entry of a journal; put back the file from a copy.") from error
