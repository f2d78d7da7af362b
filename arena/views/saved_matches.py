"""Saved matches: as rows of the lobby, and as the browser lists, filters and sorts them."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping
from dataclasses import replace
from datetime import datetime
from itertools import islice
from types import MappingProxyType
from typing import Any, Literal

from woozle.arena.views.company import kinds, roles_of, seated_players
from woozle.arena.views.outcomes import outcome_sentence
from woozle.arena.views.words import count
from woozle.core.labels import NO_LABEL, Label
from woozle.core.names import join_names, player_name
from woozle.core.value import value

Mark = Literal["", "verified", "consistent", "altered", "imported"]

MARKS: dict[Mark, str] = {
    "verified": "✓ verified",
    "consistent": "· consistent",
    "altered": "✗ altered",
    "": "· unchecked",
    "imported": "· imported",
}
"""The last verdict of verify. An imported match is never verified, since its rules cannot be folded again."""


def mark_of(verdict: Mark, causes: Collection[str]) -> Mark:
    """Return the mark for a match with a verdict of verify. causes: why it could not check a level."""
    return "imported" if verdict == "consistent" and "imported" in causes else verdict


@value
class MatchRow:
    """A saved match, in short. path: its directory; has_person: whether a person plays in it; label: a person's note on it."""

    id: str
    path: str
    game: str
    status: Literal["finished", "unfinished", "damaged"]
    when: str
    what: str
    has_person: bool = False
    label: Label = NO_LABEL


@value
class SavedSeat:
    """A seat of a saved match. name: empty as long as the player must stay hidden. result: empty if unfinished."""

    name: str
    player: str
    role: str
    result: str


@value
class SavedMatch:
    """A saved match. length: in answers; modified: seconds since 1970; setting: game, rules and configuration in words.

    mine: the result of the only person at the table; empty if there are none or several, or if it is unfinished.
    label: a person's note on it.
    """

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
    seats: tuple[SavedSeat, ...]
    mine: str = ""
    label: Label = NO_LABEL

    @property
    def mark(self) -> str:
        """The last verdict of verify, as a glyph and a word."""
        return MARKS[self.checked]

    @property
    def sought(self) -> str:
        """The text that a filter searches, in lower case."""
        seats = (f"{seat.name} {seat.player} {seat.role}" for seat in self.seats)
        told = (self.mark, self.status, self.game, self.when, self.who, str(self.length), self.outcome, self.setting, self.id)
        return " ".join((*told, *seats, self.label.name)).lower()


SORTS: dict[str, Callable[[SavedMatch], Any]] = {
    "date": lambda each: each.modified,
    "game": lambda each: each.game,
    "length": lambda each: each.length,
    "outcome": lambda each: each.outcome,
}
FALLS_FIRST = ("date", "length")
"""Orders that begin with the largest value: the newest, the longest."""


@value
class RecentMatches:
    """What the lobby shows of the matches that are kept.

    Args:
        rows: The newest ones.
        learned: The games whose tutorial was played to its end.
        is_daily_played: A deal of the day was played to its end.
    """

    rows: tuple[MatchRow, ...]
    learned: frozenset[str] = frozenset()
    is_daily_played: bool = False


def match_rows(
    summaries: Iterable[Any], limit: int = 200, labels: Mapping[str, Label] = MappingProxyType({})
) -> tuple[MatchRow, ...]:
    """Return the newest matches in which a person plays, and unreadable ones, without those that are hidden.

    summaries: of `woozle.saves.store`; labels: by id.
    """
    own = (summary for summary in summaries if summary.has_people or summary.status == "damaged")
    rows = (_match_row(summary, labels.get(summary.id, NO_LABEL)) for summary in own)
    return tuple(islice((row for row in rows if not row.label.is_hidden), limit))


def ending(summary: Any) -> str:
    """Return how a match ended or, if it has not, how far it came, in words. summary: of `woozle.saves.store`."""
    if summary.status == "unfinished":
        return f"{count(summary.lines, 'answer')} so far"
    if summary.status == "damaged":
        return "cannot be read"
    told = outcome_sentence(summary.game, summary.reason, summary.results)
    return told or (f"{join_names(summary.winners)} won" if summary.winners else "")


def _match_row(summary: Any, label: Label) -> MatchRow:
    when = datetime.fromtimestamp(summary.modified).astimezone().strftime("%d %b %H:%M")
    return MatchRow(summary.id, str(summary.path), summary.game, summary.status, when, ending(summary), summary.has_people, label)


def saved_matches(
    summaries: Iterable[Any], year: int, labels: Mapping[str, Label] = MappingProxyType({})
) -> tuple[SavedMatch, ...]:
    """Return the matches, in the order given.

    summaries: of `woozle.saves.store`; year: the current one, which dates leave out; labels: by id.
    """
    return tuple(_saved_match(summary, year, labels.get(summary.id, NO_LABEL)) for summary in summaries)


def matching(matches: Iterable[SavedMatch], text: str) -> list[SavedMatch]:
    """Return the matches that contain every word of a text."""
    words = text.lower().split()
    return [each for each in matches if all(word in each.sought for word in words)]


def sort_matches(matches: Iterable[SavedMatch], sort: str, is_falling: bool) -> list[SavedMatch]:
    """Return matches sorted; the newest of equal ones come first, and marked ones before all others."""
    newest = sorted(matches, key=SORTS["date"], reverse=True)
    return sorted(sorted(newest, key=SORTS[sort], reverse=is_falling), key=lambda each: not each.label.is_marked)


def mark_matches(matches: Iterable[SavedMatch], marks: Mapping[str, Mark]) -> tuple[SavedMatch, ...]:
    """Return the same matches with the latest verdicts of verify. marks: by path."""
    return tuple(replace(each, checked=marks[each.path]) if each.path in marks else each for each in matches)


def _saved_match(summary: Any, year: int, label: Label) -> SavedMatch:
    roles = roles_of(summary.game, summary.results)
    seats = tuple(_seat(summary, name, described, roles.get(name, "")) for name, described in summary.players.items())
    when = datetime.fromtimestamp(summary.modified).astimezone()
    setting = [f"{summary.game}, rules {summary.rules}" if summary.game else "", summary.config or summary.config_id]
    origin = f"imported from {summary.source}" if summary.source else ""
    copied = f"the same match as {summary.copy_of}" if summary.copy_of else ""
    return SavedMatch(
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
        setting=" · ".join(filter(None, [*setting, "a fork" if summary.is_fork else "", origin, copied])),
        seats=seats,
        mine=str(summary.own_result.kind) if summary.own_result else "",
        label=label,
    )


def _seat(summary: Any, name: str, described: dict[str, Any], role: str) -> SavedSeat:
    result = summary.results.get(name)
    shown = "" if summary.are_seats_secret else name
    return SavedSeat(shown, player_name(described), role, result.kind if result else "")
