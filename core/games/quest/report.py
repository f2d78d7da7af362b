"""What finished matches of the quest come to: the table of the paper, and what reviews and glimpses did.

Matches of the same players in the same seats, by the same rules and the same judge, are repetitions and are put together: as
means with standard deviations, like Table 8 of MAS-HQ, and with intervals by the bootstrap over matches. What different judges
said is never mixed, and Q is only ever compared within a match.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Collection, Hashable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import combinations
from statistics import fmean, stdev
from typing import Literal, NamedTuple

from woozle.core.event import first
from woozle.core.game import Told
from woozle.core.games.quest.events import (
    Breakdown,
    Briefing,
    Given,
    Glimpse,
    LeftOut,
    Reconsidered,
    Scored,
    Standing,
    Stopped,
    Tally,
    Written,
)
from woozle.core.games.quest.grades import Grades, grades_of, over_matches
from woozle.core.games.quest.scoring import winners
from woozle.core.outcome import Outcome
from woozle.core.reports import UNFINISHED, ReportError, Terms, has_failed, put_together
from woozle.core.request import Seat
from woozle.core.statistics.resampling import Estimate, Share, estimate, mean, mean_difference, pooled, pooled_difference

FIGURES = ("first_h", "mean_h", "calls", "tokens_in", "tokens_out", "reviews", "seconds", "penalty", "q", "q_tables")
"""The columns of the table, as a Tally names them; first_h is before reviews."""

MADE_OF = ("faithful", "covered")
"""What H is made of, as a Breakdown names it."""

EVERYBODY = "all"
"""The seats of a match taken together, where all of them have the same player."""


class Weighing(NamedTuple):
    """How often a seat reviewed where it could: in steps right after a glimpse of a rival, and in steps without one."""

    after: Share
    without: Share


@dataclass(frozen=True, slots=True)
class MatchReport:
    """One match. likeness: the same for its repetitions.

    items: how many counted. results: what became of seats; by_tables: the best by those weights. left_out: items, by the reason.
    gains: of H, by each review. grades: of the answers that stand; empty for summaries. is_void: whether nothing in it could be
    scored, or a player failed by no fault of its own, so that its figures mean nothing. behind: what is behind each Tally; empty by
    earlier rules.
    """

    terms: Terms
    likeness: str
    briefing: Briefing
    items: int
    tallies: Mapping[Seat, Tally]
    results: Mapping[Seat, str]
    by_tables: Sequence[Seat]
    left_out: Counter[str]
    gains: Mapping[Seat, Sequence[float]]
    weighings: Mapping[Seat, Weighing]
    grades: Mapping[Seat, Grades]
    is_void: bool
    behind: Mapping[Seat, Breakdown]


class Spread(NamedTuple):
    """A figure over repeated matches. deviation: of a sample; None for a single match."""

    deviation: float | None
    mean: Estimate


class Sight(NamedTuple):
    """The share of reviews after a glimpse and without one, and how much larger the first is, in matches that have both."""

    after: Estimate
    without: Estimate
    difference: Estimate


@dataclass(frozen=True, slots=True)
class Group:
    """Repeated matches, but for those that are void, which are only counted.

    wins, wins_by_tables: matches that a seat won alone. leads: by how much the first of two seats has more Q, by the weights of the
    match and by `tables`. gains and sights: by seat, and of EVERYBODY where all have the same player: unlike ones are not put
    together. made_of: the means of MADE_OF, by seat. answered: the share of what a seat was given that it wrote about in the end.
    refused: how many it refused to write about; these three are empty by earlier rules. grades: the figures of SimpleQA; empty for
    summaries.
    """

    matches: Sequence[MatchReport]
    void: int
    spreads: Mapping[Seat, Mapping[str, Spread]]
    wins: Mapping[Seat, int]
    wins_by_tables: Mapping[Seat, int]
    leads: Mapping[tuple[Seat, Seat], tuple[Estimate, Estimate]]
    gains: Mapping[Seat, Estimate]
    sights: Mapping[Seat, Sight]
    grades: Mapping[Seat, Mapping[str, Estimate]]
    left_out: Counter[str]
    made_of: Mapping[Seat, Mapping[str, Spread]]
    answered: Mapping[Seat, Estimate]
    refused: Mapping[Seat, int]


def match_report(terms: Terms, record: Sequence[Told], outcome: Outcome | None) -> MatchReport:
    """What one match came to. Raises ReportError for an unfinished one."""
    events = [event for event, _ in record]
    tallies = {event.seat: event for event in events if isinstance(event, Tally)}
    briefing = first(events, Briefing)
    if outcome is None or briefing is None or not tallies:
        raise ReportError(UNFINISHED)
    left_out = {event.item: event.why for event in events if isinstance(event, LeftOut)}
    items = briefing.items - len(left_out)
    each = list(tallies.values())
    best = winners([t.q_tables for t in each], [t.mean_h for t in each], [t.tokens_in + t.tokens_out for t in each])
    config = {name: each for name, each in terms.config.items() if name != "pool"}  # which would be kept for each of many
    return MatchReport(
        replace(terms, config=config),
        terms.digest(),
        briefing,
        items,
        tallies,
        {seat: result.kind for seat, result in outcome.results.items()},
        [each[at].seat for at in best],
        Counter(left_out.values()),
        _gains(record, left_out),
        _weighings(record, briefing.seats),
        grades_of(record, briefing.seats, items, left_out) if briefing.task == "question" else {},
        not items or has_failed(outcome),
        {event.seat: event for event in events if isinstance(event, Breakdown)},
    )


def groups(reports: Iterable[MatchReport]) -> list[Group]:
    """Matches put together that are repetitions of each other, in the order in which they come."""
    return [_group(matches) for matches in put_together(reports, lambda report: report.likeness)]


def _group(matches: Sequence[MatchReport]) -> Group:
    valid = [match for match in matches if not match.is_void]
    seats = matches[0].briefing.seats
    is_one_player = len({matches[0].terms.players[seat] for seat in seats}) == 1
    among = {seat: (seat,) for seat in seats} | ({EVERYBODY: seats} if is_one_player else {})
    behind = {seat: [match.behind[seat] for match in valid] for seat in matches[0].behind}
    return Group(
        matches,
        len(matches) - len(valid),
        {seat: {name: _spread([getattr(match.tallies[seat], name) for match in valid]) for name in FIGURES} for seat in seats},
        {seat: sum(match.results[seat] == "won" for match in valid) for seat in seats},
        {seat: sum(match.by_tables == [seat] for match in valid) for seat in seats},
        {
            (one, other): (_lead(valid, one, other, "q"), _lead(valid, one, other, "q_tables"))
            for one, other in combinations(seats, 2)
        },
        {name: _gain(valid, some) for name, some in among.items()},
        {name: _sight(valid, some) for name, some in among.items()},
        {seat: over_matches([match.grades[seat] for match in valid]) for seat in matches[0].grades},
        sum((match.left_out for match in matches), Counter()),
        {seat: {name: _spread(_known(each, name)) for name in MADE_OF} for seat, each in behind.items()},
        {seat: pooled([Share(match.answered, match.given) for match in each]) for seat, each in behind.items()},
        {seat: sum(match.refused for match in each) for seat, each in behind.items()},
    )


def _known(behind: Sequence[Breakdown], name: str) -> list[float]:
    return [value for each in behind if (value := getattr(each, name)) is not None]


def _spread(values: Sequence[float]) -> Spread:
    return Spread(stdev(values) if len(values) > 1 else None, mean(values))


def _lead(matches: Sequence[MatchReport], one: Seat, other: Seat, figure: str) -> Estimate:
    def scores(seat: Seat) -> dict[Hashable, float | None]:
        return {match.terms.name: getattr(match.tallies[seat], figure) for match in matches}

    return mean_difference(scores(one), scores(other))


def _gain(matches: Sequence[MatchReport], seats: Sequence[Seat]) -> Estimate:
    """The mean over reviews; whole matches are drawn again, and those without a review say nothing."""
    reviewed = [[gain for seat in seats for gain in match.gains.get(seat, ())] for match in matches]
    return estimate([gains for gains in reviewed if gains], lambda drawn: fmean(gain for gains in drawn for gain in gains))


def _sight(matches: Sequence[MatchReport], seats: Sequence[Seat]) -> Sight:
    def shares(when: Literal["after", "without"]) -> dict[Hashable, Share]:
        return {match.terms.name: _together(getattr(match.weighings[seat], when) for seat in seats) for match in matches}

    after, without = shares("after"), shares("without")
    return Sight(pooled([*after.values()]), pooled([*without.values()]), pooled_difference(after, without))


def _together(shares: Iterable[Share]) -> Share:
    parts, wholes = zip(*shares, strict=True)
    return Share(sum(parts), sum(wholes))


def _gains(record: Sequence[Told], left_out: Collection[str]) -> dict[Seat, list[float]]:
    """By how much each review raised what stands; 0 where a worse one was not kept."""
    standing: dict[tuple[Seat, str], float] = {}
    reviews: set[int] = set()
    gains: dict[Seat, list[float]] = defaultdict(list)
    for event, _ in record:
        match event:
            case Written(of=of, is_review=True):
                reviews.add(of)
            case Scored(seat, item, of, h, is_kept):
                before = standing.get((seat, item))
                after = h if is_kept or before is None else before
                if of in reviews and before is not None and item not in left_out:
                    gains[seat].append(after - before)
                standing[seat, item] = after
    return dict(gains)


def _weighings(record: Sequence[Told], seats: Sequence[Seat]) -> dict[Seat, Weighing]:
    """What each seat decided wherever it could review: a decision shows in what it is given next."""
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
