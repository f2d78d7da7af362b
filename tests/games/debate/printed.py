"""What the paper prints, from its recipe, and what follows from it by arithmetic alone."""

from __future__ import annotations

import math
from collections.abc import Iterator
from statistics import fmean
from typing import NamedTuple

from woozle.arena.reproduction.recipe import Row, Table, load_recipe, printed_number
from woozle.core.statistics.student import tail

SEEDS = 4  # of each cell with a deviation
SPREADING = {"6": "NQ", "7": "BQ", "8": "TruthfulQA"}
"""The tables of all figures by round, with their data."""


class Spreading(NamedTuple):
    """A row of these tables, in percent. k: how many of three begin wrong; None where first answers are the agents' own."""

    data: str
    model: str
    k: int | None
    figures: dict[str, float]


def table(number: str) -> Table:
    return load_recipe("digra").table("table", number)


def spreading() -> Iterator[Spreading]:
    for number, data in SPREADING.items():
        each = table(number)
        for row in each.rows:
            k = {"own": None, "all_wrong": 3}.get(row.run, row.values.get("wrong"))
            found = {column.figure: number_of(cell) for column, cell in zip(each.columns, row.published, strict=True)}
            yield Spreading(data, row.values["model"], k, found)


def number_of(cell: float | str) -> float:
    number = printed_number(cell)
    assert number is not None
    return number


def averages(number: str) -> dict[str, tuple[float, float]]:
    """Return by method the average that table 2 or 11 prints, and the mean of its cells."""
    return {row.label: (number_of(row.published[-1]), fmean(map(number_of, row.published[:-1]))) for row in table(number).rows}


def p_of_digra(number: str, data: str, method: str) -> float:
    """Return the one-sided p of Welch's test that DIGRA is better than a method, by means and deviations as printed."""
    each = table(number)
    at = [column.head for column in each.columns].index(data)
    (ours, theirs) = (_cell(row, at) for label in ("DIGRA", method) for row in each.rows if row.label == label)
    parts = [sd * sd / SEEDS for _, sd in (ours, theirs)]
    freedom = sum(parts) ** 2 / sum(part * part / (SEEDS - 1) for part in parts)
    t = (ours[0] - theirs[0]) / math.sqrt(sum(parts))
    return tail(t, freedom) / 2 if t > 0 else 1 - tail(t, freedom) / 2


def _cell(row: Row, at: int) -> tuple[float, float]:
    return number_of(row.published[at]), number_of(row.sd[at])
