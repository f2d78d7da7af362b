"""Pictures drawn in cells: which part is shown and how large, in characters or as the terminal itself draws pictures."""

from __future__ import annotations

import warnings
from collections import OrderedDict
from dataclasses import replace
from functools import lru_cache
from io import BytesIO
from typing import TYPE_CHECKING, Any, NamedTuple, TypeAlias

from rich.color import Color, ColorType
from rich.color_triplet import ColorTriplet
from rich.segment import Segment
from rich.style import Style
from textual.app import ComposeResult
from textual.containers import Container
from textual.geometry import Region
from textual.strip import Strip
from textual.widget import Widget

from woozle.core.errors import InputError
from woozle.core.request import Picture
from woozle.core.value import value
from woozle.tui.surfaces import Surface
from woozle.tui.widgets.block_characters import HALF_BLOCKS, Blocks, divide

if TYPE_CHECKING:
    from PIL.Image import Image


Pair: TypeAlias = tuple[float, float]
Crop: TypeAlias = tuple[float, float, float, float]
"""Left, top, right, bottom, in pixels of the picture."""

CELL: Pair = (1, 2)
"""The sides of a cell of most fonts, which decide the shape of a picture."""

_STEPS = (1.0, 1.5, 2.0, 3.0, 4.0, 6.0, 8.0)


class Frame(NamedTuple):
    """The part of a picture that is shown, and the cells that it takes."""

    columns: int
    rows: int
    crop: Crop


@value
class Lens:
    """The magnification of a picture, 1 for all of it, and the middle of the part that is shown, in shares of its sides."""

    zoom: float = 1.0
    x: float = 0.5
    y: float = 0.5

    def nearer(self, by: int) -> Lens:
        """Return a lens one step nearer, or (-1) farther away; the same at the ends."""
        at = _STEPS.index(self.zoom) + by
        return replace(self, zoom=_STEPS[max(0, min(at, len(_STEPS) - 1))])


def frame_picture(lens: Lens, size: tuple[int, int], room: tuple[int, int], cell: Pair = CELL) -> Frame:
    """Return what is seen through a lens. size: of the picture, in pixels; room: columns and rows there are; cell: pixels in each.

    The picture keeps its sides' proportion, and no part of the frame is outside it.
    """
    (width, height), (columns, rows), (across, down) = size, room, cell
    scale = min(columns * across / width, rows * down / height) * lens.zoom
    wide, high = min(width, columns * across / scale), min(height, rows * down / scale)
    left, top = _within(lens.x * width - wide / 2, width - wide), _within(lens.y * height - high / 2, height - high)
    shown = max(1, min(columns, round(wide * scale / across))), max(1, min(rows, round(high * scale / down)))
    return Frame(*shown, (left, top, left + wide, top + high))


def keep_inside(lens: Lens, frame: Frame, size: tuple[int, int]) -> Lens:
    """Return the lens with its middle where the shown part has it: at an edge that is not where it was moved to."""
    (left, top, right, bottom), (width, height) = frame.crop, size
    return replace(lens, x=(left + right) / 2 / width, y=(top + bottom) / 2 / height)


def move_lens(lens: Lens, frame: Frame, size: tuple[int, int], by: Pair) -> Lens:
    """Return the lens moved. by: to the right and down, in shares of the visible part."""
    (left, top, right, bottom), (width, height) = frame.crop, size
    return replace(lens, x=lens.x + by[0] * (right - left) / width, y=lens.y + by[1] * (bottom - top) / height)


def nearer_at(lens: Lens, frame: Frame, size: tuple[int, int], at: Pair, by: int) -> Lens:
    """Return a lens zoomed by one step around a fixed point. at: in shares of the visible part."""
    then = lens.nearer(by)
    (left, top, right, bottom), (width, height) = frame.crop, size
    less = 1 - lens.zoom / then.zoom
    middle_x, middle_y = (left + right) / 2, (top + bottom) / 2
    x = middle_x + (at[0] - 0.5) * (right - left) * less
    y = middle_y + (at[1] - 0.5) * (bottom - top) * less
    return replace(then, x=x / width, y=y / height)


