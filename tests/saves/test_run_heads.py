"""The heads of a run while several processes end parts of it."""

from __future__ import annotations

import os

import pytest

from woozle.saves import disk
from woozle.saves.heads import HEADS, write_heads

fcntl = pytest.importorskip("fcntl")


def test_parts_of_a_run_that_end_together_write_its_heads_one_after_the_other(tmp_path, monkeypatch):
    write, held = disk.replace, []

    def replace(path, data):
        folder = os.open(tmp_path, os.O_RDONLY)
        try:
            fcntl.flock(folder, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            held.append(path)
        finally:
            os.close(folder)
        write(path, data)

    monkeypatch.setattr(disk, "replace", replace)
    write_heads(tmp_path)
    assert held == [tmp_path / HEADS], "nobody else can read or write them meanwhile"
    with disk.lock_folder(tmp_path):
        pass  # and they are free again
