"""Measures: the figures of finished matches, each declared once and rendered everywhere.

A game declares a `Report`: its measures, and which matches may be pooled. The text and JSON of `woozle report`, results, tables
with their codebook, and leaderboards are all made from that one list. docs/intervals.md says which figure has which interval.
"""

from __future__ import annotations

import hashlib
import json
from collections import Counter, defaultdict
from collections.abc import Callable, Collection, Hashable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property, lru_cache
from itertools import combinations
from pkgutil import resolve_name
from statistics import fmean, stdev
from typing import TYPE_CHECKING, Any, Generic, Literal, NamedTuple, TypeAlias, TypeVar

from woozle.core.answer_counts import NO_ANSWERS, AnswerCounts
from woozle.core.conduct import ConductReader
from woozle.core.errors import InputError
from woozle.core.event import RecordEntry
from woozle.core.groups import group_pairs
from woozle.core.outcome import Outcome, Result
from woozle.core.request import AnswerProbabilities, Seat
from woozle.core.statistics.intervals import interval
from woozle.core.statistics.resampling import (
    Estimate,
    Share,
    add_shares,
    mean_difference,
    pooled_difference,
    pooled_mean,
    pooled_share,
)

if TYPE_CHECKING:
    from woozle.core.game import Game

F = TypeVar("F")
T = TypeVar("T")

_NONE: Mapping[Any, Any] = {}
UNFINISHED = "the match is unfinished; only finished ones are reported"
EVERYBODY = "all"
"""The seats of a match taken together."""


class ReportError(InputError):
    """A match that cannot be reported on. The message says why, as a sentence or the end of one."""


class Change(NamedTuple):
    """Two shares of one match. The figure is the first minus the second."""

    ours: Share
    theirs: Share


Value: TypeAlias = float | Share | Change | None
"""The value of a measure for one match, or for one seat in it. None and a share of nothing mean undefined, never zero."""

Kind: TypeAlias = Literal["text", "free text", "whole number", "number", "yes or no"]
"""The type of the values in a column of a table. Free text may say anything, and is left out of tables unless asked for."""

AS_FOUND: Literal["as found"] = "as found"
"""Levels of a column that the codebook lists as they occur in a table."""


@dataclass(frozen=True, slots=True)
class Measure:
    """A figure, or a fact in a table, declared once: reports, results, leaderboards, tables and codebooks are made of it.

    Args:
        name: in JSON and in tables.
        meaning: as in a codebook, a phrase.
        value: of a match, or of a match and a seat; in a table, of the subject of a row, None if it is missing. By default the
            number of that name in the results of seats. A mapping by numbers, such as those of rounds, has a figure for each, whose
            name ends with the number.
        of: what one value is about. Numbers of several seats of a match are averaged there first, so that a match counts once;
            shares of decisions are added up, so that each decision counts.
        better: which end is good.
        interval: `wilson` for shares, `student` for means of scores, `bootstrap` for other means and ratios, which have
            Student's below ten matches.
        title: in reports as text; by default the name. `{}` in it is the number of a figure.
        under: the name of the measure below which it stands in reports as text, indented, and without which it is left out.
        form: of one value of a match; by default four digits, shares as counts.
        head: over a column of results; empty: it is in none.
        leaves: the order in which columns leave narrow screens; 0: stays.
        seats: how figures of several seats are put together, beside those of each: those of all are pooled, always or where all
            have the same player, or those of each two are compared, match by match.
        listed: in reports as text: always, where it is not 0 for all, or never, in JSON alone.
        kind: of its values in a table.
        levels: the possible values of a text, if they are few, with their meanings if these need words; or AS_FOUND.
        missing: when a table has no value.
        together: of a match, a unit and its part in it, such as a figure and one of the questions about it. The matches of a unit
            count as one, with the least of their values; the second match of the same part belongs to a second unit.
    """

    name: str
    meaning: str
    value: Callable[..., Any] | None = None
    unit: str = ""
    of: Literal["match", "seat", "decision"] = "match"
    better: Literal["high", "low", ""] = ""
    interval: Literal["wilson", "bootstrap", "student", "none"] = "bootstrap"
    title: str = ""
    under: str = ""
    form: str = ""
    head: str = ""
    leaves: int = 0
    seats: Literal["apart", "pooled", "pooled if alike", "compared"] = "apart"
    listed: Literal["always", "if not 0", "never"] = "always"
    kind: Kind = "number"
    levels: Mapping[str, str] | Sequence[str] = ()
    missing: str = ""
    together: Callable[[Match[Any]], tuple[Hashable, Hashable]] | None = None

    @property
    def key(self) -> str:
        """What tells it from the other measures of a report, of which some have its name."""
        return f"{self.of} {self.name} {self.title}"


