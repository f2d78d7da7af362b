"""The controllers as screens reach them, through the app."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Literal, Protocol, TypeAlias, runtime_checkable

from textual.dom import DOMNode

if TYPE_CHECKING:
    from woozle.arena.play.start import Resume, Start
    from woozle.tui.controllers.library import Library
    from woozle.tui.controllers.matches import Matches
    from woozle.tui.controllers.models import Models
    from woozle.tui.controllers.pictures import Pictures
    from woozle.tui.controllers.preferences import Preferences
    from woozle.tui.controllers.spectators import Spectators
    from woozle.tui.controllers.studies import VisitPages

WayOn: TypeAlias = Literal["again", "replay", "next"]
WayToPlay: TypeAlias = Literal["seats", "tutorial", "bots", "daily"]


@runtime_checkable
class HasWays(Protocol):
    """Every app of ours: the match at its table, and the ways that all screens lead."""

    matches: Matches

    def say(self, sentence: str) -> None:
        """Tell the person something; the sentence may hold names from outside."""

    def show_help(self) -> None:
        """Show the keys of the screen, and the rules."""

    def end_match(self) -> None:
        """Show what comes after the match at the table, which is over."""

    def go_back(self) -> None:
        """Leave the screen for the one below."""


def ways_of(node: DOMNode) -> HasWays:
    """Return the app of a screen, for the ways that all screens lead."""
    assert isinstance(node.app, HasWays)
    return node.app


@runtime_checkable
class HasControllers(Protocol):
    """The app of all screens but those of a study."""

    library: Library
    models: Models
    pictures: Pictures
    preferences: Preferences
    spectators: Spectators

    def open_game(self, game: str, how: WayToPlay) -> None:
        """Choose seats and rules of a new match, play the tutorial of a game or today's deal, or watch bots play it."""

    def open_match(self, start: Start | Resume) -> None:
        """Play a match at the table, or watch it if no person sits there."""

    def resume(self, path: Path) -> None:
        """Resume an unfinished match."""

    def leave_match(self, *, quit: bool = False) -> None:
        """Leave the live match at the table, or the app with it; its transcript can be resumed."""

    def go_on(self, what: WayOn) -> None:
        """Go on after the match at the table: play it again, walk through it, or choose seats for the next game."""

    def copy(self, text: str, what: str) -> None:
        """Copy a text, and say how long it is. what: a word of ours for it."""

    def play_again(self) -> None:
        """Play once more what was just played."""

    def show_dots(self) -> None:
        """Ask what pictures are made of."""

    def refresh_matches(self) -> None:
        """List the matches that are kept anew, for the lobby."""


def controllers_of(node: DOMNode) -> HasControllers:
    """Return the app of a screen, for what its controllers do."""
    assert isinstance(node.app, HasControllers)
    return node.app


@runtime_checkable
class HasPages(Protocol):
    """The app of the screens of a study."""

    pages: VisitPages


def pages_of(node: DOMNode) -> VisitPages:
    """Return what takes the answers of a participant."""
    assert isinstance(node.app, HasPages)
    return node.app.pages
