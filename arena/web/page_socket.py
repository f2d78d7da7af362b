"""The socket of a table's page: what a seat is sent of its match, as fragments of HTML, and what the page says."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Mapping, Sequence
from typing import Annotated, Literal, TypeAlias
from weakref import WeakKeyDictionary

from aiohttp import web
from markupsafe import Markup
from pydantic import Field, TypeAdapter, ValidationError

from woozle.arena.fragments import table as fragments
from woozle.arena.fragments.html_templates import render
from woozle.arena.fragments.question import Draft, announcement, answer_parts, problem_of, question
from woozle.arena.tables.guest import Guest
from woozle.arena.tables.place import Place
from woozle.arena.tables.remote_seat import RemoteSeat, SeatReceipt, Turn
from woozle.arena.tables.table import OpenTable
from woozle.arena.views.end import HEADLINES
from woozle.arena.views.panels import Question
from woozle.arena.web.guard import Guard
from woozle.arena.web.match_view import MatchView
from woozle.arena.web.seat_socket import (
    HEARTBEAT,
    Socket,
    attend,
    closed_message,
    open_socket,
    over_message,
    receipt_message,
)
from woozle.core.event import Refused
from woozle.core.frozen_model import FrozenModel
from woozle.core.request import Seat
from woozle.players.seat_protocol import (
    AnswerTiming,
    AskedMessage,
    ByeMessage,
    GuessMessage,
    Message,
    OfTable,
    Presence,
    PresenceMessage,
    RefusedMessage,
    RoomMessage,
    ShownSize,
)
from woozle.saves.receipts import spoken_code
from woozle.saves.transcript import read

_JOIN_SECONDS = 10.0


class PageJoin(FrozenModel):
    """The first message of a page. seen: lines of the log that it shows; receipts: that it keeps."""

    type: Literal["join"]
    seen: int = Field(0, ge=0)
    receipts: int = Field(0, ge=0)


class PageAnswer(FrozenModel):
    """What was chosen and typed. silent: whether the button was pressed that says nothing."""

    type: Literal["answer"]
    id: int
    choice: str | None = None
    text: str = ""
    silent: bool = False
    timing: AnswerTiming | None = None
    display: ShownSize | None = None


_OfPage: TypeAlias = Annotated[PageJoin | PageAnswer | OfTable, Field(discriminator="type")]
_OF_PAGE: TypeAdapter[_OfPage] = TypeAdapter(_OfPage)


class SeatViews:
    """What each seat of a server's tables sees, as parts of pages."""

    def __init__(self) -> None:
        self._views: WeakKeyDictionary[RemoteSeat, MatchView] = WeakKeyDictionary()

    def of(self, table: OpenTable, seat: RemoteSeat) -> MatchView:
        """Return all that a seat sees now."""
        view = self._views.get(seat)
        if view is None:
            pictures = f"/t/{table.id}/picture/"
            view = MatchView(table.plan.game, seat.name, seat.observation, pictures, hides_turns=table.plan.is_blind)
            self._views[seat] = view
        view.grow()
        return view


async def serve_page(
    request: web.Request, table: OpenTable, place: Place | None, views: SeatViews, guard: Guard
) -> web.WebSocketResponse:
    """Serve the page of a place until either side ends it. place: of the cookie; None without a right one."""
    socket, address = await open_socket(request), guard.network(request)
    if place is None:
        await socket.close(ByeMessage(code="denied", why="This browser has no seat at this table."))
        return socket.socket
    try:
        joined = await read_join(socket, table)
    except (ValueError, TimeoutError):
        await socket.close(ByeMessage(code="unreadable", why="The page did not join."))
        return socket.socket
    session = PageSession(socket, table, place, Guest(address, receipts=joined.receipts), views, joined.seen)
    bye = await session.run()
    await socket.close(bye)
    return socket.socket


async def read_join(socket: Socket, table: OpenTable) -> PageJoin:
    """Greet a page, and return its first message. Raises ValueError or TimeoutError."""
    key = table.house.host_key
    socket.beat_text = encode(type="beat")
    await socket.send(encode(type="hello", heartbeat=HEARTBEAT, host_key=key.public if key else ""))
    async with asyncio.timeout(_JOIN_SECONDS):
        return PageJoin.model_validate_json(await socket.read() or "")


