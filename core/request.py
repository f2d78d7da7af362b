"""Requests to players and their Responses: the border of the rules, where outside data is validated."""

from __future__ import annotations

import marshal
from collections.abc import Collection, Mapping, Sequence
from functools import cache
from hashlib import sha256
from math import isfinite
from types import MappingProxyType
from typing import Annotated, Any, ClassVar, Literal, NamedTuple, Self, TypeAlias, final

from pydantic import Field, StringConstraints, model_validator

from woozle.core.deep_copy import deep_copy
from woozle.core.errors import InputError
from woozle.core.frozen_model import FrozenModel
from woozle.core.text import is_redactable
from woozle.core.usage import NOTHING, Usage
from woozle.core.value import value

Seat: TypeAlias = str
"""The name of a seat, or of a service (a judge, a retriever: a player without a stake)."""

Speech: TypeAlias = Annotated[str, StringConstraints(strip_whitespace=True, max_length=4000)]
"""Free text of a player: at most 4,000 characters, stripped; may be empty."""


class Answer(FrozenModel):
    """The base class of answers.

    Subclasses are pydantic models, whose fields and validators are all that checks outside data for the rules. Their names and
    fields appear in transcripts, and in the forms and prompts of players. Numbers must fit into 64 bits and be finite.
    """

    is_plain_text: ClassVar[bool] = False
    """Whether models answer in plain text rather than JSON. If so, a reply cut off at its token limit counts as it stands."""

    probability_field: ClassVar[str] = ""
    """Name of the field whose probabilities are recorded, see AnswerProbabilities; empty for none.

    Its legal values must be few, and come from the rules: a text that a human typed could not be withdrawn from that record.
    """

    asked_first: ClassVar[str] = ""
    """Name of the field that people give first, and must; they may leave the others empty. Empty for the order of `parts`."""

    @model_validator(mode="after")
    def _has_numbers_that_can_be_kept(self) -> Self:
        if not all(map(_can_be_kept, self.__dict__.values())):
            raise InputError("a number is too large")
        return self

    def revalidate(self) -> Self:
        """Return the same answer, validated: one that was copied or constructed without validation could break the rules.

        Raises ValidationError. Nothing is looked up on the instance, which could define its own methods.
        """
        kind = type(self)
        fields = kind.model_dump(self, warnings=False) if "$defs" in _schema(kind) else self.__dict__  # which takes half the time
        return kind.model_validate(fields)

    @classmethod
    def of_reply(cls, text: str, request: Request) -> Self | None:
        """Parse a model's reply in the answer's own form; None if it is to be parsed as JSON with these fields."""
        return None

    @classmethod
    def of_parts(cls, choice: Any, text: str) -> Self | None:
        """Make the answer of what a person chose, or typed first, and the text after it; None if each is its own field."""
        return None

    @classmethod
    def limit_schema(cls, schema: dict[str, Any], choices: Choices) -> None:
        """Limit parts of its fields, such as the seats in a list of ratings, by the choices of a Request; by default nothing."""

    @classmethod
    def first_words(cls, legal: str) -> str:
        """Return the beginning of a plain-text reply in which `probability_field` has this legal value."""
        return legal


def _can_be_kept(given: Any) -> bool:
    kind = type(given)
    if kind is int:
        return bool(-(2**63) <= given < 2**63)
    if kind is float:
        return isfinite(given)
    if kind is tuple or kind is list:
        return all(map(_can_be_kept, given))
    return all(map(_can_be_kept, given.values())) if kind is dict else True


class NoConfig(FrozenModel):
    """The configuration of a game without options."""


TimeLimit: TypeAlias = Annotated[float | None, Field(gt=0, allow_inf_nan=False)]
"""An option of a game: the time limit of an answer in seconds, above 0; None for no limit."""

LIMIT_PREFIX = "seconds_to_"
"""How the names of such options begin; the rest of a name says for which answer, as in `seconds_to_vote`."""


@final
@value
class Forfeit:
    """The lack of an answer.

    kind: All kinds are the player's own fault and are scored, except `error`: a crash of Woozle, a network. `failed`: a crash of an
        agent.
    why: The reason, as a sentence or clause; may be empty.
    """

    kind: Literal["gave_up", "timeout", "illegal", "refused", "failed", "error"]
    why: str = ""


@final
@value
class ParseFailure:
    """A reply that could not be parsed as an answer. The Request stays open, so that the player can try again.

    problem: Why, in one sentence for the player.
    reading: As in Completion.
    """

    problem: str
    reading: Literal["unparsable", "cut_off", "refused", "empty"] = "unparsable"


Choices: TypeAlias = Mapping[str, Sequence[Any]]
"""The legal values of an answer's fields, by field. Fields that are not named are limited by their type alone."""

_UNLIMITED: Choices = MappingProxyType({})
_set = object.__setattr__  # of a Request, which is frozen for type checkers


