"""Plots as SVG, side by side in one file."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from textwrap import wrap
from typing import Literal, NamedTuple, TypeAlias
from xml.sax.saxutils import escape

from woozle.arena.views.plots import ORDER, Plot, Series, format_mark, marks_up
from woozle.core.errors import InputError
from woozle.core.text import visible_line
from woozle.saves.disk import explain_save_errors, replace

_COLUMNS = 2
_WIDTH, _LEFT, _RIGHT = 480, 64, 24  # of a panel and its margins, in the units of SVG
_HEIGHT = 220  # of the field with the lines
_LINE = 16  # from one line of words to the next
_LETTERS = 68  # on a line of words
_SIZE, _TITLE_SIZE = 12, 13

_INK, _PALE = "#222222", "#d9d9d9"
_BEST, _RANDOM = "#009e73", "#767676"
_CURVES = ("#0072b2", "#d55e00", "#cc79a7", "#e69f00", "#56b4e9", "#000000")  # M. Okabe and K. Ito, Color Universal Design, 2008
_DASHES = ((), (9.0, 3.0), (2.0, 2.0), (9.0, 3.0, 2.0, 3.0), (14.0, 4.0), (5.0, 5.0))  # so that lines differ without colour too
_BEST_DASH, _RANDOM_DASH = (6.0, 4.0), (1.5, 3.0)

Point: TypeAlias = tuple[float, float]
Anchor: TypeAlias = Literal["start", "middle", "end"]


class PlotError(InputError):
    """Plots cannot be written to such a file. The message is a sentence for the user."""


class Stroke(NamedTuple):
    """A line through points. dash: lengths that are drawn and left out in turn; empty for a solid line."""

    points: Sequence[Point]
    colour: str
    width: float
    dash: Sequence[float] = ()


class Text(NamedTuple):
    """A line of text. at: the left end, middle or right end of its baseline; is_upright: rotated, to be read from below."""

    at: Point
    words: str
    size: int = _SIZE
    anchor: Anchor = "start"
    is_upright: bool = False


@dataclass(frozen=True, slots=True)
class Picture:
    """Strokes and text in drawing order. width, height: in units of SVG."""

    width: float
    height: float
    parts: Sequence[Stroke | Text]


def check_suffix(file: Path) -> None:
    """Raise PlotError unless the file's name ends in `.svg`."""
    if file.suffix.lower() != ".svg":
        raise PlotError(f"Plots are written as SVG; name a file that ends in .svg, not {visible_line(file.name)}.")


def write_plots(plots: Sequence[Plot], file: Path) -> None:
    """Write plots into one file. Raises PlotError for another suffix, SaveError where it cannot be written."""
    check_suffix(file)
    data = to_svg(draw(plots))
    with explain_save_errors(file, "plot again"):
        replace(file, data, sync=False)


def draw(plots: Sequence[Plot]) -> Picture:
    """Lay out all plots, in rows of two."""
    parts: list[Stroke | Text] = []
    top = 0.0
    for first in range(0, len(plots), _COLUMNS):
        row = plots[first : first + _COLUMNS]
        head = max(len(_head(plot)) for plot in row)
        for column, plot in enumerate(row):
            parts += _panel(plot, column * _WIDTH, top + _LINE * (head + 1.5))
        top += _LINE * (head + 1.5) + _HEIGHT + _LINE * (4.5 + max(sum(len(_label(each)) for each in plot.series) for plot in row))
    return Picture(_WIDTH * min(_COLUMNS, len(plots)), top, parts)


def _head(plot: Plot) -> list[str]:
    return [*wrap(visible_line(plot.title), _LETTERS - 6), *wrap(visible_line(plot.note), _LETTERS)]


def _label(series: Series) -> list[str]:
    return wrap(visible_line(series.name), _LETTERS - 10) or [""]