class PageSession:
    """The connection of a page that has a place. seen: lines of the log that it shows already."""

    def __init__(self, socket: Socket, table: OpenTable, place: Place, guest: Guest, views: SeatViews, seen: int) -> None:
        self._socket = socket
        self._table = table
        self._place = place
        self._guest = guest
        self._views = views
        self._seen = seen
        self._parts: dict[str, str] = {}
        self._asked = 0
        self._is_over = self._is_welcome = False

    async def run(self) -> ByeMessage:
        """Serve until either side ends it; return the last message."""
        return await attend(self._socket, self._table, self._place, self._guest, self._read(), self._write())

    # What it is sent

    async def _write(self) -> None:
        guest = self._guest
        if self._place.guest:
            why = "This seat is open in another window or browser. Whoever is there is asked, which takes 20 seconds at most."
            await self._socket.send(encode(type="waits", why=why))
        attaching = asyncio.create_task(self._table.room.attach(self._place, guest))
        try:
            while not guest.bye:
                for note in await guest.news():
                    await self._socket.send(self._note(note))
                if guest.feed is None:
                    self._is_over = self._is_welcome = False
                elif attaching.done():
                    await self._send_match()
        finally:
            attaching.cancel()

    def _note(self, note: Message) -> bytes:
        match note:
            case RoomMessage():
                return encode(type="room", html=room_html(self._table, note))
            case GuessMessage(seats=seats):
                return encode(type="guess", html=guess_html(self._table, seats))
            case PresenceMessage(place=self._place.number, state="elsewhere"):
                return encode(type="elsewhere")
            case PresenceMessage() | AskedMessage():
                return encode(type="presence", html=presence_html(self._table, self._place))
        return _as_is(note)

    async def _send_match(self) -> None:
        """Send all that is new, by one write."""
        table, seat, feed = self._table, self._place.seat, self._guest.feed
        assert seat and feed and table.match
        seat.lag = self._socket.lag
        told: list[bytes] = []
        if not self._is_welcome:
            self._is_welcome = True
            told.append(_as_is(table.match.welcome(self._place)))
        for step in feed.steps():
            if isinstance(step, SeatReceipt):
                told += [_as_is(receipt_message(table, self._place, step)), _as_is(closed_message(step))]
        view = self._views.of(table, seat)
        if self._seen < len(view.lines):
            told.append(encode(type="lines", first=self._seen, html=fragments.lines(view.lines[self._seen :], self._seen)))
            self._seen = len(view.lines)
        turn = open_turn(seat)
        shown = view.table(turn.request, turn.number) if turn else view.table(is_over=seat.is_ended)
        parts = {**view.parts(shown), "presence": presence_html(table, self._place)}
        if changed := {id: html for id, html in parts.items() if self._parts.get(id) != html}:
            self._parts |= changed
            told.append(encode(type="table", parts=changed))
        if turn and shown.question and turn.number != self._asked:
            self._asked = turn.number
            left = None if turn.request.seconds is None else max(0.0, turn.request.seconds - turn.waits.seconds)
            html = question_html(table, seat, view, turn, shown.question)
            told.append(encode(type="ask", id=turn.number, html=html, seconds=left, said=announcement(shown.question)))
        if seat.is_ended and not feed.has_news and not self._is_over and table.state == "over":
            self._is_over = True
            over = over_message(table, self._place)
            told.append(encode(**over.model_dump(mode="json"), html=await ending_html(table, self._place, view)))
        if told:
            await self._socket.send(*told)

    # What it says

    async def _read(self) -> ByeMessage | None:
        while (text := await self._socket.read()) is not None:
            try:
                message = _OF_PAGE.validate_json(text)
            except ValidationError:
                return ByeMessage(code="unreadable", why="The page sent something that is no message; load it again.")
            if refused := self._take(message):
                await self._socket.send(_as_is(refused))
            elif isinstance(message, PageAnswer):
                await self._socket.send(encode(type="taken", id=message.id))
        return None

    def _take(self, message: _OfPage) -> RefusedMessage | None:
        table, place = self._table, self._place
        if place.guest is not self._guest:
            return None
        if isinstance(message, PageAnswer):
            return self._answer(message)
        if not isinstance(message, PageJoin):
            table.hear(place, message)
        return None

    def _answer(self, message: PageAnswer) -> RefusedMessage | None:
        seat = self._place.seat
        if not seat:
            return RefusedMessage(id=message.id, code="unasked", why="Nothing is asked.")
        seat.lag = self._socket.lag
        draft = Draft(message.choice, message.text)
        return take_answer(
            self._views.of(self._table, seat), seat, message.id, draft, message.timing, message.display, is_silent=message.silent
        )


def take_answer(
    view: MatchView,
    seat: RemoteSeat,
    number: int,
    draft: Draft,
    timing: AnswerTiming | None = None,
    display: ShownSize | None = None,
    *,
    is_silent: bool = False,
) -> RefusedMessage | None:
    """Answer a question with what was chosen and typed on a page; return why it is refused."""
    choice, text = draft.choice, draft.text
    if (turn := open_turn(seat)) and turn.number == number:
        asked = view.question(turn.request, number)
        if why := problem_of(asked, draft, is_silent=is_silent):
            return RefusedMessage(id=number, code="invalid", why=why)
        choice, text = answer_parts(asked, draft, is_silent=is_silent)
        view.last_draft = turn.request.id, draft
    return seat.choose(number, choice, text, timing, display)


