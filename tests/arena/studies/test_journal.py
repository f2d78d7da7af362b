"""Journals: each step of a participant is on disk before the next one, and nobody else can continue it."""

from __future__ import annotations

import errno
import os

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from woozle.arena.studies.journal import Journal, new_entry, read_journal
from woozle.arena.studies.plan import StudyError
from woozle.saves import disk
from woozle.saves.disk import SaveError

CONSENTED = {"row": 0, "arrival": 1, "release": False, "boxes": 3}


@pytest.fixture
def path(tmp_path):
    journal = Journal(tmp_path / "ABCDEFGH.jsonl", is_new=True)
    journal.keep(new_entry("consented", **CONSENTED), new_entry("arrived", visit=1))
    journal.close()
    return tmp_path / "ABCDEFGH.jsonl"


def test_what_was_kept_is_read_again(path):
    journal = Journal(path)
    journal.keep(new_entry("done", step="form", seconds=1.5, answers={"age": "30", "odd": "ä\n\x1b[31m\u2028"}))
    kept = journal.entries
    journal.close()
    assert read_journal(path) == kept
    assert [each.what for each in kept] == ["consented", "arrived", "done"]


def test_a_torn_last_line_is_dropped_at_every_byte(path):
    whole = path.read_bytes()
    start = whole.rindex(b"\n", 0, -1) + 1
    for end in range(start, len(whole)):
        path.write_bytes(whole[:end])
        assert [each.what for each in read_journal(path)] == ["consented"]
        journal = Journal(path)
        journal.keep(new_entry("arrived", visit=1))
        journal.close()
        assert [each.what for each in read_journal(path)] == ["consented", "arrived"]


def test_a_whole_line_that_is_damaged_is_said_with_its_number(path):
    path.write_bytes(path.read_bytes().replace(b'"arrived"', b'"arrive"'))
    with pytest.raises(StudyError, match="line 2: it is not a journal entry"):
        Journal(path)
    with pytest.raises(StudyError, match="line 2"):
        read_journal(path)


@pytest.mark.parametrize("line", [b"", b"null", b"[]", b"3", b"{}", b'{"journal": 1}', b"\xff", b'{"journal": {}}'])
def test_lines_of_another_form_are_said(path, line):
    path.write_bytes(line + b"\n")
    with pytest.raises(StudyError, match="line 1"):
        read_journal(path)


def test_a_journal_of_another_version_says_so(path):
    path.write_bytes(path.read_bytes().replace(b'"journal":1', b'"journal":2'))
    with pytest.raises(StudyError, match="another version of Woozle"):
        Journal(path)


def test_a_damaged_journal_is_not_held(path):
    whole = path.read_bytes()
    path.write_bytes(b"damaged\n")
    with pytest.raises(StudyError):
        Journal(path)
    path.write_bytes(whole)
    Journal(path).close()


def test_two_cannot_hold_it(path):
    first = Journal(path)
    with pytest.raises(StudyError, match="at another terminal"):
        Journal(path)
    first.close()
    Journal(path).close()


def test_a_new_one_does_not_replace_another(path):
    before = path.read_bytes()
    with pytest.raises((SaveError, StudyError, OSError)):
        Journal(path, is_new=True)
    assert path.read_bytes() == before


def test_a_full_disk_leaves_it_as_it_was(path, monkeypatch):
    journal, before, write = Journal(path), path.read_bytes(), disk.write

    def full(file, data, *, sync):
        write(file, data[: len(data) // 2], sync=False)
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

    monkeypatch.setattr(disk, "write", full)
    with pytest.raises(SaveError, match="disk is full"):
        journal.keep(new_entry("done", step="form", seconds=1.0, answers={}))
    assert path.read_bytes() == before
    assert [each.what for each in journal.entries] == ["consented", "arrived"]
    monkeypatch.setattr(disk, "write", write)
    journal.keep(new_entry("done", step="form", seconds=1.0, answers={}))
    journal.close()
    assert [each.what for each in read_journal(path)] == ["consented", "arrived", "done"]


def test_rewriting_is_whole_or_not_at_all(path, monkeypatch):
    journal, before = Journal(path), path.read_bytes()

    def full(file, data, *, sync):
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

    with monkeypatch.context() as full_disk:
        full_disk.setattr(disk, "write", full)
        with pytest.raises(SaveError, match="disk is full"):
            journal.rewrite(journal.entries[:1])
    assert path.read_bytes() == before


ANSWERS = st.recursive(
    st.none() | st.booleans() | st.integers(-(2**53), 2**53) | st.text(st.characters(codec="utf-8")),
    lambda each: st.lists(each, max_size=3) | st.dictionaries(st.text(st.characters(codec="utf-8")), each, max_size=3),
)


@settings(max_examples=20, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(st.lists(st.dictionaries(st.text(st.characters(codec="utf-8")), ANSWERS, max_size=4), max_size=4))
def test_whatever_was_answered_stands_there_unchanged(path, answers):
    journal = Journal(path)
    before = len(journal.entries)
    journal.keep(*(new_entry("done", step="form", answers=each) for each in answers))
    journal.close()
    assert [each.data["answers"] for each in read_journal(path)[before:]] == answers
