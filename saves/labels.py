"""The labels of people, one file a person, `labels/NAME.jsonl` beside the matches: a line a label, each on disk before the next.

Lines are only ever added. Of lines about the same thing the last one counts. A last line that was torn off is dropped.
"""

from __future__ import annotations

import contextlib
import os
import re
from dataclasses import dataclass, field
from pathlib import Path
from typing import Literal

import orjson
from pydantic import TypeAdapter, ValidationError

from woozle.core.games.ship.claims.concord import MACHINE
from woozle.core.games.ship.claims.labels import UNLABELLED, Heard, Item, Opinion, Remark
from woozle.core.games.ship.claims.schema import Claim, Ruling
from woozle.core.value import value
from woozle.saves import disk
from woozle.saves.disk import SaveError, save_error
from woozle.saves.transcript import shown

FOLDER = "labels"
_VERSION = 1
_NAME = re.compile(r"[A-Za-z0-9][A-Za-z0-9-]{0,39}")


class LabelsError(ValueError):
    """Labels that cannot be read, or a name that cannot be taken. Says why, and where, in a sentence."""


@value
class _Line:
    """name: of the match, for people who read the file; it is known by its digest."""

    labels: int
    name: str
    match: str
    speech: int
    claim: Claim | None = None
    said: Remark = ""
    means: Claim | None = None
    outcome: Ruling | Literal[""] = ""


_LINE = TypeAdapter(_Line)


@dataclass(slots=True)
class Kept:
    """The labels of a file. size: bytes of its whole lines. torn: bytes of a last line that is not whole."""

    labels: dict[Item, Opinion] = field(default_factory=dict)
    size: int = 0
    torn: int = 0


class Labeller:
    """One person's labels, held so that no other process writes them. torn: whether a last label was lost when it was opened."""

    def __init__(self, folder: Path, name: str) -> None:
        """Raises LabelsError, SaveError."""
        self.name = checked_name(name)
        self.path = folder / FOLDER / f"{name}.jsonl"
        self._file = -1
        try:
            self.path.parent.mkdir(exist_ok=True)
            self._file = disk.opened(self.path, is_new=not self.path.exists())
            kept = read_labels(self.path)
            os.ftruncate(self._file, kept.size)
            disk.sync_directory(self.path.parent)
        except SaveError as error:
            raise SaveError(f"{shown(self.path)} is written by another process; close that one, or take another name.") from error
        except OSError as error:
            self.close()
            raise save_error(error, self.path, "label again") from error
        except LabelsError:
            self.close()
            raise
        self.labels, self._size, self.torn = kept.labels, kept.size, bool(kept.torn)

    def keep(self, heard: Heard, item: Item, label: Opinion) -> None:
        """Keep a label. Returns when it is safe; raises SaveError if it is not, and then the file is as it was."""
        line = _Line(_VERSION, heard.match, item.match, item.speech, item.claim, label.said, label.means, label.outcome)
        data = _LINE.dump_json(line, exclude_defaults=True) + b"\n"
        try:
            disk.write(self._file, data, sync=True)
        except OSError as error:
            with contextlib.suppress(OSError):
                os.ftruncate(self._file, self._size)
            raise save_error(error, self.path, "label it again") from error
        self._size += len(data)
        _put(self.labels, item, label)

    def close(self) -> None:
        """Let others write."""
        if self._file >= 0:
            os.close(self._file)
            self._file = -1


def checked_name(name: str) -> str:
    """A name that a person may label under. Raises LabelsError."""
    if not _NAME.fullmatch(name):
        raise LabelsError("Who labels is named by up to 40 letters, digits and dashes, as in annotator-1.")
    if name.lower() == MACHINE:
        raise LabelsError(f"Nobody who labels can be called {name}; take another name.")
    return name


def labellers(folder: Path) -> dict[str, Path]:
    """The files of labels of a folder, by the names of those who gave them, sorted."""
    return {path.stem: path for path in sorted((folder / FOLDER).glob("*.jsonl")) if _NAME.fullmatch(path.stem)}


def read_labels(path: Path) -> Kept:
    """All labels of a file. Raises LabelsError."""
    try:
        data = path.read_bytes()
    except OSError as error:
        raise LabelsError(f"{shown(path)} cannot be read: {error.strerror}.") from error
    *whole, torn = data.split(b"\n")
    kept = Kept(size=len(data) - len(torn), torn=len(torn))
    for number, row in enumerate(whole, 1):
        line = _read(path, number, row)
        _put(kept.labels, Item(line.match, line.speech, line.claim), Opinion(line.said, line.means, line.outcome))
    return kept


def _put(labels: dict[Item, Opinion], item: Item, label: Opinion) -> None:
    if label == UNLABELLED:
        labels.pop(item, None)
    else:
        labels[item] = label


def _read(path: Path, number: int, row: bytes) -> _Line:
    where = f"{shown(path)}, line {number}"
    try:
        version = orjson.loads(row)["labels"]
        if version != _VERSION:
            raise LabelsError(f"{where}: it was written by another version of Woozle; read it with that one.")
        return _LINE.validate_json(row, strict=True)
    except (orjson.JSONDecodeError, ValidationError, KeyError, TypeError, IndexError) as error:
        raise LabelsError(f"{where}: it is not a label; mend the line or take it out.") from error
