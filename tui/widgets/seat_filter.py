"""The log of a match filtered by one seat: what it said and did, and what happened to it."""

from __future__ import annotations

import re
from collections.abc import Sequence

from textual.widgets import Static

from woozle.arena.views.panels import SeatCard
from woozle.core.line import Line
from woozle.tui import safe
from woozle.tui.widgets.key_names import name_keys
from woozle.tui.widgets.transcript import Transcript

_OWN_TONES = ("you", "private", "good")


class SeatFilter(Static):
    """A row above a transcript that says whose lines alone are shown. Hidden while all are. screen: whose bindings lead here."""

    ALLOW_SELECT = False

    def __init__(self, transcript: Transcript, screen: str, *, id: str) -> None:
        super().__init__(id=id, markup=False)
        self._transcript = transcript
        self._screen_name = screen
        self.seat = 0
        """The number of the seat; 0 for all."""

    @property
    def is_on(self) -> bool:
        return self.seat != 0

    def step(self, seats: Sequence[SeatCard]) -> None:
        """Show the lines of the next seat; after the last seat, all lines."""
        after = [card for card in seats if card.number > self.seat]
        if after:
            self._show(after[0])
        else:
            self.clear()

    def clear(self) -> bool:
        """Show all lines; return whether some were left out."""
        was, self.seat = self.is_on, 0
        self.remove_class("-on")
        if was:
            self._transcript.show_only(None)
        return was

    def _show(self, card: SeatCard) -> None:
        self.seat = card.number
        named = re.compile(rf"(?<!\w){re.escape(card.name)}(?!\w)")

        def is_about(line: Line) -> bool:
            if line.tone == "heading" or line.who == card.number or (card.is_you and not line.who and line.tone in _OWN_TONES):
                return True
            return not line.label and named.search(line.text) is not None

        self._transcript.show_only(is_about)
        keys = name_keys(self, f" · {{{self._screen_name}.by_seat}} next seat, {{{self._screen_name}.all_seats}} all")
        self.update(safe.join(safe.line("Only ", "$warning"), safe.line(card.name, "bold $warning"), safe.line(keys, "$quiet")))
        self.add_class("-on")
