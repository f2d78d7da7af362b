"""Textual CSS: `base` for the app, `widgets` for what is drawn line by line, and one file a screen."""

from pathlib import Path, PurePath

STYLES = Path(__file__).parent
"""Where they lie; named absolutely, because Textual would look beside whoever subclasses a screen."""


def sheets(*names: str) -> list[str | PurePath]:
    """The styles of a screen: those of the widgets that are drawn line by line, then its own."""
    return [STYLES / f"{name}.tcss" for name in ("widgets", *names)]
