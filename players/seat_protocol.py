"""The seat protocol, `woozle.seat/1`: how an agent outside of this process takes a seat, one JSON object a message.

A seat is sent its own observation and nothing else. Its requests have their own numbers: gaps would show what happens elsewhere.
"""

from __future__ import annotations

import inspect
import json
from base64 import b64encode
from collections.abc import Iterator, Mapping, Sequence
from typing import Annotated, Any, Literal, TypeAlias, TypeVar, get_args

from pydantic import BaseModel, ConfigDict, Field, TypeAdapter, ValidationError
from pydantic_core import to_jsonable_python

from woozle.core.answers import read_fields
from woozle.core.errors import InputError
from woozle.core.frozen_model import FrozenModel, later_option
from woozle.core.game import Event
from woozle.core.line import texts
from woozle.core.outcome import Outcome
from woozle.core.request import Answer, Forfeit, ParseFailure, Picture, Request, Seat
from woozle.core.text import visible_line
from woozle.core.validation import first_problem
from woozle.core.words import Narrator
from woozle.players.models.messages import question_text
from woozle.players.registry import Prompt

T = TypeVar("T")

PROTOCOL = "woozle.seat/1"
SUBPROTOCOL = "woozle.seat.1"
"""The same as the subprotocol of a WebSocket, whose name may hold no slash."""

LONGEST_MESSAGE = 65_536
"""Bytes of a message from a seat, its line break included."""

TRIES = 3
"""Answers that are read for one request before it is forfeited."""

_QUOTED = 200  # characters of why a message is refused


Hex: TypeAlias = Annotated[str, Field(pattern=r"^[0-9a-f]{64}$")]
"""32 bytes in hex."""

Seconds: TypeAlias = Annotated[float, Field(ge=0, allow_inf_nan=False)]
Count: TypeAlias = Annotated[int, Field(ge=0, le=1_000_000)]
Pixels: TypeAlias = Annotated[int, Field(ge=0, le=100_000)]


class Message(FrozenModel):
    """A message; `type` says which."""

    model_config = ConfigDict(populate_by_name=True, allow_inf_nan=False)


# From the host to a seat


class Limits(BaseModel):
    """Limits of a host. message: bytes of one message. tries: answers to one request before it is forfeited."""

    message: int = LONGEST_MESSAGE
    tries: int


_added = later_option  # only those who join over a network are sent such a field, and only where it says something


class HelloMessage(Message):
    """The first message: which protocol the host speaks, and what it takes.

    Over a network: heartbeat: seconds between pings; host_key: the public key that signs receipts, in hex.
    """

    type: Literal["hello"] = "hello"
    protocol: str = PROTOCOL
    limits: Limits
    versions: tuple[str, ...] = _added(())
    heartbeat: float = _added(0.0)
    host_key: str = _added("")


class WelcomeMessage(Message):
    """The seat of the agent.

    rules: the version of the rules. text: who the agent is, how it wins and how to go about it, as a model reads it. The options of
    the match are among the first Events, unless hidden from seats.

    Over a network: match: the commitment of the match key, which names the match in receipts. table, attempt: as in `deal`.
    nonces: of all places, by number. rulebook: how this match is played, line by line.
    """

    type: Literal["welcome"] = "welcome"
    game: str
    rules: int
    seat: Seat
    text: str
    match: str = _added("")
    table: str = _added("")
    attempt: int = _added(0)
    place: int = _added(0)
    seats: tuple[Seat, ...] = _added(())
    nonces: dict[str, str] = _added({})
    rulebook: tuple[str, ...] = _added(())


class ObservedEvent(BaseModel):
    """An Event that the seat observed. event: its kind. data: its fields. text: the same in words."""

    event: str
    data: dict[str, Any]
    text: str


class EventsMessage(Message):
    """The Events that the seat has observed since the last message. first: the number of the first, from 0."""

    type: Literal["events"] = "events"
    first: int
    items: list[ObservedEvent]


class ShownPicture(BaseModel):
    """A picture. digest: SHA-256 of it, in hex. data: the file in base64; or address: where the seat fetches it."""

    digest: str
    media_type: str
    data: str = _added("")
    address: str = _added("")


