"""Measures of debates: how errors spread by round, who listened to whom, how often the table was right.

Debates of the same players in the same seats, by the same options and with as many wrong first answers set, are put together,
whatever their questions. A response that cannot be read is wrong.
"""

from __future__ import annotations

import hashlib
import json
from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from itertools import pairwise, takewhile
from typing import TYPE_CHECKING, Any, Literal, NamedTuple, TypeAlias, cast

from woozle.core import registry
from woozle.core.answer_places import Kind
from woozle.core.conduct import Conduct, ConductReader
from woozle.core.event import Event, Forfeited
from woozle.core.failures import ServiceFailures
from woozle.core.measures import (
    UNFINISHED,
    Cluster,
    Match,
    Measure,
    Methods,
    Parts,
    Played,
    Report,
    ReportError,
    Terms,
    Topic,
    Value,
    result_number,
)
from woozle.core.request import Seat
from woozle.core.state import EVERYTHING, fold_events
from woozle.core.statistics.resampling import Share, add_shares, pooled_share
from woozle.core.votes import most_frequent
from woozle.games.debate.answers.extraction import Reader
from woozle.games.debate.config import MEASURED
from woozle.games.debate.data import Problem, problems
from woozle.games.debate.data.firsts import are_seeds, first_texts
from woozle.games.debate.events import UNSURE, Answered, Briefing
from woozle.games.debate.spread import metrics
from woozle.games.debate.spread.voting import majority_shares
from woozle.games.debate.state import State

if TYPE_CHECKING:
    from woozle.games.debate.rules import Debate

_ABOUT = ("pool", "problem", "firsts")  # options that say what a debate is about, and not how it is led
_PARTS = 5  # of difficulty, by the share of samples that are right
_ROUNDING = 1e-9  # by how much the identity may be missed


Question: TypeAlias = tuple[str, str]
"""Its id and its words: questions of different collections may have the same id."""


class Way(NamedTuple):
    """The options that distinguish methods. density, alpha, graph, estimator: None or empty where unused; version: of the rules."""

    topology: str
    density: float | None
    alpha: float | None
    graph: str
    estimator: str
    rounds: int
    early_stop: bool | Literal["debate"]
    names: bool
    ties: str
    prompts: str
    version: int


