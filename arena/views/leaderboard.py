"""Leaderboards: rankings of players over comparable matches.

A board holds matches of one game with the same rules version, configuration and number of seats. These are left out, and counted by
reason: results that are void or have no score, forks (they share their beginning with another match), copies of a match that is
there, and matches that are unfinished or not verified. A player that never answered is not ranked, since its score is only what the
rules gave it.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import chain
from typing import TYPE_CHECKING, Any

from woozle.arena.views.answer_sentences import percent, reason_for_silence
from woozle.arena.views.company import name_company, roles_of, seated_players
from woozle.arena.views.copies import copy_sentences
from woozle.arena.views.costs import mean_cost
from woozle.arena.views.words import count
from woozle.core import registry
from woozle.core.answer_counts import MOST_FORFEITS, NO_ANSWERS, AnswerCounts, effective_names
from woozle.core.measures import Measure, report_of
from woozle.core.statistics.standings import Entry, Standing, score_of, standings

if TYPE_CHECKING:
    from woozle.core.statistics.strengths.ratings import Ratings

FEW = 10  # matches; a mean of fewer says little
_LEFT_OUT = {
    "void": ("void result", "void results"),
    "scoreless": ("result without a score", "results without a score"),
    "fork": ("fork", "forks"),
    "copy": ("copy of a match", "copies of matches"),
    "unfinished": ("unfinished match", "unfinished matches"),
    "altered": ("altered match", "altered matches"),
    "unchecked": ("match that was not checked", "matches that were not checked"),
    "imported": ("imported match", "imported matches"),
    "withdrawn": ("match whose rules need withdrawn words", "matches whose rules need withdrawn words"),
    "rules": ("match of rules that are not installed", "matches of rules that are not installed"),
    "game": ("match of a game that is not installed", "matches of games that are not installed"),
}
_COSTS = "cost: of a player's models, the mean of a match; ?: no call has a known price, +: some have none."


@dataclass(frozen=True, slots=True)
class ForfeitLimit:
    """The share of forfeited questions above which a player is marked. leaves_out: whether it is left out of the ranking too."""

    most: float = MOST_FORFEITS
    leaves_out: bool = False


@dataclass(frozen=True, slots=True)
class Unranked:
    """A player in a role that is not ranked, and the reason."""

    standing: Standing
    why: str

    def __str__(self) -> str:
        who = ", ".join(filter(None, (self.standing.player, self.standing.role)))
        return f"Not ranked: {who}; {self.why}."


@dataclass(frozen=True, slots=True)
class Board:
    """Comparable matches, each once.

    tables: their entries, by the players at the table. left_out: number of matches left out, by reason; copies: ids of transcripts
    that do not count, each with that of the transcript that counts for the same match.
    """

    game: str
    rules: int
    config: str
    config_id: str
    seats: int
    matches: int = 0
    verified: int = 0
    tables: Mapping[str, Sequence[Entry]] = field(default_factory=dict)
    left_out: Mapping[str, int] = field(default_factory=dict)
    copies: Mapping[str, str] = field(default_factory=dict)
    limit: ForfeitLimit = ForfeitLimit()

    @property
    def title(self) -> str:
        """The game, rules version, configuration and number of seats that its matches share."""
        return f"{self.game}, rules {self.rules} · {self.config or self.config_id} · {count(self.seats, 'seat')}"

    @property
    def label(self) -> str:
        """Its title and its number of matches."""
        return f"{self.title} · {count(self.matches, 'match', 'matches')}"

    @property
    def entries(self) -> Iterator[Entry]:
        """The entries of all tables."""
        return chain.from_iterable(self.tables.values())

    @property
    def roles(self) -> tuple[str, ...]:
        return tuple(sorted({entry.role for entry in self.entries} - {""}))

    @property
    def numbers(self) -> tuple[str, ...]:
        """The numbers in results by which players can be compared, `score` among them."""
        return tuple(dict.fromkeys(name for entry in self.entries for name in entry.result.numbers))

    def measure(self, by: str = "score") -> Measure:
        """Return the declaration of a number in results; it has no meaning if the game is not installed or declares none."""
        kind = registry.find_game(self.game, self.rules)
        declared = report_of(kind).measures if kind else ()
        return next((each for each in declared if each.name == by and each.of != "match"), Measure(by, "", of="seat"))

    def reading(self, by: str) -> str:
        """Return the meaning of a number in results, as a sentence; empty if its game declares none."""
        measure = self.measure(by)
        less = "; less is better" if measure.better == "low" else ""
        return f"mean: of `{by}`, {measure.meaning}{less}." if measure.meaning else ""

    def standings(self, role: str = "", table: str = "", by: str = "score") -> list[Standing]:
        """Return the ranked players, the best first, by a number in results. role, table: only these; empty for all."""
        return [row for row in self._standings(role, table, by) if not self._why_unranked(row)]

    def find_unranked(self, role: str = "", table: str = "", by: str = "score") -> list[Unranked]:
        """Return the players that are not ranked; see `standings`."""
        return [Unranked(row, why) for row in self._standings(role, table, by) if (why := self._why_unranked(row))]

    def _standings(self, role: str, table: str, by: str) -> list[Standing]:
        entries = (
            entry for name, entries in self.tables.items() for entry in entries if role in ("", entry.role) and table in ("", name)
        )
        return standings(entries, by, lowest_first=self.measure(by).better == "low")

    def _why_unranked(self, row: Standing) -> str:
        if row.answers.never_answered:
            return reason_for_silence(row.answers)
        if self.limit.leaves_out and row.player in self.above:
            return f"forfeited {percent(self.answers[row.player].forfeited.rate or 0)} of all its questions"
        return ""

    @property
    def answers(self) -> dict[str, AnswerCounts]:
        """The counts of each player's answers, in all roles together."""
        found: dict[str, AnswerCounts] = {}
        for entry in self.entries:
            found[entry.player] = found.get(entry.player, NO_ANSWERS) + entry.answers
        return found

    @property
    def has_costs(self) -> bool:
        """True if any player called a model."""
        return any(entry.answers.usage.calls for entry in self.entries)

    @property
    def above(self) -> frozenset[str]:
        """The players that forfeited more than the limit, in all roles together."""
        return frozenset(player for player, counts in self.answers.items() if counts.forfeits_above(self.limit.most))

    def is_above(self, row: Standing) -> bool:
        """Return whether a player forfeited more than the limit, in this role or in all together."""
        return row.player in self.above or row.answers.forfeits_above(self.limit.most)

    def marks(self, row: Standing) -> tuple[str, ...]:
        """Return the remarks beside a player, in a few words each: few matches, many forfeits, settings without effect."""
        many = row.answers.forfeits_above(self.limit.most)
        return (
            *(("few",) if is_few(row) else ()),
            *((f"forfeits {percent(row.answers.forfeited.rate or 0)}",) if many else ()),
            *(("forfeits elsewhere",) if not many and row.player in self.above else ()),
            *((f"{', '.join(row.answers.not_taken)} not taken",) if row.answers.not_taken else ()),
        )

    def ratings(self, is_wanted: Callable[[], bool] = lambda: True) -> Ratings:
        """Rate all players by `core.statistics.strengths.ratings`. Takes seconds. Raises UnratedError, with a sentence."""
        from woozle.core.statistics.strengths.ratings import rate_players

        return rate_players(self.entries, is_wanted, self.above if self.limit.leaves_out else ())

    @property
    def notes(self) -> tuple[str, ...]:
        """Sentences on how to read its scores."""
        left = [count(number, *_LEFT_OUT[why]) for why, number in self.left_out.items()]
        return (
            f"{count(self.matches, 'match', 'matches')}, {self.verified} verified. Not counted: {', '.join(left) or 'nothing'}.",
            *copy_sentences(self.copies),
            "n counts matches: a player's seats in one role of a match are one entry.",
            f"few: under {FEW} matches, so that the mean says little yet.",
            *((_COSTS,) if self.has_costs else ()),
            *self.answer_notes,
        )

    @property
    def answer_notes(self) -> tuple[str, ...]:
        """Sentences on how to read the remarks on players' answers; none if every question was answered."""
        found = self.answers
        silent = {entry.match for entry in self.entries if entry.answers.never_answered}
        notes = (
            (
                "answers: share of questions answered; the rest was forfeited or void.",
                any(counts.forfeits or counts.voids for counts in found.values()),
            ),
            (
                f"forfeits, !: more than {percent(self.limit.most)} of its questions were forfeited.",
                any(map(self.is_above, self.standings())),
            ),
            (
                f"In {count(len(silent), 'match', 'matches')} a seat never answered; what others did there counts all the same.",
                bool(silent),
            ),
            *(
                (f"not taken: {player}: {', '.join(counts.not_taken)}, which its server refused, so that it had no effect.", True)
                for player, counts in found.items()
                if counts.not_taken
            ),
        )
        return tuple(note for note, is_needed in notes if is_needed)


