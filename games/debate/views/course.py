"""The course of a debate: a fold over the events that one viewer is told."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from typing import Literal, Self, TypeAlias, cast

from woozle.core.answer_places import Kind
from woozle.core.game import Event
from woozle.core.names import LETTERS
from woozle.core.request import Seat
from woozle.core.value import value
from woozle.games.debate import events as debate
from woozle.games.debate.answers.extraction import extract_answer, is_right, likeness

MOST_SEATS, MOST_ROUNDS = 9, 10  # of the debate; a transcript from elsewhere may claim more

Turned: TypeAlias = Literal["", "misled", "corrected"]
"""From right to wrong, or from wrong to right; that it came of what was heard is not said."""

Source: TypeAlias = Literal["said", "given", "repeated", "nothing", "heard"]


@value
class Reply:
    """A seat's answer in a round, None if there is none. source: as in Answered, or `heard` by the viewer in another's words."""

    answer: str | None
    source: Source


@dataclass(slots=True)
class Course:
    """The course of a debate. number: of the round; asked: seats that answer in it; said, heard: by round and seat, if known.

    unnamed: by round, how many answers the viewer heard without names; answers: all distinct ones, the first first; key: the right
    answer, once told; linked: the last round of which all edges are known.
    """

    briefing: debate.Briefing | None = None
    number: int = 0
    asked: tuple[Seat, ...] = ()
    said: dict[int, dict[Seat, Reply]] = field(default_factory=dict)
    heard: dict[int, dict[Seat, tuple[Seat, ...]]] = field(default_factory=dict)
    linked: int = 0
    unnamed: dict[int, int] = field(default_factory=dict)
    answers: list[str] = field(default_factory=list)
    settled: dict[Seat, int] = field(default_factory=dict)
    key: debate.Key | None = None
    concluded: debate.Concluded | None = None
    appeals: int = 0

    def learn(self, event: Event) -> None:
        match event:
            case debate.Briefing():
                self.briefing = self.briefing or event  # a transcript from elsewhere may have more than one
            case debate.Key():
                self.key = event
            case debate.RoundBegan(number, asked):
                self.number, self.asked = number, asked
            case debate.Linked(number, heard):
                self.number = self.linked = number
                self.heard[number] = {seat: self._keep_seats(others) for seat, others in heard.items() if seat in self.seats}
            case debate.Heard():
                self._hear(event)
            case debate.Answered(seat, number, _, answer, source):
                self._say(seat, number, Reply(answer, source))
            case debate.Settled(seat, number):
                self.settled[seat] = number
            case debate.Appealed():
                self.appeals += 1
            case debate.Concluded():
                self.concluded = event

    def _hear(self, event: debate.Heard) -> None:
        if not event.speakers:
            self.unnamed[event.round] = len(event.texts)
            return
        self.heard.setdefault(event.round, {}).setdefault(event.seat, self._keep_seats(event.speakers))
        for speaker, text in zip(event.speakers, event.texts, strict=False):
            if speaker not in self.said.get(event.round - 1, {}):
                self._say(speaker, event.round - 1, Reply(self.read(text), "heard"))

    def _say(self, seat: Seat, number: int, reply: Reply) -> None:
        if seat in self.seats and 1 <= number <= MOST_ROUNDS:
            self.said.setdefault(number, {})[seat] = reply
            if reply.answer is not None and self.first_wording(reply.answer) not in self.answers:
                self.answers.append(reply.answer)

    def first_wording(self, answer: str) -> str:
        """Return an answer in the words in which it, or one that counts as the same, was given first."""
        kind = cast(Kind, self.briefing.kind) if self.briefing else "text"
        return next((each for each in self.answers if likeness(each, kind) == likeness(answer, kind)), answer)

    def _keep_seats(self, seats: Sequence[Seat]) -> tuple[Seat, ...]:
        return tuple(seat for seat in seats if seat in self.seats)

    @property
    def seats(self) -> tuple[Seat, ...]:
        return self.briefing.seats[:MOST_SEATS] if self.briefing else ()

    @property
    def rounds(self) -> int:
        return min(self.briefing.rounds, MOST_ROUNDS) if self.briefing else 0

    @property
    def letters(self) -> str:
        """Letters of the options; empty for a question without any."""
        return LETTERS[: len(self.briefing.options)] if self.briefing and self.briefing.kind == "choice" else ""

    @property
    def is_over(self) -> bool:
        return self.concluded is not None

    @property
    def title(self) -> str:
        if self.is_over:
            return "The match is over"
        if self.appeals:
            return "After the debate"
        return f"Round {self.number} of {self.rounds}" if self.number else "Debate"

    def read(self, text: str) -> str | None:
        """Return the answer that a text gives."""
        return extract_answer(text, cast(Kind, self.briefing.kind), self.letters) if self.briefing else None

    def reply(self, seat: Seat, number: int) -> Reply | None:
        """Return a seat's answer in a round; None if it is not known."""
        return self.said.get(number, {}).get(seat)

    def last(self, seat: Seat) -> Reply | None:
        """Return the last answer of a seat that is known."""
        return next((said[seat] for _, said in sorted(self.said.items(), reverse=True) if seat in said), None)

    def is_right(self, answer: str | None) -> bool | None:
        """Return whether an answer is right; None while the right one is not told."""
        if self.key is None or self.briefing is None:
            return None
        return is_right(answer, cast(Kind, self.briefing.kind), (self.key.answer, *self.key.aliases))

    def was_right(self, seat: Seat, number: int) -> bool | None:
        """Return whether a seat was right in a round; None if that is not known."""
        reply = self.reply(seat, number)
        return self.is_right(reply.answer) if reply else None

    def find_turn(self, seat: Seat, number: int) -> Turned:
        """Return how a seat's answer turned in a round."""
        before, now = self.was_right(seat, number - 1), self.was_right(seat, number)
        if before is None or now is None or before == now:
            return ""
        return "corrected" if now else "misled"

    def find_agreeing_speakers(self, seat: Seat, number: int) -> tuple[Seat, ...]:
        """Return the seats that one whose answer turned had heard, if they had already answered so; no cause is claimed."""
        if not (turned := self.find_turn(seat, number)):
            return ()
        others = self.heard.get(number, {}).get(seat, ())
        return tuple(other for other in others if self.was_right(other, number - 1) is (turned == "corrected"))

    def turns(self) -> Iterator[tuple[int, Seat]]:
        """Yield rounds and seats whose answers turned."""
        for number in range(2, MOST_ROUNDS + 1):
            yield from ((number, seat) for seat in self.seats if self.find_turn(seat, number))

    def copy(self) -> Self:
        return replace(
            self,
            said={number: dict(said) for number, said in self.said.items()},
            heard={number: dict(heard) for number, heard in self.heard.items()},
            unnamed=dict(self.unnamed),
            answers=list(self.answers),
            settled=dict(self.settled),
        )
