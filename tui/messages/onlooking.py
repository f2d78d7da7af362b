"""What the screen of spectators and whoever feeds it (a live match without people, or a transcript) say to each other."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Literal

from textual.message import Message

from woozle.tui.messages.posted import posted

if TYPE_CHECKING:
    from woozle.arena.views.audits import ClaimRow
    from woozle.arena.views.thinking import Mind
    from woozle.arena.views.tries import Done
    from woozle.arena.views.views import SeatCard, Turn
    from woozle.core.game import Told


@posted
class Recorded(Message):
    """The record has grown. steps: for each Event, after how many Responses it was told (0: in the opening).

    done: what models did for them.
    """

    told: tuple[Told, ...]
    steps: tuple[int, ...]
    done: tuple[Done, ...] = ()


@posted
class Playhead(Message):
    """Where in the record the screen stands: after so many Events. is_playing: it goes on by itself. speed: of reading."""

    at: int
    is_playing: bool
    speed: float


@posted
class Turns(Message):
    """Who is asked now, and who answered last; the newest first."""

    turns: tuple[Turn, ...]


@posted
class Thinking(Message):
    """How the models at the table go on with what they are asked."""

    minds: tuple[Mind, ...]


@posted
class Raw(Message):
    """A part of the transcript, as text."""

    text: str


@posted
class Audited(Message):
    """Some more claims were checked. problem: why no more can be, in a sentence."""

    claims: tuple[ClaimRow, ...]
    problem: str = ""


@posted
class Play(Message):
    """To whoever feeds the screen of spectators: pause or go on, let one answer come, jump to a position, slower or faster.

    give_up: let the model that has thought for longest give up its answer.
    """

    change: Literal["pause", "go", "step", "to", "slower", "faster", "give_up"]
    at: int = 0


@posted
class WantRaw(Message):
    """Show the last of so many Events as it stands in the transcript."""

    at: int


@posted
class WantAudit(Message):
    """Check the claims of the speeches that were heard, and from now on those that come."""


@posted
class WantFork(Message):
    """Ask who goes on after so many Responses of the replayed match. seats: with all that is known of them."""

    path: Path
    step: int
    seats: tuple[SeatCard, ...]


@posted
class ForkHere(Message):
    """Branch off the replayed match after so many Responses, and play on in a seat (None: watch bots play on)."""

    path: Path
    step: int
    seat: str | None