def boards(summaries: Iterable[Any], accepted: Collection[str] = (), limit: ForfeitLimit | None = None) -> list[Board]:
    """Return all boards, the one with most matches first. summaries: of `woozle.saves.store`, checked.

    accepted: causes that excuse a match from being verified, such as `imported`. limit: of forfeits; None for the default.
    """
    limit = limit or ForfeitLimit()
    alike: dict[tuple[object, ...], list[Any]] = {}
    unfinished: Counter[tuple[object, ...]] = Counter()
    for summary in summaries:
        kind = (summary.game, summary.rules, summary.config_id, len(summary.results) or len(seated_players(summary)))
        if summary.status == "finished" and summary.results:
            alike.setdefault(kind, []).append(summary)
        elif summary.status == "unfinished":
            unfinished[kind] += 1
    found = [_board(matches, unfinished[kind], accepted, limit) for kind, matches in alike.items()]
    return sorted(found, key=lambda board: (-board.matches, board.title))


def _board(alike: Sequence[Any], unfinished: int, accepted: Collection[str], limit: ForfeitLimit) -> Board:
    first = alike[0]
    tables: dict[str, list[Entry]] = {}
    left_out = Counter({"unfinished": unfinished} if unfinished else {})
    copies = {summary.id: summary.copy_of for summary in alike if summary.copy_of}
    matches = [summary for summary in alike if not summary.copy_of]
    for summary in alike:
        if why := _why_not(summary, accepted):
            left_out[why] += 1
            continue
        names = effective_names(summary.players, summary.answers)
        table = tables.setdefault(name_company(names.values()), [])
        places = {seat: place for place, seat in enumerate((each for each in summary.players if each in summary.results), 1)}
        roles = roles_of(summary.game, summary.results)
        for seat, result in summary.results.items():
            if score_of(result) is None:
                left_out["void" if result.kind == "void" else "scoreless"] += 1
            else:
                answers = summary.answers.get(seat, NO_ANSWERS)
                table.append(Entry(summary.id, names.get(seat, "?"), roles.get(seat, ""), result, places.get(seat, 0), answers))
    return Board(
        game=first.game,
        rules=first.rules,
        config=first.config,
        config_id=first.config_id,
        seats=len(first.results),
        matches=len(matches),
        verified=sum(summary.checked == "verified" for summary in matches),
        tables=tables,
        left_out=left_out,
        copies=copies,
        limit=limit,
    )


