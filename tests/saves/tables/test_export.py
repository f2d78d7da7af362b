"""Files of tables: what is in them can be read back, and what is on disk is whole or not there."""

from __future__ import annotations

import csv
import errno
import io
import math
import re
import stat
import sys

import pytest
from hypothesis import given
from hypothesis import strategies as some
from pyarrow import parquet

from woozle.core.measures import AS_FOUND, Measure
from woozle.saves import staged_files
from woozle.saves.disk import SaveError
from woozle.saves.tables import export
from woozle.saves.tables.export import TableWriter
from woozle.saves.tables.table import Table, TableError, csv_cell, flag, free_text, text, whole

THINGS = Table(
    "things",
    "things of a test",
    (
        text("name", "what it is called", lambda row: row[0], levels=AS_FOUND),
        whole("count", "how many | there are", lambda row: row[1], unit="things", missing="where nobody counted"),
        Measure("size", "how large", lambda row: row[2], unit="m"),
        flag("is_odd", "whether it is odd", lambda row: row[3]),
        free_text("said", "what it says", lambda row: row[4]),
        text("kind", "which kind", lambda row: row[5], levels={"a": "the first", "b": ""}),
    ),
)
ROWS = [
    ("=cmd|'/c calc'!A1", 1, -0.1, True, 'one "two",\nthree', "a"),
    ("-5", None, math.nan, False, "", None),
    ("späte Ähren 🌾", -(2**40), 1e-9, None, "\x1b[2J+1", "b"),
]


def kept(folder, formats=("csv",), rows=ROWS, **options):
    with TableWriter(folder, [THINGS], formats, **options) as export:
        export.add_rows({"things": [THINGS.row(row) for row in rows]})
        return export.close()


def read_csv(path):
    with path.open(newline="", encoding="utf-8") as file:
        return list(csv.reader(file))


def restored(cell):
    return cell[1:] if re.match(r"'['\s]*[=+\-@＝＋－＠]", cell) else cell


def test_csv_is_as_the_standard_has_it(tmp_path):
    kept(tmp_path)
    data = (tmp_path / "things.csv").read_bytes()
    assert data.startswith(b"name,count,size,is_odd,said,kind\r\n") and data.count(b"\r\n") == 4
    assert b'"one ""two"",\nthree"' in data
    _, *rows = read_csv(tmp_path / "things.csv")
    assert rows[0][:4] == ["'=cmd|'/c calc'!A1", "1", "-0.1", "true"]
    assert rows[1] == ["'-5", "", "", "false", "", ""]
    assert rows[2] == ["späte Ähren 🌾", str(-(2**40)), "1e-09", "", "␛[2J+1", "b"]


def test_parquet_has_types_nulls_and_what_columns_mean(tmp_path):
    kept(tmp_path, ("csv", "parquet"))
    table = parquet.read_table(tmp_path / "things.parquet")
    assert [str(kind) for kind in table.schema.types] == ["string", "int64", "double", "bool", "string", "string"]
    assert table.to_pylist()[1] == {"name": "-5", "count": None, "size": None, "is_odd": False, "said": "", "kind": None}
    assert table.to_pylist()[0]["name"] == "=cmd|'/c calc'!A1"
    assert table.schema.field("count").metadata[b"unit"] == b"things"


def test_both_hold_the_same_over_many_groups_of_rows(tmp_path, monkeypatch):
    monkeypatch.setattr(export, "_GROUP", 10)
    rows = [(f"{n}", n, n / 7, n % 2 == 0, None, "a") for n in range(95)]
    kept(tmp_path, ("csv", "parquet"), rows)
    by_parquet = parquet.read_table(tmp_path / "things.parquet").to_pylist()
    _, *by_csv = read_csv(tmp_path / "things.csv")
    assert [int(row[1]) for row in by_csv] == [row["count"] for row in by_parquet] == list(range(95))
    assert [float(row[2]) for row in by_csv] == [row["size"] for row in by_parquet]


@given(some.text(alphabet=some.sampled_from("=+-@'\" \t\n,a1＝＠") | some.characters(codec="utf-8"), max_size=12))
def test_no_cell_begins_like_a_formula_and_every_one_can_be_undone(text):
    cell = csv_cell(text)
    assert not re.match(r"\s*[=+\-@＝＋－＠]", cell)
    assert restored(cell) == text
    line = io.StringIO(newline="")
    csv.writer(line).writerow([cell, ""])
    assert next(csv.reader(io.StringIO(line.getvalue(), newline="")))[0] == cell


def test_numbers_are_no_formulas():
    assert [csv_cell(each) for each in (-5, -0.5, 1e300, True, None)] == [-5, "-0.5", "1e+300", "true", ""]


