"""The app as widgets and screens know it: its clock, its keys, how pictures can be drawn, and whom to ask for what."""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import TYPE_CHECKING, Protocol, runtime_checkable

from textual.dom import DOMNode

from woozle.tui.persona import Persona
from woozle.tui.settings import keymap
from woozle.tui.surfaces import HALF_BLOCKS, Surface

if TYPE_CHECKING:
    from woozle.arena.play.start import Resume, Start
    from woozle.tui.controllers.library import Library
    from woozle.tui.controllers.models import Models
    from woozle.tui.controllers.pictures import Pictures
    from woozle.tui.controllers.preferences import Preferences
    from woozle.tui.controllers.spectators import Spectators
    from woozle.tui.controllers.studies import VisitPages


@runtime_checkable
class Host(Protocol):
    """An app that holds the widgets of Woozle."""

    clock: Callable[[], float]

    @property
    def surface(self) -> Surface:
        """Return how pictures are drawn now."""

    @property
    def is_shared(self) -> bool:
        """Return whether several people play at this terminal now, so that nothing may stay behind for the next of them."""

    @property
    def persona(self) -> Persona:
        """Return the name and colour of the person at this terminal."""

    def key_of(self, id: str) -> str:
        """Return the first key of a binding, as a person knows it."""


class _PlainHost:
    """Stands in for an app that is not ours."""

    clock = staticmethod(time.monotonic)
    surface = HALF_BLOCKS
    is_shared = False
    persona = Persona()

    def key_of(self, id: str) -> str:
        return keymap.first(id, {})


_PLAIN: Host = _PlainHost()


def host_of(node: DOMNode) -> Host:
    """Return the app of a widget, or defaults where the widget is shown by an app that is no Host."""
    return node.app if isinstance(node.app, Host) else _PLAIN


@runtime_checkable
class HasControllers(Protocol):
    """The app of all screens but those of a study."""

    library: Library
    models: Models
    pictures: Pictures
    preferences: Preferences
    spectators: Spectators

    def open_match(self, start: Start | Resume) -> None:
        """Play a match at the table, or watch it if no person sits there."""

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
