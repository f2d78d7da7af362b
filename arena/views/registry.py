"""The views of games, without a toolkit: panels, lines, marks, results and help, as installed packages offer them."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from contextlib import suppress
from dataclasses import field
from functools import cache
from typing import TYPE_CHECKING, Any, Protocol

from woozle.arena.views.audits import ClaimRow
from woozle.arena.views.forms import FormHints
from woozle.arena.views.help import NOT_IN_STUDIES, PACE, without
from woozle.arena.views.match_timeline import Mark, MatchTimeline
from woozle.arena.views.notebook import MatchNotes, Notebook, SaidNotebook
from woozle.arena.views.observer import Observer
from woozle.arena.views.panels import Results, TableView
from woozle.arena.views.report import ReportView
from woozle.arena.views.rules import usual
from woozle.core import registry
from woozle.core.errors import InputError
from woozle.core.game import Event, RecordEntry
from woozle.core.line import Line
from woozle.core.outcome import Outcome
from woozle.core.plugins import VIEWS, PluginError
from woozle.core.request import Request, Seat
from woozle.core.value import value
from woozle.core.welcome import load_welcomes
from woozle.core.words import Narrator

if TYPE_CHECKING:
    from woozle.arena.views.end_card import EndCard
    from woozle.arena.views.suspense import Stage

_LONGEST = 12.0  # seconds; the longest wait for readers


class Audit(Protocol):
    """The claims of a match so far, checked against what happened."""

    def __len__(self) -> int:
        """Return the number of record entries."""

    def grow(self, told: Sequence[RecordEntry], /) -> None:
        """Add more of the record."""

    def is_behind(self, until: int, /) -> bool:
        """Return whether any claims among the first `until` entries are unchecked."""

    def check(self, until: int, most: int, /) -> tuple[ClaimRow, ...]:
        """Check the next `most` speeches among the first `until` entries, and return their claims."""

    def go_along(self) -> None:
        """Fold new entries, so that the next check has less to do."""


@value
class End:
    """The end of a match, as given to the views of its game.

    players: the description of each, services included; several humans have a nickname each.
    me: the viewer's seat; None for spectators. config: of the match; None where it is not at hand.
    """

    record: Sequence[RecordEntry]
    outcome: Outcome
    players: Mapping[Seat, Mapping[str, Any]] = field(default_factory=dict)
    me: Seat | None = None
    config: Any = None

    @property
    def events(self) -> list[Event]:
        """All events of the match."""
        return [event for event, _ in self.record]


@value
class GameViews:
    """The views of a game, which its kit names.

    A game without any gets generic views: `any_game(name)` in `views/any_game/kit.py`. It can take the views that it does not
    define itself from there, by `dataclasses.replace`.

    Args:
        table: Given the state of a viewer, and the request to it or None, returns the table.
        marker: Given a viewer, returns a function that marks moments worth going to: from an Event, and the number of Events so
            far, to its Mark.
        reading: Returns the seconds that a seat, or spectators (None), need to read an Event before the next may come.
        results: Given the end of a match, returns the last page, for which `results_of` has the common parts.
        end_card: Given the end of a match, returns the card over its table, for which `card_of` has the common parts; None for a
            card with the reason that the rules gave.
        stages: Given an Event and the state of a viewer before it, returns what appears in the log before the Event is told; None
            for a game that tells all at once.
        help_lines: Returns how to read the table.
        audit: Returns a new Audit, told whether the match was imported; None for a game without checkable claims.
        notebook: Given a seat, returns its empty notebook; None for the generic one, of what each seat said.
        report: Returns the sections of reports that have a form of their own, beside the measures of the game.
        form: The form before a match; None for one made from the options of the game.
    """

    table: Callable[[Any, Request | None], TableView]
    marker: Callable[[Seat], Callable[[Event, int], Mark | None]]
    reading: Callable[[Event, Seat | None], float]
    results: Callable[[End], Results]
    help_lines: Callable[[], tuple[Line, ...]]
    end_card: Callable[[End], EndCard] | None = None
    stages: Callable[[Event, Any], Sequence[Stage]] | None = None
    audit: Callable[[bool], Audit] | None = None
    notebook: Callable[[Seat], Notebook] | None = None
    report: Callable[[], ReportView] = ReportView
    form: FormHints | None = None


@cache
def views(game: str) -> GameViews:
    """Return the views of a game; the generic ones if its own cannot be loaded, which `woozle doctor` reports.

    Raises UnknownGameError, with a sentence, for a game that is not installed, and PluginError if its rules cannot be loaded.
    """
    registry.kit_of(game)
    with suppress(PluginError):
        for kit in registry.parts_of(game, VIEWS, GameViews):
            return kit
    from woozle.arena.views.any_game.kit import any_game

    return any_game(game)


def observer(game: str, viewer: Seat) -> Observer:
    """Return a viewer of a match that has not begun."""
    narrator = Narrator(registry.words_of(game), viewer)
    return Observer(narrator.state, narrator.say, views(game).table)


def help_lines(game: str) -> tuple[Line, ...]:
    """Return how to read the table of a game."""
    return views(game).help_lines()


def help_of(game: str, rules: Sequence[Line] | None = None, *, is_study: bool = False) -> tuple[Line, ...]:
    """Return how a game is played and how to read its table; for all games, if none of that name is installed.

    rules: of the match at hand, in place of the game's defaults; empty if they are shown elsewhere. is_study: whether a participant
    reads it, who can neither watch matches nor open files.
    """
    if game not in registry.names():
        played = [name for name in load_welcomes() if registry.find_game(name)]
        return (*(line for name in played for line in (*usual(name), *help_lines(name))), *PACE)
    about = help_lines(game)
    return (*(usual(game) if rules is None else rules), *(without(NOT_IN_STUDIES, about) if is_study else about), *PACE)


def can_audit(game: str) -> bool:
    """Return whether the claims of a game can be checked against its log."""
    return game in registry.names() and views(game).audit is not None


def new_audit(game: str, *, is_imported: bool) -> Audit:
    """Return an empty audit of a match. Raises ValueError for a game whose claims cannot be checked.

    is_imported: whether the match was replayed from a log that does not tell who waited when.
    """
    if (audit := views(game).audit) is None:
        raise InputError(f"The claims of {game} cannot be checked.")
    return audit(is_imported)


def new_notes(game: str, seat: Seat) -> MatchNotes:
    """Return the empty notebook of a seat."""
    make = views(game).notebook
    return MatchNotes(make(seat) if make else SaidNotebook())


def notes_of(game: str, seat: Seat, observation: Iterable[Event]) -> list[str]:
    """Return the notebook of a seat as lines of text, from its observation so far."""
    notes, known = new_notes(game, seat), observer(game, seat)
    for event in observation:
        notes.see(event, known.see(event))
    rows = notes.page(known.look(None).seats).rows(is_by_seat=True, only_conflicts=False)
    return [f"{line.mark:>3} {line.text}" if line.mark else line.text for line, _ in rows]


def new_timeline(game: str, viewer: Seat) -> MatchTimeline:
    """Return an empty timeline for one viewer. Raises UnknownGameError for a game that is not installed."""
    shown = views(game)
    return MatchTimeline(viewer, observer(game, viewer), shown.marker(viewer))


def reading(game: str, events: Iterable[Event], me: Seat | None, least: float = 0.0) -> float:
    """Return the seconds that people need for some Events, at most 12.

    least: seconds for each of them. me: the seat that reads, and knows its own words already; None for spectators.
    """
    shown = views(game)
    seconds = sum(max(least, shown.reading(event, me)) for event in events)
    return min(_LONGEST, seconds)