def question_html(table: OpenTable, seat: RemoteSeat, view: MatchView, turn: Turn, asked: Question) -> str:
    """Return the question that waits for an answer. What the rules refused stands in it again, with their reason."""
    draft, problem = None, ""
    if view.last_draft and view.last_draft[0] == turn.request.id:
        draft = view.last_draft[1]
        problem = next((event.problem for event in reversed(seat.observation) if isinstance(event, Refused)), "")
    return question(asked, f"/t/{table.id}/answer", draft, problem)


def open_turn(seat: RemoteSeat) -> Turn | None:
    """Return the question that waits for an answer of a seat."""
    return seat.turn if seat.turn and seat.turn.is_open else None


# Fragments of the waiting room and of the end


def room_html(table: OpenTable, room: RoomMessage) -> str:
    """Return who is here, as HTML."""
    own = table.room.places[room.you - 1] if room.you else None
    return render(f"{_TEMPLATES}:room.html", room=room, table=table.id, is_ready=bool(own and own.is_ready))


def presence_html(table: OpenTable, own: Place | None) -> str:
    """Return who plays at a table and is connected, as HTML. own: the place of whoever reads it. A blind table names nobody."""
    lost = {place: _LOST_WORDS[table.room.presence(place)] for place in table.room.places if place.is_taken and place is not own}
    notices: list[str] = []
    company: list[tuple[Seat, str, str, int | None]] = []
    if table.plan.is_blind:
        notices = ["Somebody is not connected."] * any(lost.values())
    elif table.match:
        room = table.room_message(own.number if own else 0)
        for seat, place, shown in zip(table.game.seats, table.room.places, room.places, strict=True):
            state = lost.get(place) or ("to answer" if place.number in table.match.asked.places else "")
            left = place.seat.waits_until_gone if lost.get(place) and place.seat else None
            who = "you" if place is own else shown.label or shown.kind
            company.append((seat, who, state, None if left is None else round(left)))
    return render(f"{_TEMPLATES}:presence.html", company=company, notices=notices)


_TEMPLATES = "woozle.arena.web.templates"
_LOST_WORDS: Mapping[Presence, str] = {
    "here": "",
    "reconnecting": "has lost the connection",
    "away": "is away",
    "left": "has left",
    "elsewhere": "opened the seat in another place",
}


def guess_html(table: OpenTable, seats: Sequence[Seat]) -> str:
    """Return the form that asks which of these seats were human."""
    return render(f"{_TEMPLATES}:guess.html", table=table.id, seats=seats)


async def ending_html(table: OpenTable, place: Place | None, view: MatchView) -> str:
    """Return the end of a match as HTML, for the player of a place or for spectators. view: of whoever reads it."""
    seat = place.seat if place else None
    headline, why = "The match is over.", ""
    if place and seat and table.plan.is_study:
        over = over_message(table, place)
        headline, why = HEADLINES.get((over.result or {}).get("kind", ""), headline), over.why
    shown = "" if table.plan.is_study else await asyncio.to_thread(_results_html, table, seat, view)
    codes = await asyncio.to_thread(_codes, table) if shown else {}
    return render(f"{_TEMPLATES}:over.html", results=shown, headline=headline, why=why, table=table.id, place=place, **codes)


def _codes(table: OpenTable) -> dict[str, str]:
    """Return the codes that people can read to each other: of the head of the match, and of the host's key."""
    assert table.folder
    key = table.house.host_key
    return {"head": spoken_code(read(table.folder).link.hex()), "host": key.fingerprint if key else ""}


def _results_html(table: OpenTable, seat: RemoteSeat | None, view: MatchView) -> Markup:
    """Return the results of a match, after the card of a player."""
    from woozle.arena.fragments.ending import end_card, results
    from woozle.arena.play.endings import card_of_saved, results_for
    from woozle.arena.play.people import Person
    from woozle.saves.match import read_match

    assert table.folder
    persons = {place.seat.name: Person(place.number, place.row.name) for place in table.room.places if place.seat}
    match = read_match(table.folder)
    shown = results(results_for(match, persons, seat.name if seat else None), view.addresses)
    return end_card(card_of_saved(match, persons, seat.name), view.addresses) + shown if seat else shown


def _as_is(message: Message) -> bytes:
    return encode(**message.model_dump(mode="json"))


def encode(**message: object) -> bytes:
    """Return a message to a page."""
    return json.dumps(message, ensure_ascii=False, separators=(",", ":")).encode("utf-8", "replace")
