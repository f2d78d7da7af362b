"""Colours of drawings: those that no question is about, and the variants of a colour in light, in shade and at edges."""

from __future__ import annotations

from functools import lru_cache
from typing import TypeAlias

Colour: TypeAlias = str
"""As `#rrggbb`."""

INK, WHITE, CREAM, LIGHT, FLAME = "#2a2f3a", "#ffffff", "#f6efe0", "#fff0a8", "#ffb02e"
GLASS, METAL, DARK_METAL, STONE, HOLLOW = "#d5e9ef", "#bcc3cc", "#6a7280", "#b7b2a8", "#3a3433"
WOOD, DARK_WOOD, BREAD, COFFEE = "#b98a5a", "#85603f", "#d9a860", "#6b4027"
LEAF, DARK_LEAF, STEM = "#6a9f52", "#4c7c41", "#5d8a45"


def rgb(colour: Colour) -> tuple[int, int, int]:
    """Red, green and blue, 0 to 255."""
    return int(colour[1:3], 16), int(colour[3:5], 16), int(colour[5:7], 16)


@lru_cache(maxsize=512)
def mix(colour: Colour, other: Colour, part: float) -> Colour:
    """Return a colour between two; part: of the other one, 0 to 1."""
    return "#" + "".join(f"{round(a + (b - a) * part):02x}" for a, b in zip(rgb(colour), rgb(other), strict=True))


def lightness(colour: Colour) -> float:
    """Return how light a colour looks, 0 to 1 (luma of Rec. 601)."""
    red, green, blue = rgb(colour)
    return (0.299 * red + 0.587 * green + 0.114 * blue) / 255


def contrast(colour: Colour) -> Colour:
    """Return the colour of stripes and dots on it: nearly white on dark colours, a dark shade of it on light ones."""
    return mix(colour, WHITE, 0.8) if lightness(colour) < 0.62 else mix(colour, INK, 0.62)


def ink_on(colour: Colour) -> Colour:
    """Return the colour of writing on it."""
    return WHITE if lightness(colour) < 0.55 else INK


def darker(colour: Colour, part: float = 0.25) -> Colour:
    """Return the colour in shade."""
    return mix(colour, INK, part)


def lighter(colour: Colour, part: float = 0.35) -> Colour:
    """Return the colour in light."""
    return mix(colour, WHITE, part)


def outline(colour: Colour) -> Colour:
    """Return the colour of its outline; for something black, a lighter one."""
    return mix(colour, INK, 0.72) if lightness(colour) > 0.2 else "#0c0e12"
