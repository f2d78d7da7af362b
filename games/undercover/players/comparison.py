"""The two pictures of a match that is over, with a frame around what differs."""

from __future__ import annotations

from functools import lru_cache
from io import BytesIO
from typing import TYPE_CHECKING, TypeAlias

from woozle.core.request import Picture
from woozle.games.undercover.pairs.comparison import Comparison
from woozle.games.undercover.players.likeness import SEEN, open_both

if TYPE_CHECKING:
    from PIL.Image import Image

Box: TypeAlias = tuple[int, int, int, int]

_FRAME, _EDGE = (200, 0, 190), (255, 255, 255)
_THICK, _MARGIN = (
    40,
    24,
)  # parts of the width: the frame is seen where a picture takes 30 cells, and touches nothing that it is about
_MOST = 0.8  # of the picture; a frame around more than that would point at nothing


def compare(comparison: Comparison, picture: Picture, other: Picture) -> Picture:
    """Return the pictures of a pair as one picture, or one of them, each with a frame around the change.

    The change is where their pixels differ by more than the noise of an encoder; without one there is no frame.
    """
    return _draw(picture, other, comparison.shows)


@lru_cache(maxsize=8)
def _draw(picture: Picture, other: Picture, shows: str) -> Picture:
    from PIL import Image as Images

    one, two = (each.convert("RGB") for each in open_both(picture, other))
    if box := find_change(one, two):
        _put_frame(one, box)
        _put_frame(two, box)
    shown = {"picture": one, "counterfactual": two}.get(shows)
    if shown is None:
        gap = max(4, one.width // 32)
        shown = Images.new("RGB", (2 * one.width + gap, one.height), (128, 128, 128))
        shown.paste(one, (0, 0))
        shown.paste(two, (one.width + gap, 0))
    data = BytesIO()
    shown.save(data, "PNG")
    return Picture.png(data.getvalue())


def find_change(one: Image, two: Image) -> Box | None:
    """Return the box around all pixels that differ; None if none does, or nearly all do. Single pixels are noise."""
    from PIL import ImageChops, ImageFilter

    bands = ImageChops.difference(one, two).split()
    differs = bands[0]
    for band in bands[1:]:
        differs = ImageChops.lighter(differs, band)
    box = differs.point(lambda level: 255 if level > SEEN else 0).filter(ImageFilter.MinFilter(3)).getbbox()
    if box is None or (box[2] - box[0]) * (box[3] - box[1]) > _MOST * one.width * one.height:
        return None
    return box


def _put_frame(image: Image, box: Box) -> None:
    from PIL import ImageDraw

    thick, margin = max(2, image.width // _THICK), image.width // _MARGIN
    left, top, right, bottom = box
    around = (
        max(0, left - margin),
        max(0, top - margin),
        min(image.width - 1, right + margin),
        min(image.height - 1, bottom + margin),
    )
    pen = ImageDraw.Draw(image)
    pen.rectangle(around, outline=_EDGE, width=thick + 2 * max(1, thick // 4))
    inner = max(1, thick // 4)
    pen.rectangle(
        tuple(each + inner * sign for each, sign in zip(around, (1, 1, -1, -1), strict=True)), outline=_FRAME, width=thick
    )
