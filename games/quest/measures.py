"""Measures of the quest: the table of the paper, and the effects of reviews and glimpses.

Matches of the same players in the same seats, by the same rules and the same judge, are repetitions. What different judges said is
never mixed, and Q is only ever compared within a match (Table 8 of MAS-HQ).
"""

from __future__ import annotations

import hashlib
import json
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from math import inf
from typing import Any, NamedTuple

from woozle.core.event import RecordEntry
from woozle.core.measures import (
    UNFINISHED,
    Change,
    Match,
    Measure,
    Methods,
    Played,
    Report,
    ReportError,
    Terms,
    Topic,
    Value,
    by_seat,
    has_failed,
    result_number,
)
from woozle.core.names import player_name
from woozle.core.request import Seat
from woozle.core.state import EVERYTHING, fold_events
from woozle.core.statistics.resampling import Share
from woozle.games.quest import data
from woozle.games.quest.events import Briefing, Given, Glimpse, Reconsidered, Standing, Stopped
from woozle.games.quest.judgement.grades import Grades, grade_shares, grades_of
from woozle.games.quest.judgement.scores import WEIGHTS, Weights, break_even, q_score
from woozle.games.quest.state import State, best_of, find_best

_WITHIN_MATCHES = ("won", "penalty", "q", "q_tables", "best_by_tables")  # and never across matches, where others spend other sums
_LONG = 100  # characters of the names of what a match is about


class Weighing(NamedTuple):
    """Shares of steps in which a seat reviewed where it could: right after a glimpse of a rival, and without one."""

    after: Share
    without: Share


@dataclass(frozen=True, slots=True)
class QuestFacts:
    """The facts of a match, read from its record.

    Args:
        likeness: the same for repetitions, which are of the same pool.
        pool: its name.
        items: how many counted.
        by_tables: the best by those weights.
        grades: of the answers that stand; empty for summaries.
    """

    likeness: str
    pool: str
    briefing: Briefing
    items: int
    state: State
    by_tables: Sequence[Seat]
    weighings: Mapping[Seat, Weighing]
    grades: Mapping[Seat, Grades]


def facts(played: Played) -> QuestFacts:
    """Read the facts from a record. Raises ReportError for an unfinished match."""
    known = fold_events(State(EVERYTHING), (event for event, _ in played.record))
    briefing, each = known.briefing, [*known.tallies.values()]
    if briefing is None or not each:
        raise ReportError(UNFINISHED)
    items = briefing.items - len(known.left_out)
    return QuestFacts(
        played.terms.digest(),
        _name_pool(played.terms),
        briefing,
        items,
        known,
        find_best(each, "q_tables"),
        _weighings(played.record, briefing.seats),
        grades_of(known, items) if briefing.task == "question" else {},
    )


def _name_pool(terms: Terms) -> str:
    """Return a name that no other pool has: `Woozle` for what comes with it, else a part of its digest."""
    ids = [each["id"] for each in terms.config.get("pool") or ()]
    own = data.questions() if terms.config.get("task") == "question" else data.passages()
    is_own = not ids or ids == [each.id for each in own]
    return "Woozle" if is_own else f"pool {hashlib.sha256(json.dumps(terms.config['pool']).encode()).hexdigest()[:8]}"


def _topic(match: Match[QuestFacts]) -> Topic:
    """Return the passages or questions of a match, by their names; by a digest of them if they are many."""
    known = match.facts.state
    names = sorted({item for seat in known.seats for item in known.of(seat).texts} | known.left_out.keys())
    case = ", ".join(names)
    return Topic(case if len(case) <= _LONG else hashlib.sha256(case.encode()).hexdigest()[:16], match.facts.pool)


def gains_of(known: State, seat: Seat) -> list[float]:
    """Return by how much each review raised what stands; 0 where a worse one was not kept."""
    reviews = (each for each in known.of(seat).scorings if each.is_review and each.before is not None)
    return [each.gain for each in reviews if each.item not in known.left_out]


def _weighings(record: Sequence[RecordEntry], seats: Sequence[Seat]) -> dict[Seat, Weighing]:
    """Return the decisions of each seat wherever it could review: a decision shows in the item that it gets next.

    Only audiences tell who saw a glimpse, so this goes by the record and not by a State.
    """
    counts = {seat: {True: [0, 0], False: [0, 0]} for seat in seats}
    sighted: set[Seat] = set()
    deciding: dict[Seat, bool] = {}
    for event, audience in record:
        match event:
            case Glimpse():
                sighted.update(audience)
            case Standing(seat=seat, worst=worst):
                if worst:
                    deciding[seat] = seat in sighted
                sighted.discard(seat)
            case Reconsidered(seat=seat) | Given(seat=seat) | Stopped(seat=seat) if seat in deciding:
                count = counts[seat][deciding.pop(seat)]
                count[0] += isinstance(event, Reconsidered)
                count[1] += 1
    return {seat: Weighing(Share(*count[True]), Share(*count[False])) for seat, count in counts.items()}


