"""Pictures drawn with half blocks: a cell is two pixels, one above the other. The same in every terminal that has colours."""

from __future__ import annotations

import warnings
from collections import OrderedDict
from functools import lru_cache
from io import BytesIO
from typing import TYPE_CHECKING, TypeAlias

from rich.color import Color, ColorType
from rich.color_triplet import ColorTriplet
from rich.segment import Segment
from rich.style import Style
from textual.geometry import Region
from textual.strip import Strip
from textual.widget import Widget

from woozle.core.attempt import Picture
from woozle.tui.widgets.lens import HALF, Crop, Frame, Lens, Pair, framed

if TYPE_CHECKING:
    from PIL.Image import Image

LARGEST = 24_000_000
"""Pixels of a picture that is shown."""

_FRAMES = 12  # that are kept drawn: to go back and forth between some, and no memory of a whole walk
_FORMATS = ("PNG", "JPEG", "WEBP")

_Key: TypeAlias = tuple[str, int, int, Crop, int, Style]


class PictureError(ValueError):
    """Something that cannot be shown as a picture. Says why, in a sentence."""


def decoded(picture: Picture) -> Image:
    """The pixels of a picture: RGB, what is transparent is white. Raises PictureError."""
    from PIL import Image as Images

    try:
        with warnings.catch_warnings():
            warnings.simplefilter("error", Images.DecompressionBombWarning)
            image = Images.open(BytesIO(picture.data), formats=_FORMATS)
        if image.width * image.height > LARGEST:
            raise PictureError(f"The picture is too large to be shown: {image.width} x {image.height} pixels.")
        image.load()
        if image.has_transparency_data:
            clear = image.convert("RGBA")
            return Images.alpha_composite(Images.new("RGBA", clear.size, "white"), clear).convert("RGB")
        return image.convert("RGB")
    except PictureError:
        raise
    except (Images.DecompressionBombError, Images.DecompressionBombWarning) as error:
        raise PictureError("The picture is too large to be shown.") from error
    except Exception as error:  # what a decoder says of a damaged file may be any exception
        raise PictureError("The picture cannot be shown: its file is damaged, or of another kind.") from error


def strips(image: Image, frame: Frame) -> list[Strip]:
    """The rows of a part of a picture."""
    from PIL.Image import Resampling

    across, down = frame.columns, frame.rows * 2
    left, top, right, bottom = frame.crop
    shrinks = (right - left) >= across and (bottom - top) >= down
    kind = Resampling.BOX if shrinks else Resampling.BICUBIC
    pixels = image.resize((across, down), kind, box=frame.crop).tobytes()
    width = across * 3
    return [_row(pixels[at : at + width], pixels[at + width : at + 2 * width]) for at in range(0, len(pixels), 2 * width)]


