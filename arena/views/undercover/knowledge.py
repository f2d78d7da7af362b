"""What one viewer of the undercover game knows: a fold over the Events that were told to it, and the table as it looks now."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from typing import Literal, Self

from woozle.arena.views.line import Line
from woozle.arena.views.rules import HEADING, of_briefing
from woozle.arena.views.undercover import pictures
from woozle.arena.views.undercover.course import Course
from woozle.arena.views.undercover.lines import lines
from woozle.arena.views.undercover.questions import question
from woozle.arena.views.views import Page, PictureShown, SeatCard, Table
from woozle.core.game import Event
from woozle.core.games.undercover import events as undercover
from woozle.core.naming import letters
from woozle.core.request import Request, Seat

_PHASES: dict[str, Literal["meeting", "vote", "over"]] = {"vote": "vote", "revote": "vote", "over": "over"}
_LONG = 72  # characters of a question that are read at a glance


@dataclass(slots=True)
class Knowledge:
    """What a viewer has observed so far. me: its seat; None for the public. sight: what it sees; role: as it was told, if it was.

    reflects: how it is to look at its answer again, where each reasons alone.
    """

    me: Seat | None
    course: Course = field(default_factory=Course)
    sight: undercover.Sight | None = None
    role: undercover.Role | None = None
    reflects: undercover.Reflecting | None = None

    def see(self, event: Event) -> list[Line]:
        """Take one more Event; what the transcript says of it."""
        told = list(lines(event, self))
        self._learn(event)
        return told

    def copied(self) -> Self:
        """The same, to be folded on without changing this one."""
        return replace(self, course=self.course.copied())

    def number(self, seat: Seat) -> int:
        """A seat's number, from 1."""
        return self.course.seats.index(seat) + 1 if seat in self.course.seats else 0

    def look(self, request: Request | None = None) -> Table:
        """The table as it looks now, with what is asked of the viewer."""
        asked = question(request, self) if request else None
        course, cards = self.course, tuple(self._cards())
        is_it = self._is_undercover
        return Table(
            phase=_PHASES.get(course.part, "meeting"),
            title=course.title,
            you=next((card for card in cards if card.is_you), None),
            role="" if is_it is None else "UNDERCOVER" if is_it else "REGULAR",
            goal=course.briefing.question if course.briefing else "",
            is_duck=bool(is_it),
            prompt=asked.prompt if asked else self._waiting(),
            chart=None,
            seats=cards,
            tasks=(),
            question=asked,
            page=self._page(),
            picture=self._picture(),
            is_idle=self.me is None or self.me in course.out,
            gone="OUT",
        )

    def _learn(self, event: Event) -> None:
        match event:
            case undercover.Sight(seat) if seat == self.me:
                self.sight = event
            case undercover.Role(seat) if seat == self.me:
                self.role = event
            case undercover.Reflecting(seat) if seat == self.me:
                self.reflects = event
            case _:
                self.course.learn(event)

    @property
    def _is_undercover(self) -> bool | None:
        """Whether the viewer is the undercover; None if it does not know, or if there is none."""
        course = self.course
        if self.me is None or not course.detects:
            return None
        if course.revealed:
            return course.revealed.undercover == self.me
        if self.me in course.out:
            return course.out[self.me][1]
        return self.role.is_undercover if self.role else None

    def _page(self) -> Page | None:
        """The question, if it is too long for one line; to the public, which sees no picture yet, how this match is played."""
        briefing = self.course.briefing
        if briefing is None:
            return None
        told = (Line(briefing.question), *(Line(f"· {option}", "quiet") for option in briefing.options))
        if self.me is None and self.course.pair is None:
            return Page(HEADING, (*told, Line(""), *map(Line, of_briefing("undercover", briefing))))
        return Page("The question", told) if len(briefing.question) > _LONG else None

    def _picture(self) -> PictureShown | None:
        course = self.course
        if course.pair:
            return pictures.both(course.pair, self.sight.size if self.sight else 0, self._undercover)
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

    def _cards(self) -> Iterator[SeatCard]:
        course = self.course
        for letter, (number, seat) in zip(letters(course.seats), enumerate(course.seats, 1), strict=True):
            is_speaker = seat == course.speaker
            spoke = "spoke" if course.speaker and seat in course.spoken else ""
            yield SeatCard(
                number,
                letter,
                seat,
                is_you=seat == self.me,
                is_alive=seat not in course.out,
                is_speaking=is_speaker,
                status=" · ".join(self._known_of(seat)),
                note="speaks" if is_speaker else spoke,
            )

    def _known_of(self, seat: Seat) -> Iterator[str]:
        course = self.course
        if course.revealed and seat == course.revealed.undercover:
            yield "UNDERCOVER"
        if seat in course.out:
            yield f"out, vote {course.out[seat][0]}"
        if (said := course.lasts.get(seat)) is not None:
            yield f"{'said' if seat in course.out else 'says'} {said}" if said else "no answer"
        if voted := [votes[seat] or "nobody" for votes in course.ballots.values() if seat in votes]:
            yield f"voted {', '.join(voted)}"
