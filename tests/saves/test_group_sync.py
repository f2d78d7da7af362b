"""Lines of many matches, forced to the disk together and a moment later."""

from __future__ import annotations

import os
from threading import Event, Thread

import pytest

from woozle.core.referee import Referee
from woozle.core.request import Response
from woozle.saves import disk
from woozle.saves.disk import SaveError
from woozle.saves.group_sync import GroupSync
from woozle.saves.resume import reopen
from woozle.saves.transcript import read
from woozle.saves.verify import verify
from woozle.saves.writer import Writer

from tests.saves.table import KEY, SEATS, bots, play, play_responses
from tests.saves.test_models import PICTURES
from tests.two_truths import TwoTruths

NEVER = 3600.0  # seconds


@pytest.fixture
def forced(monkeypatch):
    """The files that were forced to the disk, and the folders with the names of files."""
    files = []
    names = disk.sync_directory
    monkeypatch.setattr(disk, "sync_directory", lambda folder: files.append(folder) or names(folder))
    real = os.fdatasync if hasattr(os, "fdatasync") else os.fsync
    monkeypatch.setattr("woozle.saves.disk._data_sync", lambda file: files.append(file) or real(file))
    return files


def begin(folder, group):
    referee = Referee(TwoTruths(seats=3), KEY)
    return referee, Writer.create(folder, referee, SEATS, group=group)


def test_a_line_is_with_the_system_at_once_and_forced_later_with_those_of_other_matches(tmp_path, forced):
    group = GroupSync(NEVER)
    (one, first), (two, second) = begin(tmp_path / "1", group), begin(tmp_path / "2", group)
    assert not forced, "nor does the beginning of a match wait"
    group.sync_now()
    assert len(forced) == 6, "the first line, the key and the names of each"
    del forced[:]
    play(one, first, bots, 4)
    play(two, second, bots, 3)
    assert not forced and [len(read(tmp_path / name).lines) for name in "12"] == [4, 3]
    group.sync_now()
    assert len(forced) == len(set(forced)) == 2, "once for each match, however many lines it has"
    group.sync_now()
    assert len(forced) == 2
    first.close()
    second.close()
    group.close()


def test_it_is_done_without_being_asked(tmp_path, monkeypatch):
    done = Event()
    group = GroupSync(0.001)
    referee, writer = begin(tmp_path / "m", group)
    monkeypatch.setattr("woozle.saves.disk._data_sync", lambda file: done.set())
    play(referee, writer, bots, 2)
    assert done.wait(10)
    writer.close()
    group.close()


def test_whoever_waits_waits_for_what_another_thread_has_begun():
    begun, goes_on = Event(), Event()

    class Slow:
        def force(self):
            begun.set()
            goes_on.wait(10)

    group = GroupSync(NEVER)
    group.sync_soon(Slow())
    first, second = Thread(target=group.sync_now), Thread(target=group.sync_now)
    first.start()
    assert begun.wait(10)
    second.start()
    second.join(0.05)
    assert second.is_alive()
    goes_on.set()
    first.join()
    second.join()
    group.close()


def test_a_picture_is_forced_with_the_line_that_names_it(tmp_path, forced):
    group = GroupSync(NEVER)
    referee, writer = begin(tmp_path / "m", group)
    group.sync_now()
    del forced[:]
    play_responses(referee, writer, lambda request, number: Response(request.id, bots(request, number), 1.0, pictures=PICTURES), 2)
    assert not forced
    group.sync_now()
    pictures = list((tmp_path / "m" / "blobs").iterdir())
    assert pictures and len(forced) == 1 + len(pictures) + 1 and forced[-1] == tmp_path / "m" / "blobs"
    writer.close()
    group.close()


def test_a_match_that_ends_or_is_left_is_forced_first(tmp_path, forced):
    group = GroupSync(NEVER)
    referee, writer = begin(tmp_path / "m", group)
    group.sync_now()
    play(referee, writer, bots, 4)
    del forced[:]
    writer.close()
    assert len(forced) == 1
    again = reopen(tmp_path / "m", group=group)
    del forced[:]
    play(again.referee, again.writer)
    assert len(forced) == 1, "the last line is forced before the file has its final name"
    group.close()
    assert forced[1:] == [tmp_path / "m"] and verify(tmp_path / "m").is_verified


def test_a_disk_that_fails_halts_the_match_at_its_next_line(tmp_path, monkeypatch):
    def fail(file):
        raise OSError(28, "No space left on device")

    group = GroupSync(NEVER)
    referee, writer = begin(tmp_path / "m", group)
    play(referee, writer, bots, 3)
    monkeypatch.setattr("woozle.saves.disk._data_sync", fail)
    group.sync_now()
    with pytest.raises(SaveError, match="the disk is full"):
        play(referee, writer, bots, 4)
    group.close()


def test_what_is_left_is_forced_when_it_is_closed(tmp_path, forced):
    group = GroupSync(NEVER)
    referee, writer = begin(tmp_path / "m", group)
    group.sync_now()
    play(referee, writer, bots, 3)
    del forced[:]
    group.close()
    assert len(forced) == 1
    writer.close()