def _row(upper: bytes, lower: bytes) -> Strip:
    """A row of cells from two rows of pixels; neighbours of the same colours are one segment."""
    segments: list[Segment] = []
    last, length = upper[:3] + lower[:3], 0
    for at in range(0, len(upper), 3):
        pair = upper[at : at + 3] + lower[at : at + 3]
        if pair != last:
            segments.append(_segment(last, length))
            last, length = pair, 0
        length += 1
    segments.append(_segment(last, length))
    return Strip(segments, len(upper) // 3)


def _segment(pair: bytes, length: int) -> Segment:
    # A space where both are alike: fonts leave seams between blocks, and it takes half as many bytes.
    return Segment((" " if pair[:3] == pair[3:] else "▀") * length, _style(pair))


@lru_cache(maxsize=1 << 16)
def _style(pair: bytes) -> Style:
    upper, lower = pair[:3], pair[3:]
    return Style.from_color(None if upper == lower else _colour(*upper), _colour(*lower))


def _colour(red: int, green: int, blue: int) -> Color:
    # Color.from_rgb writes a name for each, and takes four times as long.
    return Color("", ColorType.TRUECOLOR, None, ColorTriplet(red, green, blue))


class HalfBlocks(Widget):
    """Shows what a lens shows of a picture, in the middle of its room, with rails that say which part it is."""

    ALLOW_SELECT = False
    COMPONENT_CLASSES = {"picture-rail", "picture-rail-at"}  # noqa: RUF012
    cell: Pair = HALF

    def __init__(self) -> None:
        super().__init__(classes="picture-easel")
        self._image: Image | None = None
        self._digest = ""
        self._lens = Lens()
        self._drawn: OrderedDict[_Key, list[Strip]] = OrderedDict()

    def look(self, image: Image | None, digest: str, lens: Lens) -> None:
        """Show this from now on; None for nothing, of which nothing is kept."""
        if image is None:
            self._drawn.clear()
        self._image, self._digest, self._lens = image, digest, lens
        self.refresh()

    @property
    def frame(self) -> Frame | None:
        """What is seen in the present size; None if nothing is."""
        width, height = self.size
        if self._image is None or not width or not height:
            return None
        rails = int(self._lens.zoom > 1 and width > 1 and height > 1)
        return framed(self._lens, self._image.size, (width - rails, height - rails))

    def render_lines(self, crop: Region) -> list[Strip]:
        """What is on the screen. Textual would go through all colours again, which takes as long as to draw them."""
        ground, width = self.rich_style, self.size.width
        rows, blank = self._rows(ground), Strip.blank(width, ground)
        lines = [rows[y] if y < len(rows) else blank for y in range(crop.y, crop.bottom)]
        return lines if (crop.x, crop.right) == (0, width) else [line.crop(crop.x, crop.right) for line in lines]

    def render_line(self, y: int) -> Strip:
        """One row."""
        (line,) = self.render_lines(Region(0, y, self.size.width, 1))
        return line

    def _rows(self, ground: Style) -> list[Strip]:
        frame = self.frame
        if self._image is None or frame is None:
            return []
        width = self.size.width
        key = (self._digest, frame.columns, frame.rows, frame.crop, width, ground)
        if key in self._drawn:
            self._drawn.move_to_end(key)
            return self._drawn[key]
        rows = strips(self._image, frame)
        if self._lens.zoom > 1:
            rows = self._railed(rows, frame, self._image.size)
        left = (width - rows[0].cell_length) // 2
        drawn = [_padded(row, left, width, ground) for row in rows]
        self._drawn[key] = drawn
        if len(self._drawn) > _FRAMES:
            self._drawn.popitem(last=False)
        return drawn

    def _railed(self, rows: list[Strip], frame: Frame, size: tuple[int, int]) -> list[Strip]:
        """The same with a rail on the right and one below, each heavy where the part is that is shown."""
        (left, top, right, bottom), (width, height) = frame.crop, size
        down = _rail(frame.rows, top / height, bottom / height)
        across = _rail(frame.columns, left / width, right / width)
        names = ("picture-rail", "picture-rail-at")
        quiet, at = (self.rich_style + self.get_component_rich_style(name, partial=True) for name in names)
        beside = [Segment("┃" if is_at else "│", at if is_at else quiet) for is_at in down]
        below = [Segment("━" if is_at else "─", at if is_at else quiet) for is_at in across]
        railed = [Strip([*row, end], frame.columns + 1) for row, end in zip(rows, beside, strict=True)]
        return [*railed, Strip([*below, Segment("┘", quiet)], frame.columns + 1)]


def _rail(length: int, start: float, end: float) -> list[bool]:
    """Which cells of a rail stand for the part between two shares; at least one does."""
    first = min(length - 1, int(start * length + 0.5))
    last = max(first + 1, int(end * length + 0.5))
    return [first <= cell < last for cell in range(length)]


def _padded(row: Strip, left: int, width: int, ground: Style) -> Strip:
    pads = Segment(" " * left, ground), Segment(" " * max(0, width - left - row.cell_length), ground)
    return Strip([pads[0], *row, pads[1]] if left else [*row, pads[1]], width)
