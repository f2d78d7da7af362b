"""The attention of the people at a terminal: interruptions, and what they do at its keys."""

from __future__ import annotations

from woozle.arena.play.handover import Handover
from woozle.core.match import Pacer


class Attention:
    """Tells the question of whose turn it is what the screen and the terminal tell. pacer: of the match, which can be paused."""

    def __init__(self, hand: Handover, pacer: Pacer) -> None:
        self._hand = hand
        self._pacer = pacer
        self._is_away: bool | None = None  # until the terminal tells of focus
        self._is_covered = False

    def set_away(self, is_away: bool) -> None:
        """Note whether the terminal has lost the focus; that time is not thinking time."""
        self._is_away = is_away
        self.keep_time()

    def set_covered(self, is_covered: bool) -> None:
        """Note whether another screen lies over the table."""
        self._is_covered = is_covered
        self.keep_time()

    def note_typing(self, keys: int = 0, deleted: int = 0, pasted: int = 0, anticipated: int = 0) -> None:
        """Note what somebody at the table did. A key press means presence, whatever the terminal told of focus."""
        if (keys or anticipated) and self._is_away:
            self.set_away(False)
        if self._hand.looking and self._hand.turn:
            self._hand.turn.note_input(keys, deleted, pasted, anticipated)

    def keep_time(self) -> None:
        """Let the clocks of the question run that are to run now."""
        if not (ask := self._hand.turn):
            return
        ask.interrupt("paused", self._pacer.is_paused)
        ask.interrupt("covered", self._is_covered)
        if self._is_away is not None:
            ask.interrupt("away", self._is_away)