@dataclass(frozen=True, slots=True)
class Terms:
    """The terms of a match: all that was settled before it began.

    Args:
        name: Unique name of the match.
        rules, officials, players: In words.
        config: As in its header.
        version: Version of the rules.
        deal: Equal for matches with the same chance; empty where that is not known, as of imported matches.
        prompts: Versions of the prompts that models read, and forms of their replies where these are not the usual; empty without
            models. Matches with different ones are never pooled.
    """

    name: str = ""
    rules: str = ""
    officials: str = ""
    players: Mapping[Seat, str] = field(default_factory=dict)
    config: Mapping[str, Any] = field(default_factory=dict)
    version: int = 0
    deal: str = ""
    prompts: str = ""

    def without(self, options: Collection[str]) -> Terms:
        """Return the same terms without some options, such as pools, which are too large to keep for each of many matches."""
        return replace(self, config={name: each for name, each in self.config.items() if name not in options})

    def digest(self, *, without: Collection[str] = (), in_any_seat: bool = False, by_anybody: bool = False) -> str:
        """Return a digest that is equal for matches played on the same terms, and for no others.

        Args:
            without: Options that say what a match is about, and not how it is played.
            in_any_seat: Ignore which seat each player had.
            by_anybody: Ignore the players altogether.
        """
        players = () if by_anybody else sorted(self.players.values()) if in_any_seat else self.players
        config = {name: each for name, each in self.config.items() if name not in without}
        what = json.dumps([self.version, players, self.officials, config], sort_keys=True, default=str)
        return hashlib.sha256(what.encode()).hexdigest()


@dataclass(frozen=True, slots=True)
class Played:
    """A finished match, from which a game takes its facts.

    Args:
        leanings: Answer probabilities, by the position in the record of the first Event that followed the answer.
        used: Calls, tokens, dollars and seconds of models; None where unknown, empty for a match without models.
        used_by: The same for the model at each seat.
        is_imported: True if it was played elsewhere, and folded from a log.
        answers: Counts of the answers and forfeits of seats and services.
    """

    record: Sequence[RecordEntry]
    outcome: Outcome
    terms: Terms = Terms()
    leanings: Mapping[int, AnswerProbabilities] = field(default_factory=dict)
    used: Mapping[str, float | None] = field(default_factory=dict)
    is_imported: bool = False
    answers: Mapping[Seat, AnswerCounts] = field(default_factory=dict)
    used_by: Mapping[Seat, Mapping[str, float | None]] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Seated:
    """A seat in a finished match.

    right: the share of its answers that were right, by their type. answers: counts of its answers and forfeits. used: usage of its
    model, as in Played.
    """

    player: str
    role: str
    result: Result
    right: Mapping[str, Share] = field(default_factory=dict)
    answers: AnswerCounts = NO_ANSWERS
    used: Mapping[str, float | None] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Contribution:
    """What one match adds to the figures of many, by the name of the figure.

    Args:
        own: Values of the match, and of all its seats together.
        seats: Those of its seats, by `Report.whose`.
        alike: Those of all its seats for figures that are pooled if these have the same player.
        numbered: The figures of measures that have one for each of some numbers, by the key of the measure.
    """

    own: Mapping[str, Share | Change]
    seats: Mapping[str, Mapping[str, Share | Change]]
    alike: Mapping[str, Share | Change]
    numbered: Mapping[str, Sequence[str]]


@dataclass(frozen=True)
class KeptFigures:
    """The figures of a match that was measured before.

    Args:
        contribution: What it adds to figures of many.
        read: Returns the value of each measure as JSON has it, by the seat (empty: of the match) and its key, and what
            `Report.details` gives.
    """

    contribution: Contribution
    read: Callable[[], tuple[Mapping[Seat, Mapping[str, Any]], Mapping[str, Any]]]

    def value(self, measure: Measure, seat: Seat | None) -> Any:
        """Return the value of a measure; None if it has none in such a match."""
        return value_of_json(self.read()[0][seat or ""].get(measure.key))


def value_of_json(told: Any) -> Any:
    """Return a value that JSON has: a share as a pair, a change as a pair of pairs, values by number as an object."""
    if isinstance(told, list):
        return Change(_share(*told[0]), _share(*told[1])) if isinstance(told[0], list) else _share(*told)
    return {number: value_of_json(each) for number, each in told.items()} if isinstance(told, dict) else told


@lru_cache(maxsize=10_000, typed=True)
def _share(part: float, whole: float) -> Share:
    """Return a share, the same for the same numbers: many matches have few different ones."""
    return Share(part, whole)


