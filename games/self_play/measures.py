"""Measures of self-play: actions, correctness, cost, and who trusted whom (sections 5 and 6).

Matches of the same players in the same seats, with the same options, are pooled, for each data set apart. A question that is
played often is no more evidence than one played once: all matches about it are resampled together for intervals.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from typing import TYPE_CHECKING, Any, Literal, NamedTuple, TypeAlias, cast

from woozle.core import registry
from woozle.core.conduct import Belief, Conduct, ConductReader
from woozle.core.event import Forfeited
from woozle.core.measures import (
    UNFINISHED,
    Cluster,
    Match,
    Measure,
    Methods,
    Played,
    Report,
    ReportError,
    Terms,
    Topic,
    Value,
    result_number,
)
from woozle.core.request import AnswerProbabilities, Seat
from woozle.core.state import EVERYTHING, fold_events
from woozle.core.statistics.resampling import Share
from woozle.core.value import value
from woozle.games.self_play.data import questions
from woozle.games.self_play.events import ANSWER, HEDGE, SEARCH, Act, Acted, Briefing, Concluded
from woozle.games.self_play.papers.metrics import RIGHT, Words, passes_on
from woozle.games.self_play.state import State, Step, Visit

if TYPE_CHECKING:
    from woozle.games.self_play.rules import SelfPlay

OWN = "Woozle"
"""The name of the questions that come with Woozle."""

_ABOUT = ("pool", "question")  # options that say what a match is about; the first may hold thousands of questions

Place: TypeAlias = Literal["alone", "asking", "asked"]
"""The origin of a seat's question: it plays alone, it is the first of a society, or another seat asks it."""


class Subject(NamedTuple):
    """The question of a match. Two collections may use the same id for different questions."""

    id: str
    question: str


@value
class VisitFacts:
    """A question that was put to a seat, and its steps. by: who asked; empty where it came from outside.

    is_first: whether it was the seat's first, so that it knew nothing but its own. is_same: whether it was asked the match's own
    question, and not something in the asker's words. leanings: of each step the probability of each legal action, if known.
    differing: as in Visit. f1: of its own reply; None if it gave none, or one to another question. passed_on: whether it passed on
    the more confident reply, if it was given one ANSWER and one HEDGE; None if it was not, or if its own has as much in common with
    both.
    """

    seat: Seat
    by: Seat
    library: str
    is_first: bool
    is_same: bool
    steps: tuple[Step, ...]
    leanings: tuple[AnswerProbabilities | None, ...]
    differing: tuple[str, str] | None
    f1: float | None
    passed_on: bool | None

    @property
    def actions(self) -> list[str]:
        return [step.acted.action for step in self.steps]

    @property
    def reply(self) -> Step | None:
        """The last step, if that is a reply."""
        return self.steps[-1] if self.steps and self.steps[-1].is_reply else None

    @property
    def is_right(self) -> bool | None:
        """Return whether the reply is right; None as with f1."""
        return None if self.f1 is None else self.f1 > RIGHT


@dataclass(frozen=True, slots=True)
class SelfPlayFacts:
    """Facts from the record of a match.

    Args:
        answers: those that are right.
        data: the data set of the question; empty for the user's own without a name.
        source: the corpus that answers it.
        libraries: what each seat can search.
        is_void: a technical failure (a broken server, say) stopped a player or service.
    """

    terms: Terms
    briefing: Briefing
    subject: Subject
    answers: Sequence[str]
    data: str
    source: str
    steps: Sequence[Acted]
    visits: Sequence[VisitFacts]
    concluded: Concluded
    libraries: Mapping[Seat, str]
    is_void: bool

    @property
    def seats(self) -> Sequence[Seat]:
        return self.briefing.seats

    @property
    def is_alone(self) -> bool:
        """Return whether there was one seat, which is how the paper evaluates."""
        return len(self.seats) == 1

    def player(self, seat: Seat) -> str:
        """Return the player of a seat."""
        return self.terms.players.get(seat, "?")

    def place(self, visit: VisitFacts) -> Place:
        """Return where the question of a visit comes from."""
        return "alone" if self.is_alone else "asked" if visit.by else "asking"


