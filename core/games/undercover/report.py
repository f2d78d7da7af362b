"""What finished matches of the undercover game come to: who was found and when, how votes went, and what the talk did to answers.

Matches by the same rules, with the same players and officials, are put together, whoever sat where and whatever the picture was,
with intervals as docs/intervals.md has it; matches about questions of different benchmarks are not. What a match says nothing of is
left out of a figure, and never counts as zero.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Literal, NamedTuple

from woozle.core.event import first
from woozle.core.game import Event, Told
from woozle.core.games.undercover.answers import is_right
from woozle.core.games.undercover.events import Checked, Concluded, Counted, Pair, Reasoned, Role, Summarised, Voted, Weighed
from woozle.core.outcome import Outcome
from woozle.core.reports import UNFINISHED, ReportError, Terms, has_failed, put_together
from woozle.core.request import Seat
from woozle.core.statistics.resampling import Estimate, Share, mean, pooled, pooled_difference, pooled_mean, share_of

FIGURES = (
    "detected", "rounds_to_detection", "false_eliminations", "vote_precision", "vote_recall", "votes_on_the_undercover",
    "factors_given", "first_right", "last_right", "gain", "table_right", "accepted", "accepted_by_maker", "calls", "tokens_in",
    "tokens_out", "dollars", "seconds",
)  # fmt: skip
"""Of a group, in the order of a report; see `figures`."""

TABLE = "the table"
"""Whose answer the one is that all come to."""

_DRAWN_ANEW = ("pool", "case", "left_out")  # options that say what a match is about and not how it is played
_USED = ("calls", "tokens_in", "tokens_out", "dollars", "seconds")


class Voting(NamedTuple):
    """What those who are not the undercover did in one vote, before any tie was broken.

    ballots: how many they had; cast: for somebody; right: for the undercover.
    """

    round: int
    ballots: int
    cast: int
    right: int


@dataclass(frozen=True, slots=True)
class MatchReport:
    """One match. likeness: the same for matches that are put together. pair: None if the pictures could not be made.

    outs: who was voted out, by the round. firsts, lasts: what seats answered, as they said it; a seat that was not asked is not
    there. sees_another: who has the counterfactual; its answers are about another picture. used: by models; None: unknown.
    is_void: whether there was nothing to look at, or a player failed by no fault of its own, so that its figures mean nothing.
    """

    terms: Terms
    likeness: str
    pair: Pair | None
    undercover: Seat | None
    sees_another: Seat | None
    outs: Mapping[int, Seat]
    votings: Sequence[Voting]
    firsts: Mapping[Seat, str]
    lasts: Mapping[Seat, str]
    answer: str
    used: Mapping[str, float | None]
    is_void: bool
    check: Checked | None = None
    with_factors: Share = Share(0, 0)
    left_out: Mapping[str, int] = field(default_factory=dict)

    @property
    def benchmark(self) -> str:
        """The benchmark that its question is of; empty if it is of none."""
        return self.pair.data.get("benchmark", "") if self.pair else ""

    @property
    def is_identical(self) -> bool:
        """Whether the undercover was dealt what all others were, though it was to see another picture."""
        if self.pair is None or self.undercover is None or self.sees_another is None:
            return False
        return self.pair.picture == self.pair.counterfactual or bool(self.check and self.check.is_changed is False)

    @property
    def mode(self) -> str:
        """The game, or the baseline."""
        return str(self.terms.config.get("mode", "undercover"))

    @property
    def found_at(self) -> int | None:
        """In which vote the undercover was found."""
        return next((at for at, seat in self.outs.items() if seat == self.undercover), None)

    @property
    def witnesses(self) -> list[Seat]:
        """Those who see the picture and answered."""
        return [seat for seat in self.firsts if seat != self.sees_another]

    def is_right(self, answer: str) -> bool:
        """Whether an answer is."""
        return self.pair is not None and is_right(answer, self.pair.question)

    def right(self, which: Literal["first", "last"], seats: Iterable[Seat] | None = None) -> Share:
        """How many of the first or last answers of those who see the picture are right. seats: of these alone."""
        answers = self.firsts if which == "first" else self.lasts
        asked = [seat for seat in (self.witnesses if seats is None else seats) if seat in answers]
        return Share(sum(self.is_right(answers[seat]) for seat in asked), len(asked))


@dataclass(frozen=True, slots=True)
class Group:
    """Matches put together, but for those that are void, which are only counted.

    figures: by FIGURES. survival: after each vote, the share of matches in which the undercover was not voted out so far; one that
    was over with the undercover still in counts as survived (MUG, figure 6). by_edit, by_setting, by_kind: some of the figures, for
    each type of edit, setting and kind of question. by_player: where several sorts of players sat there.
    """

    matches: Sequence[MatchReport]
    void: int
    figures: Mapping[str, Estimate]
    survival: Sequence[Estimate]
    by_edit: Mapping[str, Mapping[str, Estimate]]
    by_setting: Mapping[str, Mapping[str, Estimate]]
    by_kind: Mapping[str, Mapping[str, Estimate]]
    by_player: Mapping[str, Mapping[str, Estimate]]

    @property
    def valid(self) -> list[MatchReport]:
        """Those that are not void."""
        return [match for match in self.matches if not match.is_void]

    @property
    def benchmark(self) -> str:
        """The benchmark that all questions are of; empty if it is none."""
        return next((match.benchmark for match in self.matches if match.benchmark), "")

    @property
    def identical(self) -> int:
        """How many matches say nothing of the undercover, since its picture was that of the others."""
        return sum(match.is_identical for match in self.valid)

    @property
    def left_out(self) -> list[Mapping[str, int]]:
        """How many questions of the benchmark's lists were not in the pools, by reason: once for each different count."""
        found: list[Mapping[str, int]] = []
        for match in self.matches:
            if match.left_out and match.left_out not in found:
                found.append(match.left_out)
        return found