@dataclass(frozen=True)
class Match(Generic[F]):
    """A finished match, as measures see it.

    Args:
        is_void: Whether its figures mean nothing.
        read_facts: Reads the facts that its game takes measures from.
        kept: Its figures, if it was measured before; then few ask for its facts.
    """

    terms: Terms
    reason: str
    seats: Mapping[Seat, Seated]
    used: Mapping[str, float | None]
    is_void: bool
    read_facts: Callable[[], F] = field(compare=False)
    kept: KeptFigures | None = field(default=None, compare=False)

    @cached_property
    def facts(self) -> F:
        """What its game reads in its record."""
        return self.read_facts()


def has_failed(played: Played, _: object = None) -> bool:
    """Return whether a technical failure (a broken server, say) stopped a seat: then what the others did says nothing."""
    return any(result.kind == "void" for result in played.outcome.results.values())


def by_seat(match: Match[Any], seat: Seat) -> str:
    """Return the seat itself, so that figures are given by seat."""
    return seat


def by_player(match: Match[Any], seat: Seat) -> str:
    """Return the player of a seat, so that figures are given by player."""
    return match.seats[seat].player


def by_player_and_role(match: Match[Any], seat: Seat) -> str:
    """Return the player of a seat and its role, so that figures are given by player and role."""
    return ", ".join(filter(None, (match.seats[seat].player, match.seats[seat].role)))


def same_terms(match: Match[Any]) -> Hashable:
    """Return a key that matches share if they have the same players in the same seats, rules, options and services."""
    return match.terms.digest()


def same_rules(match: Match[Any]) -> Hashable:
    """Return a key that matches share if they have the same rules, options and services, whatever the players."""
    return match.terms.digest(by_anybody=True)


def not_void(matches: Sequence[Match[F]]) -> list[Match[F]]:
    """Return the matches whose figures mean something."""
    return [match for match in matches if not match.is_void]


@dataclass(frozen=True, slots=True)
class Topic:
    """The subject of a match, and the answer of its group.

    Args:
        case: What it was about, by its name in the data set: a question, a picture, passages.
        data: The data set; empty for a user's own without a name.
        question: In words; empty if there was no question.
        answer: The answer of the group; None if it gave none, or answers to no question.
        is_right: Whether that answer is right; None if nothing says so.
        is_free: Whether it is in free words, which tables have only if they are asked for.
    """

    case: str
    data: str = ""
    question: str = ""
    answer: str | None = None
    is_right: bool | None = None
    is_free: bool = True


def company_of(match: Match[Any]) -> tuple[Hashable, ...]:
    """Return the players of a match, whatever their seats."""
    return tuple(sorted(match.terms.players.values()))


def way_of(match: Match[Any]) -> Mapping[str, Any]:
    """Return all that makes the way in which a match was played, by name, but for the players."""
    terms = match.terms
    return {**terms.config, "services": terms.officials, "rules": terms.version, "prompts_read": terms.prompts}


@dataclass(frozen=True, slots=True)
class Cluster(Generic[F]):
    """A subject that matches can share. name: the word for it. of: returns a key for the subject of a match."""

    name: str
    of: Callable[[Match[F]], Hashable]


@dataclass(frozen=True, slots=True)
class Methods(Generic[F]):
    """Rules for telling methods apart and comparing them: other options with the same players, or the reverse.

    Args:
        figures: The names of the figures that have a table and are tested, with a title where it is not the measure's own; the
            differences of all others have an interval and no p.
        beside: The names of figures that have a column in each table, such as answers that could not be read, unless all are 0.
        way: All that makes a method but the players, by name. name: What it is called; empty: by what differs, None: it is none.
        company: The players. Methods whose companies are the same, however many seats each has, differ in the way alone.
        setting: What the methods have in common beside their company, in words.
        begins: A key of what two matches must have in common to be a pair, with the word for it; by default what they are about.
        baselines: Rows without matches of their own, such as majorities of first answers: by name, the figures that stand for those
            of methods. Each method is compared with the last of them in its own matches.
        is_compared: Whether the difference of a figure, by its name, means something.
        rank: The order of methods; the first is the one that others are compared with.
        left_out: Why matches by a method count for nothing, as the end of a sentence; empty if they count.
    """

    figures: Mapping[str, str] = field(default_factory=lambda: dict.fromkeys(("won", "score"), ""))
    beside: Mapping[str, str] = field(default_factory=dict)
    way: Callable[[Match[F]], Mapping[str, Any]] = way_of
    name: Callable[[Match[F]], str | None] = lambda match: ""
    company: Callable[[Match[F]], Sequence[Hashable]] = company_of
    setting: Callable[[Match[F]], str] = lambda match: ""
    begins: Cluster[F] | None = None
    baselines: Callable[[Match[F]], Mapping[str, Mapping[str, str]]] = lambda match: {}
    is_compared: Callable[[str], bool] = lambda name: True
    rank: Callable[[Match[F]], Any] = lambda match: 0
    left_out: Callable[[Sequence[Match[F]]], str] = lambda matches: ""


