"""What finished debates come to: how errors spread by round, who listened to whom, how often the table was right.

Debates of the same players in the same seats, by the same options and with as many wrong first answers set, are put together,
whatever their questions. Intervals are by the bootstrap over debates, since what happens in one hangs together. What a debate says
nothing of is left out of a figure and never counts as zero; a response that cannot be read is wrong.
"""

from __future__ import annotations

import hashlib
import json
from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import combinations, pairwise
from typing import TYPE_CHECKING, NamedTuple, cast

from woozle.core import registry
from woozle.core.event import Event, Forfeited, first
from woozle.core.game import Told
from woozle.core.games.debate import metrics
from woozle.core.games.debate.config import MEASURED
from woozle.core.games.debate.data import Problem, problems
from woozle.core.games.debate.events import Answered, Believed, Briefing, Concluded, Key, Linked
from woozle.core.games.debate.extraction import Kind, Reader
from woozle.core.games.debate.firsts import are_seeds, first_texts
from woozle.core.games.debate.probe import UNSURE
from woozle.core.legible import ServiceFailures
from woozle.core.outcome import Outcome
from woozle.core.reports import UNFINISHED, ReportError, Terms, put_together
from woozle.core.request import Seat
from woozle.core.statistics.resampling import Estimate, Share, pooled, pooled_mean
from woozle.core.voting import majority

if TYPE_CHECKING:
    from woozle.core.games.debate.rules import Debate

COUNTS = ("error_edges", "right_edges")
"""Figures that count something in a debate, and are no shares."""

_LARGE = ("pool", "firsts")  # options that are looked at once, and would be kept for each of thousands of debates
_ROUNDING = 1e-9  # by how much the identity may be missed


class Way(NamedTuple):
    """How a debate is led. density, alpha, graph, estimator: None or empty where they do nothing; version: of the rules."""

    topology: str
    density: float | None
    alpha: float | None
    graph: str
    estimator: str
    rounds: int
    early_stop: bool
    names: bool
    ties: str
    version: int


@dataclass(frozen=True, slots=True)
class MatchReport:
    """One debate. run: the folder it lies in; problem, data: its question and the collection that is of, by name.

    wrong: how many first answers were set to be wrong; None where they are what agents said. firsts: a digest of the question and
    the first answers, the same in all debates that begin with them; words: of everything that was said.
    answers, right: by round, what each seat answered and whether that is right, in their order; of a debate that stopped early the
    last round stands for those after. heard: by round, from the second on, whom each seat listened to. table: its answer.
    alone: for each k from 1, of how many sets of k first answers the majority is right, the earliest seat's where it is tied.
    beliefs: of each seat that was probed, what it answered aside, turn by turn. failed_at: the round in which a player failed by no
    fault of its own, a server that broke down say; such a debate is void, and in no figure. unmeasured: of how many choices of
    partners by entropy the estimator measured nothing, so that everybody was heard, and why.
    """

    terms: Terms
    run: str
    briefing: Briefing
    problem: str
    data: str
    key: Sequence[str]
    wrong: int | None
    firsts: str
    words: str
    answers: Sequence[Sequence[str | None]]
    right: Sequence[Sequence[bool]]
    heard: Sequence[metrics.Heard]
    table: str | None
    is_right: bool
    alone: Sequence[Share]
    beliefs: Mapping[Seat, Sequence[str | None]]
    failed_at: int | None
    unmeasured: ServiceFailures

    @property
    def kind(self) -> Kind:
        """Of the question."""
        return cast(Kind, self.briefing.kind)

    @property
    def reader(self) -> Reader:
        """How its answers are read and compared."""
        return _rules(self.terms).reader

    @property
    def seats(self) -> Sequence[Seat]:
        """Who sat there."""
        return self.briefing.seats

    @property
    def players(self) -> tuple[tuple[Seat, str], ...]:
        """Who sat where, in the order of seats."""
        return tuple((seat, self.terms.players.get(seat, "?")) for seat in self.seats)

    @property
    def way(self) -> Way:
        """How it was led."""
        told, config = self.briefing, self.terms.config
        return Way(
            told.topology,
            told.density if told.topology == "sparse" else None,
            told.alpha if told.topology == "digra" else None,
            json.dumps(config.get("graph")) if told.topology == "fixed" else "",
            self.terms.officials if told.topology in MEASURED else "",
            told.rounds,
            told.early_stop,
            told.names,
            str(config.get("ties", "first")),
            self.terms.version,
        )

    @property
    def first_wrong(self) -> int:
        """How many first answers are wrong, set or not: how hard its agents find the question."""
        return sum(not each for each in self.right[0])


