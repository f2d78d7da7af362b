"""What a table is: columns that say what they mean and where their values come from. Rows and codebook are made of the same."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, Literal, TypeAlias

from woozle.core.text import visible, visible_line

Kind: TypeAlias = Literal["text", "whole number", "number", "yes or no"]
Cell: TypeAlias = str | int | float | bool | None
Row: TypeAlias = tuple[Cell, ...]

NOTHING: Mapping[str, Any] = {}
_LARGEST = 2**63 - 1  # of a whole number in Parquet


class TableError(ValueError):
    """A table that cannot be made. Says why, in a sentence."""


@dataclass(frozen=True, slots=True)
class Column:
    """A column. of: its value in the row about something, such as a Decision; None where it is missing.

    unit: of numbers; levels: all values that a text can have, where they are few and known, each with what it means, if that needs
    words. is_listed: the values found are listed in the codebook. missing: when there is none. is_text: it may hold what somebody
    said freely, and is left out unless asked for.
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
        """Its value, of its kind, safe to show. Raises TableError for a value of another, as forged transcripts have."""
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
    """A table. rows: what its rows are about. leading: columns before the others, whose values are given by whoever adds a row."""

    name: str
    rows: str
    columns: tuple[Column, ...]
    leading: tuple[Column, ...] = ()

    @property
    def all_columns(self) -> tuple[Column, ...]:
        """In their order."""
        return (*self.leading, *self.columns)

    def row(self, about: Any, leading: Mapping[str, Any] = NOTHING) -> Row:
        """The row about something. leading: what the leading columns take their values from. Raises TableError."""
        return (*[column.cell(leading) for column in self.leading], *[column.cell(about) for column in self.columns])

    def without_text(self) -> Table:
        """The same without what somebody said freely."""
        return replace(self, columns=tuple(column for column in self.columns if not column.is_text))

    def led_by(self, columns: Iterable[Column]) -> Table:
        """The same with columns before the others, such as those of a study."""
        return replace(self, leading=(*columns, *self.leading))
