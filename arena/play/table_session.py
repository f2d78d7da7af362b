"""A match at a table, as the screens of one person know it: at this machine, or at a table of another one."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any, Protocol

if TYPE_CHECKING:
    from woozle.arena.play.handover import Attention
    from woozle.arena.play.news import News
    from woozle.arena.play.start import Start
    from woozle.arena.views.end_card import EndCard
    from woozle.arena.views.observer import Observer
    from woozle.arena.views.panels import Results
    from woozle.core.line import Line
    from woozle.core.request import Answer, Picture, Seat


class TableSession(Protocol):
    """A match at a table.

    Only what the seat that looks has observed ever leaves it, until the match is over; behind a curtain, nothing.
    """

    @property
    def id(self) -> str:
        """Return the name by which the match can be resumed; empty at a table of another machine."""

    @property
    def game(self) -> str:
        """Return the name of the game; empty for one that is not installed."""

    @property
    def folder(self) -> Path:
        """Return where the match is kept, or will be once it is over."""

    @property
    def looking(self) -> Seat | None:
        """Return the seat whose table is on screen; None behind a curtain, or when no person plays."""

    @property
    def is_blind(self) -> bool: ...

    @property
    def is_shared(self) -> bool:
        """Return whether several people use this terminal."""

    @property
    def is_joined(self) -> bool:
        """Return whether it is played at a table of another machine, whose host sets the pace and keeps the transcript."""

    @property
    def is_over(self) -> bool: ...

    @property
    def attention(self) -> Attention: ...

    @property
    def paces(self) -> Mapping[str, Callable[[], object]]:
        """Return the ways to change the pace, by the names of their keys."""

    @property
    def rules(self) -> tuple[Line, ...]:
        """Return how this match is played, for help."""

    @property
    def start(self) -> Start | None:
        """Return how the match was begun; None where another machine began it."""

    @property
    def why_no_rematch(self) -> str:
        """Return why the person cannot begin another match like this one; empty where nothing here speaks against it."""

    @property
    def how_to_return(self) -> str:
        """Return how to come back after leaving, as a sentence; empty where there is nothing to come back to."""

    @property
    def pictures(self) -> tuple[Picture, ...]:
        """Return the pictures of the seat whose table is on screen; none behind a curtain."""

    def observer(self) -> Observer:
        """Return the viewer whose table is on screen, before the match."""

    async def play(self, post: Callable[[News], Any]) -> None:
        """Play to the end. post: takes the news. Cancelling leaves a match that can be gone on with."""

    async def leave(self) -> None:
        """Leave a table of another machine for good; a match of this one can always be gone on with."""

    def close(self) -> None:
        """Close the files of the match."""

    def results(self) -> Results:
        """Return how the match ended; only when it has."""

    def again(self) -> Start | None:
        """Return the start of another match like this one; None where only a host can begin one."""

    def end_card(self) -> EndCard | None:
        """Return the card of the match, only when it is over; None where too little is known."""

    def reveal(self) -> None:
        """Show the table to the person for whom the curtain fell."""

    def answer(self, request: int, answer: Answer) -> None: ...

    def guess(self, humans: Sequence[Seat]) -> None:
        """Say which seats the person takes for humans, when a blind table of another machine asks."""