class RequestMessage(Message):
    """A question to the seat.

    id: to be repeated in the answer. kind: of the answer. text: the question as a model reads it. schema: JSON schema of all legal
    answers. choices: legal values of some fields, which the schema holds too. seconds: the time limit; null for none. pictures:
    what the seat is shown now; described: the same in words, where there are words for it.
    """

    type: Literal["request"] = "request"
    id: int
    kind: str
    text: str
    answer_schema: dict[str, Any] = Field(alias="schema", serialization_alias="schema")
    choices: dict[str, list[Any]]
    seconds: float | None
    pictures: list[ShownPicture] = Field(default_factory=list)
    described: str = ""


class RefusedMessage(Message):
    """A message that was not taken. id: the request that is still to be answered, 0 for none."""

    type: Literal["refused"] = "refused"
    id: int
    code: Literal["unreadable", "invalid", "unasked", "another", "denied", "full", "wait"]
    why: str


class ClosedMessage(Message):
    """A request that is over: nothing more is taken for it. Over a network: why: a sentence, where a person should know more."""

    type: Literal["closed"] = "closed"
    id: int
    code: Literal["answered", "deadline", "forfeited"]
    why: str = _added("")


class OverMessage(Message):
    """The end of the match for this seat. result: of the seat; null if the match stopped before its end. why: in words.

    Over a network: outcome: reason and results of all seats, as in the transcript. head: the link of its last line. key: of the
    match. secret: of the host, of which the key was made. lines: for each receipt, the number of its line in the transcript.
    players: who had each seat, in words. guesses: at a blind table, whom each seat took for humans.
    """

    type: Literal["over"] = "over"
    result: dict[str, Any] | None
    why: str
    outcome: dict[str, Any] | None = _added(None)
    head: str = _added("")
    key: str = _added("")
    secret: str = _added("")
    lines: tuple[int, ...] = _added(())
    players: dict[Seat, str] = _added({})
    guesses: dict[Seat, tuple[Seat, ...]] = _added({})


# From the host to who joins over a network


class JoinedMessage(Message):
    """A place at the table. token: of this seat, with which it is taken again; recovery: a code for who loses that, shown once."""

    type: Literal["joined"] = "joined"
    table: str
    place: int
    name: str
    token: str = ""
    recovery: str = ""


PlaceKind: TypeAlias = Literal["open", "human", "agent", "model", "bot", "taken"]
"""The player of a place: `open` for nobody yet, `taken` where a blind match does not say."""

Presence: TypeAlias = Literal["here", "reconnecting", "away", "elsewhere", "left"]
"""The connection of a player: `away` for a minute or more, `left` for good, `elsewhere` while a second one waits for `stay`."""

TableState: TypeAlias = Literal["waiting", "dealing", "playing", "over", "closed"]
"""`over`: the match was played to its end. `closed`: the table was left before that."""


class RoomPlace(BaseModel):
    """A place at the table, by its number from 1. label: the name of its player. provider: to whom a model sends what is said."""

    number: int
    kind: PlaceKind
    label: str = ""
    presence: Presence = "here"
    is_ready: bool = False
    provider: str = ""


class RoomMessage(Message):
    """The table before the match begins. you: the place of the seat; title: what is played."""

    type: Literal["room"] = "room"
    state: TableState
    title: str
    you: int
    places: tuple[RoomPlace, ...]
    notes: tuple[str, ...] = ()


class DealMessage(Message):
    """The commitments of an attempt to deal: of the host's secret, and of the nonces of all places. `reveal` answers it.

    The first one of an attempt has no commitments of places yet, and `commit` answers it. The match key is the HMAC of what is
    revealed, with the host's secret, which is told at the end. config: a digest of the options and the secret.
    """

    type: Literal["deal"] = "deal"
    table: str
    attempt: int
    game: str
    config: str
    secret: str
    commitments: dict[str, str]


class PresenceMessage(Message):
    """A player who comes or goes. place: 0 where a blind match does not say. seconds: until the rule for lost seats applies."""

    type: Literal["presence"] = "presence"
    place: int
    state: Presence
    seconds: float | None = None


