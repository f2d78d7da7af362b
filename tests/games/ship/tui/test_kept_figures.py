"""Figures of matches are kept by the digest of their transcripts, and never change a report."""

from __future__ import annotations

import shutil
import sqlite3
from pathlib import Path

import pytest

from woozle.arena.reports import measured_matches
from woozle.saves.derived import find_derived
from woozle.saves.paths import data_folder

from tests.saves.table import forged

WAYS = ("--table",), ("--json",), ()
GOLDEN = Path(__file__).parents[3] / "golden"


@pytest.fixture
def ships(woozle, tmp_path):
    options = "--seats", "bot*4,bot:random*2", "--matches", 3, "--seed", 500_000, "--set", "max_ticks=12"
    assert woozle("run", "ship", *options, "--out", tmp_path / "run")[0] == 0
    return tmp_path / "run"


def never(*_):
    pytest.fail("A match was read again.")


@pytest.mark.parametrize("way", WAYS, ids=("table", "json", "each"))
def test_a_report_is_the_same_whether_figures_are_kept_new_or_not_kept(woozle, ships, way, monkeypatch):
    anew = woozle("report", ships, *way, "--no-cache")
    assert anew[0] == 0 and not (data_folder() / "derived.sqlite").exists()
    assert woozle("report", ships, *way) == anew
    monkeypatch.setattr(measured_matches, "_figures_of", never)
    assert woozle("report", ships, *way) == anew
    with pytest.raises(pytest.fail.Exception):
        woozle("report", ships, *way, "--no-cache")


def test_nothing_that_is_put_together_of_kept_figures_reads_a_match(woozle, ships, monkeypatch):
    found = [woozle("report", ships, *way) for way in WAYS[:2]]
    for name in ("read_match", "read_lines"):
        monkeypatch.setattr(measured_matches, name, never)
    assert [woozle("report", ships, *way) for way in WAYS[:2]] == found


def test_a_changed_transcript_is_not_served_and_one_of_the_same_bytes_is_wherever_it_lies(woozle, ships, tmp_path, monkeypatch):
    first = woozle("report", ships, "--table")
    forged(ships / "0001" / "transcript.jsonl", 3, lambda body: body["events"].clear())
    status, out, err = woozle("report", ships, "--table")
    assert status == 1 and "0001" in err and "is left out: altered" in err and out.startswith("2 matches")
    shutil.copytree(ships / "0002", tmp_path / "elsewhere" / "0002")
    monkeypatch.setattr(measured_matches, "_figures_of", never)
    assert woozle("report", tmp_path / "elsewhere", "--json")[1].count(str(tmp_path / "elsewhere" / "0002")) == 1
    assert first[1] != out


def test_figures_of_other_code_are_made_anew(woozle, ships, monkeypatch):
    first = woozle("report", ships, "--table")
    monkeypatch.setattr(measured_matches, "made_by", lambda game: "other code")
    seen = []
    figures_of = measured_matches._figures_of
    monkeypatch.setattr(measured_matches, "_figures_of", lambda *file: seen.append(file) or figures_of(*file))
    assert woozle("report", ships, "--table") == first == woozle("report", ships, "--table")
    assert len(seen) == 3


@pytest.mark.parametrize("harm", ["UPDATE derived SET value = substr(value, 1, 40)", "UPDATE derived SET value = 'x'", ""])
def test_damaged_figures_are_made_anew(woozle, ships, harm):
    first = woozle("report", ships, "--table")
    if harm:
        with sqlite3.connect(data_folder() / "derived.sqlite") as file:
            file.execute(harm)
    else:
        (data_folder() / "derived.sqlite").write_bytes(b"nothing")
    assert woozle("report", ships, "--table") == first
    assert len(find_derived("figures")) == 3


def test_nothing_is_kept_of_matches_of_people(woozle, tmp_path):
    folder = tmp_path / "run" / "one"
    folder.mkdir(parents=True)
    text = (GOLDEN / "ship-1-standard.jsonl").read_text("utf-8")
    (folder / "transcript.jsonl").write_text(text.replace('"kind":"bot"', '"kind":"human"', 1), "utf-8")
    assert measured_matches._figures_of(folder) == b""
