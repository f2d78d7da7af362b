"""The vocabulary of scenes: colours, kinds of thing, texts, places. Written in vocabulary.toml, read once."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from functools import cache
from importlib.resources import files
from typing import Any, Literal, TypeAlias, get_args

from woozle.core.value import value
from woozle.games.undercover.scenes.graph import Pattern, Setting, Size

Ground: TypeAlias = Literal["ground", "wall", "sky", "surface"]
"""The sort of place where something stands, hangs or flies."""

SIZES: tuple[Size, ...] = get_args(Size)
PATTERNS: tuple[Pattern, ...] = get_args(Pattern)
COLUMNS = ("on the left", "in the centre", "on the right")

TEXT = "[A-Z0-9]{1,6}"
"""The pattern of texts on things."""

WIDE = 0.30
"""The width of the box of a place, of the picture's width."""

TALL = 0.26
"""The height of the box of a place with scale 1, of the picture's height."""

SHARE: Mapping[Size, float] = {"small": 0.55, "medium": 0.75, "large": 1.0}
"""The height of a thing by its size, of the box of its place; small and large are told apart best."""


@value
class Kind:
    """A kind of thing. name: of it in scenes; word, plural: what people call one and several.

    on: the sorts of place that suit it. most: how many may stand together, 1 to 6. has_patterns: whether it can be striped or
    dotted; hides_pattern: the states in which that can hardly be seen. states: none, or the two it can be in. texts: those that
    may be written on it; empty if none is. sizes, colours: those that suit it. wide, tall: how much room one takes, in hundredths
    of what it is drawn by; is_uneven: whether how tall it looks depends on its state, or on what one counts (a flame, steam, the
    rim of a plate).
    """

    name: str
    word: str
    plural: str
    on: tuple[Ground, ...]
    most: int
    has_patterns: bool
    hides_pattern: tuple[str, ...]
    states: tuple[str, ...]
    texts: tuple[str, ...]
    sizes: tuple[Size, ...]
    colours: tuple[str, ...]
    wide: float
    tall: float
    is_uneven: bool

    def words(self, count: int) -> str:
        """Return the word for a number of them."""
        return self.word if count == 1 else self.plural


@value
class Place:
    """A place for a thing or a group: all of it is within a box, and no two boxes of a setting overlap.

    name: as a person says it (`on the carpet on the left`); row: the first part of that, column: the second. on: what sort of place
    it is; is_high: on a wall or in the sky. x, y: middle of the bottom of the box, from the top left corner, in [0, 1] of the
    picture; scale: how near it is, in (0, 1], which is how tall the box is.
    """

    index: int
    name: str
    row: str
    column: str
    on: Ground
    x: float
    y: float
    scale: float

    @property
    def is_high(self) -> bool:
        """Return whether things here hang or fly instead of standing."""
        return self.on in ("wall", "sky")

    @property
    def box(self) -> tuple[float, float, float, float]:
        """Left, top, right and bottom of what may be drawn here, in [0, 1] of the picture."""
        return self.x - WIDE / 2, self.y - TALL * self.scale, self.x + WIDE / 2, self.y


@value
class Vocabulary:
    """The kinds and places of one setting."""

    setting: Setting
    kinds: Mapping[str, Kind]
    places: tuple[Place, ...]


@cache
def vocabulary(setting: Setting) -> Vocabulary:
    """Return the vocabulary of a setting."""
    written = _file()["settings"][setting]
    return Vocabulary(setting, {name: kinds()[name] for name in written["kinds"]}, tuple(_places(written["rows"])))


@cache
def kinds() -> Mapping[str, Kind]:
    """Return the kinds of thing of all settings, by name."""
    return {name: _kind(name, **written) for name, written in _file()["kinds"].items()}


@cache
def palette() -> Mapping[str, tuple[int, int, int]]:
    """Return the colours by name, as red, green and blue from 0 to 255."""
    return {name: (red, green, blue) for name, (red, green, blue) in _file()["colours"].items()}


@cache
def _file() -> Any:
    return tomllib.loads(files(__package__).joinpath("vocabulary.toml").read_text("utf-8"))


def _kind(name: str, plural: str, on: list[Ground], **written: Any) -> Kind:
    return Kind(
        name, written.get("word", name), plural, tuple(on), written.get("most", 1), written.get("patterns", False),
        tuple(written.get("hides_pattern", ())),
        tuple(written.get("states", ())), tuple(_file()["texts"][written["texts"]]) if "texts" in written else (),
        tuple(written.get("sizes", SIZES)), tuple(written.get("colours", palette())),
        written["wide"], written["tall"], written.get("uneven", False),
    )  # fmt: skip


def _places(rows: list[Any]) -> list[Place]:
    cells = [(row, column, x) for row in rows for column, x in zip(COLUMNS, row["x"], strict=True)]
    return [
        Place(index, f"{row['name']} {column}", row["name"], column, row["on"], x, row["y"], row["scale"])
        for index, (row, column, x) in enumerate(cells)
    ]
