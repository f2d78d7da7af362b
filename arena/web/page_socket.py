"""The socket of a table's page: what a seat is sent of its match, as fragments of HTML, and what the page says."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import Annotated, Literal, TypeAlias
from weakref import WeakKeyDictionary

from aiohttp import web
from pydantic import Field, TypeAdapter, ValidationError

from woozle.arena.fragments.question import Draft, announcement, answer_parts, problem_of
from woozle.arena.tables.guest import Guest
from woozle.arena.tables.place import Place
from woozle.arena.tables.remote_seat import RemoteSeat, SeatFeed, SeatReceipt
from woozle.arena.tables.table import OpenTable
from woozle.arena.web.guard import Guard
from woozle.arena.web.match_view import MatchView, PageState, page_message
from woozle.arena.web.page_parts import (
    PlayerNotices,
    ending_html,
    guess_html,
    player_notices,
    presence_html,
    question_html,
    room_html,
)
from woozle.arena.web.seat_socket import closed_message, over_message, receipt_message
from woozle.arena.web.sockets import HEARTBEAT, Conversation, Socket, converse, message_text, refuse_socket, serve_socket
from woozle.core.frozen_model import FrozenModel
from woozle.core.request import PastResponse
from woozle.players.seat_protocol import (
    AnswerTiming,
    AskedMessage,
    ForfeitMessage,
    GuessMessage,
    Message,
    OfTable,
    PresenceMessage,
    RefusedMessage,
    RoomMessage,
    ShownSize,
    UnreadableMessageError,
)

BEAT = page_message(type="beat")


class PageJoin(FrozenModel):
    """The first message of a page. seen: lines of the log that it shows; receipts: that it keeps."""

    type: Literal["join"]
    seen: int = Field(0, ge=0)
    receipts: int = Field(0, ge=0)


class PageAnswer(FrozenModel):
    """A choice and a text, as entered. silent: whether the button was pressed that says nothing."""

    type: Literal["answer"] = "answer"
    id: int
    choice: str | None = None
    text: str = ""
    silent: bool = False
    timing: AnswerTiming | None = None
    display: ShownSize | None = None


class PageSign(FrozenModel):
    """A sign of the player: a key, a click, or typing."""

    type: Literal["sign"]


_OfPage: TypeAlias = Annotated[PageJoin | PageAnswer | PageSign | ForfeitMessage | OfTable, Field(discriminator="type")]
_OF_PAGE: TypeAdapter[_OfPage] = TypeAdapter(_OfPage)


class SeatViews:
    """The views of the seats at a server's tables, as parts of pages."""

    def __init__(self) -> None:
        self._views: WeakKeyDictionary[RemoteSeat, MatchView] = WeakKeyDictionary()

    def of(self, table: OpenTable, seat: RemoteSeat) -> MatchView:
        """Return all that a seat sees now."""
        view = self._views.get(seat)
        if view is None:
            view = self._views[seat] = MatchView(table, seat.name, seat.observation)
        view.grow(seat.shown)
        return view


async def serve_page(
    request: web.Request, table: OpenTable, place: Place | None, views: SeatViews, guard: Guard
) -> web.WebSocketResponse:
    """Serve the page of a place until either side ends it. place: of the cookie; None without a right one."""
    if place is None:
        return await refuse_socket(request, "This browser has no seat at this table.")

    def join(socket: Socket, text: str) -> Conversation:
        joined = read_join(text)
        guest = Guest(guard.network(request), receipts=joined.receipts)
        why = "This seat is open in another window or browser. Whoever is there is asked, which takes 20 seconds at most."
        waits = [page_message(type="waits", why=why)] if place.guest else []
        return converse(socket, table, place, guest, PageVoice(table, place, guest, views, joined.seen), waits)

    return await serve_socket(request, guard, table.house.report, page_hello(table), join, beat=BEAT, is_newcomer=False)


def page_hello(table: OpenTable) -> bytes:
    """Return the first message to every page."""
    key = table.house.host_key
    study = table.plan.study
    signs = study is not None and study.idle_seconds > 0
    return page_message(type="hello", heartbeat=HEARTBEAT, host_key=key.public if key else "", signs=signs)


def read_join(text: str) -> PageJoin:
    """Return the first message of a page. Raises UnreadableMessageError."""
    try:
        return PageJoin.model_validate_json(text)
    except ValidationError:
        raise UnreadableMessageError("The page did not join.") from None


