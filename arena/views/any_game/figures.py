"""Figures of each seat of any game: a column for each fact that events about seats tell."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from woozle.arena.views.panels import OWN, UNKNOWN, FigureColumn, FigureRow, FigureTable
from woozle.core.game import Event, Forfeited, Refused
from woozle.core.line import Tone
from woozle.core.names import seat_letters
from woozle.core.request import Seat
from woozle.core.state import facts_of, seat_of

NOTHING = "none"


def figures(events: Iterable[Event], seats: Sequence[Seat]) -> Figures:
    """Return what Events tell of seats, in order. Texts are left out: they stand in the log."""
    cells: dict[str, dict[Seat, list[str]]] = {}
    for event in events:
        if not (seat := seat_of(event)) or isinstance(event, Forfeited | Refused):
            continue
        for fact, told in facts_of(event).items():
            if fact != "seat" and (shown := figure(told, seats)):
                cells.setdefault(fact, {}).setdefault(seat, []).append(shown)
    return Figures(cells)


class Figures:
    """Facts known about seats so far: the cells of each fact, by seat."""

    def __init__(self, cells: Mapping[str, Mapping[Seat, Sequence[str]]]) -> None:
        self._cells = cells

    def of(self, fact: str, seat: Seat) -> str:
        """Return a seat's cell, such as `2, 3`."""
        return ", ".join(self._cells.get(fact, {}).get(seat, ())) or UNKNOWN

    def table(self, seats: Sequence[Seat], roles: Mapping[Seat, str], me: Seat | None) -> FigureTable:
        """Return a row for each seat; when room runs out, the facts that came first are dropped last."""
        facts = [*self._cells]
        was = [FigureColumn("role", leaves=len(facts) + 1)] if roles else []
        columns = (
            FigureColumn("seat", is_cut=True),
            *was,
            *(FigureColumn(fact.replace("_", " "), is_number=self._is_number(fact), leaves=at) for at, fact in enumerate(facts)),
        )
        rows = []
        for number, (seat, letter) in enumerate(zip(seats, seat_letters(seats), strict=True), 1):
            role = [roles.get(seat, UNKNOWN)] if roles else []
            cells = (f"{seat}{OWN}" if seat == me else seat, *role, *(self.of(fact, seat) for fact in facts))
            tones: dict[int, Tone] = {at: "quiet" for at, cell in enumerate(cells) if cell == UNKNOWN}
            rows.append(FigureRow(cells, number, letter, tones))
        return FigureTable(columns, tuple(rows))

    def _is_number(self, fact: str) -> bool:
        return all(cell.lstrip("-").replace(".", "").isdigit() for cells in self._cells[fact].values() for cell in cells)


def figure(told: Any, seats: Sequence[Seat]) -> str:
    """Return a fact in a few characters; empty for one that is no figure, such as a text."""
    match told:
        case None:
            return NOTHING
        case bool():
            return "✓" if told else "✗"
        case int():
            return str(told)
        case float():
            return f"{told:.3g}" if abs(told) < 10 else f"{told:.0f}"
        case str():
            return told if told in seats else ""
        case tuple() if told and all(figure(each, seats) for each in told):
            return " ".join(figure(each, seats) for each in told)
    return ""
