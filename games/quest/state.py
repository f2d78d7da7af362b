"""What a viewer of the quest knows: the fold of the Events that it observed."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from typing import Literal, NamedTuple, TypeAlias

from woozle.core.event import Event, Forfeited, Refused
from woozle.core.request import Seat
from woozle.core.state import seat_of, seat_of_viewer
from woozle.core.value import value
from woozle.games.quest import events as quest
from woozle.games.quest.judgement.scores import winners

_MOST_SEATS = 8  # of the quest; a transcript from elsewhere may claim more

Parts: TypeAlias = quest.Appraised | quest.Measured
"""The parts of the H of a summary, by these rules or by earlier ones."""


@value
class Text:
    """A seat's text about an item. h: None if not known; before: the text that a review replaced; parts: of its H."""

    text: str = ""
    h: float | None = None
    reviews: int = 0
    before: str = ""
    parts: Parts | None = None

    @property
    def sentences(self) -> tuple[quest.SentenceScore, ...]:
        """The judge's remarks on each sentence, if it made any."""
        return self.parts.sentences if isinstance(self.parts, quest.Appraised) else ()


class Scoring(NamedTuple):
    """A score that a seat's text got. before: H of the item until then, None for the first; after: H that stands since."""

    item: str
    h: float
    before: float | None
    after: float
    is_review: bool

    @property
    def gain(self) -> float:
        """Return by how much it raised what stands."""
        return 0.0 if self.before is None else self.after - self.before


@dataclass(slots=True)
class Progress:
    """A seat's way through the match.

    Args:
        standing: At the start of its last step.
        paid: Its cost, told after each answer; None before the first.
        about: What it wrote about last, or writes about now.
        is_writing: Whether it has yet to write about that.
        texts: By item, in the order in which they were first written.
        scorings: In order, those included that do not stand.
        scored: The score of each item that stands.
        parts: Of the H that each item had last.
    """

    standing: quest.Standing | None = None
    paid: quest.Paid | None = None
    about: quest.Given | quest.Reconsidered | None = None
    is_writing: bool = False
    texts: dict[str, Text] = field(default_factory=dict)
    scorings: list[Scoring] = field(default_factory=list)
    scored: dict[str, quest.Scored] = field(default_factory=dict)
    parts: dict[str, Parts] = field(default_factory=dict)
    _written: quest.Written | None = None

    @property
    def doing(self) -> quest.Given | quest.Reconsidered | None:
        """Return what the seat writes about now."""
        return self.about if self.is_writing else None

    @property
    def step(self) -> int:
        """Return the step that its next Standing will begin, from 0."""
        return self.standing.step + 1 if self.standing else 0

    def see(self, event: Event) -> None:
        match event:
            case quest.Standing():
                self.standing, self.is_writing = event, False
            case quest.Paid():
                self.paid = event
            case quest.Given() | quest.Reconsidered():
                self.about, self.is_writing = event, True
            case quest.Written(_, item, text, _, is_review):
                before = self.texts.get(item, Text())
                self.texts[item] = Text(text, before.h, before.reviews + is_review, before.text, before.parts)
                self._written, self.is_writing = event, False
            case quest.Appraised() | quest.Measured():
                self.parts[event.item] = event
            case quest.Scored():
                self._take_score(event)
            case quest.Declined(_, item, _, is_review):
                self._write_nothing(item, Text(h=0.0), is_review)
            case Forfeited() if self.is_writing and self.about:
                self._write_nothing(self.about.item, Text(), isinstance(self.about, quest.Reconsidered))

    def _write_nothing(self, item: str, first: Text, is_review: bool) -> None:
        text = self.texts.get(item, first)
        self.texts[item] = replace(text, reviews=text.reviews + is_review)
        self.is_writing = False

    def _take_score(self, event: quest.Scored) -> None:
        item, before = event.item, self.scored.get(event.item)
        if event.is_kept or before is None:
            self.scored[item] = event
        is_review = self._written is not None and self._written.of == event.of and self._written.is_review
        self.scorings.append(Scoring(item, event.h, before.h if before else None, self.scored[item].h, is_review))
        if text := self.texts.get(item):
            parts = self.parts.get(item)
            kept = replace(text, h=event.h, parts=parts if parts and parts.of == event.of else None)
            self.texts[item] = kept if event.is_kept else replace(text, text=text.before)

    @property
    def worst(self) -> str:
        """Return the item to review while the seat decides; empty if none or unknown."""
        is_fresh = self.standing and self.standing.done == len(self.texts)
        return self.standing.worst if self.standing and is_fresh else ""


class Sight(NamedTuple):
    """What a rival has shown. step: in which it was so, from 0."""

    glimpse: quest.Glimpse
    step: float


@dataclass(slots=True)
class State:
    """What one viewer knows.

    Args:
        progress: Of the seats whose work the viewer observes.
        sights: What rivals have shown last.
        last: The seat that acted last, of those that were given something.
        stopped: Seats that ended early, with the number of their steps.
    """

    viewer: Seat
    briefing: quest.Briefing | None = None
    demands: quest.Demands | None = None
    progress: dict[Seat, Progress] = field(default_factory=dict)
    sights: dict[Seat, Sight] = field(default_factory=dict)
    last: Seat = ""
    stopped: dict[Seat, int] = field(default_factory=dict)
    left_out: dict[str, str] = field(default_factory=dict)
    tallies: dict[Seat, quest.Tally] = field(default_factory=dict)
    breakdowns: dict[Seat, quest.Breakdown] = field(default_factory=dict)

    @property
    def me(self) -> Seat | None:
        return seat_of_viewer(self.viewer)

    @property
    def seats(self) -> tuple[Seat, ...]:
        return self.briefing.seats[:_MOST_SEATS] if self.briefing else ()

    @property
    def mine(self) -> Progress:
        """Return the viewer's own progress."""
        return self.of(self.viewer)

    def of(self, seat: Seat) -> Progress:
        """Return the progress of a seat that the viewer knows of."""
        return self.progress.get(seat) or Progress()

    def see(self, event: Event) -> None:
        match event:
            case quest.Briefing():
                self.briefing = event
            case quest.Demands():
                self.demands = event
            case quest.Glimpse(seat, age, facts):
                step = facts.get("step")
                self.sights[seat] = Sight(event, step if isinstance(step, int | float) else self.mine.step - age)
            case quest.Stopped(seat, step):
                self.stopped[seat] = step
            case quest.LeftOut(item, why):
                self.left_out[item] = why
            case quest.Tally(seat):
                self.tallies[seat] = event
            case quest.Breakdown(seat):
                self.breakdowns[seat] = event
            case Refused():
                pass
            case _ if (seat := seat_of(event)) and (seat in self.seats or not self.briefing):
                progress = self.progress.setdefault(seat, Progress())
                progress.see(event)
                self.last = seat if progress.about else self.last


def find_best(tallies: Sequence[quest.Tally], score: Literal["q", "q_tables"]) -> list[Seat]:
    """Return the seats that win by a score of the Tallies."""
    return [tallies[at].seat for at in best_of(tallies, [getattr(each, score) for each in tallies])]


def best_of(tallies: Sequence[quest.Tally], scores: Sequence[float]) -> list[int]:
    """Return the positions of the seats that win by some scores; of equal ones the more faithful, then the thriftier."""
    return winners(scores, [each.mean_h for each in tallies], [each.tokens_in + each.tokens_out for each in tallies])
