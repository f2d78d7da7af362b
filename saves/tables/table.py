"""Tables: columns with their meaning and the source of their values, for rows and codebook alike."""

from __future__ import annotations

import math
import re
from dataclasses import dataclass, replace
from functools import partial
from typing import Any, TypeAlias

from woozle.core.errors import InputError
from woozle.core.measures import Measure
from woozle.core.text import visible, visible_line

Cell: TypeAlias = str | int | float | bool | None
Row: TypeAlias = tuple[Cell, ...]

_FORMULA = re.compile(r"['\s]*[=+\-@＝＋－＠]")
"""The beginning of a cell that a spreadsheet may take for a formula, also after characters that it may strip."""
_LARGEST = 2**63 - 1  # of a whole number in Parquet


class TableError(InputError):
    """A table that cannot be made."""


text, free_text = partial(Measure, kind="text"), partial(Measure, kind="free text")
whole, flag = partial(Measure, kind="whole number"), partial(Measure, kind="yes or no")
"""Declarations of columns of texts, of whole numbers, and of yes or no; `Measure` itself declares one of numbers."""


def cell(measure: Measure, about: Any) -> Cell:
    """Return the value of a measure for a subject, safe to print.

    Raises TableError if it has another type, as in forged transcripts.
    """
    value = measure.value(about) if measure.value else None
    if value is None:
        return None
    match measure.kind:
        case "text" | "free text" if isinstance(value, str):
            return visible(value)
        case "yes or no" if isinstance(value, bool):
            return value
        case "whole number" if type(value) is int and abs(value) <= _LARGEST:
            return value
        case "number" if type(value) is float or (type(value) is int and abs(value) <= _LARGEST):
            return float(value) if math.isfinite(value) else None
    raise TableError(f"{measure.name} cannot be {visible_line(repr(value))[:60]}.")


@dataclass(frozen=True, slots=True)
class Table:
    """A table. rows: the subjects of its rows, in words. leading: columns before the others, of a subject that the caller names."""

    name: str
    rows: str
    columns: tuple[Measure, ...]
    leading: tuple[Measure, ...] = ()

    @property
    def all_columns(self) -> tuple[Measure, ...]:
        return (*self.leading, *self.columns)

    def row(self, about: Any, leading: Any = None) -> Row:
        """Return the row of a subject. leading: the subject of the leading columns. Raises TableError."""
        return (*[cell(column, leading) for column in self.leading], *[cell(column, about) for column in self.columns])

    def without_text(self) -> Table:
        return replace(self, columns=tuple(column for column in self.columns if column.kind != "free text"))


def csv_cell(cell: Cell) -> str | int:
    r"""Return a cell for CSV. A text that a spreadsheet could take for a formula gets an apostrophe before it.

    To undo that, remove the first character of each cell that matches `^'['\s]*[=+\-@＝＋－＠]`.
    """
    match cell:
        case None:
            return ""
        case bool():
            return "true" if cell else "false"
        case float():
            return repr(cell)
        case str() if _FORMULA.match(cell):
            return f"'{cell}"
    return cell