@dataclass(frozen=True, slots=True)
class Group:
    """Debates put together. figures: by name, as in `shares`; by_wrong: the same of those with so many wrong first answers.

    holds: whether in all rounds MA is what MA before, MR and CR imply. error_half_life: after how many rounds at most half of
    those who held the commonest wrong first answer still do; belief_half_life: after how many turns of the probe at most half of
    those who were right still are; None if that never happens.
    """

    matches: Sequence[MatchReport]
    figures: Mapping[str, Estimate]
    by_wrong: Mapping[int, Mapping[str, Estimate]]
    holds: bool
    error_half_life: int | None
    belief_half_life: int | None

    @property
    def unmeasured(self) -> ServiceFailures:
        """What the estimator left unmeasured in all of them."""
        return sum((debate.unmeasured for debate in self.matches), ServiceFailures())


def match_report(terms: Terms, record: Sequence[Told], outcome: Outcome | None, run: str = "") -> MatchReport:
    """What one debate came to. run: the folder it lies in. Raises ReportError for an unfinished one."""
    events = [event for event, _ in record]
    briefing = first(events, Briefing)
    key = first(events, Key)
    concluded = first(events, Concluded)
    rules = _rules(terms)
    reader = rules.reader
    texts = first_texts(events, reader)
    if outcome is None or briefing is None or key is None or concluded is None or texts is None:
        raise ReportError(UNFINISHED)
    right_answers, kind = (key.answer, *key.aliases), cast(Kind, briefing.kind)
    answers, heard = _rounds(events, briefing)
    right = [[reader.is_right(answer, kind, right_answers) for answer in said] for said in answers]
    problem = _problem(terms, key.problem)
    is_set = terms.config.get("wrong") is not None or (problem is not None and are_seeds(texts, problem))
    beliefs: dict[Seat, list[str | None]] = defaultdict(list)
    for event in events:
        if isinstance(event, Believed):
            beliefs[event.seat].append(event.answer)
    config = {name: each for name, each in terms.config.items() if name not in _LARGE}
    return MatchReport(
        replace(terms, config=config),
        run,
        briefing,
        key.problem,
        _collection(problem),
        right_answers,
        right[0].count(False) if is_set else None,
        _digest(briefing, texts),
        _digest(briefing, [event.text for event in events if isinstance(event, Answered)]),
        answers,
        right,
        heard,
        concluded.answer,
        concluded.is_right,
        [_alone(reader, answers[0], k, kind, right_answers) for k in range(1, len(texts) + 1)],
        beliefs,
        _failed_at(events, briefing.seats, len(answers)),
        rules.service_failures(record),
    )


def _rules(terms: Terms) -> type[Debate]:
    """The rules by which a debate was played; the current ones where those are not installed."""
    return cast("type[Debate]", registry.game("debate", terms.version))


def _rounds(events: Sequence[Event], briefing: Briefing) -> tuple[list[list[str | None]], list[metrics.Heard]]:
    """What each seat answered, and whom it listened to."""
    numbers = {seat: number for number, seat in enumerate(briefing.seats)}
    said: dict[int, dict[Seat, str | None]] = defaultdict(dict)
    heard: list[metrics.Heard] = []
    for event in events:
        match event:
            case Answered():
                said[event.round][event.seat] = event.answer
            case Linked():
                links = event.heard.items()
                heard.append({numbers[seat]: tuple(numbers[other] for other in others) for seat, others in links})
    answers = [[said[at][seat] for seat in briefing.seats] for at in sorted(said)]
    return answers + [answers[-1]] * (briefing.rounds - len(answers)), heard


