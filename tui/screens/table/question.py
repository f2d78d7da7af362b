"""The question to the seat at a table, from when it is asked until it is answered."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from textual import events
from textual.screen import Screen
from textual.widgets import Button, Input, TextArea

from woozle.core.answers import answer
from woozle.tui.actions import Action, Actions
from woozle.tui.controllers.access import ways_of
from woozle.tui.messages import Answered, Decided
from woozle.tui.screens.match_view import MatchView
from woozle.tui.screens.table.seat_view import SeatView
from woozle.tui.widgets.choice import Choices
from woozle.tui.widgets.input_panel import InputPanel
from woozle.tui.widgets.lockout import lockout_of


class OpenQuestion:
    """The panel that asks, and the reports of what was seen beside it. is_shared: the table comes from behind a curtain.

    Reports are calls, so that nothing that follows is there before them.
    """

    def __init__(self, screen: Screen[Any], seat: SeatView, view: MatchView, *, is_shared: bool) -> None:
        self._screen, self._seat, self._view = screen, seat, view
        self._is_fresh = is_shared  # a key that opened the curtain may still be held down
        self.panel = InputPanel(id="input-panel")

    def ask(self, left: Callable[[], float | None], *, follows_reading: bool) -> None:
        """Put the question that is on the table. left, follows_reading: as for InputPanel."""
        if (question := self._seat.table.question) is None:
            return
        self.panel.ask(question, left, has_cursor=not self._is_fresh, follows_reading=follows_reading)
        self._is_fresh = False
        if pictures := self._view.pictures:
            pictures.begin()
            self._screen.call_after_refresh(self.report_pictures)
        self._screen.refresh_bindings()
        self.report_shown()

    def report_shown(self) -> None:
        """Report when the question has been painted. Under another screen, it is painted when that is left."""
        if self._seat.request and self._screen.is_current:
            self._screen.call_after_refresh(ways_of(self._screen).matches.note_shown, self._seat.request.id)
            self._screen.call_after_refresh(lockout_of(self._screen).note_painted)

    def report_pictures(self) -> None:
        """Report how the pictures were seen until now."""
        view = self._view.pictures
        if self._seat.request and view and view.pictures:
            ways_of(self._screen).pictures.note_seen(self._seat.request.id, view.seen_as, view.pictures)

    def answer(self, decided: Decided) -> bool:
        """Send the answer to the match. Return False if it came too late, or is no answer, so that the question is put again."""
        request = self._seat.request
        if request is None or request.id != decided.question.id:
            return False
        try:
            given = answer(request, decided.value, decided.text)
        except ValueError as error:
            self.panel.ask_again(decided.text, str(error))
            return False
        self.report_pictures()
        self._view.story.follow()  # the person wants to read what comes of it
        self._screen.app.post_message(Answered(request.id, given))
        return True

    # Keys

    @property
    def actions(self) -> Actions:
        return {
            "choose": Action(self.panel.choose_key, lambda key: self.can_choose(key) or (key.isdigit() and self.panel.box is None)),
            "say": Action(self.panel.write_remark, self._can_say),
            "write": Action(lambda: self._screen.set_focus(self.panel.box), self._can_write),
        }

    def can_choose(self, key: str) -> bool:
        """Return whether a choice has this key."""
        return any(choice.key == key for choice in self.panel.query_one(Choices).choices)

    def _can_say(self) -> bool:
        question = self._seat.table.question
        return question is not None and question.hears is not None

    def _can_write(self) -> bool:
        return self.panel.box is not None and not isinstance(self._screen.focused, Input | TextArea | Button)

    def type(self, event: events.Key, *, is_bound: bool) -> None:
        """Insert into the box what is typed beside it, unless it is a key of the table."""
        box = self.panel.box
        if box and event.is_printable and not (is_bound or isinstance(self._screen.focused, Input | TextArea)):
            event.prevent_default()
            self._screen.set_focus(box)
            box.insert(event.character or "")
