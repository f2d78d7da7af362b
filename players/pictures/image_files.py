"""Opening pictures that come from elsewhere: whatever is wrong with one is said in one sentence, and nothing of it is trusted.

PNG, JPEG and WebP are read, as what they hold says and not as they are named. A PNG or JPEG that holds an opaque picture and
nothing else can be kept as it came. All others are turned upright as EXIF says, put on white where they are transparent, made
smaller if need be, and written again as plain PNG: whatever else was in the file (EXIF, profiles, comments, names of programs) is
gone. So are both pictures of a pair, which come out alike. Colour profiles are dropped, not applied. Colours of print (CMYK),
more than 8 bits a colour and pictures that move are refused: how they look depends on who shows them.
"""

from __future__ import annotations

import re
import warnings
from contextlib import suppress
from hashlib import sha256
from io import BytesIO
from pathlib import Path
from typing import TYPE_CHECKING

from woozle.core.errors import InputError
from woozle.core.regular_files import read_file
from woozle.core.request import Picture
from woozle.core.text import visible_line

if TYPE_CHECKING:
    from PIL.Image import Image

MOST_BYTES = 32 * 2**20
"""Of a file."""

MOST_PIXELS = 40_000_000
"""Of a picture, as its header says; decoded they take four bytes each."""

LEAST_SIDE, LONGEST_SIDE = 16, 2048
"""Pixels: what is smaller shows nothing, and what is larger is made smaller."""

_FORMATS = ("PNG", "JPEG", "WEBP")
_WANTED = "PNG, JPEG or WebP"
_MODES = {"1", "L", "LA", "La", "P", "PA", "RGB", "RGBA", "RGBa", "RGBX"}
_OTHERS = (
    (b"GIF8", 0, "GIF"), (b"BM", 0, "BMP"), (b"II*\0", 0, "TIFF"), (b"MM\0*", 0, "TIFF"), (b"8BPS", 0, "Photoshop"),
    (b"%PDF", 0, "PDF"), (b"<svg", 0, "SVG"), (b"<?xml", 0, "XML, perhaps SVG"), (b"ftypavif", 4, "AVIF"), (b"ftypheic", 4, "HEIC"),
    (b"ftypmif1", 4, "HEIF"), (b"version https://git-lfs", 0, "Git LFS pointer"),
)  # fmt: skip


class PictureError(InputError):
    """A picture that cannot be used. Says which, why and what to do, in a sentence."""


def open_picture(path: Path, within: Path | None = None, *, is_plain: bool = True) -> Picture:
    """Return the picture in a file, as `take_picture` does. within: a folder that it must be in, through links too.

    Raise PictureError.
    """
    return take_picture(read_picture(path, within), str(path), is_plain=is_plain)


def decode_image(data: bytes, name: str) -> Image:
    """Return the image in a file, upright, in RGB. name: of the file, for messages. Raise PictureError."""
    from PIL import Image as Images
    from PIL import UnidentifiedImageError

    called = f"The picture {visible_line(name)}"
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # whatever Pillow warns of is refused below, or does not matter
        try:
            image = Images.open(BytesIO(data), formats=_FORMATS)
        except Images.DecompressionBombError:
            raise PictureError(f"{called} has too many pixels; make it smaller than {MOST_PIXELS:,}.") from None
        except UnidentifiedImageError:
            raise PictureError(f"{called} {_what(data)}; save it as {_WANTED}.") from None
        except Exception:  # a dozen kinds, by what is broken
            raise PictureError(f"{called} is damaged; get it once more.") from None
        with image:
            _refuse(image, called)
            try:
                return _upright(image)
            except MemoryError:
                raise PictureError(f"{called} does not fit into memory; make it smaller.") from None
            except Exception:  # likewise
                raise PictureError(f"{called} is damaged or cut short; get it once more.") from None


def plain_png(image: Image, side: int = LONGEST_SIDE) -> Picture:
    """Return an RGB image as a PNG file that holds nothing but its pixels. side: the longest, in pixels."""
    from PIL import Image as Images

    width, height = image.size
    if max(image.size) > side:
        share = side / max(image.size)
        image = image.resize((max(1, round(width * share)), max(1, round(height * share))), Images.Resampling.LANCZOS)
    bare = Images.frombytes("RGB", image.size, image.tobytes())
    file = BytesIO()
    bare.save(file, "PNG", compress_level=6)
    return Picture.png(file.getvalue())


def take_picture(data: bytes, name: str, *, is_plain: bool = False) -> Picture:
    """Return the picture in a file: as it came if the file holds nothing else, and else, or if it is to be plain, as plain PNG.

    name: of the file, for messages. Raise PictureError.
    """
    image = decode_image(data, name)
    if not is_plain and max(image.size) <= LONGEST_SIDE and (_is_png_alone(data) or _is_jpeg_alone(data)):
        return Picture(sha256(data).hexdigest(), data, "image/png" if data.startswith(_PNG) else "image/jpeg")
    return plain_png(image)


def is_bare(data: bytes) -> bool:
    """Return whether a file is a PNG of pixels and nothing else: no texts, dates, profiles, and nothing behind its end."""
    return _png_chunks(data) == {b"IHDR", b"IDAT", b"IEND"}


