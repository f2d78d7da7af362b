"""What one viewer of a match of self-play knows: the fold of the events that it observes, the only one of this game.

Rules, measures, bots, prompts, lines and panels read it.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field, replace
from typing import Literal, TypeAlias

from woozle.core.event import Event
from woozle.core.request import Seat
from woozle.core.state import seat_of_viewer
from woozle.core.text import answer_words
from woozle.core.value import value
from woozle.games.self_play import events as self_play
from woozle.games.self_play.events import ANSWER, ASK, CALCULATE, HEDGE, SEARCH
from woozle.games.self_play.papers.metrics import RIGHT, Words, token_f1

MOST_SEATS = 9  # of the game; a transcript from elsewhere may claim more

After: TypeAlias = Literal["nothing", "a search", "replies", "a sum"]
"""The kind of texts that a seat had read before a step; the replies of others outweigh all else."""


@value
class Step:
    """An action of a seat.

    posed: what it had been asked, None if the viewer does not know. number: from 1, of all steps that the viewer knows. after: the
    kind of texts that the seat had read since it was asked.
    """

    acted: self_play.Acted
    posed: self_play.Posed | None
    number: int
    after: After

    @property
    def is_reply(self) -> bool:
        """True for an answer to the seat that asked."""
        return self.acted.action in (ANSWER, HEDGE)


@value
class Given:
    """Evidence given to a seat. steps: how many of its own it had taken; reply: the step it comes from, if the viewer knows."""

    evidence: self_play.Evidence
    steps: int
    reply: Step | None = None


@value
class Visit:
    """A question that was put to a seat, with its steps and the evidence that it was given until it was asked again.

    posed: None if the viewer does not know. is_first: whether it was the seat's first, so that it knew nothing but its own.
    """

    seat: Seat
    posed: self_play.Posed | None
    is_first: bool
    steps: tuple[Step, ...] = ()
    given: tuple[Given, ...] = ()

    @property
    def after(self) -> After:
        """The kind of texts read so far."""
        tags = {each.evidence.tag for each in self.given}
        if tags & {"FRIEND_ANSWER", "FRIEND_HEDGE"}:
            return "replies"
        return "a search" if "RETRIEVAL" in tags else "a sum" if tags else "nothing"

    @property
    def differing(self) -> tuple[str, str] | None:
        """The text of the ANSWER and of the HEDGE, if the seat was given one of each and no other reply."""
        return find_differing(
            (each.evidence.tag, "".join(each.evidence.texts)) for each in self.given if each.evidence.tag.startswith("FRIEND")
        )


def find_differing(heard: Iterable[tuple[str, str]]) -> tuple[str, str] | None:
    """Return the text of the ANSWER and of the HEDGE among replies by their tags, if they are one of each and no other."""
    replies = list(heard)
    told = dict(replies)
    return (told["FRIEND_ANSWER"], told["FRIEND_HEDGE"]) if len(replies) == len(told) == 2 else None


@dataclass(slots=True)
class State:
    """What a viewer knows of a match. viewer: a seat, PUBLIC or EVERYTHING.

    question: the one of the match. active: the seat in control; stack: the seats that wait, the top last. visits: oldest first.
    last: the last step.
    """

    viewer: Seat
    seats: tuple[Seat, ...] = ()
    briefing: self_play.Briefing | None = None
    equipped: dict[Seat, self_play.Equipped] = field(default_factory=dict)
    question: str = ""
    active: Seat = ""
    stack: tuple[Seat, ...] = ()
    visits: list[Visit] = field(default_factory=list)
    last: Step | None = None
    key: self_play.Key | None = None
    concluded: self_play.Concluded | None = None

    def see(self, event: Event) -> None:
        """Fold one more event."""
        match event:
            case self_play.Briefing():
                self.briefing, self.seats = event, event.seats[:MOST_SEATS]
            case self_play.Equipped(seat) if seat in self.seats:
                self.equipped[seat] = event
            case self_play.Key():
                self.key = event
            case self_play.Posed(seat, question, by) if seat in self.seats:
                self.visits.append(Visit(seat, event, is_first=self._place(seat) is None))
                self.active = seat
                self.question = self.question if by else question
            case self_play.Acted(seat) if seat in self.seats:
                self.last = self.step_of(event)
                self._keep(seat, steps=(self.last,))
            case self_play.Evidence(seat) if seat in self.seats:
                self._keep(seat, given=(Given(event, len(self.steps_of(seat)), self.reply(event)),))
            case self_play.Stacked(_, active, stack):
                self.active, self.stack = active, tuple(seat for seat in stack if seat in self.seats)
            case self_play.Concluded():
                self.concluded, self.active, self.stack = event, "", ()

    @property
    def me(self) -> Seat | None:
        """The viewer's seat; None for spectators."""
        return seat_of_viewer(self.viewer)

    @property
    def is_over(self) -> bool:
        return self.concluded is not None

    @property
    def has_begun(self) -> bool:
        """True once a seat was asked, to the viewer's knowledge."""
        return bool(self.visits)

    @property
    def step(self) -> int:
        """The number of steps taken, to the viewer's knowledge."""
        return self.last.number if self.last else 0

    def library(self, seat: Seat) -> str:
        """Return the corpus that a seat can search; empty for none."""
        return self.equipped[seat].library if seat in self.equipped else ""

    @property
    def has_own_words(self) -> bool:
        """True if seats search and ask in their own words."""
        return self.briefing is not None and self.briefing.queries == "own"

    # Visits and steps

    def _place(self, seat: Seat) -> int | None:
        """Return the place of a seat's last visit."""
        return next((at for at in range(len(self.visits) - 1, -1, -1) if self.visits[at].seat == seat), None)

    def _keep(self, seat: Seat, steps: tuple[Step, ...] = (), given: tuple[Given, ...] = ()) -> None:
        """Add to a seat's last visit, even if the viewer does not know of any."""
        at = self._place(seat)
        if at is None:
            self.visits.append(Visit(seat, None, is_first=True, steps=steps, given=given))
        else:
            visit = self.visits[at]
            self.visits[at] = replace(visit, steps=(*visit.steps, *steps), given=(*visit.given, *given))

    def visit(self, seat: Seat) -> Visit | None:
        """Return a seat's last visit; None if the viewer knows of none."""
        at = self._place(seat)
        return None if at is None else self.visits[at]

    def posed(self, seat: Seat) -> self_play.Posed | None:
        """Return what a seat was asked last."""
        visit = self.visit(seat)
        return visit.posed if visit else None

    def given(self, seat: Seat) -> tuple[Given, ...]:
        """Return all evidence that a seat was given."""
        return tuple(given for visit in self.visits if visit.seat == seat for given in visit.given)

    def texts(self, seat: Seat, tag: self_play.Tag) -> list[str]:
        """Return the texts of a kind that a seat was given."""
        return [text for each in self.given(seat) if each.evidence.tag == tag for text in each.evidence.texts]

    def steps_of(self, seat: Seat) -> tuple[Step, ...]:
        return tuple(step for visit in self.visits if visit.seat == seat for step in visit.steps)

    def steps(self) -> list[Step]:
        """Return all steps, in order."""
        return sorted((step for visit in self.visits for step in visit.steps), key=lambda step: step.number)

    def step_of(self, acted: self_play.Acted) -> Step:
        """Return the step that an action is, if it comes next."""
        visit = self.visit(acted.seat)
        return Step(acted, visit.posed, self.step + 1, visit.after) if visit else Step(acted, None, self.step + 1, "nothing")

    def reply(self, evidence: self_play.Evidence) -> Step | None:
        """Return the reply that a seat is given; None if it is none, or the viewer does not know whose it is."""
        last = self.last
        if last is None or not last.is_reply or evidence.tag not in ("FRIEND_ANSWER", "FRIEND_HEDGE"):
            return None
        return last if last.acted.seat != evidence.seat else None

    # What is left, and who waits

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
        """Return a seat's remaining questions; 0 if it can reach no one."""
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

    def is_same_question(self, posed: self_play.Posed | None) -> bool:
        """Return whether, to the viewer's knowledge, a seat was asked the question of the match."""
        if self.briefing is not None and self.briefing.queries == "question":
            return True
        return posed is not None and posed.puts(self.question)

    def f1(self, step: Step, words: Words = answer_words) -> float | None:
        """Return the F1 of a reply; None if the key is not known yet, or for a reply to another question."""
        if self.key is None or not self.key.answers or not step.is_reply or not self.is_same_question(step.posed):
            return None
        return token_f1(step.acted.argument, self.key.answers, words) if step.acted.argument else 0.0

    def is_right(self, step: Step, words: Words = answer_words) -> bool | None:
        """Return whether a reply is right; None as with `f1`."""
        f1 = self.f1(step, words)
        return None if f1 is None else f1 > RIGHT

    def knew_worse(self, step: Step) -> bool:
        """Return whether a seat was sure of a wrong answer."""
        return step.acted.action == ANSWER and self.is_right(step) is False

    def knew_better(self, step: Step) -> bool:
        """Return whether a seat was right without being sure."""
        return step.acted.action == HEDGE and self.is_right(step) is True

    def replies(self) -> Iterator[Step]:
        return (step for step in self.steps() if step.is_reply)
