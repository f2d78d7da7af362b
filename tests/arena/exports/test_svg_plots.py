"""Plots as files."""

from __future__ import annotations

from xml.etree import ElementTree

import pytest

from woozle.arena.exports.svg_plots import PlotError, Stroke, Text, draw, write_plots
from woozle.arena.views.plots import Plot, Series
from woozle.saves.disk import SaveError

SVG = "{http://www.w3.org/2000/svg}"
PLOT = Plot(
    "Search calibration: <bot> & \x1b[31mothers",
    "n = 3 questions",
    "share of questions",
    "F1",
    [
        Series("measured", "curve", (0, 0.5, 1), (0.2, 0.7, 0.6)),
        Series("oracle", "best", (0, 0.5, 1), (0.2, 0.8, 0.6)),
        Series("random", "random", (0, 1), (0.2, 0.6)),
    ],
)


def test_an_svg_is_sound_and_has_title_axes_lines_and_legend(tmp_path):
    write_plots([PLOT, PLOT, PLOT], tmp_path / "curves.svg")
    root = ElementTree.parse(tmp_path / "curves.svg").getroot()
    words = [each.text for each in root.iter(f"{SVG}text")]
    for each in ("n = 3 questions", "share of questions", "F1", "measured", "oracle", "random", "0.25", "0.80"):
        assert words.count(each) == 3
    assert sum(word.startswith("Search calibration: <bot> & ") for word in words) == 3 and "\x1b" not in "".join(words)
    assert len([each for each in root.iter(f"{SVG}polyline") if each.get("stroke") == "#0072b2"]) == 6  # lines, and in legends
    assert float(root.get("width")) == 960


def test_nothing_lies_outside_the_picture():
    picture = draw([PLOT] * 3)
    places = [at for part in picture.parts for at in (part.points if isinstance(part, Stroke) else (part.at,))]
    assert all(0 <= x <= picture.width and 0 <= y <= picture.height for x, y in places)


def test_words_do_not_stand_on_one_another():
    """Rows of words of one panel are a line apart, but for marks of the axes."""
    long = PLOT.__class__("A title " * 20, "a note " * 40, "x", "F1", [*PLOT.series, *PLOT.series])
    rows = [part.at[1] for part in draw([long]).parts if isinstance(part, Text) and part.anchor == "start"]
    assert len(rows) > 10 and min(after - before for before, after in zip(sorted(rows), sorted(rows)[1:], strict=False)) >= 16


def test_a_curve_of_one_point_can_be_seen(tmp_path):
    write_plots([Plot("t", "n = 1", "x", "F1", [Series("one", "curve", (1.0,), (0.5,))])], tmp_path / "one.svg")
    assert b'stroke="#0072b2"' in (tmp_path / "one.svg").read_bytes()


def test_other_files_are_refused(tmp_path):
    with pytest.raises(PlotError, match=r"ends in \.svg, not curves\.png"):
        write_plots([PLOT], tmp_path / "curves.png")
    with pytest.raises(SaveError, match="could not be written"):
        write_plots([PLOT], tmp_path / "nowhere" / "curves.svg")