@dataclass(frozen=True, slots=True)
class Parts(Generic[F]):
    """Ways to divide matches.

    Args:
        by: By title, the part that a match belongs to; empty if it belongs to none.
        heads: The figures of matches that are given for parts, each with its column heading.
    """

    by: Mapping[str, Callable[[Match[F]], str]]
    heads: Mapping[str, str]


@dataclass(frozen=True, slots=True)
class Report(Generic[F]):
    """The report of a game on finished matches. By default: wins, numbers of results, and how often answers were right.

    Args:
        facts: Reads the facts that measures are taken from; may raise ReportError with the end of a sentence.
        about: Options that say what a match is about, and not how it is played.
        is_void: Whether the figures of a match mean nothing. valid: Selects the matches that count.
        likeness: A key; matches with the same one are pooled.
        whose: The name under which the figures of a seat are given; None if there are no figures of seats.
        cluster: The subject of a match; matches about the same one are resampled together.
        parts: Ways to divide matches.
        details: Facts about a match that only JSON gives, beside its figures.
        service: Names a service from its description, where its kind and name are not enough.
        conduct: Reads the conduct of a seat, for profiles.
        topic: What a match was about; None if that is nothing but its deal. Matches about different data sets are never pooled.
        methods: How methods are compared.
        is_kept: Whether the figures of matches are kept. Only where hardly anything but figures is reported, since all else needs
            the facts of a match, for which it is read again.
        options: Given options of a report by name, such as other weights of a score, returns the report with the measures that they
            ask for; may raise ReportError with a sentence. None if it has none. Not for a report whose figures are kept.
    """

    measures: Sequence[Measure] = ()
    facts: Callable[[Played], F] | None = None
    about: Collection[str] = ()
    is_void: Callable[[Played, F], bool] = has_failed
    valid: Callable[[Sequence[Match[F]]], list[Match[F]]] = not_void
    likeness: Callable[[Match[F]], Hashable] = same_terms
    whose: Callable[[Match[F], Seat], str] | None = by_player_and_role
    cluster: Cluster[F] | None = None
    parts: Parts[F] | None = None
    details: Callable[[Match[F]], Mapping[str, Any]] | None = None
    service: Callable[[Mapping[str, Any]], str] | None = None
    conduct: ConductReader | None = None
    topic: Callable[[Match[F]], Topic | None] | None = None
    methods: Methods[F] = field(default_factory=Methods)
    is_kept: bool = False
    options: Callable[[Mapping[str, Any]], Report[F]] | None = None

    def with_options(self, given: Mapping[str, Any]) -> Report[F]:
        """Return the report with the measures that its options ask for. Raises ReportError."""
        if not given:
            return self
        if self.options is None:
            raise ReportError(f"The report of this game has no option {next(iter(given))!r}.")
        return self.options(given)

    def topic_of(self, match: Match[F]) -> Topic:
        """Return what a match was about: its topic, else its deal, else nothing that any other match is about."""
        found = self.topic(match) if self.topic else None
        return found or Topic(match.terms.deal or match.terms.name)


def match_of(
    report: Report[F],
    played: Played,
    roles: Mapping[Seat, str] = _NONE,
    right: Mapping[tuple[Seat, str], Sequence[bool | None]] = _NONE,
) -> Match[F]:
    """Return a match as the measures of a report see it. Raises ReportError if nothing can be said about it.

    Args:
        roles: Of seats.
        right: By seat and type, whether its answers were right.
    """
    facts: Any = report.facts(played) if report.facts else None
    shares: dict[Seat, dict[str, Share]] = defaultdict(dict)
    for (seat, kind), answers in right.items():
        shares[seat][kind.lower()] = Share.of(answers)
    seats = {
        seat: Seated(
            played.terms.players.get(seat, "?"),
            roles.get(seat, ""),
            result,
            shares[seat],
            played.answers.get(seat, NO_ANSWERS),
            played.used_by.get(seat, {}),
        )
        for seat, result in played.outcome.results.items()
    }
    void = report.is_void(played, facts)
    return Match(played.terms.without(report.about), played.outcome.reason, seats, played.used, void, lambda: facts)


