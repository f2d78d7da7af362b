"""What finished matches of self-play come to: what was done, how right, how dear, and who trusted whom (sections 5 and 6).

Matches of the same players in the same seats, by the same options, are put together, whatever their questions. A question that is
played often is no more evidence than one: intervals are by the bootstrap over questions, with all matches about each. What a match
says nothing of is left out of a figure and never counts as zero; a match in which somebody failed by no fault of its own is void.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Literal, NamedTuple, TypeAlias

from woozle.core.event import Event, Forfeited, first
from woozle.core.game import Told
from woozle.core.games.self_play.events import ANSWER, HEDGE, SEARCH, Acted, Briefing, Concluded, Equipped, Evidence, Key, Posed
from woozle.core.games.self_play.metrics import RIGHT, passes_on, token_f1
from woozle.core.outcome import Outcome
from woozle.core.reports import UNFINISHED, ReportError, Terms, put_together
from woozle.core.request import Leaning, Seat
from woozle.core.statistics.resampling import Estimate, estimate, share_estimate, share_of

_ABOUT = ("pool", "question")  # options that say what a match is about; the first may hold thousands of questions

Place: TypeAlias = Literal["alone", "asking", "asked"]
"""Where a seat has a question from: it plays alone, it is the first of a society, or another asks it."""

After: TypeAlias = Literal["nothing", "a search", "replies", "a sum"]
"""What a reply was given after: nothing that was read, paragraphs, replies of others, or a sum that was worked out."""


class Subject(NamedTuple):
    """What a match is about. Two collections may call different questions the same."""

    id: str
    question: str


@dataclass(frozen=True, slots=True)
class Step:
    """What a seat did. leaning: how likely each of its legal actions was, if that is known; after: what it had read."""

    acted: Acted
    leaning: Leaning | None
    after: After


@dataclass(slots=True)
class Visit:
    """How a seat dealt with a question that was put to it. by: who asked; empty where it came from outside.

    is_first: whether it had none before, so that it knew nothing but its own. is_same: whether it was asked what the match is
    about, and not something in the asker's own words. heard: the replies of others, with their tags, before its own. f1: of its
    own reply; None if it gave none, or one to another question. passed_on: whether it passed on the more confident reply, if it
    was given one ANSWER and one HEDGE; None if not, or if its own has as much in common with both.
    """

    seat: Seat
    by: Seat
    library: str
    is_first: bool
    is_same: bool
    steps: list[Step] = field(default_factory=list)
    given: list[Evidence] = field(default_factory=list)
    f1: float | None = None
    passed_on: bool | None = None

    @property
    def actions(self) -> list[str]:
        """What it did, in order."""
        return [step.acted.action for step in self.steps]

    @property
    def reply(self) -> Step | None:
        """Its last step, if that is a reply."""
        return self.steps[-1] if self.steps and self.steps[-1].acted.action in (ANSWER, HEDGE) else None

    @property
    def is_right(self) -> bool | None:
        """Whether its reply is right; None as with f1."""
        return None if self.f1 is None else self.f1 > RIGHT

    @property
    def differing(self) -> tuple[str, str] | None:
        """What was ANSWERed and what was HEDGEd, if it was given one of each and no other reply."""
        heard = [(each.tag, each.texts[0]) for each in self.given if each.tag.startswith("FRIEND")]
        told = dict(heard)
        return (told["FRIEND_ANSWER"], told["FRIEND_HEDGE"]) if len(heard) == len(told) == 2 else None

    @property
    def after(self) -> After:
        """What it has read until now."""
        tags = {each.tag for each in self.given}
        if tags & {"FRIEND_ANSWER", "FRIEND_HEDGE"}:
            return "replies"
        return "a search" if "RETRIEVAL" in tags else "a sum" if tags else "nothing"


@dataclass(frozen=True, slots=True)
class MatchReport:
    """One match. answers: those that count as right; source: the corpus that has them, if any.

    is_void: whether a player or an official failed by no fault of its own, a server that broke down say; it is in no figure then.
    """

    terms: Terms
    briefing: Briefing
    subject: Subject
    answers: Sequence[str]
    source: str
    steps: Sequence[Acted]
    visits: Sequence[Visit]
    concluded: Concluded
    is_void: bool

    @property
    def seats(self) -> Sequence[Seat]:
        """Who sat there."""
        return self.briefing.seats

    @property
    def is_alone(self) -> bool:
        """Whether it was one seat, which is how the paper evaluates."""
        return len(self.seats) == 1

    def player(self, seat: Seat) -> str:
        """Who sat in a seat."""
        return self.terms.players.get(seat, "?")

    def place(self, visit: Visit) -> Place:
        """Where the question of a visit comes from."""
        return "alone" if self.is_alone else "asked" if visit.by else "asking"


def match_report(
    terms: Terms, record: Sequence[Told], outcome: Outcome | None, leanings: Mapping[int, Leaning] | None = None
) -> MatchReport:
    """What one match came to. leanings: by step, from 1, where they are known. Raises ReportError for an unfinished one."""
    events = [event for event, _ in record]
    briefing = first(events, Briefing)
    key = first(events, Key)
    posed = first(events, Posed)
    concluded = first(events, Concluded)
    if outcome is None or briefing is None or key is None or posed is None or concluded is None:
        raise ReportError(UNFINISHED)
    visits = _visits(events, posed.question, leanings or {})
    for visit in visits:
        _judge(visit, key.answers)
    config = {name: each for name, each in terms.config.items() if name not in _ABOUT}
    return MatchReport(
        replace(terms, config=config),
        briefing,
        Subject(key.id, posed.question),
        key.answers,
        key.source,
        [event for event in events if isinstance(event, Acted)],
        visits,
        concluded,
        any(isinstance(event, Forfeited) and event.kind == "error" for event in events),
    )


def _visits(events: Iterable[Event], question: str, leanings: Mapping[int, Leaning]) -> list[Visit]:
    """Everybody's, in the order in which they began."""
    found: list[Visit] = []
    now: dict[Seat, Visit] = {}
    libraries: dict[Seat, str] = {}
    step = 0  # of all
    for event in events:
        step += isinstance(event, Acted)
        match event:
            case Equipped(seat=seat):
                libraries[seat] = event.library
            case Posed(seat=seat):
                is_same = event.question == question
                now[seat] = Visit(seat, event.by, libraries.get(seat, ""), is_first=seat not in now, is_same=is_same)
                found.append(now[seat])
            case Acted(seat=seat) if seat in now:
                now[seat].steps.append(Step(event, leanings.get(step), now[seat].after))
            case Evidence(seat=seat) if seat in now:
                now[seat].given.append(event)
    return found


