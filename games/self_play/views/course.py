"""The course of a match of self-play: a fold over the events that one viewer is told."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from typing import Self

from woozle.core.game import Event
from woozle.core.request import Seat
from woozle.core.value import value
from woozle.games.self_play import events as self_play
from woozle.games.self_play.events import ANSWER, ASK, CALCULATE, HEDGE, SEARCH
from woozle.games.self_play.paper.metrics import RIGHT, token_f1

MOST_SEATS = 9  # of the game; a transcript from elsewhere may claim more


@value
class Step:
    """A seat's action. posed: what it had been asked. number: from 1, of all steps that the viewer knows."""

    acted: self_play.Acted
    posed: self_play.Posed | None
    number: int

    @property
    def is_reply(self) -> bool:
        """True for an answer to the seat that asked."""
        return self.acted.action in (ANSWER, HEDGE)


@value
class Given:
    """Evidence given to a seat. after: how many steps of its own; reply: its source, where the viewer knows whose reply it is."""

    evidence: self_play.Evidence
    after: int
    reply: Step | None = None


@dataclass(slots=True)
class Course:
    """The course of a match, as far as the viewer knows. posed, done, given: by seat; stack: waiting seats, top last.

    question: the one of the match; last: the last step.
    """

    briefing: self_play.Briefing | None = None
    equipped: dict[Seat, self_play.Equipped] = field(default_factory=dict)
    posed: dict[Seat, self_play.Posed] = field(default_factory=dict)
    done: dict[Seat, tuple[Step, ...]] = field(default_factory=dict)
    given: dict[Seat, tuple[Given, ...]] = field(default_factory=dict)
    active: Seat = ""
    stack: tuple[Seat, ...] = ()
    last: Step | None = None
    question: str = ""
    key: self_play.Key | None = None
    concluded: self_play.Concluded | None = None

    def learn(self, event: Event) -> None:
        match event:
            case self_play.Briefing():
                self.briefing = event
            case self_play.Equipped(seat) if seat in self.seats:
                self.equipped[seat] = event
            case self_play.Key():
                self.key = event
            case self_play.Posed(seat, question, by) if seat in self.seats:
                self.posed[seat], self.active = event, seat
                self.question = self.question if by else question
            case self_play.Acted(seat) if seat in self.seats:
                self.last = Step(event, self.posed.get(seat), self.step + 1)
                self.done[seat] = (*self.steps_of(seat), self.last)
            case self_play.Evidence(seat) if seat in self.seats:
                given = Given(event, len(self.steps_of(seat)), self.reply(event))
                self.given[seat] = (*self.given.get(seat, ()), given)
            case self_play.Stacked(_, active, stack):
                self.active, self.stack = active, tuple(seat for seat in stack if seat in self.seats)
            case self_play.Concluded():
                self.concluded, self.active, self.stack = event, "", ()

    @property
    def seats(self) -> tuple[Seat, ...]:
        return self.briefing.seats[:MOST_SEATS] if self.briefing else ()

    @property
    def step(self) -> int:
        """The number of steps taken, as far as the viewer knows."""
        return self.last.number if self.last else 0

    @property
    def searches(self) -> int:
        """The number of searches by all seats."""
        return sum(step.acted.action == SEARCH for steps in self.done.values() for step in steps)

    @property
    def is_over(self) -> bool:
        return self.concluded is not None

    @property
    def has_begun(self) -> bool:
        """True once a seat was asked, as far as the viewer knows."""
        return bool(self.posed)

    def reply(self, evidence: self_play.Evidence) -> Step | None:
        """Return the reply that a seat is given; None if it is none, or the viewer does not know whose it is."""
        last = self.last
        if last is None or not last.is_reply or evidence.tag not in ("FRIEND_ANSWER", "FRIEND_HEDGE"):
            return None
        return last if last.acted.seat != evidence.seat else None

    def steps_of(self, seat: Seat) -> tuple[Step, ...]:
        return self.done.get(seat, ())

    def times(self, seat: Seat, *actions: str) -> int:
        """Count a seat's steps of these actions."""
        return sum(step.acted.action in actions for step in self.steps_of(seat))

    def tools_left(self, seat: Seat) -> int:
        """Return a seat's remaining uses of tools, if the others leave it any; 0 if it has none."""
        tools = self.equipped.get(seat)
        if self.briefing is None or tools is None or not (tools.library or tools.has_calculator):
            return 0
        return max(0, self.briefing.searches - self.times(seat, SEARCH, CALCULATE))

    def asks_left(self, seat: Seat) -> int:
        """Return a seat's remaining questions; 0 if it can reach nobody."""
        tools = self.equipped.get(seat)
        if self.briefing is None or tools is None or not tools.reaches:
            return 0
        most = self.briefing.asks * (len(tools.reaches) if self.briefing.orchestration == "hub" else 1)
        return max(0, most - self.times(seat, ASK))

    def waits_for_replies(self, seat: Seat) -> bool:
        """Return whether a waiting seat has asked another; if not, it waits to be asked."""
        steps = self.steps_of(seat)
        return bool(steps) and steps[-1].acted.action == ASK

    # What was right

    def f1(self, step: Step) -> float | None:
        """Return the F1 of a reply; None if the key is not known yet, or for a reply to another question."""
        key = self.key
        if key is None or not key.answers or not step.is_reply or not self._is_same_question(step):
            return None
        return token_f1(step.acted.argument, key.answers) if step.acted.argument else 0.0

    def _is_same_question(self, step: Step) -> bool:
        """Return whether a seat was asked the question of the match, as far as the viewer knows."""
        if self.briefing is None:
            return False
        return self.briefing.queries == "question" or (step.posed is not None and step.posed.puts(self.question))

    def is_right(self, step: Step) -> bool | None:
        """Return whether a reply is right; None as with `f1`."""
        f1 = self.f1(step)
        return None if f1 is None else f1 > RIGHT

    def knew_worse(self, step: Step) -> bool:
        """Return whether a seat was sure of a wrong answer."""
        return step.acted.action == ANSWER and self.is_right(step) is False

    def knew_better(self, step: Step) -> bool:
        """Return whether a seat was right without being sure."""
        return step.acted.action == HEDGE and self.is_right(step) is True

    def replies(self) -> Iterator[Step]:
        steps = (step for steps in self.done.values() for step in steps if step.is_reply)
        return iter(sorted(steps, key=lambda step: step.number))

    def copy(self) -> Self:
        return replace(self, equipped=dict(self.equipped), posed=dict(self.posed), done=dict(self.done), given=dict(self.given))