@value
class Request:
    """A question to one player.

    id: Number of the Request in the match, from 1.
    to: The seat or service that is asked.
    answer: Type of the answer.
    choices: Legal values of some of its fields. They are copied when the Request is made, and cannot be changed.
    seconds: Time limit; None for none.
    about: The text that a service works on. If it is redactable, so are the texts of the answer.
    is_public: Whether everybody at the table knows that this player is asked now. It is not recorded.
    """

    id: int
    to: Seat
    answer: type[Answer]
    choices: Choices
    seconds: float | None = None
    about: str = ""
    is_public: bool = False

    def __post_init__(self) -> None:
        frozen = {name: legal if type(legal) is range else tuple(legal) for name, legal in self.choices.items()}
        _set(self, "choices", MappingProxyType(frozen) if frozen else _UNLIMITED)

    def own_copy(self) -> Request:
        """Return a copy for an agent, which may change it: its choices are lists, to be shuffled at will."""
        copied: Request = object.__new__(Request)
        _set(copied, "id", self.id)
        _set(copied, "to", self.to)
        _set(copied, "answer", self.answer)
        _set(copied, "choices", {name: list(deep_copy(legal)) for name, legal in self.choices.items()})
        _set(copied, "seconds", self.seconds)
        _set(copied, "about", self.about and deep_copy(self.about))
        _set(copied, "is_public", self.is_public)
        return copied

    def refusal(self, answer: Answer) -> str:
        """Return why an answer is illegal, as one sentence; empty for a legal answer."""
        if type(answer) is not self.answer:
            return f"{self.answer.__name__} was asked for, not {type(answer).__name__}."
        for name, legal in self.choices.items():
            if getattr(answer, name) not in legal:
                return f"{name} can only be {_list_values(legal)} now."
        return ""

    def schema(self) -> dict[str, Any]:
        """Return the JSON schema of the legal answers, with choices as enumerations: a new dict each time."""
        schema: dict[str, Any] = marshal.loads(_schema_bytes(self.answer))
        for name, legal in self.choices.items():
            schema["properties"][name] = {"enum": list(legal)}
        self.answer.limit_schema(schema, self.choices)
        return schema


def _list_values(legal: Sequence[Any]) -> str:
    """Return legal values for a sentence. Redactable ones are not quoted, since the sentence could not be withdrawn."""
    return ", ".join("what a person wrote" if is_redactable(each) else repr(each) for each in legal)


@cache
def _schema(answer: type[Answer]) -> dict[str, Any]:
    return answer.model_json_schema()


@cache
def _schema_bytes(answer: type[Answer]) -> bytes:
    return marshal.dumps(_schema(answer))  # to be read again, which copies it faster than `copy.deepcopy`


Finish: TypeAlias = Literal["stop", "length", "filter", "cut"]
"""Why a model stopped: it was done, its tokens were used up, a filter of its provider stopped it, or the connection broke off."""

Reading: TypeAlias = Literal["answer", "unparsable", "illegal", "cut_off", "refused", "empty", "failed"]
"""The result of parsing a completion. `failed` is no fault of the model (a network, a server, a limit)."""


@value
class Completion:
    """A reply of a model, kept raw beside the answer, so that it can be parsed again.

    text: The reply as it came.
    reading: The result of parsing it.
    problem: Why it was not taken, as one sentence; empty if it was.
    reasoning: The model's thoughts outside its text, if its server returns them.
    finish: Why the model stopped.
    model: Name of the model as its server gives it.
    prompt: SHA-256 of the messages sent, in hex.
    seconds: From sending to the last token.
    first_token: Seconds from sending to the first token; None if there was none.
    notes: Settings that the backend does not support, and what was done instead.
    """

    text: str
    reading: Reading
    problem: str = ""
    reasoning: str = ""
    finish: Finish = "stop"
    usage: Usage = NOTHING
    model: str = ""
    prompt: str = ""
    seconds: float = 0.0
    first_token: float | None = None
    notes: tuple[str, ...] = ()

    @property
    def not_taken(self) -> tuple[str, ...]:
        """The settings of sampling that the server refused, so that they had no effect on this reply."""
        return refused_settings(self.notes)


NOT_TAKEN: Mapping[str, str] = {
    "temperature": "the server does not take a temperature",
    "top_p": "the server does not take top_p",
    "max_tokens": "the server does not take max_tokens",
    "effort": "the server does not take an effort",
    "seed": "the server does not take a seed",
    "detail": "the server does not take a detail of pictures",
}
"""The note of a Completion for each setting of sampling that its server refused. All backends use these words."""


def refused_settings(notes: Collection[str]) -> tuple[str, ...]:
    """Return the settings of NOT_TAKEN that notes say were refused."""
    return tuple(name for name, note in NOT_TAKEN.items() if note in notes)


