"""The index of open tables: one SQLite file in the data folder, from which a server that was killed continues.

Transcripts stay the truth about matches. The file adds which tables are open, and who may sit where. It holds no
token, only SHA-256 digests of them (see `invitations`), so reading it lets nobody in.

Every method returns after an atomic commit, so kill -9 loses nothing that was saved. With a GroupSync, saved rows
are forced to the disk a moment later, together with the lines of matches; without one, `save_table` waits for it. One process at a
time holds the file.
"""

from __future__ import annotations

import os
import sqlite3
import stat
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import astuple, fields, replace
from pathlib import Path
from typing import get_args

from woozle.core.value import value
from woozle.players.seat_protocol import TableState
from woozle.saves.disk import SaveError, save_error
from woozle.saves.group_sync import GroupSync
from woozle.saves.transcript import display_path

TABLES = "tables.sqlite"
"""The name of the file."""

RESUMED: tuple[TableState, ...] = ("waiting", "dealing", "playing")


@value
class TableRow:
    """An open table.

    Attributes:
        id: 8 letters, as in its links.
        plan: As JSON text.
        ended: Unix time, in seconds; 0.0 until the table is over or closed.
        attempt: Number of the current deal, from 1; 0 before the first.
        secret: The host's secret of that deal, in hexadecimal.
        folder: Folder of the match; empty before the start.
        creator: Digest of the token of the visitor who created it; empty for the operator.
        spectators: Digest of the spectators' token; empty if there is no such link.
        room_code: Digest of the room code; empty from the start on.
    """

    id: str
    plan: str
    state: TableState = "waiting"
    attempt: int = 0
    secret: str = ""
    folder: str = ""
    ended: float = 0.0
    creator: str = ""
    spectators: str = ""
    room_code: str = ""


@value
class PlaceRow:
    """A place at a table.

    Attributes:
        number: From 1.
        kind: open, human, agent, bot, model.
        name, software: Of the player; empty for an open place.
        invitation: Digest of the invitation, or of the recovery code that was used last; empty if there is none.
        is_used: Whether somebody has joined by that invitation.
        joiner: Digest of the joiner's own secret.
        token: Digest of the seat's token.
        recovery: Digest of the recovery code.
        commitment: Of the nonce, in hexadecimal.
        nonce: In hexadecimal; empty until it is revealed, or drawn here for places that cannot.
        is_removed: Whether the player was removed; the token no longer opens anything.
        is_left: Whether the player left the match for good.
    """

    table: str
    number: int
    kind: str = "open"
    name: str = ""
    software: str = ""
    invitation: str = ""
    is_used: bool = False
    joiner: str = ""
    token: str = ""
    recovery: str = ""
    commitment: str = ""
    nonce: str = ""
    is_removed: bool = False
    is_left: bool = False


@value
class StoredTable:
    """A table with its places, in order."""

    row: TableRow
    places: tuple[PlaceRow, ...]


_APPLICATION = 0x575A5442  # WZTB marks the file as ours
_MIGRATIONS = (
    """
    CREATE TABLE tables (
        id TEXT PRIMARY KEY, plan TEXT NOT NULL, created REAL NOT NULL, state TEXT NOT NULL, attempt INTEGER NOT NULL,
        secret TEXT NOT NULL, folder TEXT NOT NULL, ended REAL NOT NULL, creator TEXT NOT NULL, spectators TEXT NOT NULL,
        room_code TEXT NOT NULL
    ) STRICT;
    CREATE INDEX tables_by_state ON tables (state, ended);
    CREATE TABLE places (
        "table" TEXT NOT NULL REFERENCES tables (id) ON DELETE CASCADE, number INTEGER NOT NULL, kind TEXT NOT NULL,
        name TEXT NOT NULL, software TEXT NOT NULL, invitation TEXT NOT NULL, is_used INTEGER NOT NULL, joiner TEXT NOT NULL,
        token TEXT NOT NULL, recovery TEXT NOT NULL, commitment TEXT NOT NULL, nonce TEXT NOT NULL, is_removed INTEGER NOT NULL,
        PRIMARY KEY ("table", number)
    ) STRICT, WITHOUT ROWID;
    CREATE TABLE matches (
        folder TEXT PRIMARY KEY, "table" TEXT NOT NULL REFERENCES tables (id) ON DELETE CASCADE
    ) STRICT, WITHOUT ROWID;
    """,
    """
    ALTER TABLE places ADD COLUMN is_left INTEGER NOT NULL DEFAULT 0;
    ALTER TABLE tables DROP COLUMN created;
    """,
)
"""SQL that migrates each version of the file to the next. Entries are only ever added."""


