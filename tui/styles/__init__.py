"""Textual CSS: `base` for the app, `widgets` for widgets that draw lines themselves, and one file a screen."""

from pathlib import Path, PurePath

STYLES = Path(__file__).parent
"""The folder of the styles, absolute because Textual would look beside a subclass of a screen."""


def sheets(*names: str) -> list[str | PurePath]:
    """Return the styles of a screen: those of widgets that draw lines, then its own."""
    return [STYLES / f"{name}.tcss" for name in ("widgets", *names)]
