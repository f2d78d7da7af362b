"""A sheet to draw on, and the figures of the seats: all that the pictures of games need of Pillow.

Everything is given in pixels of the finished picture and drawn twice as large, so that edges are smooth. Letters come from the font
that Pillow itself brings, so that a picture is the same bytes on every machine with the same Pillow.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from io import BytesIO
from math import cos, hypot, pi, sin
from typing import TYPE_CHECKING, Literal, TypeAlias

from woozle.core.request import Picture
from woozle.core.text import visible_line

if TYPE_CHECKING:
    from PIL.Image import Image
    from PIL.ImageDraw import ImageDraw
    from PIL.ImageFont import FreeTypeFont

Point: TypeAlias = tuple[float, float]
Tile: TypeAlias = "Image"
Align: TypeAlias = Literal["left", "middle", "right"]

PAPER, WALL, ROOM, EDGE = "#12161d", "#1a202b", "#242c3a", "#5b6880"
INK, QUIET, DARK = "#f1f3f6", "#a7b2c2", "#12161d"
GOOD, OPEN, BAD, YOU = "#10e0a6", "#f4ec6e", "#d2452f", "#ffffff"

SEATS = ("#f5b021", "#9fd4f3", "#10e0a6", "#f4ec6e", "#2e9bf0", "#f06c10", "#cc79a7", "#ffffff", "#bababa", "#8fae66")
"""The colours of the seats in the theme `woozle-cb`: for eyes that see red and green, or blue and yellow, alike."""

_HEADS = ("circle", "square", "triangle", "diamond", "pentagon", "star", "hexagon", "cross", "funnel", "dome")
_FINE = 2
_MOST = 200  # the most letters that a line of these pictures can hold


class Sheet:
    """A picture in the making. start: the picture to begin with, which is not changed; an empty one by default."""

    def __init__(self, width: int, height: int, start: Sheet | None = None) -> None:
        from PIL import Image as Images
        from PIL import ImageDraw as Drawing

        self.width, self.height = width, height
        self.image: Image = start.image.copy() if start else Images.new("RGB", (width * _FINE, height * _FINE), PAPER)
        self._draw: ImageDraw = Drawing.Draw(self.image)

    def box(self, left: float, top: float, right: float, bottom: float, *, fill: str, edge: str = "", width: float = 0) -> None:
        """Draw a rectangle with round corners; the edge lies inside."""
        corner = min(9.0, (bottom - top) / 2, (right - left) / 2)
        self._draw.rounded_rectangle(
            _fine((left, top), (right, bottom)), corner * _FINE, fill, edge or None, max(1, round(width * _FINE))
        )

    def frame(self, left: float, top: float, right: float, bottom: float, colour: str, width: float) -> None:
        """Draw a rectangle with round corners and nothing in it."""
        self._draw.rounded_rectangle(_fine((left, top), (right, bottom)), 11 * _FINE, None, colour, round(width * _FINE))

    def line(self, start: Point, end: Point, colour: str, width: float) -> None:
        self._draw.line(_fine(start, end), colour, round(width * _FINE))
        for point in (start, end):
            self.dot(point, width / 2, colour)

    def dot(self, at: Point, radius: float, colour: str, *, edge: str = "", width: float = 0) -> None:
        (x, y), reach = at, radius
        corners = _fine((x - reach, y - reach), (x + reach, y + reach))
        self._draw.ellipse(corners, colour, edge or None, max(1, round(width * _FINE)))

    def shape(self, points: Sequence[Point], colour: str, *, edge: str = "", width: float = 0) -> None:
        self._draw.polygon(_fine(*points), colour, edge or None, max(1, round(width * _FINE)))

    def arrow(self, start: Point, end: Point, colour: str, width: float = 2.5) -> None:
        """Draw an arrow whose tip is at `end`."""
        (x, y), (to_x, to_y) = start, end
        far = hypot(to_x - x, to_y - y) or 1.0
        along_x, along_y = (to_x - x) / far, (to_y - y) / far
        head = width * 2.4
        neck = (to_x - along_x * head, to_y - along_y * head)
        self._draw.line(_fine(start, neck), colour, round(width * _FINE))
        sides = [(neck[0] - along_y * head * turn, neck[1] + along_x * head * turn) for turn in (0.75, -0.75)]
        self.shape([end, *sides], colour)

    def text(
        self, at: Point, words: str, size: float = 13, colour: str = INK, align: Align = "middle", *, is_bold: bool = False
    ) -> None:
        """Draw one line of text; at: the middle of its height, at its left end, its middle or its right end."""
        anchor = {"left": "lm", "middle": "mm", "right": "rm"}[align]
        self._draw.text(
            _fine(at)[0], visible_line(words), colour, _font(size), anchor, stroke_width=int(is_bold), stroke_fill=colour
        )

    def plate(self, at: Point, words: str, size: float, colour: str, ink: str, width: float = 512) -> None:
        """Draw a line of text on a small plate, around its middle."""
        words = fit_text(words, size, width - 8)
        half, (x, y) = text_width(words, size) / 2 + 4, at
        self.box(x - half, y - size * 0.66, x + half, y + size * 0.66, fill=colour)
        self.text((x, y), words, size, ink)

    def paste(self, tile: Tile, middle: Point) -> None:
        """Paste a tile with its own outline."""
        x, y = _fine(middle)[0]
        self.image.paste(tile, (round(x - tile.width / 2), round(y - tile.height / 2)), tile)

    def picture(self, *, is_grey: bool) -> Picture:
        """Return the drawing as PNG, without a word about it."""
        image, out = self.image.reduce(_FINE), BytesIO()
        (image.convert("L") if is_grey else image).save(out, "PNG")
        return Picture.png(out.getvalue())


@lru_cache(maxsize=128)
def figure(number: int, letter: str, height: int, *, is_lying: bool = False) -> Tile:
    """Return the tile of a seat: its own colour, the shape of its head, and a letter. number: of the seat, from 0."""
    from PIL import Image as Images
    from PIL import ImageDraw as Drawing

    size = height * _FINE
    width = size * 3 // 4
    tile = Images.new("RGBA", (width, size))
    draw = Drawing.Draw(tile)
    colour, middle = SEATS[number % len(SEATS)], width / 2
    shoulders = size * 0.42
    draw.rounded_rectangle(
        (width * 0.08, shoulders, width * 0.92, size - 1), width * 0.36, colour, corners=(True, True, False, False)
    )
    draw.text((middle, size * 0.76), letter, DARK, _font(height * 0.4), "mm", stroke_width=1, stroke_fill=DARK)
    head = _head(_HEADS[number % len(_HEADS)], (middle, size * 0.25), size * 0.25)
    draw.polygon(head, colour, DARK, max(2, size // 24))
    return tile.rotate(90, expand=True) if is_lying else tile


def text_width(words: str, size: float) -> float:
    """Return the width of a line of text."""
    return _font(size).getlength(visible_line(words)) / _FINE


def fit_text(words: str, size: float, width: float) -> str:
    """Return a line of text, cut with an ellipsis if it is wider than that."""
    if len(words) <= _MOST and text_width(words, size) <= width:
        return words
    words = words[:_MOST]
    while words and text_width(f"{words}…", size) > width:
        words = words[:-1]
    return f"{words.rstrip()}…"


def wrap_text(words: str, size: float, width: float) -> list[str]:
    """Return a text in one line, or in two if it is wider than that and has a place to break."""
    words = words[:_MOST]
    if text_width(words, size) <= width or " " not in words:
        return [fit_text(words, size, width)]
    breaks = [at for at, char in enumerate(words) if char == " "]
    at = min(breaks, key=lambda at: max(text_width(words[:at], size), text_width(words[at + 1 :], size)))
    return [fit_text(words[:at], size, width), fit_text(words[at + 1 :], size, width)]


@lru_cache(maxsize=32)
def _font(size: float) -> FreeTypeFont:
    return letters(size * _FINE)


@lru_cache(maxsize=64)
def letters(pixels: float) -> FreeTypeFont:
    """Return the font of all pictures, at least 6 pixels high."""
    from PIL import ImageFont

    font = ImageFont.load_default(max(6, round(pixels)))
    assert isinstance(font, ImageFont.FreeTypeFont)
    return font


def _fine(*points: Point) -> list[Point]:
    return [(x * _FINE, y * _FINE) for x, y in points]


def _head(kind: str, middle: Point, reach: float) -> list[Point]:
    """Return the outline of a head; all have about the same area."""
    match kind:
        case "square":
            return _around(middle, reach * 1.1, 4, 0.5)
        case "diamond":
            return _around(middle, reach * 1.12, 4)
        case "triangle":
            return _around((middle[0], middle[1] + reach * 0.2), reach * 1.15, 3)
        case "funnel":
            return _around((middle[0], middle[1] - reach * 0.2), reach * 1.15, 3, 0.5)
        case "pentagon":
            return _around(middle, reach * 1.05, 5)
        case "hexagon":
            return _around(middle, reach, 6)
        case "star":
            outer, inner = _around(middle, reach * 1.15, 5), _around(middle, reach * 0.55, 5, 0.5)
            return [point for pair in zip(outer, inner, strict=True) for point in pair]
        case "cross":
            near, far = reach * 0.38, reach
            quarter = [(near, -far), (near, -near), (far, -near)]
            turned = [quarter, [(-y, x) for x, y in quarter], [(-x, -y) for x, y in quarter], [(y, -x) for x, y in quarter]]
            return [(middle[0] + x, middle[1] + y) for part in turned for x, y in part]
        case "dome":
            arc = _around((middle[0], middle[1] + reach * 0.5), reach * 1.1, 24)
            return [(x, min(y, middle[1] + reach * 0.5)) for x, y in arc]
    return _around(middle, reach * 0.95, 24)


def _around(middle: Point, reach: float, corners: int, turn: float = 0) -> list[Point]:
    """Return a regular polygon; its first corner is on top, or so much of the way to the next (`turn`) further on."""
    angles = [2 * pi * (corner + turn) / corners for corner in range(corners)]
    return [(middle[0] + reach * sin(angle), middle[1] - reach * cos(angle)) for angle in angles]
