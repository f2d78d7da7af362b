"""The index of open tables."""

from __future__ import annotations

import errno
import os
import shutil
import signal
import sqlite3
import stat
import subprocess
import sys
from contextlib import closing
from dataclasses import replace

import pytest

from woozle.arena.tables import database as module
from woozle.arena.tables.database import TABLES, PlaceRow, StoredTable, TableDatabase, TableRow
from woozle.saves.disk import SaveError
from woozle.saves.group_sync import GroupSync

ROW = TableRow("K7Q2M4XA", '{"game": "urn"}', room_code="ab", spectators="cd")
PLACES = (PlaceRow("K7Q2M4XA", 1, "human", "Ada", "web", "i1", True, "j1", "t1", "r1"), PlaceRow("K7Q2M4XA", 2))


@pytest.fixture
def path(tmp_path):
    return tmp_path / TABLES


def test_what_is_saved_is_read_again_by_the_next_process(path):
    with closing(TableDatabase(path)) as database:
        database.save_table(ROW, *PLACES)
        database.save_table(replace(ROW, id="OVER", state="over", ended=200.0))
    with closing(TableDatabase(path)) as database:
        assert database.tables_to_resume() == [StoredTable(ROW, PLACES)] and database.read_table(ROW.id) == StoredTable(ROW, PLACES)
        assert database.read_table("NONE") is None
        database.save_table(replace(ROW, id="AAAAAAAA"))
        database.save_table(replace(ROW, attempt=1))
        assert [each.row.id for each in database.tables_to_resume()] == [ROW.id, "AAAAAAAA"], "as they were opened"
        assert database.count_states() == {"waiting": 2, "dealing": 0, "playing": 0, "over": 1, "closed": 0}


def test_a_deal_is_saved_with_its_places_or_not_at_all(path):
    with closing(TableDatabase(path)) as database:
        database.save_table(ROW, *PLACES)
        dealt = replace(ROW, state="playing", attempt=2, secret="5e", folder="/m/1", room_code="")
        seated = replace(PLACES[1], name="Bo", commitment="c", nonce="n", is_removed=True)
        database.save_table(dealt, seated)
        assert database.tables_to_resume() == [StoredTable(dealt, (PLACES[0], seated))]
        with pytest.raises(SaveError, match="FOREIGN KEY"):
            database.save_places(replace(seated, name="Cy"), PlaceRow("NONE", 1))
        assert database.tables_to_resume()[0].places[1].name == "Bo"


def test_a_folder_that_is_moved_with_its_matches_still_has_them(path, tmp_path):
    folder = path.parent / "data"
    with closing(TableDatabase(folder / TABLES)) as database:
        database.save_table(replace(ROW, state="playing", folder=str(folder / "matches" / "1")), *PLACES)
    assert str(tmp_path).encode() not in (folder / TABLES).read_bytes()
    folder.rename(tmp_path / "moved")
    with closing(TableDatabase(tmp_path / "moved" / TABLES)) as database:
        assert database.tables_to_resume()[0].row.folder == str(tmp_path / "moved" / "matches" / "1")
        assert database.match_folders(ROW.id) == [tmp_path / "moved" / "matches" / "1"]


def test_only_its_owner_can_read_the_file_and_those_beside_it(path):
    with closing(TableDatabase(path)) as database:
        database.save_table(ROW, *PLACES)
        files = sorted(path.parent.iterdir())
        assert [file.name for file in files] == [TABLES, f"{TABLES}-wal"]
        assert {stat.S_IMODE(file.stat().st_mode) for file in files} == {0o600}


_WRITER = """
import os, signal, sys
from pathlib import Path
from woozle.arena.tables.database import *
database = TableDatabase(Path(sys.argv[1]))
database.save_table(TableRow("A", "{}"))
for number in range(1, 50):
    database.save_places(PlaceRow("A", number))
os.kill(os.getpid(), signal.SIGKILL)
"""


@pytest.mark.e2e
def test_a_killed_process_loses_nothing_and_holds_nothing(path):
    ended = subprocess.run(
        [sys.executable, "-c", _WRITER, str(path)], check=False, env=os.environ | {"PYTHONPATH": os.pathsep.join(sys.path)}
    )
    assert ended.returncode == -signal.SIGKILL
    with closing(TableDatabase(path)) as database:
        assert len(database.tables_to_resume()[0].places) == 49