# What is measured


def _part_of_h(name: str) -> Callable[[Match[QuestFacts], Seat], Value]:
    """Return a part of H; answers to questions have grades, and no parts."""
    return lambda match, seat: getattr(match.facts.state.breakdowns.get(seat), name, None) if not match.facts.grades else None


def _measure_grade(name: str) -> Measure:
    def value(match: Match[QuestFacts], seat: Seat) -> Value:
        return grade_shares(match.facts.grades[seat])[name] if match.facts.grades else None

    meaning, title = _GRADES[name]
    better: Any = "low" if name == "incorrect" else "high" if name != "not_attempted" else ""
    return Measure(name, meaning, value, of="decision", better=better, interval="wilson", title=title)


_GRADES = {
    "correct": ("share of answers, as they stand in the end, that are correct", "correct"),
    "incorrect": ("share of answers, as they stand in the end, that are wrong", "incorrect"),
    "not_attempted": ("share of questions that were not attempted, or never answered", "not attempted"),
    "accuracy_given_attempted": ("share of attempted answers that are correct (SimpleQA)", "correct if tried"),
    "f1": ("harmonic mean of correct and of correct if tried (SimpleQA)", "F-score"),
}


def _mean_gain(match: Match[QuestFacts], seat: Seat) -> Value:
    return Share.of(gains_of(match.facts.state, seat))


def _doubted_sentences(match: Match[QuestFacts], seat: Seat) -> Value:
    said = [each for text in match.facts.state.of(seat).texts.values() if text.text for each in text.sentences]
    return Share(sum(bool(each.reason) for each in said), len(said)) if said else None


def _answer_rate(match: Match[QuestFacts], seat: Seat) -> Value:
    behind = match.facts.state.breakdowns.get(seat)
    return Share(behind.answered, behind.given) if behind else None


_RULES = {"claims": "the rule claims, which is not HHEM", "lexical": "lexical grounding, which is not HHEM"}


def judge(described: Mapping[str, Any]) -> str:
    """Return the name of a judge, with version, revision or place, so that no two judges are confused."""
    if described.get("kind") == "model":
        return f"grader:{player_name(described)}"
    name = str(described.get("name", "?"))
    more = next((f"{each} {described[each]}" for each in ("place", "revision", "version") if described.get(each)), "")
    return ", ".join(filter(None, (_RULES.get(name, name), more)))


def rules_json(quest: QuestFacts) -> dict[str, Any]:
    """Return the task and the weights of a match, for programs."""
    told = quest.briefing
    return {"task": told.task, "weights": {"preset": told.preset, "alpha": told.alpha, "beta": told.beta}}


def _details(match: Match[QuestFacts]) -> Mapping[str, Any]:
    quest, behind = match.facts, match.facts.state.breakdowns
    seats = {
        seat: {
            "review_gains": gains_of(quest.state, seat),
            **({"grades": quest.grades[seat]} if quest.grades else {}),
            **({name: getattr(behind[seat], name) for name in ("given", "answered")} if behind else {}),
        }
        for seat in quest.state.tallies
    }
    return {
        **rules_json(quest),
        "items": quest.items,
        "left_out": Counter(quest.state.left_out.values()),
        "seats": seats,
    }


def _tokens(match: Match[QuestFacts], seat: Seat) -> Value:
    told = match.facts.state.tallies[seat]
    return told.tokens_in + told.tokens_out


def _break_even(match: Match[QuestFacts]) -> Value:
    each = [*match.facts.state.tallies.values()]
    return break_even([tally.mean_h for tally in each], [tally.penalty for tally in each], match.facts.briefing.alpha)


def with_weights(options: Mapping[str, Any]) -> Report[QuestFacts]:
    """Return the report with Q by any alpha and beta. Raises ReportError."""
    given = {"alpha": 1.0, **options}
    try:
        weights = Weights(float(given.pop("alpha")), float(given.pop("beta", WEIGHTS["stated"].beta)))
    except ValueError:
        raise ReportError("alpha and beta are numbers, as in --set beta=0.05.") from None
    if given:
        raise ReportError(f"The report of quest has no option {next(iter(given))!r}; there are alpha and beta.")
    if not all(0 <= weight < inf for weight in weights):
        raise ReportError("alpha and beta are at least 0.")

    def scores(match: Match[QuestFacts]) -> dict[Seat, float]:
        return {seat: q_score(tally.mean_h, tally.penalty, weights) for seat, tally in match.facts.state.tallies.items()}

    def is_best(match: Match[QuestFacts], seat: Seat) -> bool:
        tallies, each = [*match.facts.state.tallies.values()], scores(match)
        return [tallies[at].seat for at in best_of(tallies, [*each.values()])] == [seat]

    by, beta = f"alpha {weights.alpha:g}, beta {weights.beta:g}", f"{weights.beta:g}"
    own = (
        Measure("q_at", f"Q by {by}", lambda match, seat: scores(match)[seat], of="seat", better="high", title=f"Q at beta {beta}",
                seats="compared"),
        Measure("best_at", f"share of matches in which the seat alone is the best by {by}", is_best, of="seat", better="high",
                interval="wilson", title=f"best at beta {beta}"),
    )  # fmt: skip
    return replace(REPORT, measures=(*MEASURES, *own))


