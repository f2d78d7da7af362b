"""Names and marks that a person gives to matches, in their own file: nothing of it is in a transcript, or in the index."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict, replace
from pathlib import Path
from typing import Any

from pydantic import TypeAdapter, ValidationError

from woozle.core.errors import InputError
from woozle.core.labels import NAME_LIMIT, NO_LABEL, Label
from woozle.core.regular_files import LARGE, read_file
from woozle.core.text import visible_line
from woozle.saves import disk
from woozle.saves.disk import SaveError, explain_save_errors
from woozle.saves.paths import data_folder
from woozle.saves.transcript import display_path

_FILE = "labels.json"
_labels = TypeAdapter(dict[str, Label])


def read_labels() -> Mapping[str, Label]:
    """Return the labels by id of the match; none if the file cannot be read, which only a change tells."""
    try:
        return _read()
    except SaveError:
        return {}


def change_label(match: Path, **changes: Any) -> Label:
    """Change some fields of the label of a match, and return it. Raises ValueError for a name that is no name, and SaveError."""
    if "name" in changes:
        changes["name"] = checked_name(changes["name"])
    return _change(match.name, changes)


def drop_label(match: Path) -> None:
    """Forget the label of a match that was deleted. Raises SaveError."""
    if match.name in read_labels():
        _change(match.name, asdict(NO_LABEL))


def checked_name(text: str) -> str:
    """Return a name as it is kept, on one line and with single spaces. Raises ValueError if it is too long."""
    name = " ".join(visible_line(text).split())
    if len(name) > NAME_LIMIT:
        raise InputError(f"A name has at most {NAME_LIMIT} characters, and this one has {len(name)}; choose a shorter one.")
    return name


def _change(match: str, changes: Mapping[str, Any]) -> Label:
    path = data_folder() / _FILE
    with explain_save_errors(path, "change the label again"):
        path.parent.mkdir(parents=True, exist_ok=True)
        with disk.lock_folder(path.parent):
            labels = {**_read()}
            new = labels[match] = replace(labels.get(match, NO_LABEL), **changes)
            if new == NO_LABEL:
                del labels[match]
            disk.replace(path, _labels.dump_json(labels, indent=1, exclude_defaults=True))
    return new


def _read() -> dict[str, Label]:
    path = data_folder() / _FILE
    try:
        return _labels.validate_json(read_file(path, LARGE))
    except FileNotFoundError:
        return {}
    except (OSError, ValidationError) as error:
        raise SaveError(
            f"{display_path(path)} holds the names and marks of matches and cannot be read; mend it, or move it away."
        ) from error