def _panel(plot: Plot, left: float, top: float) -> Iterator[Stroke | Text]:
    """Draw one plot. top: of the field with the lines."""
    titles = len(wrap(visible_line(plot.title), _LETTERS - 6))
    head = _head(plot)
    for number, words in enumerate(head):
        at = (left + _LEFT, top - _LINE * (len(head) - number) + 4)
        yield Text(at, words, _TITLE_SIZE if number < titles else _SIZE)
    x, y = left + _LEFT, top
    width = _WIDTH - _LEFT - _RIGHT
    marks = marks_up(plot)

    def place(across: float, up: float) -> Point:
        return x + across * width, y + _HEIGHT * (marks[-1] - up) / (marks[-1] - marks[0])

    yield from _axes(plot, marks, place)
    for series, colour, dash in sorted(_styles(plot), key=lambda each: ORDER.index(each[0].look)):
        points = [place(*each) for each in zip(series.x, series.y, strict=True)]
        if len(points) == 1:
            points.append((points[0][0] - 8, points[0][1]))
        yield Stroke(points, colour, 1.5 if series.look != "curve" else 2.25, dash)
    yield from _legend(plot, x, y + _HEIGHT + _LINE * 3.5)


def _axes(plot: Plot, marks: Sequence[float], place: Callable[[float, float], Point]) -> Iterator[Stroke | Text]:
    low = marks[0]
    for mark in marks:
        yield Stroke((place(0, mark), place(1, mark)), _PALE, 1)
        across, up = place(0, mark)
        yield Text((across - 8, up + 4), format_mark(mark), anchor="end")
    for at, words in plot.ticks:
        across, up = place(at, low)
        yield Stroke(((across, up), (across, up + 4)), _INK, 1)
        yield Text((across, up + 18), visible_line(words), anchor="middle")
    yield Stroke((place(0, marks[-1]), place(0, low), place(1, low)), _INK, 1)
    across, up = place(0.5, low)
    yield Text((across, up + 36), visible_line(plot.across), anchor="middle")
    across, up = place(0, (low + marks[-1]) / 2)
    yield Text((across - 44, up), visible_line(plot.up), anchor="middle", is_upright=True)


def _legend(plot: Plot, left: float, top: float) -> Iterator[Stroke | Text]:
    for series, colour, dash in _styles(plot):
        yield Stroke(((left, top - 4), (left + 34, top - 4)), colour, 1.5 if series.look != "curve" else 2.25, dash)
        for words in _label(series):
            yield Text((left + 44, top), words)
            top += _LINE


def _styles(plot: Plot) -> Iterator[tuple[Series, str, Sequence[float]]]:
    """Yield each line with its colour and dashes."""
    curves = 0
    for series in plot.series:
        if series.look == "curve":
            yield series, _CURVES[curves % len(_CURVES)], _DASHES[curves % len(_DASHES)]
            curves += 1
        else:
            yield (series, _BEST, _BEST_DASH) if series.look == "best" else (series, _RANDOM, _RANDOM_DASH)


def to_svg(picture: Picture) -> bytes:
    """Return the picture as SVG, version 1.1."""
    size = f'width="{picture.width:g}" height="{picture.height:g}" viewBox="0 0 {picture.width:g} {picture.height:g}"'
    body = "\n".join(_svg(part) for part in picture.parts)
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" {size} font-family="Helvetica, Arial, sans-serif" fill="{_INK}">\n'
        f'<rect width="100%" height="100%" fill="#ffffff"/>\n{body}\n</svg>\n'
    ).encode()


def _svg(part: Stroke | Text) -> str:
    if isinstance(part, Text):
        x, y = part.at
        weight = ' font-weight="bold"' if part.size == _TITLE_SIZE else ""
        turned = f' transform="rotate(-90 {x:.1f} {y:.1f})"' if part.is_upright else ""
        where = f'x="{x:.1f}" y="{y:.1f}" font-size="{part.size}" text-anchor="{part.anchor}"'
        return f"<text {where}{weight}{turned}>{escape(part.words)}</text>"
    points = " ".join(f"{x:.2f},{y:.2f}" for x, y in part.points)
    dash = f' stroke-dasharray="{" ".join(f"{each:g}" for each in part.dash)}"' if part.dash else ""
    return f'<polyline points="{points}" fill="none" stroke="{part.colour}" stroke-width="{part.width:g}"{dash}/>'
