"""Textual CSS, one file a screen."""

from pathlib import Path

STYLES = Path(__file__).parent
"""Where they lie; named absolutely, because Textual would look beside whoever subclasses a screen."""
