"""Methods compared: matches that differ in exactly their options, or exactly their players, side by side and in pairs.

What is compared is declared by `Report.methods`. Matches about the same subject, a question or a deal, are pairs; all pairs about
one subject are put together, since a question that was played often is no more evidence than one played once. A seed is one match
about each subject: within a folder the k-th match about it belongs to its k-th pass, and passes of several folders that have a
subject in common are different seeds.
"""

from __future__ import annotations

import hashlib
import json
from collections import Counter, defaultdict
from collections.abc import Callable, Hashable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from itertools import chain
from statistics import fmean, stdev
from typing import Any, Generic, Literal, NamedTuple, TypeAlias, TypeVar

from woozle.core.errors import InputError
from woozle.core.groups import group_pairs
from woozle.core.measures import Change, Group, Match, Measure, Report, add_up, measures_of, rate, values_of, with_number
from woozle.core.names import join_names
from woozle.core.statistics.paired import PairedTest, holm, matches_needed, paired_difference, paired_test
from woozle.core.statistics.resampling import Estimate, Share, add_shares

F = TypeVar("F")

Matches: TypeAlias = Sequence[Match[F]]
Values: TypeAlias = Mapping["Key", Share]
_BySubject: TypeAlias = Mapping["Key", Mapping[Hashable, Share]]

_LEAST = 0.5  # of the subjects of the first seed, which another has to hold to be one
_LONG = 40  # characters of an option's value, beyond which it is only told apart by number


class Key(NamedTuple):
    """A figure of matches, or of the seats of a role in them. role: empty for matches and for all seats together."""

    name: str
    role: str = ""


class Spread(NamedTuple):
    """A figure over seeds. deviation: of a sample, None for a single seed; n: seeds that say something of it."""

    mean: float | None
    deviation: float | None
    n: int


_NO_SHARE = Share(0, 0)


class MethodTest(NamedTuple):
    """A method tested against another on one data set. adjusted: p by Holm's method, over all tests of the comparison.

    needed: pairs of which a difference as large, or the one asked for, shows with a power of 80 %; None without one.
    """

    figure: Key
    data: str
    method: str
    other: str
    result: PairedTest
    adjusted: float | None
    needed: int | None


class Difference(NamedTuple):
    """A method less the reference on one data set. pairs: of matches; subjects: that they are about."""

    pairs: Sequence[tuple[Match[Any], Match[Any]]]
    subjects: int
    figures: Mapping[Key, Estimate]


