"""What a person at a table does while they are asked: keys, clicks, pastes, and whether they look at it at all."""

from __future__ import annotations

from textual import events

from woozle.tui import messages
from woozle.tui.parts.tables import Tables
from woozle.tui.widgets.lockout import lockout_of

_INPUTS = (events.Key, events.Paste, events.MouseDown)


class Presence(Tables):
    """The part of the app that takes the times of decisions. What it notes is only counted, and goes to the question alone."""

    async def on_event(self, event: events.Event) -> None:
        """Every input comes through here first, whichever widget it is for; a click is told by the screen that it is on."""
        if isinstance(event, _INPUTS) and not event.is_forwarded:
            if self._is_too_early(event):
                self._mouse_down_widget = None  # no click comes of it when the button is let go
                self._note(messages.Typed(anticipated=1))
                return
            if isinstance(event, events.Key):
                self._note(messages.Typed(keys=1))
        await super().on_event(event)

    def _is_too_early(self, event: events.Event) -> bool:
        """Whether it was meant for what was on screen before. What works everywhere, such as quitting, always does."""
        if not self.screen_stack or not lockout_of(self.screen).is_on:
            return False
        active = self.screen.active_bindings.get(event.key) if isinstance(event, events.Key) else None
        return not (active and active.binding.priority and active.node is self)

    def on_typed(self, message: messages.Typed) -> None:
        """A click at the table, or a change of the answer that keys alone do not tell."""
        self._note(message)

    def _note(self, typed: messages.Typed) -> None:
        if self.session and self.screen_stack and self.screen is self._table:
            self.session.attention.typed(typed.keys, typed.deleted, typed.pasted, typed.anticipated)

    def on_covered(self, message: messages.Covered) -> None:
        """Help, settings or the log over the table."""
        if self.session:
            self.session.attention.covered(self.screen is not self._table)

    def on_app_blur(self) -> None:
        """Time away is not thinking time."""
        self._tell_focus(has_it=False)

    def on_app_focus(self) -> None:
        """Back again."""
        self._tell_focus(has_it=True)

    def _tell_focus(self, *, has_it: bool) -> None:
        self.tells_focus = True
        if self.session:
            self.session.attention.away(not has_it)
