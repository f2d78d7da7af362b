"""The script of docs/studies.md, on a small export."""

from __future__ import annotations

import csv
import runpy
import subprocess
import sys
from collections import defaultdict
from pathlib import Path
from statistics import fmean
from xml.etree import ElementTree

import pytest

from woozle.arena.studies.export import export_study

from tests.arena.studies.pilot import Pilot, written

SCRIPT = Path(__file__).parents[2] / "docs" / "plots" / "people_and_models.py"


@pytest.fixture(scope="module")
def tables(tmp_path_factory):
    folder = tmp_path_factory.mktemp("study")
    pilot = Pilot(written(folder / "study"), with_models=True)
    for _ in range(3):
        pilot.takes_part()
    export_study(pilot.study, folder / "tables")
    return folder / "tables"


@pytest.mark.e2e
def test_it_draws_people_models_and_bots_from_the_command_line(tables, tmp_path):
    file = tmp_path / "plot.svg"
    ran = subprocess.run([sys.executable, SCRIPT, tables, file], capture_output=True, text=True, timeout=120, check=False)
    assert (ran.returncode, ran.stderr) == (0, "")
    for words in ("people: ", "models: ", "bots: ", "score, on the scale", "seconds per decision", "characters said"):
        assert words in ran.stdout
    texts = [each.text for each in ElementTree.parse(file).iter() if each.tag.endswith("text")]
    assert "words, people (3)" in texts
    assert "ships, models (3)" in texts


def test_its_figures_are_means_over_participants(tables):
    script = runpy.run_path(str(SCRIPT))
    measure = script["Measure"]("seconds", "decisions", "seconds")
    found = script["estimates"]([tables], measure)
    by = defaultdict(list)
    with (tables / "decisions.csv").open(encoding="utf-8", newline="") as file:
        for row in csv.DictReader(file):
            if (row["condition"], row["player"], row["taken"]) == ("words", "human", "answer") and row["seconds"]:
                by[row["participant"]].append(float(row["seconds"]))
    one = found["words", "human"]
    assert one.value == pytest.approx(fmean(map(fmean, by.values())))
    assert one.n == 3
    assert not any(condition == "" for condition, _ in found)  # practice


@pytest.mark.parametrize(
    "row",
    [
        {"is_practice": "true"},
        {"is_void": "true"},
        {"taken_over": "true"},
        {"is_fork": "true"},
        {"result": "void"},
        {"player": "service"},
        {"score": ""},
    ],
    ids=str,
)
def test_what_does_not_count_is_left_out(row, tmp_path):
    usual = {"match": "1", "player": "bot", "score": "2", "result": "won"}
    with (tmp_path / "seats.csv").open("w", encoding="utf-8", newline="") as file:
        writer = csv.DictWriter(file, sorted(usual.keys() | row.keys()))
        writer.writeheader()
        writer.writerows([usual, usual | {"score": "9"} | row])
    script = runpy.run_path(str(SCRIPT))
    assert [value for _, _, value in script["values"](tmp_path, script["Measure"]("score", "seats", "score"))] == [2]


def test_a_folder_without_tables_is_named(tmp_path, capsys):
    with pytest.raises(SystemExit) as end:
        runpy.run_path(str(SCRIPT))["main"]([str(tmp_path), str(tmp_path / "plot.svg")])
    assert end.value.code == 2
    assert f"{tmp_path} has no seats.csv; make tables with" in capsys.readouterr().err