@dataclass(frozen=True)
class Comparison(Generic[F]):
    """Methods with the same players and other ways, or the reverse.

    Args:
        varied: what differs: options (with services and rules), or players.
        methods: matches by the method's name, in order. left_out: reasons of those that are no row.
        others: all other matches, such as first answers alone, which baselines are figures of as well.
        also: options that differ as well and are in no name.
        figure_values: returns the figures of a match.
    """

    report: Report[F]
    varied: Literal["options", "players"]
    methods: Mapping[str, Matches[F]]
    left_out: Mapping[str, str]
    others: Matches[F]
    also: Sequence[str]
    reference: str
    difference: float | None
    figure_values: Callable[[Match[F]], Values]

    @property
    def matches(self) -> list[Match[F]]:
        """All matches, of methods first."""
        return [*chain.from_iterable(self.methods.values()), *self.others]

    @cached_property
    def firsts(self) -> list[Match[F]]:
        """One match for each beginning that a method had, which baselines are figures of."""
        by_way = group_pairs((_digest(self.report.methods.way(match)), match) for match in self.matches)
        found: dict[Hashable, Match[F]] = {}
        for some in by_way.values():
            found |= _by_beginning(self.report, some)
        return [*found.values()]

    @property
    def data(self) -> list[str]:
        """The data sets."""
        return list(dict.fromkeys(self.report.topic_of(match).data for match in self.matches))

    @cached_property
    def baselines(self) -> Mapping[str, Mapping[str, str]]:
        """The figures that stand for those of methods, by the name of the row."""
        found: dict[str, Mapping[str, str]] = {}
        for match in self.firsts:
            found |= self.report.methods.baselines(match)
        return found

    def spreads(self, matches: Iterable[Match[F]]) -> dict[Key, Spread]:
        """Return the figures of matches over seeds: each seed has one, pooled over its matches."""
        some = [*matches]
        return {key: self.spread(some, key) for key in dict.fromkeys(key for match in some for key in self.figure_values(match))}

    def spread(self, matches: Iterable[Match[F]], key: Key) -> Spread:
        """Return one figure of matches over seeds."""
        every = ([self.figure_values(match).get(key, _NO_SHARE) for match in seed] for seed in seeds(self.report, matches))
        rates = [add_shares(each).rate for each in every]
        return _spread([value for value in rates if value is not None])

    def by_data(self, matches: Iterable[Match[F]]) -> dict[str, list[Match[F]]]:
        """Return matches by their data set."""
        return group_pairs((self.report.topic_of(match).data, match) for match in matches)

    @cached_property
    def differences(self) -> Mapping[tuple[str, str], Difference]:
        """The methods less the reference, by method and data set."""
        found = {}
        theirs = self.by_data(self.methods[self.reference]) if self.reference else {}
        for name, matches in self.methods.items():
            for data, ours in self.by_data(matches).items() if name != self.reference else ():
                pairs = pair_matches(self.report, ours, theirs.get(data, ()))
                one, other = self._sides(pairs)
                order = [*self.measures].index
                keys = sorted((key for key in one if self.report.methods.is_compared(key.name)), key=lambda key: order(key.name))
                figures = {key: paired_difference(one[key], other[key]) for key in keys}
                found[name, data] = Difference(pairs, len({self._subject(match) for match, _ in pairs}), figures)
        return found

    @cached_property
    def tests(self) -> Sequence[MethodTest]:
        """The tests of all methods against the reference, and against the last baseline of their own matches."""
        found: list[tuple[Key, str, str, str, PairedTest]] = []
        for (name, data), difference in self.differences.items():
            one, other = self._sides(difference.pairs)
            for key in self._tested(one):
                if (result := paired_test(one[key], other.get(key, {}))).n:
                    found.append((key, data, name, self.reference, result))
        for name, matches in self.methods.items():
            for data, ours in self.by_data(matches).items():
                own = [(match, match) for match in ours]
                stand_ins = self.report.methods.baselines(ours[0])
                base = next(reversed([*stand_ins]), "")
                one, _ = self._sides(own)
                for key in self._tested(one):
                    stand_in = key._replace(name=stand_ins[base].get(key.name, "")) if base else key
                    if stand_in != key and stand_in in one and (result := paired_test(one[key], one[stand_in])).n:
                        found.append((key, data, name, base, result))
        adjusted = holm([each[-1].p or 0.0 for each in found])
        return [MethodTest(*each, p, self._needed(each[0], each[-1])) for each, p in zip(found, adjusted, strict=True)]

    def _needed(self, figure: Key, result: PairedTest) -> int | None:
        difference = result.difference if self.difference is None else self.difference
        is_possible = self.measures[figure.name].interval != "wilson" or abs(difference or 0) <= 1
        return matches_needed(result.sd, difference) if result.sd and difference and is_possible else None

    def _tested(self, keys: Iterable[Key]) -> list[Key]:
        return [key for key in keys if key.name in self.report.methods.figures]

    @cached_property
    def measures(self) -> Mapping[str, Measure]:
        """The measures, by the names of figures."""
        found: dict[str, Measure] = {}
        for measure in measures_of(self.report, self.matches):
            for match in self.matches:
                seat = None if measure.of == "match" else next(iter(match.seats), None)
                found |= {name: with_number(measure, name) for name in values_of(measure, match, seat) if name not in found}
        return found

    def _subject(self, match: Match[F]) -> Hashable:
        return subject_of(self.report, match)

    def _sides(self, pairs: Sequence[tuple[Match[F], Match[F]]]) -> tuple[_BySubject, _BySubject]:
        """Return the figures of both sides by subject, of which all pairs are put together where both have the figure."""
        ours: dict[Key, dict[Hashable, list[Share]]] = defaultdict(lambda: defaultdict(list))
        theirs: dict[Key, dict[Hashable, list[Share]]] = defaultdict(lambda: defaultdict(list))
        for match, other in pairs:
            subject, mine, others = self._subject(match), self.figure_values(match), self.figure_values(other)
            for key, share in mine.items():
                if share.whole and others.get(key, _NO_SHARE).whole:
                    ours[key][subject].append(share)
                    theirs[key][subject].append(others[key])
        return _add_up_subjects(ours), _add_up_subjects(theirs)


def _add_up_subjects(found: Mapping[Key, Mapping[Hashable, Sequence[Share]]]) -> _BySubject:
    return {key: {subject: add_shares(shares) for subject, shares in each.items()} for key, each in found.items()}


