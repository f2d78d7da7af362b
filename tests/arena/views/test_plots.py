"""Curves as plain characters."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from woozle.arena.views.plots import WIDTH, Plot, Series, in_text, looks, marks_up, value_at
from woozle.core.text import visible_line

RISING = Series("by P(SEARCH), area 0.500", "curve", (0, 0.5, 1), (0.25, 0.5, 0.75))
BEST = Series("oracle", "best", (0, 0.5, 1), (0.25, 0.75, 0.75))
RANDOM = Series("random order", "random", (0, 1), (0.25, 0.75))


def plot(*series, title="Search calibration", note="n = 3 questions"):
    return Plot(title, note, "share of questions with a search", "F1", series)


def test_a_plot_has_its_title_axes_lines_and_a_legend():
    lines = list(in_text(plot(RISING, BEST, RANDOM)))
    assert lines[:3] == ["Search calibration", "  n = 3 questions", "    F1"]
    assert lines[3].startswith("  0.80 +") and "o" * 30 in lines[4] + lines[5] + lines[6]
    assert "       +---------------+" in lines[20] and lines[21].split() == ["0", "0.25", "0.5", "0.75", "1"]
    assert lines[22].strip() == "share of questions with a search"
    assert lines[23:] == ["  * by P(SEARCH), area 0.500", "  o oracle", "  . random order"]


def test_what_is_measured_lies_over_the_rest():
    assert "." not in "".join(in_text(plot(RISING, RANDOM))).split("+---")[0].replace("0.", "")


def test_several_curves_differ_by_their_characters():
    assert looks(plot(RISING, BEST, RISING, RANDOM, RISING)) == ["*", "o", "x", ".", "#"]


def test_curves_that_fall_on_one_another_are_both_seen():
    assert any("*x*" in line for line in in_text(plot(RISING, RISING)) if " |" in line or " +" in line)


@pytest.mark.parametrize(
    ("values", "marks"),
    [
        ((0.0, 1.0), [0, 0.2, 0.4, 0.6, 0.8, 1]),
        ((0.41, 0.57), [0.4, 0.45, 0.5, 0.55, 0.6]),
        ((0.5, 0.5), [0.5, 0.51]),
        ((1.0, 1.0), [0.99, 1]),
        ((0.0, 0.0), [0, 0.01]),
    ],
)
def test_the_axis_that_goes_up_is_marked_around_the_lines(values, marks):
    assert marks_up(plot(Series("", "curve", (0, 1), values))) == pytest.approx(marks)


@given(st.lists(st.floats(0, 1), min_size=1, max_size=30), st.text(max_size=200))
def test_whatever_is_drawn_fits_a_terminal_and_its_axis(values, name):
    x = [at / len(values) for at in range(1, len(values) + 1)]
    drawn = plot(Series(name, "curve", x, values), title=name, note=name)
    assert all(len(line) <= WIDTH and line == visible_line(line) for line in in_text(drawn))
    marks = marks_up(drawn)
    assert marks[0] <= min(values) + 1e-9 and max(values) <= marks[-1] + 1e-9 and 2 <= len(marks) <= 7


def test_between_its_points_a_line_is_straight():
    assert [value_at(RISING, at) for at in (0, 0.25, 0.5, 1)] == [0.25, 0.375, 0.5, 0.75]
    assert value_at(Series("", "curve", (0.5, 1), (1, 1)), 0.25) is None
