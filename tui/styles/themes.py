"""The themes: calm colours, and one for each seat that differs from its neighbours on every background.

Text has a contrast of 4.5 or more against all three backgrounds, lines of 3 (WCAG 2.2, 1.4.3 and 1.4.11).
"""

from __future__ import annotations

from collections.abc import Sequence

from textual.theme import Theme

SEATS = 10
"""Seats with a colour of their own; those of larger tables take them in turn."""
_MOST_SEATS = 50
OWN = ("blue", "green", "amber", "violet", "pink")
"""The colours that people may choose for themselves, as `own-blue` and so on."""

TONES = {"good": "bold $success", "bad": "bold $error", "notice": "bold $accent", "quiet": "$quiet"}
"""The styles of lines and figures, by their tones."""


def _theme(
    name: str, dark: bool, seats: Sequence[str], own: Sequence[str], colours: dict[str, str], line: str, quiet: str
) -> Theme:
    variables = {f"seat-{number}": seats[(number - 1) % SEATS] for number in range(1, _MOST_SEATS + 1)}
    variables |= {f"own-{colour}": code for colour, code in zip(OWN, own, strict=True)}
    variables |= {
        "line": line,
        "quiet": quiet,
        "footer-background": colours["panel"],
        "footer-key-foreground": colours["accent"],
        "footer-description-foreground": quiet,
        "block-cursor-background": colours["primary"],
        "block-cursor-foreground": colours["background"],
        "block-cursor-text-style": "none",
        "input-selection-background": f"{colours['primary']} 30%",
        "border": line,
        "scrollbar": line,
        "scrollbar-hover": quiet,
        "scrollbar-active": colours["accent"],
        "scrollbar-background": colours["background"],
        "scrollbar-background-hover": colours["background"],
        "scrollbar-background-active": colours["background"],
        "scrollbar-corner-color": colours["background"],
    }
    return Theme(name=name, dark=dark, variables=variables, **colours)  # type: ignore[arg-type]


DARK = _theme(
    "woozle-dark",
    True,
    ["#f28b82", "#8ab4f8", "#a8d08d", "#fdd663", "#c58af9", "#fcad70", "#6fd3c7", "#f5a3cf", "#b8c4d0", "#7fd0f5"],
    ["#8ab4f8", "#a8d08d", "#fdd663", "#c58af9", "#f5a3cf"],
    {
        "primary": "#8ab4f8",
        "secondary": "#6fd3c7",
        "accent": "#f2c879",
        "warning": "#fcad70",
        "error": "#f28b82",
        "success": "#a8d08d",
        "foreground": "#d9dee7",
        "background": "#12161d",
        "surface": "#171c25",
        "panel": "#1f2631",
    },
    line="#647287",
    quiet="#8b98a9",
)

LIGHT = _theme(
    "woozle-light",
    False,
    ["#b3261e", "#1a56c4", "#2e7031", "#7f5900", "#7b2fbf", "#a84500", "#00706a", "#b0246f", "#4b5a68", "#00668f"],
    ["#1a56c4", "#2e7031", "#7f5900", "#7b2fbf", "#b0246f"],
    {
        "primary": "#1a56c4",
        "secondary": "#00706a",
        "accent": "#8a5a00",
        "warning": "#a84500",
        "error": "#b3261e",
        "success": "#2e7031",
        "foreground": "#22272e",
        "background": "#fbfaf7",
        "surface": "#f3f1ec",
        "panel": "#e9e6df",
    },
    line="#8a8374",
    quiet="#5c6672",
)

COLOUR_BLIND = _theme(
    "woozle-cb",
    True,
    ["#f5b021", "#9fd4f3", "#10e0a6", "#f4ec6e", "#2e9bf0", "#f06c10", "#cc79a7", "#ffffff", "#bababa", "#8fae66"],
    ["#9fd4f3", "#10e0a6", "#f5b021", "#b8a6f0", "#e59fc4"],
    {
        "primary": "#56b4e9",
        "secondary": "#10e0a6",
        "accent": "#f4ec6e",
        "warning": "#f5b021",
        "error": "#f06c10",
        "success": "#56b4e9",
        "foreground": "#e6e9ee",
        "background": "#12161d",
        "surface": "#171c25",
        "panel": "#1f2631",
    },
    line="#647287",
    quiet="#99a5b4",
)
"""For colour-blind people: good is blue, bad is vermillion.

The hues are those of M. Okabe and K. Ito, Color Universal Design (2002, revised 2008), https://jfly.uni-koeln.de/color/, made
lighter for a dark background; a grey and an olive make them ten.
"""

MONO = _theme(
    "woozle-mono",
    True,
    ["#ffffff", "#a8a8a8", "#d4d4d4", "#929292", "#e9e9e9", "#bebebe", "#9d9d9d", "#f4f4f4", "#b3b3b3", "#c9c9c9"],
    ["#ffffff", "#ffffff", "#ffffff", "#ffffff", "#ffffff"],
    {
        "primary": "#ffffff",
        "secondary": "#c4c4c4",
        "accent": "#ffffff",
        "warning": "#f0f0f0",
        "error": "#ffffff",
        "success": "#d8d8d8",
        "foreground": "#d8d8d8",
        "background": "#101010",
        "surface": "#171717",
        "panel": "#222222",
    },
    line="#7a7a7a",
    quiet="#a0a0a0",
)
"""Greys alone. What colour says elsewhere is said by weight and underlines (`styles/base.tcss`), and by words everywhere."""

OURS = (DARK, LIGHT, COLOUR_BLIND, MONO)


def variables_for(theme: Theme) -> dict[str, str]:
    """Return our variables, for themes that do not define them."""
    own = DARK.variables if theme.dark else LIGHT.variables
    return {name: colour for name, colour in own.items() if name in ("line", "quiet") or name.startswith(("seat-", "own-"))}
