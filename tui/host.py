"""The app as widgets know it: its clock, its keys, and how pictures can be drawn."""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import Protocol, runtime_checkable

from textual.dom import DOMNode

from woozle.tui.persona import Persona
from woozle.tui.settings import keymap
from woozle.tui.surfaces import HALF_BLOCKS, Surface


@runtime_checkable
class Host(Protocol):
    """An app that holds the widgets of Woozle. plain_way: the command to play line by line instead; empty without one."""

    clock: Callable[[], float]
    plain_way: str

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
    plain_way = ""
    surface = HALF_BLOCKS
    is_shared = False
    persona = Persona()

    def key_of(self, id: str) -> str:
        return keymap.first(id, {})


_PLAIN: Host = _PlainHost()


def host_of(node: DOMNode) -> Host:
    """Return the app of a widget, or defaults where the widget is shown by an app that is no Host."""
    return node.app if isinstance(node.app, Host) else _PLAIN
