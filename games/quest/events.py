"""Answers and events of the quest."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import Any, Literal, Self, TypeAlias

from pydantic import Field

from woozle.core import loose_json
from woozle.core.frozen_model import later_option
from woozle.core.game import Event
from woozle.core.request import Answer, Request, Seat, Speech
from woozle.core.value import value
from woozle.games.quest.judgement.refusals import is_refusal

JUDGE: Seat = "judge"
"""The service that says how faithful a text is."""


class Decide(Answer):
    """Go on to the next one, or first rewrite your worst one so far. A review costs a call, and rivals may learn of it."""

    choice: Literal["continue", "review", "end"]


class DecideText(Answer):
    """Go on to the next one, or first rewrite one of your texts so far. A review costs a call, and rivals may learn of it."""

    choice: str

    @classmethod
    def of_reply(cls, text: str, request: Request) -> Self | None:
        """Return the decision in the form of MAS-HQ (appendix D), where `previous_id` is the text to review; None for all else."""
        given = _last_with("previous_id", text)
        choice = f"review {given.get('previous_id')}"
        is_review = str(given.get("choice")).strip().casefold() == "review"
        return cls(choice=choice) if is_review and choice in request.choices["choice"] else None


DECISIONS = (Decide, DecideText)
"""What a seat is asked for before each text: with a review of its worst one, or of any."""


def decide(request: Request, choice: str) -> Decide | DecideText:
    """Return a decision in the form that is asked for; a review is of the worst text."""
    legal = request.choices["choice"]
    found = next((each for each in legal if each.split()[0] == choice), "continue")
    return DecideText(choice=found) if request.answer is DecideText else Decide.model_validate({"choice": found})


class Write(Answer):
    """A concise summary of the passage that covers its core and says nothing that the passage does not say."""

    text: Speech = Field(min_length=1)

    @classmethod
    def of_reply(cls, text: str, request: Request) -> Self | None:
        """Return a summary by the name that MAS-HQ has for it (appendix D), or a refusal in plain words; None for all else.

        To ask again for what was refused would only cost more.
        """
        if "{" not in text:
            return cls(text=text.strip()[:_LONGEST]) if is_refusal(text) else None
        given = _last_with("summary", text)
        said = given.get("summary")
        is_summary = isinstance(said, str) and "text" not in given and 0 < len(said.strip()) <= _LONGEST
        return cls(text=str(said)) if is_summary else None


class Reply(Answer):
    """A short answer to the question; say that you do not know rather than guess."""

    text: Speech = Field(min_length=1)


Grade: TypeAlias = Literal["correct", "incorrect", "not_attempted"]

GRADES: Mapping[Grade, float] = {"correct": 1.0, "incorrect": 0.0, "not_attempted": 0.0}
"""H of an answer to a question, by its grade, in the order of the letters A, B and C (SimpleQA)."""

_LONGEST = 4000  # characters of a Speech


def _last_with(name: str, text: str) -> Mapping[str, Any]:
    """Return the last JSON object of a reply that has a property; an empty one if none has."""
    return next((each for each in reversed(loose_json.objects(text)[0]) if name in each), {})


_LETTER = re.compile(r"\b[ABC]\b")
_NUMBER = re.compile(r"(?<![\w.-])(?:0(?:\.\d+)?|1(?:\.0+)?)(?![\w%]|\.\d)")


@value
class SentenceScore:
    """The worth of a sentence of a summary, from 0 to 1, and what the judge holds against it; empty if nothing."""

    text: str
    score: float
    reason: str = ""


class Score(Answer):
    """The score of a text. h: its faithfulness, from 0, made up, to 1, all in the passage; of an answer, 1 if correct, else 0.

    form, sentences: from judges that explain it: how much the text is made of sentences at all, from 0 to 1, and what each of them
    is worth. H grows with the mean of the latter, by their lengths, and with the form.
    """

    of: int
    h: float = Field(ge=0, le=1, allow_inf_nan=False)
    grade: Literal["", Grade] = ""
    form: float = later_option(1.0, ge=0, le=1, allow_inf_nan=False)
    sentences: tuple[SentenceScore, ...] = later_option(())

    @classmethod
    def from_grade(cls, of: int, grade: Grade) -> Self:
        """Return the score of an answer to a question."""
        return cls(of=of, h=GRADES[grade], grade=grade)

    @classmethod
    def of_reply(cls, text: str, request: Request) -> Self | None:
        """Read a grade by its letter, the first of several, C without one (SimpleQA); read H as the only number."""
        (of,) = request.choices["of"]
        if request.choices["grade"] != UNGRADED:
            letter = _LETTER.search(text)
            return cls.from_grade(of, list(GRADES)["ABC".index(letter[0] if letter else "C")])
        numbers = set(map(float, _NUMBER.findall(text)))
        return cls(of=of, h=numbers.pop()) if len(numbers) == 1 else None


AfterRefusal: TypeAlias = Literal["scored", "left_out"]

UNGRADED = ("",)
"""The choices of a grade where a summary is scored."""


@value
class Briefing(Event):
    """The options of the match, told to everyone. reviews: R; threshold: T; alpha, beta: the weights, by the name `preset`.

    clock: which seconds count, as Config has it; empty in matches by the first version of the rules, which did not tell.
    """

    seats: tuple[Seat, ...]
    task: str
    items: int
    order: str
    reviews: int
    threshold: float
    vision: str
    early_end: bool
    scores_told: bool
    preset: str
    alpha: float
    beta: float
    clock: str = ""


@value
class FreeBriefing(Briefing):
    """The Briefing of a match in which a review can be of any text, and not only of the worst."""


@value
class Demands(Event):
    """The demands on a summary, told to everyone after the Briefing. Matches by earlier rules have none.

    words: how many words are read, 0 for all. facts: number of items with known key facts; -1 if none are asked for. refused: the
    treatment of an item that a seat refuses, as in Config.
    """

    words: int
    facts: int
    refused: AfterRefusal


@value
class Standing(Event):
    """The position of a seat before it decides, told to it alone.

    step: from 0. current: the id of the next item. worst: the id of the item that a review would be about, with its H; empty and
    None if there is no score, or H is hidden. is_review_advised: whether it scores below the threshold.
    """

    seat: Seat
    step: int
    total: int
    done: int
    current: str
    mean_h: float | None
    worst: str
    worst_h: float | None
    is_review_advised: bool
    calls: int
    tokens: int
    reviews: int
    seconds: float


@value
class Paid(Event):
    """The whole cost of a seat so far, told to it alone after each answer. tokens: read and written; seconds: those that count."""

    seat: Seat
    calls: int
    tokens: int
    reviews: int
    seconds: float


@value
class Glimpse(Event):
    """Facts that a rival's review shows, told to each of the others in the next step. age: in steps; facts: by name."""

    seat: Seat
    age: int
    facts: Mapping[str, float | str | tuple[float, ...]]