class BehindMessage(Message):
    """How many Events wait until the ones before them could be read; only for who has asked for a pace."""

    type: Literal["behind"] = "behind"
    events: int


class AskedMessage(Message):
    """The places that everybody knows to be asked now. seconds: that are left for their question."""

    type: Literal["asked"] = "asked"
    places: tuple[int, ...]
    seconds: float | None = None


class ReceiptMessage(Message):
    """The host's receipt: the answer is on record. In a study, `n` and `id` alone.

    n: from 1. id: of the request. recorded: the answer as it is recorded, or `{"forfeit": KIND}`; answer: the SHA-256 of its
    canonical JSON. view: the link of the chain of all that the seat was sent until then. signature: of the host, by Ed25519.
    """

    type: Literal["receipt"] = "receipt"
    n: int
    id: int
    answer: str = _added("")
    recorded: dict[str, Any] | None = _added(None)
    view: str = _added("")
    signature: str = _added("")


ByeCode: TypeAlias = Literal["over", "superseded", "slow", "denied", "removed", "closed", "unreadable", "stopping"]


class GuessMessage(Message):
    """The match of a blind table is over: who of these seats was human? `guesses` answers it within some seconds."""

    type: Literal["guess"] = "guess"
    seats: tuple[Seat, ...]
    seconds: float


class ByeMessage(Message):
    """The last message of a connection. After `slow` and `stopping` it is worth coming back."""

    type: Literal["bye"] = "bye"
    code: ByeCode
    why: str


BYE_CODES: Mapping[ByeCode, int] = {
    "over": 4000,
    "superseded": 4001,
    "slow": 4002,
    "denied": 4003,
    "removed": 4004,
    "closed": 4005,
    "unreadable": 4006,
    "stopping": 4007,
}
"""The close code of a WebSocket for each `bye`."""


ToSeat: TypeAlias = (
    HelloMessage
    | JoinedMessage
    | RoomMessage
    | DealMessage
    | WelcomeMessage
    | EventsMessage
    | RequestMessage
    | RefusedMessage
    | ClosedMessage
    | ReceiptMessage
    | PresenceMessage
    | AskedMessage
    | BehindMessage
    | GuessMessage
    | OverMessage
    | ByeMessage
)
"""What a host may say."""

FromHost: TypeAlias = Annotated[ToSeat, Field(discriminator="type")]


# From a seat to the host


class AnswerTiming(FrozenModel):
    """The times of a human's answer, in seconds of one clock of the client, as in `Timing` of transcripts.

    shown: from receiving the question to its first paint; the others count from there.
    """

    shown: Seconds
    first_key: Seconds | None = None
    submit: Seconds
    away: Seconds | None = None
    covered: Seconds = 0.0
    keys: Count = 0
    deletions: Count = 0
    pasted: Count = 0
    long_pastes: Count = 0
    anticipated: Count = 0


class ShownSize(FrozenModel):
    """The largest size of the pictures on screen. mode: as in `Display` of transcripts; `css` for pixels of a page."""

    mode: Literal["halfblock", "sextant", "octant", "kitty", "sixel", "words", "off", "css"]
    columns: Pixels = 0
    rows: Pixels = 0
    width: Pixels = 0
    height: Pixels = 0
    zooms: Count = 0
    opened: Count = 0


class AnswerMessage(Message):
    """The answer to a request: an object that follows its schema. timing, display: of a human."""

    type: Literal["answer"] = "answer"
    id: int
    answer: dict[str, Any]
    timing: AnswerTiming | None = None
    display: ShownSize | None = None


class ForfeitMessage(Message):
    """No answer to a request: the seat forfeits it."""

    type: Literal["forfeit"] = "forfeit"
    id: int


class LogMessage(Message):
    """A line for the log of what agents print. No player at the table reads it."""

    type: Literal["log"] = "log"
    text: str


# From who joins over a network to the host


