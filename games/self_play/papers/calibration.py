"""Calibration of P(SEARCH) and P(ANSWER), from recorded probabilities (section 6, figures 4 and 5).

Repeats of a question are averaged first, so that each question weighs the same; intervals are by the bootstrap over
questions, at least ten of them.

For a search curve it has to be known what a search gains, and one match cannot say: the same question is looked up in matches in
which the base model did not search, and in others in which it did. The base is the first player, in the order of the
matches, that was played both ways; so the base model's own matches are given first.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from statistics import fmean
from typing import Literal, NamedTuple, TypeAlias, get_args

from woozle.core.groups import group_pairs
from woozle.core.statistics.resampling import Estimate, estimate
from woozle.games.self_play.events import ANSWER, HEDGE, SEARCH
from woozle.games.self_play.measures import Place, SelfPlayFacts, Subject, VisitFacts
from woozle.games.self_play.papers import areas, metrics
from woozle.games.self_play.papers.metrics import RIGHT, Curve
from woozle.games.self_play.state import After

Lack: TypeAlias = Literal["leaning", "without", "with", "both", ""]
"""Why there is no curve: it is not known how likely actions were, or what F1 is without a search, or with one, or of one question
with both; empty if there is one."""

_DIGITS = 12  # after which a difference is none

_Figure: TypeAlias = Callable[[Sequence[int]], float | None]
"""Of some questions, by number."""

Origins: TypeAlias = Counter[str | None]
"""Numbers of visits by where their action probabilities come from; None for those that have none."""

_AFTERS: Sequence[After] = get_args(After)


class Role(NamedTuple):
    """A seat's place and the library it can search, and the data set of the questions that it is asked.

    finder: its way of searching, which affects the worth of a search.
    """

    place: Place
    library: str
    finder: str
    data: str


class Sought(NamedTuple):
    """A question: how likely a seat was to search, and the F1 of the base without a search and with one."""

    chance: float
    without: float
    searched: float


class Replied(NamedTuple):
    """A question: how sure a seat was, P(ANSWER) of ANSWER or HEDGE, and its F1."""

    sure: float
    f1: float


@dataclass(frozen=True, slots=True)
class SearchCalibration:
    """P(SEARCH) of a player, and what searches gain the base.

    questions: with P(SEARCH); without, searched: of those, how many the base answered so; items: with all three, which are about
    the subjects. lack: why there are none of these; empty if there are.
    """

    player: str
    role: Role
    base: str
    origins: Origins
    questions: int
    without: int
    searched: int
    items: Sequence[Sought]
    subjects: Sequence[Subject]
    lack: Lack

    @property
    def figures(self) -> dict[str, Estimate]:
        """`auc`, `random` and `oracle`: areas under the three lines; `over_random`: the first less the second; `auroc`: how often a
        search is likelier where it gains something; `f1_at_0` to `f1_at_100`: F1 with that many percent of questions searched,
        the first and last of which are figure 3. They are worked out when they are asked for, which takes a while.
        """
        chances, (without, searched) = [each.chance for each in self.items], _gains(self.items)
        gains = [after - before for before, after in zip(without, searched, strict=True)]
        area, level = areas.search_area(chances, without, searched), areas.random_search_area(without, searched)
        return _estimates(
            len(self.items),
            auc=area,
            random=level,
            oracle=areas.search_area(gains, without, searched),
            over_random=lambda some: round(area(some) - level(some), _DIGITS) + 0.0,
            auroc=lambda some: metrics.auroc([chances[at] for at in some], [gains[at] > 0 for at in some]),
            **{
                metrics.point_name(share): areas.search_point(chances, without, searched, share)
                for share in (0.0, *metrics.SHARES, 1.0)
            },
        )

    @property
    def curve(self) -> Curve:
        """F1 over the share of questions with a search, the highest P(SEARCH) first."""
        return metrics.search_curve(*zip(*self.items, strict=True))

    @property
    def random(self) -> Curve:
        """A straight line."""
        return metrics.random_search(*_gains(self.items))

    @property
    def oracle(self) -> Curve:
        """The same, the search that gains most first."""
        return metrics.oracle_search(*_gains(self.items))


@dataclass(frozen=True, slots=True)
class AnswerCalibration:
    """P(ANSWER) of a player and how right it is, after it has read nothing (figure 5), or after something.

    elsewhere: how many visits, of those that might have come to a reply after nothing, went on to ask or search: if any,
    the questions here are those that the player chose.
    """

    player: str
    role: Role
    after: After
    origins: Origins
    elsewhere: int
    items: Sequence[Replied]
    lack: Lack

    @property
    def figures(self) -> dict[str, Estimate]:
        """`auc`, `random`, `oracle`, `over_random` as for searches; `ece`, without an interval, and `brier` against F1; `auroc`
        against what is right; `f1_at_10` to `f1_at_100`: F1 of that many percent of questions, the surest first.
        """
        sure, f1 = [each.sure for each in self.items], [each.f1 for each in self.items]
        area = areas.answer_area(sure, f1)

        def mean(some: Sequence[int]) -> float:
            return fmean(map(f1.__getitem__, some))

        def both(figure: Callable[[list[float], list[float]], float | None]) -> _Figure:
            return lambda some: figure([sure[at] for at in some], [f1[at] for at in some])

        return _estimates(
            len(self.items),
            auc=area,
            random=mean,
            oracle=areas.answer_area(f1, f1),
            over_random=lambda some: round(area(some) - mean(some), _DIGITS) + 0.0,
            ece=both(metrics.ece),
            brier=both(metrics.brier),
            auroc=both(lambda confidence, right: metrics.auroc(confidence, [each > RIGHT for each in right])),
            **{metrics.point_name(share): areas.answer_point(sure, f1, share) for share in (*metrics.SHARES, 1.0)},
        )

    @property
    def curve(self) -> Curve:
        """F1 over the share of questions answered, the highest P(ANSWER) first."""
        return metrics.answer_curve(*zip(*self.items, strict=True))

    @property
    def oracle(self) -> Curve:
        """The same, the highest F1 first."""
        f1 = [each.f1 for each in self.items]
        return metrics.answer_curve(f1, f1)

    @property
    def random(self) -> Curve:
        """The mean F1, a level line."""
        return metrics.answer_curve([0.0] * len(self.items), [each.f1 for each in self.items])


def _estimates(n: int, **figures: _Figure) -> dict[str, Estimate]:
    """Return figures of n questions with their intervals. ECE has no interval, as chance adds to it, the more so in a resample."""
    return {
        name: Estimate(figure(range(n)), None, None, n) if name == "ece" else estimate(range(n), figure)
        for name, figure in figures.items()
    }


def _gains(items: Sequence[Sought]) -> tuple[list[float], list[float]]:
    return [each.without for each in items], [each.searched for each in items]


class _Visited(NamedTuple):
    """A first visit about the match's own question."""

    player: str
    role: Role
    subject: Subject
    visit: VisitFacts
    could_search: bool


