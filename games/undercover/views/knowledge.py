"""The view state of one viewer of Undercover: a fold over the events told to it, and the table they make."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field, replace

from woozle.arena.views.knowledge import CourseKnowledge
from woozle.arena.views.panels import Document, Pictures, SeatCard, TableView, panels
from woozle.arena.views.rules import HEADING, of_briefing
from woozle.core.game import Event
from woozle.core.line import Line
from woozle.core.request import Request, Seat
from woozle.games.undercover import events as undercover
from woozle.games.undercover.views import pictures
from woozle.games.undercover.views.course import Course
from woozle.games.undercover.views.lines import change, lines, quoted
from woozle.games.undercover.views.questions import question

_LONG = 72  # characters of a question that are read at a glance


@dataclass(slots=True)
class Knowledge(CourseKnowledge[Course]):
    """The view state of one viewer.

    sight: its picture; role: as told to it, if it was; reflects: the way it looks at its answer again, where each reasons alone.
    hidden: the undercover; size: of a drawn picture, in pixels; weighed: factors of votes that are not told yet.
    """

    course: Course = field(default_factory=Course)
    sight: undercover.Sight | None = None
    role: undercover.Role | None = None
    reflects: undercover.Reflecting | None = None
    hidden: Seat = ""
    size: int = 0
    weighed: dict[Seat, undercover.Weighed] = field(default_factory=dict)

    def see(self, event: Event) -> list[Line]:
        told = list(lines(event, self)) if self._is_told(event) else []
        if self.sees_all:
            told += self._secrets(event)
        self._learn(event)
        return told

    def copy(self) -> Knowledge:
        return replace(self, course=self.course.copy(), weighed=dict(self.weighed))

    def look(self, request: Request | None = None) -> TableView:
        asked = question(request, self) if request else None
        course, is_it = self.course, self._is_undercover
        return TableView(
            title=course.title,
            role="" if is_it is None else "UNDERCOVER" if is_it else "REGULAR",
            goal=course.briefing.question if course.briefing else "",
            is_sought=bool(is_it),
            prompt=asked.prompt if asked else self._waiting(),
            seats=tuple(map(self._fill_card, self.cards())),
            question=asked,
            panels=panels(self._pictures(), self._page()),
            is_meeting=course.part != "over",
            is_over=course.part == "over",
            is_idle=self.me is None or self.me in course.out,
            gone="OUT",
        )

    def _learn(self, event: Event) -> None:
        match event:
            case undercover.Sight(seat) if seat == self.me:
                self.sight = event
            case undercover.Role(seat) if seat == self.me:
                self.role = event
            case undercover.Role(seat, True) if self.sees_all:
                self.hidden = seat
            case undercover.Reflecting(seat) if seat == self.me:
                self.reflects = event
            case undercover.Commission(size=size) if self.sees_all:
                self.size = size
            case undercover.Weighed(seat):
                self.weighed[seat] = event
            case _:
                self.course.learn(event)
                if isinstance(event, undercover.Voted):
                    self.weighed.pop(event.seat, None)

    def _is_told(self, event: Event) -> bool:
        """Return whether an event has its usual lines: those of the record before the briefing have lines of their own."""
        return not self.sees_all or self.course.briefing is not None or isinstance(event, undercover.Briefing)

    def _secrets(self, event: Event) -> Iterator[Line]:
        """Yield the lines of an event that the record alone holds, or one seat."""
        match event:
            case undercover.Commission(number, edit=edit) if edit:
                yield Line(f"Counterfactual {number}: {edit.instruction}", "quiet")
            case undercover.Pair() if not self.course.briefing:
                yield from _describe_counterfactual(event)
            case undercover.Role(seat, True):
                yield Line(f"{seat} is the undercover.", "private", who=self.number(seat))
            case undercover.Voted(seat, _, target) if seat in self.weighed:
                yield from self._reasons(self.weighed[seat], target)

    def _reasons(self, weighed: undercover.Weighed, target: Seat | None) -> Iterator[Line]:
        """Yield the factors that speak for a vote; whom the seat named, if that is another."""
        number = self.number(weighed.seat)
        if target and (of := weighed.factors.get(target)):
            yield Line(f"Against {target}: {_factors(of)}.", "quiet", who=number)
        if weighed.named != target:
            yield Line(f"It names {weighed.named or 'nobody'}, but the factors count.", "quiet", who=number)

    @property
    def _is_undercover(self) -> bool | None:
        """Return whether the viewer is the undercover; None if it does not know, or if there is none."""
        course = self.course
        if self.me is None or not course.detects:
            return None
        if course.revealed:
            return course.revealed.undercover == self.me
        if self.me in course.out:
            return course.out[self.me][1]
        return self.role.is_undercover if self.role else None

    def _page(self) -> Document | None:
        """Return the question, if it is too long for one line; to the public, which sees no picture yet, the rules."""
        briefing = self.course.briefing
        if briefing is None:
            return None
        told = (Line(briefing.question), *(Line(f"· {option}", "quiet") for option in briefing.options))
        if self.me is None and self.course.pair is None:
            return Document(HEADING, (*told, Line(""), *map(Line, of_briefing("undercover", briefing))))
        return Document("The question", told) if len(briefing.question) > _LONG else None

    def _pictures(self) -> Pictures | None:
        course = self.course
        if course.pair:
            return pictures.both(course.pair, self.sight.size if self.sight else self.size, self.hidden or self._undercover)
        return pictures.own(self.sight) if self.sight else None

    @property
    def _undercover(self) -> Seat:
        revealed = self.course.revealed
        return revealed.undercover or "" if revealed else ""

    def _waiting(self) -> str:
        course = self.course
        if course.part == "over":
            return "The match is over."
        if self.me in course.out:
            return "You are out, and look on."
        match course.part:
            case "":
                return "The pictures are being made."
            case "vote" | "revote":
                return "The votes are being cast."
            case "counted":
                return "The votes are counted."
            case "summary":
                return "Those who are left say what they think now."
        if speaker := course.speaker:
            return f"Next to speak: {speaker}, {len(course.spoken) + 1} of {len(course.order)}."
        return "The others look at their pictures." if self.me else "All look at their pictures."

    def _fill_card(self, card: SeatCard) -> SeatCard:
        course, seat = self.course, card.name
        is_speaker = seat == course.speaker
        spoke = "spoke" if course.speaker and seat in course.spoken else ""
        return replace(
            card,
            is_alive=seat not in course.out,
            is_speaking=is_speaker,
            status=" · ".join(self._known_of(seat)),
            note="speaks" if is_speaker else spoke,
        )

    def _known_of(self, seat: Seat) -> Iterator[str]:
        course = self.course
        if seat == (self._undercover if course.revealed else self.hidden):
            yield "UNDERCOVER"
        if seat in course.out:
            yield f"out, vote {course.out[seat][0]}"
        if (said := course.lasts.get(seat)) is not None:
            yield f"{'said' if seat in course.out else 'says'} {quoted(said)}" if said else "no answer"
        is_known = course.revealed is not None and seat == self._undercover  # its votes are of no account any more
        if not is_known and (voted := [votes[seat] or "nobody" for votes in course.ballots.values() if seat in votes]):
            yield f"voted {', '.join(voted)}"


def _describe_counterfactual(pair: undercover.Pair) -> Iterator[Line]:
    if pair.score is None:
        return
    good = "good enough" if pair.is_accepted else "not good enough, but the best there was"
    yield Line(f"The counterfactual is {good}: score {pair.score:.3f}.", "quiet" if pair.is_accepted else "notice")
    if pair.edit:
        yield Line(f"What is changed: {change(pair)}.", "private")


def _factors(of: tuple[float, float, float, float]) -> str:
    names = ("inconsistency", "deviation", "accuracy", "suspicion")
    return ", ".join(f"{name} {number:.2f}" for name, number in zip(names, of, strict=True))
