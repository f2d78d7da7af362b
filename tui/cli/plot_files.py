"""Plots as pictures, side by side in one file: SVG as text, PNG by Pillow. Both are drawn by the same strokes and words."""

from __future__ import annotations

import io
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from math import hypot
from pathlib import Path
from textwrap import wrap
from typing import Literal, NamedTuple, TypeAlias
from xml.sax.saxutils import escape

from woozle.core.text import visible_line
from woozle.saves.disk import replace, save_error
from woozle.tui.cli.plots import ORDER, Plot, Series, marks_up, written

_COLUMNS = 2
_WIDTH, _LEFT, _RIGHT = 480, 64, 24  # of a panel and its margins, in the units of SVG
_HEIGHT = 220  # of the field with the lines
_LINE = 16  # from one line of words to the next
_LETTERS = 68  # on a line of words
_SCALE = 2  # pixels a unit
_SIZE, _TITLE_SIZE = 12, 13

_INK, _PALE = "#222222", "#d9d9d9"
_BEST, _RANDOM = "#009e73", "#767676"
_CURVES = ("#0072b2", "#d55e00", "#cc79a7", "#e69f00", "#56b4e9", "#000000")  # M. Okabe and K. Ito, Color Universal Design, 2008
_DASHES = ((), (9.0, 3.0), (2.0, 2.0), (9.0, 3.0, 2.0, 3.0), (14.0, 4.0), (5.0, 5.0))  # so that lines differ without colour too
_BEST_DASH, _RANDOM_DASH = (6.0, 4.0), (1.5, 3.0)

Point: TypeAlias = tuple[float, float]
Anchor: TypeAlias = Literal["start", "middle", "end"]


class PlotError(ValueError):
    """Plots cannot be kept like that. Says why, in a sentence."""


class Stroke(NamedTuple):
    """A line through points. dash: drawn and left out by turns; empty for a whole line."""

    points: Sequence[Point]
    colour: str
    width: float
    dash: Sequence[float] = ()


class Text(NamedTuple):
    """Words. at: the left end, the middle or the right end of their foot; upright: read from below."""

    at: Point
    words: str
    size: int = _SIZE
    anchor: Anchor = "start"
    is_upright: bool = False


@dataclass(frozen=True, slots=True)
class Picture:
    """What is drawn, in order. width, height: in units."""

    width: float
    height: float
    parts: Sequence[Stroke | Text]


def suffixes() -> str:
    """What files of plots end in."""
    return " or ".join(_WRITTEN)


def check(file: Path) -> None:
    """Raises PlotError unless plots can be kept in a file of that name."""
    if file.suffix.lower() not in _WRITTEN:
        raise PlotError(f"A plot is kept in a file that ends in {suffixes()}, not in {visible_line(file.name)}.")


def keep(plots: Sequence[Plot], file: Path) -> None:
    """Write them. Raises PlotError for another kind of file, SaveError where it cannot be written."""
    check(file)
    data = _WRITTEN[file.suffix.lower()](drawn(plots))
    try:
        replace(file, data, sync=False)
    except OSError as error:
        raise save_error(error, file, "plot again") from error


def drawn(plots: Sequence[Plot]) -> Picture:
    """All plots, in rows of two."""
    parts: list[Stroke | Text] = []
    top = 0.0
    for first in range(0, len(plots), _COLUMNS):
        row = plots[first : first + _COLUMNS]
        head = max(len(_head(plot)) for plot in row)
        for column, plot in enumerate(row):
            parts += _panel(plot, column * _WIDTH, top + _LINE * (head + 1.5))
        top += _LINE * (head + 1.5) + _HEIGHT + _LINE * (4.5 + max(sum(len(_named(each)) for each in plot.series) for plot in row))
    return Picture(_WIDTH * min(_COLUMNS, len(plots)), top, parts)


def _head(plot: Plot) -> list[str]:
    return [*wrap(visible_line(plot.title), _LETTERS - 6), *wrap(visible_line(plot.note), _LETTERS)]


def _named(series: Series) -> list[str]:
    return wrap(visible_line(series.name), _LETTERS - 10) or [""]