def measures_of(report: Report[F], matches: Sequence[Match[F]]) -> list[Measure]:
    """Return the measures of some matches: those declared, and those that all games have."""
    every = [seat for match in matches for seat in match.seats.values()]
    own = list(report.measures)
    if not own:
        roles = {seat.role for seat in every}  # which some games give as numbers too
        names = dict.fromkeys(name for seat in every for name in seat.result.numbers if name not in roles)
        own = [
            Measure(name, "", of="seat", interval="student", form="g", head=name.replace("_", " "), leaves=at)
            for at, name in enumerate(names)
        ]
    kinds = dict.fromkeys(kind for seat in every for kind in seat.right) if not report.facts else ()
    counted = {measure.name for measure in own}  # by the rules of a game, such as the calls of quest
    used = [each for each in SEAT_USED if each.name not in counted] if any(match.used for match in matches) else []
    return [WON, *own, *map(rightness, kinds), *ANSWERS, *used, *USED]


def values_of(measure: Measure, match: Match[Any], seat: Seat | None = None) -> dict[str, Value]:
    """Return the values of a measure for a match, or for a seat in it, by the name of the figure."""
    found = raw_value(measure, match, seat)
    if isinstance(found, Mapping):
        return {f"{measure.name}{number}": each for number, each in found.items()}
    return {measure.name: found}


def raw_value(measure: Measure, match: Match[Any], seat: Seat | None) -> Any:
    """Return the value of a measure for a match, or for a seat in it; by number, if it has a figure for each of several."""
    if match.kept:
        return match.kept.value(measure, seat)
    if measure.value is None:
        return match.seats[seat].result.numbers.get(measure.name) if seat else None
    return measure.value(match, seat) if measure.of != "match" else measure.value(match)


def details_of(report: Report[F], match: Match[F]) -> Mapping[str, Any]:
    """Return the facts about a match that only JSON gives."""
    if match.kept:
        return match.kept.read()[1]
    return report.details(match) if report.details else {}


def with_number(measure: Measure, name: str) -> Measure:
    """Return the measure of one of its figures, with the number in the title where it has one."""
    return (
        measure
        if name == measure.name
        else replace(measure, name=name, title=measure.title.format(name.removeprefix(measure.name)))
    )


def heading(measure: Measure) -> str:
    """Return the title of a measure, or its name in words; indented below another measure."""
    return f"{'  ' if measure.under else ''}{measure.title or measure.name.replace('_', ' ')}"


def result_number(name: str, meaning: str, unit: str = "", **more: Any) -> Measure:
    """Return the measure of a number in results. It is in tables and JSON; text reports use it only within other measures."""
    return Measure(name, meaning, None, unit, of="seat", interval="student", form="g", listed="never", **more)


def report_of(game: type[Game[Any]]) -> Report[Any]:
    """Return the report that a game declares, or the default one."""
    found: Any = resolve_name(game.report) if isinstance(game.report, str) and game.report else game.report or Report()
    report: Report[Any] = found
    return report


WON = Measure(
    "won",
    "share of matches won",
    lambda match, seat: match.seats[seat].result.kind == "won",
    of="seat",
    better="high",
    interval="wilson",
)


def rightness(kind: str) -> Measure:
    """Return the measure of how often answers of a type were right, which a game with its own facts names in its report."""
    return Measure(
        f"{kind}_right",
        f"share of answers of type {kind} that are right",
        lambda match, seat: match.seats[seat].right.get(kind),
        of="decision",
        better="high",
        interval="wilson",
    )


def _answer_measure(name: str, meaning: str, title: str, share: Callable[[AnswerCounts], Share], **more: Any) -> Measure:
    return Measure(
        name,
        meaning,
        lambda match, seat: share(match.seats[seat].answers),
        of="decision",
        interval="wilson",
        title=title,
        seats="pooled",
        **more,
    )


ANSWERED = _answer_measure(
    "answered",
    "share of its questions that it answered: neither forfeited nor void",
    "questions answered",
    lambda counts: counts.answered,
    better="high",
)

ANSWERS = (
    ANSWERED,
    _answer_measure(
        "forfeited",
        "share of its questions that it forfeited by its own fault",
        "questions forfeited",
        lambda counts: counts.forfeited,
        better="low",
        listed="if not 0",
    ),
    _answer_measure(
        "voided",
        "share of its questions voided by a technical failure, such as a server that failed",
        "questions void",
        lambda counts: counts.voided,
        listed="if not 0",
    ),
    _answer_measure(
        "repaired",
        "share of its answers that could not be read or were illegal, and were asked for again",
        "answers asked for again",
        lambda counts: counts.repaired,
        better="low",
        listed="if not 0",
    ),
    _answer_measure(
        "cut_short",
        "share of its answers whose reply was cut off at its limit of tokens, and that were taken as they stood",
        "answers cut short",
        lambda counts: counts.incomplete,
        better="low",
        listed="if not 0",
    ),
)
"""Measures of answers and forfeits, for every game."""


