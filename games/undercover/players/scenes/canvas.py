"""A square canvas and the pen that draws on it: all that drawn scenes need of Pillow.

Light comes from the upper left, so what is drawn as a body is a little darker along its lower right edge. Everything is drawn
larger than it is to be, so that edges are smooth, and without chance: the same strokes give the same bytes with the same Pillow.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from functools import lru_cache
from io import BytesIO
from math import ceil
from typing import TYPE_CHECKING, TypeAlias

from woozle.core.request import Picture
from woozle.core.text import visible_line
from woozle.games.undercover.players.scenes.colours import INK, LIGHT, WHITE, Colour, contrast, outline, rgb
from woozle.games.undercover.players.scenes.shapes import Point, Shape, oval
from woozle.games.undercover.scenes.graph import Pattern, Thing
from woozle.players.pictures.sheet import letters

if TYPE_CHECKING:
    from PIL.Image import Image
    from PIL.ImageDraw import ImageDraw


def tile(
    points: Shape, colour: Colour, pattern: Pattern, ornament: Colour, shade: float, edge: int, side: int
) -> tuple[tuple[int, int], Image, Image]:
    """Return the place at which to paste a shape, the shape and its mask.

    points: in pixels of the canvas. ornament: the colour of stripes and dots. shade: how strong light and shade are. edge: width of
    the outline, which lies within; side: of the whole canvas, in pixels.
    """
    from PIL import Image as Images
    from PIL import ImageDraw as Drawing

    left, top = int(min(x for x, _ in points)), int(min(y for _, y in points))
    size = int(max(x for x, _ in points)) + 2 - left, int(max(y for _, y in points)) + 2 - top
    points = [(x - left, y - top) for x, y in points]
    mask, drawn = Images.new("L", size), Images.new("RGB", size, colour)
    Drawing.Draw(mask).polygon(points, 255)
    draw = Drawing.Draw(drawn)
    if pattern != "plain":
        _decorate(draw, size, pattern, ornament, side)
    if shade:
        depth = min(size) * 0.11
        drawn.paste(INK, mask=_rim(points, size, -max(2.0, depth), round(46 * shade)))
        drawn.paste(WHITE, mask=_rim(points, size, max(2.0, depth * 0.6), round(70 * shade)))
    draw.line([*points, *points[:2]], outline(colour), edge * 2)
    return (left, top), drawn, mask


@lru_cache(maxsize=64)
def glow_mask(size: tuple[int, int], strength: int) -> Image:
    """Return a mask that is strongest in the middle, 0 to 255, and fades out to an ellipse."""
    return _radial_mask(strength).resize(size)


@lru_cache(maxsize=8)
def _radial_mask(strength: int) -> Image:
    from PIL import Image as Images

    most = 255 * 255
    return Images.radial_gradient("L").point([strength * (255 - far) ** 2 // most for far in range(256)])


def _decorate(draw: ImageDraw, size: tuple[int, int], pattern: Pattern, colour: Colour, side: int) -> None:
    """Draw slanting stripes, or dots, over a whole tile; never finer than can be seen."""
    width, height = size
    step = min(max((width + height) / 7, side * 0.018), side * 0.05)
    if pattern == "striped":
        for at in range(ceil((width + height) / step)):
            x = at * step
            draw.polygon([(x, 0), (x + step * 0.45, 0), (x + step * 0.45 - height, height), (x - height, height)], colour)
        return
    reach = step * 0.3
    for row in range(ceil(height / step * 1.2) + 1):
        for column in range(ceil(width / step) + 1):
            x, y = (column + 0.25 + row % 2 / 2) * step, (row + 0.45) * step * 0.85
            draw.ellipse((x - reach, y - reach, x + reach, y + reach), colour)


def _rim(points: Shape, size: tuple[int, int], depth: float, strength: int) -> Image:
    """Return a mask of the edge of a shape that lies to the lower right (depth below 0) or to the upper left."""
    from PIL import Image as Images
    from PIL import ImageDraw as Drawing

    mask = Images.new("L", size)
    draw = Drawing.Draw(mask)
    draw.polygon(points, strength)
    draw.polygon([(x + depth, y + depth) for x, y in points], 0)
    return mask


_EDGE = 0.004  # width of outlines, as a part of the picture
_FINEST = 1024  # pixels that a canvas has at least across, for soft edges


class Canvas:
    """A square picture in the making, or a part of one. size: of the finished picture, in pixels."""

    def __init__(self, size: int, image: Image | None = None, corner: tuple[int, int] = (0, 0)) -> None:
        from PIL import Image as Images

        self.size, self._corner = size, corner
        self._fine = max(2, -(-_FINEST // size))
        self.side = size * self._fine
        self.image: Image = image or Images.new("RGB", (self.side, self.side), WHITE)
        self.edge = max(2, round(self.side * _EDGE))

    def copy(self) -> Canvas:
        return Canvas(self.size, self.image.copy())

    def part(self, left: float, top: float, right: float, bottom: float) -> Canvas:
        """Return the content of a box, in parts of the side; strokes on it end at its borders. `put` puts it back."""
        corner = round(left * self.side), round(top * self.side)
        return Canvas(self.size, self.image.crop((*corner, round(right * self.side), round(bottom * self.side))), corner)

    def put(self, part: Canvas) -> None:
        """Put a part in its place."""
        self.image.paste(part.image, part._corner)

    def pen(self, x: float, y: float, unit: float, colour: Colour = WHITE, pattern: Pattern = "plain") -> Pen:
        """Return a pen for a thing at that point, from the upper left. x, y, unit: in parts of the side; unit: its hundred."""
        at = (x * self.side - self._corner[0], y * self.side - self._corner[1])
        return Pen(self, at, unit * self.side / 100, colour, pattern)

    def picture(self) -> Picture:
        """Return the drawing as PNG, without a word about it."""
        out = BytesIO()
        self.image.reduce(self._fine).save(out, "PNG", compress_level=3)  # 9 ms for 512 pixels; level 6: 13 ms, 4 % smaller
        return Picture.png(out.getvalue())


class Pen:
    """Draws in relative measures: from the point where a thing stands, x to the right and y up; 100 is the most it is tall.

    colour, pattern: of the thing. hangs: whether it hangs on a wall or flies, and casts no shadow on the ground.
    """

    def __init__(self, canvas: Canvas, at: Point, unit: float, colour: Colour, pattern: Pattern) -> None:
        from PIL import ImageDraw as Drawing

        self.canvas, self.unit, self.colour, self.pattern = canvas, unit, colour, pattern
        self.hangs = False
        self._x, self._y = at
        self._draw = Drawing.Draw(canvas.image)
        self._glaze = Drawing.Draw(canvas.image, "RGBA")  # blends, at twice the cost
        self._edge = canvas.edge

    def resize(self, times: float) -> Pen:
        """Return a pen for the same thing at another size."""
        pen = Pen(self.canvas, (self._x, self._y), self.unit * times, self.colour, self.pattern)
        pen.hangs = self.hangs
        return pen

    def own(self, shape: Shape, shade: float = 1) -> None:
        """Draw a part of the thing that has its colour and its pattern."""
        self._body(shape, self.colour, self.pattern, shade)

    def body(self, shape: Shape, colour: Colour, shade: float = 1) -> None:
        """Draw a shape with an outline and with light and shade. shade: how strong these are; 0 for something flat."""
        self._body(shape, colour, "plain", shade)

    def flat(self, shape: Shape, colour: Colour, opacity: float = 1) -> None:
        """Draw a shape of one colour without an outline."""
        if opacity == 1:
            self._draw.polygon(self._pixels(shape), colour)
        else:
            self._glaze.polygon(self._pixels(shape), (*rgb(colour), round(255 * opacity)))

    def line(self, points: Sequence[Point], colour: Colour = INK, width: float = 0, opacity: float = 1) -> None:
        """Draw a line through the points with round ends. width: that of an outline if 0."""
        wide = max(2, round(width * self.unit)) if width else self._edge
        if opacity == 1:
            self._line(points, wide, colour)
        else:
            self._glaze.line(self._pixels(points), (*rgb(colour), round(255 * opacity)), wide, joint="curve")

    def rod(self, points: Sequence[Point], colour: Colour, width: float) -> None:
        """Draw a line with an outline: a leg, a stem, a handle."""
        wide = max(2, round(width * self.unit))
        self._line(points, wide + 2 * self._edge, outline(colour))
        self._line(points, wide, colour)

    def tube(self, points: Sequence[Point], width: float, within: float, colour: Colour = "") -> None:
        """Draw a line of the thing's own colour, or another, over a wider one that is its outline: a tail, a handle, a lip."""
        self.line(points, outline(self.colour), width)
        self.line(points, colour or self.colour, within)

    def dot(self, x: float, y: float, reach: float, colour: Colour = INK) -> None:
        self.flat(oval(x, y, reach), colour)

    def words(self, x: float, y: float, text: str, height: float, width: float, colour: Colour = INK) -> None:
        """Draw one line of text around a point, smaller if it is wider than that."""
        text = visible_line(text)
        pixels = height * self.unit
        wide = letters(round(pixels)).getlength(text) + pixels / 10
        font = letters(round(pixels * min(1, width * self.unit / wide)))
        stroke = max(1, round(font.size / 20))
        self._draw.text(self._pixel((x, y)), text, colour, font, "mm", stroke_width=stroke, stroke_fill=colour)

    def glow(self, x: float, y: float, reach: float, colour: Colour = LIGHT, strength: float = 0.8) -> None:
        """Draw light around a point, glow_mask out."""
        self._fade(x, y, reach, reach, colour, strength)

    def shadow(self, across: float, x: float = 0) -> None:
        """Draw the soft shadow on the ground of a thing of that width, if it stands on one."""
        if not self.hangs:
            self._fade(x + across * 0.05, 1, across * 0.62, min(9, across * 0.14), INK, 0.75)

    def behind(self, shape: Shape) -> None:
        """Draw the light shadow on the wall of a thing that hangs there."""
        if self.hangs:
            self.flat([(x + 3, y - 3) for x, y in shape], INK, 0.16)

    def _body(self, shape: Shape, colour: Colour, pattern: Pattern, shade: float) -> None:
        points = self._pixels(shape)
        corner, drawn, mask = tile(points, colour, pattern, contrast(colour), shade, self._edge, self.canvas.side)
        self.canvas.image.paste(drawn, corner, mask)

    def _line(self, points: Sequence[Point], wide: int, colour: Colour) -> None:
        pixels = self._pixels(points)
        self._draw.line(pixels, colour, wide, joint="curve")
        if wide > 3:
            for x, y in (pixels[0], pixels[-1]):
                self._draw.ellipse((x - wide / 2, y - wide / 2, x + wide / 2, y + wide / 2), colour)

    def _fade(self, x: float, y: float, across: float, up: float, colour: Colour, strength: float) -> None:
        (left, top), (right, bottom) = self._pixel((x - across, y + up)), self._pixel((x + across, y - up))
        size = max(2, round(right - left)), max(2, round(bottom - top))
        self.canvas.image.paste(colour, (round(left), round(top)), glow_mask(size, round(strength * 255)))

    def _pixel(self, point: Point) -> Point:
        return self._x + point[0] * self.unit, self._y - point[1] * self.unit

    def _pixels(self, points: Iterable[Point]) -> Shape:
        x, y, unit = self._x, self._y, self.unit
        return [(x + across * unit, y - up * unit) for across, up in points]


Sketch: TypeAlias = Callable[[Pen, Thing], None]
"""Draws one item at the pen. The vocabulary has the room that its kind takes."""
