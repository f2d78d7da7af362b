"""Where matches live, what is there, and how a person names one."""

from __future__ import annotations

import os
import re
import secrets
from datetime import UTC, datetime
from pathlib import Path
from typing import Any, Literal

import orjson
import platformdirs
from pydantic import BaseModel, TypeAdapter, ValidationError

from woozle.core.request import Seat
from woozle.core.text import visible_line
from woozle.saves import disk
from woozle.saves.line import parted
from woozle.saves.transcript import CLOSED, TranscriptError, header_of, located

_INDEX = "index.json"
_NOT_IN_A_NAME = re.compile(r"[^a-z0-9_]+")


class StoreError(ValueError):
    """No match, or more than one, goes by what a person typed. Says so in a sentence."""


class Summary(BaseModel):
    """A match at a glance. id: the name of its directory, which comes from outside like all that the transcript says.

    modified: seconds since 1970. lines: how many Responses. winners: empty while the match is unfinished.
    """

    id: str
    size: int
    modified: float
    status: Literal["finished", "unfinished", "damaged"]
    game: str = ""
    players: dict[Seat, dict[str, Any]] = {}
    started: str | None = None
    lines: int = 0
    reason: str = ""
    winners: tuple[Seat, ...] = ()

    @property
    def path(self) -> Path:
        """Its directory."""
        return matches() / self.id


_ENTRIES = TypeAdapter(dict[str, Summary])


def home() -> Path:
    """Where everything is kept that a person would want to keep: $WOOZLE_HOME, or the system's place for it."""
    named = os.environ.get("WOOZLE_HOME")
    return Path(named).expanduser() if named else platformdirs.user_data_path("woozle", appauthor=False)


def matches() -> Path:
    """Where matches live, one directory each."""
    return home() / "matches"


def new_match(game: str, now: datetime | None = None) -> Path:
    """A directory for a new match, not made yet. Names sort by the time, in UTC, to the millisecond."""
    time = (now or datetime.now(UTC)).astimezone(UTC)
    name = _NOT_IN_A_NAME.sub("_", game.lower())[:40]
    thousandth = f"{time.microsecond // 1000:03x}"
    while (folder := matches() / f"{time:%Y%m%d-%H%M%S}-{name}-{thousandth}{secrets.choice('0123456789abcdef')}").exists():
        pass
    return folder


def list_matches() -> list[Summary]:
    """All matches, the newest first. Only those are read that have changed since the last time."""
    known = _read_index()
    found = {folder.name: summary for folder in _folders() if (summary := _summary(folder, known.get(folder.name)))}
    if found != known:
        _write_index(found)
    return [found[name] for name in sorted(found, reverse=True)]


def find(text: str) -> Path:
    """The directory (or file) of a match that a person names: by path, by id, by the beginning of an id, or as `last`.

    Raises StoreError, with a sentence.
    """
    names = sorted(folder.name for folder in _folders())
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
        raise StoreError(f"There is no match {what!r}; `woozle list` shows all.")
    more = " and more" if len(close) > 3 else ""
    raise StoreError(f"{what!r} is the beginning of {len(close)} matches: {', '.join(map(visible_line, close[:3]))}{more}.")


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


def _summary(folder: Path, known: Summary | None) -> Summary | None:
    """None if there is no transcript in a folder."""
    try:
        file = located(folder)
        status = file.stat()
        if known and (known.size, known.modified) == (status.st_size, status.st_mtime):
            return known
        data = file.read_bytes()
    except (TranscriptError, OSError):
        return None
    bare = Summary(id=folder.name, size=status.st_size, modified=status.st_mtime, status="damaged")
    *rows, _ = data.split(b"\n")
    try:
        header, _ = header_of(rows[0] if rows else b"", file)
        last = _body(rows[-1])
        end = last.get("outcome")
        return bare.model_copy(
            update={
                "status": "finished" if end else "damaged" if file.name == CLOSED else "unfinished",
                "game": header.game,
                "players": header.players,
                "started": header.started,
                "lines": len(rows) - (2 if end else 1),
                "reason": str(end["reason"]) if end else "",
                "winners": tuple(seat for seat, each in end["results"].items() if each["kind"] == "won") if end else (),
            }
        )
    except (TranscriptError, ValueError, TypeError, KeyError, AttributeError):
        return bare


def _body(row: bytes) -> dict[str, Any]:
    parts = parted(row)
    body: dict[str, Any] = orjson.loads(parts.body if parts else b"")
    return body


def _read_index() -> dict[str, Summary]:
    try:
        return _ENTRIES.validate_json((home() / _INDEX).read_bytes())
    except (OSError, ValidationError):
        return {}


def _write_index(entries: dict[str, Summary]) -> None:
    """It only saves time, so that a full or read-only disk is no reason to fail."""
    try:
        disk.replace(home() / _INDEX, _ENTRIES.dump_json(entries), sync=False)
    except OSError:
        return