def _usage_measure(name: str, title: str, unit: str, of: Literal["match", "seat"]) -> Measure:
    if of == "match":
        form = ",.2f" if name == "seconds" else ",g"
        return Measure(name, title, lambda match: match.used.get(name), unit, better="low", title=f"{title}, a match", form=form)
    return Measure(
        name,
        f"{title}, of the seat's model in a match",
        lambda match, seat: match.seats[seat].used.get(name),
        unit,
        of="seat",
        better="low",
        title=title,
        form=",g",
        listed="always" if name == "dollars" else "never",
    )


_USAGE = {
    "calls": ("calls of models", "calls"),
    "tokens_in": ("tokens read", "tokens"),
    "tokens_cached": ("tokens read from a cache", "tokens"),
    "tokens_out": ("tokens written", "tokens"),
    "tokens_reasoning": ("tokens of reasoning", "tokens"),
    "dollars": ("dollars", "US dollars"),
    "seconds": ("seconds of models", "seconds"),
}
"""Titles and units of usage."""

USED = tuple(_usage_measure(name, *_USAGE[name], "match") for name in ("calls", "tokens_in", "tokens_out", "dollars", "seconds"))
"""Measures of what all models of a match used together."""

SEAT_USED = tuple(_usage_measure(name, *each, "seat") for name, each in _USAGE.items() if name != "seconds")
"""Measures of what the model at a seat used; only for matches with models."""


def is_unknown(measure: Measure, match: Match[Any], seat: Seat | None = None) -> bool:
    """Return whether models were asked and a measure of their usage is unknown, such as dollars without a price."""
    used = match.used if seat is None else match.seats[seat].used
    return used.get(measure.name, 0) is None and measure in (USED if seat is None else SEAT_USED)


# Many matches together


class Figure(NamedTuple):
    """A measure of some matches, with its 95 % interval. n: matches in which it is defined. sd: over matches; None for shares."""

    value: float | None
    low: float | None
    high: float | None
    n: int
    sd: float | None = None


Figures: TypeAlias = Mapping[str, Figure]


@dataclass(frozen=True, slots=True)
class Group(Generic[F]):
    """Pooled matches.

    Args:
        matches: All of them. valid: Those that count.
        measures: Of matches and of all their seats, by the name of the figure. seat_measures: Of single seats.
        figures: Of matches, and of all their seats. seats: The figures of seats, by `Report.whose`. parts: By title and part.
        compared: Differences between the figures of two seats: the first minus the second.
    """

    matches: Sequence[Match[F]]
    valid: Sequence[Match[F]]
    measures: Mapping[str, Measure]
    seat_measures: Mapping[str, Measure]
    figures: Figures
    seats: Mapping[str, Figures]
    parts: Mapping[str, Mapping[str, Figures]]
    compared: Mapping[tuple[str, str], Figures]

    @property
    def void(self) -> int:
        """The number of matches that do not count."""
        return len(self.matches) - len(self.valid)


def groups(report: Report[F], matches: Sequence[Match[F]]) -> list[Group[F]]:
    """Return matches pooled by `Report.likeness`, data set and prompts, in order of first appearance."""
    alike = group_pairs(((report.likeness(each), report.topic_of(each).data, each.terms.prompts), each) for each in matches)
    return [_group(report, some, matches) for some in alike.values()]


_Said: TypeAlias = Mapping[str, Mapping[int, Share | Change]]
"""Values of matches, by the name of the figure and the number of the match."""