def facts(played: Played) -> SelfPlayFacts:
    """Read the facts from a record. Raises ReportError for an unfinished match."""
    events = [event for event, _ in played.record]
    known = fold_events(State(EVERYTHING), events)
    if known.briefing is None or known.key is None or known.concluded is None or not known.visits:
        raise ReportError(UNFINISHED)
    acted = [at for at, event in enumerate(events) if isinstance(event, Acted) and event.seat in known.seats]
    leanings = [played.leanings.get(at) for at in acted]
    words = cast("type[SelfPlay]", registry.game("self_play", played.terms.version)).words
    return SelfPlayFacts(
        played.terms.without(_ABOUT),
        known.briefing,
        Subject(known.key.id, known.question),
        known.key.answers,
        _data(played.terms, known.key.id, known.question),
        known.key.source,
        [step.acted for step in known.steps()],
        [each for visit in known.visits if (each := _judge(visit, known, leanings, words))],
        known.concluded,
        {seat: equipped.library for seat, equipped in known.equipped.items()},
        any(isinstance(event, Forfeited) and event.kind == "error" for event in events),
    )


def _data(terms: Terms, id: str, question: str) -> str:
    """Return the data set of a question, which the configuration names. Matches from before data sets had names have none."""
    pool: Sequence[Mapping[str, Any]] = terms.config.get("pool") or ()
    name: str = next((each.get("data", "") for each in pool if each["id"] == id), "")
    return name or (OWN if (id, question) in _own_questions() else "")


@cache
def _own_questions() -> frozenset[tuple[str, str]]:
    return frozenset((each.id, each.question) for each in questions())


def _judge(visit: Visit, known: State, leanings: Sequence[AnswerProbabilities | None], words: Words) -> VisitFacts | None:
    """Return a visit with the probabilities of its actions, the F1 of its reply, and whose reply it passed on.

    leanings: of each step of the match. None if what was asked is not known.
    """
    if visit.posed is None:
        return None
    own = [leanings[step.number - 1] for step in visit.steps]
    reply = visit.steps[-1] if visit.steps and visit.steps[-1].is_reply else None
    return VisitFacts(
        visit.seat,
        visit.posed.by,
        known.library(visit.seat),
        visit.is_first,
        known.is_same_question(visit.posed),
        visit.steps,
        tuple(each if each and each.field == Act.probability_field else None for each in own),
        visit.differing,
        known.f1(reply, words) if reply else None,
        passes_on(*visit.differing, reply.acted.argument, words) if reply and visit.differing else None,
    )


# Measures


def _of_visits(name: str, meaning: str, value: Callable[[VisitFacts], float | None], **more: Any) -> Measure:
    """Return the measure of a value over those visits of a seat that have one."""

    def values(match: Match[SelfPlayFacts], seat: Seat) -> Share:
        return Share.of(value(visit) for visit in match.facts.visits if visit.seat == seat)

    return Measure(name, meaning, values, of="decision", interval="wilson", **more)


def _reply_f1(action: str) -> Callable[[VisitFacts], float | None]:
    return lambda visit: visit.f1 if visit.actions[-1:] == [action] else None


def _f1(*, alone: bool) -> Callable[[Match[SelfPlayFacts]], Value]:
    return lambda match: match.facts.concluded.f1 if match.facts.is_alone == alone else None


def _passed_on(match: Match[SelfPlayFacts]) -> Share:
    return Share.of(visit.passed_on for visit in match.facts.visits)


def _unread(match: Match[SelfPlayFacts]) -> Share:
    return Share.of(step.forfeited for step in match.facts.steps)


