"""Labels by human annotators: one file each, `labels/NAME.jsonl` beside the matches, one line a label.

Lines are only appended, each safe on disk before the next. The last line about an item counts. A torn last line is dropped.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from pathlib import Path
from typing import Literal

import orjson
from pydantic import TypeAdapter, ValidationError

from woozle.core.errors import InputError
from woozle.core.regular_files import LARGE, explain_errors, read_file
from woozle.core.value import value
from woozle.games.ship.claims.labels import MACHINE, UNLABELLED, Heard, Item, Opinion, Remark
from woozle.games.ship.claims.schema import Claim, Ruling, Standing
from woozle.saves import disk
from woozle.saves.disk import SaveError, explain_save_errors, save_error
from woozle.saves.transcript import display_path

FOLDER = "labels"
_VERSION = 2
_READABLE = (1, 2)  # 2 has standings, and of claims the source and the times of stops
_NAME = re.compile(r"[A-Za-z0-9][A-Za-z0-9-]{0,39}")


class LabelsError(InputError):
    """Unreadable labels, or an invalid annotator name."""


@value
class _Line:
    """A line of the file. name: of the match, for human readers; the digest `match` identifies it."""

    labels: int
    name: str
    match: str
    speech: int
    claim: Claim | None = None
    said: Remark = ""
    means: Claim | None = None
    outcome: Ruling | Literal[""] = ""
    standing: Standing = ""


_LINE = TypeAdapter(_Line)


@dataclass(slots=True)
class LabelFile:
    """The labels of one file. size: bytes of whole lines. torn: bytes of an incomplete last line."""

    labels: dict[Item, Opinion] = field(default_factory=dict)
    size: int = 0
    torn: int = 0


class Labeller:
    """The labels of one annotator, locked against other processes. torn: True if a last label was lost."""

    def __init__(self, folder: Path, name: str) -> None:
        """Raises LabelsError, SaveError."""
        self.name = check_name(name)
        self.path = folder / FOLDER / f"{name}.jsonl"
        self._file: disk.AppendFile | None = None
        try:
            self.path.parent.mkdir(parents=True, exist_ok=True)
            self._file = disk.AppendFile(self.path, is_new=not self.path.exists())
            kept = read_labels(self.path)
            self._file.truncate(kept.size)
        except SaveError as error:
            raise SaveError(
                f"{display_path(self.path)} is in use by another process; close that one, or choose another name."
            ) from error
        except OSError as error:
            self.close()
            raise save_error(error, self.path, "label again") from error
        except LabelsError:
            self.close()
            raise
        self.labels, self.torn = kept.labels, bool(kept.torn)

    def keep(self, heard: Heard, item: Item, label: Opinion) -> None:
        """Append a label and return when it is safe. On SaveError the file is as it was."""
        line = _Line(
            _VERSION, heard.match, item.match, item.speech, item.claim, label.said, label.means, label.outcome, label.standing
        )
        assert self._file
        with explain_save_errors(self.path, "label it again"):
            self._file.append(_LINE.dump_json(line, exclude_defaults=True) + b"\n")
        _put(self.labels, item, label)

    def close(self) -> None:
        if self._file:
            self._file.close()


def check_name(name: str) -> str:
    """Return the name if annotators may use it. Raises LabelsError."""
    if not _NAME.fullmatch(name):
        raise LabelsError("The name of an annotator has up to 40 letters, digits and dashes, as in annotator-1.")
    if name.lower() == MACHINE:
        raise LabelsError(f"No annotator can be called {name}; choose another name.")
    return name


def label_files(folder: Path) -> dict[str, Path]:
    """Return the label files in a folder by annotator, sorted."""
    return {path.stem: path for path in sorted((folder / FOLDER).glob("*.jsonl")) if _NAME.fullmatch(path.stem)}


def read_labels(path: Path) -> LabelFile:
    """Read all labels of a file. Raises LabelsError."""
    with explain_errors(display_path(path), LabelsError):
        data = read_file(path, LARGE)
    *whole, torn = data.split(b"\n")
    kept = LabelFile(size=len(data) - len(torn), torn=len(torn))
    for number, row in enumerate(whole, 1):
        line = _read(path, number, row)
        _put(kept.labels, Item(line.match, line.speech, line.claim), Opinion(line.said, line.means, line.outcome, line.standing))
    return kept


def _put(labels: dict[Item, Opinion], item: Item, label: Opinion) -> None:
    if label == UNLABELLED:
        labels.pop(item, None)
    else:
        labels[item] = label


def _read(path: Path, number: int, row: bytes) -> _Line:
    where = f"{display_path(path)}, line {number}"
    try:
        version = orjson.loads(row)["labels"]
        if version not in _READABLE:
            raise LabelsError(f"{where}: it was written by another version of Woozle; read it with that one.")
        return _LINE.validate_json(row, strict=True)
    except (orjson.JSONDecodeError, ValidationError, KeyError, TypeError, IndexError) as error:
        raise LabelsError(f"{where}: it is not a label; fix or delete the line.") from error