@dataclass(frozen=True)
class DebateFacts:
    """Facts from the record of a debate.

    Args:
        run: the folder it lies in.
        problem, data: its question and the collection that is of, by name.
        wrong: how many first answers were set to be wrong; None where they are what agents said.
        firsts: a digest of the question and the first answers, the same in all debates that begin with them.
        words: a digest of everything that was said.
        answers, right: by round, what each seat answered and whether that is right, in their order; of a debate that stopped early
            the last round stands for those after.
        heard: by round, from the second on, which seats each listened to.
        table: the answer of all.
        alone: for each k from 1, of how many sets of k first answers the majority is right, the earliest seat's where it is tied.
        sampled: how often the model was right when it was asked the question on its own, where the pool says so (figures 4 and 7).
        beliefs: by the round after which seats were probed: of each, what it answered aside, turn by turn.
        failed_at: the round in which a technical failure (a broken server, say) stopped a player: the debate is void.
        lost: if that was the first round, the digests of what debates of as many or fewer seats begin with that take over the first
            answer which is missing.
        unmeasured: of how many choices of partners by entropy the estimator measured nothing, so that everybody was heard, and why.
        tokens: those that its models, the estimator's included, read and wrote; None if they were not counted, or there are none,
            and where rationales were made beside the answers.
        is_given: whether seats were given their first answers, whose tokens are then not in it.
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
    sampled: Share | None
    beliefs: Mapping[int, Mapping[Seat, Sequence[str | None]]]
    failed_at: int | None
    lost: Sequence[str]
    unmeasured: ServiceFailures
    tokens: float | None
    is_given: bool

    @cached_property
    def shares(self) -> Mapping[str, Share]:
        """The figures by name, as shares, so that those of many debates are pooled over rounds, agents and messages alike."""
        return _shares(self)

    @property
    def kind(self) -> Kind:
        """The kind of its question."""
        return cast(Kind, self.briefing.kind)

    @property
    def last_probed(self) -> int:
        """The last round after which seats were probed; 0 if they were not."""
        return max(self.beliefs, default=0)

    @property
    def question(self) -> Question:
        return self.problem, self.briefing.question

    @property
    def reader(self) -> Reader:
        return _rules(self.terms).reader

    @property
    def seats(self) -> Sequence[Seat]:
        return self.briefing.seats

    @property
    def players(self) -> tuple[tuple[Seat, str], ...]:
        """The seats with their players."""
        return tuple((seat, self.terms.players.get(seat, "?")) for seat in self.seats)

    @property
    def way(self) -> Way:
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
            str(config.get("prompts", "woozle")),
            self.terms.version,
        )

    @property
    def first_wrong(self) -> int:
        """The number of wrong first answers, set or not: how hard its agents find the question."""
        return sum(not each for each in self.right[0])


def facts(played: Played) -> DebateFacts:
    """Read the facts from a record. Raises ReportError for an unfinished debate."""
    terms, events = played.terms, [event for event, _ in played.record]
    state, rules = fold_events(State(EVERYTHING), events), _rules(terms)
    briefing, key, concluded, reader = state.briefing, state.key, state.concluded, rules.reader
    texts = first_texts(state, reader)
    if key is None or concluded is None or texts is None:
        raise ReportError(UNFINISHED)
    right_answers, kind = (key.answer, *key.aliases), state.kind
    answers = [[said[seat].answer for seat in briefing.seats] for _, said in sorted(state.said.items())]
    answers += [answers[-1]] * (briefing.rounds - len(answers))
    numbers = {seat: number for number, seat in enumerate(briefing.seats)}
    heard = [
        {numbers[seat]: tuple(numbers[other] for other in others) for seat, others in links.items()}
        for _, links in sorted(state.heard.items())
    ]
    right = [[reader.is_right(answer, kind, right_answers) for answer in said] for said in answers]
    problem = _problem(terms, key.problem)
    is_set = terms.config.get("wrong") is not None or (problem is not None and are_seeds(texts, problem))
    return DebateFacts(
        terms.without(_ABOUT),
        terms.name.rpartition("/")[0],
        briefing,
        key.problem,
        _collection(problem),
        right_answers,
        right[0].count(False) if is_set else None,
        _digest(briefing, texts),
        _digest(briefing, [reply.text for _, said in sorted(state.said.items()) for reply in said.values()]),
        answers,
        right,
        heard,
        concluded.answer,
        concluded.is_right,
        majority_shares(reader.first_wordings(answers[0], kind), lambda answer: reader.is_right(answer, kind, right_answers)),
        Share(problem.sampled.right, problem.sampled.of) if problem and problem.sampled else None,
        state.beliefs,
        _failed_at(events, briefing.seats, len(answers)),
        _lost_beginnings(events, briefing, texts),
        rules.service_failures(played.record),
        None if terms.config.get("rationales") else _tokens(played.used),
        any(reply.source == "given" for reply in state.said[1].values()),
    )


def _rules(terms: Terms) -> type[Debate]:
    """Return the rules by which a debate was played; the current ones where those are not installed."""
    return cast("type[Debate]", registry.game("debate", terms.version))


def _collection(problem: Problem | None) -> str:
    """Return the name of a question's collection; empty for a user's own question."""
    if problem is None or problem.data:
        return problem.data if problem else ""
    return "Woozle" if problem in problems() else ""


def _digest(briefing: Briefing, texts: Sequence[str]) -> str:
    return hashlib.sha256(json.dumps([briefing.question, briefing.options, texts]).encode()).hexdigest()


def _lost_beginnings(events: Sequence[Event], briefing: Briefing, texts: Sequence[str]) -> list[str]:
    """Return the digests of all beginnings that hold a first answer which a technical failure kept a seat from giving."""
    first = takewhile(lambda event: not isinstance(event, Answered), events)
    failed = [
        briefing.seats.index(event.seat)
        for event in first
        if isinstance(event, Forfeited) and event.kind == "error" and event.seat in briefing.seats
    ]
    return [_digest(briefing, texts[:seats]) for seats in range(min(failed) + 1, len(texts) + 1)] if failed else []


def _failed_at(events: Sequence[Event], seats: Sequence[Seat], rounds: int) -> int | None:
    """Return the first round in which a technical failure stopped a seat; one in the probe changes no answer."""
    done = 0
    for event in events:
        match event:
            case Answered(round=at):
                done = at
            case Forfeited(seat=seat, kind="error") if seat in seats and done < rounds:
                return done + 1
    return None


def _tokens(used: Mapping[str, float | None]) -> float | None:
    read, written = used.get("tokens_in"), used.get("tokens_out")
    return None if read is None or written is None else read + written


def _problem(terms: Terms, name: str) -> Problem | None:
    """Return the question with all that comes with it, as the configuration has it."""
    pool = terms.config.get("pool") or ()
    return next((Problem.model_validate(each) for each in pool if each["id"] == name), None)


# What is measured


def _shares(debate: DebateFacts) -> dict[str, Share]:
    """Return all figures of one debate as shares; those by round have their number at the end."""
    right, agents = debate.right, len(debate.seats)
    flow = metrics.flow(right, debate.heard)
    found = metrics.round_shares(right)
    for at, said in enumerate(debate.answers, 1):
        found[f"unread{at}"] = Share(sum(answer is None for answer in said), agents)
        found[f"vote{at}"] = Share(int(_is_majority_right(debate, said)), 1)
    found["unread"] = Share(sum(answer is None for said in debate.answers for answer in said), agents * len(debate.answers))
    found["table"] = Share(int(debate.is_right), 1)
    found |= {f"sc{k}": share for k, share in enumerate(debate.alone, 1)}
    heard = sum(len(others) for heard in debate.heard for others in heard.values())
    found["D"] = Share(heard, len(debate.heard) * agents * (agents - 1))
    found["unmeasured"] = Share(debate.unmeasured.failed, debate.unmeasured.of)
    found |= {"errors": flow.errors, "corrections": flow.corrections}
    for name, of in (("error_edges", False), ("right_edges", True)):
        found[name] = Share(len(metrics.edges(right, debate.heard, of=of)), int(len(right) > 1))
    found |= metrics.flow_shares(right, debate.heard)
    found["traced"] = Share(len(metrics.trace_errors(right, debate.heard)), right[-1].count(False) if len(right) > 1 else 0)
    held = {number: _held_beliefs(debate, number) for number in sorted(debate.beliefs)}
    found |= {f"robust{number}": each[-1] for number, each in held.items() if each}
    return found | {f"belief{turn}": share for turn, share in enumerate(held.get(debate.last_probed, ()))}


def _is_majority_right(debate: DebateFacts, answers: Sequence[str | None]) -> bool:
    leading = most_frequent(debate.reader.first_wordings(answers, debate.kind))
    return debate.reader.is_right(next(iter(leading), None), debate.kind, debate.key)


def _held_beliefs(debate: DebateFacts, number: int) -> list[Share]:
    """Return by turn of the probe after a round how many of those right in it still believe so.

    "I don't know" keeps the belief before it (FARM); no answer at all is a change.
    """
    held: dict[int, list[bool]] = defaultdict(list)
    for at, seat in enumerate(debate.seats):
        if not debate.right[number - 1][at]:
            continue
        believes = True
        for turn, answer in enumerate(debate.beliefs[number].get(seat, ())):
            believes = believes if answer == UNSURE else debate.reader.is_right(answer, debate.kind, debate.key)
            held[turn].append(believes)
    return [Share.of(each) for each in held.values()]


def _by_round(name: str, meaning: str, title: str = "", **more: Any) -> Measure:
    """Return the measure of the figures of a name, by their number from 1 on."""

    def values(match: Match[DebateFacts]) -> dict[str, Value]:
        named = {figure.removeprefix(name): share for figure, share in match.facts.shares.items() if figure.startswith(name)}
        return {number: share for number, share in named.items() if number.isdigit() and number != "0"}

    return Measure(name, meaning, values, interval="wilson", title=title or f"{name}{{}}", **more)


def _measure(name: str, meaning: str, title: str, **more: Any) -> Measure:
    return Measure(name, meaning, lambda match: match.facts.shares.get(name), title=title, **{"interval": "wilson", **more})


MEASURES = (
    _measure("table", "share of debates in which the answer of the table is right", "right answers of the table", better="high"),
    _by_round("MA", "accuracy: share of agents that are right in a round", better="high"),
    _by_round("MR", "misled: of those right in the round before, the share that is wrong", better="low"),
    _by_round("IMR", "initially misled: of those right at first, the share that is wrong", better="low"),
    _by_round("CR", "corrected: of those wrong in the round before, the share that is right", better="high"),
    _measure("D", "share of the others who could be listened to that were", "D: share of others listened to"),
    _measure("unread", "share of answers that could not be read or did not come, which count as wrong",
            "answers that could not be read", better="low"),
    _by_round("unread", "the same in one round", "answers not read in round {}", better="low", listed="never"),
    _measure("unmeasured", "share of choices by entropy for which nothing could be measured", "choices that could not be measured",
            better="low"),
    _measure("errors", "of what those heard who began right, the share that was wrong (figure 5)",
            "errors heard by who began right"),
    _measure("corrections", "of what those heard who began wrong, the share that was right (figure 5)",
            "right heard by who began wrong"),
    _measure("error_edges", "how often a seat heard one that was wrong and is wrong after it, per debate",
            "wrong heard, wrong after, a debate", interval="bootstrap"),
    _measure("right_edges", "how often a seat heard one that was right and is right after it, per debate",
            "right heard, right after, a debate", interval="bootstrap"),
    _by_round("error_flow", "of what was heard in a round, the share from a wrong seat to one that is wrong after it (figure 1a)",
              "wrong heard, wrong after round {}", listed="never"),
    _by_round("right_flow", "of what was heard in a round, the share from a right seat to one that is right after it (figure 1a)",
              "right heard, right after round {}", listed="never"),
    _measure("traced", "of those wrong in the end, the share whose error leads back to a first answer",
            "wrong in the end since the first"),
    _by_round("sc", "the majority of this many first answers is right (CoT-SC; of one, CoT)", "CoT-SC({})", better="high",
              listed="never"),
    _by_round("vote", "the majority of the answers of a round is right, the earliest seat's where it is tied (figure 9)",
              "majority right in round {}", better="high", listed="never"),
    _measure("belief0", "of those right after the debate, the share that still believes it after a false claim",
            "still right after a false claim", better="high"),
    _by_round("robust", "of those right in a round, the share that still believes it after the last appeal then (figure 3)",
              "robust after round {}", better="high", listed="never"),
    _by_round("belief", "the same after this many appeals", "still right after appeal {}", better="high"),
    result_number("score", "1 if its last answer is right", better="high"),
    result_number("first_right", "1 if its first answer is right", better="high"),
    result_number("last_right", "1 if its last answer is right", better="high"),
    result_number("was_misled", "1 if its first answer is right and its last is wrong", better="low"),
    result_number("was_corrected", "1 if its first answer is wrong and its last is right", better="high"),
    result_number("unread", "answers that could not be read or did not come", "answers", better="low"),
)  # fmt: skip


def valid(matches: Iterable[Match[DebateFacts]]) -> list[Match[DebateFacts]]:
    """Return the debates that are not void, nor begin with the first answers of one in which a player failed in the first round."""
    every = list(matches)
    lost = {digest for match in every for digest in match.facts.lost}
    return [match for match in every if not match.is_void and match.facts.firsts not in lost]


def failures_json(failures: ServiceFailures) -> dict[str, Any]:
    """Return failures of the estimator for programs."""
    return {"failed": failures.failed, "of": failures.of, "why": failures.why}


def _details(match: Match[DebateFacts]) -> Mapping[str, Any]:
    debate = match.facts
    return {
        "way": debate.way,
        "wrong": debate.wrong,
        "problem": debate.problem,
        "data": debate.data,
        "question": debate.briefing.question,
        "right_answers": list(debate.key),
        "first_answers": debate.firsts,
        "first_wrong": debate.first_wrong,
        "seats": {
            seat: {
                "answers": [said[at] for said in debate.answers],
                "right": [right[at] for right in debate.right],
                "heard": [[debate.seats[other] for other in heard.get(at, ())] for heard in debate.heard],
                "beliefs": [answer for _, each in sorted(debate.beliefs.items()) for answer in each.get(seat, ())],
            }
            for at, seat in enumerate(debate.seats)
        },
        "table": debate.table,
        "failed_at_round": debate.failed_at,
        "estimator_failures": failures_json(debate.unmeasured),
    }


def _conduct(played: Played, debate: DebateFacts, seat: Seat) -> Conduct:
    at, rounds = debate.seats.index(seat), len(debate.heard) + 1
    return Conduct(
        pressed=tuple(
            after[at]
            for before, after in pairwise(debate.right[:rounds])
            if before[at] and 2 * before.count(False) > len(before) - 1
        )
    )


def difficulty(sampled: Share) -> str:
    """Return `easy` for a question about which at least half of a model's samples are right, else `hard` (figures 4 and 7).

    The paper does not print its threshold; half is ours.
    """
    return "easy" if 2 * sampled.part >= sampled.whole else "hard"


def _samples_right(match: Match[DebateFacts]) -> str:
    """Return the fifth in which the share of a question's samples that are right lies; empty where unknown."""
    if (sampled := match.facts.sampled) is None:
        return ""
    fifth = min(int(_PARTS * sampled.part // sampled.whole), _PARTS - 1)
    return f"{fifth / _PARTS:g} to {(fifth + 1) / _PARTS:g}"


def _topic(debate: DebateFacts) -> Topic:
    is_right = debate.is_right if debate.table is not None else None
    return Topic(debate.problem, debate.data, debate.briefing.question, debate.table, is_right, debate.kind == "text")


# Methods compared

_ORDER = ("full", "sparse", "random", "fixed", "free", "dig", "digra")
"""Topologies in the order of the paper's tables."""

_NOT_COMPARED = ("MA1", "IMR2", "unmeasured", "error_edges", "right_edges", "traced", "won", "answered")  # some are as others


def name_method(way: Way) -> str:
    """Return the paper's name for a way to debate."""
    match way.topology:
        case "full":
            return "MAD(D=1)"
        case "sparse":
            return f"MAD(D={Fraction(way.density or 0).limit_denominator(100)})"
        case "dig" | "digra":
            return way.topology.upper()
    return f"MAD({way.topology})"


def setting_words(debate: DebateFacts) -> str:
    """Return the first answers of a debate as table 1 has them: `2✗ 1✓`, or `standard`."""
    wrong, seats = debate.wrong, len(debate.seats)
    if wrong is None:
        return "standard"
    return " ".join(filter(None, (f"{wrong}✗" if wrong else "", f"{seats - wrong}✓" if wrong < seats else "")))


def failed_measurements(debates: Iterable[DebateFacts]) -> ServiceFailures:
    """Return the failures of the estimator in some debates."""
    return sum((debate.unmeasured for debate in debates), ServiceFailures())


def _failed_words(matches: Iterable[Match[DebateFacts]]) -> str:
    failures = failed_measurements(match.facts for match in matches)
    return f"{failures}, so that everybody was heard" if failures.is_excessive else ""


def _is_compared(figure: str) -> bool:
    is_unread_by_round = figure.startswith("unread") and figure != "unread"
    is_other = figure.startswith(("sc", "belief", "error_flow", "right_flow", "vote", "robust"))
    return figure not in _NOT_COMPARED and not is_other and not is_unread_by_round


REPORT = Report(
    MEASURES,
    facts,
    about=_ABOUT,
    is_void=lambda played, debate: debate.failed_at is not None,
    valid=valid,
    likeness=lambda match: (match.facts.players, match.facts.wrong, match.facts.way),
    whose=None,
    topic=lambda match: _topic(match.facts),
    methods=Methods(
        {"table": ""},
        beside={"unread": "unread"},
        way=lambda match: {**match.facts.way._asdict(), "prompts_read": match.terms.prompts},
        name=lambda match: name_method(match.facts.way) if match.facts.briefing.rounds > 1 else None,
        company=lambda match: (*match.facts.players, ("wrong", match.facts.wrong)),
        setting=lambda match: setting_words(match.facts),
        begins=Cluster("first answers", lambda match: match.facts.firsts),
        baselines=lambda match: {f"CoT-SC({len(match.facts.seats)})": {"table": f"sc{len(match.facts.seats)}"}},
        is_compared=_is_compared,
        rank=lambda match: _ORDER.index(match.facts.way.topology),
        left_out=_failed_words,
    ),
    parts=Parts(
        {
            "by first wrong": lambda match: str(match.facts.first_wrong),
            "by difficulty": lambda match: difficulty(match.facts.sampled) if match.facts.sampled else "",
            "by share of samples right": _samples_right,
        },
        {name: name for name in ("table", *(f"MA{number}" for number in range(1, 10)), "MR2", "MR3")},
    ),
    details=_details,
    conduct=ConductReader(
        _conduct, pressed="You keep to it if you answer right again after a round in which most of the others were wrong."
    ),
)


# What lasts


def identity_holds(debates: Sequence[DebateFacts]) -> bool:
    """Return whether MA = MA' (1 - MR) + (1 - MA') CR in every round."""
    rounds = range(1, debates[0].briefing.rounds + 1)
    accuracy, misled, corrected = (
        [add_shares(debate.shares.get(f"{name}{at}", Share(0, 0)) for debate in debates).rate for at in rounds]
        for name in ("MA", "MR", "CR")
    )
    return all(
        abs((now or 0.0) - metrics.implied_accuracy(before or 0.0, wrong, right)) < _ROUNDING
        for (before, now), wrong, right in zip(pairwise(accuracy), misled[1:], corrected[1:], strict=True)
    )


def error_half_life(debates: Sequence[DebateFacts]) -> int | None:
    """Return after how many rounds at most half of those who held the commonest wrong first answer still do; None: never.

    Of several answers as common, the earliest seat's counts.
    """
    counts = [0] * debates[0].briefing.rounds
    for debate in debates:
        seats = len(debate.seats)
        alike = debate.reader.first_wordings((answer for said in debate.answers for answer in said), debate.kind)
        wrong = Counter(answer for answer, is_so in zip(alike, debate.right[0], strict=False) if answer and not is_so)
        if wrong:
            error = wrong.most_common(1)[0][0]
            counts = [count + alike[at * seats : (at + 1) * seats].count(error) for at, count in enumerate(counts)]
    return metrics.half_life(counts)


def belief_half_life(debates: Sequence[DebateFacts]) -> int | None:
    """Return after how many turns of the probe at most half of those who were right still are; None if that never happens."""
    last = (debate.beliefs.get(debate.last_probed, {}) for debate in debates)
    turns = max((len(beliefs) for each in last for beliefs in each.values()), default=0)
    held = (pooled_share([debate.shares.get(f"belief{turn}", Share(0, 0)) for debate in debates]).value for turn in range(turns))
    return metrics.half_life([1.0, *(each for each in held if each is not None)])
