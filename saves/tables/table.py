"""Tables: columns with their meaning and the source of their values, for rows and codebook alike."""

from __future__ import annotations

import math
import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, Literal, TypeAlias

from woozle.core.errors import InputError
from woozle.core.text import visible, visible_line

Kind: TypeAlias = Literal["text", "whole number", "number", "yes or no"]
Cell: TypeAlias = str | int | float | bool | None
Row: TypeAlias = tuple[Cell, ...]

NOTHING: Mapping[str, Any] = {}
_FORMULA = re.compile(r"['\s]*[=+\-@＝＋－＠]")
"""The beginning of a cell that a spreadsheet may take for a formula, also after characters that it may strip."""
_LARGEST = 2**63 - 1  # of a whole number in Parquet


class TableError(InputError):
    """A table that cannot be made."""


@dataclass(frozen=True, slots=True)
class Column:
    """A column. of: returns its value for the subject of a row, such as a Decision; None if it is missing.

    unit: of numbers. levels: the possible values of a text, if they are few, with their meanings if these need words. is_listed:
    the
    codebook lists the values found. missing: when there is no value. is_text: it may hold free text, and is left out unless asked
    for.
    """

    name: str
    kind: Kind
    meaning: str
    of: Callable[[Any], Any]
    unit: str = ""
    levels: Mapping[str, str] | Sequence[str] = ()
    is_listed: bool = False
    missing: str = ""
    is_text: bool = False

    def cell(self, about: Any) -> Cell:
        """Return the value for a subject, safe to print. Raises TableError if it has another type, as in forged transcripts."""
        value = self.of(about)
        if value is None:
            return None
        match self.kind:
            case "text" if isinstance(value, str):
                return visible(value)
            case "yes or no" if isinstance(value, bool):
                return value
            case "whole number" if type(value) is int and abs(value) <= _LARGEST:
                return value
            case "number" if type(value) is float or (type(value) is int and abs(value) <= _LARGEST):
                return float(value) if math.isfinite(value) else None
        raise TableError(f"{self.name} cannot be {visible_line(repr(value))[:60]}.")


@dataclass(frozen=True, slots=True)
class Table:
    """A table. rows: the subjects of its rows, in words. leading: columns before the others, with values from the caller."""

    name: str
    rows: str
    columns: tuple[Column, ...]
    leading: tuple[Column, ...] = ()

    @property
    def all_columns(self) -> tuple[Column, ...]:
        return (*self.leading, *self.columns)

    def row(self, about: Any, leading: Mapping[str, Any] = NOTHING) -> Row:
        """Return the row of a subject. leading: the values of the leading columns. Raises TableError."""
        return (*[column.cell(leading) for column in self.leading], *[column.cell(about) for column in self.columns])

    def without_text(self) -> Table:
        return replace(self, columns=tuple(column for column in self.columns if not column.is_text))

    def led_by(self, columns: Iterable[Column]) -> Table:
        """Return the table with more columns before the others, such as those of a study."""
        return replace(self, leading=(*columns, *self.leading))


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
