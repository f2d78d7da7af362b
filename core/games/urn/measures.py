"""Measures of the urn: points, widths of ranges, and lies."""

from __future__ import annotations

from typing import Any

from woozle.core.measures import Measure, Report


def _number(name: str, meaning: str, unit: str, **more: Any) -> Measure:
    return Measure(name, meaning, None, unit, of="seat", interval="student", form="g", head=name, **more)


REPORT: Report[None] = Report(
    (
        _number("score", "100 less what its range cost, 20 more or less for naming somebody", "points", better="high"),
        _number("width", "width of its range; 0 for a crook that says what it knows", "marbles", better="low", leaves=1),
        _number("lies", "reports that were not what it drew", "reports", leaves=2),
        _number("believed", "if it lied: how many others did not name it", "seats", leaves=3),
    )
)
