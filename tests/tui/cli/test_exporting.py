"""`woozle export`."""

from __future__ import annotations

import csv
import shutil
import sys

import pytest

from tests.players.questing import played
from tests.saves.table import finished, interrupted, people


@pytest.fixture
def matches(tmp_path):
    """Two matches of the quest, one of two truths among people, and one that is under way."""
    folder = tmp_path / "matches"
    for seed in (3, 17):
        played(("planner", "careless"), seed, folder=folder / "run" / f"{seed:04}", items=4)
    finished(folder / "people", people)
    interrupted(folder / "later", 3)
    return folder


def table(folder, name):
    with (folder / f"{name}.csv").open(newline="", encoding="utf-8") as file:
        return list(csv.DictReader(file))


def test_a_folder_of_matches_becomes_a_folder_of_tables(woozle, matches, tmp_path):
    out = tmp_path / "out"
    status, said, err = woozle("export", matches, "--out", out)
    assert (status, err) == (0, "")
    assert sorted(path.name for path in out.iterdir()) == [
        "codebook.csv", "codebook.md", "decisions.csv", "matches.csv", "scores.csv", "seats.csv"
    ]  # fmt: skip
    assert "matches.csv: 4 rows\n" in said and "codebook.md\n" in said
    assert [row["match"] for row in table(out, "matches")] == ["later", "people", "0003", "0017"]
    assert {row["match"] for row in table(out, "decisions")} == {"later", "people", "0003", "0017"}
    assert [row["ended"] for row in table(out, "matches")][:2] == ["unfinished", "drawn"]
    assert len(table(out, "seats")) == 2 * 3 + 2 * 3
    codebook = table(out, "codebook")
    for name in ("decisions", "matches", "seats", "scores"):
        assert [row["column"] for row in codebook if row["table"] == name] == list(table(out, name)[0])
    assert "quest; two_truths" in [row["levels"] for row in codebook]


def test_texts_only_come_along_when_they_are_asked_for(woozle, matches, tmp_path):
    woozle("export", matches, "--out", tmp_path / "a")
    assert b"SECRET" not in b"".join(path.read_bytes() for path in (tmp_path / "a").iterdir())
    woozle("export", matches, "--out", tmp_path / "b", "--with-text")
    texts = [row["text"] for row in table(tmp_path / "b", "decisions")]
    assert "SECRET-a-1\nSECRET-a-2\nSECRET-a-3" in texts


def test_both_formats_at_once(woozle, matches, tmp_path):
    status, said, _ = woozle("export", matches / "run", "--out", tmp_path / "out", "--to", "csv", "--to", "parquet")
    assert status == 0 and "seats.parquet: 6 rows" in said
    from pyarrow import parquet

    seats = parquet.read_table(tmp_path / "out" / "seats.parquet").to_pylist()
    assert [str(row["score"]) for row in seats if row["score"] is not None] == [
        row["score"] for row in table(tmp_path / "out", "seats") if row["score"]
    ]


def test_what_cannot_be_exported_is_named_and_the_rest_is_exported(woozle, matches, tmp_path):
    changed = matches / "changed"
    shutil.copytree(matches / "run" / "0003", changed)
    file = changed / "transcript.jsonl"
    file.write_bytes(file.read_bytes().replace(b'"h":1.0', b'"h":0.5', 1))
    other = matches / "other"
    other.mkdir()
    (other / "transcript.jsonl").write_bytes(b"hello\n")
    status, said, err = woozle("export", matches, "--out", tmp_path / "out")
    assert status == 1 and "matches.csv: 4 rows" in said
    assert len(err.splitlines()) == 2
    assert "is left out: line" in err and "is not a transcript of Woozle." in err
    status, said, err = woozle("export", changed, other, "--out", tmp_path / "none")
    assert (status, said) == (1, "") and "Nothing was exported, since none of these matches can be." in err
    assert list((tmp_path / "none").iterdir()) == []


def test_nothing_is_replaced_without_being_told(woozle, matches, tmp_path):
    out = tmp_path / "out"
    assert woozle("export", matches, "--out", out)[0] == 0
    before = (out / "matches.csv").read_bytes()
    status, _, err = woozle("export", matches / "people", "--out", out)
    assert status == 2 and "is there already" in err and len(err.splitlines()) == 1
    assert (out / "matches.csv").read_bytes() == before
    assert woozle("export", matches / "people", "--out", out, "--force")[0] == 0
    assert len(table(out, "matches")) == 1


def test_bad_usage_is_one_sentence(woozle, matches, tmp_path, monkeypatch):
    out = tmp_path / "out"
    (tmp_path / "empty").mkdir()
    assert "There is no match in" in woozle("export", tmp_path / "empty", "--out", out)[2]
    status, _, err = woozle("export", matches, "--out", out, "--to", "xlsx")
    assert status == 2 and "cannot be written as 'xlsx'; choose from csv, parquet." in err
    monkeypatch.setitem(sys.modules, "pyarrow", None)
    status, _, err = woozle("export", matches, "--out", out, "--to", "parquet")
    assert status == 2 and "Parquet needs pyarrow" in err
    assert not out.exists()
