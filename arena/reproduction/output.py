"""Tables of a paper as text, JSON and CSV, and figures as plots."""

from __future__ import annotations

import csv
import io
from collections import defaultdict
from collections.abc import Iterator, Sequence
from textwrap import wrap
from typing import Any

from woozle.arena.reproduction.cells import Cell, PlayedTable
from woozle.arena.reproduction.jobs import Setting
from woozle.arena.views.plots import Look, Plot, Series
from woozle.core.statistics.paired import PairedTest
from woozle.core.text import visible_line

_WIDTH = 100
_GAP = 2  # cells between columns
_TITLES = ("published", "ours", "95 % interval", "difference", "paired test")

FIELDS = (
    "table", "row", "column", "published", "printed", "ours", "low", "high", "matches", "sd", "difference",
    "paired_difference", "paired_low", "paired_high", "pairs", "p", "p_holm", "effect", "test", "why",
)  # fmt: skip
"""Columns of the CSV."""


def table_lines(played: PlayedTable) -> Iterator[str]:
    """Yield a table as text: below each row a line for each column of the paper."""
    table = played.table
    yield from _wrapped(f"{table.name}. {table.title}", "")
    if table.missing:
        yield from _wrapped(f"Not played: {table.missing}", "  ")
    rows = [row for row in played.cells if any(cell.printed or cell.ours for cell in row)]
    if rows:
        yield from _row_lines(rows)
    for quote in table.quotes:
        yield from _wrapped(f"The paper says: {quote}", "  ")
    for note in (table.note, *played.notes):
        if note:
            yield from _wrapped(note, "  ")
    yield ""


def _wrapped(text: str, indent: str) -> Iterator[str]:
    yield from wrap(visible_line(text), _WIDTH, initial_indent=indent, subsequent_indent=indent)


def _row_lines(rows: Sequence[Sequence[Cell]]) -> Iterator[str]:
    """Yield rows, each as a title with a line for each column of the paper."""
    texts = {id(cell): _texts(cell) for row in rows for cell in row}
    widths = [max(len(title), *(len(each[at]) for each in texts.values())) + _GAP for at, title in enumerate(_TITLES[:-1])]
    head = max(len(visible_line(cell.column.head)) for row in rows for cell in row)

    def line(title: str, values: Sequence[str]) -> str:
        cells = "".join(f"{value:>{width}}" for value, width in zip(values, widths, strict=False))
        return f"    {title:<{head}}{cells}{' ' * _GAP}{values[-1]}".rstrip()

    yield line("", _TITLES)
    for row in rows:
        yield f"  {visible_line(row[0].row.label)}"
        reasons = dict.fromkeys(cell.why for cell in row if cell.why)
        is_shared = len(reasons) == 1 and all(cell.why for cell in row)
        for cell in row:
            yield line(visible_line(cell.column.head), texts[id(cell)])
            if cell.why and not is_shared:
                yield from _wrapped(cell.why, "      ")
        if is_shared:
            yield from _wrapped(next(iter(reasons)), "      ")


def _texts(cell: Cell) -> tuple[str, ...]:
    values = (cell.printed or "-", ours_in_words(cell), interval_in_words(cell), difference_in_words(cell), test_in_words(cell))
    return tuple(map(visible_line, values))


def shown(cell: Cell, value: float | None, *, has_sign: bool = False) -> str:
    """Return a value of a cell as the paper would print it; `-` for None."""
    if value is None:
        return "-"
    scaled = round(100 * value if cell.column.percent else value, cell.column.digits) + 0.0  # no zero with a minus
    return f"{scaled:{'+' if has_sign else ''},.{cell.column.digits}f}"


def ours_in_words(cell: Cell) -> str:
    """Return our figure, with its deviation over passes where there are several."""
    value = shown(cell, cell.ours.value if cell.ours else None)
    return value if cell.deviation is None else f"{value}±{shown(cell, cell.deviation)}"


def interval_in_words(cell: Cell) -> str:
    """Return the ends of the 95 % interval."""
    if cell.ours is None or cell.ours.low is None or cell.ours.high is None:
        return "-"
    return f"{shown(cell, cell.ours.low)} to {shown(cell, cell.ours.high)}"


def difference_in_words(cell: Cell) -> str:
    """Return ours less the published figure."""
    return shown(cell, cell.difference, has_sign=True)


def test_in_words(cell: Cell) -> str:
    """Return the paired test: the difference from the row beside it, and its p after Holm; `-` without one."""
    test = cell.test
    if test is None or test.p is None:
        return "-"
    p = cell.adjusted if cell.adjusted is not None else test.p
    return (
        f"{shown(cell, test.difference, has_sign=True)} from {visible_line(cell.row.beside)}, p {_p(p)} ({test.method}, {test.n})"
    )


