"""A table made of the texts and schemas that a host sends, for games and versions of rules that are not installed here."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from woozle.arena.views.observer import Observer, seat_cards
from woozle.arena.views.panels import Document, TableView
from woozle.arena.views.questions import ask
from woozle.core.event import Event
from woozle.core.line import Line, Tone
from woozle.core.request import Request, Seat
from woozle.core.value import value

_MOST_SEATS = 64
_HEADING = "Your part"


@value
class ReportedEvent(Event):
    """An Event in the words of the host."""

    text: str


@dataclass(slots=True)
class ReportedMatch:
    """What a viewer knows of such a match: who plays. Everything else is in the log."""

    viewer: Seat
    seats: tuple[Seat, ...]

    @property
    def me(self) -> Seat | None:
        return self.viewer

    def see(self, event: Event) -> None:
        """Take an Event, which is in the log alone."""


def say(event: Event, state: ReportedMatch) -> Iterator[Line]:
    """Yield the words of the host, a line for each of theirs."""
    if isinstance(event, ReportedEvent):
        yield from _lines(event.text, "plain")


class AnyTable:
    """The table of one seat.

    Args:
        title: The name of the game.
        seats: Of the match, in order.
        about: What the host tells the seat of its part, and how it wins.
    """

    def __init__(self, title: str, seats: Sequence[Seat], about: str) -> None:
        self._title = title
        self._seats = tuple(seats[:_MOST_SEATS])
        self._about = about
        self._asked: dict[int, str] = {}

    def note_question(self, request: int, text: str) -> None:
        """Take the words of a question, which are shown as long as it is open."""
        self._asked = {request: text}

    def observer(self, seat: Seat) -> Observer:
        """Return the viewer of a match that has not begun."""
        return Observer(ReportedMatch(seat, self._seats), say, self._show)

    def _show(self, state: ReportedMatch, request: Request | None) -> TableView:
        asked = self._asked.get(request.id, "") if request else ""
        page = [*_lines(asked, "notice"), *_lines(self._about, "plain")]
        table = TableView(
            title=self._title,
            prompt="The match goes on.",
            seats=tuple(seat_cards(state)),
            panels=(Document(_HEADING, tuple(page), is_aside=True),),
        )
        return ask(table, request) if request else table


def _lines(text: str, tone: Tone) -> Sequence[Line]:
    return [Line(each, tone) for each in text.split("\n") if each.strip()]
