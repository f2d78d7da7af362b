"""A cache of results computed from transcripts: verdicts, figures, intervals, the conduct of people, the speed of models.

All of it is in one SQLite file among the user's own data, never beside a match, since folders of matches come from anyone. It only
saves time: a file that is damaged, or of another shape, is made anew, and one that cannot be written is not an error. A key holds
the digest of what was read and the versions of all that read it, so what has changed is not found.
"""

from __future__ import annotations

import sqlite3
import zlib
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from contextlib import closing
from threading import Lock
from typing import Literal, TypeAlias, TypeVar

from woozle.saves.paths import data_folder

Kind: TypeAlias = Literal["verdict", "figures", "interval", "conduct", "speed"]

T = TypeVar("T")

_FILE = "derived.sqlite"
_EARLIER = ("findings.json", "conduct.json")  # files that held the same
_SHAPE = 1
_MOST: Mapping[Kind, int] = {  # the latest are kept
    "verdict": 200_000,
    "figures": 100_000,
    "interval": 20_000,
    "conduct": 200_000,
    "speed": 1000,
}
_SECONDS = 5.0  # to wait for another process that writes
_AT_ONCE = 500  # keys in one question

_turn = Lock()


def find_derived(kind: Kind, keys: Iterable[str] | None = None) -> dict[str, bytes]:
    """Return what is kept under some keys, or under all if None."""

    def find(file: sqlite3.Connection) -> dict[str, bytes]:
        if keys is None:
            return dict(_unpacked(file.execute("SELECT key, value FROM derived WHERE kind = ? ORDER BY rowid", (kind,))))
        found: dict[str, bytes] = {}
        wanted = list(keys)
        for at in range(0, len(wanted), _AT_ONCE):
            some = wanted[at : at + _AT_ONCE]
            marks = ", ".join("?" * len(some))
            found |= _unpacked(file.execute(f"SELECT key, value FROM derived WHERE kind = ? AND key IN ({marks})", (kind, *some)))
        return found

    return _use(find) or {} if (data_folder() / _FILE).exists() else {}


def keep_derived(kind: Kind, new: Mapping[str, bytes]) -> None:
    """Keep values by their keys, and no more than the latest ones of a kind."""

    def keep(file: sqlite3.Connection) -> None:
        rows = ((kind, key, zlib.compress(value, 1)) for key, value in new.items())
        file.executemany("INSERT OR REPLACE INTO derived (kind, key, value) VALUES (?, ?, ?)", rows)
        file.execute(
            "DELETE FROM derived WHERE kind = ?1 AND rowid <= (SELECT rowid FROM derived WHERE kind = ?1 "
            "ORDER BY rowid DESC LIMIT 1 OFFSET ?2)",
            (kind, _MOST[kind]),
        )

    if new:
        _use(keep)


def drop_derived(kind: Kind, keys: Collection[str]) -> None:
    """Drop what is kept under some keys, so that nothing of it is left in the file."""
    if keys and (data_folder() / _FILE).exists():
        _use(lambda file: file.executemany("DELETE FROM derived WHERE kind = ? AND key = ?", [(kind, key) for key in keys]))


def _unpacked(rows: Iterable[tuple[str, bytes]]) -> Iterator[tuple[str, bytes]]:
    """Yield the entries that are whole."""
    for key, value in rows:
        try:
            yield key, zlib.decompress(value)
        except (zlib.error, TypeError):
            continue


def _use(use: Callable[[sqlite3.Connection], T]) -> T | None:
    """Return what is done with the file, in one transaction; None if that is impossible."""
    with _turn:
        for _ in range(2):
            try:
                with closing(_open()) as file, file:
                    return use(file)
            except sqlite3.OperationalError:  # another process holds it, or the disk is full or read-only
                return None
            except (sqlite3.DatabaseError, _OtherShapeError):
                try:
                    (data_folder() / _FILE).unlink(missing_ok=True)
                except OSError:
                    return None
            except OSError:
                return None
    return None


class _OtherShapeError(Exception):
    """The file was made by another version of Woozle."""


def _open() -> sqlite3.Connection:
    """Open the file, or make it. Raises OSError, sqlite3.Error, _OtherShapeError."""
    path = data_folder() / _FILE
    path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
    is_new = not path.exists()
    if not is_new and not path.is_file():  # a pipe would be waited for
        raise OSError
    file = sqlite3.connect(path, timeout=_SECONDS)
    file.text_factory = lambda text: text.decode(errors="replace")  # of a damaged entry
    try:
        (shape,) = file.execute("PRAGMA user_version").fetchone()
        if is_new or shape == 0:
            path.chmod(0o600)
            file.execute("CREATE TABLE IF NOT EXISTS derived (kind TEXT, key TEXT, value BLOB, PRIMARY KEY (kind, key))")
            file.execute(f"PRAGMA user_version = {_SHAPE}")
            for name in _EARLIER:
                path.with_name(name).unlink(missing_ok=True)
        elif shape != _SHAPE:
            raise _OtherShapeError
        file.execute("PRAGMA secure_delete = ON")
        file.execute("PRAGMA synchronous = OFF")
    except BaseException:
        file.close()
        raise
    return file
