"""What a pen puts on its canvas: a shape with its pattern, light and shade and outline, and light or shadow that fades out."""

from __future__ import annotations

from functools import lru_cache
from math import ceil
from typing import TYPE_CHECKING

from woozle.core.games.undercover.scenes.graph import Pattern
from woozle.players.games.undercover.scenes.colours import INK, WHITE, Colour, outline
from woozle.players.games.undercover.scenes.shapes import Shape

if TYPE_CHECKING:
    from PIL.Image import Image
    from PIL.ImageDraw import ImageDraw


def tile(
    points: Shape, colour: Colour, pattern: Pattern, ornament: Colour, shade: float, edge: int, side: int
) -> tuple[tuple[int, int], Image, Image]:
    """Where a shape is to be pasted, the shape and its mask.

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
def fading(size: tuple[int, int], strength: int) -> Image:
    """A mask that is strongest in the middle, 0 to 255, and fades out to an ellipse."""
    return _faded(strength).resize(size)


@lru_cache(maxsize=8)
def _faded(strength: int) -> Image:
    from PIL import Image as Images

    most = 255 * 255
    return Images.radial_gradient("L").point([strength * (255 - far) ** 2 // most for far in range(256)])


def _decorate(draw: ImageDraw, size: tuple[int, int], pattern: Pattern, colour: Colour, side: int) -> None:
    """Slanting stripes, or dots, over a whole tile; never finer than can be seen."""
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
    """A mask of the edge of a shape that lies to the lower right (depth below 0) or to the upper left."""
    from PIL import Image as Images
    from PIL import ImageDraw as Drawing

    mask = Images.new("L", size)
    draw = Drawing.Draw(mask)
    draw.polygon(points, strength)
    draw.polygon([(x + depth, y + depth) for x, y in points], 0)
    return mask