def test_the_codebook_says_of_each_column_under_the_same_heads_what_its_csv_says(tmp_path):
    kept(tmp_path)
    heads, *described = read_csv(tmp_path / "codebook.csv")
    lines = [line for line in (tmp_path / "codebook.md").read_text("utf-8").splitlines() if line.startswith("| ")]
    read, _, *rows = [[cell.strip() for cell in re.split(r"(?<!\\)\|", line)[1:-1]] for line in lines]
    assert read == heads[1:]
    assert [[cell.replace("\\|", "|") for cell in row] for row in rows] == [list(map(restored, row[1:])) for row in described]


def test_only_the_owner_can_read_them(tmp_path):
    for path in kept(tmp_path / "new" / "out", ("csv", "parquet")):
        assert stat.S_IMODE(path.stat().st_mode) == 0o600
    assert stat.S_IMODE((tmp_path / "new" / "out").stat().st_mode) == 0o700


def test_what_is_there_is_replaced_only_by_force(tmp_path):
    kept(tmp_path)
    with pytest.raises(TableError, match=r"things\.csv exists already; choose another folder, or replace it with --force"):
        kept(tmp_path, rows=[])
    assert len(read_csv(tmp_path / "things.csv")) == 4
    kept(tmp_path, rows=[], is_forced=True)
    assert len(read_csv(tmp_path / "things.csv")) == 1
    (tmp_path / "things.csv").unlink()
    with pytest.raises(TableError, match=r"codebook\.md exists already"):
        kept(tmp_path)


def test_a_full_disk_leaves_what_was_there(tmp_path, monkeypatch):
    kept(tmp_path, ("csv", "parquet"))
    before = {path.name: path.read_bytes() for path in tmp_path.iterdir()}

    class Full(io.RawIOBase):
        def writable(self):
            return True

        def write(self, data):
            raise OSError(errno.ENOSPC, "No space left on device")

    for formats in (("csv",), ("parquet",)):
        with monkeypatch.context() as patch:
            patch.setattr(staged_files, "open_private", lambda path: path.touch() or io.BufferedWriter(Full(), 16))
            with pytest.raises(SaveError, match="because the disk is full; free some space, then export again"):
                kept(tmp_path, formats, is_forced=True)
        assert {path.name: path.read_bytes() for path in tmp_path.iterdir()} == before


def test_a_folder_that_cannot_be_one_is_said(tmp_path):
    (tmp_path / "file").touch()
    with pytest.raises(SaveError, match="could not be written"):
        kept(tmp_path / "file")


def test_what_breaks_off_leaves_nothing(tmp_path):
    with pytest.raises(KeyboardInterrupt), TableWriter(tmp_path / "out", [THINGS], ("csv", "parquet")) as export:
        export.add_rows({"things": [THINGS.row(ROWS[0])]})
        raise KeyboardInterrupt
    assert list((tmp_path / "out").iterdir()) == []


def test_without_pyarrow_parquet_is_one_sentence(tmp_path, monkeypatch):
    monkeypatch.setitem(sys.modules, "pyarrow", None)
    with pytest.raises(TableError, match=r"Parquet needs pyarrow; install it with `pip install 'woozle\[parquet\]'`"):
        kept(tmp_path / "out", ("csv", "parquet"))
    assert not (tmp_path / "out").exists()
    kept(tmp_path / "out")


def test_there_are_formats_and_no_others(tmp_path):
    with pytest.raises(TableError, match="Unknown table format 'xls␛'; choose from csv, parquet"):
        kept(tmp_path, ("csv", "xls\x1b"))


@pytest.mark.parametrize("row", [(5, 1, 1.0, True, "", "a"), ("x", True, 1.0, True, "", "a"), ("x", 1, "1", True, "", "a")])
def test_a_value_of_another_kind_is_refused(row):
    with pytest.raises(TableError, match="cannot be"):
        THINGS.row(row)


def test_the_codebook_says_what_stands_in_every_column(tmp_path):
    kept(tmp_path)
    heads, *rows = read_csv(tmp_path / "codebook.csv")
    assert heads == ["table", "column", "type", "unit", "levels", "meaning", "missing"]
    assert [row[1] for row in rows] == ["name", "count", "size", "is_odd", "said", "kind"]
    assert rows[0][4] == "'-5; =cmd|'/c calc'!A1; späte Ähren 🌾"
    assert rows[1] == ["things", "count", "whole number", "things", "", "how many | there are", "where nobody counted"]
    assert rows[5][4] == "a (the first); b"
    text = (tmp_path / "codebook.md").read_text("utf-8")
    assert "how many \\| there are" in text and "One row each: things of a test." in text


def test_values_that_are_many_are_not_all_listed(tmp_path):
    kept(tmp_path, rows=[(f"n{n:03}", n, 0.5, True, "", "a") for n in range(500)])
    levels = read_csv(tmp_path / "codebook.csv")[1][4]
    assert levels.count(";") == 100 and levels.endswith("; and more")