def _tally(name: str, meaning: str, unit: str = "", **more: Any) -> Measure:
    """Return a figure of seats that a Tally has by that name."""
    return Measure(name, meaning, lambda match, seat: getattr(match.facts.state.tallies[seat], name), unit, of="seat", **more)


MEASURES = (
    _tally("first_h", "mean H before reviews", better="high", title="H before reviews"),
    _tally("mean_h", "mean H of the texts that stand", better="high", title="H after reviews"),
    Measure("faithful", "mean of what the judge says of the texts that stand: how much is from the passages",
            _part_of_h("faithful"), of="seat", better="high", title="from the passages", form=".3f", head="source", leaves=4),
    Measure("covered", "mean share of key facts that the texts that stand tell", _part_of_h("covered"), of="seat", better="high",
            title="key facts covered", form=".3f", head="facts", leaves=3),
    _tally("calls", "calls: one for each answer, a decision or a text", "calls", better="low", form=",g"),
    _tally("tokens_in", "tokens read", "tokens", better="low", title="tokens read", form=",.0f"),
    _tally("tokens_out", "tokens written", "tokens", better="low", title="tokens written", form=",.0f"),
    Measure("tokens", "tokens read and written", _tokens, "tokens", of="seat", better="low", form=",.0f"),
    _tally("reviews", "texts written again", "reviews", form="g", head="rev"),
    _tally("seconds", "seconds spent, by the clock of the match", "seconds", better="low", form=",.2f"),
    _tally("penalty", "P: cost relative to the seat that spent most", better="low", title="P"),
    _tally("q", "Q: mean H less P, by the weights of the match", better="high", title="Q", seats="compared"),
    _tally("q_tables", "Q by the weights `tables`", better="high", title="Q by `tables`", seats="compared"),
    Measure("best_by_tables", "share of matches in which the seat alone is the best by the weights `tables`",
            lambda match, seat: match.facts.by_tables == [seat], of="seat", better="high", interval="wilson",
            title="best by `tables`"),
    Measure("break_even", "the least beta at which another seat wins than the one with the highest H; alpha is the match's",
            _break_even, title="break-even beta"),
    Measure("answer_rate", "share of what the seat was given that it wrote about in the end", _answer_rate, of="decision",
            better="high", interval="wilson"),
    Measure("refused", "items that the seat refused to write about",
            lambda match, seat: getattr(match.facts.state.breakdowns.get(seat), "refused", None), "items", of="seat",
            better="low", form="g"),
    Measure("doubted_sentences", "share of the sentences of texts that stand which the judge holds something against, if it says",
            _doubted_sentences, of="decision", better="low", interval="wilson", title="sentences doubted"),
    *map(_measure_grade, _GRADES),
    Measure("review_gain", "gain in H by a review", _mean_gain, of="decision", better="high", title="gain in H by a review",
            form="+.4f", seats="pooled if alike"),
    Measure("reviews_after_a_glimpse", "share of steps right after a glimpse of a rival in which the seat reviewed, where it could",
            lambda match, seat: match.facts.weighings[seat].after, of="decision", interval="wilson",
            title="reviews after a glimpse", seats="pooled if alike"),
    Measure("reviews_without_a_glimpse", "share of other steps in which the seat reviewed, where it could",
            lambda match, seat: match.facts.weighings[seat].without, of="decision", interval="wilson", title="without one",
            under="reviews_after_a_glimpse",
            seats="pooled if alike"),
    Measure("reviews_difference", "the first less the second, in matches that have both",
            lambda match, seat: Change(*match.facts.weighings[seat]), of="decision", title="difference, in pairs",
            under="reviews_after_a_glimpse",
            seats="pooled if alike"),
    result_number("score", "Q by the weights of the match", better="high"),
    result_number("items", "passages or questions that count", "items"),
    result_number("given", "passages or questions that the seat was given", "items"),
    result_number("answered", "those that it wrote about in the end", "items"),
)  # fmt: skip

REPORT = Report(
    MEASURES,
    facts,
    about=("pool",),
    is_void=lambda played, quest: not quest.items or has_failed(played),
    likeness=lambda match: match.facts.likeness,
    topic=_topic,
    methods=Methods(
        dict.fromkeys(("mean_h", "correct", "calls", "tokens_out"), ""), is_compared=lambda name: name not in _WITHIN_MATCHES
    ),
    whose=by_seat,
    details=_details,
    service=judge,
    options=with_weights,
)
