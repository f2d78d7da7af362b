"""The results of a match: for each seat, the game's labels in words, then its measures."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import field
from typing import Any

from woozle.arena.views.answer_sentences import failures
from woozle.arena.views.company import sitter
from woozle.arena.views.end import HEADLINES, End
from woozle.arena.views.panels import UNKNOWN, YOU, FigureColumn, FigureRow, FigureTable, Panel, Results
from woozle.core import registry
from woozle.core.line import Tone
from woozle.core.measures import Match, Measure, Played, ReportError, Value, match_of, measures_of, rate, report_of, values_of
from woozle.core.names import seat_letters
from woozle.core.request import Seat
from woozle.core.statistics.resampling import Share
from woozle.core.value import value


@value
class Label:
    """A column in a game's own words. cells: by seat; tones: of some of them. The other fields are those of a FigureColumn."""

    title: str
    cells: Mapping[Seat, str]
    tones: Mapping[Seat, Tone] = field(default_factory=dict)
    is_cut: bool = False
    leaves: int = 0
    is_number: bool = False


def results_of(
    end: End,
    game: str,
    ended: str,
    labels: Sequence[Label],
    facts: Iterable[str] = (),
    note: str = "",
    *,
    headlines: Mapping[str, str] = HEADLINES,
    reason: str | None = None,
    player_leaves: int = 0,
    notes: Iterable[str] = (),
    panels: tuple[Panel, ...] = (),
) -> Results:
    """Return the results of a match: a row for each seat with labels, then the game's measures with a heading, then its player.

    Args:
        ended: How the match ended, as a sentence.
        labels: Columns in words.
        facts: Facts about the match, each in a few words.
        note: How to read the columns.
        headlines: What stands before that sentence, by the kind of the viewer's result.
        reason: How it ended in more words; by default as the rules say it.
        player_leaves: When the column of players leaves narrow screens, as in a FigureColumn.
        notes: Sentences on the turning points of the match.
    """
    seats, known = end.outcome.results, _headed_measures(game, end)
    columns = (
        FigureColumn("seat", is_cut=True),
        *(FigureColumn(label.title, label.is_number, label.leaves, label.is_cut) for label in labels),
        *(FigureColumn(measure.head, is_number=True, leaves=measure.leaves) for measure in known),
        FigureColumn("player", is_cut=True, leaves=player_leaves),
    )
    rows = []
    for number, (letter, seat) in enumerate(zip(seat_letters(seats), seats, strict=True), 1):
        cells = (
            seat,
            *(label.cells.get(seat) or UNKNOWN for label in labels),
            *(_cell(measure, values.get(seat)) for measure, values in known.items()),
            YOU if seat == end.me else sitter(end.players.get(seat, {}), game),
        )
        tones = {at: label.tones[seat] for at, label in enumerate(labels, 1) if seat in label.tones}
        rows.append(FigureRow(cells, number, letter, tones))
    return Results(
        _headline(end, ended, headlines.get(end.kind, "")),
        end.outcome.reason if reason is None else reason,
        end.is_won,
        FigureTable(columns, tuple(rows), note),
        tuple(facts),
        tuple(failures(end.events, seats)),
        panels=panels,
        notes=tuple(notes),
    )


def _headline(end: End, ended: str, own: str) -> str:
    """Return how a match ended, said to its viewer: `Ada wins, 3 to 2.` is `You win, 3 to 2.` for Ada."""
    if not own:
        return ended
    rest = ended.removeprefix(f"{end.me} wins")
    return f"{own}{rest}" if rest != ended else f"{own}. {ended}".rstrip()


def fates(end: End, say: Callable[[Seat], str]) -> dict[Seat, str]:
    """Return what became of each seat: what `say` returns of those that won or lost, else the kind of the result."""
    return {seat: say(seat) if each.kind in ("won", "lost") else each.kind for seat, each in end.outcome.results.items()}


def _headed_measures(game: str, end: End) -> dict[Measure, dict[Seat, Value]]:
    """Return the defined measures of a match that have a column heading, by seat; none if nothing can be said about it."""
    kind = registry.game(game)
    report = report_of(kind)
    if report.measures and not any(measure.head for measure in report.measures):
        return {}
    try:
        match: Match[Any] = match_of(report, Played(end.record, end.outcome), kind.roles(end.record))
    except ReportError:
        return {}
    found = [measure for measure in measures_of(report, [match]) if measure.head and measure.of != "match"]
    values = {measure: {seat: values_of(measure, match, seat)[measure.name] for seat in match.seats} for measure in found}
    return {measure: said for measure, said in values.items() if any(rate(each) is not None for each in said.values())}


def _cell(measure: Measure, said: Value) -> str:
    number = rate(said)
    if number is None:
        return UNKNOWN
    return f"{said.part:g} of {said.whole:g}" if isinstance(said, Share) else format(number, measure.form or "g")
