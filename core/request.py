"""What is asked of a player and what comes back: the border of the rules, where outside data is checked."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cache
from math import isfinite
from typing import Annotated, Any, ClassVar, Literal, Self, TypeAlias, final

from pydantic import BaseModel, ConfigDict, Field, StringConstraints, model_validator

from woozle.core.attempt import Attempt, Picture
from woozle.core.usage import NOTHING, Usage
from woozle.core.value import value

Seat: TypeAlias = str
"""The name of a seat at the table, or of an official (a judge, a retriever: a player without a stake)."""

Speech: TypeAlias = Annotated[str, StringConstraints(strip_whitespace=True, max_length=4000)]
"""Free text of a player, at most 4,000 characters; it may be empty."""


class Answer(BaseModel):
    """What a Request asks for. Subclasses are the only place where outside data is validated for the rules."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    is_plain_text: ClassVar[bool] = False
    """Whether a model answers in plain text and not with fields: all that it says counts, as far as it came with its tokens."""

    leaning: ClassVar[str] = ""
    """The field of a few legal texts of which it is recorded how likely a player was to give each; empty where none is.

    They are the rules' own: a text that a person typed would stand in that record for good.
    """

    @model_validator(mode="after")
    def _has_numbers_that_can_be_kept(self) -> Self:
        if not all(map(_can_be_kept, self.__dict__.values())):
            raise ValueError("a number is too large")
        return self

    @classmethod
    def of_reply(cls, text: str, request: Request) -> Self | None:
        """What a model's reply means that has a form of its own; None where it is to be read as JSON with these fields."""
        return None

    @classmethod
    def first_words(cls, legal: str) -> str:
        """What a model's reply in plain text begins with that gives the field `leaning` this value."""
        return legal


def _can_be_kept(given: Any) -> bool:
    """Whether JSON has room for the numbers in a value: whole ones of 64 bits, and no infinite ones."""
    kind = type(given)
    if kind is int:
        return bool(-(2**63) <= given < 2**63)
    if kind is float:
        return isfinite(given)
    if kind is tuple or kind is list:
        return all(map(_can_be_kept, given))
    return all(map(_can_be_kept, given.values())) if kind is dict else True


class Words(str):
    """Text that a person typed, or that came of it. `ref` names it in the transcript, which keeps it apart: it can be withdrawn.

    Rules pass it on as it is, and what they make of it is made by `part` or `derived`, or the record keeps a copy that cannot be
    withdrawn. A ref is made of the sources (for each a Response of the match by its number, and which text of it) and of what came
    of them, `4.1` or `4.1+6.1/answer`; nothing of the text is in it.
    """

    __slots__ = ("ref",)
    ref: str

    def __new__(cls, text: str, ref: str) -> Words:
        words = super().__new__(cls, text)
        words.ref = ref
        return words

    def part(self, name: str, text: str) -> Words:
        """Text that came of this one. name: in plain letters; there is only one text of a name."""
        return Words(text, f"{self.ref}/{name}")


def derived(text: str, name: str, of: str) -> str:
    """Text that was made of another: words that can be withdrawn if that one is Words. name: as in `Words.part`."""
    return of.part(name, text) if isinstance(of, Words) else text


def sources_of(ref: str) -> tuple[str, ...]:
    """The texts that those of a ref came of, by their own refs."""
    return tuple(ref.partition("/")[0].split("+"))


class NoConfig(BaseModel):
    """The configuration of a game that has nothing to configure."""

    model_config = ConfigDict(frozen=True, extra="forbid")


TimeLimit: TypeAlias = Annotated[float | None, Field(gt=0, allow_inf_nan=False)]
"""An option of a game: how long an answer may take, in seconds; None for as long as it takes."""


@final
@value
class Forfeit:
    """No answer. All kinds but `error`, which is ours (a crash, a network), are the player's own and are scored."""

    kind: Literal["gave_up", "timeout", "illegal", "refused", "error"]
    why: str = ""


@final
@value
class Unread:
    """What was said cannot be read as an answer. problem: why, as one sentence for whoever is asked again.

    reading: as in Attempt.
    """

    problem: str
    reading: Literal["unparsable", "cut_off", "refused", "empty"] = "unparsable"