def test_names_and_tables_that_are_removed_are_in_no_file(path):
    with closing(TableDatabase(path)) as database:
        ended = replace(ROW, state="over", ended=200.0)
        database.save_table(ended, replace(PLACES[0], name="Wilhelmina"))
        assert database.ended_before(200.0) == [] and [each.row for each in database.ended_before(200.1)] == [ended]
        database.forget_names(ROW.id)
        kept = database.read_table(ROW.id)
        assert kept.places == (PlaceRow(ROW.id, 1, "human", is_used=True),) and not kept.row.spectators
        assert not any(b"Wilhelmina" in file.read_bytes() for file in path.parent.iterdir())
        database.delete_table(ROW.id)
        assert database.read_table(ROW.id) is None
        assert not any(b"urn" in file.read_bytes() for file in path.parent.iterdir())


def test_one_process_at_a_time_holds_the_file(path):
    with closing(TableDatabase(path)), pytest.raises(SaveError, match="in use by another server"):
        TableDatabase(path)
    TableDatabase(path).close()


def test_files_that_cannot_be_used_are_explained_and_left_alone(path, tmp_path):
    path.write_bytes(b"x" * 5000)
    with pytest.raises(SaveError, match="is not a database"):
        TableDatabase(path)
    assert path.read_bytes() == b"x" * 5000
    foreign = tmp_path / "foreign.sqlite"
    with closing(sqlite3.connect(foreign)) as other:
        other.execute("CREATE TABLE a (b)")
    before = foreign.read_bytes()
    with pytest.raises(SaveError, match="of another program"):
        TableDatabase(foreign)
    assert foreign.read_bytes() == before
    link = tmp_path / "link"
    link.symlink_to(foreign)
    with pytest.raises(SaveError, match="is not a file"):
        TableDatabase(link)
    with pytest.raises(SaveError, match="could not be written"):
        TableDatabase(foreign / TABLES)


def test_a_file_of_a_newer_version_is_refused_and_an_older_one_brought_up_to_date(path, monkeypatch):
    with closing(TableDatabase(path)) as database:
        database.save_table(ROW, *PLACES)
    monkeypatch.setattr(module, "_MIGRATIONS", (*module._MIGRATIONS, "ALTER TABLE tables ADD more TEXT; CREATE TABLE other (a)"))
    with closing(TableDatabase(path)) as database:
        assert database.tables_to_resume() == [StoredTable(ROW, PLACES)]
    monkeypatch.undo()
    with pytest.raises(SaveError, match="by a newer version"):
        TableDatabase(path)


def test_a_full_disk_is_explained_and_leaves_the_file_as_it_was(path):
    with closing(TableDatabase(path)) as database:
        database.save_table(ROW, *PLACES)
        (pages,) = database._connection.execute("PRAGMA page_count").fetchone()
        database._connection.execute(f"PRAGMA max_page_count = {pages}")
        with pytest.raises(SaveError, match="the disk is full"):
            database.save_places(replace(PLACES[0], name="x" * 100_000))
        assert database.read_table(ROW.id) == StoredTable(ROW, PLACES)


def test_with_a_group_what_is_saved_is_with_the_system_at_once_and_forced_later(path, monkeypatch):
    forced, real = [], os.fsync
    monkeypatch.setattr(os, "fsync", lambda file: forced.append(file) or real(file))
    group = GroupSync(3600.0)
    with closing(group), closing(TableDatabase(path, group)) as database:
        database.save_table(ROW, *PLACES)
        database.save_table(replace(ROW, state="playing"), *PLACES)
        copy = path.with_name("copy.sqlite")
        for end in ("", "-wal"):
            shutil.copy(f"{path}{end}", f"{copy}{end}")
        assert not forced
        group.sync_now()
        assert len(forced) == 1
        monkeypatch.setattr(os, "fsync", lambda file: (_ for _ in ()).throw(OSError(errno.ENOSPC, "full")))
        database.save_places(PLACES[0])
        group.sync_now()
        with pytest.raises(SaveError, match="the disk is full"):
            database.save_places(PLACES[0])
    with closing(TableDatabase(copy)) as database:
        assert database.read_table(ROW.id).row.state == "playing"