def _group(report: Report[F], alike: Sequence[Match[F]], every: Sequence[Match[F]]) -> Group[F]:
    count = {id(match) for match in report.valid(every)}
    valid = [match for match in alike if id(match) in count]
    measures = measures_of(report, alike)
    of_seats = [measure for measure in measures if measure.of != "match"]
    every_given = {id(match): contribution(report, match, measures) for match in alike}
    found = _by_name([measure for measure in measures if measure.of == "match" or measure.seats == "pooled"], every_given.values())
    seat_found = _by_name(of_seats, every_given.values())
    clusters = [report.cluster.of(match) for match in valid] if report.cluster else None
    given = [every_given[id(match)] for match in valid]

    def figures(said: _Said, of: Mapping[str, Measure]) -> Figures:
        return {name: figure(of[name], each, clusters) for name, each in said.items()}

    whose = [*dict.fromkeys(name for each in given for name in each.seats)]
    said = {name: _columns(seat_found, valid, [each.seats.get(name, {}) for each in given]) for name in whose}
    players = {seat.player for match in alike for seat in match.seats.values()}
    if len(players) == 1 and len(whose) > 1 and any(each.seats == "pooled if alike" for each in of_seats):
        said[EVERYBODY] = _columns(seat_found, valid, [each.alike for each in given])
    compared = {name for name, measure in seat_found.items() if measure.seats == "compared"}
    return Group(
        alike,
        valid,
        found,
        seat_found,
        figures(_columns(found, valid, [each.own for each in given]), found),
        {name: figures(each, seat_found) for name, each in said.items()},
        _figures_of_parts(report.parts, found, [*zip(valid, given, strict=True)]) if report.parts else {},
        {
            (one, other): {name: _lead(said[one][name], said[other][name]) for name in said[one] if name in compared}
            for one, other in combinations(whose, 2)
            if compared
        },
    )


def _figures_of_parts(
    parts: Parts[F], named: Mapping[str, Measure], matches: Sequence[tuple[Match[F], Contribution]]
) -> dict[str, dict[str, Figures]]:
    """Return the figures of parts of matches, by title and part. named: measures by the name of the figure."""
    heads = {name: measure for name, measure in named.items() if name in parts.heads}
    return {
        title: {
            name: {key: figure(named[key], each) for key, each in _columns(heads, *zip(*some, strict=True)).items()}
            for name, some in _divide((part(match), (match, given.own)) for match, given in matches)
        }
        for title, part in parts.by.items()
    }


def contribution(report: Report[F], match: Match[F], measures: Iterable[Measure]) -> Contribution:
    """Return what a match adds to the figures of many."""
    if match.kept:
        return match.kept.contribution
    whose = group_pairs((report.whose(match, seat), seat) for seat in match.seats) if report.whose else {}
    seats: dict[str, dict[str, Share | Change]] = {name: {} for name in whose}
    own: dict[str, Share | Change] = {}
    alike: dict[str, Share | Change] = {}
    numbered: dict[str, list[str]] = {}
    for measure in measures:
        some: Sequence[Seat | None] = [None] if measure.of == "match" else [*match.seats]
        told = {seat: values_of(measure, match, seat) for seat in some}
        if (names := [*dict.fromkeys(name for each in told.values() for name in each)]) != [measure.name]:
            numbered[measure.key] = names
        if measure.of == "match" or measure.seats == "pooled":
            own |= _pooled(told, some)
        if measure.of != "match":
            for name, each in whose.items():
                seats[name] |= _pooled(told, each)
        if measure.seats == "pooled if alike":
            alike |= _pooled(told, some)
    return Contribution(own, seats, alike, numbered)


def _pooled(told: Mapping[Seat | None, Mapping[str, Value]], seats: Iterable[Seat | None]) -> dict[str, Share | Change]:
    values = group_pairs(pair for seat in seats for pair in told[seat].items())
    return {name: add_up(each) for name, each in values.items()}


def _columns(
    named: Mapping[str, Measure], matches: Sequence[Match[F]], given: Sequence[Mapping[str, Share | Change]]
) -> dict[str, Mapping[int, Share | Change]]:
    """Return the values of figures that some matches have, by its number. named: measures by the name of the figure."""
    found: dict[str, Mapping[int, Share | Change]] = {}
    for name, measure in named.items():
        column = {at: each[name] for at, each in enumerate(given) if name in each}
        if column:
            found[name] = _merge(column, [*map(measure.together, matches)]) if measure.together else column
    return found


def _by_name(measures: Iterable[Measure], given: Collection[Contribution]) -> dict[str, Measure]:
    """Return measures by the names of the figures that they have in these matches."""
    found: dict[str, Measure] = {}
    for measure in measures:
        names = dict.fromkeys(name for each in given for name in each.numbered.get(measure.key, (measure.name,)))
        found |= {name: with_number(measure, name) for name in names if name not in found}
    return found


def _values_of(measures: Iterable[Measure], matches: Sequence[Match[F]], seats: Sequence[Sequence[Seat | None]]) -> _Said:
    """Return the values for some seats of each match; the seat None means the match itself."""
    found: dict[str, dict[int, Share | Change]] = {}
    for measure in measures:
        own: dict[str, dict[int, Share | Change]] = {}
        for at, (match, some) in enumerate(zip(matches, seats, strict=True)):
            told = group_pairs(pair for seat in some for pair in values_of(measure, match, seat).items())
            for name, values in told.items():
                own.setdefault(name, {})[at] = add_up(values)
        if measure.together:
            own = {name: _merge(said, [measure.together(match) for match in matches]) for name, said in own.items()}
        found |= own
    return found


