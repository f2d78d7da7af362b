"""Joining a study, by one or by many at once, and what stands on disk then."""

from __future__ import annotations

import errno
import json
import math
import multiprocessing
import os
import stat
from collections import Counter
from datetime import timedelta

import pytest

from woozle.arena.studies.export import export_study
from woozle.arena.studies.folder import StudyFolder
from woozle.arena.studies.participants import (
    ALPHABET,
    current_step,
    fold_journal,
    format_code,
    has_expired,
    is_code,
    new_code,
    normalise_code,
)
from woozle.arena.studies.plan import StudyError
from woozle.arena.studies.recruiter import RecruiterIds
from woozle.saves import disk
from woozle.saves.disk import SaveError

from tests.arena.studies.pilot import BEGAN, Pilot, written

HOSTILE = [
    "../../etc/passwd",
    "ABCDEFG",
    "ABCDEFGHJ",
    "abcdefgh",
    "ABCD/FGH",
    "ABCDEFG\n",
    "ABCDEFGI",
    "A" * 4000,
    "",
    ".",
    "\x00" * 8,
]


def enrolled(path, count):
    study = StudyFolder(path)
    for _ in range(count):
        study.enrol(study.free_code(), release=False).close()


def test_nothing_is_made_before_somebody_agrees(study):
    before = {path.name for path in study.path.iterdir()}
    assert study.participants() == []
    assert study.journals() == []
    assert {path.name for path in study.path.iterdir()} == before


def test_only_the_owner_can_look_into_the_data(study):
    Pilot(study).comes(recruiter="r-17")
    for path in (study.data, *study.data.rglob("*")):
        assert stat.S_IMODE(path.stat().st_mode) == (0o700 if path.is_dir() else 0o600), path


def test_a_full_disk_leaves_nobody_half_enrolled(study, monkeypatch):
    code = Pilot(study).comes()

    def full(file, data, *, sync):
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

    write = disk.write

    def full_later(file, data, *, sync):
        full_disk.setattr(disk, "write", full)
        write(file, data, sync=sync)

    for fails in (full, full_later):  # at the journal, and at what a recruiter calls them
        with monkeypatch.context() as full_disk:
            full_disk.setattr(disk, "write", fails)
            with pytest.raises(SaveError, match="disk is full"):
                study.enrol(study.free_code(), release=False, recruiter=RecruiterIds("r-1"))
    assert [path.stem for path in study.journals()] == [code]
    assert Pilot(study).comes() != code
    assert [who.arrival for who in study.participants()] == [1, 2]


@pytest.mark.parametrize("torn", [b"", b'{"journal":1,"what":"cons'])
def test_a_journal_that_a_crash_left_without_a_line_is_nobodys(study, tmp_path, torn):
    Pilot(study).comes()
    study.journal_path("ABCDEFGH").write_bytes(torn)
    assert len(study.participants()) == 1
    with pytest.raises(StudyError, match="No participant of this study has the code ABCDEFGH"):
        study.open("ABCDEFGH")
    Pilot(study).comes()
    assert [who.arrival for who in study.participants()] == [1, 2]
    assert export_study(study, tmp_path / "out").rows["participants"] == 2


@pytest.mark.e2e
def test_people_who_come_from_two_processes_at_once_get_rows_in_turn(study):
    context = multiprocessing.get_context("fork" if hasattr(os, "fork") else "spawn")
    processes = [context.Process(target=enrolled, args=(study.path, 12)) for _ in range(2)]
    for process in processes:
        process.start()
    for process in processes:
        process.join(60)
        assert process.exitcode == 0
    people = study.participants()
    assert [who.arrival for who in people] == list(range(1, 25))
    assert len({who.code for who in people}) == 24
    orders = math.factorial(len(study.plan.conditions))
    assert set(Counter(who.row for who in people).values()) == {24 // orders}


@pytest.mark.parametrize("code", HOSTILE)
def test_what_is_no_code_names_no_file(study, code):
    Pilot(study).comes()
    with pytest.raises(StudyError, match="is not a participant code"):
        study.open(code)


def test_other_files_among_the_journals_are_left_alone(study):
    code = Pilot(study).comes()
    for name in ("notes.txt", ".jsonl", "lower.jsonl", "ABCDEFGH.jsonl.new"):
        (study.data / "participants" / name).write_text("not a journal", "utf-8")
    assert [who.code for who in study.participants()] == [code]


def test_codes_can_be_typed_as_people_copy_them():
    for _ in range(200):
        code = new_code()
        assert is_code(code)
        assert set(code) <= set(ALPHABET)
        assert normalise_code(f" {format_code(code).lower()} ") == code
    assert not set("ILOU01") & set(ALPHABET)


def test_who_stays_away_too_long_has_expired_and_who_is_done_has_not(tmp_path):
    study = written(tmp_path / "study", more="\n[leaving]\nkeep_hours = 2\n")
    code = Pilot(study).comes()
    who = fold_journal(code, study.open(code).entries)
    last = BEGAN + timedelta(minutes=2)
    assert not has_expired(study.plan, who, last + timedelta(hours=2))
    assert has_expired(study.plan, who, last + timedelta(hours=2, seconds=1))


def test_who_is_under_way_is_at_the_first_step_that_is_not_done(study):
    pilot = Pilot(study)
    code = pilot.comes()
    assert current_step(study.plan, study.participants()[0]).id == "form"
    pilot.goes_on(code, until="match-2")
    assert current_step(study.plan, study.participants()[0]).id == "match-2"
    pilot.goes_on(code)
    assert current_step(study.plan, study.participants()[0]) is None


def test_the_row_of_who_left_for_good_is_given_to_the_next(study):
    pilot = Pilot(study)
    codes = [pilot.comes() for _ in range(6)]
    rows = {who.code: who.row for who in study.participants()}
    pilot.notes(codes[2], "expired")
    pilot.comes()
    assert study.participants()[-1].row == rows[codes[2]]


def test_what_is_logged_after_a_crash_does_not_stand_in_a_line_that_was_cut_short(study):
    study.log("exported", to=["csv"])
    with (study.data / "log.jsonl").open("ab") as file:
        file.write(b'{"at":"2026-0')
    study.log("withdrawn", code="ABCDEFGH")
    lines = (study.data / "log.jsonl").read_bytes().splitlines()
    assert [json.loads(lines[at])["what"] for at in (0, 2)] == ["exported", "withdrawn"]
