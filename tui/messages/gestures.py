"""What widgets tell their screen: what a person did there."""

from __future__ import annotations

from typing import TYPE_CHECKING

from textual.message import Message

from woozle.tui.messages.posted import posted

if TYPE_CHECKING:
    from woozle.arena.views.views import Choice, Question


@posted
class Decided(Message):
    """A question is answered: with the value of a choice, and a text."""

    question: Question
    value: str | None
    text: str


@posted
class Picked(Message):
    """One of the choices was chosen, and confirmed if it is final."""

    choice: Choice


@posted
class Doubted(Message):
    """A final choice waits for its confirmation; None when it no longer does."""

    choice: Choice | None


@posted
class RoomClicked(Message):
    """A room of the map was clicked."""

    room: str


@posted
class LinePicked(Message):
    """The reader has put the cursor on a line of the transcript."""

    index: int


@posted
class Sought(Message):
    """A place on the bar of a replay was chosen: after so many Events."""

    at: int


@posted
class SeatClicked(Message):
    """A seat of the list was clicked, by its number."""

    number: int


@posted
class PlaceTyped(Message):
    """The reader wants to go to a place of the record, in words."""

    text: str


@posted
class PageTurned(Message):
    """Whoever writes wants to read on, or (-1) back, in what it is about."""

    pages: int


@posted
class Composed(Message):
    """The text in the box was sent."""

    text: str
