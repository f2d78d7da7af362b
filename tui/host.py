"""The app as widgets know it: its clock, its keys, and how pictures can be drawn."""

from __future__ import annotations

from collections.abc import Callable
from typing import Protocol, cast

from textual.dom import DOMNode

from woozle.tui.persona import Persona
from woozle.tui.surfaces import Surface


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


def host_of(node: DOMNode) -> Host:
    """Return the app of a widget."""
    return cast("Host", node.app)
