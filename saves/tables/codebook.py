"""The codebook of tables, from the same definitions as their rows."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from typing import TypeAlias

from woozle.core import registry
from woozle.core.measures import AS_FOUND, Measure, report_of
from woozle.core.text import visible_line
from woozle.saves.tables.table import Table, csv_cell

Found: TypeAlias = Mapping[tuple[str, str], Collection[str]]
"""Values found, by table and column, for columns that list them."""

HEADS = ("table", "column", "type", "unit", "levels", "meaning", "missing")
OF_GAMES = "measure of a game"
"""The numbers in the results that were found, with the games that have them."""
MOST_LEVELS = 100  # that are listed of a column

_ABOUT = """\
Every table is tidy: one observation a row, one variable a column. `match` joins all tables, `match` and `seat` those with seats.

- text: UTF-8. In CSV, a text that a spreadsheet could take for a formula (beginning with = + - @, also after apostrophes and
  blanks) has an apostrophe before it. To undo that, remove the first character of cells that match `^'['\\s]*[=+\\-@＝＋－＠]`.
  Parquet holds texts as they are.
- whole number, number: with a decimal point; the unit is given here.
- yes or no: `true` or `false`.
- missing: an empty cell in CSV, null in Parquet. Missing values are never filled in; a missing number is not 0.
"""


def as_rows(tables: Sequence[Table], found: Found) -> Iterator[tuple[str, ...]]:
    """Yield a row for each column, under HEADS."""
    for table in tables:
        for column in table.all_columns:
            levels = "; ".join(_levels(table, column, found))
            missing = column.missing or "never"
            yield table.name, column.name, column.kind.removeprefix("free "), column.unit, levels, column.meaning, missing


def as_csv(tables: Sequence[Table], found: Found) -> list[list[str | int]]:
    """Return the rows with their heads, as cells of CSV."""
    return [list(HEADS), *([csv_cell(cell) for cell in row] for row in as_rows(tables, found))]


def as_markdown(tables: Sequence[Table], found: Found) -> str:
    """Return the codebook for readers, with the meaning of roles."""
    parts = ["# Codebook\n", _ABOUT]
    for table in tables:
        rows = [row[1:] for row in as_rows([table], found)]
        parts.append(f"## {table.name}\n\nOne row each: {table.rows}.\n\n{_table(HEADS[1:], rows)}")
    games = sorted({game for (_, column), games in found.items() if column == "game" for game in games})
    if roles := [(game, *each) for game in games for each in _roles(game)]:
        parts.append(f"## Roles\n\n{_table(('game', 'role', 'meaning'), roles)}")
    names = {name for (_, column), each in found.items() if column == OF_GAMES for name in each}
    if measures := [(game, *each) for game in games for each in _measures(game, names)]:
        parts.append(f"## Measures\n\n{_table(('game', 'measure', 'unit', 'better', 'meaning'), measures)}")
    return "\n".join(parts)


def _levels(table: Table, column: Measure, found: Found) -> Iterator[str]:
    if isinstance(column.levels, Mapping):
        yield from (f"{level} ({meaning})" if meaning else level for level, meaning in column.levels.items())
    elif column.levels != AS_FOUND:
        yield from column.levels
    levels = sorted(found.get((table.name, column.name), ()))
    yield from levels[:MOST_LEVELS]
    if len(levels) > MOST_LEVELS:
        yield "and more"


def _roles(game: str) -> Sequence[tuple[str, str]]:
    kind = registry.find_game(game)
    return list(kind.role_names.items()) if kind else []


def _measures(game: str, names: Collection[str]) -> Iterator[tuple[str, str, str, str]]:
    """Return the meanings of a game's numbers in results, for those that were found."""
    kind = registry.find_game(game)
    for measure in report_of(kind).measures if kind else ():
        if measure.of != "match" and f"{game} {measure.name}" in names:
            yield measure.name, measure.unit, measure.better, measure.meaning


def _table(heads: Sequence[str], rows: Sequence[Sequence[str]]) -> str:
    lines = [heads, ["---"] * len(heads), *rows]
    return "".join(f"| {' | '.join(map(_cell, line))} |\n" for line in lines)


def _cell(text: str) -> str:
    return visible_line(text).replace("\\", "\\\\").replace("|", "\\|").replace("<", "&lt;")
