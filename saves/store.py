"""The folder of matches: its list, and how users name a match."""

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

from woozle.core.errors import InputError
from woozle.core.regular_files import LARGE, read_file
from woozle.core.suggestions import closest_name
from woozle.core.text import visible_line
from woozle.saves import disk
from woozle.saves.blobs import stamp_blobs
from woozle.saves.copies import find_copies
from woozle.saves.paths import data_folder, matches_folder, real_path
from woozle.saves.summary import Summary, summarize
from woozle.saves.transcript import TranscriptError, locate
from woozle.saves.verdict_cache import VerifyMany, cache_key, cached_verdicts, find_verdicts

_INDEX = "index.json"
_DERIVED: Any = {"matches": {"__all__": {"winners", "checked", "causes", "copy_of"}}}
_DATED = re.compile(r"\d{8}-\d{6}-")
_NOT_IN_A_NAME = re.compile(r"[^a-z0-9_]+")


class StoreError(InputError):
    """No match, or more than one, has the given name."""


class _Index(BaseModel):
    """Summaries of the files that were read. It only saves time, so an index of another shape is replaced."""

    shape: Literal[9]
    matches: dict[str, Summary]


_turn = Lock()  # the index is read, changed and written by one thread at a time


def new_match_folder(game: str, now: datetime | None = None, among: Path | None = None) -> Path:
    """Return the path of a new match. Names sort by UTC time, to the millisecond.

    Args:
        among: The folder of the match; that of all matches if None.
    """
    time = (now or datetime.now(UTC)).astimezone(UTC)
    name = _NOT_IN_A_NAME.sub("_", game.lower())[:40]
    thousandth = f"{time.microsecond // 1000:03x}"
    while (
        folder := (among or matches_folder()) / f"{time:%Y%m%d-%H%M%S}-{name}-{thousandth}{secrets.choice('0123456789abcdef')}"
    ).exists():
        pass
    return folder


def list_matches(*, is_noted: bool = True) -> list[Summary]:
    """Return all matches, newest first. Only files that changed since the last call are read.

    Args:
        is_noted: Remember the result for the next call.
    """
    with _turn:
        known = _read_index()
        found = {folder.name: summary for folder in _folders() if (summary := summarize(folder, known.get(folder.name)))}
        if is_noted and found != known:
            _write_index(found)
    keys = {name: _cache_key(found[name]) for name in sorted(found, key=_age, reverse=True)}
    checks = cached_verdicts(keys.values())
    return mark_copies(found[name].with_finding(checks.get(key)) for name, key in keys.items())


def verify_summaries(summaries: Iterable[Summary], check: VerifyMany | None = None) -> list[Summary]:
    """Return the summaries with the verdicts on the finished matches, verifying those not verified before.

    Args:
        check: Verifies several transcripts; see `find_verdicts`.
    """
    summaries = list(summaries)
    finished = [each for each in summaries if each.status == "finished"]
    keys = {each.id: _cache_key(each) for each in finished}
    known = cached_verdicts(keys.values())
    cached = {id: known.get(key) for id, key in keys.items()}
    unknown = [each.path for each in finished if cached[each.id] is None]
    new = dict(find_verdicts(unknown, check)) if unknown else {}
    found = {each.id: new.get(each.path) or cached[each.id] for each in finished}
    return mark_copies(each.with_finding(found[each.id]) if each.id in found else each for each in summaries)


def _cache_key(summary: Summary) -> str:
    return cache_key(summary.digest, stamp_blobs(summary.path))


def mark_copies(summaries: Iterable[Summary]) -> list[Summary]:
    """Return the summaries, with `copy_of` for those that do not count because another is of the same match."""
    summaries = list(summaries)
    copies = find_copies((each.id, each.identity, each.checked) for each in summaries)
    return [
        each if each.copy_of == (first := copies.get(each.id, "")) else each.model_copy(update={"copy_of": first})
        for each in summaries
    ]


def find_match(text: str) -> Path:
    """Return the folder or file of a match named by path, id, beginning of an id, or `last`. Raises StoreError."""
    names = sorted((folder.name for folder in _folders()), key=_age)
    if text == "last":
        if not names:
            raise StoreError("There are no matches yet; `woozle play` starts one.")
        return matches_folder() / names[-1]
    if text in names:
        return matches_folder() / text
    if text and _exists(Path(text)):
        return Path(text)
    close = [name for name in names if text and name.startswith(text)]
    if len(close) == 1:
        return matches_folder() / close[0]
    what = visible_line(text)
    if not close:
        meant = closest_name(text, [*names, "last"])
        then = f"did you mean {visible_line(meant)}?" if meant else "`woozle list` shows all matches."
        raise StoreError(f"There is no match {what!r}; {then}")
    more = " and more" if len(close) > 3 else ""
    raise StoreError(f"{what!r} matches {len(close)} matches: {', '.join(map(visible_line, close[:3]))}{more}.")


def is_own_match(folder: Path) -> bool:
    """Return whether a folder is a match among those of this user."""
    try:
        return real_path(folder.parent) == real_path(matches_folder()) and bool(locate(folder))
    except (TranscriptError, OSError):
        return False


def _age(name: str) -> tuple[bool, str]:
    """Sort key, oldest first; names without a time, as of imported matches, come before all others."""
    return bool(_DATED.match(name)), name


def _exists(path: Path) -> bool:
    try:
        return path.exists()
    except OSError:  # a name that is too long, a directory that is not ours
        return False


def _folders() -> list[Path]:
    try:
        return [
            Path(entry) for entry in os.scandir(matches_folder()) if entry.is_dir(follow_symlinks=False) and _is_text(entry.name)
        ]
    except OSError:
        return []


def _is_text(name: str) -> bool:
    """Return whether a file name, which is bytes, is printable UTF-8."""
    return name.isprintable() and name.encode("utf-8", "replace").decode() == name


def _read_index() -> dict[str, Summary]:
    try:
        return _Index.model_validate_json(read_file(data_folder() / _INDEX, LARGE)).matches
    except (OSError, ValidationError):
        return {}


def _write_index(entries: dict[str, Summary]) -> None:
    """Write the index. A full or read-only disk is not an error."""
    try:
        data = _Index.model_construct(shape=9, matches=entries).model_dump_json(exclude_defaults=True, exclude=_DERIVED)
        disk.replace(data_folder() / _INDEX, data.encode(), sync=False)
    except OSError:
        return
