"""Curves with axes and a legend, in plain characters, up to 80 cells wide; `svg_plots.py` draws the same plots as pictures."""

from __future__ import annotations

from bisect import bisect_right
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import count
from math import ceil, floor
from textwrap import wrap
from typing import Literal, TypeAlias

from woozle.core.text import visible_line

Look: TypeAlias = Literal["curve", "best", "random"]
"""The kind of a line: measured, the best possible, or that of chance."""

ORDER: Sequence[Look] = ("random", "best", "curve")
"""The order in which lines are drawn, so that measured ones lie on top."""

WIDTH = 80
_ACROSS, _UP = 64, 16  # cells from 0 to 1, and lines from the lowest mark to the highest
_MARGIN = 7
_MARKS = {"best": "o", "random": "."}
_CURVES = "*x#@%&"
_STEPS = (0.01, 0.02, 0.05, 0.1, 0.2, 0.25)  # between two marks of the vertical axis
_MARKED = 5  # steps at most


QUARTERS: Sequence[tuple[float, str]] = tuple((at / 4, f"{at / 4:g}") for at in range(5))
"""Marks of an axis from 0 to 1."""


@dataclass(frozen=True, slots=True)
class Series:
    """One line of a plot. name: with its figure, for the legend; x: increasing, from 0 to 1."""

    name: str
    look: Look
    x: Sequence[float]
    y: Sequence[float]


@dataclass(frozen=True, slots=True)
class Plot:
    """Lines in one set of axes.

    note: what readers must know, such as the number of questions. ticks: marks of the axis across, from 0 to 1, with their words.
    """

    title: str
    note: str
    across: str
    up: str
    series: Sequence[Series]
    ticks: Sequence[tuple[float, str]] = QUARTERS


def marks_up(plot: Plot) -> list[float]:
    """Return the marks of the vertical axis, from below all lines to above them."""
    values = [each for series in plot.series for each in series.y]
    low, high = min(values), max(values)
    step = next(step for step in _steps() if ceil(high / step - 1e-9) - floor(low / step + 1e-9) <= _MARKED)
    first, last = floor(low / step + 1e-9), ceil(high / step - 1e-9)
    if first == last:
        first, last = (first - 1, last) if first * step >= 1 else (first, last + 1)
    return [at * step for at in range(first, last + 1)]


def _steps() -> Iterator[float]:
    """Yield the steps between two marks, the smallest first: up to a quarter, then 1, 2 and 5 times powers of ten."""
    yield from _STEPS
    yield 0.5
    for power in count():
        yield from (step * 10.0**power for step in (1, 2, 5))


def format_mark(mark: float) -> str:
    """Return a number on an axis."""
    return f"{mark:.2f}" if abs(mark) < 100 else f"{mark:,.0f}"


def in_text(plot: Plot) -> Iterator[str]:
    """Yield the plot as lines of text."""
    yield from wrap(visible_line(plot.title), WIDTH)
    yield from wrap(visible_line(plot.note), WIDTH, initial_indent="  ", subsequent_indent="  ")
    marks = marks_up(plot)
    cells = _cells(plot, marks)
    every = _UP / (len(marks) - 1)
    marked = {round(number * every): mark for number, mark in enumerate(marks)}
    yield f"{visible_line(plot.up):>{_MARGIN - 1}}"
    for up in range(_UP, -1, -1):
        mark = format_mark(marked[up]) if up in marked else ""
        yield f"{mark:>{_MARGIN - 1}} {'+' if mark else '|'}{''.join(cells[up])}".rstrip()
    marked_across = {round(at * _ACROSS): words for at, words in plot.ticks}
    yield " " * _MARGIN + "".join("+" if at in marked_across else "-" for at in range(_ACROSS + 1))
    yield " " * _MARGIN + _tick_line(marked_across)
    yield " " * _MARGIN + f"{visible_line(plot.across):^{_ACROSS}}".rstrip()
    for series, mark in zip(plot.series, looks(plot), strict=True):
        yield from wrap(f"{mark} {visible_line(series.name)}", WIDTH, initial_indent="  ", subsequent_indent="    ")


def _tick_line(marks: Mapping[int, str]) -> str:
    """Return the words of the marks across, each from its place on, as far as the next one."""
    places = sorted(marks)
    line = ""
    for at, after in zip(places, [*places[1:], WIDTH - _MARGIN], strict=True):
        words = visible_line(marks[at])
        line = f"{line:<{at}}{words if at + len(words) < after or after == WIDTH - _MARGIN else words[: max(1, after - at - 1)]}"
    return line[: WIDTH - _MARGIN]


def looks(plot: Plot) -> list[str]:
    """Return the character of each line."""
    curves = iter(_CURVES * len(plot.series))
    return [_MARKS.get(series.look) or next(curves) for series in plot.series]


def _cells(plot: Plot, marks: Sequence[float]) -> list[list[str]]:
    """Return rows from the lowest up. Where curves coincide, their characters alternate."""
    cells = [[" "] * (_ACROSS + 1) for _ in range(_UP + 1)]
    measured: dict[tuple[int, int], list[str]] = defaultdict(list)
    for series, mark in sorted(zip(plot.series, looks(plot), strict=True), key=lambda each: ORDER.index(each[0].look)):
        for across in range(_ACROSS + 1):
            y = value_at(series, across / _ACROSS)
            if y is None or (series.look == "random" and across % 2):
                continue
            up = min(_UP, max(0, round((y - marks[0]) / (marks[-1] - marks[0]) * _UP)))
            cells[up][across] = mark
            if series.look == "curve":
                measured[up, across].append(mark)
    for (up, across), several in measured.items():
        cells[up][across] = several[across % len(several)]
    return cells


def value_at(series: Series, x: float) -> float | None:
    """Return the height of a line, interpolated linearly; None before its first point."""
    if not series.x or x < series.x[0] - 1e-9:
        return None
    at = bisect_right(series.x, x)
    if at == len(series.x) or at == 0:
        return series.y[at - 1 if at else 0]
    left, right = series.x[at - 1], series.x[at]
    return series.y[at - 1] + (series.y[at] - series.y[at - 1]) * (x - left) / (right - left)