def _png_chunks(data: bytes) -> set[bytes]:
    """Return the kinds of chunks of a PNG; none of any other file, or where something is behind its end."""
    at, kinds = len(_PNG), set()
    while data.startswith(_PNG) and at + 12 <= len(data):
        kinds.add(data[at + 4 : at + 8])
        at += 12 + int.from_bytes(data[at : at + 4])
    return kinds if at == len(data) else set()


def _is_png_alone(data: bytes) -> bool:
    """Return whether a file is a PNG of opaque pixels, with no more than a palette, the scale of its colours and its resolution."""
    return b"IEND" in (kinds := _png_chunks(data)) and kinds <= _OPAQUE_CHUNKS and data[_COLOURS] in _OPAQUE_COLOURS


def _is_jpeg_alone(data: bytes) -> bool:
    """Return whether a file is a JPEG of pixels: no EXIF, profile or comment, and nothing behind its end."""
    at = 2
    while data.startswith(b"\xff\xd8") and data[at : at + 1] == b"\xff" and at + 1 < len(data):
        kind = data[at + 1]
        if kind == _END:
            return at + 2 == len(data)
        if kind not in _PIXELS and not data.startswith(_NOTES, at):
            return False
        at += 2 + int.from_bytes(data[at + 2 : at + 4])
        if kind == _SCAN:
            at = next((found.start() for found in _MARKER.finditer(data, at)), len(data))
    return False


_OPAQUE_CHUNKS = frozenset((b"IHDR", b"PLTE", b"IDAT", b"IEND", b"gAMA", b"cHRM", b"sRGB", b"sBIT", b"pHYs"))
_COLOURS, _OPAQUE_COLOURS = 25, (0, 2, 3)  # where a PNG says what kind of colours it has; grey, RGB, a palette
_PNG = b"\x89PNG\r\n\x1a\n"
_END, _SCAN = 0xD9, 0xDA
_PIXELS = frozenset([*range(0xC0, 0xD0), _SCAN, 0xDB, 0xDD])  # frames, tables and scans
_NOTES = (b"\xff\xe0\0\x10JFIF\0", b"\xff\xee\0\x0eAdobe")  # on the resolution, without a thumbnail, and on the colours
_MARKER = re.compile(rb"\xff[^\x00\xd0-\xd7\xff]", re.DOTALL)  # the first after the data of a scan


def read_picture(path: Path, within: Path | None = None) -> bytes:
    """Return the content of a file that lies in that folder. Raise PictureError."""
    called = f"The picture {visible_line(str(path))}"
    try:
        if within is not None and not path.resolve().is_relative_to(within.resolve()):
            raise PictureError(f"{called} is not in the folder {visible_line(str(within))}; put a copy of it there.")
        data = read_file(path if within is None else path.resolve(), MOST_BYTES)
    except FileNotFoundError:
        raise PictureError(f"{called} is not there; look for its right name.") from None
    except (OSError, RuntimeError) as error:  # a ring of links is a RuntimeError in some Pythons
        raise PictureError(f"{called} cannot be read: {getattr(error, 'strerror', None) or error}.") from None
    except ValueError as error:
        if isinstance(error, PictureError):
            raise
        raise PictureError(f"{called} has a name that no file can have; look for its right name.") from None
    if not data:
        raise PictureError(f"{called} is empty; get it once more.")
    return data


def _refuse(image: Image, called: str) -> None:
    """Raise PictureError for an image that its header alone rules out."""
    width, height = image.size
    if width * height > MOST_PIXELS:
        raise PictureError(f"{called} has {width:,} by {height:,} pixels; make it smaller than {MOST_PIXELS:,} in all.")
    if min(width, height) < LEAST_SIDE:
        raise PictureError(f"{called} has only {width:,} by {height:,} pixels; use one of at least {LEAST_SIDE} by {LEAST_SIDE}.")
    if image.format != "MPO" and getattr(image, "is_animated", False):  # an MPO is a photograph with others beside it
        raise PictureError(f"{called} moves; save one frame of it as {_WANTED}.")
    if image.mode == "CMYK":
        raise PictureError(f"{called} is in the colours of print (CMYK); save it in RGB.")
    if image.mode not in _MODES:
        raise PictureError(f"{called} has colours of the kind {image.mode}; save it in RGB with 8 bits a colour.")


def _upright(image: Image) -> Image:
    from PIL import Image as Images
    from PIL import ImageOps

    image.load()
    turned: Image | None = None
    with suppress(Exception):  # what EXIF says is nothing to rely on
        turned = ImageOps.exif_transpose(image)
    image = turned or image
    if "A" in image.mode or "a" in image.mode or "transparency" in image.info:
        clear = image.convert("RGBA")
        return Images.alpha_composite(Images.new("RGBA", clear.size, "white"), clear).convert("RGB")
    return image.convert("RGB")


def _what(data: bytes) -> str:
    for start, at, name in _OTHERS:
        if data[at : at + len(start)] == start:
            return f"is {name}"
    if data.startswith((b"\x89PNG", b"\xff\xd8\xff", b"RIFF")):
        return "is damaged at its beginning"
    return "is no picture that can be read"
