"""The app as screens know it, with its controllers. The classes are types alone here, for the apps import the screens."""

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
    from woozle.tui.controllers.tables import Tables

WayOn: TypeAlias = Literal["rematch", "replay", "next"]
WayToPlay: TypeAlias = Literal["seats", "tutorial", "bots", "daily", "host"]


@runtime_checkable
class Ways(Protocol):
    """What every app of ours does for its screens."""

    matches: Matches
    pictures: Pictures

    def say(self, sentence: str) -> None: ...

    def show_help(self) -> None: ...

    def go_back(self) -> None: ...

    def end_match(self) -> None: ...


@runtime_checkable
class Controllers(Protocol):
    """What the app does for its screens outside studies."""

    library: Library
    models: Models
    pictures: Pictures
    preferences: Preferences
    spectators: Spectators
    tables: Tables

    def copy(self, text: str, what: str) -> None: ...

    def open_game(self, game: str, how: WayToPlay) -> None: ...

    def open_match(self, start: Start | Resume) -> None: ...

    def join_table(self, link: str) -> None: ...

    def give_up_seat(self) -> None: ...

    def resume(self, path: Path) -> None: ...

    def leave_match(self, *, quit: bool = False) -> None: ...

    def rematch(self) -> None: ...

    def go_on(self, what: WayOn) -> None: ...

    def refresh_matches(self) -> None: ...

    def show_dots(self, *, is_first: bool = False) -> None: ...


@runtime_checkable
class Study(Protocol):
    """The app of a participant. pages: takes their answers."""

    pages: VisitPages


def ways_of(node: DOMNode) -> Ways:
    """Return the app of a screen, for the ways that all screens lead."""
    app = node.app
    assert isinstance(app, Ways)
    return app


def controllers_of(node: DOMNode) -> Controllers:
    """Return the app of a screen that is shown outside studies, for what its controllers do."""
    app = node.app
    assert isinstance(app, Controllers)
    return app


def pages_of(node: DOMNode) -> VisitPages:
    """Return what takes the answers of a participant, on a screen of a study."""
    app = node.app
    assert isinstance(app, Study)
    return app.pages
