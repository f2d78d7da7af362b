"""Locks where the system has others, or none: with fakes, since neither Windows nor such a disk is here."""

from __future__ import annotations

import errno
import os
import socket
import subprocess
import sys
from types import SimpleNamespace

import pytest

from woozle.core.referee import Referee
from woozle.saves import disk, locks
from woozle.saves.disk import AppendFile, SaveError
from woozle.saves.locks import LockWarning
from woozle.saves.transcript import PART
from woozle.saves.verify import verify
from woozle.saves.writer import Writer

from tests.saves.table import KEY, finished
from tests.tui.command_line import woozle
from tests.two_truths import TwoTruths

__all__ = ["woozle"]


@pytest.fixture(params=["ENOLCK", "EOPNOTSUPP", "ENOSYS"])
def without_locks(request, monkeypatch):
    """A network disk that cannot lock."""

    def flock(file: int, how: int) -> None:
        raise OSError(getattr(errno, request.param), "No locks available")

    monkeypatch.setattr(locks, "_fcntl", SimpleNamespace(flock=flock, LOCK_EX=2, LOCK_NB=4))
    monkeypatch.setattr(locks, "_warned", set())


@pytest.fixture
def windows(monkeypatch):
    """The locks of Windows: of single bytes, and not to be waited for. Holds the bytes that are locked."""
    held: set[tuple[int, int]] = set()

    def locking(file: int, mode: int, number: int) -> None:
        byte = os.fstat(file).st_ino, os.lseek(file, 0, os.SEEK_CUR)
        assert (mode, number) == (2, 1)
        if byte in held:
            raise OSError(errno.EACCES, "Permission denied")
        held.add(byte)

    monkeypatch.setattr(locks, "_fcntl", None)
    monkeypatch.setattr(locks, "_msvcrt", SimpleNamespace(locking=locking, LK_NBLCK=2))
    return held


def holder(path) -> str:
    return path.with_name(f"{path.name}.held").read_text()


@pytest.fixture
def path(tmp_path):
    path = tmp_path / "file"
    path.write_bytes(b"line\n")
    return path


def test_a_lock_file_takes_the_place_of_a_lock_with_a_warning(without_locks, path):
    with pytest.warns(LockWarning, match=r"cannot lock files; files that end in \.held keep other processes of Woozle away"):
        file = AppendFile(path)
    assert holder(path) == f"{os.getpid()} {socket.gethostname()}\n"
    with pytest.raises(SaveError, match=r"another process.*file\.held names its process.*delete this file\.$"):
        AppendFile(path)  # which is warned of once
    file.append(b"more\n")
    file.close()
    assert [each.name for each in path.parent.iterdir()] == ["file"]
    AppendFile(path).close()


@pytest.mark.e2e
@pytest.mark.parametrize("number", ["of a process that ended", "of this process, in another life"])
def test_the_lock_file_of_a_dead_process_is_taken_over(without_locks, path, number):
    ended = subprocess.Popen([sys.executable, "-c", ""])
    ended.wait()
    dead = ended.pid if "ended" in number else os.getpid()
    path.with_name("file.held").write_text(f"{dead} {socket.gethostname()}\n")
    with pytest.warns(LockWarning):
        file = AppendFile(path)
    assert holder(path) == f"{os.getpid()} {socket.gethostname()}\n"
    file.close()
    assert [each.name for each in path.parent.iterdir()] == ["file"]


@pytest.mark.parametrize("held", [f"1 {socket.gethostname()}", "1 elsewhere", "", "nonsense", f"{'9' * 40} {socket.gethostname()}"])
def test_the_lock_file_of_a_process_that_may_live_is_left_alone(without_locks, path, held):
    path.with_name("file.held").write_text(held)
    with pytest.warns(LockWarning), pytest.raises(SaveError, match="if that one is gone, delete this file"):
        AppendFile(path)
    assert holder(path) == held


def test_of_two_that_find_a_dead_process_one_takes_over(without_locks, path, monkeypatch):
    lock = path.with_name("file.held")
    monkeypatch.setattr(locks, "_is_dead", lambda found, path: lock.write_text("2 elsewhere") > 0)  # the other was faster
    lock.write_text("1 elsewhere")
    with pytest.warns(LockWarning), pytest.raises(SaveError):
        AppendFile(path)
    assert holder(path) == "2 elsewhere" and sorted(each.name for each in path.parent.iterdir()) == ["file", "file.held"]


@pytest.mark.filterwarnings("ignore::woozle.saves.locks.LockWarning")
def test_a_match_can_be_played_on_a_disk_without_locks(without_locks, tmp_path):
    assert verify(finished(tmp_path / "m"), 2).is_verified
    assert [each.name for each in (tmp_path / "m").iterdir()] == ["transcript.jsonl"]


def test_what_a_killed_process_left_of_a_match_that_had_not_begun_is_no_hindrance(without_locks, tmp_path):
    (tmp_path / "m").mkdir()
    (tmp_path / "m" / f"{PART}{locks.SUFFIX}").write_text("1 elsewhere")
    with pytest.warns(LockWarning):
        Writer.create(tmp_path / "m", Referee(TwoTruths(seats=3), KEY), {}).close()


def test_other_errors_of_locks_are_told(path, monkeypatch):
    def flock(file: int, how: int) -> None:
        raise OSError(errno.EIO, "Input/output error")

    monkeypatch.setattr(locks, "_fcntl", SimpleNamespace(flock=flock, LOCK_EX=2, LOCK_NB=4))
    with pytest.raises(OSError, match="Input/output error"):
        AppendFile(path)


def test_windows_keeps_two_processes_apart_and_lets_them_read(windows, path):
    file = AppendFile(path)
    ((_, byte),) = windows
    assert 2**29 <= byte < 2**31, "behind every transcript, and within what its function can count"
    with pytest.raises(SaveError, match="is being played by another process; stop it, or wait until it ends"):
        AppendFile(path)
    file.append(b"more\n")
    file.close()
    assert path.read_bytes() == b"line\nmore\n"


def test_windows_waits_for_a_folder(windows, tmp_path, monkeypatch):
    monkeypatch.setattr(disk, "IS_WINDOWS", True)
    waited = []

    def sleep(seconds: float) -> None:
        waited.append(seconds)
        if len(waited) == 3:
            windows.clear()  # the other process has ended

    monkeypatch.setattr(locks.time, "sleep", sleep)
    with disk.lock_folder(tmp_path), disk.lock_folder(tmp_path):
        assert len(waited) == 3


@pytest.mark.filterwarnings("always::woozle.saves.locks.LockWarning")
def test_the_command_line_says_it_in_a_sentence(without_locks, tmp_path, woozle):
    status, _, err = woozle("run", "urn", "--seats", "bot*5", "--seed", 1, "--out", tmp_path / "run")
    assert status == 0
    assert f"woozle: The disk of {tmp_path / 'run' / '0001'} cannot lock files; " in err and err.count("cannot lock") == 1
    assert not list((tmp_path / "run").rglob("*.held"))


@pytest.mark.parametrize("data", [b"\xff\xfe", b"1" * 301, None], ids=["no text", "too long", "a folder"])
def test_a_lock_file_that_cannot_be_read_is_respected(without_locks, path, data):
    lock = path.with_name("file.held")
    lock.mkdir() if data is None else lock.write_bytes(data)
    with pytest.warns(LockWarning), pytest.raises(SaveError, match=r"names its process \(unknown\)"):
        AppendFile(path)
    assert lock.exists()
