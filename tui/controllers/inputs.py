"""Which inputs count: those that come before a question can be seen were meant for what was on screen before."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from textual import events
from textual.app import App

from woozle.tui.messages import Typed
from woozle.tui.widgets.lockout import hand_over_letters, lockout_of


class Inputs:
    """Looks at every input before the widget that it is for. note: receives how many keys were pressed, and how many too early."""

    def __init__(self, app: App[Any], note: Callable[[Typed], None]) -> None:
        self._app = app
        self._note = note
        self._ignores_click = False

    def admits(self, event: events.Event) -> bool:
        """Return whether an event may go on to its widget. Letters that come too early are kept."""
        if event.is_forwarded:
            return True
        if isinstance(event, events.MouseUp):
            return not self._ignores_click
        if not isinstance(event, events.Key | events.Paste | events.MouseDown):
            return True
        is_too_early = self._is_too_early(event)
        if isinstance(event, events.MouseDown):
            self._ignores_click = is_too_early  # then releasing the button makes no click
        if is_too_early:
            if isinstance(event, events.Key):
                lockout_of(self._app.screen).keep(event.key, event.character)
            self._note(Typed(anticipated=1))
        elif isinstance(event, events.Key):
            if self._app.screen_stack:
                hand_over_letters(self._app.screen)
                self._disarm(event.key)
            self._note(Typed(keys=1))
        return not is_too_early

    def _is_too_early(self, event: events.Event) -> bool:
        """Return whether an input was meant for the previous screen. Keys that work everywhere, such as quitting, never are."""
        if not self._app.screen_stack or not lockout_of(self._app.screen).is_on:
            return False
        active = self._app.screen.active_bindings.get(event.key) if isinstance(event, events.Key) else None
        return not (active and active.binding.priority and active.node is self._app)

    def _disarm(self, key: str) -> None:
        """Take back the first press of a key that has to be pressed twice, if this is another one."""
        from woozle.tui.screens.frame import FrameScreen

        screen = self._app.screen
        if isinstance(screen, FrameScreen):
            active = screen.active_bindings.get(key)
            if active is None or active.binding.id not in screen.TWICE:
                screen.disarm()