def match_report(
    terms: Terms, record: Sequence[Told], outcome: Outcome | None, used: Mapping[str, float | None] | None = None
) -> MatchReport:
    """What one match came to. used: by its models, if there were any. Raises ReportError for an unfinished one."""
    if outcome is None:
        raise ReportError(UNFINISHED)
    events = [event for event, _ in record]
    pair = first(events, Pair)
    undercover = next((event.seat for event in events if isinstance(event, Role) and event.is_undercover), None)
    firsts, lasts = _answers(events)
    concluded = first(events, Concluded)
    config = {name: each for name, each in terms.config.items() if name not in _DRAWN_ANEW}
    benchmark = pair.data.get("benchmark", "") if pair else ""
    ballots = sum(isinstance(event, Voted) for event in events) if config.get("ballot") == "weighted" else 0
    return MatchReport(
        replace(terms, config=config),
        terms.digest(without=_DRAWN_ANEW, in_any_seat=True),
        pair,
        undercover,
        undercover if terms.config.get("has_counterfactual", True) else None,
        {event.round: event.eliminated for event in events if isinstance(event, Counted) and event.eliminated},
        list(_votings(events, undercover)),
        firsts,
        lasts,
        concluded.answer if concluded else "",
        used or {},
        pair is None or has_failed(outcome),
        first(events, Checked),
        Share(sum(isinstance(event, Weighed) for event in events) if ballots else 0, ballots),
        terms.config.get("left_out", {}).get(benchmark, {}),
    )


def groups(reports: Iterable[MatchReport]) -> list[Group]:
    """Matches put together that were played alike, about questions of one benchmark or of none, in the order in which they come."""
    return [_group(matches) for alike in put_together(reports, lambda report: report.likeness) for matches in _by_benchmark(alike)]


def _by_benchmark(alike: Sequence[MatchReport]) -> list[list[MatchReport]]:
    """Return matches by benchmark. Those without pictures, which nobody knows the question of, are counted with the first."""
    found = put_together((match for match in alike if match.pair), lambda match: match.benchmark)
    without = [match for match in alike if not match.pair]
    return [[*found[0], *without], *found[1:]] if found else [without]


def _group(matches: Sequence[MatchReport]) -> Group:
    valid = [match for match in matches if not match.is_void]
    return Group(
        matches,
        len(matches) - len(valid),
        figures(valid),
        _survival(valid),
        _by(valid, lambda pair: pair.edit.type if pair.edit else ""),
        _by(valid, lambda pair: pair.scene.setting if pair.scene else ""),
        _by(valid, lambda pair: pair.question.kind),
        _by_player(valid),
    )


