"""Methods compared on the same first answers, as means over seeds with standard deviations (tables 1 to 3), and in pairs.

A seed is one debate about each question: within a folder the k-th debate about a question belongs to its k-th pass, and passes of
several folders that have a question in common are different seeds.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Hashable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from statistics import fmean, stdev
from typing import NamedTuple, TypeAlias

from woozle.core.failures import ServiceFailures
from woozle.core.request import Seat
from woozle.core.statistics.resampling import Estimate, Share, add_shares, pooled_difference
from woozle.games.debate.measures import DebateFacts, Question, Way

Debates: TypeAlias = Sequence[DebateFacts]
"""Debates that are valid and were led alike."""

_ORDER = ("full", "sparse", "random", "fixed", "free", "dig", "digra")


class Spread(NamedTuple):
    """A figure over seeds. deviation: of a sample, None for a single seed; n: seeds that say something of it."""

    mean: float | None
    deviation: float | None
    n: int


class Pairs(NamedTuple):
    """Two methods in debates that began with the same first answers. n: how many.

    more: the differences, by name of the figure. flows: the ratio of both shares of what was heard (figure 5).
    """

    n: int
    more: Mapping[str, Estimate]
    flows: Mapping[str, float | None]


@dataclass(frozen=True, slots=True)
class Experiment:
    """Debates of the same players with as many wrong first answers set, by method, in the order of the paper's tables.

    unmeasured: what was to be debated by a method whose estimator failed too often, so that it is no row of it.
    firsts: one debate for each set of first answers, which the baselines without a debate are figures of. reference: the method
    that others are compared with, `MAD(D=1)` where it was played; empty where there is nothing to compare. pairs: each other method
    with it. gains: by how much more often each table is right than the majority of the table's own first answers.
    """

    players: Sequence[tuple[Seat, str]]
    wrong: int | None
    methods: Mapping[str, Debates]
    unmeasured: Mapping[str, Debates]
    firsts: Sequence[DebateFacts]
    reference: str
    pairs: Mapping[str, Pairs]
    gains: Mapping[str, Estimate]

    @property
    def data(self) -> list[str]:
        """The collections that its questions are of."""
        return list(dict.fromkeys(debate.data for debate in self.firsts))


def experiments(groups: Iterable[Debates]) -> list[Experiment]:
    """Return what can be compared, in order of appearance; set first answers by how many are wrong, most first, before others."""
    alike: dict[tuple[tuple[Seat, str], ...], dict[int | None, list[Debates]]] = defaultdict(lambda: defaultdict(list))
    for group in groups:
        first = group[0]
        alike[first.players][first.wrong].append(group)
    return [
        _experiment(players, wrong, setups[wrong])
        for players, setups in alike.items()
        for wrong in sorted(setups, key=lambda each: (each is None, -(each or 0)))
    ]


def _experiment(players: Sequence[tuple[Seat, str]], wrong: int | None, groups: Sequence[Debates]) -> Experiment:
    firsts = {debate.firsts: debate for group in groups for debate in group}
    every = _group_by_method([group for group in groups if group[0].briefing.rounds > 1])
    methods = {name: group for name, group in every.items() if not failed_measurements(group).is_excessive}
    others = {name: group for name, group in every.items() if name not in methods}
    reference = next(iter(methods), "")
    pairs = {name: compare_pairs(methods[reference], group) for name, group in methods.items() if name != reference}
    gains = {name: _gain(group) for name, group in methods.items()}
    return Experiment(players, wrong, methods, others, list(firsts.values()), reference, pairs, gains)


def failed_measurements(debates: Iterable[DebateFacts]) -> ServiceFailures:
    """Return the failures of the estimator in some debates."""
    return sum((debate.unmeasured for debate in debates), ServiceFailures())


# What methods are called


def _group_by_method(groups: Sequence[Debates]) -> dict[str, Debates]:
    """Return groups by method. Those of one method that differ in other ways say in which."""
    ways = [group[0].way for group in groups]
    named: dict[str, Debates] = {}
    for group, way in sorted(zip(groups, ways, strict=True), key=lambda each: _ORDER.index(each[1].topology)):
        others = [other for other in ways if method(other) == method(way)]
        differ = [name for name in Way._fields if len({getattr(other, name) for other in others}) > 1]
        named[", ".join((method(way), *(_option_words(name, getattr(way, name)) for name in differ)))] = group
    return named


def _option_words(name: str, value: object) -> str:
    if isinstance(value, bool):
        return name.replace("_", " ") if value else f"no {name.replace('_', ' ')}"
    return f"{value} rounds" if name == "rounds" else str(value) if name in ("estimator", "graph") else f"{name} {value}"


def method(way: Way) -> str:
    """Return the paper's name for a way to debate."""
    match way.topology:
        case "full":
            return "MAD(D=1)"
        case "sparse":
            return f"MAD(D={Fraction(way.density or 0).limit_denominator(100)})"
        case "dig" | "digra":
            return way.topology.upper()
    return f"MAD({way.topology})"


