"""The footer of a match that runs."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

from textual.screen import Screen
from textual.timer import Timer

_STAYS = 0.5  # seconds that a key can be used before the footer of a match that runs shows it


class SteadyFooter:
    """Draws the footer of a screen anew, but only if other keys can be used now.

    It takes a layout and 40 ms, and a meeting of bots at full speed lasts a few frames: while it runs, keys that come and go so
    fast would only flicker, and they are drawn once they stay.

    Args:
        offered: Returns whether each of the keys that come and go can be used now.
        is_running: Returns whether the match goes on by itself.
    """

    def __init__(self, screen: Screen[Any], offered: Callable[[], Iterable[bool]], is_running: Callable[[], bool]) -> None:
        self._screen, self._offered, self._is_running = screen, offered, is_running
        self._drawn: tuple[bool, ...] = ()
        self._coming: tuple[bool, ...] = ()
        self._later: Timer | None = None

    def update(self) -> None:
        offered = tuple(self._offered())
        if self._is_running() and self._drawn:
            if offered != self._coming:
                self._come_later(offered)
        elif offered != self._drawn:
            self._draw()

    def _come_later(self, offered: tuple[bool, ...]) -> None:
        self._coming = offered
        if self._later is not None:
            self._later.stop()
        self._later = self._screen.set_timer(_STAYS, self._draw) if offered != self._drawn else None

    def _draw(self) -> None:
        self._drawn = self._coming = tuple(self._offered())
        self._screen.refresh_bindings()