def _merge(said: Mapping[int, Share | Change], places: Sequence[tuple[Hashable, Hashable]]) -> dict[int, Share | Change]:
    """Return the least value of each unit, under the number of its first match. places: the unit and part of each match."""
    met: Counter[tuple[Hashable, Hashable]] = Counter()
    units: dict[Hashable, list[int]] = defaultdict(list)
    for at in said:
        unit, _ = place = places[at]
        met[place] += 1
        units[unit, met[place]].append(at)
    return {some[0]: min((said[at] for at in some), key=lambda each: rate(each) or 0.0) for some in units.values()}


def values_named(
    report: Report[F], matches: Sequence[Match[F]], name: str, seats: Callable[[Match[F]], Sequence[Seat]] | None = None
) -> tuple[Measure, Mapping[int, Share | Change]] | None:
    """Return the measure of a figure, and its value in each match by position; None if no match has the figure.

    seats: Of a match, those whose figure is meant; by default that of the match itself, or else of all its seats together.
    """
    measures = [measure for measure in measures_of(report, matches) if name.startswith(measure.name)]
    for measure in sorted(measures, key=lambda each: (each.of == "match") == (seats is not None)):
        those = [[None] if measure.of == "match" else [*(seats(match) if seats else match.seats)] for match in matches]
        if found := _values_of([measure], matches, those).get(name):
            return with_number(measure, name), found
    return None


def add_up(values: Sequence[Value]) -> Share | Change:
    """Combine the values of several seats of one match: the sum of shares, the mean of numbers."""
    known = [value for value in values if value is not None]
    changes = [value for value in known if isinstance(value, Change)]
    if changes:
        return Change(add_shares(change.ours for change in changes), add_shares(change.theirs for change in changes))
    shares = [value for value in known if isinstance(value, Share)]
    if shares:
        return add_shares(shares)
    numbers = [float(value) for value in known if isinstance(value, int | float)]
    return Share(fmean(numbers), 1) if numbers else Share(0, 0)


def rate(value: Value) -> float | None:
    """Return a value as a number; None if it is undefined."""
    if isinstance(value, Change):
        ours, theirs = rate(value.ours), rate(value.theirs)
        return None if ours is None or theirs is None else ours - theirs
    if isinstance(value, Share):
        return value.rate
    return None if value is None else float(value)


def figure(measure: Measure, said: Mapping[int, Share | Change], clusters: Sequence[Hashable] | None = None) -> Figure:
    """Return a measure of some matches.

    Args:
        measure: The measure.
        said: The value in each match, by its number.
        clusters: By the same numbers, a key; matches with the same one are resampled together.
    """
    changes = {at: each for at, each in said.items() if isinstance(each, Change)}
    if changes:
        ours, theirs = (dict[Hashable, Share]((at, change[which]) for at, change in changes.items()) for which in (0, 1))
        return Figure(*pooled_difference(ours, theirs))
    shares = {at: each for at, each in said.items() if isinstance(each, Share) and each.whole}
    drawn = [*shares.values()]
    if clusters:
        drawn = [add_shares(shares[at] for at in some) for some in group_pairs((clusters[at], at) for at in shares).values()]
    rates = [share.part / share.whole for share in shares.values()]
    sd = stdev(rates) if len(rates) > 1 and measure.interval != "wilson" else None
    return Figure(*_estimate(measure, drawn)[:3], len(rates), sd)


def _estimate(measure: Measure, shares: Sequence[Share]) -> Estimate:
    match measure.interval:
        case "wilson":
            return pooled_share(shares)
        case "bootstrap":
            return pooled_mean(shares)
    values = [share.part / share.whole for share in shares]
    if not values:
        return Estimate(None, None, None, 0)
    low, high = (interval(values) if measure.interval == "student" else None) or (None, None)
    return Estimate(fmean(values), low, high, len(values))


def _lead(ours: Mapping[int, Share | Change], theirs: Mapping[int, Share | Change]) -> Figure:
    one, other = (dict[Hashable, float | None]((at, rate(each)) for at, each in said.items()) for said in (ours, theirs))
    return Figure(*mean_difference(one, other))


def _divide(matches: Iterable[tuple[str, T]]) -> list[tuple[str, list[T]]]:
    """Return matches by the part they belong to, the largest first; without those that belong to none."""
    found = group_pairs((name, match) for name, match in matches if name)
    return sorted(found.items(), key=lambda each: (-len(each[1]), each[0]))
