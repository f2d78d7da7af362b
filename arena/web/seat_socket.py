"""The seat protocol over a WebSocket: terminals and agents at an open table."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from aiohttp import web

from woozle.arena.tables.entrance import Visitor, enter
from woozle.arena.tables.guest import Guest
from woozle.arena.tables.invitations import AdmissionError, Door, Knock
from woozle.arena.tables.place import Place
from woozle.arena.tables.remote_seat import RemoteSeat, SeatFeed, SeatReceipt, Step, Told, Turn
from woozle.arena.tables.table import OpenTable
from woozle.arena.web.guard import Guard
from woozle.arena.web.sockets import HEARTBEAT, Conversation, Socket, converse, message_text, serve_socket
from woozle.core.canonical_json import json_digest
from woozle.core.request import Forfeit
from woozle.players import seat_protocol
from woozle.players.agent import PRINTED
from woozle.players.registry import prompt
from woozle.players.seat_protocol import (
    PROTOCOL,
    TRIES,
    AnswerMessage,
    ClosedMessage,
    ForfeitMessage,
    HelloMessage,
    JoinedMessage,
    JoinMessage,
    Limits,
    LogMessage,
    Message,
    Narration,
    OfGuest,
    OverMessage,
    ReceiptMessage,
    RefusedMessage,
    ShownPicture,
    UnreadableMessageError,
    parse_guest_message,
    request_message,
)
from woozle.saves.receipts import recorded_answer

_LOGGED = 1000  # characters


async def serve_seat(request: web.Request, table: OpenTable, door: Door, guard: Guard) -> web.WebSocketResponse:
    """Serve a terminal or an agent at a table, until either side ends it."""
    address = guard.network(request)

    def join(socket: Socket, text: str) -> Conversation:
        message = parse_guest_message(text)
        if not isinstance(message, JoinMessage):
            raise UnreadableMessageError("The first message must be `join`.")
        place, joined = _admit(table, door, message, address)
        guest = Guest(address, message.seen, message.receipts, message.match)
        return converse(socket, table, place, guest, SeatVoice(table, place, guest), [message_text(joined)])

    return await serve_socket(request, guard, table.house.report, message_text(hello_message(table)), join)


def _admit(table: OpenTable, door: Door, message: JoinMessage, address: str) -> tuple[Place, JoinedMessage]:
    """Return the place of a seat's token, or that to which an invitation leads. Raises AdmissionError."""
    token, recovery = message.token, ""
    place = table.room.place_of(token)
    if not place:
        visitor = Visitor(message.secret, message.name, address, message.agent, message.software)
        entered = enter(table, door, visitor, token)
        if isinstance(entered, Knock):
            raise AdmissionError("refused", "The host sees that you knock. Join again in the same way, until you are let in.")
        place, joined = entered
        token, recovery = joined.token, joined.recovery
    return place, JoinedMessage(table=table.id, place=place.number, name=place.row.name, token=token, recovery=recovery)