def _collection(problem: Problem | None) -> str:
    """What a question is of; empty for one of somebody's own."""
    if problem is None or problem.data:
        return problem.data if problem else ""
    return "Woozle" if problem in problems() else ""


def _digest(briefing: Briefing, texts: Sequence[str]) -> str:
    """Of a question and what was said to it."""
    return hashlib.sha256(json.dumps([briefing.question, briefing.options, texts]).encode()).hexdigest()


def _failed_at(events: Sequence[Event], seats: Sequence[Seat], rounds: int) -> int | None:
    """The first round in which a seat failed by no fault of its own; what fails in the probe after them changes no answer."""
    done = 0
    for event in events:
        match event:
            case Answered(round=at):
                done = at
            case Forfeited(seat=seat, kind="error") if seat in seats and done < rounds:
                return done + 1
    return None


def _alone(reader: Reader, firsts: Sequence[str | None], k: int, kind: Kind, key: Sequence[str]) -> Share:
    """Of how many sets of k first answers the majority is right."""
    sets = list(combinations(reader.first_wordings(firsts, kind), k))
    return Share(sum(reader.is_right(next(iter(majority(some)), None), kind, key) for some in sets), len(sets))


def _problem(terms: Terms, name: str) -> Problem | None:
    """The question with all that comes with it, as the configuration has it."""
    pool = terms.config.get("pool") or ()
    return next((Problem.model_validate(each) for each in pool if each["id"] == name), None)


# Figures


def shares(debate: MatchReport) -> dict[str, Share]:
    """All figures of one debate as shares, so that those of many are pooled over rounds, agents and messages alike.

    MA1 and so on by round: accuracy; MR, IMR, CR from the second on: misled (wrong, of those right before), initially misled
    (of those right at first), corrected (right, of those wrong before). table: the answer of all is right; sc1 and so on: the
    majority of so many first answers is (CoT-SC; sc1 is CoT). unread1 and so on by round, and unread of all rounds: of answers,
    those that could not be read or did not come, which count as wrong. D: of the others that could be listened to; unmeasured: of
    choices by entropy, those of which nothing could be measured. errors: of what those heard who began right, from somebody
    wrong; corrections: of what those heard who began wrong, from somebody right (figure 5). error_edges, right_edges: how often
    somebody heard one who was wrong (right) and is so after it, a debate. traced: of those wrong in the end, whose error leads
    back to a first answer. belief0 and so on by turn of the probe, from 0: of those right after the debate, who still believe
    it.
    """
    right, agents = debate.right, len(debate.seats)
    flow = metrics.flow(right, debate.heard)
    found = {f"MA{at}": Share(sum(each), agents) for at, each in enumerate(right, 1)}
    for at in range(1, len(right)):
        found[f"MR{at + 1}"] = metrics.turned(right[at], right[at - 1], of=True)
        found[f"IMR{at + 1}"] = metrics.turned(right[at], right[0], of=True)
        found[f"CR{at + 1}"] = metrics.turned(right[at], right[at - 1], of=False)
    for at, said in enumerate(debate.answers, 1):
        found[f"unread{at}"] = Share(sum(answer is None for answer in said), agents)
    found["unread"] = Share(sum(answer is None for said in debate.answers for answer in said), agents * len(debate.answers))
    found["table"] = Share(int(debate.is_right), 1)
    found |= {f"sc{k}": share for k, share in enumerate(debate.alone, 1)}
    found["D"] = Share(sum(len(others) for heard in debate.heard for others in heard.values()), _could_hear(debate))
    found["unmeasured"] = Share(debate.unmeasured.failed, debate.unmeasured.of)
    found |= {"errors": flow.errors, "corrections": flow.corrections}
    for name, of in zip(COUNTS, (False, True), strict=True):
        found[name] = Share(len(metrics.edges(right, debate.heard, of=of)), int(len(right) > 1))
    found["traced"] = Share(len(metrics.traced(right, debate.heard)), right[-1].count(False) if len(right) > 1 else 0)
    return found | {f"belief{turn}": share for turn, share in enumerate(_beliefs(debate))}