Choices: TypeAlias = Mapping[str, Sequence[Any]]
"""The legal values of an answer's fields, by field; a field that is not named is limited by its type alone."""


@value
class Request:
    """A question to one player: the type of the answer and its limits. seconds: the deadline, None for no limit.

    about: what an official is asked about; if a person typed it, the texts of the answer came of it and can be withdrawn with it.
    """

    id: int
    to: Seat
    answer: type[Answer]
    choices: Choices
    seconds: float | None = None
    about: str = ""

    def refusal(self, answer: Answer) -> str:
        """Why this answer is outside the limits, as one sentence; empty for a legal answer."""
        if type(answer) is not self.answer:
            return f"{self.answer.__name__} was asked for, not {type(answer).__name__}."
        for name, legal in self.choices.items():
            if getattr(answer, name) not in legal:
                return f"{name} can only be {_listed(legal)} now."
        return ""

    def schema(self) -> dict[str, Any]:
        """JSON schema of the legal answers."""
        schema = _schema(self.answer)
        limits = {name: {"enum": list(legal)} for name, legal in self.choices.items()}
        return {**schema, "properties": schema["properties"] | limits} if limits else schema


def _listed(legal: Sequence[Any]) -> str:
    """Legal values, for a sentence; those that people typed are not quoted, as the sentence could not be withdrawn."""
    return ", ".join("what a person wrote" if isinstance(each, Words) else repr(each) for each in legal)


@cache
def _schema(answer: type[Answer]) -> dict[str, Any]:
    return answer.model_json_schema()


@value
class Display:
    """How a person saw a picture while they were asked: a baseline of people is read beside models that see all of its pixels.

    mode: `halfblock`, `kitty`, `sixel`; `words`, where it was told what is in it; `off`, where only its caption was shown. columns,
    rows: of the terminal that it took when it was largest, 0 if it was not in view meanwhile. width, height: how many pixels that
    made. zooms: how often it was zoomed or moved; opened: how often opened as a file.
    """

    mode: Literal["halfblock", "kitty", "sixel", "words", "off"]
    columns: int
    rows: int
    width: int
    height: int
    zooms: int = 0
    opened: int = 0


@value
class Leaning:
    """How likely a player was to give each legal value of one field of its answer. No player is ever told.

    field: which; probabilities: by legal value, 1 together within rounding. by: what they come from, the `log-probabilities` of a
    model, without its temperature, how often it said each in so many `samples`, with it, or a bot that says so itself (`own`).
    samples: those that count; 0 where it is not by them.
    """

    field: str
    probabilities: Mapping[str, float]
    by: Literal["log-probabilities", "samples", "own"]
    samples: int = 0


@value
class Timing:
    """When a person did what while they were asked, and how much they typed. No rule and no other player is ever told.

    Seconds, to the millisecond, by a clock that only goes forward. shown: from the question to its first paint, with any curtain in
    between. All others run from there. first_key: to the first key or click, None if there was none. submit: to the answer, or to
    the end of the time for it, with everything between. away: without the focus of the terminal, None if the terminal had not told
    of focus. paused: in a pause. covered: behind another screen, such as help. These three may overlap; what is neither away nor
    paused is the thinking time in Response.seconds.

    keys: pressed, clicks of the mouse among them; deletions: characters taken out of the answer; pasted: characters that came into
    it by pastes; long_pastes: pastes of more than 20 of them. anticipated: keys, clicks and pastes that came before the question or
    a part of it took any input, and were ignored; no other number has them, and older transcripts do not count them. Where keys
    cannot be seen (lines on standard input) first_key is None and these are 0.
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


@value
class Response:
    """What a player made of a Request. seconds: time to answer; None until the match has measured it.

    usage: of all tries together. attempts: the tries of a model, in order. pictures: what the player was shown beside the words;
    display: how a person saw them. leaning: how likely each of the legal answers was, where that is known. timing: of a person.
    """

    request: int
    answer: Answer | Forfeit | Unread
    seconds: float | None = None
    usage: Usage = NOTHING
    attempts: tuple[Attempt, ...] = ()
    pictures: tuple[Picture, ...] = ()
    display: Display | None = None
    leaning: Leaning | None = None
    timing: Timing | None = None