def comparisons(
    report: Report[F], groups: Iterable[Group[F]], difference: float | None = None, *, alone: bool = False
) -> list[Comparison[F]]:
    """Return what can be compared, in order of appearance: more than one method that was played of the same subject.

    Args:
        difference: The difference that matches needed are counted for; by default the one that was seen.
        alone: Also return what has a single method or none, by the players.
    """
    matches = [match for group in groups for match in group.valid]
    ways = {id(match): _digest(report.methods.way(match)) for match in matches}
    companies = {id(match): tuple(report.methods.company(match)) for match in matches}
    known: dict[int, Values] = {}
    measures = [each for each in measures_of(report, matches) if not each.together]  # which say nothing of a single match

    def values(match: Match[F]) -> Values:
        if id(match) not in known:
            known[id(match)] = _values(measures, match)
        return known[id(match)]

    by_method = group_pairs(((ways[id(match)], companies[id(match)]), match) for match in matches)
    families: dict[tuple[Literal["options", "players"], Hashable], list[Matches[F]]] = defaultdict(list)
    for (way, company), each in by_method.items():
        families["options", frozenset(company)].append(each)
        families["players", way].append(each)
    found = [_compare(report, varied, each, difference, values) for (varied, _), each in families.items()]
    return [each for each in found if _have_a_subject_in_common(each) or (alone and each.varied == "options")]


def refer_to(reference: str, every: Sequence[Comparison[F]]) -> list[Comparison[F]]:
    """Return comparisons with another reference, where they have one of that name, or a single one with it as a part of the name.

    Raises InputError if none has.
    """
    named = {id(each): _find_name(reference, [*each.methods]) for each in every}
    if not any(named.values()):
        there = join_names([*dict.fromkeys(name for each in every for name in each.methods)]) or "no methods to compare"
        raise InputError(f"No single method is called {reference!r}; there are {there}.")
    return [replace(each, reference=named[id(each)] or each.reference) for each in every]


def _find_name(part: str, names: Sequence[str]) -> str:
    """Return the name, or the only one that has it as a part; empty without one."""
    found = [name for name in names if name == part] or [name for name in names if part.casefold() in name.casefold()]
    return found[0] if len(found) == 1 else ""


def _compare(
    report: Report[F],
    varied: Literal["options", "players"],
    each: Sequence[Matches[F]],
    difference: float | None,
    values: Callable[[Match[F]], Values],
) -> Comparison[F]:
    methods = report.methods
    ranked = sorted((some for some in each if methods.name(some[0]) is not None), key=lambda some: methods.rank(some[0]))
    names, also = _names(report, ranked, varied)
    named = dict(zip(names, ranked, strict=True))
    left_out = {name: why for name, some in named.items() if (why := methods.left_out(some))}
    rows = {name: some for name, some in named.items() if name not in left_out}
    counted = {id(match) for some in rows.values() for match in some}
    others = [match for some in each for match in some if id(match) not in counted]
    return Comparison(report, varied, rows, left_out, others, also, next(iter(rows), ""), difference, values)


def _have_a_subject_in_common(comparison: Comparison[Any]) -> bool:
    seen: set[Hashable] = set()
    for matches in comparison.methods.values():
        own = {subject_of(comparison.report, match) for match in matches}
        if seen & own:
            return True
        seen |= own
    return False


# What methods are called


def _names(report: Report[F], each: Sequence[Matches[F]], varied: str) -> tuple[list[str], list[str]]:
    """Return the names of methods, and what differs as well. Those of one name say in what they differ, as little as is needed."""
    firsts = [matches[0] for matches in each]
    if varied == "players":
        names = [", ".join(_company_words(match)) for match in firsts]
        return _numbered(names), []
    bases = [report.methods.name(match) or "" for match in firsts]
    ways = [report.methods.way(match) for match in firsts]
    names, also = list(bases), []
    for base in dict.fromkeys(bases):
        alike = [at for at, other in enumerate(bases) if other == base]
        differ = [
            option
            for option in dict.fromkeys(option for at in alike for option in ways[at])
            if len({_digest(ways[at].get(option)) for at in alike}) > 1
        ]
        differ.sort(key=lambda option: -len({_digest(ways[at].get(option)) for at in alike}))
        said: list[str] = []
        for option in differ:
            if len({_digest([ways[at].get(name) for name in said]) for at in alike}) == len(alike):
                also.append(option)
            else:
                said.append(option)
        for at in alike:
            values = {option: ways[at].get(option) for option in said}
            is_plain = not base and len(said) == 1 and isinstance(values[said[0]], str)
            told = [base, *(str(value) if is_plain else _option_words(option, value) for option, value in values.items())]
            names[at] = ", ".join(filter(None, told)) or "the same"
    return _numbered(names), list(dict.fromkeys(also))