@value
class Given(Event):
    """The passage or question that a seat is to write about, told to it alone."""

    seat: Seat
    item: str
    text: str


@value
class Reconsidered(Event):
    """A seat writes something again, told to it alone. text: what it had written; h: None where it is hidden."""

    seat: Seat
    item: str
    source: str
    text: str
    h: float | None


@value
class Written(Event):
    """A text that a seat wrote, told to it alone. of: the number under which the judge knows it."""

    seat: Seat
    item: str
    text: str
    of: int
    is_review: bool


@value
class Declined(Event):
    """A seat refused to write about an item, told to it alone. text: in its own words; empty if its server said so."""

    seat: Seat
    item: str
    text: str
    is_review: bool


@value
class Submitted(Event):
    """A text for the judge to score, told to it alone, without its author. answers: to a question, the right ones."""

    of: int
    source: str
    text: str
    answers: tuple[str, ...] = ()


def find_submission(request: Request, observation: Sequence[Event]) -> Submitted:
    """Return the text that a request to a judge names."""
    (of,) = request.choices["of"]
    return next(event for event in reversed(observation) if isinstance(event, Submitted) and event.of == of)


@value
class Scored(Event):
    """The score of a text, told to its seat if scores are shown. is_kept: whether the text stands; a lower review may not."""

    seat: Seat
    item: str
    of: int
    h: float
    is_kept: bool
    grade: str = ""


@value
class Measured(Event):
    """The parts of a summary's H by rules before version 4, told with it where key facts are asked for.

    faithful: the judge's score. covered: the share of key facts that it tells; None where none are known; H is their product.
    missing: the facts that it does not tell. ungrounded: its words that the passage does not have. words: how many it has.
    """

    seat: Seat
    item: str
    of: int
    faithful: float
    covered: float | None
    missing: tuple[str, ...]
    ungrounded: tuple[str, ...]
    words: int


@value
class Appraised(Event):
    """The parts of a summary's H, told with it where key facts are asked for.

    faithful: the judge's score. covered: the share of key facts that it tells; None where none are known; H is their product.
    untold: how many key facts it does not tell. words: how many it has. form, sentences: as in the judge's Score.
    """

    seat: Seat
    item: str
    of: int
    faithful: float
    covered: float | None
    untold: int
    words: int
    form: float = 1.0
    sentences: tuple[SentenceScore, ...] = ()


@value
class Stopped(Event):
    """A seat ended early, told to everyone."""

    seat: Seat
    step: int


@value
class LeftOut(Event):
    """An item that counts for no seat, told to everyone at the end. why: refused by a seat, or not scored."""

    item: str
    why: Literal["refused", "not_scored"]


@value
class Tally(Event):
    """The figures of a seat for the match, told to everyone at the end. first_h: before reviews. q, q_tables: by both presets.

    What was spent on an item that is left out does not count; by rules before version 5 it did.
    """

    seat: Seat
    mean_h: float
    first_h: float
    calls: int
    tokens_in: int
    tokens_out: int
    reviews: int
    seconds: float
    penalty: float
    q: float
    q_tables: float


@value
class Breakdown(Event):
    """The parts of a Tally, told to everyone after it. Matches by earlier rules have none.

    faithful, covered: means over the texts that stand and count; None without any. given: passages or questions that it was
    given for the first time. answered: those that it wrote about. refused: those that it refused.
    """

    seat: Seat
    faithful: float | None
    covered: float | None
    given: int
    answered: int
    refused: int