def _why_not(summary: Any, accepted: Collection[str]) -> str:
    """Return why a finished match does not count; empty if it does."""
    if summary.is_fork or summary.copy_of:
        return "fork" if summary.is_fork else "copy"
    if summary.checked in ("", "altered"):
        return summary.checked or "unchecked"
    return next((cause for cause in summary.causes if cause not in accepted), "")


def is_few(standing: Standing) -> bool:
    """Return whether it rests on too few matches to say much."""
    return standing.n < FEW


def answer_share(counts: AnswerCounts) -> str:
    """Return the share of questions that a player answered; a dash if it was asked none."""
    rate = counts.answered.rate
    return "–" if rate is None else f"{math.floor(100 * rate)} %"  # rounded down, so that 100 means all


def cost(standing: Standing) -> str:
    """Return a player's mean cost per match in a role; empty for bots and people."""
    return mean_cost(standing.answers.usage, standing.n)


def number(value: float) -> str:
    """Return a score with two digits after the point."""
    return f"{value:.2f}"


def interval(standing: Standing) -> str:
    """Return the 95 % interval, or a dash."""
    return "–" if standing.low is None or standing.high is None else f"{number(standing.low)} to {number(standing.high)}"


def scale(rows: Sequence[Standing]) -> tuple[float, float]:
    """Return the ends of the scale: 0 and 1 for shares, else those of the widest intervals."""
    ends = [end for row in rows for end in (row.low, row.mean, row.high) if end is not None]
    return math.floor(min([0.0, *ends])), math.ceil(max([1.0, *ends]))


def bar(row: Standing, ends: tuple[float, float], width: int) -> str:
    """Draw the mean on a scale, within its interval, which may be infinite on one side; nothing where the mean is NaN."""
    if math.isnan(row.mean):
        return "·" * width
    low, mean, high = (_cell(row.mean if value is None else value, ends, width) for value in (row.low, row.mean, row.high))
    return "·" * low + "▄" * (mean - low) + "█" + "▄" * (high - mean) + "·" * (width - 1 - high)


def ruler(ends: tuple[float, float], width: int) -> str:
    """Draw the scale in numbers, as wide as its bars."""
    low, middle, high = f"{ends[0]:g}", f"{sum(ends) / 2:g}", f"{ends[1]:g}"
    return f"{low}{middle.center(width - len(low) - len(high))}{high}"


def _cell(value: float, ends: tuple[float, float], width: int) -> int:
    low, high = ends
    return int(min(width - 1, max(0, (value - low) / (high - low) * width)))