def _p(value: float) -> str:
    return "< .001" if value < 0.001 else f"{value:.3f}".removeprefix("0")


# For programs


def reproduction_json(setting: Setting, tables: Sequence[PlayedTable]) -> dict[str, Any]:
    """Return tables as JSON."""
    return {
        "paper": setting.paper,
        "title": setting.recipe.title,
        "game": setting.game,
        "dry": setting.is_dry,
        "seed": setting.seed,
        "seats": dict(setting.seats),
        "tables": [_table_json(each) for each in tables],
    }


def _table_json(played: PlayedTable) -> dict[str, Any]:
    table = played.table
    return {
        "name": table.name,
        "title": table.title,
        "missing": table.missing,
        "quotes": list(table.quotes),
        "notes": [each for each in (table.note, *played.notes) if each],
        "rows": [{"label": row[0].row.label, "cells": [_cell_json(cell) for cell in row]} for row in played.cells if row],
    }


def _cell_json(cell: Cell) -> dict[str, Any]:
    return {name: value for name, value in zip(FIELDS[2:], _values(cell), strict=True) if name != "table"}


def _values(cell: Cell) -> tuple[Any, ...]:
    ours = cell.ours
    test = cell.test or PairedTest(0, None, None, None, None, None, "", None)
    return (
        cell.column.head,
        cell.published,
        cell.printed,
        ours.value if ours else None,
        ours.low if ours else None,
        ours.high if ours else None,
        ours.n if ours else 0,
        cell.deviation,
        cell.difference,
        test.difference,
        test.low,
        test.high,
        test.n,
        test.p,
        cell.adjusted,
        test.effect,
        test.method,
        cell.why,
    )


def csv_text(tables: Sequence[PlayedTable]) -> str:
    """Return all cells as CSV, a line each; shares where the paper prints percent."""
    text = io.StringIO()
    writer = csv.writer(text, lineterminator="\n")
    writer.writerow(FIELDS)
    for played in tables:
        for row in played.cells:
            for cell in row:
                values = ["" if value is None else value for value in _values(cell)]
                writer.writerow([_plain(each) for each in (played.table.name, cell.row.label, *values)])
    return text.getvalue()


def _plain(value: Any) -> Any:
    """Return a text that no spreadsheet takes for a formula."""
    return f"'{value}" if isinstance(value, str) and value[:1] in ("=", "+", "-", "@") else value


# Figures


def plots(tables: Sequence[PlayedTable]) -> list[Plot]:
    """Return the figures among tables that have something to draw."""
    return [plot for played in tables if played.table.kind == "figure" if (plot := _plot(played)).series]


def _plot(played: PlayedTable) -> Plot:
    table = played.table
    has_x = any(column.x is not None for column in table.columns)
    lines: dict[tuple[str, Look], list[tuple[float, float]]] = defaultdict(list)
    named: dict[float, str] = {}
    order: dict[str, int] = {}
    for cell in (cell for row in played.cells for cell in row if not has_x or cell.column.x is not None):
        x, words, name = _column_point(cell) if has_x else _row_point(cell, order, len(table.columns) > 1)
        found: Sequence[tuple[str, Look, float | None]] = (
            (name or table.title, "curve", cell.ours.value if cell.ours else None),
            (f"{name or table.title}, as published", "best", cell.published),
        )
        for title, look, y in found:
            if y is not None:
                named[x] = words
                lines[title, look].append((x, y))
    low, high = min(named, default=0.0), max(named, default=1.0)
    width = high - low or 1.0
    series = [
        Series(name, look, [(x - low) / width for x, _ in sorted(points)], [y for _, y in sorted(points)])
        for (name, look), points in lines.items()
    ]
    ticks = tuple(((x - low) / width, words) for x, words in sorted(named.items()))
    up = table.up or (table.columns[0].head if len(table.columns) == 1 else "")
    return Plot(f"{table.name}. {table.title}", "; ".join(table.quotes), table.across, up, series, ticks)


def _column_point(cell: Cell) -> tuple[float, str, str]:
    """Return where a cell stands in a figure whose rows are lines: x, its words, and the name of the line."""
    x = cell.column.x or 0.0
    return x, f"{x:g}", cell.row.label


def _row_point(cell: Cell, order: dict[str, int], has_columns: bool) -> tuple[float, str, str]:
    """Return the same in a figure whose rows are points: at their x, or side by side. order: the places side by side so far."""
    row = cell.row
    name = ", ".join(filter(None, (row.series, cell.column.head if has_columns else "")))
    if row.x is not None:
        return row.x, f"{row.x:g}", name
    words = row.label.removeprefix(row.series).strip(" ,:")
    return float(order.setdefault(words, len(order))), words, name
