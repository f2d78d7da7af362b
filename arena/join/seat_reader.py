"""Readers of the messages of a host, as Events and Requests: of the game where it is installed, else of its texts and schemas."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any, Protocol

from woozle.arena.join.any_schema import MOST_VALUES, any_answer
from woozle.arena.views.observer import Observer, seat_cards
from woozle.arena.views.panels import Document, TableView
from woozle.arena.views.questions import ask
from woozle.arena.views.registry import observer
from woozle.arena.views.rules import HEADING
from woozle.core import registry
from woozle.core.errors import InputError
from woozle.core.event import Event
from woozle.core.game import Game
from woozle.core.line import Line, Tone
from woozle.core.request import Request, Seat
from woozle.core.state import facts_of
from woozle.core.text import visible_line
from woozle.core.value import value
from woozle.players.seat_protocol import ObservedEvent, RequestMessage, WelcomeMessage
from woozle.saves.decoder import answer_type, decode_event

_LONGEST_TITLE, _MOST_RULES, _MOST_SEATS = 60, 200, 64  # characters, lines, seats
_HEADING = "Your part"


class MisfitError(InputError):
    """Something that does not fit the rules that are installed here. Says what, in a sentence."""


class SeatReader(Protocol):
    """Reads what one seat is sent, trying everything out on a table beside the one on screen, which a host must not break.

    game: the name of a game that is installed; empty where the table is made of texts. why_texts: why it is, in a sentence.
    """

    game: str
    why_texts: str

    def event(self, item: ObservedEvent) -> Event:
        """Return an Event. Raises MisfitError."""

    def request(self, message: RequestMessage) -> Request:
        """Return a question. Raises MisfitError or SchemaError."""

    def observer(self) -> Observer:
        """Return the seat as a viewer of a match that has not begun."""


def reader_of(welcome: WelcomeMessage) -> SeatReader:
    """Return the reader for a seat: that of the game, if it is installed in this version of its rules."""
    try:
        kind = registry.find_game(welcome.game, welcome.rules)
    except Exception as error:  # of a package that cannot be imported
        return TextReader(welcome, f"{_named(welcome)} cannot be loaded here ({visible_line(type(error).__name__)}).")
    if kind is None or kind.version != welcome.rules:
        has = f", which has version {kind.version}" if kind else ""
        return TextReader(welcome, f"{_named(welcome)} is not installed here{has}, so the table is drawn from its texts.")
    return GameReader(kind, welcome)


def _named(welcome: WelcomeMessage) -> str:
    return f"Version {welcome.rules} of the rules of {visible_line(welcome.game[:_LONGEST_TITLE])}"


class GameReader:
    """The reader of a game that is installed."""

    why_texts = ""

    def __init__(self, kind: type[Game[Any]], welcome: WelcomeMessage) -> None:
        self.game = kind.name
        self._kind = kind
        self._seat = welcome.seat
        self._shadow = self.observer()

    def event(self, item: ObservedEvent) -> Event:
        try:
            event = decode_event(self._kind, {"event": item.event, "data": item.data})
        except (InputError, RecursionError) as error:
            raise MisfitError(f"The host sends what {self.game} does not know: {error}") from None
        seats = facts_of(event).get("seats")
        if isinstance(seats, tuple) and len(seats) > self._kind.max_seats:
            raise MisfitError(f"The host sends a table of {len(seats):,} seats; {self.game} has {self._kind.max_seats} at most.")
        _try_out(self._shadow, event=event)
        return event

    def request(self, message: RequestMessage) -> Request:
        try:
            kind = answer_type(self._kind, message.kind)
            request = Request(message.id, self._seat, kind, message.choices, message.seconds)
        except InputError as error:
            raise MisfitError(f"The host asks what {self.game} does not know: {error}") from None
        if unknown := next((name for name in message.choices if name not in kind.model_fields), ""):
            raise MisfitError(f"The host asks for {visible_line(unknown)}, which is no part of {message.kind}.")
        _try_out(self._shadow, request=request)
        return request

    def observer(self) -> Observer:
        return observer(self.game, self._seat)


@value
class ReportedEvent(Event):
    """An Event in the words of the host."""

    text: str


@dataclass(slots=True)
class ReportedMatch:
    """The state of a match that is drawn from texts: its seats. Everything else is in the log."""

    viewer: Seat
    seats: tuple[Seat, ...]

    @property
    def me(self) -> Seat | None:
        return self.viewer

    def see(self, event: Event) -> None:
        """Take an Event, which is in the log alone."""


class TextReader:
    """The reader of a game that is not installed, or of which the host sends what does not fit: the table is made of its texts."""

    game = ""

    def __init__(self, welcome: WelcomeMessage, why: str) -> None:
        self.why_texts = why
        self._welcome = welcome
        self._asked: RequestMessage | None = None

    def event(self, item: ObservedEvent) -> Event:
        return ReportedEvent(item.text)

    def request(self, message: RequestMessage) -> Request:
        kind = any_answer(message.kind, message.answer_schema)
        choices = {
            name: legal for name, legal in message.choices.items() if name in kind.model_fields and len(legal) <= MOST_VALUES
        }
        self._asked = message
        request = Request(message.id, self._welcome.seat, kind, choices, message.seconds)
        _try_out(self.observer(), request=request)
        return request

    def observer(self) -> Observer:
        return Observer(ReportedMatch(self._welcome.seat, self._welcome.seats[:_MOST_SEATS]), _say, self._show)

    def _show(self, state: ReportedMatch, request: Request | None) -> TableView:
        asked = self._asked.text if request and self._asked and self._asked.id == request.id else ""
        page = Document(_HEADING, (*_lines(asked, "notice"), *_lines(self._welcome.text)), is_aside=True)
        title = visible_line(self._welcome.game[:_LONGEST_TITLE])
        table = TableView(title=title, prompt="The match goes on.", seats=tuple(seat_cards(state)), panels=(page,))
        return ask(table, request) if request else table


def _say(event: Event, state: ReportedMatch) -> Iterator[Line]:
    """Yield the words of the host, a line for each of theirs."""
    if isinstance(event, ReportedEvent):
        yield from _lines(event.text)


def _lines(text: str, tone: Tone = "plain") -> Sequence[Line]:
    return [Line(each, tone) for each in text.split("\n") if each.strip()]


def _try_out(shadow: Observer, *, event: Event | None = None, request: Request | None = None) -> None:
    """Show what has come beside the screen. Raises MisfitError if that fails."""
    try:
        if event:
            shadow.narrate(event)
        shadow.look(request)
    except Exception as error:
        raise MisfitError(
            f"The host tells what the rules that are installed here cannot have told ({type(error).__name__})."
        ) from None


def rule_lines(welcome: WelcomeMessage) -> tuple[Line, ...]:
    """Return how the match is played, for help."""
    return (Line(HEADING, "heading"), *(Line(each) for each in welcome.rulebook[:_MOST_RULES] if each != HEADING))
