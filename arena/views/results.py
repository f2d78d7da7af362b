"""How the seats of a match ended: what a game says of each in words, then what it measures."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import field
from typing import Any

from woozle.arena.views.company import sitter
from woozle.arena.views.line import Tone
from woozle.arena.views.panels import FigureColumn, FigureRow, FigureTable
from woozle.core.event import RecordEntry
from woozle.core.measures import Match, Measure, Played, Report, Terms, Value, rate
from woozle.core.names import seat_letters
from woozle.core.outcome import Outcome
from woozle.core.request import Seat
from woozle.core.statistics.resampling import Share
from woozle.core.value import value

UNKNOWN = "–"


@value
class Label:
    """A column that a game writes itself. cells: by seat; tones: of some of them. The rest is as of a FigureColumn."""

    title: str
    cells: Mapping[Seat, str]
    tones: Mapping[Seat, Tone] = field(default_factory=dict)
    is_cut: bool = False
    leaves: int = 0
    is_number: bool = False


def ranks(
    game: str,
    outcome: Outcome,
    players: Mapping[Seat, Mapping[str, Any]],
    me: Seat | None,
    labels: Sequence[Label],
    measures: Mapping[Measure, Mapping[Seat, Value]] | None = None,
    note: str = "",
    *,
    player_leaves: int = 0,
) -> FigureTable:
    """Return a row for each seat: labels, then measures, then who sat there.

    Args:
        game: its name.
        outcome: of the match.
        players: how each describes itself; several humans have a nickname each.
        me: the seat that looks, or None.
        labels: what is said in words.
        measures: as `headed_measures` returns them.
        note: how to read the columns.
        player_leaves: when the column of who sat there leaves for want of room, as of a FigureColumn.
    """
    known = measures or {}
    columns = (
        FigureColumn("seat", is_cut=True),
        *(FigureColumn(label.title, label.is_number, label.leaves, label.is_cut) for label in labels),
        *(FigureColumn(measure.head, is_number=True, leaves=measure.leaves) for measure in known),
        FigureColumn("player", is_cut=True, leaves=player_leaves),
    )
    rows = []
    for number, (letter, seat) in enumerate(zip(seat_letters(outcome.results), outcome.results, strict=True), 1):
        cells = (
            seat,
            *(label.cells.get(seat) or UNKNOWN for label in labels),
            *(_cell(measure, values.get(seat)) for measure, values in known.items()),
            "you" if seat == me else sitter(players.get(seat, {}), game),
        )
        tones = {at: label.tones[seat] for at, label in enumerate(labels, 1) if seat in label.tones}
        rows.append(FigureRow(cells, number, letter, tones))
    return FigureTable(columns, tuple(rows), note)


def headed_measures(
    report: Report[Any], record: Iterable[RecordEntry], outcome: Outcome, roles: Mapping[Seat, str]
) -> dict[Measure, dict[Seat, Value]]:
    """Return the measures of a match that have a head and say something, by seat. roles: of seats."""
    match: Match[Any] = report.read(Played(Terms("", "", "", {}, {}, 0), list(record), outcome), roles, {})
    found = [measure for measure in report.measures_of([match]) if measure.head and measure.of != "match"]
    values = {measure: {seat: measure.values(match, seat)[measure.name] for seat in match.seats} for measure in found}
    return {measure: said for measure, said in values.items() if any(rate(each) is not None for each in said.values())}


def _cell(measure: Measure, said: Value) -> str:
    number = rate(said)
    if number is None:
        return UNKNOWN
    return f"{said.part:g} of {said.whole:g}" if isinstance(said, Share) else format(number, measure.cell or measure.form or "g")