class JoinMessage(Message):
    """The first message of a connection.

    token: an invitation, or the seat's own token. secret: 32 bytes of the client's own, in hex: the same again, after a reply was
    lost, gets the same seat. agent: whether a program answers; software: its name and version. seen, receipts: how many Events and
    receipts of this seat are at hand. match: of which match, as in `welcome`.
    """

    type: Literal["join"] = "join"
    token: str = Field(max_length=100)
    name: str = Field("", max_length=100)
    secret: str = Field("", max_length=64)
    agent: bool = False
    software: str = Field("", max_length=100)
    seen: int = Field(0, ge=0)
    receipts: int = Field(0, ge=0)
    match: str = Field("", max_length=64)


class RevealMessage(Message):
    """The nonce behind the seat's commitment, 32 bytes in hex. attempt: as in `deal`."""

    type: Literal["reveal"] = "reveal"
    attempt: int
    nonce: Hex


class CommitMessage(Message):
    """The commitment to the client's nonce for an attempt to deal. Who sends none in time leaves the nonce to the host."""

    type: Literal["commit"] = "commit"
    attempt: int
    commitment: Hex


class AckMessage(Message):
    """How many Events of this seat have arrived."""

    type: Literal["ack"] = "ack"
    seen: int = Field(ge=0)


class StayMessage(Message):
    """An answer to `presence` of a second connection with the seat's token: it is refused or, if this one yields, has the seat."""

    type: Literal["stay"] = "stay"
    yields: bool = False


class GuessesMessage(Message):
    """The seats that the player takes for humans; empty for none of them. abstains: the player makes no guess."""

    type: Literal["guesses"] = "guesses"
    humans: tuple[Annotated[str, Field(max_length=100)], ...] = Field((), max_length=50)
    abstains: bool = False


class PaceMessage(Message):
    """The pace at which events are sent: each once the one before it could be read.

    speed: a factor; 0 for all at once, as at first. skip: whether all that waits is sent now.
    """

    type: Literal["pace"] = "pace"
    speed: float = Field(0.0, ge=0, le=16)
    skip: bool = False


class ReadyMessage(Message):
    """Ready to begin, in the waiting room; after the end, for another match at this table."""

    type: Literal["ready"] = "ready"


class LeaveMessage(Message):
    """The seat is left for good: before the match its place is open again, then it is lost as the host has ruled."""

    type: Literal["leave"] = "leave"


OfProgram: TypeAlias = AnswerMessage | ForfeitMessage | LogMessage
"""What a program on standard output may say."""

OfTable: TypeAlias = (
    CommitMessage | RevealMessage | AckMessage | StayMessage | GuessesMessage | PaceMessage | ReadyMessage | LeaveMessage
)
"""What who has a place may say about the table."""

OfGuest: TypeAlias = OfProgram | JoinMessage | OfTable
"""What who joins over a network may say."""

FromSeat: TypeAlias = Annotated[OfGuest, Field(discriminator="type")]

_OF_PROGRAM: TypeAdapter[OfProgram] = TypeAdapter(Annotated[OfProgram, Field(discriminator="type")])
_FROM_SEAT: TypeAdapter[OfGuest] = TypeAdapter(FromSeat)


class UnreadableMessageError(InputError):
    """An invalid seat message. The text says why, for its author."""


def parse_message(line: bytes) -> OfProgram:
    """Return a message of a program. Raises UnreadableMessageError."""
    return _parse(_OF_PROGRAM, line)


def parse_guest_message(line: bytes | str) -> OfGuest:
    """Return a message of who has joined over a network. Raises UnreadableMessageError."""
    return _parse(_FROM_SEAT, line)


def _parse(kind: TypeAdapter[T], line: bytes | str) -> T:
    try:
        return kind.validate_json(line)
    except ValidationError as error:
        raise UnreadableMessageError(visible_line(str(first_problem(error)))[:_QUOTED]) from None


