"""The screens that the lobby and the palette lead to."""

from __future__ import annotations

import pkgutil
from typing import Any, NamedTuple

from textual.app import App
from textual.binding import Binding

from woozle.tui.keys import key


class Place(NamedTuple):
    """A screen that can be opened from the lobby and the palette.

    Args:
        name: The first part of the ids of its bindings.
        screen: Its class, which takes no arguments, as `module:attribute`.
        key: The key that opens it in the lobby.
        words: A few words about it, for the lobby.
        about: A phrase about it, for the palette.
        is_hidden: Whether the key stays out of the lobby's footer.
    """

    name: str
    title: str
    screen: str
    key: str
    words: str
    about: str
    is_hidden: bool = False

    @property
    def binding(self) -> Binding:
        """Return the binding that opens it in the lobby."""
        return key(f"lobby.{self.name}", self.key, f"go('{self.name}')", self.title, hidden=self.is_hidden)

    def open(self, app: App[Any]) -> None:
        """Show the screen."""
        app.push_screen(pkgutil.resolve_name(self.screen)())


_SCREENS = "woozle.tui.screens"

PLACES = (
    Place("browser", "Browser", f"{_SCREENS}.browser:BrowserScreen", "b", "all matches", "All matches"),
    Place(
        "profile", "Profile", f"{_SCREENS}.profile:ProfileScreen", "i", "wins, badges", "What you won, lies, badges", is_hidden=True
    ),
    Place(
        "join",
        "Join",
        f"{_SCREENS}.join:JoinScreen",
        "o",
        "by a link",
        "A table of another machine, by its link",
        is_hidden=True,
    ),
    Place("leaderboard", "Leaderboard", f"{_SCREENS}.leaderboard:LeaderboardScreen", "l", "rankings", "Rankings"),
)