class PageVoice:
    """A place in fragments of its page. seen: lines of the log that the page shows already."""

    def __init__(self, table: OpenTable, place: Place, guest: Guest, views: SeatViews, seen: int) -> None:
        self._table = table
        self._place = place
        self._guest = guest
        self._views = views
        self._seen = seen
        self._presence = ""
        self._notices = PlayerNotices()

    def notes(self, messages: Sequence[Message]) -> Iterator[bytes]:
        for message in messages:
            match message:
                case RoomMessage():
                    yield page_message(type="room", html=room_html(self._table, message))
                case GuessMessage(seats=seats):
                    yield page_message(type="guess", html=guess_html(self._table, seats))
                case PresenceMessage(place=self._place.number, state="elsewhere"):
                    yield page_message(type="elsewhere")
                case PresenceMessage() | AskedMessage():
                    pass
                case _:
                    yield message_text(message)
        if self._table.failure and self._table.plan.study:
            yield page_message(type="go", address=self._table.plan.study.then)
        before, self._presence = self._presence, presence_html(self._table, self._place)
        if self._presence != before:
            yield page_message(type="presence", html=self._presence)
        earlier, self._notices = self._notices, player_notices(self._table, self._place)
        if self._notices != earlier:
            left = self._place.seat.waits_for_sign if self._place.seat else None
            yield page_message(type="notices", html=self._notices.html(left), said=self._notices.announcement(earlier, left))

    def begin(self, seat: RemoteSeat) -> None:
        self._view = self._views.of(self._table, seat)
        self._state, self._seen = PageState(self._view, self._seen), 0
        self._asked = 0
        self._led_on: PastResponse | None = None

    def news(self, feed: SeatFeed) -> Iterator[bytes]:
        table, seat, view = self._table, feed.seat, self._view
        for step in feed.steps():
            if isinstance(step, SeatReceipt):
                yield message_text(receipt_message(table, self._place, step))
                yield message_text(closed_message(step))
        view.grow(seat.shown)
        if seat.held and table.plan.study and seat.held is not self._led_on:
            self._led_on = seat.held
            yield page_message(type="go", address=table.plan.study.then)
        if table.match and table.match.is_about_to_change(self._place):
            return
        turn = seat.open_turn
        shown = view.table(turn, is_over=seat.is_over)
        yield from self._state.news(shown)
        if turn and shown.question and turn.number != self._asked:
            self._asked = turn.number
            left = None if turn.request.seconds is None else max(0.0, turn.request.seconds - turn.waits.seconds)
            html = question_html(table, seat, view, turn, shown.question)
            yield page_message(type="ask", id=turn.number, html=html, seconds=left, said=announcement(shown.question))

    async def ending(self) -> bytes:
        over = over_message(self._table, self._place)
        html = await ending_html(self._table, self._place, self._view)
        return page_message(**over.model_dump(mode="json"), html=html)

    def hear(self, text: str) -> Iterable[bytes]:
        try:
            message = _OF_PAGE.validate_json(text)
        except ValidationError:
            raise UnreadableMessageError("The page sent something that is no message; load it again.") from None
        if self._place.guest is not self._guest:
            return []
        if isinstance(message, PageAnswer | ForfeitMessage):
            refused = self._answer(message)
            return [message_text(refused) if refused else page_message(type="taken", id=message.id)]
        if isinstance(message, PageSign):
            if self._place.seat:
                self._place.seat.show_sign()
        elif not isinstance(message, PageJoin):
            self._table.hear(self._place, message)
        return []

    def _answer(self, message: PageAnswer | ForfeitMessage) -> RefusedMessage | None:
        seat = self._place.seat
        if not seat:
            return RefusedMessage(id=message.id, code="unasked", why="Nothing is asked.")
        if isinstance(message, ForfeitMessage):
            return seat.forfeit(message.id)
        return take_answer(self._views.of(self._table, seat), seat, message)


def take_answer(view: MatchView, seat: RemoteSeat, answer: PageAnswer) -> RefusedMessage | None:
    """Answer a question with what was chosen and typed on a page; return why it is refused."""
    choice, text = answer.choice, answer.text
    if turn := seat.turn_of(answer.id):
        asked, draft = view.question(turn), Draft(choice, text)
        if why := problem_of(asked, draft, is_silent=answer.silent):
            return RefusedMessage(id=answer.id, code="invalid", why=why)
        choice, text = answer_parts(asked, draft, is_silent=answer.silent)
        view.last_draft = turn.request.id, draft
    return seat.choose(answer.id, choice, text, answer.timing, answer.display)
