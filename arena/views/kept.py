"""Matches that are kept, as the browser lists, filters and sorts them."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from typing import Any, Literal

from woozle.arena.views.company import kinds, role, seated_players
from woozle.arena.views.matches import ending
from woozle.core.names import player_name

Mark = Literal["", "verified", "consistent", "altered", "imported"]

MARKS: dict[Mark, str] = {
    "verified": "✓ verified",
    "consistent": "· consistent",
    "altered": "✗ altered",
    "": "· unchecked",
    "imported": "· imported",
}
"""What verify last found. The rules cannot be asked about an imported match, so it is never verified."""


def mark_of(verdict: Mark, causes: Collection[str]) -> Mark:
    """Return what stands beside a match on which verify has a verdict. causes: why it could not check a level."""
    return "imported" if verdict == "consistent" and "imported" in causes else verdict


@dataclass(frozen=True, slots=True)
class KeptSeat:
    """A seat of a match that is kept. name: empty while nobody may know who sits there. result: empty while it is unfinished."""

    name: str
    player: str
    role: str
    result: str


@dataclass(frozen=True, slots=True)
class Kept:
    """A match that is kept. length: in answers; modified: seconds since 1970; setting: game, rules and configuration in words."""

    id: str
    path: str
    game: str
    status: Literal["finished", "unfinished", "damaged"]
    checked: Mark
    when: str
    modified: float
    who: str
    length: int
    outcome: str
    setting: str
    seats: tuple[KeptSeat, ...]

    @property
    def mark(self) -> str:
        """The last verdict of verify, as a glyph and a word."""
        return MARKS[self.checked]

    @property
    def sought(self) -> str:
        """The text that a filter searches, in small letters."""
        seats = (f"{seat.name} {seat.player} {seat.role}" for seat in self.seats)
        told = (self.mark, self.status, self.game, self.when, self.who, str(self.length), self.outcome, self.setting, self.id)
        return " ".join((*told, *seats)).lower()


SORTS: dict[str, Callable[[Kept], Any]] = {
    "date": lambda each: each.modified,
    "game": lambda each: each.game,
    "length": lambda each: each.length,
    "outcome": lambda each: each.outcome,
}
FALLS_FIRST = ("date", "length")
"""What one wants to see from the top: the newest, the longest."""


def kept_matches(summaries: Iterable[Any], year: int) -> tuple[Kept, ...]:
    """The matches, in the order given. summaries: of `woozle.saves.store`; year: this one, which dates leave out."""
    return tuple(_kept(summary, year) for summary in summaries)


def matching(matches: Iterable[Kept], text: str) -> list[Kept]:
    """Return the matches that hold every word of a text somewhere."""
    words = text.lower().split()
    return [each for each in matches if not words or _holds(each.sought, words)]


def sort_matches(matches: Iterable[Kept], sort: str, is_falling: bool) -> list[Kept]:
    """Sorted; among equals the newest first."""
    newest = sorted(matches, key=SORTS["date"], reverse=True)
    return sorted(newest, key=SORTS[sort], reverse=is_falling)


def mark_matches(matches: Iterable[Kept], marks: Mapping[str, Mark]) -> tuple[Kept, ...]:
    """The same matches with what verify has just found. marks: by path."""
    return tuple(replace(each, checked=marks[each.path]) if each.path in marks else each for each in matches)


def _holds(text: str, words: Sequence[str]) -> bool:
    return all(word in text for word in words)


def _kept(summary: Any, year: int) -> Kept:
    seats = tuple(_seat(summary, name, described) for name, described in summary.players.items())
    when = datetime.fromtimestamp(summary.modified).astimezone()
    setting = [f"{summary.game}, rules {summary.rules}" if summary.game else "", summary.config or summary.config_id]
    origin = f"imported from {summary.source}" if summary.source else ""
    return Kept(
        id=summary.id,
        path=str(summary.path),
        game=summary.game,
        status=summary.status,
        checked=mark_of(summary.checked, summary.causes) or ("imported" if summary.source else ""),
        when=when.strftime("%d %b %H:%M" if when.year == year else "%d %b %Y"),
        modified=summary.modified,
        who=kinds(seated_players(summary).values()),
        length=summary.lines,
        outcome=ending(summary),
        setting=" · ".join(filter(None, [*setting, "a fork" if summary.is_fork else "", origin])),
        seats=seats,
    )


def _seat(summary: Any, name: str, described: dict[str, Any]) -> KeptSeat:
    result = summary.results.get(name)
    shown = "" if summary.are_seats_secret else name
    return KeptSeat(
        shown, player_name(described), role(summary.game, result.numbers) if result else "", result.kind if result else ""
    )
