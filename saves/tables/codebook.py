"""The codebook: what each column of some tables means, made of the same definitions as their rows."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from typing import TypeAlias

from woozle.core import registry
from woozle.core.text import visible_line
from woozle.saves.tables.files import csv_cell
from woozle.saves.tables.table import Column, Table

Found: TypeAlias = Mapping[tuple[str, str], Collection[str]]
"""The values that were found, by table and column, of columns that are listed."""

HEADS = ("table", "column", "type", "unit", "levels", "meaning", "missing")
MOST_LEVELS = 100  # that are listed of a column

_ABOUT = """\
Every table is tidy: a row is one observation, a column one thing that is known of it. `match` joins all tables, `match` and `seat`
those with seats.

- text: UTF-8. In CSV a text that a spreadsheet could take for a formula (it begins with = + - @, after apostrophes and blanks, if
  any) has an apostrophe before it. To undo that, take the first character away wherever a cell matches `^'['\\s]*[=+\\-@＝＋－＠]`.
  Parquet holds texts as they are.
- whole number, number: with a point, without a unit; in the unit that is given here.
- yes or no: `true` or `false`.
- missing: an empty cell in CSV, null in Parquet. Nothing is ever filled in, and a missing number is not 0.
"""


def as_rows(tables: Sequence[Table], found: Found) -> Iterator[tuple[str, ...]]:
    """A row for each column, under HEADS."""
    for table in tables:
        for column in table.all_columns:
            levels = "; ".join(_levels(table, column, found))
            missing = column.missing or "never"
            yield table.name, column.name, column.kind, column.unit, levels, column.meaning, missing


def as_csv(tables: Sequence[Table], found: Found) -> list[list[str | int]]:
    """The same with its heads, for a file of CSV."""
    return [list(HEADS), *([csv_cell(cell) for cell in row] for row in as_rows(tables, found))]


def as_markdown(tables: Sequence[Table], found: Found) -> str:
    """The same for people, with what roles mean."""
    parts = ["# Codebook\n", _ABOUT]
    for table in tables:
        rows = [row[1:] for row in as_rows([table], found)]
        parts.append(f"## {table.name}\n\nOne row each: {table.rows}.\n\n{_table(HEADS[1:], rows)}")
    games = sorted({game for (_, column), games in found.items() if column == "game" for game in games})
    if roles := [(game, *each) for game in games for each in _roles(game)]:
        parts.append(f"## Roles\n\n{_table(('game', 'role', 'meaning'), roles)}")
    return "\n".join(parts)


def _levels(table: Table, column: Column, found: Found) -> Iterator[str]:
    if isinstance(column.levels, Mapping):
        yield from (f"{level} ({meaning})" if meaning else level for level, meaning in column.levels.items())
    else:
        yield from column.levels
    levels = sorted(found.get((table.name, column.name), ()))
    yield from levels[:MOST_LEVELS]
    if len(levels) > MOST_LEVELS:
        yield "and more"


def _roles(game: str) -> Sequence[tuple[str, str]]:
    kind = registry.installed(game)
    return list(kind.role_names.items()) if kind else []


def _table(heads: Sequence[str], rows: Sequence[Sequence[str]]) -> str:
    lines = [heads, ["---"] * len(heads), *rows]
    return "".join(f"| {' | '.join(map(_cell, line))} |\n" for line in lines)


def _cell(text: str) -> str:
    return visible_line(text).replace("\\", "\\\\").replace("|", "\\|").replace("<", "&lt;")
