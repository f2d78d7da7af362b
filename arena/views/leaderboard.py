"""Leaderboards: who does how well, among matches that can be compared.

A board holds matches of one game with the same rules version, configuration and number of seats. Left out, and counted by the
reason, are results that are void or have no score, forks (they share their beginning with another match), and matches that are
unfinished or not verified.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from woozle.arena.views.company import company, role, seated_players
from woozle.arena.views.words import count
from woozle.core import registry
from woozle.core.measures import Measure, report_of
from woozle.core.names import player_name
from woozle.core.statistics.standings import Entry, Standing, score_of, standings

if TYPE_CHECKING:
    from woozle.core.statistics.strengths.ratings import Ratings

FEW = 10  # matches; with fewer a mean says little
_LEFT_OUT = {
    "void": ("void result", "void results"),
    "scoreless": ("result without a score", "results without a score"),
    "fork": ("fork", "forks"),
    "unfinished": ("unfinished match", "unfinished matches"),
    "altered": ("altered match", "altered matches"),
    "unchecked": ("match that was not checked", "matches that were not checked"),
    "imported": ("imported match", "imported matches"),
    "withdrawn": ("match whose rules need withdrawn words", "matches whose rules need withdrawn words"),
    "rules": ("match of rules that are not installed", "matches of rules that are not installed"),
    "game": ("match of a game that is not installed", "matches of games that are not installed"),
}


@dataclass(frozen=True, slots=True)
class Board:
    """Matches that can be compared. tables: their entries, by who sat there. left_out: how many, by the reason."""

    game: str
    rules: int
    config: str
    config_id: str
    seats: int
    matches: int = 0
    verified: int = 0
    tables: Mapping[str, Sequence[Entry]] = field(default_factory=dict)
    left_out: Mapping[str, int] = field(default_factory=dict)

    @property
    def title(self) -> str:
        """What its matches have in common."""
        return f"{self.game}, rules {self.rules} · {self.config or self.config_id} · {count(self.seats, 'seat')}"

    @property
    def label(self) -> str:
        """Its title and how many matches it holds."""
        return f"{self.title} · {count(self.matches, 'match', 'matches')}"

    @property
    def roles(self) -> tuple[str, ...]:
        return tuple(sorted({entry.role for entries in self.tables.values() for entry in entries} - {""}))

    @property
    def numbers(self) -> tuple[str, ...]:
        """The numbers of results that players can be compared by, `score` among them."""
        return tuple(dict.fromkeys(name for entries in self.tables.values() for entry in entries for name in entry.result.numbers))

    def measure(self, by: str = "score") -> Measure:
        """Return the declaration of a number of results; without a meaning where the game is not installed or does not say."""
        kind = registry.find_game(self.game, self.rules)
        declared = report_of(kind).measures if kind else ()
        return next((each for each in declared if each.name == by and each.of != "match"), Measure(by, "", of="seat"))

    def reading(self, by: str) -> str:
        """Return what a number of results is, as a sentence; empty where its game does not say."""
        measure = self.measure(by)
        less = "; less is better" if measure.better == "low" else ""
        return f"mean: of `{by}`, {measure.meaning}{less}." if measure.meaning else ""

    def standings(self, role: str = "", table: str = "", by: str = "score") -> list[Standing]:
        """Return the best first, by a number of results. role, table: only these; empty for all."""
        entries = (
            entry for name, entries in self.tables.items() for entry in entries if role in ("", entry.role) and table in ("", name)
        )
        return standings(entries, by, lowest_first=self.measure(by).better == "low")

    def ratings(self, resamples: int, is_wanted: Callable[[], bool] = lambda: True) -> Ratings:
        """Rate all players by `core.statistics.strengths.ratings`. Takes seconds. Raises UnratedError, with a sentence."""
        from woozle.core.statistics.strengths.ratings import rate_players

        return rate_players((entry for entries in self.tables.values() for entry in entries), resamples, is_wanted)

    @property
    def notes(self) -> tuple[str, ...]:
        """What a reader of its scores has to know."""
        left = [count(number, *_LEFT_OUT[why]) for why, number in self.left_out.items()]
        return (
            f"{count(self.matches, 'match', 'matches')}, {self.verified} verified. Not counted: {', '.join(left) or 'nothing'}.",
            "n counts matches: a player's seats in one role of a match are one entry.",
            f"few: under {FEW} matches, so that the mean says little yet.",
        )


def boards(summaries: Iterable[Any], accepted: Collection[str] = ()) -> list[Board]:
    """Return all boards, the one with most matches first. summaries: of `woozle.saves.store`, checked.

    accepted: causes for which a match need not be verified, such as `imported`.
    """
    alike: dict[tuple[object, ...], list[Any]] = {}
    unfinished: Counter[tuple[object, ...]] = Counter()
    for summary in summaries:
        kind = (summary.game, summary.rules, summary.config_id, len(summary.results) or len(seated_players(summary)))
        if summary.status == "finished" and summary.results:
            alike.setdefault(kind, []).append(summary)
        elif summary.status == "unfinished":
            unfinished[kind] += 1
    found = [_board(matches, unfinished[kind], accepted) for kind, matches in alike.items()]
    return sorted(found, key=lambda board: (-board.matches, board.title))


def _board(alike: Sequence[Any], unfinished: int, accepted: Collection[str]) -> Board:
    first = alike[0]
    tables: dict[str, list[Entry]] = {}
    left_out = Counter({"unfinished": unfinished} if unfinished else {})
    for summary in alike:
        if why := "fork" if summary.is_fork else _why_not(summary, accepted):
            left_out[why] += 1
            continue
        table = tables.setdefault(company(summary.players.values()), [])
        places = {seat: place for place, seat in enumerate((each for each in summary.players if each in summary.results), 1)}
        for seat, result in summary.results.items():
            if score_of(result) is None:
                left_out["void" if result.kind == "void" else "scoreless"] += 1
            else:
                who = player_name(summary.players.get(seat, {}))
                table.append(Entry(summary.id, who, role(summary.game, result.numbers), result, places.get(seat, 0)))
    return Board(
        game=first.game,
        rules=first.rules,
        config=first.config,
        config_id=first.config_id,
        seats=len(first.results),
        matches=len(alike),
        verified=sum(summary.checked == "verified" for summary in alike),
        tables=tables,
        left_out=left_out,
    )


def _why_not(summary: Any, accepted: Collection[str]) -> str:
    """Return why a finished match does not count; empty if it does."""
    if summary.checked in ("", "altered"):
        return summary.checked or "unchecked"
    return next((cause for cause in summary.causes if cause not in accepted), "")


def is_few(standing: Standing) -> bool:
    """Return whether its mean says little yet."""
    return standing.n < FEW


def number(value: float) -> str:
    """Return a score with two digits after the point."""
    return f"{value:.2f}"


def interval(standing: Standing) -> str:
    """Return the 95 % interval; a dash where there is none."""
    return "–" if standing.low is None or standing.high is None else f"{number(standing.low)} to {number(standing.high)}"


def scale(rows: Sequence[Standing]) -> tuple[float, float]:
    """Return the ends of bars: 0 and 1 for shares, else as far as the intervals reach."""
    ends = [end for row in rows for end in (row.low, row.mean, row.high) if end is not None]
    return math.floor(min([0.0, *ends])), math.ceil(max([1.0, *ends]))


def bar(row: Standing, ends: tuple[float, float], width: int) -> str:
    """Draw the mean on a scale, within its interval."""
    low, mean, high = (_cell(row.mean if value is None else value, ends, width) for value in (row.low, row.mean, row.high))
    return "·" * low + "▄" * (mean - low) + "█" + "▄" * (high - mean) + "·" * (width - 1 - high)


def ruler(ends: tuple[float, float], width: int) -> str:
    """Draw the scale in numbers, as wide as its bars."""
    low, middle, high = f"{ends[0]:g}", f"{sum(ends) / 2:g}", f"{ends[1]:g}"
    return f"{low}{middle.center(width - len(low) - len(high))}{high}"


def _cell(value: float, ends: tuple[float, float], width: int) -> int:
    low, high = ends
    return min(width - 1, int((value - low) / (high - low) * width))