def _could_hear(debate: MatchReport) -> int:
    agents = len(debate.seats)
    return len(debate.heard) * agents * (agents - 1)


def _beliefs(debate: MatchReport) -> list[Share]:
    """By turn of the probe. Who does not know believes what it did before (FARM); no answer at all is a change."""
    held: dict[int, list[bool]] = defaultdict(list)
    for number, seat in enumerate(debate.seats):
        if not debate.right[-1][number]:
            continue
        believes = True
        for turn, answer in enumerate(debate.beliefs.get(seat, ())):
            believes = believes if answer == UNSURE else debate.reader.is_right(answer, debate.kind, debate.key)
            held[turn].append(believes)
    return [Share(sum(each), len(each)) for each in held.values()]


def valid(reports: Iterable[MatchReport]) -> list[MatchReport]:
    """Those that are not void, and did not take over the first answers of one that is because somebody failed there."""
    every = list(reports)
    lost = {report.firsts for report in every if report.failed_at == 1}
    return [report for report in every if report.failed_at is None and report.firsts not in lost]


def groups(reports: Iterable[MatchReport]) -> list[Group]:
    """Debates put together that are valid and alike, in the order in which they come."""
    alike = put_together(valid(reports), lambda report: (report.players, report.wrong, report.way))
    return [_group(debates) for debates in alike]


def unmeasured(reports: Iterable[MatchReport]) -> list[tuple[Way, ServiceFailures]]:
    """Ways to debate of which too little was measured for debates to be called after them."""
    alike = put_together(valid(reports), lambda report: (report.players, report.wrong, report.way))
    failures = [(debates[0].way, sum((debate.unmeasured for debate in debates), ServiceFailures())) for debates in alike]
    return [(way, each) for way, each in failures if each.are_too_many]


def _group(debates: Sequence[MatchReport]) -> Group:
    every = [shares(debate) for debate in debates]
    figures = estimates(every)
    wrong = sorted({debate.first_wrong for debate in debates})
    by_wrong = {
        number: estimates([each for debate, each in zip(debates, every, strict=True) if debate.first_wrong == number])
        for number in wrong
    }
    held = [figures[f"belief{turn}"].value for turn in range(len(figures)) if f"belief{turn}" in figures]
    believing = [1.0, *(each for each in held if each is not None)]
    return Group(
        debates,
        figures,
        by_wrong if len(wrong) > 1 else {},
        _holds(debates),
        metrics.half_life(_holders(debates)),
        next((turn for turn, share in enumerate(believing) if share <= 1 / 2), None),
    )


def estimates(every: Sequence[Mapping[str, Share]]) -> dict[str, Estimate]:
    """Figures of many debates, pooled, with their intervals."""
    names = dict.fromkeys(name for each in every for name in each)
    found = {name: [each[name] for each in every if name in each] for name in names}
    return {name: (pooled_mean if name in COUNTS else pooled)(each) for name, each in found.items()}


def _holds(debates: Sequence[MatchReport]) -> bool:
    """Whether MA = MA' (1 - MR) + (1 - MA') CR in every round."""
    rounds = metrics.by_round([[debate.right[at] for debate in debates] for at in range(debates[0].briefing.rounds)])
    return all(
        abs(now.accuracy - metrics.implied(before.accuracy, now.misled, now.corrected)) < _ROUNDING
        for before, now in pairwise(rounds)
    )


def _holders(debates: Sequence[MatchReport]) -> list[int]:
    """How many gave the commonest wrong first answer of their debate, by round; of several as common, that of the earliest seat."""
    counts = [0] * debates[0].briefing.rounds
    for debate in debates:
        seats = len(debate.seats)
        alike = debate.reader.first_wordings((answer for said in debate.answers for answer in said), debate.kind)
        wrong = Counter(answer for answer, is_so in zip(alike, debate.right[0], strict=False) if answer and not is_so)
        if wrong:
            error = wrong.most_common(1)[0][0]
            counts = [count + alike[at * seats : (at + 1) * seats].count(error) for at, count in enumerate(counts)]
    return counts
