"""What one viewer knows of a debate: the only fold of its events by those who watch or play."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from math import inf
from typing import Literal, TypeAlias, cast

from woozle.core.answer_places import Kind
from woozle.core.event import Event
from woozle.core.names import LETTERS
from woozle.core.request import Seat
from woozle.core.state import seat_of_viewer
from woozle.core.value import value
from woozle.games.debate import events as debate
from woozle.games.debate.answers.extraction import extract_answer, is_right, likeness
from woozle.games.debate.config import MOST_ROUNDS, MOST_SEATS
from woozle.games.debate.spread.entropies import gain, gain_ratio

Turned: TypeAlias = Literal["", "misled", "corrected"]
"""From right to wrong, or from wrong to right; that it came of what was heard is not said."""

_extract_answer = lru_cache(maxsize=4096)(extract_answer)
_NO_BRIEFING = debate.Briefing((), "text", "", (), 0, "", 1.0, 0.0, False, False)


@value
class Reply:
    """A seat's answer in a round; None without one. source: as in Answered, or `heard` by the viewer in another's words."""

    answer: str | None
    source: Literal["said", "given", "repeated", "nothing", "heard"]
    text: str = ""


@dataclass(slots=True)
class State:
    """The state of a debate as one viewer knows it.

    Args:
        viewer: A seat, PUBLIC or EVERYTHING.
        briefing: An empty one before the match begins.
        letters: Of the options; empty for a question without any.
        round: Its number, 0 before the first.
        said, heard: By round and seat: its reply, and the seats that it heard.
        linked: The last round for which the viewer knows who heard whom, for all seats.
        readings: The responses that the viewer's own seat was given to read, round by round.
        answers: All distinct ones, in the order in which the viewer learned them.
        settled: The round in which a seat stopped.
        appeals: Texts of the last appeals, made after the debate or after a round.
        beliefs: By round after which they were made, and seat: its answers aside after each of them.
        measured, chosen: The last entropies, and the last choice of partners for each seat.
        key: The right answer, once told.
    """

    viewer: Seat
    briefing: debate.Briefing = _NO_BRIEFING
    seats: tuple[Seat, ...] = ()
    letters: str = ""
    round: int = 0
    said: dict[int, dict[Seat, Reply]] = field(default_factory=dict)
    heard: dict[int, dict[Seat, tuple[Seat, ...]]] = field(default_factory=dict)
    linked: int = 0
    readings: list[debate.Heard] = field(default_factory=list)
    answers: list[str] = field(default_factory=list)
    settled: dict[Seat, int] = field(default_factory=dict)
    appeals: list[str] = field(default_factory=list)
    beliefs: dict[int, dict[Seat, tuple[str | None, ...]]] = field(default_factory=dict)
    measured: debate.Measured | None = None
    chosen: dict[Seat, debate.Chosen] = field(default_factory=dict)
    key: debate.Key | None = None
    concluded: debate.Concluded | None = None

    def see(self, event: Event) -> None:
        """Take one more event that the viewer observes."""
        match event:
            case debate.Briefing() if (
                not self.seats
            ):  # a transcript from elsewhere may hold two, or more seats and rounds than there are
                self.briefing, self.seats = event, event.seats[:MOST_SEATS]
                self.letters = LETTERS[: len(event.options)] if event.kind == "choice" else ""
            case debate.Key():
                self.key = event
            case debate.RoundBegan(number):
                self.round = number
                self.appeals.clear()
            case debate.Linked(number, heard):
                self.round = self.linked = number
                self.heard[number] = {seat: self._keep_seats(others) for seat, others in heard.items() if seat in self.seats}
            case debate.Heard():
                self._see_reading(event)
            case debate.Answered(seat, number, text, answer, source):
                self._keep(seat, number, Reply(answer, source, text))
            case debate.Settled(seat, number):
                self.settled[seat] = number
            case debate.Appealed(text=text):
                self.appeals.append(text)
            case debate.Believed(seat, _, answer):
                now = self.beliefs.setdefault(self.round, {})
                now[seat] = (*now.get(seat, ()), answer)
            case debate.Measured():
                self.measured = event
            case debate.Chosen(seat):
                self.chosen[seat] = event
            case debate.Concluded():
                self.concluded = event

    def _see_reading(self, event: debate.Heard) -> None:
        if event.seat == self.me:
            self.readings.append(event)
        if event.speakers:
            self.heard.setdefault(event.round, {}).setdefault(event.seat, self._keep_seats(event.speakers))
        for speaker, text in zip(event.speakers, event.texts, strict=False):
            if speaker not in self.said.get(event.round - 1, {}):
                self._keep(speaker, event.round - 1, Reply(self.read(text), "heard", text))

    def _keep(self, seat: Seat, number: int, reply: Reply) -> None:
        if seat in self.seats and 1 <= number <= MOST_ROUNDS:
            self.said.setdefault(number, {})[seat] = reply
            if reply.answer is not None and self.first_wording(reply.answer) not in self.answers:
                self.answers.append(reply.answer)

    def _keep_seats(self, seats: Sequence[Seat]) -> tuple[Seat, ...]:
        return tuple(seat for seat in seats if seat in self.seats)

    # The question

    @property
    def me(self) -> Seat | None:
        """The viewer's seat; None for spectators."""
        return seat_of_viewer(self.viewer)

    @property
    def rounds(self) -> int:
        return min(self.briefing.rounds, MOST_ROUNDS)

    @property
    def kind(self) -> Kind:
        return cast(Kind, self.briefing.kind)

    @property
    def believed(self) -> Mapping[Seat, tuple[str | None, ...]]:
        """The answers aside of each seat after the last appeals."""
        return self.beliefs.get(self.round, {})

    @property
    def is_over(self) -> bool:
        return self.concluded is not None

    def compare_partners(self, choice: debate.Chosen) -> list[tuple[float, tuple[Seat, ...]]]:
        """Return the sets of others that a seat could have listened to with their worth by the last entropies, the best first."""
        known = self.measured.entropies if self.measured else {}
        own, worths = known.get(choice.seat), list[tuple[float, tuple[Seat, ...]]]()
        for candidate, given in zip(choice.candidates if own is not None else (), choice.conditional, strict=False):
            if not all(0 <= other < len(self.seats) for other in candidate):  # a transcript from elsewhere may name anybody
                continue
            some = tuple(self.seats[other] for other in candidate)
            heard = [entropy if (entropy := known.get(seat)) is not None else inf for seat in some]
            if own is not None and inf not in heard:
                ratio = gain(own, given) if choice.by == "dig" else gain_ratio(own, given, heard, self.briefing.alpha)
                worths.append((ratio, some))
        return sorted(worths, reverse=True)

    # Answers

    def read(self, text: str) -> str | None:
        """Return the answer that a text gives."""
        return _extract_answer(text, self.kind, self.letters)

    def first_wording(self, answer: str) -> str:
        """Return an answer in the words in which it, or one that counts as the same, was given first."""
        if answer in self.answers:
            return answer
        like = likeness(answer, self.kind)
        return next((each for each in self.answers if likeness(each, self.kind) == like), answer)

    def reply(self, seat: Seat, number: int) -> Reply | None:
        """Return a seat's reply in a round; None if it is not known."""
        return self.said.get(number, {}).get(seat)

    def replies(self, seat: Seat | None) -> list[Reply]:
        """Return the replies of a seat that are known, the last one at the end."""
        return [said[seat] for _, said in sorted(self.said.items()) if seat in said]

    def last(self, seat: Seat | None) -> Reply | None:
        """Return the last reply of a seat that is known."""
        return next(reversed(self.replies(seat)), None)

    def is_right(self, answer: str | None) -> bool | None:
        """Return whether an answer is right; None while the right one is hidden."""
        return is_right(answer, self.kind, (self.key.answer, *self.key.aliases)) if self.key and self.seats else None

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

    def turns(self) -> Iterator[tuple[int, Seat]]:
        """Yield rounds and seats whose answers turned."""
        for number in range(2, MOST_ROUNDS + 1):
            yield from ((number, seat) for seat in self.seats if self.find_turn(seat, number))

    def find_agreeing_speakers(self, seat: Seat, number: int) -> tuple[Seat, ...]:
        """Return the seats that one whose answer turned had heard, if they had already answered so; no cause is claimed."""
        if not (turned := self.find_turn(seat, number)):
            return ()
        others = self.heard.get(number, {}).get(seat, ())
        return tuple(other for other in others if self.was_right(other, number - 1) is (turned == "corrected"))