def _panel(plot: Plot, left: float, top: float) -> Iterator[Stroke | Text]:
    """One plot. top: of the field with the lines."""
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
    for series, colour, dash in sorted(_styled(plot), key=lambda each: ORDER.index(each[0].look)):
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
        yield Text((across - 8, up + 4), written(mark), anchor="end")
    for quarter in range(5):
        across, up = place(quarter / 4, low)
        yield Stroke(((across, up), (across, up + 4)), _INK, 1)
        yield Text((across, up + 18), f"{quarter / 4:g}", anchor="middle")
    yield Stroke((place(0, marks[-1]), place(0, low), place(1, low)), _INK, 1)
    across, up = place(0.5, low)
    yield Text((across, up + 36), visible_line(plot.across), anchor="middle")
    across, up = place(0, (low + marks[-1]) / 2)
    yield Text((across - 44, up), visible_line(plot.up), anchor="middle", is_upright=True)


def _legend(plot: Plot, left: float, top: float) -> Iterator[Stroke | Text]:
    for series, colour, dash in _styled(plot):
        yield Stroke(((left, top - 4), (left + 34, top - 4)), colour, 1.5 if series.look != "curve" else 2.25, dash)
        for words in _named(series):
            yield Text((left + 44, top), words)
            top += _LINE


def _styled(plot: Plot) -> Iterator[tuple[Series, str, Sequence[float]]]:
    """Each line with its colour and dashes."""
    curves = 0
    for series in plot.series:
        if series.look == "curve":
            yield series, _CURVES[curves % len(_CURVES)], _DASHES[curves % len(_DASHES)]
            curves += 1
        else:
            yield (series, _BEST, _BEST_DASH) if series.look == "best" else (series, _RANDOM, _RANDOM_DASH)


# SVG


def in_svg(picture: Picture) -> bytes:
    """As SVG, version 1.1."""
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


# PNG


def in_png(picture: Picture) -> bytes:
    """As PNG, two pixels a unit."""
    from PIL import Image, ImageDraw, ImageFont

    image = Image.new("RGB", (round(picture.width * _SCALE), round(picture.height * _SCALE)), "#ffffff")
    draw = ImageDraw.Draw(image)
    for part in picture.parts:
        if isinstance(part, Stroke):
            for run in dashed(part):
                draw.line([(x * _SCALE, y * _SCALE) for x, y in run], part.colour, round(part.width * _SCALE), joint="curve")
            continue
        font = ImageFont.load_default(part.size * _SCALE)
        at = (part.at[0] * _SCALE, part.at[1] * _SCALE)
        bold = 1 if part.size == _TITLE_SIZE else 0
        if not part.is_upright:
            draw.text(
                at, part.words, _INK, font, anchor={"start": "ls", "middle": "ms", "end": "rs"}[part.anchor], stroke_width=bold / 2
            )
            continue
        length = round(font.getlength(part.words)) + 2
        words = Image.new("L", (length, part.size * _SCALE * 2), 0)
        ImageDraw.Draw(words).text((1, part.size * _SCALE * 1.5), part.words, 255, font, anchor="ls")
        turned = words.rotate(90, expand=True)
        corner = (round(at[0] - part.size * _SCALE * 1.5), round(at[1] - length / 2))
        image.paste(Image.new("RGB", turned.size, _INK), corner, turned)
    file = io.BytesIO()
    image.save(file, "PNG", optimize=True)
    return file.getvalue()


def dashed(stroke: Stroke) -> Iterator[list[Point]]:
    """The runs of a line that are drawn; the whole of it where it has no dashes."""
    if not stroke.dash:
        yield list(stroke.points)
        return
    dash = [*stroke.dash] * (1 + len(stroke.dash) % 2)
    number, left = 0, dash[0]
    run = [stroke.points[0]]
    for start, end in zip(stroke.points, stroke.points[1:], strict=False):
        length, done = hypot(end[0] - start[0], end[1] - start[1]), 0.0
        while length - done > left:
            done += left
            at = (start[0] + (end[0] - start[0]) * done / length, start[1] + (end[1] - start[1]) * done / length)
            if number % 2 == 0:
                yield [*run, at]
            run = [at]
            number, left = (number + 1) % len(dash), dash[(number + 1) % len(dash)]
        left -= length - done
        run.append(end)
    if number % 2 == 0 and len(run) > 1:
        yield run


_WRITTEN: Mapping[str, Callable[[Picture], bytes]] = {".svg": in_svg, ".png": in_png}