def _first_visits(matches: Iterable[SelfPlayFacts]) -> Iterator[_Visited]:
    for match in (each for each in matches if not each.is_void):
        told = match.briefing
        finder = f"{match.terms.officials}, {told.found}, {told.queries}"
        can_work = told.searches > 0 and (told.effort is None or told.effort > 0)
        for visit in match.visits:
            if visit.is_first and visit.is_same and visit.steps:
                role = Role(match.place(visit), visit.library, finder if visit.library else "", match.data)
                yield _Visited(match.player(visit.seat), role, match.subject, visit, can_work and bool(visit.library))


# Searches


def search_calibrations(matches: Iterable[SelfPlayFacts]) -> list[SearchCalibration]:
    """Return the calibration of each player that could search, in each role, in order of appearance."""
    visited = list(_first_visits(matches))
    found = group_pairs(((each.player, each.role), each) for each in visited if each.could_search)
    worth = _Worth(visited)
    return [_searching(player, role, some, worth) for (player, role), some in found.items()]


_Scores: TypeAlias = Mapping[Subject, list[float]]


class _Worth:
    """F1 of each player's replies to each question, without a search and with one.

    Who could not search answered all questions without; who could chose which, and counts only without another.
    """

    def __init__(self, visited: Iterable[_Visited]) -> None:
        self._without: dict[tuple[str, Role, bool], dict[Subject, list[float]]] = defaultdict(lambda: defaultdict(list))
        self._searched: dict[tuple[str, Role], dict[Subject, list[float]]] = defaultdict(lambda: defaultdict(list))
        self._players: dict[str, None] = {}
        for player, role, subject, visit, could_search in visited:
            self._players[player] = None
            if visit.f1 is None or visit.reply is None:
                continue
            if visit.reply.after == "nothing":
                self._without[player, role._replace(finder=""), could_search][subject].append(visit.f1)
            elif visit.reply.after == "a search":
                self._searched[player, role][subject].append(visit.f1)

    def of(self, player: str, role: Role) -> tuple[_Scores, _Scores]:
        """Return F1 by question, without a search and with one. The way of searching does not matter without one."""
        ways = ((player, role._replace(finder=""), could_search) for could_search in (False, True))
        without: _Scores = next((self._without[way] for way in ways if way in self._without), {})
        return without, self._searched.get((player, role), {})

    def base(self, player: str, role: Role) -> str:
        """Return the first player who was played both ways; else the player itself."""
        both = (each for each in self._players if set.intersection(*map(set, self.of(each, role))))
        return next(both, player)