def figures(matches: Sequence[MatchReport]) -> dict[str, Estimate]:
    """All that is said of some matches.

    detected: share of matches in which the undercover was found; rounds_to_detection: votes it took, where it was;
    false_eliminations: others who were voted out, a match. vote_precision: share of the votes of others that are for the
    undercover; vote_recall: the same of their ballots, abstentions with them; votes_on_the_undercover: a vote.
    first_right, last_right: share of right answers of those who see the picture; gain: how much larger the last is; table_right: of
    the answers of tables. factors_given: share of the ballots of weighted votes with factors. accepted: share of pairs that were
    good enough (equation 3) for who compared in the match; accepted_by_maker: for who made them. Then what models used, a match.

    Matches in which the undercover saw what the others saw, though it was not to, say nothing of how it was found.
    """
    with_undercover = _hunts(matches)
    firsts: dict[Hashable, Share] = {match.terms.name: match.right("first") for match in matches}
    lasts: dict[Hashable, Share] = {match.terms.name: match.right("last") for match in matches}
    return {
        **_found(with_undercover),
        "false_eliminations": mean(sum(out != match.undercover for out in match.outs.values()) for match in with_undercover),
        "vote_precision": pooled([_added(match, "right", "cast") for match in with_undercover]),
        "vote_recall": pooled([_added(match, "right", "ballots") for match in with_undercover]),
        "votes_on_the_undercover": pooled_mean(
            [Share(sum(voting.right for voting in match.votings), len(match.votings)) for match in with_undercover]
        ),
        "factors_given": pooled([match.with_factors for match in matches]),
        "first_right": pooled([*firsts.values()]),
        "last_right": pooled([*lasts.values()]),
        "gain": pooled_difference(lasts, firsts),
        "table_right": _table_right(matches),
        "accepted": pooled([_accepted(match) for match in matches]),
        "accepted_by_maker": share_of(match.check.made.accepted if match.check and match.check.made else None for match in matches),
        **{name: mean(match.used.get(name) for match in matches) for name in _USED},
    }


def _hunts(matches: Sequence[MatchReport]) -> list[MatchReport]:
    """Return those in which there was an undercover to be found."""
    return [match for match in matches if match.undercover is not None and not match.is_identical]


def _found(matches: Sequence[MatchReport]) -> dict[str, Estimate]:
    return {
        "detected": share_of(match.found_at is not None for match in matches),
        "rounds_to_detection": mean(match.found_at for match in matches),
    }


def _table_right(matches: Sequence[MatchReport]) -> Estimate:
    return share_of(match.is_right(match.answer) for match in matches)


def _added(match: MatchReport, part: str, whole: str) -> Share:
    return Share(*(sum(getattr(voting, name) for voting in match.votings) for name in (part, whole)))


def _accepted(match: MatchReport) -> Share:
    is_compared = match.pair is not None and match.pair.likeness is not None
    return Share(is_compared and match.pair is not None and match.pair.is_accepted, int(is_compared))


def _survival(matches: Sequence[MatchReport]) -> list[Estimate]:
    with_undercover = _hunts(matches)
    rounds = max((int(match.terms.config.get("rounds", 0)) for match in with_undercover), default=0)
    found = [match.found_at or rounds + 1 for match in with_undercover]
    return [share_of(when > at for when in found) for at in range(1, rounds + 1)]


def _by(matches: Sequence[MatchReport], part: Callable[[Pair], str]) -> dict[str, dict[str, Estimate]]:
    """Some of the figures for each part of the matches, the largest first; without those that belong to none."""
    parts: dict[str, list[MatchReport]] = defaultdict(list)
    for match in matches:
        if match.pair and (name := part(match.pair)):
            parts[name].append(match)
    ordered = sorted(parts.items(), key=lambda each: (-len(each[1]), each[0]))
    return {
        name: {
            "detected": _found(_hunts(some))["detected"],
            "first_right": pooled([match.right("first") for match in some]),
            "last_right": pooled([match.right("last") for match in some]),
            "table_right": _table_right(some),
        }
        for name, some in ordered
    }


def _by_player(matches: Sequence[MatchReport]) -> dict[str, dict[str, Estimate]]:
    """What each sort of players did, where several sat there; hidden: how often it was not found as the undercover."""
    names = sorted({name for match in matches for name in match.terms.players.values()})
    found = {}
    for name in names if len(names) > 1 else ():
        seats = [(match, [seat for seat in match.witnesses if match.terms.players[seat] == name]) for match in matches]
        hidden = [match for match in _hunts(matches) if match.terms.players[match.undercover or ""] == name]
        found[name] = {
            "first_right": pooled([match.right("first", some) for match, some in seats]),
            "last_right": pooled([match.right("last", some) for match, some in seats]),
            "hidden": share_of(match.found_at is None for match in hidden),
        }
    return found


def _answers(events: Sequence[Event]) -> tuple[dict[Seat, str], dict[Seat, str]]:
    """The first and the last answer of each seat that was asked for any; empty if it gave none."""
    firsts: dict[Seat, str] = {}
    lasts: dict[Seat, str] = {}
    for event in events:
        if isinstance(event, Reasoned | Summarised):
            firsts.setdefault(event.seat, event.answer)
            lasts[event.seat] = event.answer
    return firsts, lasts


def _votings(events: Sequence[Event], undercover: Seat | None) -> Iterator[Voting]:
    votes: dict[int, list[Seat | None]] = defaultdict(list)
    for event in events:
        if isinstance(event, Voted) and not event.is_again and event.seat != undercover:
            votes[event.round].append(event.target)
    for number, targets in votes.items():
        cast = [target for target in targets if target is not None]
        yield Voting(number, len(targets), len(cast), cast.count(undercover) if undercover else 0)