class SeatVoice:
    """A place in the words of the seat protocol."""

    def __init__(self, table: OpenTable, place: Place, guest: Guest) -> None:
        self._table = table
        self._place = place
        self._guest = guest
        self._prompt = prompt(table.plan.game)
        self._narration: Narration | None = None

    def notes(self, messages: Sequence[Message]) -> Iterable[bytes]:
        return map(message_text, messages)

    def begin(self, seat: RemoteSeat) -> None:
        self._narration = Narration(self._prompt, seat.name)

    def news(self, feed: SeatFeed) -> Iterator[bytes]:
        for step in feed.steps():
            yield from map(message_text, self._messages(feed.seat, step))

    async def ending(self) -> bytes:
        return message_text(over_message(self._table, self._place))

    def _messages(self, seat: RemoteSeat, step: Step) -> Iterator[Message]:
        match step:
            case Told(first, end):
                assert self._narration
                yield self._narration.events_message(seat.observation[:end], first)
            case Turn() as turn:
                address = f"/t/{self._table.id}/picture/"
                message = request_message(turn.number, turn.request, seat.observation, self._prompt)
                pictures = [
                    ShownPicture(digest=each.digest, media_type=each.media_type, address=address + each.digest)
                    for each in turn.pictures
                ]
                yield message.model_copy(update={"pictures": pictures}) if pictures else message
            case SeatReceipt() as receipt:
                yield closed_message(receipt)
                yield receipt_message(self._table, self._place, receipt)

    def hear(self, text: str) -> Iterable[bytes]:
        try:
            reply = self._take(parse_guest_message(text))
        except UnreadableMessageError as error:
            seat, why = self._place.seat, str(error)
            reply = seat.refuse_unreadable(why) if seat else RefusedMessage(id=0, code="unreadable", why=why)
        return [message_text(reply)] if reply else []

    def _take(self, message: OfGuest) -> RefusedMessage | None:
        table, place = self._table, self._place
        if place.guest is not self._guest:
            return RefusedMessage(id=0, code="wait", why="This seat is open elsewhere; wait until whoever is there answers.")
        match message:
            case AnswerMessage() | ForfeitMessage():
                return self._answer(message)
            case LogMessage(text=text):
                PRINTED.info("table %s, place %d: %s", table.id, place.number, text[:_LOGGED])
            case JoinMessage():
                return RefusedMessage(id=0, code="unreadable", why="This connection has joined already.")
            case _:
                table.hear(place, message)
        return None

    def _answer(self, message: AnswerMessage | ForfeitMessage) -> RefusedMessage | None:
        seat = self._place.seat
        if not seat:
            return RefusedMessage(id=message.id, code="unasked", why=f"Request {message.id} is not open.")
        if isinstance(message, ForfeitMessage):
            return seat.forfeit(message.id)
        refused = seat.answer(message.id, message.answer, message.timing, message.display)
        if not refused and message.id <= len(seat.receipts):
            self._guest.tell(receipt_message(self._table, self._place, seat.receipts[message.id - 1]))
        return refused


def hello_message(table: OpenTable) -> HelloMessage:
    """Return the first message to everybody."""
    key = table.house.host_key
    return HelloMessage(limits=Limits(tries=TRIES), versions=(PROTOCOL,), heartbeat=HEARTBEAT, host_key=key.public if key else "")


def closed_message(receipt: SeatReceipt) -> ClosedMessage:
    """Return the message that a question is over."""
    answer = receipt.past.response.answer
    if not isinstance(answer, Forfeit):
        return ClosedMessage(id=receipt.n, code="answered")
    return ClosedMessage(id=receipt.n, code="deadline" if answer.kind == "timeout" else "forfeited", why=answer.why)


def receipt_message(table: OpenTable, place: Place, receipt: SeatReceipt) -> ReceiptMessage:
    """Return a receipt, signed; made again it has the same bytes."""
    if table.plan.study:
        return ReceiptMessage(n=receipt.n, id=receipt.n)
    key, seat = table.house.host_key, place.seat
    recorded = recorded_answer(receipt.past.response)
    answer = json_digest(recorded)
    signature = ""
    if key and seat and table.match:
        signature = key.sign_receipt(table.match.name, seat.name, receipt.n, receipt.n, answer, receipt.view)
    return ReceiptMessage(n=receipt.n, id=receipt.n, answer=answer, recorded=recorded, view=receipt.view, signature=signature)


def over_message(table: OpenTable, place: Place) -> OverMessage:
    """Return the end of a match for a place: its result, and what proves the transcript."""
    assert place.seat and table.match
    own = seat_protocol.over_message(place.seat.outcome, place.seat.name)
    if table.plan.study:
        return own
    transcript, lines = table.match.ending(place.seat.name)
    proof = {
        "outcome": transcript.end.body["outcome"] if transcript.end else None,
        "head": transcript.link.hex(),
        "key": transcript.key.hex() if transcript.key else "",
        "secret": table.row.secret,
        "lines": lines,
        "players": table.match.who_played(),
        "guesses": table.match.guesses,
    }
    return own.model_copy(update=proof)