def _searching(player: str, role: Role, visited: Sequence[_Visited], worth: _Worth) -> SearchCalibration:
    origins, chances = Origins(), defaultdict[Subject, list[float]](list)
    for each in visited:
        leaning = each.visit.leanings[0]
        origins[leaning.by if leaning else None] += 1
        if leaning:
            chances[each.subject].append(leaning.probabilities.get(SEARCH, 0.0))
    base = worth.base(player, role)
    without, searched = ({at: fmean(f1) for at, f1 in each.items()} for each in worth.of(base, role))
    subjects = [at for at in chances if at in without and at in searched]
    items = [Sought(fmean(chances[at]), without[at], searched[at]) for at in subjects]
    lack: Lack = ""
    if not items:
        lack = "leaning" if not chances else "without" if not without else "with" if not searched else "both"
    has = [sum(at in each for at in chances) for each in (without, searched)]
    return SearchCalibration(player, role, base, origins, len(chances), has[0], has[1], items, subjects, lack)


# Answers


def answer_calibrations(matches: Iterable[SelfPlayFacts]) -> list[AnswerCalibration]:
    """Return the calibration of each player in each role, by the kind of texts it had read, in order of appearance."""
    found = group_pairs(((each.player, each.role), each) for each in _first_visits(matches))
    return [
        _answering(player, role, after, some)
        for (player, role), some in found.items()
        for after in _AFTERS
        if any(each.visit.reply and each.visit.reply.after == after for each in some)
    ]


def _answering(player: str, role: Role, after: After, visited: Sequence[_Visited]) -> AnswerCalibration:
    """Return the calibration of one player in one role after one kind of reading.

    After nothing, players that could not search and so answered all questions count alone, if there are any.
    """
    if after == "nothing":
        visited = [each for each in visited if not each.could_search] or visited
    origins, replies = Origins(), defaultdict[Subject, list[Replied]](list)
    for each in visited:
        reply = each.visit.reply
        if reply is None or reply.after != after or each.visit.f1 is None:
            continue
        leaning = each.visit.leanings[-1]
        chances = leaning.probabilities if leaning else {}
        sure = metrics.answer_probability(chances.get(ANSWER, 0.0), chances.get(HEDGE, 0.0))
        origins[leaning.by if leaning and sure is not None else None] += 1
        if sure is not None:
            replies[each.subject].append(Replied(sure, each.visit.f1))
    items = [Replied(fmean(each.sure for each in some), fmean(each.f1 for each in some)) for some in replies.values()]
    elsewhere = sum(len(each.visit.steps) > 1 for each in visited) if after == "nothing" else 0
    return AnswerCalibration(player, role, after, origins, elsewhere, items, "" if items else "leaning")
