"""The line of a table that says what is asked, why it waits, how it is left, and that it is over."""

from __future__ import annotations

from woozle.arena.views.turns import waits_for
from woozle.arena.views.views import Table
from woozle.arena.views.words import to_resume
from woozle.tui import messages
from woozle.tui.screens.asking import AskingScreen
from woozle.tui.widgets.desk import Desk
from woozle.tui.widgets.keyed import keyed
from woozle.tui.widgets.lockout import Lockout, clock_of


class PromptingScreen(AskingScreen):
    """A table with a Desk. match_id: by which the match can be resumed; empty for one that is begun anew, as tutorials are."""

    table: Table

    def __init__(self, match_id: str) -> None:
        super().__init__()
        self.lockout = Lockout(clock_of(self))
        self._match_id = match_id
        self._leaving = ""
        self._pace = messages.Paced("going")
        self._waits = messages.Waits(0, float)
        self._is_over = False
        self._failure = ""

    def prompt(self, table: Table) -> None:
        """Say it."""
        desk = self.query_one(Desk)
        asides = {"paused": "paused: {table.pause} goes on", "reading": "time to read: {table.skip} goes on"}
        is_skipped = self._pace.state != "reading" or table.question is None  # else the key moves the cursor
        aside = keyed(self, asides.get(self._pace.state, "")) if is_skipped else ""
        if self._failure:
            desk.show(self._failure, is_warning=True)
        elif self._leaving:
            saved = f"saved: {to_resume(self._match_id)}" if self._match_id else ""
            desk.show(keyed(self, f"Leave? {{{self._leaving}}} again leaves, {{table.back}} stays."), saved, is_warning=True)
        elif self._is_over:
            desk.show(keyed(self, "The match is over: {table.results} shows how it ended."), is_asked=True)
        else:
            is_running = self._pace.speed > 1
            is_idle = table.is_idle and table.phase != "over" and not table.question and not is_running
            hint = keyed(self, " Press {table.fast} to run to the end.") if is_idle and not aside else ""  # no room for both
            aside = aside or ("running to the end" if is_running else "")
            desk.show(table.prompt + hint, aside, is_asked=table.question is not None)
        desk.wait(waits_for(self._waits.number) if self.is_waiting else "", self._waits.elapsed)

    @property
    def is_waiting(self) -> bool:
        """Whether the person can do nothing but wait for others."""
        return self._waits.number != 0 and self._pace.state == "going" and not (self._is_over or self.table.question)
