"""Drawn scenes for tests: single things, what a change of them changes, and how that looks in a terminal."""

from __future__ import annotations

from dataclasses import replace
from io import BytesIO

from PIL import Image, ImageChops

from woozle.games.undercover.players.scenes import scene
from woozle.games.undercover.players.scenes.backgrounds import background
from woozle.games.undercover.scenes.graph import SETTINGS, Setting, Thing
from woozle.games.undercover.scenes.vocabulary import PATTERNS, Kind, Place, kinds, vocabulary

CELLS = (60, 44)
"""Half-block cells of a terminal: columns, and twice its rows."""


def opened(picture) -> Image.Image:
    image = Image.open(BytesIO(picture.data))
    image.load()
    return image


def setting_of(kind: Kind) -> Setting:
    return next(setting for setting in SETTINGS if kind.name in vocabulary(setting).kinds)


def farthest(kind: Kind) -> Place:
    """The place where things of this kind are smallest."""
    return min((place for place in vocabulary(setting_of(kind)).places if place.on in kind.on), key=lambda place: place.scale)


def one(kind: Kind, **fields) -> Thing:
    """A thing of this kind at its farthest place: the first of everything it can have, but for these fields."""
    text, state = (of[0] if of else "" for of in (kind.texts, kind.states))
    return replace(Thing("t", kind.name, kind.colours[0], farthest(kind).index, text=text, state=state), **fields)


def variants(kind: Kind):
    """Each field of a thing that can be changed, with all its values."""
    yield "colour", kind.colours
    yield "pattern", PATTERNS if kind.has_patterns else ()
    yield "state", kind.states
    yield "text", kind.texts
    yield "size", kind.sizes
    yield "count", tuple(range(1, kind.most + 1))


def alone(thing: Thing, size: int = 512, setting: Setting | None = None) -> Image.Image:
    """The box of a place with one thing in it, as it is before the whole scene is put together and compressed."""
    patch = scene._patch(thing, setting or setting_of(kinds()[thing.kind]), 3, size)
    return patch.image.reduce(patch.side // size)


def empty(place: Place, setting: Setting, size: int = 512) -> Image.Image:
    """The box of a place with nothing in it."""
    patch = background(setting, 3, size).part(*place.box)
    return patch.image.reduce(patch.side // size)


def boxed(image: Image.Image, place: Place) -> Image.Image:
    return image.crop(tuple(round(edge * image.width) for edge in place.box))


def in_cells(image: Image.Image) -> Image.Image:
    """A box of a place, zoomed to fill the cells of a terminal from side to side."""
    columns, rows = CELLS
    whole = Image.new("RGB", (image.width, image.width * rows // columns))
    whole.paste(image, (0, whole.height - image.height))
    return whole.resize(CELLS, Image.Resampling.BOX)


def changed(image: Image.Image, other: Image.Image, by: int = 32) -> int:
    """Return how many pixels differ by more than `by` in any channel."""
    channels = ImageChops.difference(image, other).split()
    most = ImageChops.lighter(ImageChops.lighter(channels[0], channels[1]), channels[2])
    return sum(most.histogram()[by + 1 :])
