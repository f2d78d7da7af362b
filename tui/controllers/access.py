"""The app as screens know it, with its controllers. The classes are types alone here, for the apps import the screens."""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal, TypeAlias, cast

from textual.dom import DOMNode

if TYPE_CHECKING:
    from woozle.tui.app import WoozleApp
    from woozle.tui.base_app import BaseApp
    from woozle.tui.controllers.studies import VisitPages
    from woozle.tui.study_app import StudyApp

WayOn: TypeAlias = Literal["rematch", "replay", "next"]
WayToPlay: TypeAlias = Literal["seats", "tutorial", "bots", "daily", "host"]


def ways_of(node: DOMNode) -> BaseApp:
    """Return the app of a screen, for the ways that all screens lead."""
    return cast("BaseApp", node.app)


def controllers_of(node: DOMNode) -> WoozleApp:
    """Return the app of a screen that is shown outside studies, for what its controllers do."""
    return cast("WoozleApp", node.app)


def pages_of(node: DOMNode) -> VisitPages:
    """Return what takes the answers of a participant, on a screen of a study."""
    return cast("StudyApp", node.app).pages
