"""The views of games, without a toolkit: panels, marks, results and help. What a kit does not name is as for any game."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import TYPE_CHECKING

from woozle.arena.views import any_game
from woozle.arena.views.audits import Audit, ClaimRow, Explanation
from woozle.arena.views.end import End
from woozle.arena.views.help import NOT_IN_STUDIES, PACE, read_help, without
from woozle.arena.views.match_timeline import MatchTimeline
from woozle.arena.views.notebook import MatchNotes, SaidNotebook
from woozle.arena.views.observer import Observer
from woozle.arena.views.panels import Results
from woozle.arena.views.report import ReportView
from woozle.arena.views.rules import usual
from woozle.arena.views.speeds import reading_seconds
from woozle.core import registry
from woozle.core.errors import InputError
from woozle.core.game import PUBLIC, Event, RecordEntry
from woozle.core.line import Line
from woozle.core.request import Seat
from woozle.core.state import seat_of
from woozle.core.welcome import load_welcomes
from woozle.core.words import Narrator

if TYPE_CHECKING:
    from woozle.arena.views.forms import Select, TextField

_LONGEST = 12.0  # seconds; the longest wait for readers


def observer(game: str, viewer: Seat) -> Observer:
    """Return a viewer of a match that has not begun. Raises UnknownGameError for a game that is not installed."""
    narrator = Narrator(registry.words_of(game), viewer)
    return Observer(narrator.state, narrator.say, registry.part_of(game, "table") or any_game.table(game))


def results(game: str, end: End) -> Results:
    """Return the last page of a match that is over."""
    own = registry.part_of(game, "results")
    found: Results = own(end) if own else any_game.results(registry.game(game), end)
    return found


def report_view(game: str) -> ReportView:
    """Return the sections of reports that have their own form."""
    return registry.part_of(game, "report", ReportView) or ReportView()


def form_rows(game: str) -> tuple[Select | TextField, ...]:
    """Return the rows of the form before a match; empty for a game whose form is made from its options."""
    return registry.part_of(game, "form", tuple) or ()


def help_lines(game: str) -> tuple[Line, ...]:
    """Return how to read the table of a game."""
    return read_help(game) or tuple(any_game.help_lines(registry.game(game)))


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


def audit_of(game: str) -> Callable[..., Audit] | None:
    """Return what makes an empty audit of a match, told whether it `is_imported`; None for a game without checkable claims."""
    return registry.part_of(game, "audit") if game in registry.names() else None


def can_audit(game: str) -> bool:
    """Return whether the claims of a game can be checked against its log."""
    return audit_of(game) is not None


def new_audit(game: str, *, is_imported: bool) -> Audit:
    """Return an empty audit of a match. Raises ValueError for a game whose claims cannot be checked.

    is_imported: whether the match was replayed from a log that does not tell who waited when.
    """
    if (audit := audit_of(game)) is None:
        raise InputError(f"The claims of {game} cannot be checked.")
    return audit(is_imported=is_imported)


def audit_record(
    game: str, record: Sequence[RecordEntry], *, is_imported: bool
) -> tuple[tuple[ClaimRow, ...], tuple[Explanation, ...]]:
    """Return the claims of a whole match, and what explains its Events; neither where claims cannot be checked.

    is_imported: as for `new_audit`.
    """
    if not can_audit(game):
        return (), ()
    audit = new_audit(game, is_imported=is_imported)
    audit.grow(record)
    try:
        return audit.check(len(audit), len(audit)), audit.explain(len(audit))
    except InputError:
        return (), ()


def new_notes(game: str, seat: Seat) -> MatchNotes:
    """Return the empty notebook of a seat."""
    make = registry.part_of(game, "notebook")
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
    return MatchTimeline(viewer, observer(game, viewer))


def reading(game: str, events: Iterable[Event], me: Seat | None, least: float = 0.0) -> float:
    """Return the seconds that people need for some Events, at most 12. Each is taken alone, as if nothing were known before it.

    least: seconds for each of them. me: the seat that reads, which needs no time for what it does itself, or is given before it is
    asked; None for spectators.
    """
    words = registry.words_of(game)
    assert words.state is not None, "the registry knows the state of each game"
    state = words.state(me or PUBLIC)
    needed = (0.0 if me and seat_of(event) == me else reading_seconds(words.say(event, state)) for event in events)
    return min(_LONGEST, sum(max(least, seconds) for seconds in needed))