def _judge(visit: Visit, answers: Sequence[str]) -> None:
    """Say how right its reply is, and whose it passed on."""
    if visit.reply is None:
        return
    said = visit.reply.acted.argument
    if visit.is_same and answers:
        visit.f1 = token_f1(said, answers) if said else 0.0
    if visit.differing:
        visit.passed_on = passes_on(*visit.differing, said)


# Matches together


@dataclass(frozen=True, slots=True)
class SeatFigures:
    """What one seat did in matches put together. actions: how often each, in all; figures: as in `SEAT_FIGURES`."""

    seat: Seat
    player: str
    library: str
    actions: Mapping[str, int]
    figures: Mapping[str, Estimate]


@dataclass(frozen=True, slots=True)
class Group:
    """Matches put together. questions: how many different ones; figures: as in `FIGURES`; sequences: how often what was done."""

    matches: Sequence[MatchReport]
    questions: int
    figures: Mapping[str, Estimate]
    seats: Sequence[SeatFigures]
    sequences: Counter[tuple[str, ...]]


Figure: TypeAlias = Callable[[MatchReport], Iterable[float]]

FIGURES: Mapping[str, Figure] = {
    "task_f1": lambda match: [match.concluded.f1] if match.is_alone else [],
    "group_f1": lambda match: [] if match.is_alone else [match.concluded.f1],
    "search_rate": lambda match: [match.concluded.searches > 0],
    "searches": lambda match: [match.concluded.searches],
    "reward": lambda match: [match.concluded.reward],
    "passed_on": lambda match: [visit.passed_on for visit in match.visits if visit.passed_on is not None],
    "unread": lambda match: [step.forfeited for step in match.steps],
    "unanswered": lambda match: [not match.concluded.answer],
}
"""What each match says of a figure: nothing, or a number, or several.

task_f1: F1 of who plays alone; group_f1: of a society's answer. search_rate: whether there was a search at all. passed_on: whether
who asked passed on the more confident of two replies, of those matches where that can be told. unread: of steps, those in which
nothing legal was said, which count as a HEDGE without words; unanswered: whether the group gave no answer in words, with F1 0.
"""