MEASURES = (
    Measure("task_f1", "token F1 of a seat that plays alone", _f1(alone=True), better="high", interval="wilson",
            form=".4f", title="task F1, alone"),
    Measure("group_f1", "token F1 of the answer of a society", _f1(alone=False), better="high", interval="wilson",
            form=".4f", title="group F1"),
    Measure("search_rate", "share of matches with a search", lambda match: match.facts.concluded.searches > 0, interval="wilson",
            title="search rate, one or more"),
    Measure("searches", "searches, a match", lambda match: match.facts.concluded.searches, "searches", title="searches, a match",
            form="g"),
    Measure("reward", "F1 less the price of searches", lambda match: match.facts.concluded.reward, better="high"),
    Measure("passed_on", "share of cases in which a seat that was given one ANSWER and one HEDGE passed on the ANSWER", _passed_on,
            better="high", interval="wilson", title="the surer of two replies passed on"),
    Measure("unread", "share of steps in which nothing legal was said, which count as a HEDGE without words", _unread, better="low",
            interval="wilson", title="steps that could not be read"),
    Measure("unanswered", "share of matches in which the group gave no answer in words, with F1 0",
            lambda match: not match.facts.concluded.answer, better="low", interval="wilson", title="no answer in words (F1 0)"),
    _of_visits("searched", "share of visits with a search", lambda visit: SEARCH in visit.actions, title="searches"),
    _of_visits("answer_rate", "share of replies that are an ANSWER: the seat said that it is sure",
               lambda visit: None if visit.reply is None else visit.reply.acted.action == ANSWER, title="ANSWERs"),
    _of_visits("reply_f1", "token F1 of the seat's own replies", lambda visit: visit.f1, better="high", form=".4f", title="F1"),
    _of_visits("f1_answered", "the same of what it ANSWERed", _reply_f1(ANSWER), better="high", form=".4f",
               title="F1 where it ANSWERed"),
    _of_visits("f1_hedged", "the same of what it HEDGEd", _reply_f1(HEDGE), better="high", form=".4f", title="F1 where it HEDGEd"),
    result_number("score", "reward of the group: F1 less the price of searches", better="high"),
    result_number("f1", "token F1 of the answer of the group", better="high"),
    result_number("searches", "searches of the group", "searches"),
)  # fmt: skip


def _step(step: Step, leaning: AnswerProbabilities | None) -> dict[str, Any]:
    return {
        "action": step.acted.action,
        "argument": step.acted.argument,
        "after": step.after,
        "leaning": {"probabilities": dict(leaning.probabilities), "by": leaning.by, "samples": leaning.samples}
        if leaning
        else None,
    }


def _details(match: Match[SelfPlayFacts]) -> Mapping[str, Any]:
    game = match.facts
    return {
        "id": game.subject.id,
        "question": game.subject.question,
        "right_answers": list(game.answers),
        "data": game.data or None,
        "source": game.source,
        "sequence": [{"seat": step.seat, "action": step.action, "forfeited": step.forfeited} for step in game.steps],
        "answer": game.concluded.answer,
        "ended_with": game.concluded.action,
        "f1": game.concluded.f1,
        "visits": [
            {
                "seat": visit.seat,
                "asked_by": visit.by or None,
                "library": visit.library or None,
                "steps": [_step(*each) for each in zip(visit.steps, visit.leanings, strict=True)],
                "f1": visit.f1,
                "right": visit.is_right,
                "given_one_of_each": visit.differing is not None,
                "passed_on_the_surer": visit.passed_on,
            }
            for visit in game.visits
        ],
    }


def _seat_and_library(match: Match[SelfPlayFacts], seat: Seat) -> str:
    library = match.facts.libraries.get(seat, "")
    return ", ".join(filter(None, (seat, library)))


def _conduct(_: Played, game: SelfPlayFacts, seat: Seat) -> Conduct:
    replies = [(visit.reply, visit.is_right) for visit in game.visits if visit.seat == seat]
    return Conduct(
        tuple(
            Belief("replies", "sure" if reply.acted.action == ANSWER else "unsure", is_right)
            for reply, is_right in replies
            if reply and reply.acted.argument and is_right is not None
        )
    )


def _topic(match: Match[SelfPlayFacts]) -> Topic:
    game = match.facts
    answer = game.concluded.answer or None
    return Topic(game.subject.id, game.data, game.subject.question, answer, game.concluded.f1 > RIGHT if answer else None)


REPORT = Report(
    MEASURES,
    facts,
    about=_ABOUT,
    is_void=lambda played, game: game.is_void,
    topic=_topic,
    methods=Methods(dict.fromkeys(("task_f1", "group_f1", "search_rate", "reward"), ""), {"unread": ""}),
    whose=_seat_and_library,
    cluster=Cluster("question", lambda match: match.facts.subject),
    details=_details,
    conduct=ConductReader(
        _conduct,
        beliefs=f"A reply as ANSWER is sure, one as HEDGE is unsure; it is right if its token F1 is above {RIGHT:g}. Replies "
        "without words are left out.",
    ),
)


def sequences(matches: Iterable[SelfPlayFacts]) -> Counter[tuple[str, ...]]:
    """Return how often each sequence of actions was taken."""
    return Counter(tuple(step.action for step in match.steps) for match in matches)
