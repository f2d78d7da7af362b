"""The questions asked in self-play, and its events."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Annotated, ClassVar, Literal, Self, TypeAlias

from pydantic import Field, StringConstraints

from woozle.core.game import Event
from woozle.core.request import Answer, Request, Seat
from woozle.core.value import value

LIBRARIAN: Seat = "librarian"
"""The service that searches a corpus."""
CALCULATOR: Seat = "calculator"
"""The service that works out a sum."""

ASK, ANSWER, HEDGE, SEARCH, CALCULATE = "ASK", "ANSWER", "HEDGE", "SEARCH", "CALCULATE"
ACTIONS = (ASK, ANSWER, HEDGE, SEARCH, CALCULATE)
NUMBERED = (ASK, SEARCH, CALCULATE, ANSWER, HEDGE)
"""The actions as people number them, from 1, whichever are legal at the moment."""

LONGEST = 2000
"""Characters of an argument."""

Tag: TypeAlias = Literal["RETRIEVAL", "CALCULATION", "FRIEND_ANSWER", "FRIEND_HEDGE"]
Argument: TypeAlias = Annotated[str, StringConstraints(strip_whitespace=True, max_length=LONGEST)]

PLACEHOLDERS = {ASK: "words", SEARCH: "words", CALCULATE: "sum", ANSWER: "answer", HEDGE: "answer"}
"""The words that prompts show in place of an argument."""

MENU = {
    ASK: "put {what} to your friends",
    SEARCH: "look {what} up in this corpus",
    CALCULATE: "work out a sum of numbers",
    ANSWER: "say what you know to be right",
    HEDGE: "say your best guess",
}
"""How prompts begin to say what each action is."""

_WHAT = "(?:the question|your words)"
_ECHOES = {
    action: re.compile(
        rf"{PLACEHOLDERS[action]}|(?:{PLACEHOLDERS[action]}:\s*)?{words.format(what=_WHAT)}\b.*", re.DOTALL | re.IGNORECASE
    )
    for action, words in MENU.items()
}
_ACTION = re.compile(rf"(?:action\s*:[\s*`]*)?#?\b({'|'.join(ACTIONS)})\b[:\s]*", re.IGNORECASE)
_SIGNED = re.compile(rf"[\n:.!?]\s*#({'|'.join(ACTIONS)})\b[:\s]*", re.IGNORECASE)
_PARAGRAPH = re.compile(r"\n\s*\n")
_EXAMPLE = re.compile(r"\n\s*(?:Evidence|Question|Action):", re.IGNORECASE)
"""The start of what a reply adds unasked: another example in the style of the prompt."""
_AGAIN = re.compile(rf"(?i:#({'|'.join(ACTIONS)})\b)|(?:^|[,;/|]|\bor\b)\s*({'|'.join(ACTIONS)})\b")
"""Another action, by its sign, or in capitals within a list."""


class Act(Answer):
    """What you do next, and with what words. argument: your answer; with ASK and SEARCH it counts only where words are your own."""

    is_plain_text: ClassVar[bool] = True
    probability_field: ClassVar[str] = "action"

    action: str
    argument: Argument = ""

    @classmethod
    def of_reply(cls, text: str, request: Request) -> Self | None:
        """Return the action of a reply and the text after it, `#ANSWER 1912`.

        A sentence may stand before an action with its sign, and a paragraph after it. None for a reply without an action, for one
        that names several, as an echo of the prompt does, and for one whose text is the prompt's own.
        """
        said = text.lstrip(" \t\r\n`*")
        if not (found := _ACTION.match(said) or _SIGNED.search(_EXAMPLE.split(said, maxsplit=1)[0])):
            return None
        action, rest = found[1].upper(), _EXAMPLE.split(said[found.end() :], maxsplit=1)[0]
        again = _AGAIN.search(rest)
        argument = _PARAGRAPH.split((rest[: again.start()] if again else rest).strip(" \t\r\n`*"), maxsplit=1)[0].rstrip("`* ")
        if again and {(each[0] or each[1]).upper() for each in _AGAIN.findall(rest)} != {action}:
            return None
        if _ECHOES[action].fullmatch(argument):
            return None
        return cls(action=action, argument=argument[:LONGEST])

    @classmethod
    def first_words(cls, legal: str) -> str:
        """Return an action with its sign, as prompts show it."""
        return f"#{legal}"


class Found(Answer):
    """The results of a search, the best first. of: the number of the Query. texts: the paragraphs; sources: the source of each."""

    of: int
    texts: tuple[Annotated[str, Field(max_length=20_000)], ...] = Field(max_length=20)
    sources: tuple[Annotated[str, Field(max_length=300)], ...] = Field(max_length=20)


class Worked(Answer):
    """The result of a sum, or a sentence why it has none. of: the number of the Query."""

    of: int
    result: str = Field(max_length=1000)


# Events


@value
class Briefing(Event):
    """The options of the match, told to everyone. Fields are as in Config."""

    seats: tuple[Seat, ...]
    orchestration: str
    names: bool
    queries: str
    found: int
    searches: int
    asks: int
    steps: int
    effort: int | None
    price: float


@value
class Equipped(Event):
    """The abilities of a seat beside answering, told to it and to the public that watches; at the end to everyone.

    library: the corpus it can search, empty for none; reaches: whom it can ask.
    """

    seat: Seat
    library: str
    has_calculator: bool
    reaches: tuple[Seat, ...]


@value
class Key(Event):
    """The right answers, told to the record, and to everyone at the end. source: the corpus that answers the question, or empty."""

    id: str
    answers: tuple[str, ...]
    source: str


@value
class Posed(Event):
    """A question is put to a seat, told to it and to the public that watches. by: who asks; empty where it comes from outside."""

    seat: Seat
    question: str
    by: Seat

    def puts(self, question: str) -> bool:
        """Return whether this is a question, word for word or with words of the asker's own before it."""
        return bool(question) and self.question.endswith(question)


@value
class Acted(Event):
    """An action of a seat, told to it and to the public that watches. It says nothing of how much others did before.

    argument: what was meant, which is the question itself where words are not one's own. forfeited: nothing legal came, which
    counts as a HEDGE without words.
    """

    seat: Seat
    action: str
    argument: str
    forfeited: bool


@value
class Evidence(Event):
    """Texts that a seat is given to read, told to it and to the public that watches.

    tag: where it comes from. texts: paragraphs, a result, or a reply. tool: what the friend who replies can search, if shown;
    sources: where paragraphs stand.
    """

    seat: Seat
    tag: Tag
    texts: tuple[str, ...]
    tool: str
    sources: tuple[str, ...]


@value
class Stacked(Event):
    """The seats in control and waiting after a step, told to the public that watches. stack: top last; active: empty at the end."""

    step: int
    active: Seat
    stack: tuple[Seat, ...]


@value
class Query(Event):
    """A query to a service, told to it alone. number: of the query in this match, from 1.

    tool: SEARCH or CALCULATE; corpus: by name; text: the words; most: paragraphs.
    """

    number: int
    seat: Seat
    tool: str
    corpus: str
    text: str
    most: int


def find_query(request: Request, observation: Sequence[Event]) -> Query:
    """Return the query that a request to a service names."""
    (of,) = request.choices["of"]
    return next(event for event in reversed(observation) if isinstance(event, Query) and event.number == of)


@value
class Concluded(Event):
    """The group's answer, told to everyone. action: how the first seat ended, empty if its steps were used up before.

    f1: of its tokens, in [0, 1]; searches: of all; reward: of everybody.
    """

    answer: str
    action: str
    f1: float
    searches: int
    reward: float