@value
class Picture:
    """A picture shown to a player.

    digest: SHA-256 of `data`, in hex. The transcript keeps the data in a file of that name.
    """

    digest: str
    data: bytes
    media_type: str = "image/png"

    @classmethod
    def png(cls, data: bytes) -> Picture:
        """Return the Picture of a PNG file's content."""
        return cls(sha256(data).hexdigest(), data)


@value
class Display:
    """The display of a picture to a human, whose baseline is read beside models that see all pixels.

    mode: `halfblock`, `sextant`, `octant` (characters of two, six, eight pixels), `kitty`, `sixel`; `css` in a browser; `words` if
        it was described, `off` if only its caption was shown.
    columns, rows: Largest size in the terminal, in cells; 0 if it was not in view, and in a browser.
    width, height: The same in pixels; in a browser in CSS pixels.
    zooms: Times that it was zoomed or moved.
    opened: Times that it was opened as a file.
    """

    mode: Literal["halfblock", "sextant", "octant", "kitty", "sixel", "css", "words", "off"]
    columns: int
    rows: int
    width: int
    height: int
    zooms: int = 0
    opened: int = 0


@value
class AnswerProbabilities:
    """The probability with which a player gives each legal value of one field of its answer. No player observes it.

    field: Name of the field, the `probability_field` of the answer's type.
    probabilities: By legal value; they sum to 1 within rounding.
    by: Their source: the `log-probabilities` of a model (without temperature), shares of `samples` (with temperature), or a bot
        that knows its `own`.
    samples: Number of samples that could be parsed; 0 for other sources.
    """

    field: str
    probabilities: Mapping[str, float]
    by: Literal["log-probabilities", "samples", "own"]
    samples: int = 0


RemoteClock: TypeAlias = Literal["page", "terminal", "host"]
"""Whose clock the times of an answer from another machine are of: its page's, its terminal's, or the host's alone."""


@value
class Timing:
    """The times and keys of a human's answer. Hidden from rules and other players.

    Times are in seconds, to the millisecond, by a monotonic clock. All but `shown` count from the first paint of the question.
    `away`, `paused` and `covered` may overlap; what is neither away nor paused is the thinking time in `Response.seconds`.

    shown: From the question to its first paint, including any curtain in between.
    first_key: To the first key or click; None if there was none, or if keys cannot be seen (lines on standard input).
    submit: To the answer, or to the end of the time for it.
    away: Without the focus of the terminal; None if the terminal does not report focus.
    paused: In a pause.
    covered: Behind another screen, such as help.
    keys: Keys and mouse clicks; 0, like the counts below, if keys cannot be seen.
    deletions: Characters deleted from the answer.
    pasted: Characters that came from pastes.
    long_pastes: Pastes of more than 20 characters.
    anticipated: Keys, clicks and pastes before the question took any input, and in no other number. Only letters were kept, for a
        text. Older transcripts do not count them.
    host: By the clock of the host, from sending the question to receiving the answer; None if both were on one machine.
    ping: The latest round trip to the player and back, as the host measured it; None if both were on one machine, or it has none.
    """

    shown: float
    first_key: float | None
    submit: float
    away: float | None
    paused: float
    covered: float = 0.0
    keys: int = 0
    deletions: int = 0
    pasted: int = 0
    long_pastes: int = 0
    anticipated: int = 0
    host: float | None = None
    ping: float | None = None


@value
class Response:
    """A player's reaction to a Request.

    request: Id of the Request.
    answer: The answer, or why it is missing.
    seconds: Time to answer; None until the match has measured it.
    usage: Cost of all completions together.
    completions: The replies of a model, in order; the last one led to `answer`.
    pictures: Pictures that the player was shown beside the text.
    display: How a human saw them.
    answer_probabilities: How likely each legal answer was, if that is known.
    timing: Times and keys of a human.
    stand_in: Name of the bot that answered for a seat whose player was gone; empty if the player of the seat answered.
    clock: Whose clock its times are of; None on one machine.
    """

    request: int
    answer: Answer | Forfeit | ParseFailure
    seconds: float | None = None
    usage: Usage = NOTHING
    completions: tuple[Completion, ...] = ()
    pictures: tuple[Picture, ...] = ()
    display: Display | None = None
    answer_probabilities: AnswerProbabilities | None = None
    timing: Timing | None = None
    stand_in: str = ""
    clock: RemoteClock | None = None

    def with_seconds(self, seconds: float) -> Response:
        """Return the same Response with its time to answer. Ten times as fast as `replace`."""
        return Response(
            *(self.request, self.answer, seconds, self.usage, self.completions, self.pictures),
            *(self.display, self.answer_probabilities, self.timing, self.stand_in, self.clock),
        )


class PastResponse(NamedTuple):
    """A folded Response. seen: Number of Events that its seat had observed before it."""

    request: Request
    response: Response
    seen: int
