"""The same terminals as in tests/tui, for the screens and commands of games."""

from tests.tui.conftest import _calm_terminal, _styles_are_parsed_once, woozle

__all__ = ["_calm_terminal", "_styles_are_parsed_once", "woozle"]
