"""Where matches live, what is there, and how a person names one."""

from __future__ import annotations

import os
import re
import secrets
from collections.abc import Iterable
from datetime import UTC, datetime
from pathlib import Path
from threading import Lock
from typing import Any, Literal

from pydantic import BaseModel, ValidationError

from woozle.core.near import near
from woozle.core.text import visible_line
from woozle.saves import disk
from woozle.saves.findings import Check, findings, known_findings
from woozle.saves.places import home, matches
from woozle.saves.summary import Summary, summarized
from woozle.saves.transcript import CLOSED, PART

_INDEX = "index.json"
_DERIVED: Any = {"matches": {"__all__": {"winners", "checked", "causes"}}}
_DATED = re.compile(r"\d{8}-\d{6}-")
_NOT_IN_A_NAME = re.compile(r"[^a-z0-9_]+")


class StoreError(ValueError):
    """No match, or more than one, goes by what a person typed. Says so in a sentence."""


class _Index(BaseModel):
    """What is known of the files that were read. A file of another shape is made anew: it only saves time."""

    shape: Literal[5]
    matches: dict[str, Summary]


_turn = Lock()  # the index is read, changed and written by one thread at a time


def new_match(game: str, now: datetime | None = None, among: Path | None = None) -> Path:
    """A directory for a new match, not made yet. Names sort by the time, in UTC, to the millisecond. among: others, if not all."""
    time = (now or datetime.now(UTC)).astimezone(UTC)
    name = _NOT_IN_A_NAME.sub("_", game.lower())[:40]
    thousandth = f"{time.microsecond // 1000:03x}"
    while (
        folder := (among or matches()) / f"{time:%Y%m%d-%H%M%S}-{name}-{thousandth}{secrets.choice('0123456789abcdef')}"
    ).exists():
        pass
    return folder


def list_matches(*, is_noted: bool = True) -> list[Summary]:
    """All matches, the newest first. Only those are read that have changed since the last time.

    is_noted: whether what they are now is written down for the next time.
    """
    with _turn:
        known = _read_index()
        found = {folder.name: summary for folder in _folders() if (summary := summarized(folder, known.get(folder.name)))}
        if is_noted and found != known:
            _write_index(found)
    checks = known_findings()
    return [found[name].with_finding(checks.get(found[name].digest)) for name in sorted(found, key=_age, reverse=True)]


def checked(summaries: Iterable[Summary], check: Check | None = None) -> list[Summary]:
    """Return the summaries with what verify finds of the finished ones; what was never checked is checked now.

    check: how, as for `findings`.
    """
    summaries = list(summaries)
    finished = [each for each in summaries if each.status == "finished"]
    known = known_findings()
    unknown = [each.path for each in finished if each.digest not in known]
    new = dict(findings(unknown, check)) if unknown else {}
    found = {each.id: new.get(each.path) or known[each.digest] for each in finished}
    return [each.with_finding(found[each.id]) if each.id in found else each for each in summaries]


def find(text: str) -> Path:
    """The directory (or file) of a match that a person names: by path, by id, by the beginning of an id, or as `last`.

    Raises StoreError, with a sentence.
    """
    names = sorted((folder.name for folder in _folders()), key=_age)
    if text == "last":
        if not names:
            raise StoreError("There is no match yet; `woozle play` starts one.")
        return matches() / names[-1]
    if text in names:
        return matches() / text
    if text and _exists(Path(text)):
        return Path(text)
    close = [name for name in names if text and name.startswith(text)]
    if len(close) == 1:
        return matches() / close[0]
    what = visible_line(text)
    if not close:
        meant = near(text, [*names, "last"])
        then = f"did you mean {visible_line(meant)}?" if meant else "`woozle list` shows all."
        raise StoreError(f"There is no match {what!r}; {then}")
    more = " and more" if len(close) > 3 else ""
    raise StoreError(f"{what!r} is the beginning of {len(close)} matches: {', '.join(map(visible_line, close[:3]))}{more}.")


def _age(name: str) -> tuple[bool, str]:
    """For sorting, the oldest first: names that tell no time, as imported matches have, are older than all that do."""
    return bool(_DATED.match(name)), name


def _folder_of(path: Path) -> Path:
    return path.parent if path.name in (CLOSED, PART) else path


def _exists(path: Path) -> bool:
    try:
        return path.exists()
    except OSError:  # a name that is too long, a directory that is not ours
        return False


def _folders() -> list[Path]:
    try:
        return [Path(entry) for entry in os.scandir(matches()) if entry.is_dir(follow_symlinks=False) and _is_text(entry.name)]
    except OSError:
        return []


def _is_text(name: str) -> bool:
    """Whether a name can be written down: names of files are bytes, which need not be UTF-8."""
    return name.isprintable() and name.encode("utf-8", "replace").decode() == name


def _read_index() -> dict[str, Summary]:
    try:
        return _Index.model_validate_json((home() / _INDEX).read_bytes()).matches
    except (OSError, ValidationError):
        return {}


def _write_index(entries: dict[str, Summary]) -> None:
    """A full or read-only disk is no reason to fail."""
    try:
        data = _Index.model_construct(shape=5, matches=entries).model_dump_json(exclude_defaults=True, exclude=_DERIVED)
        disk.replace(home() / _INDEX, data.encode(), sync=False)
    except OSError:
        return
