"""The seat protocol, `woozle.seat/1`: how an agent outside of this process takes a seat, one JSON object a message.

A seat is sent its own observation and nothing else. Its requests have their own numbers: gaps would show what happens elsewhere.
"""

from __future__ import annotations

import inspect
import json
from base64 import b64encode
from collections.abc import Iterator, Mapping, Sequence
from itertools import islice
from typing import Annotated, Any, Literal, TypeAlias, get_args

from pydantic import BaseModel, ConfigDict, Field, TypeAdapter, ValidationError
from pydantic_core import to_jsonable_python

from woozle.core.answers import read_fields
from woozle.core.errors import InputError
from woozle.core.game import Event
from woozle.core.line import texts
from woozle.core.request import Answer, Forfeit, ParseFailure, Picture, Request, Seat
from woozle.core.text import visible_line
from woozle.core.validation import first_problem
from woozle.core.words import narrate
from woozle.players.models.messages import question_text
from woozle.players.registry import Prompt

PROTOCOL = "woozle.seat/1"
LONGEST_MESSAGE = 65_536
"""Bytes of a message from a seat, its line break included."""

TRIES = 3
"""Answers that are read for one request before it is forfeited."""

_QUOTED = 200  # characters of why a message is refused


class Message(BaseModel):
    """A message; `type` says which."""

    model_config = ConfigDict(frozen=True, extra="forbid")


# From the host to a seat


class Limits(BaseModel):
    """Limits of a host. message: bytes of one message. tries: answers to one request before it is forfeited."""

    message: int = LONGEST_MESSAGE
    tries: int


class HelloMessage(Message):
    """The first message: which protocol the host speaks, and what it takes."""

    type: Literal["hello"] = "hello"
    protocol: str = PROTOCOL
    limits: Limits


class WelcomeMessage(Message):
    """The seat of the agent.

    game, rules: the game and the version of its rules. text: who the agent is, how it wins and how to go about it, as a model reads
    it. The options of the match are among the first Events, unless hidden from seats.
    """

    type: Literal["welcome"] = "welcome"
    game: str
    rules: int
    seat: Seat
    text: str


class ObservedEvent(BaseModel):
    """An Event that the seat observed. event: its kind. data: its fields. text: the same as a person or a model reads it."""

    event: str
    data: dict[str, Any]
    text: str


class EventsMessage(Message):
    """The Events that the seat has observed since the last message. first: the place of the first in all that it observed."""

    type: Literal["events"] = "events"
    first: int
    items: list[ObservedEvent]


class ShownPicture(BaseModel):
    """A picture. digest: SHA-256 of it, in hex. data: the file in base64."""

    digest: str
    media_type: str
    data: str


class RequestMessage(Message):
    """A question to the seat.

    id: of this request, to be repeated in the answer. kind: the kind of answer. text: the question as a model reads it.
    schema: JSON schema of all legal answers. choices: legal values of some fields, which the schema holds too. seconds: the time
    limit; null for none but the host's patience. pictures: what the seat is shown now, in games that are about pictures. described:
    the same in words, where there are words for it.
    """

    type: Literal["request"] = "request"
    id: int
    kind: str
    text: str
    answer_schema: dict[str, Any] = Field(alias="schema", serialization_alias="schema")
    choices: dict[str, list[Any]]
    seconds: float | None
    pictures: list[ShownPicture] = []
    described: str = ""

    model_config = ConfigDict(frozen=True, extra="forbid", populate_by_name=True)


class RefusedMessage(Message):
    """A message that was not taken. id: the request that is still to be answered, 0 for none."""

    type: Literal["refused"] = "refused"
    id: int
    code: Literal["unreadable", "invalid", "unasked"]
    why: str


class ClosedMessage(Message):
    """A request that is over: nothing more is taken for it. code: whether it was answered in time."""

    type: Literal["closed"] = "closed"
    id: int
    code: Literal["answered", "deadline", "forfeited"]


class OverMessage(Message):
    """The end of the match for this seat. result: of the seat; null if the match stopped before its end. why: in words."""

    type: Literal["over"] = "over"
    result: dict[str, Any] | None
    why: str


FromHost: TypeAlias = Annotated[
    HelloMessage | WelcomeMessage | EventsMessage | RequestMessage | RefusedMessage | ClosedMessage | OverMessage,
    Field(discriminator="type"),
]


# From a seat to the host


class AnswerMessage(Message):
    """The answer to a request: an object that follows its schema."""

    type: Literal["answer"] = "answer"
    id: int
    answer: dict[str, Any]


class ForfeitMessage(Message):
    """No answer to a request: the seat forfeits it."""

    type: Literal["forfeit"] = "forfeit"
    id: int


class LogMessage(Message):
    """A line for the log of what agents print. No player at the table reads it."""

    type: Literal["log"] = "log"
    text: str


FromSeat: TypeAlias = Annotated[AnswerMessage | ForfeitMessage | LogMessage, Field(discriminator="type")]

_FROM_SEAT: TypeAdapter[AnswerMessage | ForfeitMessage | LogMessage] = TypeAdapter(FromSeat)


class UnreadableMessageError(InputError):
    """An invalid seat message. The text says why, for its author."""


def parse_message(line: bytes) -> AnswerMessage | ForfeitMessage | LogMessage:
    """Return a message of a seat. Raises UnreadableMessageError."""
    try:
        return _FROM_SEAT.validate_json(line)
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
            return self._refuse("unreadable", str(given))
        read = read_fields(given, self._request)
        return self._refuse("invalid", read.problem) if isinstance(read, ParseFailure) else read

    def _refuse(self, code: Literal["unreadable", "invalid"], why: str) -> RefusedMessage:
        self.tries_left -= 1
        if self.tries_left == 0:
            self.forfeit = Forfeit("illegal", f"{TRIES} answers could not be taken; the last: {why}")
        return RefusedMessage(id=self._number, code=code, why=why)


def message_line(message: Message) -> bytes:
    """Return a message as one line of JSON, its line break included."""
    return message.model_dump_json(by_alias=True).encode() + b"\n"


def events_message(events: Sequence[Event], first: int, prompt: Prompt, seat: Seat) -> EventsMessage:
    """Return the message of the Events from `first` on."""
    said = islice(narrate(prompt.words, events, seat), first, None)
    items = [
        ObservedEvent(event=type(event).__name__, data=to_jsonable_python(event), text="\n".join(texts(lines)))
        for event, lines in said
    ]
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
