"""Messages between the screen of spectators and the event source that it shows."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from textual.message import Message

from woozle.tui.messages import message_class

if TYPE_CHECKING:
    from woozle.arena.play.news import Change
    from woozle.arena.views.panels import SeatCard


@message_class
class Raw(Message):
    """A part of the transcript, as text. opens: it was not asked for as such, and is shown all the same."""

    text: str
    opens: bool = False


@message_class
class Play(Message):
    """Steer what is watched. at: the position to jump to."""

    change: Change
    at: int = 0


@message_class
class WantRaw(Message):
    """Show the Event before position `at` as in the transcript."""

    at: int


@message_class
class WantComparison(Message):
    """Choose another model, and ask it the question of the answer with this number."""

    step: int


@message_class
class WantFork(Message):
    """Ask who goes on after so many Responses of the replayed match. seats: with all that is known of them."""

    path: Path
    step: int
    seats: tuple[SeatCard, ...]


@message_class
class ForkHere(Message):
    """Branch off the replayed match after so many Responses, and play on in a seat (None: watch bots play on)."""

    path: Path
    step: int
    seat: str | None
