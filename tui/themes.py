"""The two themes: calm colours, and one for each seat that is told apart from its neighbours on either background."""

from __future__ import annotations

from collections.abc import Sequence

from textual.theme import Theme

SEATS = 10


def _theme(name: str, dark: bool, seats: Sequence[str], colours: dict[str, str], line: str, quiet: str) -> Theme:
    variables = {f"seat-{number}": colour for number, colour in enumerate(seats, 1)}
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
    line="#35404f",
    quiet="#8b98a9",
)

LIGHT = _theme(
    "woozle-light",
    False,
    ["#b3261e", "#1a56c4", "#2e7031", "#8a6100", "#7b2fbf", "#b24a00", "#00706a", "#b0246f", "#4b5a68", "#00668f"],
    {
        "primary": "#1a56c4",
        "secondary": "#00706a",
        "accent": "#8a5a00",
        "warning": "#b24a00",
        "error": "#b3261e",
        "success": "#2e7031",
        "foreground": "#22272e",
        "background": "#fbfaf7",
        "surface": "#f3f1ec",
        "panel": "#e9e6df",
    },
    line="#c9c3b6",
    quiet="#66707c",
)