def _company_words(match: Match[Any]) -> list[str]:
    counts = Counter(match.terms.players.values())
    return [name if number == 1 else f"{number} {name}" for name, number in counts.most_common()]


def _numbered(names: Sequence[str]) -> list[str]:
    """Return names of which none is the same as another."""
    count: Counter[str] = Counter()
    found = []
    for name in names:
        count[name] += 1
        found.append(name if count[name] == 1 else f"{name} ({count[name]})")
    return found


def _option_words(name: str, value: object) -> str:
    if isinstance(value, bool):
        return name.replace("_", " ") if value else f"no {name.replace('_', ' ')}"
    text = value if isinstance(value, str) else json.dumps(value, default=str)
    return f"{name}={text if len(text) <= _LONG else _digest(value)[:8]}"


def _digest(value: object) -> str:
    return hashlib.sha256(json.dumps(value, sort_keys=True, default=str).encode()).hexdigest()


# Figures


def subject_of(report: Report[F], match: Match[F]) -> Hashable:
    """Return a key of what a match was about, the same for all matches about it."""
    topic = report.topic_of(match)
    return topic.data, topic.case, topic.question


def _begins(report: Report[F], match: Match[F]) -> Hashable:
    return report.methods.begins.of(match) if report.methods.begins else subject_of(report, match)


def seeds(report: Report[F], matches: Iterable[Match[F]]) -> list[list[Match[F]]]:
    """Return the matches of one method by seed, in the order in which they come."""
    count: Counter[tuple[str, Hashable]] = Counter()
    passes: dict[tuple[str, int], dict[Hashable, Match[F]]] = defaultdict(dict)
    for match in matches:
        run, subject = match.terms.name.rpartition("/")[0], subject_of(report, match)
        count[run, subject] += 1
        passes[run, count[run, subject]][subject] = match
    found: list[dict[Hashable, Match[F]]] = []
    for each in passes.values():
        place = next((seed for seed in found if not seed.keys() & each.keys()), None)
        if place is None:
            found.append(place := {})
        place |= each
    held = [list(seed.values()) for seed in found]
    are_seeds = all(len(seed) >= _LEAST * len(held[0]) for seed in held)
    return held if are_seeds else [[*chain.from_iterable(held)]]  # subjects drawn by chance come again now and then


def pair_matches(report: Report[F], ours: Iterable[Match[F]], theirs: Iterable[Match[F]]) -> list[tuple[Match[F], Match[F]]]:
    """Return our matches with those of theirs that begin alike; such that do more than once in order of appearance."""
    mine, others = _by_beginning(report, ours), _by_beginning(report, theirs)
    return [(match, others[key]) for key, match in mine.items() if key in others]


def _by_beginning(report: Report[F], matches: Iterable[Match[F]]) -> dict[Hashable, Match[F]]:
    count: Counter[Hashable] = Counter()
    found: dict[Hashable, Match[F]] = {}
    for match in matches:
        key = _begins(report, match)
        count[key] += 1
        found[key, count[key]] = match
    return found


def _spread(values: Sequence[float]) -> Spread:
    return Spread(fmean(values) if values else None, stdev(values) if len(values) > 1 else None, len(values))


def _values(measures: Iterable[Measure], match: Match[Any]) -> dict[Key, Share]:
    """Return the figures of a match: its own, those of the seats of each role, and where there are none of all seats."""
    found: dict[Key, Share] = {}
    roles = group_pairs((each.role, seat) for seat, each in match.seats.items())
    for measure in measures:
        parts: Mapping[str, Sequence[str | None]] = {"": [None]}
        if measure.of != "match":
            parts = {"": [*match.seats]} if measure.seats == "pooled" else roles
        for role, seats in parts.items():
            told = group_pairs(pair for seat in seats for pair in values_of(measure, match, seat).items())
            for name, values in told.items():
                if Key(name) in found or Key(name, role) in found:  # the first of a name has precedence, such as calls of a game
                    continue
                value = add_up(values)
                number = rate(value) if isinstance(value, Change) else None
                share = value if isinstance(value, Share) else _NO_SHARE if number is None else Share(number, 1)
                found[Key(name, role)] = share
    return found
