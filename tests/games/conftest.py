"""The same terminals as in tests/tui, for the screens and commands of games."""

from tests.tui.conftest import _nobody_is_hasty, _nothing_flies_past, _same_terminal, _styles_are_parsed_once, woozle

__all__ = ["_nobody_is_hasty", "_nothing_flies_past", "_same_terminal", "_styles_are_parsed_once", "woozle"]
