"""From names to screens, each imported when it is first wanted. The only module that imports screens."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from textual.screen import Screen


def lobby() -> Screen[Any]:
    """Where the app begins."""
    from woozle.tui.screens.lobby import LobbyScreen

    return LobbyScreen()


def seats() -> Screen[Any]:
    """Who sits where."""
    from woozle.tui import seating
    from woozle.tui.screens.seats import SeatsScreen

    return SeatsScreen(seating.form(), seating.start)


def table(game: str, seat: str | None, match_id: str, clock: Callable[[], float]) -> Screen[Any]:
    """A match as one seat sees it."""
    from woozle.tui.present.registry import presenter
    from woozle.tui.screens.table import TableScreen

    module = presenter(game)
    return TableScreen(module.Knowledge(seat), module.answer, match_id, clock)


def results(shown: Any, path: str) -> Screen[Any]:
    """How a match ended."""
    from woozle.tui.screens.results import ResultsScreen

    return ResultsScreen(shown, path)


def help(below: Screen[Any]) -> Screen[Any]:
    """The keys of a screen, and the rules."""
    from woozle.tui.present.ship_help import help_lines
    from woozle.tui.screens.help import HelpScreen

    return HelpScreen(below, help_lines())
