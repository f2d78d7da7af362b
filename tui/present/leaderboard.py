"""Leaderboards: who does how well, among matches that can be compared.

A board holds matches of one game with the same rules version, configuration and number of seats. Left out, and counted, are results
that are void or have no score, forks (they share their beginning with another match), and matches that failed verification.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from woozle.core.naming import player
from woozle.core.ratings import Entry, Standing, score_of, standings
from woozle.tui.present.company import company, role
from woozle.tui.present.words import count

FEW = 10  # matches; with fewer a mean says little
_LEFT_OUT = {
    "void": ("void result", "void results"),
    "scoreless": ("result without a score", "results without a score"),
    "fork": ("fork", "forks"),
    "failed": ("match that failed verification", "matches that failed verification"),
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
        """The roles that its entries have."""
        return tuple(sorted({entry.role for entries in self.tables.values() for entry in entries} - {""}))

    def standings(self, role: str = "", table: str = "") -> list[Standing]:
        """The best first. role, table: only these; empty for all."""
        return standings(
            entry for name, entries in self.tables.items() for entry in entries if role in ("", entry.role) and table in ("", name)
        )

    @property
    def notes(self) -> tuple[str, ...]:
        """What a reader of its numbers has to know."""
        left = [count(number, *_LEFT_OUT[why]) for why, number in self.left_out.items()]
        return (
            f"{count(self.matches, 'match', 'matches')}, {self.verified} verified. Not counted: {', '.join(left) or 'nothing'}.",
            "n counts matches: a player's seats in one role of a match are one entry.",
            f"few: under {FEW} matches, so that the mean says little yet.",
        )


def boards(summaries: Iterable[Any]) -> list[Board]:
    """All boards, the one with most matches first. summaries: of `woozle.saves.store`."""
    alike: dict[tuple[object, ...], list[Any]] = {}
    for summary in summaries:
        if summary.status == "finished" and summary.results:
            alike.setdefault((summary.game, summary.rules, summary.config_id, len(summary.results)), []).append(summary)
    return sorted(map(_board, alike.values()), key=lambda board: (-board.matches, board.title))


def _board(alike: Sequence[Any]) -> Board:
    first = alike[0]
    tables: dict[str, list[Entry]] = {}
    left_out: Counter[str] = Counter()
    for summary in alike:
        if summary.is_fork or summary.checked == "failed":
            left_out["fork" if summary.is_fork else "failed"] += 1
            continue
        table = tables.setdefault(company(summary.players.values()), [])
        for seat, result in summary.results.items():
            if score_of(result) is None:
                left_out["void" if result.kind == "void" else "scoreless"] += 1
            else:
                who = player(summary.players.get(seat, {}))
                table.append(Entry(summary.id, who, role(summary.game, result.numbers), result))
    return Board(
        game=first.game,
        rules=first.rules,
        config=first.config,
        config_id=first.config_id,
        seats=len(first.results),
        matches=len(alike),
        verified=sum(summary.checked == "sound" for summary in alike),
        tables=tables,
        left_out=left_out,
    )


def is_few(standing: Standing) -> bool:
    """Whether its mean says little yet."""
    return standing.n < FEW


def number(value: float) -> str:
    """A score as it is read: two digits after the point."""
    return f"{value:.2f}"


def interval(standing: Standing) -> str:
    """The 95 % interval; a dash where there is none."""
    return "–" if standing.low is None or standing.high is None else f"{number(standing.low)} to {number(standing.high)}"


def scale(rows: Sequence[Standing]) -> tuple[float, float]:
    """From where to where bars are drawn: 0 to 1 for shares, else as far as the intervals reach."""
    ends = [end for row in rows for end in (row.low, row.mean, row.high) if end is not None]
    return math.floor(min([0.0, *ends])), math.ceil(max([1.0, *ends]))


def bar(row: Standing, ends: tuple[float, float], width: int) -> str:
    """The mean on a scale, within its interval."""
    low, mean, high = (_cell(row.mean if value is None else value, ends, width) for value in (row.low, row.mean, row.high))
    return "·" * low + "▄" * (mean - low) + "█" + "▄" * (high - mean) + "·" * (width - 1 - high)


def ruler(ends: tuple[float, float], width: int) -> str:
    """The scale in numbers, as wide as its bars."""
    low, middle, high = f"{ends[0]:g}", f"{sum(ends) / 2:g}", f"{ends[1]:g}"
    return f"{low}{middle.center(width - len(low) - len(high))}{high}"


def _cell(value: float, ends: tuple[float, float], width: int) -> int:
    low, high = ends
    return min(width - 1, int((value - low) / (high - low) * width))
