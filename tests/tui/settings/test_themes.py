"""Colours that can be read and told apart: contrast, and what is left of them for eyes that lack a cone."""

from __future__ import annotations

from itertools import combinations

import pytest
from textual.color import Color

from woozle.tui.settings.schema import SIGNS
from woozle.tui.styles.themes import COLOUR_BLIND, LIGHT, MONO, OURS, SEATS, variables_for

# G. M. Machado, M. M. Oliveira, L. A. F. Fernandes, A Physiologically-based Model for Simulation of Color Vision Deficiency (2009),
# matrices of severity 1.0, for linear RGB.
EYES = {
    "all cones": ((1, 0, 0), (0, 1, 0), (0, 0, 1)),
    "protan": ((0.152286, 1.052583, -0.204868), (0.114503, 0.786281, 0.099216), (-0.003882, -0.048116, 1.051998)),
    "deutan": ((0.367322, 0.860646, -0.227968), (0.280085, 0.672501, 0.047413), (-0.011820, 0.042940, 0.968881)),
    "tritan": ((1.255528, -0.076749, -0.178779), (-0.078411, 0.930809, 0.147602), (0.004733, 0.691367, 0.303900)),
}
TEXT = ("foreground", "primary", "secondary", "accent", "warning", "error", "success")


def linear(colour: str) -> list[float]:
    parts = Color.parse(colour).normalized
    return [part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts]


def contrast(one: str, other: str) -> float:
    """WCAG 2.2."""
    dark, light = sorted(sum(w * c for w, c in zip((0.2126, 0.7152, 0.0722), linear(each), strict=True)) for each in (one, other))
    return (light + 0.05) / (dark + 0.05)


def lab(colour: str, eyes) -> tuple[float, float, float]:
    """CIE L*a*b* of a colour as some eyes see it."""
    rgb = [min(1, max(0, sum(m * c for m, c in zip(row, linear(colour), strict=True)))) for row in eyes]
    to_xyz = ((0.4124, 0.3576, 0.1805), (0.2126, 0.7152, 0.0722), (0.0193, 0.1192, 0.9505))
    xyz = [sum(m * c for m, c in zip(row, rgb, strict=True)) / white for row, white in zip(to_xyz, (0.9505, 1, 1.089), strict=True)]
    x, y, z = (t ** (1 / 3) if t > 0.008856 else 7.787 * t + 16 / 116 for t in xyz)
    return 116 * y - 16, 500 * (x - y), 200 * (y - z)


def difference(one: str, other: str, eyes) -> float:
    return sum((a - b) ** 2 for a, b in zip(lab(one, eyes), lab(other, eyes), strict=True)) ** 0.5


def seats(theme) -> list[str]:
    return [theme.variables[f"seat-{number}"] for number in range(1, SEATS + 1)]


def own(theme) -> list[str]:
    return [theme.variables[f"own-{colour}"] for colour, sign in SIGNS.items() if sign]


@pytest.mark.parametrize("theme", OURS, ids=lambda theme: theme.name)
def test_text_and_lines_stand_out_from_every_background(theme):
    for background in (theme.background, theme.surface, theme.panel):
        for colour in (*(getattr(theme, name) for name in TEXT), theme.variables["quiet"], *seats(theme), *own(theme)):
            assert contrast(colour, background) >= 4.5, (colour, background)
        assert contrast(theme.variables["line"], background) >= 3, background


@pytest.mark.parametrize("eyes", EYES)
def test_good_and_bad_are_told_apart_by_all_eyes(eyes):
    assert difference(COLOUR_BLIND.success, COLOUR_BLIND.error, EYES[eyes]) > 60
    assert difference(COLOUR_BLIND.accent, COLOUR_BLIND.error, EYES[eyes]) > 25


@pytest.mark.parametrize("eyes", EYES)
def test_no_two_seats_look_alike_to_any_eyes(eyes):
    assert all(difference(one, other, EYES[eyes]) > 10 for one, other in combinations(seats(COLOUR_BLIND), 2))


def test_the_theme_without_colours_has_none():
    for colour in (*MONO.variables.values(), *(getattr(MONO, name) for name in (*TEXT, "background", "surface", "panel"))):
        if colour.startswith("#"):
            red, green, blue = Color.parse(colour.split()[0]).rgb
            assert red == green == blue


def test_other_themes_are_given_our_colours_for_their_background():
    from textual.theme import BUILTIN_THEMES

    assert variables_for(BUILTIN_THEMES["textual-light"])["seat-1"] == LIGHT.variables["seat-1"]
    assert "footer-background" not in variables_for(BUILTIN_THEMES["textual-light"])
