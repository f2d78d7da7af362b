"""What finished debates come to: how errors spread by round, who listened to whom, how often the table was right (tables 1 to 3).

Debates of the same players in the same seats, by the same topology and with as many wrong first answers, are put together, whatever
their questions. Intervals are by the bootstrap over debates, since what happens in one hangs together.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import NamedTuple, cast

from woozle.core.game import Told
from woozle.core.games.debate import metrics
from woozle.core.games.debate.events import Answered, Briefing, Concluded, Key, Linked
from woozle.core.games.debate.extraction import Kind, is_right
from woozle.core.outcome import Outcome
from woozle.core.reports import ReportError
from woozle.core.request import Seat
from woozle.core.resampling import Estimate, Share, mean, pooled

_ROUNDING = 1e-9  # by how much the identity may be missed


class Setting(NamedTuple):
    """A match before it began. name: that no other has; rules, players: in words."""

    name: str
    rules: str
    players: Mapping[Seat, str]


@dataclass(frozen=True, slots=True)
class DebateReport:
    """One debate. wrong: how many of the first answers that were given are wrong; None where seats gave their own.

    right: by round, whether each seat was, in their order; of a debate that stopped early the last round stands for those after.
    heard: by round, from the second on, whom each seat listened to. table: whether the table was right.
    """

    setting: Setting
    briefing: Briefing
    problem: str
    wrong: int | None
    right: Sequence[Sequence[bool]]
    heard: Sequence[metrics.Heard]
    table: bool

    @property
    def likeness(self) -> tuple[object, ...]:
        """The same for debates that are put together, and for no others."""
        told = self.briefing
        how = (told.topology, told.density if told.topology == "sparse" else None, told.alpha if told.topology == "digra" else None)
        return (*how, self.wrong, told.rounds, told.early_stop, told.names, tuple(sorted(self.setting.players.items())))


@dataclass(frozen=True, slots=True)
class Round:
    """Figures of a round, as metrics.Round has them, with their intervals."""

    accuracy: Estimate
    misled: Estimate
    initially_misled: Estimate
    corrected: Estimate


@dataclass(frozen=True, slots=True)
class Group:
    """Debates put together.

    holds: whether in all rounds MA is what MA before, MR and CR imply. errors, corrections: what those who began right heard from
    others who were wrong, and the reverse (figure 5). error_edges, right_edges: how many of each kind a debate has; they say that
    both happened together, not that one came of the other. sparsity: mean D. table: how often the table was right.
    """

    debates: Sequence[DebateReport]
    rounds: Sequence[Round]
    holds: bool
    errors: Estimate
    corrections: Estimate
    error_edges: Estimate
    right_edges: Estimate
    sparsity: Estimate
    table: Estimate


def debate_report(setting: Setting, record: Sequence[Told], outcome: Outcome | None) -> DebateReport:
    """What one debate came to. Raises ReportError for an unfinished one."""
    events = [event for event, _ in record]
    briefing = next((event for event in events if isinstance(event, Briefing)), None)
    key = next((event for event in events if isinstance(event, Key)), None)
    concluded = next((event for event in events if isinstance(event, Concluded)), None)
    if outcome is None or briefing is None or key is None or concluded is None:
        raise ReportError("the match is unfinished; only finished ones are reported")
    numbers = {seat: number for number, seat in enumerate(briefing.seats)}
    said: dict[int, dict[Seat, Answered]] = defaultdict(dict)
    heard = []
    for event in events:
        match event:
            case Answered():
                said[event.round][event.seat] = event
            case Linked():
                links = event.heard.items()
                heard.append({numbers[seat]: tuple(numbers[other] for other in others) for seat, others in links})
    answers = (key.answer, *key.aliases)
    kind = cast(Kind, briefing.kind)
    right = [[is_right(said[at][seat].answer, kind, answers) for seat in briefing.seats] for at in sorted(said)]
    was_given = all(answered.source == "given" for answered in said[1].values())
    wrong = right[0].count(False) if was_given else None
    right += [right[-1]] * (briefing.rounds - len(right))
    return DebateReport(setting, briefing, key.problem, wrong, right, heard, concluded.is_right)


def groups(reports: Iterable[DebateReport]) -> list[Group]:
    """Debates put together that are alike, in the order in which they come."""
    alike: dict[tuple[object, ...], list[DebateReport]] = defaultdict(list)
    for report in reports:
        alike[report.likeness].append(report)
    return [_group(debates) for debates in alike.values()]


def _group(debates: Sequence[DebateReport]) -> Group:
    flows = [metrics.flow(debate.right, debate.heard).counts for debate in debates]
    return Group(
        debates,
        [_round(debates, at) for at in range(debates[0].briefing.rounds)],
        _holds(debates),
        pooled([Share(flow[0], flow[1]) for flow in flows]),
        pooled([Share(flow[2], flow[3]) for flow in flows]),
        mean(len(metrics.edges(debate.right, debate.heard, of=False)) for debate in debates),
        mean(len(metrics.edges(debate.right, debate.heard, of=True)) for debate in debates),
        mean(_sparsity(debate) for debate in debates),
        pooled([Share(int(debate.table), 1) for debate in debates]),
    )


def _round(debates: Sequence[DebateReport], at: int) -> Round:
    everybody = pooled([Share(sum(debate.right[at]), len(debate.right[at])) for debate in debates])
    if at == 0:
        nobody = pooled([])
        return Round(everybody, nobody, nobody, nobody)
    return Round(
        everybody,
        pooled([_turned(debate, at, at - 1, of=True) for debate in debates]),
        pooled([_turned(debate, at, 0, of=True) for debate in debates]),
        pooled([_turned(debate, at, at - 1, of=False) for debate in debates]),
    )


def _turned(debate: DebateReport, at: int, since: int, *, of: bool) -> Share:
    """How many of those who were right (or wrong) in a round are the opposite now."""
    now = [is_now for is_now, was in zip(debate.right[at], debate.right[since], strict=True) if was == of]
    return Share(sum(is_now != of for is_now in now), len(now))


def _holds(debates: Sequence[DebateReport]) -> bool:
    """Whether MA = MA' (1 - MR) + (1 - MA') CR in every round."""
    rounds = metrics.by_round([[debate.right[at] for debate in debates] for at in range(debates[0].briefing.rounds)])
    return all(
        abs(now.accuracy - metrics.implied(before.accuracy, now.misled, now.corrected)) < _ROUNDING
        for before, now in pairwise(rounds)
    )


def _sparsity(debate: DebateReport) -> float | None:
    """The mean over rounds; None where there was nobody to listen to."""
    agents = len(debate.briefing.seats)
    shares = [metrics.sparsity(heard, agents) for heard in debate.heard] if agents > 1 else []
    return sum(shares) / len(shares) if shares else None