class TableDatabase:
    """The file of a server's tables. Methods raise SaveError if it cannot be read or written."""

    def __init__(self, path: Path, group: GroupSync | None = None) -> None:
        """Open the file, or make it; bring an older one to the current version."""
        self.path = path
        self._group = group
        self._log = path.with_name(f"{path.name}-wal")
        self._failure: OSError | None = None
        try:
            path.parent.mkdir(parents=True, exist_ok=True)
            _make_private(path)
        except OSError as error:
            raise save_error(error, path, "start again") from error
        self._connection = sqlite3.connect(path, timeout=0, isolation_level=None)
        try:
            with self._explained():
                self._open()
        except BaseException:
            self._connection.close()
            raise

    def close(self) -> None:
        self._connection.close()  # SQLite forces all of it to the disk

    def force(self) -> None:
        """Force what was saved to the disk, from any thread. A failure is kept for the next who saves."""
        try:
            with self._log.open("r+b") as log:
                os.fsync(log.fileno())
        except FileNotFoundError:
            pass  # closed
        except OSError as error:
            self._failure = error

    def save_table(self, row: TableRow, *places: PlaceRow) -> None:
        """Save a table, new or changed, and some of its places."""
        kept = replace(row, folder=self._stored(row.folder)) if row.folder else row
        with self._transaction(waits=True):
            self._save("tables", kept)
            self._save("places", *places)
            if kept.folder:
                self._connection.execute('INSERT OR IGNORE INTO matches (folder, "table") VALUES (?, ?)', [kept.folder, row.id])

    def save_places(self, *places: PlaceRow) -> None:
        with self._transaction():
            self._save("places", *places)

    def read_table(self, id: str) -> StoredTable | None:
        return next(iter(self._read("WHERE id = ?", id)), None)

    def tables_to_resume(self) -> list[StoredTable]:
        """Return the tables that are neither over nor closed, oldest first."""
        return self._read("WHERE state IN (?, ?, ?) ORDER BY rowid", *RESUMED)

    def ended_before(self, time: float) -> list[StoredTable]:
        """Return the tables that were over or closed before a time, oldest first."""
        return self._read("WHERE ended > 0 AND ended < ? ORDER BY ended, id", time)

    def match_folders(self, id: str) -> list[Path]:
        """Return the folders of all matches of a table, with those before a rematch."""
        with self._explained():
            found = self._connection.execute('SELECT folder FROM matches WHERE "table" = ? ORDER BY folder', [id])
            return [self.path.parent / folder for (folder,) in found]

    def count_states(self) -> dict[TableState, int]:
        with self._explained():
            found = dict(self._connection.execute("SELECT state, count(*) FROM tables GROUP BY state"))
        return {state: found.get(state, 0) for state in get_args(TableState)}

    def forget_names(self, id: str) -> None:
        """Remove the names, software and digests of a table's players, and overwrite them in the file."""
        erased = "name = '', software = '', invitation = '', joiner = '', token = '', recovery = ''"
        with self._transaction(waits=True):
            self._connection.execute(f'UPDATE places SET {erased} WHERE "table" = ?', [id])
            self._connection.execute("UPDATE tables SET creator = '', spectators = '', room_code = '' WHERE id = ?", [id])
        self._empty_log()

    def delete_table(self, id: str) -> None:
        """Remove a table and its places, and overwrite them in the file."""
        with self._transaction(waits=True):
            self._connection.execute("DELETE FROM tables WHERE id = ?", [id])
        self._empty_log()

    def _open(self) -> None:
        """Bring the file to the current version. Raises SaveError for another program's file, and for a newer version."""
        run = self._connection.execute
        run("PRAGMA locking_mode = EXCLUSIVE")  # held until the process ends, however it ends
        (application,), (version,) = (run(f"PRAGMA {each}").fetchone() for each in ("application_id", "user_version"))
        if application != _APPLICATION and run("SELECT count(*) FROM sqlite_schema").fetchone()[0]:
            raise SaveError(f"{display_path(self.path)} is a file of another program; move it away, then start again.")
        if version > len(_MIGRATIONS):
            raise SaveError(
                f"{display_path(self.path)} was written by a newer version of Woozle; install that version, "
                "or move the file away, then start again."
            )
        run("PRAGMA journal_mode = WAL")
        run("PRAGMA secure_delete = ON")
        run("PRAGMA foreign_keys = ON")
        with self._transaction(waits=True):
            for migration in _MIGRATIONS[version:]:
                for statement in migration.split(";"):
                    run(statement)
            run(f"PRAGMA application_id = {_APPLICATION}")
            run(f"PRAGMA user_version = {len(_MIGRATIONS)}")

    def _stored(self, folder: str) -> str:
        """Return a match's folder as stored: relative to this file's folder if below it, since both may be moved together."""
        path, own = Path(folder).absolute(), self.path.parent.absolute()
        return str(path.relative_to(own) if path.is_relative_to(own) else path)

    def _found(self, row: TableRow) -> TableRow:
        return replace(row, folder=str(self.path.parent / row.folder)) if row.folder else row

    def _save(self, table: str, *rows: TableRow | PlaceRow) -> None:
        for row in rows:
            names = _columns(type(row))
            marks, changes = ", ".join("?" * len(names)), ", ".join(f"{each} = excluded.{each}" for each in names)
            sql = f"INSERT INTO {table} ({', '.join(names)}) VALUES ({marks}) ON CONFLICT DO UPDATE SET {changes}"
            self._connection.execute(sql, astuple(row))

    def _read(self, where: str, *values: object) -> list[StoredTable]:
        names, of_place = (", ".join(_columns(each)) for each in (TableRow, PlaceRow))
        of_table = f'SELECT {of_place} FROM places WHERE "table" = ? ORDER BY number'
        with self._explained():
            found = self._connection.execute(f"SELECT {names} FROM tables {where}", values).fetchall()
            rows = [self._found(TableRow(*each)) for each in found]
            return [
                StoredTable(row, tuple(PlaceRow(*each) for each in self._connection.execute(of_table, [row.id]))) for row in rows
            ]

    def _empty_log(self) -> None:
        """Copy the log into the file and empty it, so that nothing removed is left in it."""
        with self._explained():
            self._connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")

    @contextmanager
    def _transaction(self, *, waits: bool = False) -> Iterator[None]:
        with self._explained():
            if self._failure:
                raise save_error(self._failure, self.path, "start again")
            self._connection.execute(f"PRAGMA synchronous = {'FULL' if waits and not self._group else 'NORMAL'}")
            self._connection.execute("BEGIN IMMEDIATE")
            try:
                yield
                self._connection.execute("COMMIT")
                if self._group:
                    self._group.sync_soon(self)
            except BaseException:
                with suppress(sqlite3.Error):
                    self._connection.execute("ROLLBACK")
                raise

    @contextmanager
    def _explained(self) -> Iterator[None]:
        try:
            yield
        except sqlite3.Error as error:
            code = getattr(error, "sqlite_errorcode", 0) & 0xFF
            why = _PROBLEMS.get(code, f"could not be used ({error}); mend that, then start again")
            raise SaveError(f"{display_path(self.path)} {why}.") from error


_BUSY = "is in use by another server; stop that one, or set WOOZLE_HOME to another folder"
_DAMAGED = (
    "is not a database, or is damaged; restore it from a copy, or move it away, then start again. "
    "Its matches are in their own folders"
)
_PROBLEMS = {
    sqlite3.SQLITE_FULL: "could not be written, because the disk is full; free some space, then try again",
    sqlite3.SQLITE_BUSY: _BUSY,
    sqlite3.SQLITE_LOCKED: _BUSY,
    sqlite3.SQLITE_NOTADB: _DAMAGED,
    sqlite3.SQLITE_CORRUPT: _DAMAGED,
}


def _make_private(path: Path) -> None:
    """Create an empty file for its owner alone, unless there is one. SQLite gives the files beside it the same rights."""
    try:
        os.close(os.open(path, os.O_CREAT | os.O_EXCL | os.O_RDWR, 0o600))
    except FileExistsError:
        if not stat.S_ISREG(path.lstat().st_mode):
            raise SaveError(f"{display_path(path)} is not a file; move it away, then start again.") from None


def _columns(kind: type[TableRow | PlaceRow]) -> list[str]:
    return [f'"{each.name}"' for each in fields(kind)]
