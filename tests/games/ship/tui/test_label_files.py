"""Labels on disk: what is kept, what wins, and what is said of a file that is broken."""

from __future__ import annotations

import errno
import os
import subprocess
import sys
from types import SimpleNamespace

import pytest

from woozle.games.ship.claims.labels import UNLABELLED, Item, Opinion
from woozle.games.ship.claims.schema import Claim
from woozle.games.ship.tui.label_files import FOLDER, Labeller, LabelsError, read_labels
from woozle.saves import disk
from woozle.saves.disk import SaveError

HEARD = SimpleNamespace(match="one")
CLAIM = Claim("location", "Ann", route=("medbay", "storage"), when="at tick 4")
ITEM, OTHER, SPEECH = Item("d1", 12, CLAIM), Item("d1", 12, Claim("accusation", "Ann", "Böb")), Item("d1", 12)


def keep(labeller, item=ITEM, said="yes", **label):
    labeller.keep(HEARD, item, Opinion(said, **label))


def given(folder, name="ann", torn=b""):
    """A file with three labels, and something after them."""
    labeller = Labeller(folder, name)
    keep(labeller)
    keep(labeller, OTHER, "corrected", means=CLAIM, outcome="wrong_room")
    keep(labeller, SPEECH, "all")
    labeller.close()
    with labeller.path.open("ab") as file:
        file.write(torn)
    return labeller.path


def test_what_was_said_last_counts_and_all_of_it_comes_back(tmp_path):
    path = given(tmp_path)
    again = Labeller(tmp_path, "ann")
    keep(again, said="no")
    taken_back = Item("d1", 13)
    keep(again, taken_back)
    again.keep(HEARD, taken_back, UNLABELLED)
    again.close()
    labels = read_labels(path).labels
    assert labels == {
        ITEM: Opinion("no"),
        OTHER: Opinion("corrected", CLAIM, "wrong_room"),
        SPEECH: Opinion("all"),
    }
    assert again.labels == labels and len(path.read_bytes().splitlines()) == 6


@pytest.mark.parametrize("cut", [1, 7, 40])
def test_a_last_line_that_was_torn_off_is_dropped_and_reported(tmp_path, cut):
    path = given(tmp_path)
    data = path.read_bytes()
    path.write_bytes(data[:-cut])
    assert (read_labels(path).torn, SPEECH in read_labels(path).labels) == (len(data.splitlines()[-1]) + 1 - cut, False)
    labeller = Labeller(tmp_path, "ann")
    assert labeller.torn
    keep(labeller, SPEECH, "later")
    labeller.close()
    assert read_labels(path).torn == 0
    assert read_labels(path).labels[SPEECH] == Opinion("later")


@pytest.mark.e2e
def test_each_label_is_on_disk_when_the_process_is_killed(tmp_path):
    code = """
import os, signal, sys
from pathlib import Path
from types import SimpleNamespace
from woozle.games.ship.claims.labels import Item, Opinion
from woozle.games.ship.tui.label_files import Labeller
labeller = Labeller(Path(sys.argv[1]), "ann")
for number in range(5):
    labeller.keep(SimpleNamespace(match="one"), Item("d", number), Opinion("all"))
os.kill(os.getpid(), signal.SIGKILL)
"""
    killed = subprocess.run([sys.executable, "-c", code, str(tmp_path)], check=False, timeout=60)
    assert killed.returncode == -9
    kept = read_labels(tmp_path / FOLDER / "ann.jsonl")
    assert ([item.speech for item in kept.labels], kept.torn) == ([0, 1, 2, 3, 4], 0)


def test_nobody_labels_twice_at_the_same_time(tmp_path):
    first = Labeller(tmp_path, "ann")
    with pytest.raises(SaveError, match="is in use by another process; close that one, or choose another name"):
        Labeller(tmp_path, "ann")
    first.close()
    Labeller(tmp_path, "ann").close()


@pytest.mark.parametrize("name", ["", "a b", "../x", "-x", "x" * 41, "é", "a.b", "a\n", "Machine"])
def test_names_that_could_lead_elsewhere_or_are_the_machines_are_refused(tmp_path, name):
    why = "No annotator can be called Machine" if name == "Machine" else "letters, digits and dashes"
    with pytest.raises(LabelsError, match=why):
        Labeller(tmp_path, name)
    assert not (tmp_path / FOLDER).exists()


BAD = [
    b"{",
    b"[]",
    b"7",
    b"",
    b'{"labels":1}',
    b'{"labels":1,"name":"one","match":"d","speech":"3"}',
    b'{"labels":1,"name":"one","match":"d","speech":3,"said":"maybe"}',
    b'{"labels":1,"name":"one","match":"d","speech":3,"claim":{"type":"wish"}}',
    b'{"labels":1,"name":"one","match":"d","speech":3,"outcome":"so"}',
    b'{"labels":1,"name":"\xff","match":"d","speech":3}',
    b'{"name":"one"}',
]


@pytest.mark.parametrize("line", BAD)
def test_a_broken_line_is_named(tmp_path, line):
    path = given(tmp_path, torn=line + b"\n")
    for read in (lambda: read_labels(path), lambda: Labeller(tmp_path, "ann")):
        with pytest.raises(LabelsError, match=r"ann\.jsonl, line 4: it is not a label; fix or delete the line\."):
            read()


def test_labels_of_version_1_stay_readable_and_those_of_another_version_are_refused(tmp_path):
    path = given(tmp_path, torn=b'{"labels":1,"name":"one","match":"d","speech":7,"said":"all"}\n')
    assert read_labels(path).labels[Item("d", 7)] == Opinion("all")
    path.write_bytes(path.read_bytes() + b'{"labels":3,"anything":[]}\n')
    with pytest.raises(LabelsError, match="line 5: it was written by another version of Woozle"):
        read_labels(path)


def test_a_full_disk_costs_no_label_that_was_given_before(tmp_path, monkeypatch):
    labeller = Labeller(tmp_path, "ann")
    keep(labeller)

    def full(file, data, *, sync):
        os.write(file, data[:9])
        raise OSError(errno.ENOSPC, "full")

    monkeypatch.setattr(disk, "write", full)
    with pytest.raises(SaveError, match="because the disk is full; free some space, then label it again"):
        keep(labeller, said="no")
    monkeypatch.undo()
    assert labeller.labels == read_labels(labeller.path).labels == {ITEM: Opinion("yes")}
    keep(labeller, said="no")
    assert read_labels(labeller.path).labels == {ITEM: Opinion("no")}
    labeller.close()


def test_a_folder_that_cannot_be_written_is_said_at_the_beginning(tmp_path, monkeypatch):
    def refused(*given, **options):
        raise OSError(errno.EROFS, "read-only")

    monkeypatch.setattr("pathlib.Path.mkdir", refused)
    with pytest.raises(SaveError, match="because the disk is read-only; make it writable, then label again"):
        Labeller(tmp_path, "ann")