# Figures


def seeds(debates: Iterable[DebateFacts]) -> list[list[DebateFacts]]:
    """Return the debates of one method by seed, in the order in which they come."""
    count: Counter[tuple[str, Question]] = Counter()
    passes: dict[tuple[str, int], dict[Question, DebateFacts]] = defaultdict(dict)
    for debate in debates:
        count[debate.run, debate.question] += 1
        passes[debate.run, count[debate.run, debate.question]][debate.question] = debate
    found: list[dict[Question, DebateFacts]] = []
    for each in passes.values():
        place = next((seed for seed in found if not seed.keys() & each.keys()), None)
        if place is None:
            found.append(place := {})
        place |= each
    return [list(seed.values()) for seed in found]


def spreads(debates: Iterable[DebateFacts]) -> dict[str, Spread]:
    """Return the figures of debates over seeds: each seed has one, pooled over its debates."""
    found: dict[str, list[float | None]] = defaultdict(list)
    for seed in seeds(debates):
        every = [debate.shares for debate in seed]
        for name in dict.fromkeys(name for each in every for name in each):
            found[name].append(_pool(every, name))
    return {name: _spread([value for value in values if value is not None]) for name, values in found.items()}


def _pool(every: Iterable[Mapping[str, Share]], name: str) -> float | None:
    return add_shares(each[name] for each in every if name in each).rate


def _spread(values: Sequence[float]) -> Spread:
    return Spread(fmean(values) if values else None, stdev(values) if len(values) > 1 else None, len(values))


def compare_pairs(theirs: Iterable[DebateFacts], ours: Iterable[DebateFacts]) -> Pairs:
    """Return how much larger the figures of our debates are than those of theirs that began with the same first answers.

    Debates that began alike more than once are paired in order of appearance. Others are not counted.
    """
    one, other = _by_firsts(ours), _by_firsts(theirs)
    common = [key for key in one if key in other]
    mine, others = ([debates[key].shares for key in common] for debates in (one, other))
    names = [name for name in dict.fromkeys(name for each in mine for name in each) if any(name in each for each in others)]
    more = {name: pooled_difference(_each(mine, name), _each(others, name)) for name in names}
    flows = {name: _ratio(_pool(mine, name), _pool(others, name)) for name in ("errors", "corrections")}
    return Pairs(len(common), more, flows)


def _ratio(ours: float | None, theirs: float | None) -> float | None:
    return None if ours is None or not theirs else ours / theirs


def _each(every: Iterable[Mapping[str, Share]], name: str) -> dict[Hashable, Share]:
    return {at: each.get(name, Share(0, 0)) for at, each in enumerate(every)}


def _by_firsts(debates: Iterable[DebateFacts]) -> dict[tuple[str, int], DebateFacts]:
    """Return debates by their first answers, and how many before began with the same."""
    count: Counter[str] = Counter()
    found: dict[tuple[str, int], DebateFacts] = {}
    for debate in debates:
        count[debate.firsts] += 1
        found[debate.firsts, count[debate.firsts]] = debate
    return found


def _gain(debates: Sequence[DebateFacts]) -> Estimate:
    every = [debate.shares for debate in debates]
    return pooled_difference(
        {at: each["table"] for at, each in enumerate(every)},
        {at: each[f"sc{len(debates[0].seats)}"] for at, each in enumerate(every)},
    )