_UNBOUNDED = ("searches", "reward")  # figures that can be outside of [0, 1]

SeatFigure: TypeAlias = Callable[[Visit], float | None]

SEAT_FIGURES: Mapping[str, SeatFigure] = {
    "search_rate": lambda visit: SEARCH in visit.actions,
    "answer_rate": lambda visit: None if visit.reply is None else visit.reply.acted.action == ANSWER,
    "f1": lambda visit: visit.f1,
    "f1_answered": lambda visit: visit.f1 if visit.actions[-1:] == [ANSWER] else None,
    "f1_hedged": lambda visit: visit.f1 if visit.actions[-1:] == [HEDGE] else None,
}
"""What each visit says of a figure of its seat. f1: of its own reply; answer_rate: whether it said that it is sure of it."""


def valid(reports: Iterable[MatchReport]) -> list[MatchReport]:
    """Those that are not void."""
    return [report for report in reports if not report.is_void]


def groups(reports: Iterable[MatchReport]) -> list[Group]:
    """Matches put together that are valid and alike, in the order in which they come."""
    return [_group(matches) for matches in put_together(valid(reports), lambda report: report.terms.digest())]


def _group(matches: Sequence[MatchReport]) -> Group:
    return Group(
        matches,
        len({match.subject for match in matches}),
        {
            name: over_questions(
                ((match.subject, float(each)) for match in matches for each in figure(match)), is_share=name not in _UNBOUNDED
            )
            for name, figure in FIGURES.items()
        },
        [_seat(matches, seat) for seat in matches[0].seats],
        Counter(tuple(step.action for step in match.steps) for match in matches),
    )


def _seat(matches: Sequence[MatchReport], seat: Seat) -> SeatFigures:
    visits = [(match.subject, visit) for match in matches for visit in match.visits if visit.seat == seat]
    return SeatFigures(
        seat,
        matches[0].player(seat),
        next((visit.library for _, visit in visits), ""),
        Counter(action for _, visit in visits for action in visit.actions),
        {
            name: over_questions((subject, float(each)) for subject, visit in visits if (each := figure(visit)) is not None)
            for name, figure in SEAT_FIGURES.items()
        },
    )


def over_questions(values: Iterable[tuple[Subject, float]], *, is_share: bool = True) -> Estimate:
    """The mean of some values, each of which weighs the same, with an interval over the questions that they are of. n: values.

    is_share: whether no value can be outside of [0, 1].
    """
    of: dict[Subject, list[float]] = defaultdict(list)
    for subject, number in values:
        of[subject].append(number)
    part, whole = [sum(each) for each in of.values()], [len(each) for each in of.values()]
    if is_share and max(whole, default=0) == 1 and set(part) <= {0.0, 1.0}:
        return share_of(map(bool, part))
    over = share_estimate if is_share else estimate
    found = over(range(len(of)), lambda some: sum(map(part.__getitem__, some)) / sum(map(whole.__getitem__, some)))
    return found._replace(n=sum(whole))