class AnswerReader:
    """A reader of a seat's answers to one request, which counts those that cannot be taken.

    Attributes:
        forfeit: What the seat has done when it has used up its tries; None before.
    """

    def __init__(self, number: int, request: Request) -> None:
        self.forfeit: Forfeit | None = None
        self.tries_left = TRIES
        self._number = number
        self._request = request

    def read(self, given: Mapping[str, Any] | UnreadableMessageError) -> Answer | RefusedMessage:
        """Return the answer, legal or not, or the message that refuses an unreadable one."""
        if isinstance(given, UnreadableMessageError):
            return self.refuse("unreadable", str(given))
        read = read_fields(given, self._request)
        return self.refuse("invalid", read.problem) if isinstance(read, ParseFailure) else read

    def refuse(self, code: Literal["unreadable", "invalid"], why: str) -> RefusedMessage:
        """Count an answer that cannot be taken, and return the message that refuses it."""
        self.tries_left -= 1
        if self.tries_left == 0:
            self.forfeit = Forfeit("illegal", f"{TRIES} answers could not be taken; the last: {why}")
        return RefusedMessage(id=self._number, code=code, why=why)


def message_line(message: Message) -> bytes:
    """Return a message as one line of JSON, its line break included."""
    return message.model_dump_json(by_alias=True).encode() + b"\n"


class Narration:
    """The Events that a seat observes, as messages. Each is worded once, as the observation grows.

    There is one a seat. What is told again from an earlier place, to an agent that has come back, is worded again.
    """

    def __init__(self, prompt: Prompt, seat: Seat) -> None:
        self._words, self._seat = prompt.words, seat
        self._narrator = Narrator(self._words, seat)
        self._worded = 0

    def events_message(self, observation: Sequence[Event], first: int) -> EventsMessage:
        """Return the message of the Events from `first` on. observation: longer than at the last call, or as long."""
        if first < self._worded:
            self._narrator, self._worded = Narrator(self._words, self._seat), 0
        items = []
        for event in observation[self._worded :]:
            lines = self._narrator(event)
            if self._worded >= first:
                data = to_jsonable_python(event)
                items.append(ObservedEvent(event=type(event).__name__, data=data, text="\n".join(texts(lines))))
            self._worded += 1
        return EventsMessage(first=first, items=items)


def request_message(
    number: int, request: Request, observation: Sequence[Event], prompt: Prompt, pictures: Sequence[Picture] = ()
) -> RequestMessage:
    """Return the message of a request. number: of the seat's own requests, from 1."""
    return RequestMessage(
        id=number,
        kind=request.answer.__name__,
        text=question_text(request, observation, prompt),
        schema=to_jsonable_python(request.schema()),
        choices={name: to_jsonable_python(list(legal)) for name, legal in request.choices.items()},
        seconds=request.seconds,
        pictures=[
            ShownPicture(digest=each.digest, media_type=each.media_type, data=b64encode(each.data).decode()) for each in pictures
        ],
        described=prompt.describe_picture(request, observation) if prompt.describe_picture else "",
    )


def over_message(outcome: Outcome | None, seat: Seat) -> OverMessage:
    """Return the end of a match for a seat, with its own result alone. outcome: None for a match that stopped."""
    result = outcome.results.get(seat) if outcome else None
    told = {"kind": result.kind, "numbers": dict(result.numbers)} if result else None
    return OverMessage(result=told, why=outcome.reason if outcome else "The match stopped before its end.")


def protocol_schema() -> dict[str, Mapping[str, Any]]:
    """Return the JSON schema of all messages, by who sends them."""
    host: TypeAdapter[Any] = TypeAdapter(FromHost)
    return {"from_host": host.json_schema(mode="serialization"), "from_seat": _FROM_SEAT.json_schema()}


def message_lines() -> Iterator[str]:
    """Yield what there is to know of each message, one line each."""
    yield f"{PROTOCOL}: one JSON object a line."
    for sender, union in (("from the host", FromHost), ("from the seat", FromSeat)):
        yield f"{sender}:"
        for kind in get_args(get_args(union)[0]):
            name = kind.model_fields["type"].default
            fields = [field.alias or each for each, field in kind.model_fields.items() if each != "type"]
            yield f"  {name:<8} {', '.join(fields)}: {inspect.cleandoc(kind.__doc__).splitlines()[0]}"


def schema_text() -> str:
    """Return the same as text."""
    return json.dumps({"protocol": PROTOCOL, **protocol_schema()}, indent=2)