def whereabouts(frame: Frame, size: tuple[int, int]) -> str:
    """Name the part that is shown: `top left`; empty for all of it."""
    (left, top, right, bottom), (width, height) = frame.crop, size
    if right - left >= width and bottom - top >= height:
        return ""
    down = "" if bottom - top >= height else _third((top + bottom) / 2 / height, ("top", "", "bottom"))
    across = "" if right - left >= width else _third((left + right) / 2 / width, ("left", "", "right"))
    return " ".join(filter(None, (down, across))) or "middle"


def _third(share: float, words: tuple[str, str, str]) -> str:
    return words[0] if share < 0.4 else words[2] if share > 0.6 else words[1]


def _within(start: float, most: float) -> float:
    return max(0.0, min(start, most))


LARGEST = 24_000_000
"""Pixels of a picture that is shown."""

_FRAMES = 12  # that are kept drawn: to go back and forth between some, and no memory of a whole walk
_FORMATS = ("PNG", "JPEG", "WEBP")

_Key: TypeAlias = tuple[str, int, int, Crop, int, Style]


class PictureError(InputError):
    """A picture cannot be shown. The message says why, in a sentence."""


def decode(picture: Picture) -> Image:
    """Return the pixels of a picture: RGB, what is transparent is white. Raises PictureError."""
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
    except Exception as error:  # a decoder may raise anything on a damaged file
        raise PictureError("The picture cannot be shown: its file is damaged, or of another kind.") from error


def strips(image: Image, frame: Frame, blocks: Blocks = HALF_BLOCKS) -> list[Strip]:
    """Return the rows of a part of a picture."""
    import numpy as np
    from PIL.Image import Resampling

    across, down = frame.columns * blocks.across, frame.rows * blocks.down
    left, top, right, bottom = frame.crop
    shrinks = (right - left) >= across and (bottom - top) >= down
    kind = Resampling.BOX if shrinks else Resampling.BICUBIC
    patterns, front, ground = divide(np.asarray(image.resize((across, down), kind, box=frame.crop)), blocks)
    rows = zip(patterns.tolist(), front, ground, strict=True)
    return [_row([blocks.characters[pattern] for pattern in row], upper.tobytes(), lower.tobytes()) for row, upper, lower in rows]


def _row(characters: list[str], front: bytes, ground: bytes) -> Strip:
    """Return a row of cells from their characters and colours; neighbours that are alike are one segment."""
    segments: list[Segment] = []
    last, length = (characters[0], front[:3], ground[:3]), 0
    for at, character in enumerate(characters):
        cell = character, front[3 * at : 3 * at + 3], ground[3 * at : 3 * at + 3]
        if cell != last:
            segments.append(_segment(*last, length))
            last, length = cell, 0
        length += 1
    segments.append(_segment(*last, length))
    return Strip(segments, len(characters))


def _segment(character: str, front: bytes, ground: bytes, length: int) -> Segment:
    return Segment(character * length, _style(front + ground))


@lru_cache(maxsize=1 << 16)
def _style(pair: bytes) -> Style:
    front, ground = pair[:3], pair[3:]
    return Style.from_color(None if front == ground else _colour(*front), _colour(*ground))


def _colour(red: int, green: int, blue: int) -> Color:
    # Color.from_rgb writes a name for each, and takes four times as long.
    return Color("", ColorType.TRUECOLOR, None, ColorTriplet(red, green, blue))


class BlockImage(Widget):
    """A widget that shows a picture through a lens, centred, with rails that mark the visible part.

    blocks: the characters that it is made of.
    """

    ALLOW_SELECT = False
    COMPONENT_CLASSES = {"picture-rail", "picture-rail-at"}  # noqa: RUF012
    cell: Pair = CELL

    def __init__(self, blocks: Blocks = HALF_BLOCKS) -> None:
        super().__init__(classes="picture-easel")
        self._blocks = blocks
        self._image: Image | None = None
        self._digest = ""
        self._lens = Lens()
        self._drawn: OrderedDict[_Key, list[Strip]] = OrderedDict()

    def look(self, image: Image | None, digest: str, lens: Lens) -> None:
        """Show this from now on; None for nothing, which clears what was kept."""
        if image is None:
            self._drawn.clear()
        self._image, self._digest, self._lens = image, digest, lens
        self.refresh()

    @property
    def frame(self) -> Frame | None:
        """Return the part that is seen in the present size; None if nothing is."""
        width, height = self.size
        if self._image is None or not width or not height:
            return None
        rails = int(self._lens.zoom > 1 and width > 1 and height > 1)
        return frame_picture(self._lens, self._image.size, (width - rails, height - rails))

    def render_lines(self, crop: Region) -> list[Strip]:
        """Draw the rows. Textual would go through all colours again, which takes as long as to draw them."""
        ground, width = self.rich_style, self.size.width
        rows, blank = self._rows(ground), Strip.blank(width, ground)
        lines = [rows[y] if y < len(rows) else blank for y in range(crop.y, crop.bottom)]
        return lines if (crop.x, crop.right) == (0, width) else [line.crop(crop.x, crop.right) for line in lines]

    def render_line(self, y: int) -> Strip:
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
        rows = strips(self._image, frame, self._blocks)
        if self._lens.zoom > 1:
            rows = self._add_rails(rows, frame, self._image.size)
        left = (width - rows[0].cell_length) // 2
        drawn = [_pad(row, left, width, ground) for row in rows]
        self._drawn[key] = drawn
        if len(self._drawn) > _FRAMES:
            self._drawn.popitem(last=False)
        return drawn

    def _add_rails(self, rows: list[Strip], frame: Frame, size: tuple[int, int]) -> list[Strip]:
        """Add a rail on the right and one below, each heavy where the part is that is shown."""
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
    """Return which cells of a rail stand for the part between two shares; at least one does."""
    first = min(length - 1, int(start * length + 0.5))
    last = max(first + 1, int(end * length + 0.5))
    return [first <= cell < last for cell in range(length)]


def _pad(row: Strip, left: int, width: int, ground: Style) -> Strip:
    pads = Segment(" " * left, ground), Segment(" " * max(0, width - left - row.cell_length), ground)
    return Strip([pads[0], *row, pads[1]] if left else [*row, pads[1]], width)


class TerminalImage(Container):
    """A widget that shows a picture through a lens, like BlockImage. surface: how this terminal draws."""

    def __init__(self, surface: Surface) -> None:
        super().__init__(classes="picture-easel")
        assert surface.widget
        self.cell = surface.cell
        self._widget: Any = surface.widget()
        self._image: Image | None = None
        self._lens = Lens()
        self._drawn: Any = None

    def compose(self) -> ComposeResult:
        yield self._widget

    def look(self, image: Image | None, digest: str, lens: Lens) -> None:
        """Show this from now on; None for nothing, which clears the terminal's copy too."""
        self._image, self._lens = image, lens
        self._draw()

    def on_mount(self) -> None:
        self._draw()

    def on_resize(self) -> None:
        self._draw()

    @property
    def frame(self) -> Frame | None:
        """Return the part that is seen in the present size; None if nothing is."""
        width, height = self.content_size
        if self._image is None or not width or not height:
            return None
        return frame_picture(self._lens, self._image.size, (width, height), self.cell)

    def _draw(self) -> None:
        widget, frame = self._widget, self.frame
        now = (frame, id(self._image)) if frame else None
        if now == self._drawn:
            return
        self._drawn = now
        if frame is None or self._image is None:
            widget.image = None
            return
        left, top, right, bottom = frame.crop
        widget.styles.width, widget.styles.height = frame.columns, frame.rows
        right, bottom = max(round(left) + 1, round(right)), max(round(top) + 1, round(bottom))
        widget.image = self._image.crop((round(left), round(top), right, bottom))
